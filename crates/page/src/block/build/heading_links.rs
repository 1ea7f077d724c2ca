//! Links that pages put beside headings: to the heading itself, and to edit its section.

use super::amounts::{HELP_BYTES, MARK_BYTES};
use super::builder::Builder;
use crate::block::BlockKind;
use crate::tree::{Attr, NodeId};

/// Signs that manuals show beside a heading to link to it.
pub(crate) const MARKS: &[char] = &['¶', '§', '#', '\u{1f517}', '\u{221e}', '\u{2693}', '\u{fe0f}'];
/// Letters and digits of a link's address that are compared with its text.
const FRAGMENT: usize = 80;
/// Classes of links from headings to themselves, which some show as words ("Permalink"): GitHub,
/// Sphinx, VuePress, Docusaurus, Asciidoctor and others.
const PERMALINKS: &[&str] = &[
    "anchor",
    "headerlink",
    "header-anchor",
    "header-link",
    "heading-anchor",
    "heading-link",
    "headline-anchor",
    "permalink",
    "hash-link",
    "anchor-link",
    "anchorjs-link",
];
/// Class values of "[edit]" links (MediaWiki; the second until 2013).
const EDIT_LINKS: &[&str] = &["mw-editsection", "editsection"];

impl Builder<'_> {
    /// Whether a link is a sign, or a word, beside the heading or term that it leads to.
    pub(super) fn is_heading_link(&self, id: NodeId) -> bool {
        // Elsewhere such signs are text.
        let in_heading = matches!(self.context.kind, BlockKind::Heading(_) | BlockKind::Term);
        if !in_heading || self.inside(id) > MARK_BYTES {
            return false;
        }
        let Some(address) = self.tree.attr(id, Attr::HREF) else { return false };
        let is_permalink = || self.tree.classes(id).any(|word| PERMALINKS.contains(&word));
        // Some write the whole address of the page before the fragment.
        if !address.contains('#') && !is_permalink() {
            return false;
        }
        // A link that is all there is in the heading is the heading.
        let has_more =
            self.tree.parent(id).is_some_and(|parent| self.inside(parent) > self.inside(id));
        let text = self.tree.text_content(id);
        has_more
            && (is_mark(&text)
                || address.starts_with('#')
                    && (is_permalink() || self.leads_to_parent(id))
                    && !self.names_section(id, &text))
    }

    /// Whether a link leads to the element that it stands in.
    fn leads_to_parent(&self, id: NodeId) -> bool {
        let to = self.tree.attr(id, Attr::HREF).and_then(|to| to.strip_prefix('#'));
        let parent = self.tree.parent(id).and_then(|parent| self.tree.attr(parent, Attr::ID));
        to.is_some() && to == parent
    }

    /// Whether the text of a link is the heading, from whose words its address was made, or the
    /// number of the section (`§ 12`).
    fn names_section(&self, id: NodeId, text: &str) -> bool {
        let to = self.tree.attr(id, Attr::HREF).unwrap_or_default();
        // A character takes up to six bytes: percent signs and digits of two bytes.
        let to = &to[..to.floor_char_boundary(FRAGMENT * 6)];
        let to = scutch_url::percent_decode(to.as_bytes());
        // The cut can lie within a character; its bytes are left out.
        let to: String = to.utf8_chunks().map(|chunk| chunk.valid()).collect();
        let words = letters(text);
        words.contains(char::is_numeric) || !words.is_empty() && letters(&to).contains(&words)
    }

    /// Whether an element is what wikis show beside a heading to edit its section. An element of
    /// more than a few bytes must begin with a bracket.
    pub(super) fn is_edit_link(&self, id: NodeId) -> bool {
        let Some(class) = self.tree.attr(id, Attr::CLASS) else { return false };
        let in_brackets = || self.tree.text_content(id).trim_start().starts_with('[');
        EDIT_LINKS.contains(&class)
            && (self.inside(id) <= MARK_BYTES || self.inside(id) <= HELP_BYTES && in_brackets())
    }
}

/// Whether a text is a sign that stands for a link to a heading.
fn is_mark(text: &str) -> bool {
    text.contains(MARKS) && text.chars().all(|c| c.is_whitespace() || MARKS.contains(&c))
}

/// The first letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).take(FRAGMENT);
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use crate::Limits;
    use crate::block::build;
    use crate::tree::Tree;

    fn first_block(html: &str) -> String {
        let (limits, mut flags) = (Limits::default(), Vec::new());
        let tree = Tree::parse(html, &limits, &mut flags);
        build(&tree, &limits, &mut flags).blocks[0].text.clone()
    }

    #[test]
    fn marks_and_permalinks_are_no_part_of_headings() {
        for (heading, text) in [
            ("<h2 id=fog>Fog <a href='#fog'>#</a></h2>", "Fog"),
            ("<h2>Fog<a href='https://a.example/p#fog'>\u{b6}</a></h2>", "Fog"),
            ("<h2>Fog <a class=headerlink href='#fog'>Permalink</a></h2>", "Fog"),
            ("<h2 id=fog>Fog <a href='#fog'>Link</a></h2>", "Fog"),
            // The address says that the word is the heading.
            ("<h2 id=the-fog>The <a class=anchor href='#the-fog'>fog</a></h2>", "The fog"),
            ("<h2 id=s12>Fog <a class=anchor href='#s12'>\u{a7} 12</a></h2>", "Fog \u{a7} 12"),
            // It is all there is.
            ("<h2><a class=anchor href='#fog'>#</a></h2>", "#"),
            // It leads away.
            ("<h2>Fog <a href='/fog'>#</a></h2>", "Fog #"),
            ("<h2>Fog <a href='/fog'>in the harbour</a></h2>", "Fog in the harbour"),
            ("<p>Fog <a href='#fog'>#</a></p>", "Fog #"),
        ] {
            assert_eq!(first_block(heading), text, "{heading}");
        }
    }

    #[test]
    fn links_to_edit_a_section_are_left_out() {
        let long = "x".repeat(100);
        for (heading, text) in [
            ("<h2>Fog<span class=mw-editsection>[edit]</span></h2>".to_owned(), "Fog".to_owned()),
            (format!("<h2>Fog<span class=editsection>[{long}]</span></h2>"), "Fog".to_owned()),
            (format!("<h2>Fog <span class=editsection>{long}</span></h2>"), format!("Fog {long}")),
            (
                "<h2>Fog <span class='editsection x'>[edit]</span></h2>".to_owned(),
                "Fog [edit]".to_owned(),
            ),
        ] {
            assert_eq!(first_block(&heading), text, "{heading}");
        }
    }
}
