//! Joint scores of blocks. Trees look at each block by itself, a network at all blocks of the page
//! in order. Both estimate corrections of the single-page score in log odds, and the mean of the
//! two is applied.

use std::sync::LazyLock;

use scutch_learn::{Network, Trees, Vote};

use super::measure::{NAMES, Row, own_score};

/// Gradient-boosted trees, fitted by `train/python/joint.py`.
static TREES: LazyLock<Trees> =
    LazyLock::new(|| Trees::read(include_str!("../../data/trees.tsv"), &names(), |_| 0));

/// Channels of the network.
const CHANNELS: usize = 16;
/// The network, fitted by the same program. If its table is damaged, the trees alone are used.
static NETWORK: LazyLock<Option<Network<CHANNELS>>> =
    LazyLock::new(|| Network::read(include_str!("../../data/network.tsv"), &names()));

/// Single-page scores are clamped to [1-SURE, SURE] before taking log odds.
pub(super) const SURE: f32 = 0.99;

fn names() -> Vec<String> {
    NAMES.iter().map(|name| (*name).to_owned()).collect()
}

/// The joint scores of all blocks with text, in order.
pub(super) fn scores(rows: &[Row]) -> Vec<f32> {
    let corrections = NETWORK
        .as_ref()
        .map(|network| network.log_odds(rows.iter().map(|row| network.take(row)).collect()));
    let score = |(at, (row, vote)): (usize, (&Row, Vote<0>))| {
        // A score of 0 or 1 has infinite log odds, which no correction could move.
        let own = own_score(row).clamp(1.0 - SURE, SURE);
        let correction =
            corrections.as_ref().map_or(vote.log_odds, |by| f32::midpoint(vote.log_odds, by[at]));
        let log_odds = (own / (1.0 - own)).ln() + correction;
        1.0 / (1.0 + (-log_odds).exp())
    };
    rows.iter().zip(TREES.votes(rows)).enumerate().map(score).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_network_is_whole() {
        assert!(NETWORK.is_some());
    }

    #[test]
    fn trees_and_network_count_alike() {
        let mut rows = [[0.5; NAMES.len()], [0.0; NAMES.len()], [1.0; NAMES.len()]];
        rows[2][1] = 5.0;
        let network = NETWORK.as_ref().expect("whole");
        let read = network.log_odds(rows.iter().map(|row| network.take(row)).collect());
        for ((row, read), score) in rows.iter().zip(read).zip(scores(&rows)) {
            let own = f64::from(own_score(row)).clamp(0.01, 0.99);
            let trees = f64::from(TREES.votes(&[row])[0].log_odds);
            let log_odds = (own / (1.0 - own)).ln() + (trees + f64::from(read)) / 2.0;
            let expected = 1.0 / (1.0 + (-log_odds).exp());
            assert!((f64::from(score) - expected).abs() < 1e-4, "{score} for {expected}");
        }
        assert!(scores(&[]).is_empty());
    }
}
