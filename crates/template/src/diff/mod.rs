//! Word diff: runs of equal words that two pages have in the same order.

mod difflib;
mod histogram;
mod shortest;

pub use crate::config::Diff;
use difflib::html_blocks;

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

/// Runs of equal words, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The runs.
    pub blocks: Vec<Block>,
    /// There may be more: the comparison ran out of steps.
    pub capped: bool,
}

impl Diff {
    /// Runs of words that a page shares with another; `a` is the page.
    pub(crate) fn shared(self, page: &[u32], other: &[u32]) -> Found {
        match self {
            Self::Histogram => histogram::blocks(page, other),
            // The rules on junk and on small blocks look at the second text, which in
            // `html_annotate` is the page.
            Self::Difflib => {
                let mut found = html_blocks(other, page);
                found
                    .blocks
                    .iter_mut()
                    .for_each(|block| std::mem::swap(&mut block.a, &mut block.b));
                found
            }
        }
    }

    /// Runs of equal words, in order.
    pub fn blocks(self, a: &[u32], b: &[u32]) -> Found {
        match self {
            Self::Histogram => histogram::blocks(a, b),
            Self::Difflib => html_blocks(a, b),
        }
    }
}

#[cfg(test)]
mod tests {
    /// The length of a longest common subsequence, by the table.
    pub(super) fn longest(a: &[u32], b: &[u32]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for word in a {
            let mut corner = 0;
            for at in 0..b.len() {
                let above = row[at + 1];
                row[at + 1] = if b[at] == *word { corner + 1 } else { above.max(row[at]) };
                corner = above;
            }
        }
        row[b.len()]
    }
}
