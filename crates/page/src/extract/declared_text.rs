//! Texts that the metadata of a page hold: whole articles, descriptions, summaries.

use rustc_hash::FxHashSet;

use crate::Page;
use crate::block::word_runs;
use crate::structured::jsonld::{self, BODIES};
use crate::structured::schema_types;
use crate::tree::{Attr, Tag};

/// Most bytes of declared text that are read.
const BYTES: usize = 256 << 10;
/// Fewest distinct word runs of a declared text that is complete.
const BODY_RUNS: usize = 80;
/// Properties that hold the text of objects whose type declares it.
const TEXTS: &[&str] = &["description", "text"];
/// Names of `meta` elements with a summary.
const SUMMARIES: &[&str] = &["description", "og:description", "twitter:description"];

/// Word runs of the declared texts, hashed.
#[derive(Debug, Default)]
pub(super) struct DeclaredText {
    body: FxHashSet<u64>,
    description: FxHashSet<u64>,
}

/// Shares of a block's word runs that are declared, from 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DeclaredShare {
    pub(super) body: f32,
    pub(super) description: f32,
}

impl DeclaredText {
    /// Reads structured data and `meta` elements.
    pub(super) fn from_page(page: &Page) -> Self {
        let mut declared = Self::default();
        let mut left = BYTES;
        for object in jsonld::objects(page.structured()) {
            // The model was fitted on types as the vocabulary spells them.
            let declares = |name| {
                schema_types::by_name(name)
                    .is_some_and(|known| known.declares && known.name == name)
            };
            let typed = jsonld::types(object).any(declares);
            let names = BODIES.iter().chain(TEXTS.iter().filter(|_| typed));
            for text in names.filter_map(|name| object[*name].as_str()) {
                let text = &text[..text.floor_char_boundary(left.min(text.len()))];
                // A page can declare megabytes in thousands of objects; the cap is on their sum.
                left -= text.len();
                word_runs(text, |run| {
                    declared.body.insert(run);
                });
            }
        }
        let tree = page.tree();
        for id in tree.all().filter(|id| tree.tag(*id) == Some(Tag::Meta)) {
            let name = tree.attr(id, Attr::NAME).or(tree.attr(id, Attr::PROPERTY));
            if name.is_some_and(|name| SUMMARIES.iter().any(|s| s.eq_ignore_ascii_case(name))) {
                let text = tree.attr(id, Attr::CONTENT).unwrap_or_default();
                word_runs(text, |run| {
                    declared.description.insert(run);
                });
            }
        }
        declared
    }

    /// Whether the structured data hold a complete text.
    pub(super) fn has_body(&self) -> bool {
        self.body.len() >= BODY_RUNS
    }

    /// How much of a text is declared.
    pub(super) fn share_of(&self, text: &str) -> DeclaredShare {
        if self.body.is_empty() && self.description.is_empty() {
            return DeclaredShare::default();
        }
        let (mut all, mut body, mut description) = (0_u32, 0_u32, 0_u32);
        word_runs(text, |run| {
            all += 1;
            body += u32::from(self.body.contains(&run));
            description += u32::from(self.description.contains(&run));
        });
        let share = |count: u32| count as f32 / all.max(1) as f32;
        DeclaredShare { body: share(body), description: share(description) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn blocks_are_found_in_declared_text() {
        let html = r#"<meta name=description content="A short story of the river">
            <script type=application/ld+json>{"@type":"NewsArticle",
            "articleBody":"The river rose again on Tuesday. Nobody was hurt."}</script>"#;
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let declared = DeclaredText::from_page(&page);
        assert!(declared.share_of("the river rose AGAIN on Tuesday").body > 0.99);
        assert!(declared.share_of("A short story of the river").description > 0.99);
        let other = declared.share_of("Subscribe to our newsletter now");
        assert!(other.body < 0.01 && other.description < 0.01);
    }

    fn declared(object: &str) -> DeclaredText {
        let html = format!("<script type=application/ld+json>{object}</script><p>x");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        DeclaredText::from_page(&page)
    }

    #[test]
    fn descriptions_count_only_for_types_that_declare_their_text() {
        let text = "The stick is turned from one piece of oak";
        for (object, expected) in [
            (format!(r#"{{"@type":"Product","description":"{text}"}}"#), 1.0),
            (format!(r#"{{"@type":"Recipe","text":"{text}"}}"#), 1.0),
            (format!(r#"{{"@type":"NewsArticle","articleBody":"{text}"}}"#), 1.0),
            (format!(r#"{{"@type":"Review","reviewBody":"{text}"}}"#), 1.0),
            (format!(r#"{{"@type":"Organization","description":"{text}"}}"#), 0.0),
            (format!(r#"{{"description":"{text}"}}"#), 0.0),
            ("{".to_owned(), 0.0),
        ] {
            assert_eq!(declared(&object).share_of(text).body, expected, "{object}");
        }
    }

    #[test]
    fn only_a_long_body_is_a_whole_text() {
        let words = |count: usize| (0..count).map(|n| format!("word{n} ")).collect::<String>();
        let body = |count| declared(&format!(r#"{{"articleBody":"{}"}}"#, words(count)));
        assert!(!body(BODY_RUNS + 1).has_body() && body(BODY_RUNS + 2).has_body());
    }

    #[test]
    fn shares_are_of_the_runs_of_a_block() {
        let declared = declared(r#"{"articleBody":"one two three four five six"}"#);
        for (text, expected) in [
            ("one two three", 1.0),
            ("one two three four other words", 0.5),
            ("three two one", 0.0),
            ("one two", 0.0),
            ("", 0.0),
        ] {
            assert_eq!(declared.share_of(text).body, expected, "{text}");
        }
    }
}
