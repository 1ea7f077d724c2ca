//! The tokens of a memento as numbers with counts, and the intersection of two mementos.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// Token numbers with their counts, sorted by number. Each number is there once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms(Vec<(u64, u32)>);

impl Terms {
    /// Terms from counts in any order. Each number must be there once.
    pub fn new(mut counts: Vec<(u64, u32)>) -> Self {
        counts.sort_unstable();
        Self(counts)
    }

    /// The numbers with their counts, by number.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        self.0.iter().copied()
    }

    /// How many different tokens there are.
    pub fn distinct(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Calls `take` with each token of both, and its two counts.
    pub fn for_each_common(&self, other: &Self, mut take: impl FnMut(u64, u32, u32)) {
        // Both lists are sorted: one walk over both finds the intersection.
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            match x.0.cmp(&y.0) {
                Ordering::Less => a.next(),
                Ordering::Greater => b.next(),
                Ordering::Equal => {
                    take(x.0, x.1, y.1);
                    a.next();
                    b.next()
                }
            };
        }
    }

    /// How many tokens both have.
    pub fn common(&self, other: &Self) -> usize {
        let mut common = 0;
        self.for_each_common(other, |_, _, _| common += 1);
        common
    }
}

/// The number of common elements of two sorted lists without repeats.
pub(crate) fn common<T: Ord>(a: &[T], b: &[T]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_have() {
        let a = Terms::new(vec![(5, 1), (1, 2), (9, 3)]);
        let b = Terms::new(vec![(9, 1), (2, 2), (1, 4)]);
        let mut met = Vec::new();
        a.for_each_common(&b, |id, x, y| met.push((id, x, y)));
        assert_eq!(met, [(1, 2, 4), (9, 3, 1)]);
        assert_eq!(a.common(&Terms::default()), 0);
        assert_eq!(common(&[1, 2, 7], &[0, 2, 7, 8]), 2);
    }
}
