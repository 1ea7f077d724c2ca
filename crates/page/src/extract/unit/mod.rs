//! Units: blocks that a reader sees as one thing, decided together.
//!
//! A unit is a range of blocks that belong together: the rows of a list, a listing, a table with
//! its caption, the notes at the end, a question with its answer. Scores judge block by block, so
//! that a list of five short values loses two of them. Each file finds one kind of unit and says
//! which blocks stand or fall together. The rule is one for all kinds: a unit is kept where its
//! strongest part reaches the threshold of its place ((see [`Announced`])). Parts that differ too
//! much from it are left to their own scores. Only a run of which hardly anything is kept goes as a
//! whole (`remnant`).
//!
//! Each pass reads the blocks once, or the containers once, so that hostile pages stay linear.

mod caption;
mod code;
mod deck;
mod disclosure;
mod equation;
mod note;
mod remnant;
mod repeated;
mod tables;

use std::ops::Range;

use super::surroundings::Surroundings;
use crate::block::{Block, BlockKind};
use crate::{Label, Page, Reason};

/// Share of the threshold that the strongest part of a unit must reach where the text around it
/// announces it. What is announced is meant to be read.
const ANNOUNCED: f32 = 0.6;
/// Elements around a block that are looked at.
const LEVELS: usize = 6;
/// Signs with which a text announces what follows.
const COLONS: &[char] = &[':', '：', '︰'];

/// Decides about all units of a page.
pub(super) fn decide(page: &Page, around: &Surroundings<'_>, threshold: f32, labels: &mut [Label]) {
    let looks = repeated::looks(page);
    let mut judge = Judge { page, around, looks: &looks, threshold, labels };
    // Parts before what holds them: a listing can be the strongest part of a figure.
    code::decide(&mut judge);
    repeated::decide(&mut judge);
    equation::decide(&mut judge);
    tables::decide(&mut judge);
    disclosure::decide(&mut judge);
    caption::decide(&mut judge);
    deck::decide(&mut judge);
    // Last: a note follows the text that refers to it.
    note::decide(&mut judge);
}

/// How a page announces a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Announced {
    /// A text with a colon stands before it, or the text goes on behind it.
    ByText,
    /// A heading stands before it. Boxes of all sorts have headings.
    ByHeading,
}

/// Sums of text over the blocks before each block: many labels can name one panel.
struct KeptText {
    /// Characters, and those of them that are kept.
    before: Vec<[u64; 2]>,
}

impl KeptText {
    /// Whether most of the text of a range is kept.
    fn is_most_of(&self, range: &Range<usize>) -> bool {
        let ([all, kept], [all_to, kept_to]) = (self.before[range.start], self.before[range.end]);
        kept_to > kept && (kept_to - kept) * 2 >= all_to - all
    }
}

/// The labels of a page while units are decided.
struct Judge<'a, 'p> {
    page: &'a Page,
    around: &'a Surroundings<'p>,
    /// How each container looks.
    looks: &'a [u64],
    threshold: f32,
    labels: &'a mut [Label],
}

impl Judge<'_, '_> {
    /// Keeps the blocks of a range that have text.
    fn keep(&mut self, range: Range<usize>, reason: Reason) {
        for at in range {
            let label = &mut self.labels[at];
            if !label.content && self.page.blocks()[at].chars > 0 {
                *label = Label { content: true, score: label.score, reason };
            }
        }
    }

    /// Whether the text before a block is kept.
    fn kept_before(&self, at: usize) -> Option<usize> {
        self.around.before(at, 1).filter(|before| self.labels[*before].content)
    }

    /// Whether the text after the last block of a unit is kept.
    fn kept_after(&self, last: usize) -> Option<usize> {
        self.around.after(last, 1).filter(|after| self.labels[*after].content)
    }

    /// How the page announces a unit. `None` where what stands before it is not kept.
    fn announced(&self, range: &Range<usize>) -> Option<Announced> {
        let before = &self.page.blocks()[self.kept_before(range.start)?];
        let after = self.kept_after(range.end - 1).map(|after| &self.page.blocks()[after]);
        let containers = self.page.containers();
        let parent = |block: &Block| containers[block.container as usize].parent;
        // The same text goes on, not the next part of the page.
        let goes_on = after.is_some_and(|after| {
            after.container == before.container || parent(after) == parent(before)
        });
        match before.kind {
            BlockKind::Heading(_) => Some(Announced::ByHeading),
            _ if goes_on || before.text.ends_with(COLONS) => Some(Announced::ByText),
            _ => None,
        }
    }

    /// How much text of the page is kept so far.
    fn kept_text(&self) -> KeptText {
        let mut before = Vec::with_capacity(self.labels.len() + 1);
        let mut sums = [0_u64; 2];
        before.push(sums);
        for (block, label) in self.page.blocks().iter().zip(&*self.labels) {
            let chars = u64::from(block.chars);
            sums[0] += chars;
            sums[1] += if label.content { chars } else { 0 };
            before.push(sums);
        }
        KeptText { before }
    }

    /// The blocks of a container.
    fn blocks_of(&self, container: u32) -> Range<usize> {
        let container = &self.page.containers()[container as usize];
        container.first as usize..container.end as usize
    }
}

/// The log odds of a score.
fn log_odds(score: f32) -> f32 {
    (score / (1.0 - score)).ln()
}

#[cfg(test)]
mod tests;
