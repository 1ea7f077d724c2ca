use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::tree::{Tag, Tree};
use crate::{Limits, PageFlag};

/// A tree with its blocks.
struct Parsed {
    tree: Tree,
    built: Built,
    flags: Vec<PageFlag>,
}

fn parsed(html: &str) -> Parsed {
    let (limits, mut flags) = (Limits::default(), Vec::new());
    let tree = Tree::parse(html, &limits, &mut flags);
    let built = build(&tree, &limits, &mut flags);
    Parsed { tree, built, flags }
}

/// One line per block: kind, place, text with its spans marked.
fn listing(html: &str) -> String {
    let Parsed { tree, built, .. } = parsed(html);
    let mut out = String::new();
    for block in &built.blocks {
        let mut place = String::new();
        if let BlockKind::Heading(level) = block.kind {
            let _ = write!(place, " {level}");
        }
        if let Some(list) = block.list {
            let _ = write!(place, " depth {}", list.depth);
            let mut around = std::iter::once(block.node).chain(tree.ancestors(block.node));
            let item = around.find(|id| matches!(tree.tag(*id), Some(Tag::Li | Tag::Ul)));
            if let Some(number) = item.and_then(|item| built.item_number(item)) {
                let _ = write!(place, " number {number}");
            }
        }
        if let Some(cell) = block.cell {
            let header = if cell.header { " header" } else { "" };
            let _ = write!(place, " {},{}{header}", cell.row, cell.column);
        }
        if block.quote_depth > 0 {
            let _ = write!(place, " quote {}", block.quote_depth);
        }
        if block.hidden {
            place.push_str(" hidden");
        }
        let _ = write!(out, "{}{place}: {:?}", block.kind.name(), block.text);
        for span in &block.spans {
            let text = &block.text[span.start as usize..span.end as usize];
            let _ = write!(out, " {:?}={text:?}", span.kind);
        }
        out.push('\n');
    }
    out
}

/// Cases: `# name`, the markup, `---`, the listing; separated by `====` lines.
#[test]
fn markup_becomes_blocks() {
    let cases = include_str!("../../tests/cases/blocks.txt");
    for case in cases.split("====\n") {
        let (markup, expected) = case.split_once("\n---\n").expect("a line of dashes");
        let (name, markup) = markup.split_once('\n').expect("a name");
        assert_eq!(listing(markup), expected, "{name}");
    }
}

#[test]
fn ranges_of_containers_nest() {
    let containers = parsed("<div><p>a</p><ul><li>b<li>c</ul></div><p>d").built.containers;
    for container in &containers[1..] {
        let outer = &containers[container.parent as usize];
        assert!(outer.first <= container.first && container.end <= outer.end);
    }
    assert_eq!((containers[0].first, containers[0].end), (0, 4));
}

#[test]
fn plain_text_is_cut_at_blank_lines() {
    let text = "One line\nand  another.\n\n \nSecond\tparagraph.\n";
    let built = from_plain_text(text, &Limits::default(), &mut Vec::new());
    let texts: Vec<_> = built.blocks.iter().map(|b| b.text.as_str()).collect();
    assert_eq!(texts, ["One line and another.", "Second paragraph."]);
}

proptest! {
    #[test]
    fn any_soup_gives_clean_blocks(soup in proptest::collection::vec(
        prop_oneof![
            "[a-z&;.\\s\u{a0}\u{7}]{0,8}",
            "</?(a href=x|b|p|div|table|tr|td colspan=9|th|li|ol start=7|pre|br|img \
                src=x|code|dd|h2|blockquote|select|button)>",
            ".{0,4}",
        ], 0..80)) {
        for block in parsed(&soup.concat()).built.blocks {
            prop_assert_eq!(block.chars as usize, block.text.chars().count());
            prop_assert!(block.link_chars <= block.chars);
            let verbatim = block.kind == BlockKind::Code;
            let control = |c: char| c.is_control() && !(c == '\n' || (verbatim && c == '\t'));
            prop_assert!(!block.text.chars().any(control), "{:?}", block.text);
            prop_assert!(verbatim || block.text.trim() == block.text);
            for span in &block.spans {
                prop_assert!(block.text.get(span.start as usize..span.end as usize).is_some());
            }
        }
    }
}

#[test]
fn one_text_makes_no_more_blocks_than_there_may_be() {
    let lines = "a\n\n".repeat(300_000);
    let parsed = parsed(&format!("<div style='white-space:pre-wrap'>{lines}</div>"));
    assert!(parsed.built.blocks.len() <= Limits::default().blocks + 1);
    assert!(parsed.flags.contains(&PageFlag::BlocksCapped));
}

#[test]
fn elements_of_one_letter_cost_one_reading_of_the_block() {
    // A look at the whole text for each would take minutes.
    let letters = "<b>x</b>".repeat(480_000);
    let links: String = (0..100_000).map(|n| format!("<a href={n}>x</a>")).collect();
    for letters in [letters, links] {
        assert!(parsed(&format!("<p>{letters}")).built.blocks.len() < 10);
    }
}
