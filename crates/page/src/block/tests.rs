use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::{Hints, Limits, Page};

fn page(html: &str) -> Page {
    Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
}

/// One line per block: kind, place, text with its spans marked.
fn listing(html: &str) -> String {
    let page = page(html);
    let mut out = String::new();
    for block in page.blocks() {
        let mut place = String::new();
        if let BlockKind::Heading(level) = block.kind {
            let _ = write!(place, " {level}");
        }
        if let Some(list) = block.list {
            let _ = write!(place, " depth {}", list.depth);
            let mut around = std::iter::once(block.node).chain(page.tree().ancestors(block.node));
            let item = around.find(|id| matches!(page.tree().tag(*id), Some(Tag::Li | Tag::Ul)));
            if let Some(number) = item.and_then(|item| page.item_number(item)) {
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
    let page = page("<div><p>a</p><ul><li>b<li>c</ul></div><p>d");
    let containers = page.containers();
    for container in &containers[1..] {
        let outer = &containers[container.parent as usize];
        assert!(outer.first <= container.first && container.end <= outer.end);
    }
    assert_eq!((containers[0].first, containers[0].end), (0, 4));
}

#[test]
fn plain_text_is_cut_at_blank_lines() {
    let text = b"One line\nand  another.\n\n \nSecond\tparagraph.\n";
    let page = Page::plain_text(text, &Hints::default(), &Limits::default());
    let texts: Vec<_> = page.blocks().iter().map(|b| b.text.as_str()).collect();
    assert_eq!(texts, ["One line and another.", "Second paragraph."]);
}

proptest! {
    #[test]
    fn any_soup_gives_clean_blocks(soup in proptest::collection::vec(
        prop_oneof![
            "[a-z&;.\\s\u{a0}\u{7}]{0,8}",
            "</?(a href=x|b|p|div|table|tr|td colspan=9|th|li|ol start=7|pre|br|img src=x|code|dd|h2|blockquote|select|button)>",
            ".{0,4}",
        ], 0..80)) {
        let page = page(&soup.concat());
        for block in page.blocks() {
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
    let page = page(&format!("<div style='white-space:pre-wrap'>{lines}</div>"));
    assert!(page.blocks().len() <= Limits::default().blocks + 1);
    assert!(page.flags().contains(&crate::PageFlag::BlocksCapped));
}

#[test]
fn elements_of_one_letter_cost_one_reading_of_the_block() {
    // A look at the whole text for each would take minutes.
    let letters = "<b>x</b>".repeat(480_000);
    let links: String = (0..100_000).map(|n| format!("<a href={n}>x</a>")).collect();
    for letters in [letters, links] {
        assert!(page(&format!("<p>{letters}")).blocks().len() < 10);
    }
}
