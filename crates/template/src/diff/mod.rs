//! Which words of one page another page has in the same order.

mod difflib;
mod histogram;

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use difflib::html_blocks;

/// A run of equal words: `len` words from `a` in the first page and from `b` in the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Block {
    /// First word in the first page.
    pub a: usize,
    /// First word in the second page.
    pub b: usize,
    /// How many words.
    pub len: usize,
}

/// How pages are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Diff {
    /// Rare words first; linear in practice.
    #[default]
    Histogram,
    /// As Python's difflib under lxml's html_annotate; slow on long pages.
    Difflib,
}

impl Diff {
    /// The stretches of a page that another has too, in order.
    pub(crate) fn held(self, page: &[u32], other: &[u32]) -> Vec<Range<usize>> {
        match self {
            Self::Histogram => {
                let blocks = histogram::blocks(page, other).into_iter();
                blocks.map(|block| block.a..block.a + block.len).collect()
            }
            // The rules on junk and on small blocks look at the second text, which in `html_annotate` is the page.
            Self::Difflib => {
                let blocks = html_blocks(other, page).into_iter();
                blocks.map(|block| block.b..block.b + block.len).collect()
            }
        }
    }

    /// Runs of equal words, in order.
    pub fn blocks(self, a: &[u32], b: &[u32]) -> Vec<Block> {
        match self {
            Self::Histogram => histogram::blocks(a, b),
            Self::Difflib => html_blocks(a, b),
        }
    }
}
