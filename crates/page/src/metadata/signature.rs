//! Names alone at the end of a text, set to the right: signatures of papers in many countries.

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::frame::Frame;
use super::{byline_persons, signed};
use crate::tree::{Attr, NodeId, Tree};
use crate::{BlockKind, Extraction, Page, PageType};

/// Origin of the names.
pub(super) const DETAIL: &str = "signature";
/// Rank: behind all that is declared and sure bylines, before the site's name as author.
const RANK: u8 = 44;
/// Last blocks of the content that can hold a signature: a note may follow it.
const BEFORE_END: usize = 2;
/// Blocks behind the content that can.
const BEHIND_END: usize = 2;
/// Marks that end a quotation: a name behind it is that of who said it.
const QUOTES: &[char] = &['"', '\u{201d}', '\u{201c}', '\u{bb}', '\u{ab}', '\u{2019}'];
/// Longest signature, in characters.
const CHARS: u32 = 60;
/// Words in classes of elements that are set to the right, or hold a signature.
const CLASSES: &[&str] = &["right", "signature", "firma", "signatur"];

/// Adds the names of the signature, if the text has one.
pub(super) fn read(page: &Page, extraction: &Extraction, found: &mut Found) {
    if matches!(page.page_type().page_type, PageType::Product | PageType::Forum) {
        return;
    }
    let kept = |at: &usize| extraction.labels[*at].content && page.blocks()[*at].chars > 0;
    let Some(end) = (0..page.blocks().len()).rfind(kept) else { return };
    let last = end.saturating_sub(BEFORE_END)..=(end + BEHIND_END).min(page.blocks().len() - 1);
    let mut signed = last.rev().filter_map(|at| Some((at, signature(page, at)?)));
    let signed = signed.find(|(_, names)| !names.is_empty());
    // Most pages end without a name, so that the frame of the text is needed on few.
    let Some((at, names)) = signed else { return };
    let frame = Frame::locate(page, extraction);
    if frame.is_none_or(|f| f.is_foreign(at) || f.is_quoted(at) || at <= f.anchor) {
        return;
    }
    for name in names {
        found.push(Field::Author, RANK, Source::Html, DETAIL, &name);
    }
}

/// The full names in a short paragraph that is set to the right.
fn signature(page: &Page, at: usize) -> Option<Vec<String>> {
    let (block, tree) = (&page.blocks()[at], page.tree());
    let fits = block.kind == BlockKind::Paragraph && block.chars <= CHARS && !block.hidden;
    let parent = tree.ancestors(block.node).next();
    let mut around = std::iter::once(block.node).chain(parent);
    if !fits || !around.any(|id| is_to_the_right(tree, id)) {
        return None;
    }
    let before = at.checked_sub(1).map(|before| page.blocks()[before].text.trim_end());
    if before.is_some_and(|text| text.ends_with(QUOTES)) {
        return None;
    }
    let names = byline_persons::names(&block.text, true);
    names.iter().all(|name| signed::is_full(name)).then_some(names)
}

/// Whether markup sets an element to the right.
fn is_to_the_right(tree: &Tree, id: NodeId) -> bool {
    let is_right = |value: &str| value.trim().eq_ignore_ascii_case("right");
    let by_style = tree.attr(id, Attr::STYLE).is_some_and(|style| {
        let rules = style.split(';').filter_map(|rule| rule.split_once(':'));
        let mut aligned = rules.filter(|(name, _)| name.trim().eq_ignore_ascii_case("text-align"));
        aligned.any(|(_, value)| is_right(value))
    });
    let by_class = tree.attr(id, Attr::CLASS).is_some_and(|class| {
        class.split(|c: char| !c.is_alphanumeric()).any(|word| CLASSES.contains(&word))
    });
    by_style || by_class || tree.attr_named(id, "align").is_some_and(is_right)
}

#[cfg(test)]
mod tests {
    use crate::metadata::tests::metadata;

    const STORY: &str = "<p>The fog lifted from the harbour this morning, and the ferry left ten minutes late with \
        everybody who had waited for it. Nobody at the pier could say when the bell had rung last.</p>";

    fn authors(head: &str, end: &str) -> Vec<String> {
        let html =
            format!("{head}<h1>The fog lifts</h1><article>{STORY}{STORY}{STORY}{end}</article>");
        metadata(&html, None).authors
    }

    #[test]
    fn names_set_to_the_right_sign_a_text() {
        for (end, expected) in [
            ("<p align=right><em>Ada Gull</em></p>", &["Ada Gull"][..]),
            ("<p style='margin:0; text-align: RIGHT'><b>Lê Hải Âu</b></p>", &["Lê Hải Âu"]),
            ("<p class=has-text-align-right>Ada Gull and Bo Reed</p>", &["Ada Gull", "Bo Reed"]),
            ("<p class=signature>Ada Gull</p>", &["Ada Gull"]),
            ("<p style='text-align:left'>Ada Gull</p>", &[]),
            ("<p>Ada Gull</p>", &[]),
            ("<p align=right>The fog lifted</p>", &[]),
            ("<p align=right>Porto, 17 May</p>", &[]),
            ("<p>“The fog will lift.”</p><p align=right>Ada Gull</p>", &[]),
        ] {
            assert_eq!(authors("", end), expected, "{end}");
        }
    }

    #[test]
    fn a_signature_names_more_than_the_site_and_less_than_a_declaration() {
        let signature = "<p align=right>Ada Gull</p>";
        for (declared, expected) in
            [("Harbour Post", "Ada Gull"), ("HarbourNews", "Ada Gull"), ("Bo Reed", "Bo Reed")]
        {
            let head = format!(
                "<meta property=og:site_name content='Harbour Post'><meta name=author content='{declared}'>"
            );
            assert_eq!(authors(&head, signature), [expected], "{declared}");
        }
    }
}
