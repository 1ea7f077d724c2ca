//! What is told of the items of a list: their dates and names stand in elements that look alike.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::tree::{NodeId, Tree};
use crate::{Page, PageType};

/// From so many different values on, elements that look alike are those of a list: a page has few dates and authors of
/// its own, and they do not look alike.
const ITEMS: usize = 3;
/// Elements that are looked at from one outwards.
const DEPTH: usize = 12;

/// A number for how an element looks: its name and first class, and those of the elements around it.
pub(super) fn look(tree: &Tree, node: NodeId) -> u64 {
    let mut hasher = FxHasher::default();
    for id in std::iter::once(node).chain(tree.ancestors(node)).take(DEPTH) {
        tree.name(id).hash(&mut hasher);
        tree.classes(id).next().hash(&mut hasher);
    }
    hasher.finish()
}

/// Looks of elements that tell different values. Posts of a thread look alike, too, and the first is what the page is; what
/// tells of many things can be an article, which is dated by the first of them.
pub(super) fn looks<'v, V: Ord + std::hash::Hash + 'v>(
    page: &Page,
    told: impl Iterator<Item = (u64, &'v V)>,
) -> FxHashSet<u64> {
    let typed = page.page_type();
    if typed.is(PageType::Forum) || typed.is(PageType::Article) {
        return FxHashSet::default();
    }
    let mut values: FxHashMap<u64, FxHashSet<&V>> = FxHashMap::default();
    for (look, value) in told {
        values.entry(look).or_default().insert(value);
    }
    values.into_iter().filter(|(_, values)| values.len() >= ITEMS).map(|(look, _)| look).collect()
}
