//! The two scores of a block.
//!
//! The first score is linear and sees the block with the elements around it. The second also sees
//! the first scores of the neighbours: trees judge each block on its own row, a network reads the
//! rows of the whole page in order. Trees and network have equal weight.

use super::models::{CHANNELS, Models, REASONS};
use super::{context, row};
use crate::{Contributions, Reason};

/// First scores of all blocks, from 0 to 1.
pub(super) fn first_scores(models: &Models, rows: &[row::Row]) -> Vec<f32> {
    rows.iter().map(|row| models.first().score(&row.0)).collect()
}

/// The second score of a block, with the groups of features that moved the trees' part of it most.
/// The network gives no reasons.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scored {
    pub(super) score: f32,
    pub(super) contributions: Contributions,
    towards: Reason,
    away: Reason,
}

impl Scored {
    /// The value for blocks without text, which are not scored.
    pub(super) const NONE: Self = Self {
        score: 0.0,
        contributions: Contributions::NONE,
        towards: Reason::Kind,
        away: Reason::Kind,
    };

    /// The reason shown for a decision: the strongest group that argues for it.
    pub(super) fn reason(self, content: bool) -> Reason {
        if content { self.towards } else { self.away }
    }
}

/// Rows per call of the trees: their nodes stay in the cache while a batch passes through them.
const BATCH: usize = 64;

type FullRow = [f32; row::COUNT + context::COUNT];

/// The trees' part of a score.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Vote {
    log_odds: f32,
    contributions: Contributions,
    towards: Reason,
    away: Reason,
}

/// Scores the blocks of one page in their context.
pub(super) struct Scorer<'m> {
    models: &'m Models,
    /// Whether anybody asks for contributions and reasons.
    explained: bool,
    votes: Vec<Vote>,
    /// Rows that wait for the next batch.
    waiting: Vec<FullRow>,
    /// Input of the network, one row per block.
    rows: Vec<[f32; CHANNELS]>,
}

impl<'m> Scorer<'m> {
    /// A scorer for a page of `blocks` blocks.
    pub(super) fn new(models: &'m Models, blocks: usize, explained: bool) -> Self {
        let (votes, rows) = (Vec::with_capacity(blocks), Vec::with_capacity(blocks));
        Self { models, explained, votes, waiting: Vec::with_capacity(BATCH), rows }
    }

    /// Adds the next block that has text.
    pub(super) fn push(&mut self, first: &row::Row, second: &context::Row) {
        let mut row = [0.0; row::COUNT + context::COUNT];
        row[..row::COUNT].copy_from_slice(&first.0);
        row[row::COUNT..].copy_from_slice(&second.0);
        self.rows.extend(self.models.network().map(|network| network.take(&row)));
        self.waiting.push(row);
        if self.waiting.len() == BATCH {
            self.run_trees();
        }
    }

    fn run_trees(&mut self) {
        let trees = self.models.trees();
        if self.explained {
            self.votes.extend(trees.votes(&self.waiting).iter().map(Vote::from_trees));
        } else {
            self.votes.extend(trees.log_odds(&self.waiting).map(Vote::unexplained));
        }
        self.waiting.clear();
    }

    /// The scores of the blocks, in the order in which they were added.
    pub(super) fn predict(mut self) -> impl Iterator<Item = Scored> {
        self.run_trees();
        let read = self.models.network().map(|network| network.log_odds(self.rows));
        self.votes.into_iter().enumerate().map(move |(at, vote)| {
            let Vote { log_odds, contributions, towards, away } = vote;
            // Averaging log odds, not probabilities, lets one sure model outvote an undecided one.
            let log_odds = read.as_ref().map_or(log_odds, |read| f32::midpoint(log_odds, read[at]));
            Scored { score: 1.0 / (1.0 + (-log_odds).exp()), contributions, towards, away }
        })
    }
}

impl Vote {
    /// A vote of which nobody asks why.
    fn unexplained(log_odds: f32) -> Self {
        let Scored { contributions, towards, away, .. } = Scored::NONE;
        Self { log_odds, contributions, towards, away }
    }

    /// Finds the strongest group in either direction; of equals the first.
    fn from_trees(vote: &scutch_learn::Vote<REASONS>) -> Self {
        let (contributions, mut most, mut least) = (&vote.contributions, 0, 0);
        // Strict comparisons keep the first of equals, so that reasons are stable.
        for (place, contribution) in contributions.iter().enumerate() {
            if *contribution > contributions[most] {
                most = place;
            }
            if *contribution < contributions[least] {
                least = place;
            }
        }
        let (towards, away) = (Reason::ALL[most], Reason::ALL[least]);
        Self {
            log_odds: vote.log_odds,
            contributions: Contributions::strongest(contributions),
            towards,
            away,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::surroundings::Surroundings;
    use crate::{Hints, Limits, Page};

    #[test]
    fn trees_and_network_count_alike() {
        let html = "<h1>One</h1><img src=a.png><p>Two words, and more.</p><img src=b.png><ul><li>three</ul>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let (around, models) = (Surroundings::new(&page), Models::shipped());
        let rows = crate::extract::features::rows(&page, &around, models.lexicon());
        let scores = first_scores(models, &rows);
        let both = rows.iter().zip(context::rows(&page, &around, &scores)).map(|(row, context)| {
            let both: FullRow =
                [&row.0[..], &context.0[..]].concat().try_into().expect("all features");
            both
        });
        let texts = both.zip(page.blocks()).filter(|(_, block)| block.chars > 0);
        let (texts, _): (Vec<FullRow>, Vec<_>) = texts.unzip();
        let network = models.network().expect("whole");
        let read = network.log_odds(texts.iter().map(|row| network.take(row)).collect());
        let mut expected = texts.iter().zip(read).map(|(row, read)| {
            1.0 / (1.0 + (-f32::midpoint(models.trees().votes(&[row])[0].log_odds, read)).exp())
        });
        let scored = crate::extract::scoring::score(&page, &around, models, true);
        assert_eq!((scored.len(), texts.len()), (5, 3));
        for (scored, block) in scored.iter().zip(page.blocks()) {
            let expected = if block.chars > 0 { expected.next() } else { Some(0.0) };
            assert_eq!(Some(scored.score), expected, "{}", block.text);
        }
    }
}
