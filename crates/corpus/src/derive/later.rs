//! The further pages of an article, where several lists name them.

use std::collections::HashSet;

use scutch_folder::inputs::RecordPlace;

/// The pages of all lists: of a chain of links, and of crawls, which also follow links that are
/// redirected. The longest list gives the order; of the others come the pages whose address it does
/// not have.
///
/// A page in any of the lists has no row of its own, so none may be left out but captures of the
/// same address, which would double its text.
pub(super) fn united(
    lists: Vec<Vec<RecordPlace>>,
    address: impl Fn(RecordPlace) -> Option<String>,
) -> Vec<RecordPlace> {
    // The first of those that are equally long: the chain, which a user asked for.
    let Some(longest) = (0..lists.len()).rev().max_by_key(|n| lists[*n].len()) else {
        return Vec::new();
    };
    let mut united = lists[longest].clone();
    let others: Vec<_> =
        lists.into_iter().flatten().filter(|place| !united.contains(place)).collect();
    if others.is_empty() {
        return united;
    }
    // Only now, because it reads the records.
    let mut known: HashSet<_> = united.iter().filter_map(|place| address(*place)).collect();
    united.extend(
        others.into_iter().filter(|place| address(*place).is_some_and(|a| known.insert(a))),
    );
    united
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places by number; those with the same last digit have one address.
    #[test]
    fn no_page_is_lost_and_none_is_doubled() {
        let place = |offset: &u64| RecordPlace { input: 0, offset: *offset, inner_offset: 0 };
        let places = |offsets: &[u64]| offsets.iter().map(place).collect::<Vec<_>>();
        for (lists, expected) in [
            (&[][..], &[][..]),
            (&[&[][..], &[2, 3]], &[2, 3]),
            (&[&[2, 3], &[]], &[2, 3]),
            (&[&[2], &[2, 3]], &[2, 3]),
            // Another capture of the second page.
            (&[&[12, 3], &[2, 3]], &[12, 3]),
            (&[&[12], &[2, 3]], &[2, 3]),
            (&[&[12], &[2, 3], &[4]], &[2, 3, 4]),
            (&[&[2], &[3], &[13]], &[2, 3]),
        ] {
            let given = lists.iter().map(|list| places(list)).collect();
            let found = united(given, |place| Some((place.offset % 10).to_string()));
            assert_eq!(found, places(expected), "{lists:?}");
        }
    }
}
