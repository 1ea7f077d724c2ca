//! Measurements for the programs that fit the learned models. No part of what the crate promises.

pub use super::lexicon::Lexicon;
pub use super::page_type::TypeTrees;
use super::surroundings::Surroundings;
use super::{context, copies, features, lexicon, page_type, row};
use crate::Page;

/// Which features are measured.
#[derive(Debug, Clone, Copy)]
pub enum Measure<'a> {
    /// Those of the first score, given the weights of words.
    First(&'a Lexicon),
    /// Those that the second score adds, given the first scores.
    Second(&'a [f32]),
}

/// Feature names, and one row of values per block.
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

/// For each block, the place at which a later equal block would be a copy. Of equal blocks that are
/// content, the first is kept, and those at the same place as the first.
pub fn places_of_copies(page: &Page) -> Vec<Option<u32>> {
    let around = Surroundings::new(page);
    let blocks = page.blocks().iter().enumerate();
    blocks.map(|(index, block)| copies::place_of_copy(block, &around, index)).collect()
}

/// Visits the words from which weights are learned: index of the block, name of the place, word.
pub fn words(page: &Page, visit: &mut dyn FnMut(usize, &'static str, &str)) {
    lexicon::words(page, visit);
}

/// Names and values of the features that tell the type of a page.
pub fn measure_type(page: &Page) -> (Vec<String>, Vec<f32>) {
    page_type::measure(page, &Surroundings::new(page))
}

/// Name and meaning of each feature of a block: those of the first score, then those that the
/// second adds.
pub fn describe() -> Vec<(String, String)> {
    let first = row::names().into_iter().zip(row::sentences());
    first.chain(context::names().into_iter().zip(context::sentences())).collect()
}

/// Name and meaning of each feature that tells the type of a page.
pub fn describe_type() -> Vec<(String, String)> {
    page_type::described()
}

/// Sets the type of a page by these trees, for pages from which the shipped ones have learned.
/// `false`: the type is already known, and stays.
pub fn tell_type(page: &Page, trees: &TypeTrees) -> bool {
    let mut is_new = false;
    page.typed_with(|| {
        is_new = true;
        trees.predict(page, &Surroundings::new(page))
    });
    is_new
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_feature_has_a_sentence() {
        let counts = [row::COUNT + context::COUNT, page_type::described().len()];
        for (described, count) in [describe(), describe_type()].into_iter().zip(counts) {
            assert_eq!(described.len(), count);
            for (name, sentence) in &described {
                assert!(sentence.ends_with('.') && sentence.len() > 8, "{name}: {sentence}");
            }
            let names: BTreeSet<&String> = described.iter().map(|(name, _)| name).collect();
            assert_eq!(names.len(), count, "a name of its own for each");
        }
        let page = Page::parse(b"", &Default::default(), &Default::default());
        let measured = measure_type(&page);
        assert_eq!(measured.0.len(), describe_type().len());
        assert_eq!(measured.1.len(), describe_type().len());
    }
}
