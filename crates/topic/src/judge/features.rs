//! Features of the learned combination: a row of numbers for a memento and its anchor.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::sketch::Sketch;
use crate::sketch::lexicon::{Hit, Notice, SHORT_PAGE};
use crate::text::language;
use crate::text::terms::common;

/// Length of a row.
pub const COUNT: usize = 6;

/// Names of the features, in order. Each is from 0 to 1, and a larger one never makes a page more
/// on-topic: the coefficients are not negative.
pub const NAMES: [&str; COUNT] = [
    "weighted-words-and-frame",
    "words-frame-and-title",
    "notice",
    "refresh-and-lost",
    "shared-body-and-lost",
    "shrunk-and-words",
];

/// Names of the quantities that features are products of: see [`parts`].
pub const PART_NAMES: [&str; 13] = [
    "words",
    "weighted",
    "frame",
    "title",
    "lost",
    "shrunk",
    "bytes",
    "notice",
    "sentences",
    "refresh",
    "language",
    "shared",
    "few",
];

/// Fewest marks of a frame that can be compared.
const FRAME: usize = 3;

/// A memento and its anchor.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'s> {
    /// The anchor.
    pub anchor: &'s Sketch,
    /// The memento.
    pub memento: &'s Sketch,
    /// Number of other TimeMaps of the host with the same text.
    pub other_timemaps: u32,
}

/// The row of a pair.
///
/// Features are products: a page was replaced where words, frame and title are gone together. A
/// redesign loses the frame and keeps the words. A translation loses the words and keeps the frame.
pub fn row(pair: &Pair<'_>) -> [f64; COUNT] {
    let [words, weighted, frame, title, lost, shrunk, _, notice, sentences, refresh, _, shared, _] =
        parts(pair);
    [
        // Squares: half of the words gone is far less than half of the evidence.
        weighted * weighted * frame,
        words * words * frame * title,
        // A notice counts only where the old words are gone, unless it says so in whole sentences.
        sentences.max(notice * lost),
        refresh * lost,
        shared * lost,
        shrunk * words,
    ]
}

/// The differences of a memento from its anchor, each from 0 (none) to 1: see [`PART_NAMES`].
pub fn parts(pair: &Pair<'_>) -> [f64; 13] {
    let (anchor, memento) = (pair.anchor, pair.memento);
    let words = SharedWords::count(anchor, memento);
    let (a, b) = (&anchor.evidence, &memento.evidence);
    // A missing title is evidence for neither side.
    let title = match a.title_terms.is_empty() || b.title_terms.is_empty() {
        true => 0.5,
        false => overlap(&a.title_terms, &b.title_terms),
    };
    // Pages without ids, classes and links have no frame to compare.
    let frame = match a.frame.len().max(b.frame.len()) {
        0..FRAME => 0.5,
        _ => overlap(&a.frame, &b.frame),
    };
    let other_language = a.language.is_some() && b.language.is_some() && a.language != b.language;
    // A notice that the anchor has too says nothing about the memento.
    let notice = strongest(memento).map_or(0.0, |(_, strength)| strength)
        - strongest(anchor).map_or(0.0, |(_, strength)| strength);
    [
        1.0 - words.contained(),
        1.0 - words.weighted,
        1.0 - frame,
        1.0 - title,
        1.0 - words.kept(),
        shrinkage(anchor.words, memento.words),
        shrinkage(anchor.bytes, memento.bytes),
        notice.max(0.0),
        (sentences(memento) - sentences(anchor)).max(0.0),
        flag(b.refresh && !a.refresh),
        flag(other_language),
        flag(pair.other_timemaps > 0),
        // Not part of any feature; kept for those who fit other ones.
        1.0 - (memento.words as f64 / 40.0).min(1.0),
    ]
}

/// The shared words of two texts, without stop words.
struct SharedWords {
    anchor: usize,
    memento: usize,
    common: usize,
    /// Weighted Jaccard similarity. Weights are roots of counts, so that one frequent word does not
    /// decide alone.
    weighted: f64,
}

impl SharedWords {
    fn count(anchor: &Sketch, memento: &Sketch) -> Self {
        let plain = grammar();
        let size = |sketch: &Sketch| {
            let topical = sketch.terms.iter().filter(|(term, _)| !plain.contains(term));
            topical.fold((0, 0.0), |(n, sum), (_, count)| (n + 1, sum + f64::from(count).sqrt()))
        };
        let ((a, a_sum), (b, b_sum)) = (size(anchor), size(memento));
        let (mut common, mut smaller) = (0, 0.0);
        anchor.terms.for_each_common(&memento.terms, |term, x, y| {
            if !plain.contains(&term) {
                common += 1;
                smaller += f64::from(x.min(y)).sqrt();
            }
        });
        // max(x, y) = x + y - min(x, y), summed over all words.
        let larger = a_sum + b_sum - smaller;
        let weighted = if larger == 0.0 { 1.0 } else { smaller / larger };
        Self { anchor: a, memento: b, common, weighted }
    }

    /// Share of the smaller set that is in the larger one too.
    fn contained(&self) -> f64 {
        share(self.common, self.anchor.min(self.memento))
    }

    /// Share of the anchor's words that the memento still has.
    fn kept(&self) -> f64 {
        share(self.common, self.anchor)
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// The loss of size on a logarithmic scale: 0 for as large or larger, 1 for a thousandth.
fn shrinkage(anchor: u64, memento: u64) -> f64 {
    let ratio = (memento as f64 + 1.0) / (anchor as f64 + 1.0);
    (-ratio.ln() / 1000.0_f64.ln()).clamp(0.0, 1.0)
}

/// Share of the smaller list that is in the larger one too; 0 where only one is empty.
fn overlap(a: &[u64], b: &[u64]) -> f64 {
    match a.len().min(b.len()) {
        0 => flag(a.len() == b.len()),
        smaller => common(a, b) as f64 / smaller as f64,
    }
}

/// Token numbers of the stop words of all languages: a translation must not share them.
fn grammar() -> &'static FxHashSet<u64> {
    static WORDS: OnceLock<FxHashSet<u64>> = OnceLock::new();
    WORDS.get_or_init(|| language::all_stopwords().map(crate::text::tokens::token_id).collect())
}

/// The strongest notice of a page, and its strength, 0 to 1.
pub(crate) fn strongest(sketch: &Sketch) -> Option<(Notice, f64)> {
    let strengths =
        sketch.evidence.hits.iter().map(|hit| (hit.notice, strength(hit, sketch.evidence.words)));
    strengths.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Share of the page from which a notice has full strength.
const WHOLE: f64 = 0.7;

/// Strength of a notice, 0 to 1. A single block counts on short pages, and for notices that replace
/// the text of a page of any length.
fn strength(hit: &Hit, words: u64) -> f64 {
    let alone = hit.notice.replaces() || words <= SHORT_PAGE;
    let block = if alone { hit.block * 0.9 } else { 0.0 };
    (f64::from(hit.title.max(hit.page).max(block)) / WHOLE).min(1.0)
}

/// Whether blocks of a page say in whole sentences that it replaced another page: 0, 0.5 for one
/// sentence, 1 for several.
fn sentences(sketch: &Sketch) -> f64 {
    let hits = sketch.evidence.hits.iter();
    let said = hits.filter(|hit| hit.notice.replaces() && hit.block >= 0.5);
    f64::from(said.map(|hit| hit.sentences).max().unwrap_or_default().min(2)) / 2.0
}
