//! Evidence besides the words of a page: title, frame, language, notices.
//!
//! The *frame* of a page is the set of its ids, classes and addresses of links and pictures. A
//! translated page keeps its frame and loses its words. A page of another owner loses both.

use scutch_page::tree::{Attr, NodeId, Tag};
use scutch_page::{Page, Tree};
use serde::{Deserialize, Serialize};

use crate::sketch::blocks::PageBlocks;
use crate::sketch::lexicon::{self, Hit};
use crate::text::language;
use crate::text::tokens::{Tokenizer, token_id, tokens};

/// Marks of a frame that are kept. The smallest numbers are kept, so that similar pages keep the
/// same ones.
const MOST_MARKS: usize = 2000;

/// Evidence besides the words of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The title.
    pub title: String,
    /// Token numbers of the title, sorted, each once.
    pub title_terms: Vec<u64>,
    /// Numbers of ids, classes and addresses, sorted, each once.
    pub frame: Vec<u64>,
    /// The language of the text (ISO 639-3), where the detector is confident.
    pub language: Option<String>,
    /// The notices found.
    pub hits: Vec<Hit>,
    /// The page redirects its readers by itself within 30 seconds.
    pub refresh: bool,
    /// Tokens of all visible text.
    pub words: u64,
    /// The page asks for a password.
    pub password: bool,
    /// The blocks of the page, with their labels.
    pub blocks: PageBlocks,
}

impl Evidence {
    /// Whether two pages are certainly in different languages.
    pub(crate) fn is_other_language(&self, other: &Self) -> bool {
        match (&self.language, &other.language) {
            (Some(one), Some(other)) => !language::is_close(one, other),
            _ => false,
        }
    }
}

/// Confidence from which the detected language counts.
const SURE: f64 = 0.8;
/// Longest refresh that counts as a redirect, in seconds. Longer ones reload live pages.
const REDIRECT_SECONDS: u32 = 30;

pub(crate) fn gather(page: &Page, detected: Option<(&'static str, f64)>) -> Evidence {
    let tree = page.tree();
    let title = title(tree);
    let title_ids = ids_of(&title, usize::MAX);
    let (blocks, ids) = PageBlocks::read(page, ids_of);
    let words = ids.iter().map(|ids| ids.len() as u64).sum();
    let mut title_terms = title_ids.clone();
    title_terms.sort_unstable();
    title_terms.dedup();
    Evidence {
        hits: lexicon::hits(&title_ids, &ids, words),
        title,
        title_terms,
        frame: frame(tree),
        language: detected.filter(|(_, sure)| *sure >= SURE).map(|(code, _)| code.to_owned()),
        refresh: tree.all().any(|id| refreshes(tree, id)),
        words,
        password: tree.all().any(|id| asks_for_password(tree, id)),
        blocks,
    }
}

fn ids_of(text: &str, most: usize) -> Vec<u64> {
    let mut ids = Vec::new();
    tokens(text, Tokenizer::Words, |token| {
        if ids.len() < most {
            ids.push(token_id(token));
        }
    });
    ids
}

/// The title of a page, white space as single spaces.
pub(super) fn title(tree: &Tree) -> String {
    let title = tree.all().find(|id| tree.tag(*id) == Some(Tag::Title));
    let text = title.map(|id| tree.text_content(id)).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether an element is `<meta http-equiv=refresh content="5; url=...">`.
fn refreshes(tree: &Tree, id: NodeId) -> bool {
    if tree.tag(id) != Some(Tag::Meta) {
        return false;
    }
    let is_refresh =
        tree.attr(id, Attr::HTTP_EQUIV).is_some_and(|v| v.trim().eq_ignore_ascii_case("refresh"));
    let Some(content) = tree.attr(id, Attr::CONTENT).filter(|_| is_refresh) else { return false };
    // Browsers take a comma for the semicolon.
    let Some((seconds, target)) = content.split_once([';', ',']) else { return false };
    let soon = seconds.trim().split('.').next().and_then(|s| s.parse::<u32>().ok());
    soon.is_some_and(|s| s <= REDIRECT_SECONDS)
        && target.trim().get(..3).is_some_and(|t| t.eq_ignore_ascii_case("url"))
}

fn asks_for_password(tree: &Tree, id: NodeId) -> bool {
    tree.tag(id) == Some(Tag::Input)
        && tree
            .attr(id, Attr::TYPE)
            .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("password"))
}

fn frame(tree: &Tree) -> Vec<u64> {
    let mut marks = Vec::new();
    for id in tree.all() {
        for (attr, value) in tree.attrs(id) {
            match attr {
                Attr::CLASS => marks.extend(value.split_ascii_whitespace().map(|c| mark('c', c))),
                Attr::ID => marks.push(mark('i', value)),
                Attr::HREF | Attr::SRC => marks.push(mark('u', address(value))),
                _ => {}
            }
        }
    }
    marks.sort_unstable();
    marks.dedup();
    // Sorted hashes: the ones that stay are a random sample.
    marks.truncate(MOST_MARKS);
    marks
}

fn mark(kind: char, value: &str) -> u64 {
    token_id(&format!("{kind}{value}"))
}

/// An address without scheme, query and fragment. It stays the same when a site moves to https, or
/// gives its style sheets new version numbers.
fn address(value: &str) -> &str {
    let value = value.trim();
    let value = value.split_once("://").map_or(value, |(_, rest)| rest);
    value.split(['?', '#']).next().filter(|v| !v.is_empty()).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::blocks::MOST_TOKENS;
    use scutch_page::{Hints, Limits};

    fn of(html: &str) -> Evidence {
        gather(&Page::parse(html.as_bytes(), &Hints::default(), &Limits::default()), None)
    }

    #[test]
    fn frames_forget_scheme_and_query() {
        let a = of("<a href='http://x.example/a?v=1'>x</a><div class='b c'>y</div>");
        let b = of("<a href='https://x.example/a?v=2'>x</a><div class='c b'>y</div>");
        assert_eq!(a.frame, b.frame);
        assert_eq!(a.frame.len(), 3);
    }

    #[test]
    fn refreshes_that_redirect() {
        let meta = |content: &str| {
            of(&format!("<head><meta http-equiv=Refresh content='{content}'></head>x")).refresh
        };
        assert!(meta("0; url=http://x.example/"));
        assert!(meta("5;URL=/new"));
        assert!(!meta("300; url=/"));
        assert!(!meta("5"));
    }

    #[test]
    fn titles_are_trimmed() {
        assert_eq!(of("<title> The\n river </title>").title, "The river");
    }

    #[test]
    fn addresses_lose_what_changes_without_a_redesign() {
        for (written, kept) in [
            ("http://a.example/x.css?v=2#top", "a.example/x.css"),
            ("//a.example/x", "//a.example/x"),
            ("/x?y", "/x"),
            ("#top", "#top"),
            (" /x ", "/x"),
            ("", ""),
        ] {
            assert_eq!(address(written), kept, "{written:?}");
        }
    }

    #[test]
    fn frames_keep_so_many_marks_and_similar_pages_keep_the_same() {
        let page = |count: usize| {
            let links: String = (0..count).map(|n| format!("<a href='/{n}'>x</a>")).collect();
            of(&links).frame
        };
        let (many, more) = (page(3 * MOST_MARKS), page(3 * MOST_MARKS + 30));
        assert_eq!((many.len(), more.len()), (MOST_MARKS, MOST_MARKS));
        let common = many.iter().filter(|mark| more.binary_search(mark).is_ok()).count();
        assert!(common > MOST_MARKS * 9 / 10, "{common}");
        assert!(many.is_sorted());
    }

    #[test]
    fn hidden_text_and_very_long_text_do_not_count() {
        let hidden = of("<p>one two</p><p style='display:none'>three</p><script>four</script>");
        assert_eq!(hidden.words, 2);
        let long = of(&format!("<p>{}", "word ".repeat(2 * MOST_TOKENS)));
        assert_eq!(long.words, MOST_TOKENS as u64);
    }
}
