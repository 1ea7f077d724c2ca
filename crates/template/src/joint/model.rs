//! The score of a block by itself and by the pages beside it: a vote of trees.

use std::sync::LazyLock;

use scutch_learn::Trees;

use super::measure::{NAMES, Row};

/// Grown by `crates/template/examples/fit`.
static TREES: LazyLock<Trees> = LazyLock::new(|| {
    let names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    Trees::read(include_str!("../../data/trees.tsv"), &names, |_| 0)
});

/// Beyond this the single-page score is not believed.
const SURE: f32 = 0.99;

/// The trees correct the score that single-page extraction gives.
pub(super) fn score(row: &Row, own: f32) -> f32 {
    let own = own.clamp(1.0 - SURE, SURE);
    let odds = (own / (1.0 - own)).ln() + TREES.log_odds(row, &mut [0.0]);
    1.0 / (1.0 + (-odds).exp())
}
