//! Groups of members that are joined pair by pair.

/// Numbered members in groups: a disjoint-set forest.
///
/// The first member of a group stands for it, so that groups do not depend on the order of joining.
///
/// ```
/// use scutch_learn::DisjointSets;
///
/// let mut sets = DisjointSets::of_members(4);
/// sets.join(3, 1);
/// assert_eq!((sets.first(3), sets.first(2)), (1, 2));
/// assert_eq!(sets.groups(1), [vec![0], vec![1, 3], vec![2]]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct DisjointSets {
    /// Of each member one of its group that is not after it. Four bytes a member: there may be a
    /// hundred million.
    before: Vec<u32>,
}

impl DisjointSets {
    /// So many members, each a group of its own.
    pub fn of_members(members: u32) -> Self {
        Self { before: (0..members).collect() }
    }

    /// Adds a member that is a group of its own. Returns its number.
    pub fn add(&mut self) -> u32 {
        let number = self.members();
        self.before.push(number);
        number
    }

    /// Number of members.
    pub fn members(&self) -> u32 {
        // Members are made by number: there are no more than numbers.
        u32::try_from(self.before.len()).unwrap_or(u32::MAX)
    }

    /// The first member of the group of a member.
    pub fn first(&mut self, member: u32) -> u32 {
        let mut at = member as usize;
        loop {
            let before = self.before[at];
            if before as usize == at {
                return before;
            }
            // Path halving keeps the trees flat.
            self.before[at] = self.before[before as usize];
            at = before as usize;
        }
    }

    /// Joins the groups of two members.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        self.before[a.max(b) as usize] = a.min(b);
    }

    /// The groups of at least `least` members, each sorted, in the order of their first members.
    pub fn groups(mut self, least: usize) -> Vec<Vec<u32>> {
        let mut places: Vec<(u32, u32)> =
            (0..self.members()).map(|member| (self.first(member), member)).collect();
        places.sort_unstable();
        let groups = places.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() >= least);
        groups.map(|group| group.iter().map(|(_, member)| *member).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn members_may_be_added_one_by_one() {
        let mut sets = DisjointSets::default();
        assert_eq!((sets.add(), sets.add(), sets.add(), sets.members()), (0, 1, 2, 3));
        sets.join(2, 0);
        sets.join(0, 0);
        assert_eq!([0, 1, 2].map(|member| sets.first(member)), [0, 1, 0]);
        assert!(DisjointSets::default().groups(0).is_empty());
    }

    #[test]
    fn groups_are_what_pairs_connect_in_any_order() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut member = || random.below(30) as u32;
            let pairs: Vec<(u32, u32)> = (0..seed % 40).map(|_| (member(), member())).collect();
            let joined = |pairs: &mut dyn Iterator<Item = &(u32, u32)>| {
                let mut sets = DisjointSets::of_members(30);
                pairs.for_each(|(a, b)| sets.join(*a, *b));
                sets.groups(1)
            };
            let groups = joined(&mut pairs.iter());
            assert_eq!(groups, joined(&mut pairs.iter().rev()), "seed {seed}");
            // By the slowest way: the least member that pairs lead to.
            let mut least: Vec<u32> = (0..30).collect();
            for _ in 0..30 {
                for (a, b) in &pairs {
                    let lower = least[*a as usize].min(least[*b as usize]);
                    (least[*a as usize], least[*b as usize]) = (lower, lower);
                }
            }
            let of = |first: u32| (0..30).filter(|m| least[*m as usize] == first).collect();
            let mut expected: Vec<Vec<u32>> = (0..30).map(of).collect();
            expected.retain(|group| !group.is_empty());
            assert_eq!(groups, expected, "seed {seed}");
        }
    }
}
