//! Template groups: captures whose structures are alike.

use crate::config::Tokens;
use crate::summary::Summary;

/// Similarity of structure from which pages are of one group, whatever their structure is made of.
pub(super) const SAME_GROUP: f32 = Tokens::Path.threshold();

/// The number of the group of each page. Groups are the connected parts under similarity, numbered
/// by their first captures in the order of keys. A page whose layout changed is in two groups.
pub(super) fn find_groups(pages: &[&Summary]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..pages.len()).collect();
    order.sort_unstable_by(|a, b| pages[*a].key.cmp(&pages[*b].key));
    let similar = |a: usize, b: usize| {
        pages[order[a]].signature.similarity(&pages[order[b]].signature) >= SAME_GROUP
    };
    let mut leaders: Vec<usize> = (0..pages.len()).collect();
    for later in 1..pages.len() {
        for earlier in 0..later {
            let (a, b) = (leader(&mut leaders, earlier), leader(&mut leaders, later));
            // Pages that are in one group already need not be compared: most comparisons fall away.
            if a != b && similar(earlier, later) {
                leaders[a.max(b)] = a.min(b);
            }
        }
    }
    // Numbers by first appearance in the order of keys, so that they do not depend on hashes.
    let mut numbers: Vec<Option<u32>> = vec![None; pages.len()];
    let (mut groups, mut count) = (vec![0; pages.len()], 0);
    for (place, page) in order.iter().enumerate() {
        groups[*page] = *numbers[leader(&mut leaders, place)].get_or_insert_with(|| {
            count += 1;
            count - 1
        });
    }
    groups
}

/// The first page of the group that a page belongs to so far (union-find with path halving).
fn leader(leaders: &mut [usize], mut place: usize) -> usize {
    while leaders[place] != place {
        leaders[place] = leaders[leaders[place]];
        place = leaders[place];
    }
    place
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::structure::Signature;
    use crate::test_pages::summary;

    /// Pages whose signatures are made of few tokens, so that many are similar.
    fn pages(tokens: &[Vec<u64>]) -> Vec<Summary> {
        let any = summary("/", 0, "<p>Fog");
        let page = |(number, tokens): (usize, &Vec<u64>)| Summary {
            key: crate::key::Key { url: format!("{number:03}"), ..any.key.clone() },
            signature: Signature::from_tokens(tokens.iter().copied()),
            ..any.clone()
        };
        tokens.iter().enumerate().map(page).collect()
    }

    /// Groups by repeated joining, the smallest number of a group first.
    fn joined(pages: &[&Summary]) -> Vec<usize> {
        let mut groups: Vec<usize> = (0..pages.len()).collect();
        for _ in 0..pages.len() {
            for (a, one) in pages.iter().enumerate() {
                for (b, other) in pages.iter().enumerate() {
                    if one.signature.similarity(&other.signature) >= SAME_GROUP {
                        groups[b] = groups[a].min(groups[b]);
                    }
                }
            }
        }
        groups
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn groups_are_the_connected_parts_in_whatever_order_pages_come(
            tokens in prop::collection::vec(prop::collection::vec(0u64..6, 1..5), 0..12),
            seed: u64,
        ) {
            let pages = pages(&tokens);
            let sorted: Vec<&Summary> = pages.iter().collect();
            let expected = joined(&sorted);
            let found = find_groups(&sorted);
            for a in 0..pages.len() {
                for b in 0..pages.len() {
                    prop_assert_eq!(expected[a] == expected[b], found[a] == found[b]);
                }
            }
            // Numbers rise with the first page of each group.
            let mut firsts: Vec<u32> = Vec::new();
            found.iter().for_each(|group| if !firsts.contains(group) { firsts.push(*group) });
            prop_assert!(firsts.iter().copied().eq(0..firsts.len() as u32));
            let mut order: Vec<usize> = (0..pages.len()).collect();
            scutch_learn::Random::new(seed).shuffle(&mut order);
            let shuffled: Vec<&Summary> = order.iter().map(|at| &pages[*at]).collect();
            let again = find_groups(&shuffled);
            prop_assert!(order.iter().zip(again).all(|(at, group)| found[*at] == group));
        }
    }
}
