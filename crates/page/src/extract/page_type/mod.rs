//! The type of a page, learned from pages that people have sorted.
//!
//! The page is measured once as a whole. A table of trees gives log odds for each type, and their
//! softmax the probabilities, which are calibrated on hosts that no tree has seen.

mod address;
mod features;
mod groups;
mod markup;
mod words;

use scutch_learn::Trees;

use super::surroundings::Surroundings;
use crate::{Page, PageType, TypePrediction};

/// One set of trees for each learned type.
#[derive(Debug)]
pub struct TypeTrees([Trees; PageType::LEARNED.len()]);

impl TypeTrees {
    /// Reads a table as `data/types.tsv`.
    pub fn read(table: &str) -> Self {
        let names = features::names();
        Self(PageType::LEARNED.map(|page_type| {
            // The first line of the table names the features of all trees.
            let heads = ["features", page_type.id()];
            let own =
                |line: &&str| line.split_once('\t').is_some_and(|(head, _)| heads.contains(&head));
            let lines: Vec<&str> = table.lines().filter(own).collect();
            Trees::read(&lines.join("\n"), &names, |_| 0)
        }))
    }

    /// The type of a page by these trees; unknown for a page without text.
    pub(super) fn predict(&self, page: &Page, around: &Surroundings<'_>) -> TypePrediction {
        if page.tree().is_empty() || page.blocks().iter().all(|block| block.chars == 0) {
            return TypePrediction::UNKNOWN;
        }
        let row = features::measure(page, around);
        TypePrediction::from_odds(self.0.each_ref().map(|trees| trees.votes(&[&row])[0].log_odds))
    }
}

/// Names and values of the features of a page, for growing trees.
pub(super) fn measure(page: &Page, around: &Surroundings<'_>) -> (Vec<String>, Vec<f32>) {
    (features::names(), features::measure(page, around))
}

/// Name and meaning of each feature.
pub(super) fn described() -> Vec<(String, String)> {
    features::names().into_iter().zip(features::sentences()).collect()
}

#[cfg(test)]
mod tests;
