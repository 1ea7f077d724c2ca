//! A capture in the samples of a host.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::summary::Summary;

/// A summary with the hash by which captures of a URL are sampled. Orders by the hash, then by key:
/// equal captures are the same document. Clones share the summary.
#[derive(Debug, Clone)]
pub(super) struct Capture {
    pub(super) hash: u64,
    pub(super) summary: Arc<Summary>,
}

impl Capture {
    pub(super) fn new(summary: Summary) -> Self {
        Self { hash: summary.key.sampling_hash(), summary: Arc::new(summary) }
    }
}

impl Ord for Capture {
    fn cmp(&self, other: &Self) -> Ordering {
        self.hash.cmp(&other.hash).then_with(|| self.summary.key.cmp(&other.summary.key))
    }
}

impl PartialOrd for Capture {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Capture {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Capture {}
