//! Bagging (Breiman 1996) over hosts: what rests on one host alone carries less weight.

use scutch_learn::Random;

use super::boost::{Boosted, Lesson};

/// Samples of hosts that a table is fitted on; the shipped one says what theirs say on average.
const BAGS: u64 = 30;

/// Fits a table on samples of hosts with replacement. `hosts` has the host of each row.
pub(super) fn fit(lesson: &Lesson<'_>, hosts: &[&str]) -> Boosted {
    let bags = (0..BAGS).map(|bag| {
        let weights = weights(lesson.weights, hosts, bag);
        Boosted::fit(&Lesson { weights: &weights, ..*lesson })
    });
    Boosted::mean(bags.collect())
}

/// The weights of rows in a sample: each times how often its host was drawn.
fn weights(weights: &[f64], hosts: &[&str], seed: u64) -> Vec<f64> {
    let mut distinct = hosts.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let mut drawn = vec![0.0; distinct.len()];
    let mut random = Random::new(seed);
    for _ in 0..distinct.len() {
        drawn[random.below(distinct.len())] += 1.0;
    }
    let times = |host: &&str| distinct.binary_search(host).map_or(0.0, |place| drawn[place]);
    weights.iter().zip(hosts).map(|(weight, host)| weight * times(host)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_host_are_drawn_together() {
        let hosts = ["b", "a", "b", "c", "a"];
        let drawn: Vec<Vec<f64>> = (0..20).map(|bag| weights(&[1.0; 5], &hosts, bag)).collect();
        assert!(drawn.iter().all(|w| w[0] == w[2] && w[1] == w[4]));
        assert!(drawn.iter().all(|w| w[0] + w[1] + w[3] == 3.0));
        assert!(drawn.iter().any(|w| w[0] == 0.0) && drawn.iter().any(|w| w[0] > 1.0));
    }
}
