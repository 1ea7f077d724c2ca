//! Values by key, where keys are few: a list in order of its keys.

/// The value of a key, which begins with the default.
pub(crate) fn value_of<K: Ord, V: Default>(list: &mut Vec<(K, V)>, key: K) -> &mut V {
    let at = match list.binary_search_by(|(known, _)| known.cmp(&key)) {
        Ok(at) => at,
        Err(at) => {
            list.insert(at, (key, V::default()));
            at
        }
    };
    &mut list[at].1
}
