//! What the learned combination looks at: a row of numbers for a memento and its anchor.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::language;
use crate::lexicon::{Hit, Notice};
use crate::sketch::Sketch;
use crate::terms::common;

/// Numbers of a row.
pub const COUNT: usize = 14;

/// Their names, in order.
pub const NAMES: [&str; COUNT] = [
    "apart",
    "words-apart",
    "frame-apart",
    "title-apart",
    "shrunk",
    "bytes-shrunk",
    "notice",
    "notice-alone",
    "refresh",
    "other-language",
    "shared-body",
    "few-words",
    "lost-and-framed",
    "cosine-apart",
];

/// A memento beside its anchor.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'s> {
    /// What it is compared with.
    pub anchor: &'s Sketch,
    /// The memento.
    pub memento: &'s Sketch,
    /// Cosine of the two over the TimeMap.
    pub cosine: f64,
    /// In how many other TimeMaps the same text stands.
    pub elsewhere: u32,
}

/// The row of a pair.
pub fn row(pair: &Pair<'_>) -> [f64; COUNT] {
    let (anchor, memento) = (pair.anchor, pair.memento);
    let words = overlap_of_words(anchor, memento);
    let frame = overlap(&anchor.evidence.frame, &memento.evidence.frame);
    let title = overlap(&anchor.evidence.title_terms, &memento.evidence.title_terms);
    let shrunk = shrinkage(anchor.words, memento.words);
    let notice = strongest(memento).map_or(0.0, |(_, strength)| strength)
        - strongest(anchor).map_or(0.0, |(_, strength)| strength);
    let other_language = match (&anchor.evidence.language, &memento.evidence.language) {
        (Some(a), Some(b)) => flag(a != b),
        _ => 0.0,
    };
    let few = 1.0 - (memento.words as f64 / 40.0).min(1.0);
    [
        1.0 - words.max(frame).max(pair.cosine),
        1.0 - words,
        1.0 - frame,
        1.0 - title,
        shrunk,
        shrinkage(anchor.bytes, memento.bytes),
        notice.max(0.0),
        notice.max(0.0) * shrunk,
        flag(memento.evidence.refresh && !anchor.evidence.refresh),
        other_language,
        flag(pair.elsewhere > 0),
        few * shrunk,
        (1.0 - words) * frame,
        1.0 - pair.cosine,
    ]
}

fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// How much smaller the memento is: 0 for as large or larger, near 1 for a thousandth.
fn shrinkage(anchor: u64, memento: u64) -> f64 {
    let ratio = (memento as f64 + 1.0) / (anchor as f64 + 1.0);
    (-ratio.ln() / 1000.0_f64.ln()).clamp(0.0, 1.0)
}

/// Share of the smaller list that the larger one has too; 1 where both are empty.
fn overlap(a: &[u64], b: &[u64]) -> f64 {
    match a.len().min(b.len()) {
        0 => flag(a.len() == b.len()),
        smaller => common(a, b) as f64 / smaller as f64,
    }
}

/// The same of the words that carry topic.
fn overlap_of_words(a: &Sketch, b: &Sketch) -> f64 {
    let plain = grammar();
    let topical = |sketch: &Sketch| -> Vec<u64> {
        sketch.terms.iter().map(|(term, _)| term).filter(|t| !plain.contains(t)).collect()
    };
    overlap(&topical(a), &topical(b))
}

/// Stop words of all languages.
fn grammar() -> &'static FxHashSet<u64> {
    static WORDS: OnceLock<FxHashSet<u64>> = OnceLock::new();
    WORDS.get_or_init(|| language::all_stopwords().map(crate::tokens::token_id).collect())
}

/// The notice that a page is most of all, and how much it is one, 0 to 1.
pub fn strongest(sketch: &Sketch) -> Option<(Notice, f64)> {
    let strengths = sketch.evidence.hits.iter().map(|hit| (hit.notice, strength(hit)));
    strengths.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

fn strength(hit: &Hit) -> f64 {
    f64::from(hit.title.max(hit.page).max(hit.block * 0.9)).min(1.0)
}
