//! What the learned combination looks at: a row of numbers for a memento and its anchor.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::sketch::Sketch;
use crate::sketch::lexicon::{Hit, Notice, SHORT_PAGE};
use crate::text::language;
use crate::text::terms::common;

/// Numbers of a row.
pub const COUNT: usize = 6;

/// Their names, in order. Each is from 0 to 1, and more of it never speaks for the page.
pub const NAMES: [&str; COUNT] = [
    "weighted-words-and-frame",
    "words-frame-and-title",
    "notice",
    "refresh-and-lost",
    "shared-body-and-lost",
    "shrunk-and-words",
];

/// What a row is made of, besides what it is made into: see [`parts`].
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

/// Marks from which a frame can be compared.
const FRAME: usize = 3;

/// A memento beside its anchor.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'s> {
    /// What it is compared with.
    pub anchor: &'s Sketch,
    /// The memento.
    pub memento: &'s Sketch,
    /// In how many other TimeMaps the same text stands.
    pub elsewhere: u32,
}

/// The row of a pair.
///
/// A page is another one where words, frame and title are gone together: a redesign loses the frame
/// and keeps the words, a translation loses the words and keeps the frame.
pub fn row(pair: &Pair<'_>) -> [f64; COUNT] {
    let [words, weighted, frame, title, lost, shrunk, _, notice, sentences, refresh, _, shared, _] =
        parts(pair);
    [
        weighted * weighted * frame,
        words * words * frame * title,
        sentences.max(notice * lost),
        refresh * lost,
        shared * lost,
        shrunk * words,
    ]
}

/// What sets a memento apart from its anchor, each from 0 (not at all) to 1.
pub fn parts(pair: &Pair<'_>) -> [f64; 13] {
    let (anchor, memento) = (pair.anchor, pair.memento);
    let words = Words::of(anchor, memento);
    let (a, b) = (&anchor.evidence, &memento.evidence);
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
        flag(pair.elsewhere > 0),
        1.0 - (memento.words as f64 / 40.0).min(1.0),
    ]
}

/// What two texts share of the words that carry topic.
struct Words {
    anchor: usize,
    memento: usize,
    common: usize,
    /// Sum of the smaller over sum of the larger counts, roots taken so that no word drowns others.
    weighted: f64,
}

impl Words {
    fn of(anchor: &Sketch, memento: &Sketch) -> Self {
        let plain = grammar();
        let size = |sketch: &Sketch| {
            let topical = sketch.terms.iter().filter(|(term, _)| !plain.contains(term));
            topical.fold((0, 0.0), |(n, sum), (_, count)| (n + 1, sum + f64::from(count).sqrt()))
        };
        let ((a, a_sum), (b, b_sum)) = (size(anchor), size(memento));
        let (mut common, mut smaller) = (0, 0.0);
        anchor.terms.meet(&memento.terms, |term, x, y| {
            if !plain.contains(&term) {
                common += 1;
                smaller += f64::from(x.min(y)).sqrt();
            }
        });
        let larger = a_sum + b_sum - smaller;
        let weighted = if larger == 0.0 { 1.0 } else { smaller / larger };
        Self { anchor: a, memento: b, common, weighted }
    }

    /// Share of the smaller set that the larger has too.
    fn contained(&self) -> f64 {
        share(self.common, self.anchor.min(self.memento))
    }

    /// Share of the anchor's words that are still there.
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

/// How much smaller the memento is: 0 for as large or larger, near 1 for a thousandth.
fn shrinkage(anchor: u64, memento: u64) -> f64 {
    let ratio = (memento as f64 + 1.0) / (anchor as f64 + 1.0);
    (-ratio.ln() / 1000.0_f64.ln()).clamp(0.0, 1.0)
}

/// Share of the smaller list that the larger one has too; 0 where only one is empty.
fn overlap(a: &[u64], b: &[u64]) -> f64 {
    match a.len().min(b.len()) {
        0 => flag(a.len() == b.len()),
        smaller => common(a, b) as f64 / smaller as f64,
    }
}

/// Stop words of all languages.
fn grammar() -> &'static FxHashSet<u64> {
    static WORDS: OnceLock<FxHashSet<u64>> = OnceLock::new();
    WORDS.get_or_init(|| language::all_stopwords().map(crate::text::tokens::token_id).collect())
}

/// The notice that a page is most of all, and how much it is one, 0 to 1.
pub fn strongest(sketch: &Sketch) -> Option<(Notice, f64)> {
    let strengths =
        sketch.evidence.hits.iter().map(|hit| (hit.notice, strength(hit, sketch.evidence.words)));
    strengths.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Share from which a page is nothing but a notice.
const WHOLE: f64 = 0.7;

/// On a page with little else any block counts, on others those that do not stand beside a text.
fn strength(hit: &Hit, words: u64) -> f64 {
    let alone = hit.notice.replaces() || words <= SHORT_PAGE;
    let block = if alone { hit.block * 0.9 } else { 0.0 };
    (f64::from(hit.title.max(hit.page).max(block)) / WHOLE).min(1.0)
}

/// Whether a page says in whole sentences, in blocks of their own, that it replaced another: 0, 0.5
/// for one sentence, 1 for several.
fn sentences(sketch: &Sketch) -> f64 {
    let hits = sketch.evidence.hits.iter();
    let said = hits.filter(|hit| hit.notice.replaces() && hit.block >= 0.5);
    f64::from(said.map(|hit| hit.sentences).max().unwrap_or_default().min(2)) / 2.0
}
