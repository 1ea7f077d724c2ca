//! The index of values by key.
//!
//! Groups and evidence are of many types and lie in lists. One table of places, compiled once, leads
//! from keys to all of them.

use rustc_hash::FxHashMap;

/// The place of each key's value in a list.
pub(crate) type Places = FxHashMap<String, usize>;

/// The places of values that stand in the order of these keys.
pub(crate) fn by_key(keys: Vec<String>) -> Places {
    keys.into_iter().enumerate().map(|(place, key)| (key, place)).collect()
}

/// The place of a key. Keys that are new get the place `next`.
pub(crate) fn place(places: &mut Places, key: &str, next: usize) -> usize {
    // Looked up twice only for new keys, which alone are copied.
    match places.get(key) {
        Some(place) => *place,
        None => *places.entry(key.to_owned()).or_insert(next),
    }
}

/// Keys and places, in the order of the bytes of keys.
pub(crate) fn sorted(places: &Places) -> Vec<(&str, usize)> {
    let mut sorted: Vec<(&str, usize)> =
        places.iter().map(|(key, place)| (key.as_str(), *place)).collect();
    // Keys are unique, so an unstable sort has one result only.
    sorted.sort_unstable();
    sorted
}
