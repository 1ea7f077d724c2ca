//! Phrases of pages that replaced another page: not found, suspended, for sale and so on.
//!
//! The table is `data/sentences.tsv`. A hit alone says little: a manual may explain "page not
//! found". What counts is the share of its block, of the title and of the page that the phrase
//! makes up.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::text::tokens::{Tokenizer, token_id, tokens};

scutch_url::reasons! {
    /// The kinds of pages that replace another page. Ids are the categories of the table.
    pub enum Notice {
        NotFound = "not-found", "The page says that a page was not found.";
        ServerError = "server-error", "The page says that the server or its database failed.";
        Maintenance = "maintenance", "The page says that the site is down for maintenance.";
        Suspended = "suspended", "The page says that the account or site is suspended.";
        Parked = "parked", "The domain is parked, for sale, or shows a default page.";
        ComingSoon = "coming-soon", "The page says that a site is coming or under construction.";
        Login = "login", "The page asks to log in, or refuses access.";
        Consent = "consent", "The page asks for consent before anything else.";
        Moved = "moved", "The page says that it moved elsewhere.";
        Listing = "listing", "The page lists the files of a folder.";
        Defaced = "defaced", "The page says that the site was hacked.";
        Blocked = "blocked", "The page checks for robots, or blocks.";
    }
}

impl Notice {
    /// Whether a block with such a phrase replaces the text of a page of any length. The other
    /// kinds are also on living pages: consent banners, login boxes, notes about moves.
    pub fn replaces(self) -> bool {
        matches!(
            self,
            Self::NotFound | Self::ServerError | Self::Maintenance | Self::Suspended | Self::Parked
        )
    }

    fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|notice| notice.id() == id)
    }
}

/// Notices as their ids, which stay when the table grows.
mod by_id {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::Notice;

    pub(super) fn serialize<S: Serializer>(notice: &Notice, out: S) -> Result<S::Ok, S::Error> {
        notice.id().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Notice, D::Error> {
        let id = String::deserialize(from)?;
        Notice::from_id(&id).ok_or_else(|| D::Error::custom("no such notice"))
    }
}

/// The phrases of one notice on a page. Shares are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// The notice.
    #[serde(with = "by_id")]
    pub notice: Notice,
    /// Share of the title that its phrases cover.
    pub title: f32,
    /// Largest share of a heading or block that its phrases cover.
    pub block: f32,
    /// Share of the page's tokens that are in blocks with its phrases.
    pub page: f32,
    /// Number of its phrases.
    pub phrases: u16,
    /// Number of its phrases with four tokens or more.
    pub sentences: u16,
}

/// Tokens from which a phrase is a sentence. Shorter ones occur in any text.
const SENTENCE: usize = 4;

/// Most tokens of a short page, which has room for little but a notice.
pub(crate) const SHORT_PAGE: u64 = 120;
/// Most tokens of a page that is hardly more than a line.
const TINY_PAGE: u64 = 30;
/// Fewest tokens of a block that may be a notice. Shorter ones are links and buttons.
const LEAST_BLOCK: usize = 3;
/// Most tokens of a block that counts as a whole. Of a longer one only the phrase itself counts.
const SHORT_BLOCK: usize = 60;

struct Phrase {
    tokens: Vec<u64>,
    notice: Notice,
    short_only: bool,
}

struct Table {
    phrases: Vec<Phrase>,
    /// Numbers of phrases by their first tokens.
    begins: FxHashMap<u64, Vec<u32>>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = include_str!("../../data/sentences.tsv").lines();
        let phrases: Vec<Phrase> = lines.filter_map(phrase).collect();
        let mut begins: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        for (number, phrase) in (0_u32..).zip(&phrases) {
            begins.entry(phrase.tokens[0]).or_default().push(number);
        }
        Table { phrases, begins }
    })
}

fn phrase(line: &str) -> Option<Phrase> {
    let mut fields = line.split('\t');
    let notice = Notice::from_id(fields.next()?)?;
    let _language = fields.next()?;
    let short_only = fields.next()? == "short";
    let mut ids = Vec::new();
    tokens(fields.next()?, Tokenizer::Words, |token| ids.push(token_id(token)));
    (!ids.is_empty()).then_some(Phrase { tokens: ids, notice, short_only })
}

/// The phrases of one notice in one text.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    covered: usize,
    phrases: u16,
    sentences: u16,
}

/// The notices of a page, whose title and blocks are given as token numbers.
pub(crate) fn hits(title: &[u64], blocks: &[Vec<u64>], words: u64) -> Vec<Hit> {
    // Some phrases, such as "log in", mean something on pages with little else only.
    let short = words <= SHORT_PAGE;
    let in_title = search(title, true);
    let mut of_notice: Vec<Hit> = Notice::ALL
        .iter()
        .map(|&notice| Hit { notice, title: 0.0, block: 0.0, page: 0.0, phrases: 0, sentences: 0 })
        .collect();
    for (hit, found) in of_notice.iter_mut().zip(in_title) {
        hit.title = share(found.covered, title.len());
        hit.phrases += found.phrases;
        hit.sentences += found.sentences;
    }
    for block in blocks {
        for (hit, found) in of_notice.iter_mut().zip(search(block, short)) {
            if found.phrases == 0 {
                continue;
            }
            hit.phrases = hit.phrases.saturating_add(found.phrases);
            hit.sentences = hit.sentences.saturating_add(found.sentences);
            if block.len() <= SHORT_BLOCK {
                // A button "Not found?" is no notice, but may be all that a tiny page has.
                if block.len() >= LEAST_BLOCK || words <= TINY_PAGE {
                    hit.block = hit.block.max(share(found.covered, block.len()));
                }
                hit.page += block.len() as f32 / words.max(1) as f32;
            } else {
                hit.page += found.covered as f32 / words.max(1) as f32;
            }
        }
    }
    of_notice.retain(|hit| hit.phrases > 0);
    // Shares of many blocks may round up to more than the page.
    of_notice.iter_mut().for_each(|hit| hit.page = hit.page.min(1.0));
    of_notice
}

/// Share of a block that the phrases of one notice cover, at most.
pub(crate) fn covered(block: &[u64]) -> f32 {
    if block.len() < LEAST_BLOCK || block.len() > SHORT_BLOCK {
        return 0.0;
    }
    let found = search(block, true);
    found.iter().map(|found| share(found.covered, block.len())).fold(0.0, f32::max)
}

fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

/// The phrases of each notice in a text. Overlapping phrases cover their tokens once.
fn search(text: &[u64], short: bool) -> [Found; 12] {
    let table = table();
    let mut found = [Found::default(); 12];
    let mut covered_to = [0; 12];
    for at in 0..text.len() {
        for &number in table.begins.get(&text[at]).map_or(&[][..], Vec::as_slice) {
            let phrase = &table.phrases[number as usize];
            if (phrase.short_only && !short) || !text[at..].starts_with(&phrase.tokens) {
                continue;
            }
            // Phrases begin in the order of the text: only the end of the last one can overlap.
            let notice = phrase.notice as usize;
            let end = at + phrase.tokens.len();
            found[notice].covered += end.saturating_sub(at.max(covered_to[notice]));
            covered_to[notice] = covered_to[notice].max(end);
            found[notice].phrases = found[notice].phrases.saturating_add(1);
            let sentence = u16::from(phrase.tokens.len() >= SENTENCE);
            found[notice].sentences = found[notice].sentences.saturating_add(sentence);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<u64> {
        let mut ids = Vec::new();
        tokens(text, Tokenizer::Words, |token| ids.push(token_id(token)));
        ids
    }

    fn of(title: &str, blocks: &[&str]) -> Vec<Hit> {
        let blocks: Vec<_> = blocks.iter().map(|b| ids(b)).collect();
        let words = blocks.iter().map(|b| b.len() as u64).sum();
        hits(&ids(title), &blocks, words)
    }

    #[test]
    fn every_line_of_the_table_is_an_entry() {
        let lines =
            include_str!("../../data/sentences.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(lines.count(), table().phrases.len());
        for notice in Notice::ALL {
            assert!(table().phrases.iter().any(|e| e.notice == *notice), "{}", notice.id());
        }
    }

    #[test]
    fn a_page_that_is_nothing_but_a_notice() {
        let hits = of("404 Not Found", &["The requested URL was not found on this server."]);
        assert_eq!(hits[0].notice, Notice::NotFound);
        assert!(hits[0].title == 1.0 && hits[0].page == 1.0 && hits[0].block > 0.8);
        let hits = of("ページが見つかりません", &["お探しのページは見つかりませんでした。"]);
        assert_eq!(hits[0].notice, Notice::NotFound);
    }

    #[test]
    fn a_manual_that_speaks_of_notices() {
        let long = "When the status is set a page not found message is written to the log and the \
                    handler of the application decides what readers see "
            .repeat(5);
        let hits = of("Handlers and messages", &[&long]);
        assert!(hits.iter().all(|h| h.title == 0.0 && h.block == 0.0 && h.page < 0.2));
    }

    /// A page that is nothing but one phrase of the table is a notice, in every language.
    #[test]
    fn every_phrase_is_found_on_a_page_of_its_own() {
        let lines = include_str!("../../data/sentences.tsv").lines();
        for line in lines.filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let hits = of("", &[fields[3]]);
            let hit = hits.iter().find(|hit| hit.notice.id() == fields[0]);
            let hit = hit.unwrap_or_else(|| panic!("{line}"));
            assert!(hit.page >= 1.0, "{line}: {hit:?}");
            assert!(hit.phrases > 0 && hit.sentences <= hit.phrases, "{line}: {hit:?}");
        }
    }

    #[test]
    fn overlapping_phrases_cover_their_tokens_once() {
        let hits = of("Page not found", &["404 page not found not found page not found"]);
        for hit in hits {
            for share in [hit.title, hit.block, hit.page] {
                assert!((0.0..=1.0).contains(&share), "{hit:?}");
            }
        }
    }

    #[test]
    fn phrases_for_short_pages_are_passed_over_on_long_ones() {
        let table = include_str!("../../data/sentences.tsv").lines();
        let mut short = table.map(|line| line.split('\t').collect::<Vec<_>>());
        let short = short.find(|fields| fields.len() > 3 && fields[2] == "short");
        let phrase = short.expect("a phrase for short pages")[3];
        let long = "river ferry harbour island ".repeat(60);
        assert!(!of("", &[phrase]).is_empty());
        let on_long = of("", &[phrase, &long]);
        let alone = of("", &[phrase]);
        assert!(on_long.len() < alone.len(), "{phrase}: {on_long:?}");
    }

    #[test]
    fn ids_lead_back_to_notices() {
        for notice in Notice::ALL {
            assert_eq!(Notice::from_id(notice.id()), Some(*notice));
        }
        assert_eq!(Notice::from_id("levitating"), None);
    }
}
