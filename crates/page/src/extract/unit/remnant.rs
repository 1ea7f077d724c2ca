//! What is left of a list or a row of cards of which nearly all is boilerplate: one link of a menu,
//! one title among products that others bought.
//!
//! The other way round does not hold. What scores leave out of a row that is nearly all content,
//! such as buttons and dates, is boilerplate: on all sets of `bench/extraction.py` keeping it lost.

use std::ops::Range;

use super::Judge;
use crate::{Label, Reason};

/// A run is left out if at most one in this many characters of it is kept.
const KEPT: u64 = 10;

/// Drops what is kept of runs that are boilerplate but for a remnant.
pub(super) fn leave_out(judge: &mut Judge<'_, '_>, runs: impl Iterator<Item = Range<usize>>) {
    let kept = judge.kept_text();
    // Marked from here to there, then dropped in one walk: lists in lists are runs, too.
    let mut marks = vec![0_i32; judge.labels.len() + 1];
    for range in runs {
        let ([all, one], [all_to, one_to]) = (kept.before[range.start], kept.before[range.end]);
        if one_to > one && (one_to - one) * KEPT <= all_to - all {
            marks[range.start] += 1;
            marks[range.end] -= 1;
        }
    }
    let mut within = 0;
    for (label, mark) in judge.labels.iter_mut().zip(marks) {
        within += mark;
        if within > 0 && label.content {
            *label = Label { content: false, score: label.score, reason: Reason::Remnant };
        }
    }
}
