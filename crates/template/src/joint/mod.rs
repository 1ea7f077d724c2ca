//! A page with its partners: each block measured against them, and scored.

mod buckets;
mod measure;
mod model;
mod partners;
mod shares;

use scutch_page::extract::Scoring;
use scutch_page::{BlockKind, Label, Page, Reason};

pub use measure::{NAMES, measure};
use measure::{Row, text_share};
pub use partners::{Evidence, Partners};

use crate::summary::Summary;

/// Name and version of the method.
pub const METHOD: &str = "template/6";

/// From so many partners on, a text that nearly all of them have is theirs together.
const MANY: usize = 3;
/// The share of partners that is nearly all.
const NEARLY_ALL: f32 = 0.9;
/// Characters of running text: short lines and cells are alike by chance, code by custom.
const RUNNING: u32 = 60;

fn is_running(page: &Page, at: usize) -> bool {
    let block = &page.blocks()[at];
    block.chars >= RUNNING && matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem)
}

/// Scores the blocks of a page anew by what its partners and snapshots show. Without partners everything stays
/// as single-page extraction has it, and the answer is no.
pub fn rescore(
    scoring: &mut Scoring<'_>,
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
) -> bool {
    correct(scoring, page, summary, evidence, |_, row, own| model::score(row, own))
}

/// The same by other scores than those of the shipped trees; `score` gets the number of a block and its single-page score.
#[doc(hidden)]
pub fn rescore_by(
    scoring: &mut Scoring<'_>,
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
    score: impl Fn(usize, f32) -> f32,
) -> bool {
    correct(scoring, page, summary, evidence, |at, _, own| score(at, own))
}

fn correct(
    scoring: &mut Scoring<'_>,
    page: &Page,
    summary: &Summary,
    evidence: &Evidence<'_>,
    score: impl Fn(usize, &Row, f32) -> f32,
) -> bool {
    if evidence.partners.is_empty() {
        return false;
    }
    let rows = measure(page, summary, evidence);
    let corrected = |at: usize, label: &Label| {
        let score = score(at, &rows[at], label.score);
        if evidence.partners.len() < MANY || !is_running(page, at) {
            return score;
        }
        // However much it looks like an article, what nearly all pages say is not this page's own.
        let share = text_share(&rows[at]);
        if share >= NEARLY_ALL { score.min(1.0 - share) } else { score }
    };
    scoring.rescore(corrected, Reason::Partners);
    true
}
