//! Features of the learned combination: a row of numbers for a memento and its anchor.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::judge::content::Parts;
use crate::sketch::Sketch;
use crate::sketch::lexicon::{Hit, Notice, SHORT_PAGE};
use crate::text::language;
use crate::text::terms::common;

/// A number of a row.
#[derive(Debug, Clone, Copy)]
pub struct Feature {
    /// The name, as in the table of the model.
    pub name: &'static str,
    /// What it is.
    pub sentence: &'static str,
    /// Whether a larger number may only make a page more off-topic (1), less (-1), or either (0).
    pub direction: i8,
    value: fn(&Page, &Parts) -> f64,
}

/// The features, in the order of a row.
pub const FEATURES: &[Feature] = &[
    Feature {
        name: "page-words",
        sentence: "Share of the smaller set of words of the two pages that the other lacks.",
        direction: 1,
        value: |p, _| p.words,
    },
    Feature {
        name: "page-weighted",
        sentence: "Weighted Jaccard distance of the words of the two pages.",
        direction: 1,
        value: |p, _| p.weighted,
    },
    Feature {
        name: "page-lost",
        sentence: "Share of the words of the anchor's page that are gone.",
        direction: 1,
        value: |p, _| p.lost,
    },
    Feature {
        name: "page-and-marks",
        sentence: "Words, as page-weighted, and marks gone together.",
        direction: 1,
        value: |p, _| p.weighted * p.weighted * p.frame,
    },
    Feature {
        name: "page-marks-and-title",
        sentence: "Words, as page-words, marks and title gone together.",
        direction: 1,
        value: |p, _| p.words * p.words * p.frame * p.title,
    },
    Feature {
        name: "notice-and-lost",
        sentence: "A notice, a form for a password or an answer under missing addresses, with words lost.",
        direction: 1,
        value: notice_and_lost,
    },
    Feature {
        name: "page-shrunk",
        sentence: "Loss of words of the page, on a logarithmic scale.",
        direction: 0,
        value: |p, _| p.shrunk,
    },
    Feature {
        name: "page-bytes",
        sentence: "Loss of bytes, on a logarithmic scale.",
        direction: 0,
        value: |p, _| p.bytes,
    },
    Feature {
        name: "marks",
        sentence: "Share of ids, classes and addresses of the smaller page that the other lacks.",
        direction: 1,
        value: |p, _| p.frame,
    },
    Feature {
        name: "title",
        sentence: "Share of the words of the shorter title that the other lacks.",
        direction: 1,
        value: |p, _| p.title,
    },
    Feature {
        name: "notice",
        sentence: "Strength of the strongest notice on the page.",
        direction: 1,
        value: |p, _| p.notice,
    },
    Feature {
        name: "sentences",
        sentence: "The page says in whole sentences that it replaced another page.",
        direction: 1,
        value: |p, _| p.sentences,
    },
    Feature {
        name: "refresh",
        sentence: "The page sends its readers elsewhere by itself.",
        direction: 1,
        value: |p, _| p.refresh,
    },
    Feature {
        name: "language",
        sentence: "The page is in another language.",
        direction: 0,
        value: |p, _| p.language,
    },
    Feature {
        name: "shared",
        sentence: "Other addresses of the host have the same text.",
        direction: 1,
        value: |p, _| p.shared,
    },
    Feature {
        name: "content-lost-words",
        sentence: "Share of the words of the anchor's content that are not on the page.",
        direction: 1,
        value: |_, c| c.lost_words,
    },
    Feature {
        name: "content-lost-runs",
        sentence: "Share of the runs of three words of the anchor's content that are not on the page.",
        direction: 1,
        value: |_, c| c.lost_runs,
    },
    Feature {
        name: "content-new-words",
        sentence: "Share of the words of the content that are not on the anchor's page.",
        direction: 1,
        value: |_, c| c.new_words,
    },
    Feature {
        name: "content-new-runs",
        sentence: "Share of the runs of three words of the content that are not in the anchor's content.",
        direction: 1,
        value: |_, c| c.new_runs,
    },
    Feature {
        name: "content-apart",
        sentence: "The smaller of the shares of runs that either content lacks.",
        direction: 1,
        value: |_, c| c.lost_runs.min(c.new_runs),
    },
    Feature {
        name: "content-gone",
        sentence: "Content apart, and no other capture with the same, or the marks gone too.",
        direction: 1,
        value: content_gone,
    },
    Feature {
        name: "content-replaced",
        sentence: "Content lost, new, and with less text than the anchor has.",
        direction: 1,
        value: |_, c| c.lost_runs * c.new_runs * (0.5 - c.new_ratio).clamp(0.0, 1.0),
    },
    Feature {
        name: "content-shrunk",
        sentence: "Loss of words of the content, on a logarithmic scale.",
        direction: 0,
        value: |_, c| c.shrunk,
    },
    Feature {
        name: "anchor-size",
        sentence: "Words of the anchor's content, on a logarithmic scale.",
        direction: 0,
        value: |_, c| c.anchor_size,
    },
    Feature {
        name: "new-size",
        sentence: "Words of blocks that the anchor and the host's frame lack, on a logarithmic scale.",
        direction: 0,
        value: |_, c| c.new_size,
    },
    Feature {
        name: "new-ratio",
        sentence: "The same against the words of the anchor's content.",
        direction: 0,
        value: |_, c| c.new_ratio,
    },
    Feature {
        name: "frame",
        sentence: "Share of the words of the anchor's frame that are not on the page.",
        direction: 0,
        value: |_, c| c.frame,
    },
    Feature {
        name: "own-title",
        sentence: "As title, without words that titles of the whole host have.",
        direction: 1,
        value: |_, c| c.title,
    },
    Feature {
        name: "headline",
        sentence: "Share of the anchor's headline that is not on the page.",
        direction: 1,
        value: |_, c| c.headline,
    },
    Feature {
        name: "new-notice",
        sentence: "Share of what is new that phrases of notices cover.",
        direction: 1,
        value: |_, c| c.notice,
    },
    Feature {
        name: "password",
        sentence: "The page asks for a password, and the anchor does not.",
        direction: 1,
        value: |_, c| c.password,
    },
    Feature {
        name: "new-links",
        sentence: "Share of what is new that is in links.",
        direction: 0,
        value: |_, c| c.links,
    },
    Feature {
        name: "anchor-links",
        sentence: "Share of the anchor's content that is in links.",
        direction: -1,
        value: |_, c| c.anchor_links,
    },
    Feature {
        name: "more-links",
        sentence: "How much more of what is new is in links than of the anchor's content.",
        direction: 1,
        value: |_, c| (c.links - c.anchor_links).max(0.0),
    },
    Feature {
        name: "block-size",
        sentence: "Words of a block of what is new, on a logarithmic scale.",
        direction: 0,
        value: |_, c| c.block_size,
    },
    Feature {
        name: "elsewhere",
        sentence: "Share of what is new that some other pages of the host show too.",
        direction: 0,
        value: |_, c| c.elsewhere,
    },
    Feature {
        name: "other-page",
        sentence: "How much nearer the content is to that of another page than the anchor's is.",
        direction: 1,
        value: |_, c| c.other_page,
    },
    Feature {
        name: "like-error",
        sentence: "Likeness of the content to what the host answers under missing addresses.",
        direction: 1,
        value: |_, c| c.like_error,
    },
    Feature {
        name: "neighbours",
        sentence: "Other pages of the host are known.",
        direction: 0,
        value: |_, c| c.neighbours,
    },
    Feature {
        name: "front",
        sentence: "The page is the front of its site.",
        direction: -1,
        value: |_, c| c.front,
    },
    Feature {
        name: "cohesion",
        sentence: "Share of the anchor's content on the captures that resemble neither.",
        direction: 0,
        value: |_, c| c.cohesion,
    },
    Feature {
        name: "support",
        sentence: "Share of the other captures that have the same content.",
        direction: -1,
        value: |_, c| c.support,
    },
    Feature {
        name: "anchor-support",
        sentence: "Share of the other captures that have the anchor's content.",
        direction: 0,
        value: |_, c| c.anchor_support,
    },
    Feature {
        name: "returns",
        sentence: "The anchor's content is there again on a later capture.",
        direction: 1,
        value: |_, c| c.returns,
    },
    Feature {
        name: "variety",
        sentence: "Mean share of the content of a capture that another capture lacks.",
        direction: -1,
        value: |_, c| c.variety,
    },
    Feature {
        name: "content-odd",
        sentence: "Content apart, on few captures, where others keep the anchor's.",
        direction: 1,
        value: |_, c| c.lost_runs.min(c.new_runs) * c.cohesion * (1.0 - c.support),
    },
];

/// Fewest marks of a frame that can be compared.
const FRAME: usize = 3;

/// A notice counts only where the old words are gone, unless it says so in whole sentences.
fn notice_and_lost(p: &Page, c: &Parts) -> f64 {
    let notice = p.notice.max(c.password).max(c.like_error);
    p.sentences.max(notice * p.lost.max(c.lost_runs))
}

/// Content gone where no other capture shows the same, or where the marks of the frame are gone.
fn content_gone(p: &Page, c: &Parts) -> f64 {
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
struct Page {
    words: f64,
    weighted: f64,
    frame: f64,
    title: f64,
    lost: f64,
    shrunk: f64,
    bytes: f64,
    notice: f64,
    sentences: f64,
    refresh: f64,
    language: f64,
    shared: f64,
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
