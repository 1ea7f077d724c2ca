//! What is kept of a page for comparison with other pages of its host.

mod lines;
mod media;
mod spoken;
mod stored;

use std::borrow::Cow;

use scutch_learn::hashed;
use scutch_page::{Block, Label, Page, Reason, TitleParts, TypePrediction};
use serde::{Deserialize, Serialize};

use crate::config::TemplateConfig;
use crate::config::Tokens;
use crate::key::{Key, UrlKey};
use crate::structure::Paths;
use crate::structure::{Signature, signature};
use crate::words::Words;
use lines::Lines;
pub(crate) use lines::{may_split, short_path, words};
use media::KeptMedia;
pub(crate) use media::media;
pub(crate) use spoken::Spoken;
use stored::StoredSummary;

/// One block of text, as far as other pages are compared with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// Hash of its text.
    pub text: u64,
    /// Hash of its text, all runs of digits taken for equal.
    pub loose: u64,
    /// Hash of the path to its element.
    pub path: u64,
    /// Hash of the path to the element around it.
    pub around: u64,
    /// Score of single-page extraction, 0 to 1.
    pub score: f32,
    /// Characters of text.
    pub chars: u32,
}

/// Bytes of the largest summary that is kept of a page, about 3,000 blocks. Pages with a larger
/// summary are never used as partners. The limit depends only on the page, not on input order.
pub(crate) const LARGEST_SUMMARY: usize = 256 << 10;

/// A page as its partners see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredSummary", into = "StoredSummary")]
pub struct Summary {
    /// The capture.
    pub key: Key,
    /// The page that it is a capture of.
    pub url_key: UrlKey,
    /// The type of the page.
    pub typed: TypePrediction,
    /// The language of its content.
    pub(crate) spoken: Spoken,
    /// The titles of the page.
    pub titles: TitleParts,
    /// The structure of the page.
    pub signature: Signature,
    /// All blocks of the page, in order. Blocks without text have 0 `chars`.
    pub blocks: Vec<Seen>,
    /// The reason of each block by the page alone, if tables of nodes are written. Not counted as
    /// memory, like media.
    pub(crate) reasons: Vec<Reason>,
    /// Hashes of its words, if the method compares words.
    pub(crate) words: Vec<u32>,
    /// Its first short lines, word by word.
    pub(crate) lines: Lines,
    /// Its pictures, players and frames, if pages are written with their labels. They are not
    /// counted as memory, so that the pages that are kept do not depend on what is written.
    pub(crate) media: KeptMedia,
    /// Hashes of all texts, sorted.
    pub(crate) texts: Vec<u64>,
    /// Hashes of all loose texts, sorted.
    pub(crate) loose: Vec<u64>,
    /// Path, mean score and number of blocks at each path, sorted by path.
    pub(crate) slots: Vec<Slot>,
    /// The same for the elements around.
    pub(crate) rooms: Vec<Slot>,
}

/// The blocks at one path of a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Slot {
    pub(crate) path: u64,
    /// Mean score, weighted by the root of the length.
    pub(crate) score: f32,
    /// Number of blocks.
    pub(crate) blocks: u32,
}

impl Summary {
    /// Summarizes a page. `labels` are those that single-page extraction gives its blocks.
    pub fn new(key: Key, page: &Page, labels: &[Label]) -> Self {
        // Paths cost as much as all else here, and both the signature and the blocks need them.
        let paths = Paths::from_tree(page.tree());
        let signature = signature(page.tree(), &paths, Tokens::Path);
        let blocks = seen_blocks(page, labels, &paths);
        let Tables { texts, loose, slots, rooms } = Tables::from_blocks(&blocks);
        let (typed, titles) = (page.page_type(), TitleParts::from_page(page));
        let url_key = UrlKey::from_url(&key.url);
        let lines = Lines::of_blocks(page.blocks().iter().zip(&blocks).map(|(b, s)| (b, s.path)));
        Self {
            key,
            url_key,
            typed,
            spoken: Spoken::of_page(page, labels),
            lines,
            titles,
            signature,
            blocks,
            reasons: labels.iter().map(|label| label.reason).collect(),
            words: Vec::new(),
            media: KeptMedia::default(),
            texts,
            loose,
            slots,
            rooms,
        }
    }

    /// Adds what the method of a configuration needs: words, media, reasons, other structure
    /// tokens.
    #[must_use]
    pub fn prepared(mut self, page: &Page, config: &TemplateConfig) -> Self {
        if config.method.compares_words() {
            self.words = Words::from_tree(page.tree()).numbers;
        }
        if config.markup.is_some() {
            self.media = KeptMedia::from_page(page);
        }
        // Reasons take memory for each block and are only written into tables of nodes.
        if !config.nodes {
            self.reasons = Vec::new();
        }
        // A summary has a signature by paths already.
        if config.tokens != Tokens::Path {
            self.signature = signature(page.tree(), &Paths::from_tree(page.tree()), config.tokens);
        }
        self
    }

    /// The summary without its blocks. Of a snapshot only texts and words are looked up, never
    /// paths.
    pub(crate) fn as_snapshot(&self) -> Self {
        Self {
            key: self.key.clone(),
            url_key: self.url_key.clone(),
            signature: self.signature.clone(),
            words: self.words.clone(),
            media: self.media.clone(),
            texts: self.texts.clone(),
            loose: self.loose.clone(),
            typed: self.typed,
            spoken: self.spoken,
            lines: self.lines.clone(),
            titles: TitleParts::default(),
            reasons: Vec::new(),
            blocks: Vec::new(),
            slots: Vec::new(),
            rooms: Vec::new(),
        }
    }

    /// Approximate bytes of memory that it takes as a snapshot.
    pub(crate) fn snapshot_memory(&self) -> usize {
        let hashes = size_of_val(&self.texts[..]) + size_of_val(&self.loose[..]);
        size_of::<Self>()
            + self.signature.memory()
            + self.key.url.len()
            + self.url_key.memory()
            + size_of_val(&self.words[..])
            + self.lines.memory()
            + hashes
    }

    /// Approximate bytes of memory that it takes, without media and reasons.
    pub fn memory(&self) -> usize {
        let slots = size_of_val(&self.slots[..]) + size_of_val(&self.rooms[..]);
        self.snapshot_memory() + size_of_val(&self.blocks[..]) + slots + self.titles.memory()
    }

    /// Whether the summary is larger than what is kept of any page.
    pub fn is_too_large(&self) -> bool {
        self.memory() > LARGEST_SUMMARY
    }

    /// The score of a block by the page alone, and its reason, if reasons are kept.
    pub fn first(&self, block: usize) -> (f32, Reason) {
        let reason = self.reasons.get(block).copied().unwrap_or(Reason::Kind);
        (self.blocks[block].score, reason)
    }

    pub(crate) fn has_text(&self, text: u64) -> bool {
        self.texts.binary_search(&text).is_ok()
    }
}

/// What is kept of each block of a page.
fn seen_blocks(page: &Page, labels: &[Label], paths: &Paths) -> Vec<Seen> {
    let path_of = |node: scutch_page::NodeId| paths.near.get(node.index()).copied().unwrap_or(0);
    let seen = |(block, label): (&Block, &Label)| Seen {
        text: hashed(block.text.as_bytes()),
        loose: hashed(&loose(&block.text)),
        path: path_of(block.node),
        around: page.tree().parent(block.node).map_or(0, path_of),
        score: label.score,
        chars: block.chars,
    };
    page.blocks().iter().zip(labels).map(seen).collect()
}

/// Calls `found` for all hashes that are in two sorted lists, with the place in the first. A merge
/// of the lists is cheaper than a look-up of each hash.
pub(crate) fn intersect<'o, T>(
    keys: &[u64],
    others: &'o [T],
    key: impl Fn(&T) -> u64,
    mut found: impl FnMut(usize, &'o T),
) {
    let (mut a, mut b) = (0, 0);
    // No processor can predict which of two hashes is larger, so steps are computed without a
    // branch.
    while let (Some(&own), Some(other)) = (keys.get(a), others.get(b)) {
        let theirs = key(other);
        if own == theirs {
            found(a, other);
        }
        a += usize::from(own <= theirs);
        b += usize::from(theirs <= own);
    }
}

/// Tables that are computed from the blocks of a page.
struct Tables {
    texts: Vec<u64>,
    loose: Vec<u64>,
    slots: Vec<Slot>,
    rooms: Vec<Slot>,
}

impl Tables {
    fn from_blocks(blocks: &[Seen]) -> Self {
        let with_text = || blocks.iter().filter(|block| block.chars > 0);
        Self {
            texts: sorted(with_text().map(|block| block.text)),
            loose: sorted(with_text().map(|block| block.loose)),
            slots: slots(blocks, |block| block.path),
            rooms: slots(blocks, |block| block.around),
        }
    }
}

fn slots(blocks: &[Seen], path: fn(&Seen) -> u64) -> Vec<Slot> {
    let texts = blocks.iter().filter(|block| block.chars > 0);
    let mut places: Vec<(u64, f32, f32)> =
        texts.map(|b| (path(b), b.score, (b.chars as f32).sqrt())).collect();
    // A stable sort: sums of floats depend on the order in which blocks of one path are added.
    places.sort_by_key(|(path, ..)| *path);
    let runs = places.chunk_by(|a, b| a.0 == b.0);
    runs.map(|run| {
        let mass: f32 = run.iter().map(|(.., mass)| mass).sum();
        let score: f32 = run.iter().map(|(_, score, mass)| score * mass).sum();
        Slot { path: run[0].0, score: score / mass.max(1e-6), blocks: run.len() as u32 }
    })
    .collect()
}

fn sorted(hashes: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut hashes: Vec<u64> = hashes.collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// The bytes of a text, each run of digits replaced by one zero.
fn loose(text: &str) -> Cow<'_, [u8]> {
    // Most texts have no digit.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut before = false;
    let loosened = text.bytes().filter_map(|byte| {
        let digit = byte.is_ascii_digit();
        let again = digit && std::mem::replace(&mut before, digit);
        before = digit;
        (!again).then_some(if digit { b'0' } else { byte })
    });
    Cow::Owned(loosened.collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scutch_page::{ExtractConfig, Hints, Limits, Scoring};

    use super::*;

    /// From its summary each block of a page gets the label that it had at first.
    #[test]
    fn a_page_is_scored_again_as_before() {
        let html = "<ul><li><a href=/>Home</a><li><a href=/sea>Sea</a></ul><h1>Fog</h1><p>The ferry left the harbour \
            late this morning, and nobody on board seemed to mind.</p><img src=a.png><p>Imprint</p>";
        let read = || Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let (page, config) = (read(), ExtractConfig::default());
        let first = Scoring::new(&page, &config).labels().to_vec();
        let key = Key { url: "http://a.example/".to_owned(), time: 0, record: 0 };
        let summary = Summary::new(key, &page, &first);
        let again = |summary: &Summary| {
            let page = read();
            Scoring::from_scores(&page, &config, summary.typed, |at| summary.first(at))
                .labels()
                .to_vec()
        };
        assert_eq!(again(&summary), first);
        assert!(first.iter().any(|label| label.reason != Reason::Kind), "{first:?}");
        let asked = TemplateConfig { nodes: true, ..TemplateConfig::default() };
        assert_eq!(again(&summary.clone().prepared(&page, &asked)), first);
        let bare = summary.prepared(&page, &TemplateConfig::default());
        assert!(bare.reasons.is_empty());
    }

    const STORY: &str = "<ul class=menu><li>Home<li>Home<li>Sea 12</ul>\
        <h1>Fog</h1><p>The ferry left at 9.</p>\
        <img src=a.png><p>Imprint</p>";

    fn story(config: &TemplateConfig) -> Summary {
        let page = Page::parse(STORY.as_bytes(), &Hints::default(), &Limits::default());
        let key = Key { url: "http://a.example/x?y".to_owned(), time: 7, record: 9 };
        let labels = Scoring::new(&page, &ExtractConfig::default());
        Summary::new(key, &page, labels.labels()).prepared(&page, config)
    }

    #[test]
    fn summaries_are_read_back_as_they_were() {
        use crate::config::{Markup, Method};
        let full = TemplateConfig {
            method: Method::T001,
            tokens: Tokens::Thesis,
            nodes: true,
            markup: Some(Markup::Span),
            ..TemplateConfig::default()
        };
        for config in [TemplateConfig::default(), full] {
            let summary = story(&config);
            for summary in [summary.as_snapshot(), summary] {
                let bytes = postcard::to_allocvec(&summary).expect("written");
                let read: Summary = postcard::from_bytes(&bytes).expect("read");
                assert_eq!(read, summary);
                assert!(bytes.len() < summary.memory(), "{} bytes", bytes.len());
            }
        }
    }

    #[test]
    fn a_snapshot_keeps_texts_and_words_alone() {
        let config =
            TemplateConfig { method: crate::config::Method::T001, ..TemplateConfig::default() };
        let summary = story(&config);
        let snapshot = summary.as_snapshot();
        assert_eq!((&snapshot.texts, &snapshot.words), (&summary.texts, &summary.words));
        assert!(snapshot.blocks.is_empty() && snapshot.slots.is_empty());
        assert!(snapshot.memory() < summary.memory());
        assert_eq!(snapshot.memory(), summary.snapshot_memory());
    }

    #[test]
    fn equal_blocks_share_text_and_slot() {
        let summary = story(&TemplateConfig::default());
        let texts: Vec<&Seen> = summary.blocks.iter().filter(|block| block.chars > 0).collect();
        assert_eq!(texts[0].text, texts[1].text, "two items are called home");
        assert_eq!(texts[0].path, texts[2].path, "items of one list");
        assert_eq!(summary.texts.len(), texts.len() - 1);
        assert!(texts.iter().all(|block| summary.has_text(block.text)));
        let slot = summary.slots.iter().find(|slot| slot.path == texts[0].path);
        assert_eq!(slot.map(|slot| slot.blocks), Some(3));
    }

    #[test]
    fn loose_texts_differ_by_more_than_numbers() {
        let loosened = |text: &str| String::from_utf8(loose(text).into_owned()).expect("UTF-8");
        let cases = [
            ("Page 12 of 340", "Page 0 of 0"),
            ("12", "0"),
            ("", ""),
            ("a1b22c", "a0b0c"),
            ("1.000,50 \u{20ac}", "0.0,0 \u{20ac}"),
        ];
        for (text, expected) in cases {
            assert_eq!(loosened(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn intersections_are_those_of_sets(
            a in prop::collection::btree_set(0u64..40, 0..30),
            b in prop::collection::btree_set(0u64..40, 0..30),
        ) {
            let [a_list, b_list] = [&a, &b].map(|set| set.iter().copied().collect::<Vec<u64>>());
            let mut found = Vec::new();
            intersect(&a_list, &b_list, |n| *n, |at, n| found.push((a_list[at], *n)));
            let expected: Vec<(u64, u64)> = a.intersection(&b).map(|n| (*n, *n)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
