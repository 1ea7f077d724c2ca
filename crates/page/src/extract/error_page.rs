//! Pages that carry an error message in place of a text: a "not found" with status 200, a check
//! for human readers.
//!
//! The phrases are a table in many languages. Articles can have the same titles, so only pages
//! with next to no text are judged. The message stays the text of the page; a flag lets users drop
//! such pages.

use std::sync::LazyLock;

use super::document_title::document_title;
use crate::block::normalised;
use crate::tree::{Tag, Tree};
use crate::{Label, Page, PageFlag};

/// From this many characters on, a page is more than an error message.
const TEXT_CHARS: u32 = 400;
/// The same where suggested articles follow, but title and first block both name the error.
const SUGGESTION_CHARS: u32 = 3000;
/// Longest part of a title that is read, in bytes.
const TITLE_BYTES: usize = 400;
/// Longest exclamation before the message ("Oops!"), in bytes.
const CRY_BYTES: usize = 12;
/// What separates the parts of titles and texts.
const SEPARATORS: &[char] = &[
    '\n', '|', ':', '.', '!', '?', '\u{2026}', '\u{b7}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{3002}', '\u{ff01}', '\u{ff1a}', '\u{ff5c}',
];

/// A phrase of the table.
struct Phrase {
    flag: PageFlag,
    words: &'static str,
    /// Whether more words may follow the phrase.
    open: bool,
}

static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let mut phrases = Vec::new();
    for line in include_str!("../../data/error-pages.tsv").lines() {
        let Some((kind, list)) = line.split_once('\t') else { continue };
        let flag = if kind == "challenge" { PageFlag::ChallengePage } else { PageFlag::ErrorPage };
        for phrase in list.split(" | ") {
            let words = phrase.trim_end_matches('*');
            phrases.push(Phrase { flag, words, open: words.len() < phrase.len() });
        }
    }
    phrases
});

/// The flag of a page that shows an error or a check instead of a text.
pub(super) fn flag(page: &Page, labels: &[Label]) -> Option<PageFlag> {
    let content = || page.blocks().iter().zip(labels).filter(|(b, l)| l.content && b.chars > 0);
    let chars: u32 = content().map(|(block, _)| block.chars).sum();
    if chars > SUGGESTION_CHARS {
        return None;
    }
    let title = document_title(page.tree());
    let title = flag_in(&title[..title.floor_char_boundary(TITLE_BYTES)]);
    // With that much text only an error that title and text both name is believed.
    if chars > TEXT_CHARS {
        let (first, _) = content().next()?;
        return title
            .filter(|flag| first.chars <= TEXT_CHARS && flag_in(&first.text) == Some(*flag));
    }
    // An error without a title is often the bare answer of a server.
    title.or_else(|| flag_at_start(&content().next()?.0.text))
}

/// Whether the title or a main heading names an error, such as "Page not found". A hint alone, at
/// little cost: articles have such titles too, so extraction decides with [`PageFlag::ErrorPage`].
pub fn names_error(tree: &Tree) -> bool {
    let heads = tree.all().filter(|id| matches!(tree.tag(*id), Some(Tag::Title | Tag::H1)));
    heads.map(|id| normalised(&tree.text_content(id))).any(|head| {
        flag_in(&head[..head.floor_char_boundary(TITLE_BYTES)]) == Some(PageFlag::ErrorPage)
    })
}

/// The flag for the first part of a text, or the second behind "Oops!". Further on, posts quote
/// error messages.
fn flag_at_start(text: &str) -> Option<PageFlag> {
    let mut parts = text.split_inclusive(SEPARATORS);
    let first = parts.next()?;
    flag_in(first).or_else(|| flag_in(parts.next().filter(|_| first.len() <= CRY_BYTES)?))
}

/// The flag for the first part of a text that is a phrase of the table.
fn flag_in(text: &str) -> Option<PageFlag> {
    let text = text.to_lowercase();
    // A hyphen separates parts only between spaces: "e-mail" is one word.
    text.split(SEPARATORS).flat_map(|part| part.split(" - ")).find_map(|part| {
        let part = part.trim_matches(|c: char| !c.is_alphanumeric());
        PHRASES.iter().find(|phrase| phrase.matches(part)).map(|phrase| phrase.flag)
    })
}

impl Phrase {
    fn matches(&self, part: &str) -> bool {
        let Some(rest) = part.strip_prefix(self.words) else { return false };
        // Scripts without spaces continue right behind the phrase.
        let ends = self.words.ends_with(|c: char| c.is_alphanumeric() && c < '\u{3000}');
        rest.is_empty() || self.open && !(ends && rest.starts_with(char::is_alphanumeric))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ExtractConfig, Hints, Limits, Method};

    fn flags(html: &str) -> Vec<PageFlag> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let extraction = Method::Page.extract(&page, &ExtractConfig::default());
        let told = [PageFlag::ErrorPage, PageFlag::ChallengePage];
        extraction.flags.into_iter().filter(|flag| told.contains(flag)).collect()
    }

    #[test]
    fn every_phrase_is_lower_case_and_can_be_a_part() {
        let mut seen = std::collections::HashSet::new();
        for line in
            include_str!("../../data/error-pages.tsv").lines().filter(|l| !l.starts_with('#'))
        {
            let (kind, list) = line.split_once('\t').expect("a tab");
            assert!(matches!(kind, "error" | "challenge"), "{kind}");
            for phrase in list.split(" | ") {
                let words = phrase.trim_end_matches('*');
                assert_eq!(words.to_lowercase(), words);
                assert!(!words.contains(SEPARATORS) && !words.contains(" - "), "{phrase}");
                assert!(flag_in(words).is_some(), "{phrase}");
                assert!(seen.insert(words), "{phrase} stands there twice");
            }
        }
    }

    #[test]
    fn errors_with_status_200_are_told() {
        let apache = "<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this \
            server.</p><hr><address>Apache/2.4.29 (Ubuntu) Server</address>";
        assert_eq!(flags(apache), [PageFlag::ErrorPage]);
        let titled = "<title>Logo contest, round one</title><h1>Page not found</h1><p>Sorry, it may have been moved.";
        assert_eq!(flags(titled), [PageFlag::ErrorPage]);
        let hungarian =
            "<title>A keresett oldal nem található! | Hírek</title><p>Térjen vissza a címlapra.";
        assert_eq!(flags(hungarian), [PageFlag::ErrorPage]);
        let japanese = "<title>サイト</title><p>お探しのページは見つかりませんでした。";
        assert_eq!(flags(japanese), [PageFlag::ErrorPage]);
    }

    #[test]
    fn errors_that_suggest_other_pages_say_so_twice() {
        let stories = "<p>The swifts of the mill have come back, and with them the scaffolding of last year. ".repeat(8);
        let page = |title: &str| {
            format!("<title>{title} | News</title><h1>We could not find this page</h1>{stories}")
        };
        assert_eq!(flags(&page("We could not find this page")), [PageFlag::ErrorPage]);
        assert!(flags(&page("The swifts of the mill")).is_empty());
    }

    #[test]
    fn checks_that_somebody_is_human_are_told() {
        let html =
            "<title>Just a moment...</title><p>Enable JavaScript and cookies to continue</p>";
        assert_eq!(flags(html), [PageFlag::ChallengePage]);
    }

    #[test]
    fn texts_about_errors_are_none() {
        let long = format!(
            "<title>Page not found</title><p>{}",
            "The novel of this name was a success. ".repeat(20)
        );
        assert!(flags(&long).is_empty());
        let asked = "<title>Help with my site</title><p>I moved it, and my browser says: page not found. What now?";
        assert!(flags(asked).is_empty());
        let short = "<title>Not found in translation</title><p>A film about the letters that nobody answered.";
        assert!(flags(short).is_empty());
    }

    #[test]
    fn only_the_first_words_of_a_text_count() {
        for (text, expected) in [
            ("Page not found", Some(PageFlag::ErrorPage)),
            ("Oops! Page not found.", Some(PageFlag::ErrorPage)),
            ("We moved our archive last week, and now it says: page not found", None),
            ("", None),
            ("...", None),
        ] {
            assert_eq!(flag_at_start(text), expected, "{text}");
        }
    }

    #[test]
    fn phrases_end_where_words_end() {
        let open = Phrase { flag: PageFlag::ErrorPage, words: "not found", open: true };
        let closed = Phrase { flag: PageFlag::ErrorPage, words: "not found", open: false };
        for (part, by_open, by_closed) in [
            ("not found", true, true),
            ("not found here", true, false),
            ("not foundational", false, false),
            ("was not found", false, false),
        ] {
            assert_eq!((open.matches(part), closed.matches(part)), (by_open, by_closed), "{part}");
        }
    }
}
