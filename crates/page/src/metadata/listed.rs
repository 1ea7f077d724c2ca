//! Dates and names of listed items, recognised by elements that look alike.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::tree::{NodeId, Tree};
use crate::{Page, PageType};

/// From this many different values on, elements that look alike are items of a list. A page has few
/// dates and authors of its own, and they do not look alike.
const FEWEST_VALUES: usize = 3;
/// Elements that a look takes into account, from the inside.
const DEPTH: usize = 12;

/// A hash of how an element looks: tags and first classes of the element and those around it.
pub(super) fn look_hash(tree: &Tree, node: NodeId) -> u64 {
    let mut hasher = FxHasher::default();
    for id in std::iter::once(node).chain(tree.ancestors(node)).take(DEPTH) {
        tree.name(id).hash(&mut hasher);
        // Only the first class: later ones mark states such as `first` or `odd`.
        tree.classes(id).next().hash(&mut hasher);
    }
    hasher.finish()
}

/// The looks under which several different values stand. None for threads, whose posts look alike
/// while the first is the page's own, and for articles, which may be a list of many things.
pub(super) fn item_looks<'v, V: Ord + std::hash::Hash + 'v>(
    page: &Page,
    values_by_look: impl Iterator<Item = (u64, &'v V)>,
) -> FxHashSet<u64> {
    let typed = page.page_type();
    if typed.is(PageType::Forum) || typed.is(PageType::Article) {
        return FxHashSet::default();
    }
    let mut values: FxHashMap<u64, FxHashSet<&V>> = FxHashMap::default();
    for (look, value) in values_by_look {
        values.entry(look).or_default().insert(value);
    }
    values
        .into_iter()
        .filter(|(_, values)| values.len() >= FEWEST_VALUES)
        .map(|(look, _)| look)
        .collect()
}
