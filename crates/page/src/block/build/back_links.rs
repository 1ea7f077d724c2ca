//! Links from a note back to its place in the text.
//!
//! They are signs for readers of the page (`↩`, `^`) and no part of the note. A number that leads
//! back is the number of the note, and stays.

use super::amounts::MARK_BYTES;
use super::builder::Builder;
use crate::tree::{Attr, NodeId, Tag};

/// Role of such links (DPUB-ARIA 1.1).
const ROLE: &str = "doc-backlink";
/// Classes of such links: Python-Markdown and markdown-it, kramdown and PHP Markdown Extra, Pandoc,
/// docutils, Blackfriday, MediaWiki.
const CLASSES: &[&str] = &[
    "footnote-backref",
    "reversefootnote",
    "footnote-back",
    "fn-backref",
    "footnote-return",
    "mw-cite-backlink",
];
/// Attribute of such links (GitHub).
const ATTRIBUTE: &str = "data-footnote-backref";
/// Signs that lead back or up: arrows, the caret of Wikipedia, variation selectors.
const ARROWS: &[char] = &[
    '^', '\u{2191}', '\u{21a9}', '\u{21aa}', '\u{21b0}', '\u{21b2}', '\u{21b5}', '\u{21d1}',
    '\u{23ce}', '\u{2934}', '\u{2b06}', '\u{2b8c}', '\u{2b8d}', '\u{2b90}', '\u{fe0e}', '\u{fe0f}',
];

impl Builder<'_> {
    /// Whether an element leads from a note back into the text, and is not its number.
    pub(super) fn is_back_link(&self, id: NodeId, tag: Tag) -> bool {
        let leads_within = match tag {
            // Nearly all links fail here.
            Tag::A => self.tree.attr(id, Attr::HREF).is_some_and(|to| to.contains('#')),
            Tag::Span => true,
            _ => false,
        };
        if !leads_within || self.inside(id) > MARK_BYTES {
            return false;
        }
        let declared = self.tree.attr(id, Attr::ROLE) == Some(ROLE)
            || self.tree.classes(id).any(|word| CLASSES.contains(&word))
            || tag == Tag::A && self.tree.attr_named(id, ATTRIBUTE).is_some();
        if !declared && tag != Tag::A {
            return false;
        }
        let text = self.tree.text_content(id);
        let text = text.trim();
        let is_arrow = |c: char| ARROWS.contains(&c) || c.is_whitespace();
        // A raised `^2` of several links back goes with the first.
        declared && !text.starts_with(|c: char| c.is_ascii_digit() || c == '[')
            || text.contains(ARROWS) && text.chars().all(is_arrow)
    }
}

#[cfg(test)]
mod tests {
    use crate::Limits;
    use crate::block::build;
    use crate::tree::Tree;

    #[test]
    fn signs_that_lead_back_are_no_text() {
        for (note, text) in [
            ("Brandt. <a href='#r1'>\u{21a9}\u{fe0e}</a>", "Brandt."),
            ("Brandt. <a href='#r1'>^</a>", "Brandt."),
            ("Brandt. <a role=doc-backlink href='#r1'>Back to text</a>", "Brandt."),
            ("Brandt. <a class=footnote-back href='#r1'>\u{21a9}</a>", "Brandt."),
            ("Brandt. <a data-footnote-backref href='#r1'>\u{21a9}<sup>2</sup></a>", "Brandt."),
            ("<span class=mw-cite-backlink>^ <a href='#r1'>a</a></span> Brandt.", "Brandt."),
            // The number of the note.
            ("[<a role=doc-backlink href='#r1'>1</a>] Brandt.", "[1] Brandt."),
            ("<a class=fn-backref href='#r1'>[1]</a> Brandt.", "[1] Brandt."),
            // They lead elsewhere, or say something.
            ("Brandt. <a href='/r1'>\u{21a9}</a>", "Brandt. \u{21a9}"),
            ("Brandt. <span>\u{21a9}</span>", "Brandt. \u{21a9}"),
            ("Brandt. <a href='#r1'>x^2</a>", "Brandt. x^2"),
            ("2^3 and <a href='#r1'>more</a>", "2^3 and more"),
        ] {
            let (limits, mut flags) = (Limits::default(), Vec::new());
            let tree = Tree::parse(&format!("<ol><li>{note}</ol>"), &limits, &mut flags);
            assert_eq!(build(&tree, &limits, &mut flags).blocks[0].text, text, "{note}");
        }
    }
}
