//! How sure a mean is: bootstrap over groups (Efron and Tibshirani, "An Introduction to the
//! Bootstrap", 1993).

use crate::Random;

/// A mean with its percentile interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The mean of all values.
    pub mean: f64,
    /// The 2.5th percentile of the resampled means.
    pub low: f64,
    /// The 97.5th percentile of the resampled means.
    pub high: f64,
}

/// The mean over all values of all groups, and its 95 % interval from `rounds` samples of whole
/// groups (pages of a host resemble each other, so that pages alone would make the interval too
/// narrow). `None` without values.
pub(crate) fn mean_interval(groups: &[Vec<f64>], rounds: usize, seed: u64) -> Option<Interval> {
    let sums: Vec<(f64, usize)> =
        // Empty groups would be drawn and leave fewer values to the sample.
        groups.iter().filter(|g| !g.is_empty()).map(|g| (g.iter().sum(), g.len())).collect();
    interval_of(&sums, rounds, seed, |chosen| {
        let chosen = chosen.iter();
        let (sum, count) = chosen.fold((0.0, 0), |(s, c), (sum, count)| (s + sum, c + count));
        sum / count as f64
    })
}

/// The mean of the differences `a - b` of the same items under two methods, with its interval over
/// groups. The difference is beyond chance where the interval leaves out zero.
pub fn paired_interval(groups: &[Vec<(f64, f64)>], rounds: usize, seed: u64) -> Option<Interval> {
    let differences: Vec<Vec<f64>> =
        groups.iter().map(|group| group.iter().map(|(a, b)| a - b).collect()).collect();
    mean_interval(&differences, rounds, seed)
}

/// Any number made of groups, with its interval over samples of whole groups. `None` without
/// groups.
pub fn interval_of<G>(
    groups: &[G],
    rounds: usize,
    seed: u64,
    number: impl Fn(&[&G]) -> f64,
) -> Option<Interval> {
    if groups.is_empty() {
        return None;
    }
    let mut random = Random::new(seed);
    let mut found: Vec<f64> = (0..rounds)
        .map(|_| {
            let chosen: Vec<&G> =
                (0..groups.len()).map(|_| &groups[random.below(groups.len())]).collect();
            number(&chosen)
        })
        .collect();
    // The percentile method: the interval needs no assumption about the distribution.
    found.sort_by(f64::total_cmp);
    let all = number(&groups.iter().collect::<Vec<_>>());
    let at = |share: f64| {
        let place = (share * found.len() as f64) as usize;
        found.get(place.min(found.len().saturating_sub(1))).copied().unwrap_or(all)
    };
    Some(Interval { mean: all, low: at(0.025), high: at(0.975) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_mean_and_narrows_with_more_groups() {
        let mut random = Random::new(3);
        let mut groups = |count: usize| -> Vec<Vec<f64>> {
            (0..count).map(|_| (0..4).map(|_| random.unit()).collect()).collect()
        };
        let few = mean_interval(&groups(20), 1000, 1).unwrap();
        let many = mean_interval(&groups(2000), 1000, 1).unwrap();
        for interval in [few, many] {
            assert!(interval.low < interval.mean && interval.mean < interval.high);
        }
        assert!(many.high - many.low < (few.high - few.low) / 5.0);
    }

    #[test]
    fn equal_methods_differ_by_nothing() {
        let groups = vec![vec![(0.5, 0.5), (0.2, 0.2)], vec![(1.0, 1.0)], vec![]];
        let interval = paired_interval(&groups, 100, 1).unwrap();
        assert_eq!((interval.low, interval.mean, interval.high), (0.0, 0.0, 0.0));
        assert_eq!(mean_interval(&[vec![]], 10, 1), None);
    }

    #[test]
    fn numbers_that_are_no_means_have_intervals_too() {
        let groups: Vec<f64> = (0..50).map(f64::from).collect();
        let largest = |chosen: &[&f64]| chosen.iter().fold(0.0_f64, |a, b| a.max(**b));
        let interval = interval_of(&groups, 200, 1, largest).unwrap();
        assert_eq!(interval.mean, 49.0);
        assert!(interval.low > 40.0 && interval.high <= 49.0);
        assert_eq!(interval_of(&[], 10, 1, largest), None);
    }

    #[test]
    fn differences_beyond_chance_leave_out_zero() {
        let mut random = Random::new(8);
        let mut groups = |gain: f64| -> Vec<Vec<(f64, f64)>> {
            let mut pair = || {
                let noise = random.unit();
                (noise + gain + 0.1 * random.unit(), noise + 0.1 * random.unit())
            };
            (0..60).map(|_| vec![pair(), pair()]).collect()
        };
        let better = paired_interval(&groups(0.05), 500, 1).unwrap();
        assert!(better.low > 0.0, "{better:?}");
        let equal = paired_interval(&groups(0.0), 500, 1).unwrap();
        assert!(equal.low < 0.0 && equal.high > 0.0, "{equal:?}");
    }

    #[test]
    fn large_groups_count_by_their_size_and_a_seed_gives_one_interval() {
        let groups = vec![vec![1.0; 9], vec![0.0]];
        let interval = mean_interval(&groups, 200, 4).unwrap();
        assert_eq!(interval.mean, 0.9);
        assert_eq!((interval.low, interval.high), (0.0, 1.0));
        assert_eq!(mean_interval(&groups, 200, 4), Some(interval));
        // Without rounds there is no interval around the mean.
        let none = mean_interval(&groups, 0, 4).unwrap();
        assert_eq!((none.low, none.mean, none.high), (0.9, 0.9, 0.9));
    }
}
