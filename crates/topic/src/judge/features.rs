//! Features of the learned combination: a row of numbers for a memento and its anchor.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::judge::content::Parts;
pub use crate::judge::table::{FEATURES, Feature};
use crate::sketch::Sketch;
use crate::sketch::lexicon::{Hit, Notice, SHORT_PAGE};
use crate::text::language;
use crate::text::terms::common;

/// Fewest marks of a frame that can be compared.
const FRAME: usize = 3;

/// A notice counts only where the old words are gone, unless it says so in whole sentences.
pub(super) fn notice_and_lost(p: &Page, c: &Parts) -> f64 {
    let notice = p.notice.max(c.password).max(c.like_error);
    p.sentences.max(notice * p.lost.max(c.lost_runs))
}

/// Content gone where no other capture shows the same, or where the marks of the frame are gone.
pub(super) fn content_gone(p: &Page, c: &Parts) -> f64 {
    c.lost_runs.min(c.new_runs) * (1.0 - c.support * (1.0 - p.frame))
}

/// A memento and its anchor.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'s> {
    /// The anchor.
    pub anchor: &'s Sketch,
    /// The memento.
    pub memento: &'s Sketch,
    /// Number of other TimeMaps of the host with the same text.
    pub other_timemaps: u32,
    /// How their parts differ.
    pub parts: Parts,
}

/// The row of a pair: a number for each of [`FEATURES`].
pub fn row(pair: &Pair<'_>) -> Vec<f32> {
    let page = page(pair);
    FEATURES.iter().map(|feature| (feature.value)(&page, &pair.parts) as f32).collect()
}

/// Share of ids, classes and addresses of the smaller page that the other lacks.
pub(super) fn marks_gone(pair: &Pair<'_>) -> f64 {
    page(pair).frame
}

/// The differences of a whole page from its anchor, each from 0 (none) to 1.
pub(super) struct Page {
    pub(super) words: f64,
    pub(super) weighted: f64,
    pub(super) frame: f64,
    pub(super) title: f64,
    pub(super) lost: f64,
    pub(super) shrunk: f64,
    pub(super) bytes: f64,
    pub(super) notice: f64,
    pub(super) sentences: f64,
    pub(super) refresh: f64,
    pub(super) language: f64,
    pub(super) shared: f64,
}

fn page(pair: &Pair<'_>) -> Page {
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
    // A notice that the anchor has too says nothing about the memento.
    let notice = strongest(memento).map_or(0.0, |(_, strength)| strength)
        - strongest(anchor).map_or(0.0, |(_, strength)| strength);
    Page {
        words: 1.0 - words.contained(),
        weighted: 1.0 - words.weighted,
        frame: 1.0 - frame,
        title: 1.0 - title,
        lost: 1.0 - words.kept(),
        shrunk: shrinkage(anchor.words, memento.words),
        bytes: shrinkage(anchor.bytes, memento.bytes),
        notice: notice.max(0.0),
        sentences: (sentences(memento) - sentences(anchor)).max(0.0),
        refresh: flag(b.refresh && !a.refresh),
        language: flag(a.is_other_language(b)),
        shared: flag(pair.other_timemaps > 0),
    }
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
    // One more on both sides: an empty page has no logarithm.
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
