//! Folds: all pages of a host are in one, the same in every fit, so that no model is asked about a host it has seen.

use std::hash::{DefaultHasher, Hash, Hasher as _};

/// How many there are.
pub(crate) const FOLDS: u64 = 5;

/// The fold of a page.
pub(crate) fn fold(url: &str) -> u64 {
    host(url) % FOLDS
}

/// A number that stands for the host.
pub(crate) fn host(url: &str) -> u64 {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    hash(rest.split('/').next().unwrap_or(rest).trim_start_matches("www."))
}

/// The same number for the same value, in every run.
pub(crate) fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
