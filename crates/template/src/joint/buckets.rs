//! Pages of a large host by the bands of their signatures, so that a template of few pages keeps some too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::summary::Summary;
use crate::url_key::UrlKey;

/// Buckets that are kept: those with the smallest hashes.
const BUCKETS: usize = 512;
/// URLs that a bucket keeps, one capture each: those with the smallest hashes.
const URLS: usize = 4;

/// Locality-sensitive hashing (Indyk and Motwani 1998): pages whose signatures agree in a whole band share a bucket.
/// What is kept does not depend on the order in which pages came.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    buckets: BTreeMap<u64, BTreeMap<UrlKey, (u64, Arc<Summary>)>>,
    closed: bool,
}

impl Buckets {
    /// Keeps a page, unless the lot falls on others; `capture` is its hash.
    pub(super) fn add(&mut self, capture: u64, summary: &Arc<Summary>) {
        if self.closed {
            return;
        }
        for band in summary.signature.bands() {
            let bucket = self.buckets.entry(band).or_default();
            let new = (capture, Arc::clone(summary));
            let kept = bucket.entry(summary.url_key.clone()).or_insert_with(|| new.clone());
            if capture < kept.0 {
                *kept = new;
            }
            if bucket.len() > URLS {
                bucket.pop_last();
            }
            if self.buckets.len() > BUCKETS {
                self.buckets.pop_last();
            }
        }
    }

    /// Gives up all pages, and takes no more.
    pub(super) fn close(&mut self) {
        *self = Self { buckets: BTreeMap::new(), closed: true };
    }

    /// The pages that share a bucket with a page, by URL, each capture once.
    pub(super) fn beside(&self, summary: &Summary) -> BTreeMap<&UrlKey, Vec<&Summary>> {
        let mut seen = BTreeSet::new();
        let mut beside: BTreeMap<&UrlKey, Vec<&Summary>> = BTreeMap::new();
        let buckets = summary.signature.bands().filter_map(|band| self.buckets.get(&band));
        for (url, (capture, page)) in buckets.flatten() {
            if seen.insert((url, capture)) {
                beside.entry(url).or_default().push(page);
            }
        }
        beside
    }
}
