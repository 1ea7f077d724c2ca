//! Pages by site or by cross.

use std::collections::BTreeMap;

/// The places of pages by what each page is called, in order of these names.
pub(crate) fn by_name<'n>(names: impl Iterator<Item = &'n str>) -> BTreeMap<&'n str, Vec<usize>> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, name) in names.enumerate() {
        places.entry(name).or_default().push(at);
    }
    places
}
