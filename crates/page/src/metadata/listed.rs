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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, TypePrediction};

    fn looks_of(html: &str, page_type: PageType, values: &[u32]) -> usize {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        page.typed_with(|| TypePrediction::sure(page_type));
        let looks: Vec<u64> =
            page.blocks().iter().map(|block| look_hash(page.tree(), block.node)).collect();
        item_looks(&page, looks.into_iter().zip(values)).len()
    }

    #[test]
    fn three_values_in_elements_that_look_alike_are_a_list() {
        let item = "<li class=item><p class=date>x</p></li>";
        let list = format!("<ul>{}</ul>", item.repeat(3));
        for (page_type, values, expected) in [
            (PageType::Listing, [1, 2, 3], 1),
            (PageType::Listing, [1, 2, 2], 0),
            // Posts look alike, and an article may be a list.
            (PageType::Forum, [1, 2, 3], 0),
            (PageType::Article, [1, 2, 3], 0),
        ] {
            assert_eq!(looks_of(&list, page_type, &values), expected, "{page_type:?} {values:?}");
        }
        let different = "<p class=a>x<p class=b>x<p class=c>x";
        assert_eq!(looks_of(different, PageType::Listing, &[1, 2, 3]), 0);
    }
}
