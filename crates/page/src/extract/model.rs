//! The two scores of a block: a linear one from itself, then one that also knows its context: trees look at the block
//! alone with what was measured around it, a network at the page from its first block to its last. They count alike.

use std::sync::LazyLock;

use scutch_learn::{Network, Trees};

use super::tables::tables;
use super::{context, row};
use crate::Pulls;
use crate::Reason;

/// One table of weights.
#[derive(Debug)]
struct Model {
    weights: Vec<f32>,
}

/// The score of the block by itself.
static FIRST: LazyLock<Model> = LazyLock::new(|| Model::read(&tables().first, &row::names()));
/// Room for the reasons of a score, which are the first of all; so many fill wide registers.
const PULLING: usize = 16;
/// What trees say of a block with all that is known around it.
static TREES: LazyLock<Trees<PULLING>> = LazyLock::new(|| {
    let group = |feature: usize| match feature.checked_sub(row::COUNT) {
        None => row::reason(feature) as usize,
        Some(feature) => context::reason(feature) as usize,
    };
    Trees::read(&tables().trees, &names(), group)
});
/// Channels of the network.
const CHANNELS: usize = 32;
/// What a network says of it; the trees alone speak if its table is broken.
static NETWORK: LazyLock<Option<Network<CHANNELS>>> =
    LazyLock::new(|| Network::read(&tables().network, &names()));

/// Names of what the second score is made of.
fn names() -> Vec<String> {
    row::names().into_iter().chain(context::names()).collect()
}

impl Model {
    /// Reads `name<TAB>weight` lines; features without a line weigh nothing.
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

/// First scores of all blocks.
pub(super) fn first(rows: &[row::Row]) -> Vec<f32> {
    rows.iter().map(|row| FIRST.score(&row.0)).collect()
}

/// The score of a block, and what pulled most towards content and away from it for the trees: a network gives no reasons.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scored {
    pub(super) score: f32,
    pub(super) pulls: Pulls,
    towards: Reason,
    away: Reason,
}

impl Scored {
    /// Of a block without text.
    pub(super) const NONE: Self =
        Self { score: 0.0, pulls: Pulls::NONE, towards: Reason::Kind, away: Reason::Kind };

    /// What decided, for one who knows the decision.
    pub(super) fn reason(self, content: bool) -> Reason {
        if content { self.towards } else { self.away }
    }
}

/// Rows of which the trees are asked at a time.
const TOGETHER: usize = 64;

type Both = [f32; row::COUNT + context::COUNT];

/// What the trees say of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Vote {
    log_odds: f32,
    pulls: Pulls,
    towards: Reason,
    away: Reason,
}

/// Scores the blocks of a page in their context.
pub(super) struct Judge {
    votes: Vec<Vote>,
    /// Rows on which the trees are yet to vote.
    waiting: Vec<Both>,
    /// What the network reads, a row per vote.
    rows: Vec<[f32; CHANNELS]>,
}

impl Judge {
    /// For a page of so many blocks.
    pub(super) fn new(blocks: usize) -> Self {
        let (votes, rows) = (Vec::with_capacity(blocks), Vec::with_capacity(blocks));
        Self { votes, waiting: Vec::with_capacity(TOGETHER), rows }
    }

    /// Takes the next block that has text.
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

    fn ask(&mut self) {
        self.votes.extend(TREES.votes(&self.waiting).iter().map(Vote::of));
        self.waiting.clear();
    }

    /// The scores of the blocks, in the order in which they were taken.
    pub(super) fn decide(mut self) -> impl Iterator<Item = Scored> {
        self.ask();
        let read = NETWORK.as_ref().map(|network| network.log_odds(self.rows));
        self.votes.into_iter().enumerate().map(move |(at, vote)| {
            let Vote { log_odds, pulls, towards, away } = vote;
            let log_odds = read.as_ref().map_or(log_odds, |read| f32::midpoint(log_odds, read[at]));
            Scored { score: 1.0 / (1.0 + (-log_odds).exp()), pulls, towards, away }
        })
    }
}

impl Vote {
    fn of(vote: &scutch_learn::Vote<PULLING>) -> Self {
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
