//! The two scores of a block.
//!
//! The first score is linear and sees the block with the elements around it. The second also sees
//! the first scores of the neighbours: trees judge each block on its own row, a network reads the
//! rows of the whole page in order. Trees and network have equal weight.

use std::sync::LazyLock;

use scutch_learn::{Network, Trees};

use super::tables::tables;
use super::{context, row};
use crate::Pulls;
use crate::Reason;

/// A linear model: one weight per feature.
#[derive(Debug)]
struct Model {
    weights: Vec<f32>,
}

/// The score of the block by itself.
static FIRST: LazyLock<Model> = LazyLock::new(|| Model::read(&tables().first, &row::names()));
/// Groups of features that the trees keep apart: the reasons of a score are the first of
/// [`Reason::ALL`], and 16 groups of `f32` fill wide vector registers.
const PULLING: usize = 16;
/// The trees of the second score.
static TREES: LazyLock<Trees<PULLING>> = LazyLock::new(|| {
    let group = |feature: usize| match feature.checked_sub(row::COUNT) {
        None => row::reason(feature) as usize,
        Some(feature) => context::reason(feature) as usize,
    };
    Trees::read(&tables().trees, &names(), group)
});
/// Channels of the network.
const CHANNELS: usize = 32;
/// The network of the second score; without it (a broken table) the trees decide alone.
static NETWORK: LazyLock<Option<Network<CHANNELS>>> =
    LazyLock::new(|| Network::read(&tables().network, &names()));

/// Names of the features of the second score: those of the block, then those of its context.
fn names() -> Vec<String> {
    row::names().into_iter().chain(context::names()).collect()
}

impl Model {
    /// Reads lines `name<TAB>weight`. Features without a line weigh 0; unknown names are skipped,
    /// so that a table may be older than the features.
    fn read(table: &str, names: &[String]) -> Self {
        let mut model = Self { weights: vec![0.0; names.len()] };
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let Some(place) = fields.next().and_then(|name| names.iter().position(|n| n == name))
            else {
                continue;
            };
            model.weights[place] = fields.next().and_then(|f| f.parse().ok()).unwrap_or(0.0);
        }
        model
    }

    fn score(&self, row: &[f32]) -> f32 {
        let sum: f32 = self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// First scores of all blocks, from 0 to 1.
pub(super) fn first(rows: &[row::Row]) -> Vec<f32> {
    rows.iter().map(|row| FIRST.score(&row.0)).collect()
}

/// The second score of a block, with the groups of features that moved the trees' part of it most.
/// The network gives no reasons.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scored {
    pub(super) score: f32,
    pub(super) pulls: Pulls,
    towards: Reason,
    away: Reason,
}

impl Scored {
    /// The value for blocks without text, which are not scored.
    pub(super) const NONE: Self =
        Self { score: 0.0, pulls: Pulls::NONE, towards: Reason::Kind, away: Reason::Kind };

    /// The reason shown for a decision: the strongest group that argues for it.
    pub(super) fn reason(self, content: bool) -> Reason {
        if content { self.towards } else { self.away }
    }
}

/// Rows per call of the trees: their nodes stay in the cache while a batch passes through them.
const TOGETHER: usize = 64;

type Both = [f32; row::COUNT + context::COUNT];

/// The trees' part of a score.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Vote {
    log_odds: f32,
    pulls: Pulls,
    towards: Reason,
    away: Reason,
}

/// Scores the blocks of one page in their context.
pub(super) struct Judge {
    votes: Vec<Vote>,
    /// Rows that wait for the next batch.
    waiting: Vec<Both>,
    /// Input of the network, one row per block.
    rows: Vec<[f32; CHANNELS]>,
}

impl Judge {
    /// A scorer for a page of `blocks` blocks.
    pub(super) fn new(blocks: usize) -> Self {
        let (votes, rows) = (Vec::with_capacity(blocks), Vec::with_capacity(blocks));
        Self { votes, waiting: Vec::with_capacity(TOGETHER), rows }
    }

    /// Adds the next block that has text.
    pub(super) fn hear(&mut self, first: &row::Row, second: &context::Row) {
        let mut row = [0.0; row::COUNT + context::COUNT];
        row[..row::COUNT].copy_from_slice(&first.0);
        row[row::COUNT..].copy_from_slice(&second.0);
        self.rows.extend(NETWORK.as_ref().map(|network| network.take(&row)));
        self.waiting.push(row);
        if self.waiting.len() == TOGETHER {
            self.ask();
        }
    }

    fn run_trees(&mut self) {
        self.votes.extend(TREES.votes(&self.waiting).iter().map(Vote::from_trees));
        self.waiting.clear();
    }

    /// The scores of the blocks, in the order in which they were added.
    pub(super) fn decide(mut self) -> impl Iterator<Item = Scored> {
        self.ask();
        let read = NETWORK.as_ref().map(|network| network.log_odds(self.rows));
        self.votes.into_iter().enumerate().map(move |(at, vote)| {
            let Vote { log_odds, pulls, towards, away } = vote;
            // Averaging log odds, not probabilities, lets one sure model outvote an undecided one.
            let log_odds = read.as_ref().map_or(log_odds, |read| f32::midpoint(log_odds, read[at]));
            Scored { score: 1.0 / (1.0 + (-log_odds).exp()), pulls, towards, away }
        })
    }
}

impl Vote {
    /// Finds the strongest group in either direction; of equals the first.
    fn from_trees(vote: &scutch_learn::Vote<PULLING>) -> Self {
        let (pulls, mut most, mut least) = (&vote.pulls, 0, 0);
        for (place, pull) in pulls.iter().enumerate() {
            if *pull > pulls[most] {
                most = place;
            }
            if *pull < pulls[least] {
                least = place;
            }
        }
        let (towards, away) = (Reason::ALL[most], Reason::ALL[least]);
        Self { log_odds: vote.log_odds, pulls: Pulls::strongest(pulls), towards, away }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Lexicon;
    use crate::extract::surroundings::Surroundings;
    use crate::{Hints, Limits, Page};

    #[test]
    fn the_shipped_network_is_whole() {
        assert!(NETWORK.is_some());
    }

    #[test]
    fn no_two_features_have_one_name() {
        let mut names = names();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn trees_and_network_count_alike() {
        let html = "<h1>One</h1><img src=a.png><p>Two words, and more.</p><img src=b.png><ul><li>three</ul>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        let rows = crate::extract::features::rows(&page, &around, Lexicon::in_use());
        let scores = first(&rows);
        let both = rows.iter().zip(context::rows(&page, &around, &scores)).map(|(row, context)| {
            let both: Both =
                [&row.0[..], &context.0[..]].concat().try_into().expect("all features");
            both
        });
        let texts = both.zip(page.blocks()).filter(|(_, block)| block.chars > 0);
        let (texts, _): (Vec<Both>, Vec<_>) = texts.unzip();
        let network = NETWORK.as_ref().expect("whole");
        let read = network.log_odds(texts.iter().map(|row| network.take(row)).collect());
        let mut expected = texts.iter().zip(read).map(|(row, read)| {
            1.0 / (1.0 + (-f32::midpoint(TREES.votes(&[row])[0].log_odds, read)).exp())
        });
        let scored = crate::extract::score(&page, &around);
        assert_eq!((scored.len(), texts.len()), (5, 3));
        for (scored, block) in scored.iter().zip(page.blocks()) {
            let expected = if block.chars > 0 { expected.next() } else { Some(0.0) };
            assert_eq!(Some(scored.score), expected, "{}", block.text);
        }
    }
}
