//! What fits the learned tables, and measures with others than those shipped: for `examples/` here and in
//! `scutch-template`, no part of what the crate promises.

use std::path::Path;

pub use super::lexicon::Lexicon;
pub use super::page_type::TypeTrees;
use super::surroundings::Surroundings;
use super::{context, copies, features, lexicon, page_type, row, tables};
use crate::Page;

/// Uses the tables of a folder in place of those shipped, for measuring; no effect once a page has
/// been scored.
///
/// # Errors
/// When one of them cannot be read.
pub fn use_tables(folder: &Path) -> std::io::Result<()> {
    tables::use_folder(folder)
}

/// Which features are measured.
#[derive(Debug, Clone, Copy)]
pub enum Measure<'a> {
    /// Those of the first score, given the weights of words.
    First(&'a Lexicon),
    /// Those that the second adds, given the first scores.
    Second(&'a [f32]),
}

/// Rows of feature values for fitting the weights: names, then one row per block.
pub fn measure(page: &Page, of: Measure<'_>) -> (Vec<String>, Vec<Vec<f32>>) {
    let around = Surroundings::new(page);
    match of {
        Measure::First(words) => {
            let rows = features::rows(page, &around, words);
            (row::names(), rows.iter().map(|row| row.0.to_vec()).collect())
        }
        Measure::Second(scores) => {
            let rows = context::rows(page, &around, scores);
            (context::names(), rows.map(|row| row.0.to_vec()).collect())
        }
    }
}

/// For each block where it stands if it would be a copy of an equal one elsewhere: of those that
/// are content the first is taken, and those that stand where it does.
pub fn places_of_copies(page: &Page) -> Vec<Option<u32>> {
    let around = Surroundings::new(page);
    let blocks = page.blocks().iter().enumerate();
    blocks.map(|(index, block)| copies::place_of_copy(block, &around, index)).collect()
}

/// The words that weights are learned of: calls `visit` with the number of the block, the place and
/// the word.
pub fn words(page: &Page, visit: &mut dyn FnMut(usize, &'static str, &str)) {
    lexicon::words(page, visit);
}

/// What tells the type of a page, measured for growing trees: names and values.
pub fn measure_type(page: &Page) -> (Vec<String>, Vec<f32>) {
    page_type::measure(page, &Surroundings::new(page))
}

/// Has the type of a page told by these trees: for pages that those in use have learned from.
/// `false`: it is known already, and stays.
pub fn tell_type(page: &Page, trees: &TypeTrees) -> bool {
    let mut told = false;
    page.typed_with(|| {
        told = true;
        trees.tell(page, &Surroundings::new(page))
    });
    told
}
