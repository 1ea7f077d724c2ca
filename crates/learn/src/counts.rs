//! What was found against what was there.

use std::ops::AddAssign;

/// Counts of a two-class decision, in whatever unit the caller counts (nodes, tokens, pages).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Counts {
    /// Wanted and found.
    pub hits: f64,
    /// Found and not wanted.
    pub extra: f64,
    /// Wanted and not found.
    pub missed: f64,
    /// Neither wanted nor found, where that is counted.
    pub rest: f64,
}

impl Counts {
    /// Counts one decision of a weight.
    pub fn add(&mut self, wanted: bool, found: bool, weight: f64) {
        match (wanted, found) {
            (true, true) => self.hits += weight,
            (false, true) => self.extra += weight,
            (true, false) => self.missed += weight,
            (false, false) => self.rest += weight,
        }
    }

    /// Share of what was found that was wanted; 1 if nothing was found.
    pub fn precision(&self) -> f64 {
        share(self.hits, self.hits + self.extra)
    }

    /// Share of what was wanted that was found; 1 if nothing was wanted.
    pub fn recall(&self) -> f64 {
        share(self.hits, self.hits + self.missed)
    }

    /// The precision to show; `None` where nothing was found.
    pub fn known_precision(&self) -> Option<f64> {
        (self.hits + self.extra > 0.0).then(|| self.precision())
    }

    /// The recall to show; `None` where nothing was wanted.
    pub fn known_recall(&self) -> Option<f64> {
        (self.hits + self.missed > 0.0).then(|| self.recall())
    }

    /// Harmonic mean of precision and recall; 1 if nothing was wanted and nothing found.
    pub fn f1(&self) -> f64 {
        share(2.0 * self.hits, 2.0 * self.hits + self.extra + self.missed)
    }

    /// Share of right decisions; 1 if there was none.
    pub fn accuracy(&self) -> f64 {
        share(self.hits + self.rest, self.hits + self.rest + self.extra + self.missed)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.hits += other.hits;
        self.extra += other.extra;
        self.missed += other.missed;
        self.rest += other.rest;
    }
}

fn share(part: f64, whole: f64) -> f64 {
    // Nothing to find and nothing found is no fault.
    if whole == 0.0 { 1.0 } else { part / whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_definitions() {
        let counts = Counts { hits: 6.0, extra: 2.0, missed: 3.0, rest: 9.0 };
        assert_eq!(counts.precision(), 0.75);
        assert!((counts.recall() - 2.0 / 3.0).abs() < 1e-12);
        assert!((counts.f1() - 12.0 / 17.0).abs() < 1e-12);
        assert_eq!(counts.accuracy(), 0.75);
        assert_eq!(Counts::default().f1(), 1.0);
        assert_eq!(
            (counts.known_precision(), Counts::default().known_precision()),
            (Some(0.75), None)
        );
        assert_eq!(Counts { hits: 1.0, ..Counts::default() }.known_recall(), Some(1.0));
        assert_eq!(Counts { extra: 1.0, ..Counts::default() }.known_recall(), None);
    }

    #[test]
    fn decisions_are_counted_by_what_was_wanted_and_found() {
        let mut counts = Counts::default();
        for (wanted, found, weight) in
            [(true, true, 2.0), (true, false, 3.0), (false, true, 5.0), (false, false, 7.0)]
        {
            counts.add(wanted, found, weight);
        }
        assert_eq!(counts, Counts { hits: 2.0, missed: 3.0, extra: 5.0, rest: 7.0 });
        let mut twice = counts;
        twice += counts;
        assert_eq!(twice.hits + twice.missed + twice.extra + twice.rest, 34.0);
        // Counting twice changes no share.
        assert_eq!((twice.f1(), twice.accuracy()), (counts.f1(), counts.accuracy()));
    }

    #[test]
    fn f1_is_the_harmonic_mean_and_lies_between() {
        for (hits, extra, missed) in [(1.0, 9.0, 0.0), (5.0, 5.0, 1.0), (3.0, 0.0, 3.0)] {
            let counts = Counts { hits, extra, missed, rest: 0.0 };
            let (p, r) = (counts.precision(), counts.recall());
            assert!((counts.f1() - 2.0 * p * r / (p + r)).abs() < 1e-12);
            assert!(counts.f1() >= p.min(r) && counts.f1() <= p.max(r));
        }
        let nothing_right = Counts { extra: 1.0, missed: 1.0, ..Counts::default() };
        assert_eq!((nothing_right.f1(), nothing_right.accuracy()), (0.0, 0.0));
    }
}
