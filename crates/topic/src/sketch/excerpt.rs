//! What a reader recognises a page by: its title and its first words.

use scutch_page::{ExtractConfig, Method, Page, render};
use serde::{Deserialize, Serialize};

/// Characters kept of the title and of the first words.
const MOST_CHARS: usize = 200;

/// Title and first words of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The title, cut where it is long.
    pub title: String,
    /// The first words of the main text; of a page without one, of all its text.
    pub opening: String,
}

impl Excerpt {
    /// The excerpt of a page whose title is known.
    pub(super) fn new(page: &Page, title: &str) -> Self {
        // Menus are the first words of most pages and tell nothing.
        let methods = [Method::Page, Method::AllText];
        let texts = methods
            .iter()
            .map(|method| render::text(page, &method.extract(page, &ExtractConfig::default())));
        let openings = texts.map(|text| cut(&text));
        let opening = openings.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
        Self { title: cut(title), opening }
    }
}

/// The first characters, at the end of a word where there is one; white space as single spaces.
fn cut(text: &str) -> String {
    let mut kept = String::new();
    for word in text.split_whitespace() {
        let room = MOST_CHARS - kept.chars().count().min(MOST_CHARS);
        if word.chars().count() >= room {
            // Scripts without spaces have words longer than the whole excerpt.
            if kept.is_empty() {
                kept.extend(word.chars().take(MOST_CHARS));
            }
            kept.push('…');
            break;
        }
        if !kept.is_empty() {
            kept.push(' ');
        }
        kept.push_str(word);
    }
    kept
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;

    #[test]
    fn excerpts_are_short_and_of_the_main_text() {
        let prose = "The harbour of the old town was full of boats that came in with the tide. ";
        let html = format!(
            "<ul><li><a href=/a>Home</a><li><a href=/b>News</a></ul><article><h1>Boats</h1><p>{}\
             </article>",
            prose.repeat(9)
        );
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let excerpt = Excerpt::new(&page, "  Boats\n come in ");
        assert_eq!(excerpt.title, "Boats come in");
        assert!(!excerpt.opening.contains("Home"), "{}", excerpt.opening);
        assert!(excerpt.opening.contains("The harbour"), "{}", excerpt.opening);
        assert!(excerpt.opening.ends_with('…'), "{}", excerpt.opening);
        assert!(excerpt.opening.chars().count() <= MOST_CHARS + 1, "{}", excerpt.opening);
    }

    #[test]
    fn long_texts_are_cut_at_words_where_there_are_words() {
        let chars = |text: &str| cut(text).chars().count();
        assert_eq!(cut("a  b\n c"), "a b c");
        assert_eq!(chars(&"字".repeat(3 * MOST_CHARS)), MOST_CHARS + 1);
        assert!(cut(&"word ".repeat(MOST_CHARS)).ends_with("word…"));
        assert_eq!(cut(""), "");
    }
}
