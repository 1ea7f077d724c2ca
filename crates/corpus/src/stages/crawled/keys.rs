//! Keys of stores, out of record ids and hashes.

use scutch_learn::{hashed, mixed};

/// Ids are looked up by hash; address and content are compared then.
pub(super) fn key(id: &str) -> String {
    hex(hashed(bare(id).as_bytes()))
}

/// A record id without its brackets.
pub(super) fn bare(id: &str) -> &str {
    id.trim().trim_start_matches('<').trim_end_matches('>')
}

/// A hash as a key of stores.
pub(super) fn hex(hash: u64) -> String {
    format!("{:016x}", mixed(hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_space_around_an_id_make_no_difference() {
        for id in ["<urn:uuid:1>", " <urn:uuid:1> ", "urn:uuid:1"] {
            assert_eq!(key(id), key("<urn:uuid:1>"), "{id:?}");
        }
        assert_ne!(key("<urn:uuid:2>"), key("<urn:uuid:1>"));
    }

    #[test]
    fn keys_are_of_one_length() {
        assert!([0, 1, u64::MAX].into_iter().all(|hash| hex(hash).len() == 16));
    }
}
