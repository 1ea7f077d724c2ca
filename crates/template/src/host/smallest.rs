//! A sample by smallest keys: groups in order of their keys, as many as fit.

use std::collections::BTreeMap;

/// A group whose cost only grows while observations come.
pub(super) trait Costed {
    /// Bytes that the group may take.
    fn cost(&self) -> usize;
}

/// The groups with the smallest keys, as many as fit limits of number and cost.
///
/// The first key that did not fit is remembered as cut-off; from it on nothing is kept. As costs
/// only grow, a key that does not fit among some of the observations does not fit among all of
/// them. So the cut-off of all observations is the smallest that any part of them has reached, and
/// no order of arrival or merging matters.
#[derive(Debug, Clone)]
pub(super) struct Smallest<K, G> {
    groups: BTreeMap<K, G>,
    cut_off: Option<K>,
    cost: usize,
}

impl<K, G> Default for Smallest<K, G> {
    fn default() -> Self {
        Self { groups: BTreeMap::new(), cut_off: None, cost: 0 }
    }
}

impl<K: Ord + Clone, G: Costed + Default> Smallest<K, G> {
    /// Groups as they were written.
    pub(super) fn restore(groups: BTreeMap<K, G>, cut_off: Option<K>) -> Self {
        let cost = groups.values().map(Costed::cost).sum();
        Self { groups, cut_off, cost }
    }

    /// Changes the group of a key, which begins empty; `None` if nothing is kept of the key.
    pub(super) fn update<R>(&mut self, key: &K, change: impl FnOnce(&mut G) -> R) -> Option<R> {
        if self.cut_off.as_ref().is_some_and(|cut_off| key >= cut_off) {
            return None;
        }
        // Looked up twice only for new keys, which alone are cloned.
        let group = match self.groups.get_mut(key) {
            Some(group) => group,
            None => self.groups.entry(key.clone()).or_default(),
        };
        let before = group.cost();
        let changed = change(group);
        self.cost = self.cost - before + group.cost();
        Some(changed)
    }

    /// Removes what exceeds the limits, from the largest key down, and returns it.
    pub(super) fn trim(&mut self, count: usize, cost: usize) -> Vec<G> {
        let mut removed = Vec::new();
        while (self.groups.len() > count || self.cost > cost)
            && let Some((key, group)) = self.groups.pop_last()
        {
            self.cost -= group.cost();
            self.cut_off = Some(key);
            removed.push(group);
        }
        removed
    }

    /// Lowers the cut-off to another, and returns the groups that are above it.
    pub(super) fn lower(&mut self, cut_off: Option<K>) -> Vec<G> {
        let Some(cut_off) = cut_off else { return Vec::new() };
        // The cut-off itself was removed by the other part, so it goes, too.
        let mut removed = Vec::new();
        while self.groups.last_key_value().is_some_and(|(key, _)| *key >= cut_off)
            && let Some((_, group)) = self.groups.pop_last()
        {
            self.cost -= group.cost();
            removed.push(group);
        }
        if self.cut_off.as_ref().is_none_or(|known| cut_off < *known) {
            self.cut_off = Some(cut_off);
        }
        removed
    }

    /// The first key of which nothing is kept, if there is one.
    pub(super) fn cut_off(&self) -> Option<&K> {
        self.cut_off.as_ref()
    }

    /// The groups by key.
    pub(super) fn groups(&self) -> &BTreeMap<K, G> {
        &self.groups
    }

    /// The groups by key.
    pub(super) fn into_groups(self) -> BTreeMap<K, G> {
        self.groups
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Default, Clone, PartialEq)]
    struct Sum(usize);

    impl Costed for Sum {
        fn cost(&self) -> usize {
            self.0
        }
    }

    const COUNT: usize = 5;
    const COST: usize = 40;

    fn sample(observations: &[(u8, usize)]) -> Smallest<u8, Sum> {
        let mut sample = Smallest::default();
        for (key, more) in observations {
            sample.update(key, |sum: &mut Sum| sum.0 += more);
            sample.trim(COUNT, COST);
        }
        sample
    }

    fn merge(mut a: Smallest<u8, Sum>, b: Smallest<u8, Sum>) -> Smallest<u8, Sum> {
        a.lower(b.cut_off().copied());
        for (key, more) in b.into_groups() {
            a.update(&key, |sum| sum.0 += more.0);
        }
        a.trim(COUNT, COST);
        a
    }

    fn parts(sample: &Smallest<u8, Sum>) -> (&BTreeMap<u8, Sum>, Option<&u8>, usize) {
        (sample.groups(), sample.cut_off(), sample.cost)
    }

    proptest! {
        /// The sample is the longest run of smallest keys that fits, however observations were
        /// split.
        #[test]
        fn the_smallest_keys_that_fit_are_kept(
            observations in prop::collection::vec((0u8..12, 0usize..9), 0..40),
            cut in 0usize..40,
        ) {
            let mut sums: BTreeMap<u8, usize> = BTreeMap::new();
            observations.iter().for_each(|(key, more)| *sums.entry(*key).or_default() += more);
            let mut total = 0;
            let fits = sums.iter().take(COUNT).take_while(|(_, sum)| {
                total += **sum;
                total <= COST
            });
            let kept: BTreeMap<u8, Sum> = fits.map(|(key, sum)| (*key, Sum(*sum))).collect();
            let cut_off = sums.keys().nth(kept.len());
            let whole = sample(&observations);
            prop_assert_eq!((whole.groups(), whole.cut_off()), (&kept, cut_off));
            let (a, b) = observations.split_at(cut.min(observations.len()));
            let (a, b) = (sample(a), sample(b));
            for merged in [merge(a.clone(), b.clone()), merge(b, a)] {
                prop_assert_eq!(parts(&merged), parts(&whole));
            }
            let restored = Smallest::restore(kept, cut_off.copied());
            prop_assert_eq!(parts(&restored), parts(&whole));
        }
    }
}
