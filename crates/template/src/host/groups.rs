//! Template groups: captures whose structures are alike.

use std::collections::BTreeMap;

use crate::config::Tokens;
use crate::summary::Summary;

/// Similarity of structure from which pages are of one group, whatever their structure is made of.
pub(super) const SAME_GROUP: f32 = Tokens::Path.threshold();

/// The number of the group of each page. Groups are the connected parts under similarity, numbered by their first
/// captures in the order of keys. A page whose layout changed is in two groups.
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
    let mut numbers: BTreeMap<usize, u32> = BTreeMap::new();
    let mut groups = vec![0; pages.len()];
    for (place, page) in order.iter().enumerate() {
        let next = numbers.len() as u32;
        groups[*page] = *numbers.entry(leader(&mut leaders, place)).or_insert(next);
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
