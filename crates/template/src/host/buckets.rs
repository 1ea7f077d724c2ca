//! Buckets of pages with similar structure. On a large host a sample by hash may miss a template of
//! few pages altogether; its pages share buckets, and each bucket keeps a few.

use super::capture::Capture;
use super::limits::HostLimits;
use super::smallest::{Costed, Smallest};

/// Locality-sensitive hashing (Indyk and Motwani 1998): pages whose signatures agree in a whole
/// band share a bucket. Kept are the buckets with the smallest hashes.
#[derive(Debug, Clone, Default)]
pub(super) struct Buckets(pub(super) Smallest<u64, Bucket>);

/// The URLs with the smallest keys, one capture each: that with the smallest hash.
#[derive(Debug, Clone, Default)]
pub(super) struct Bucket {
    /// In order of their URLs.
    pub(super) captures: Vec<Capture>,
    /// Bytes of the largest summary seen in the bucket.
    pub(super) largest: usize,
}

impl Costed for Bucket {
    fn cost(&self) -> usize {
        self.largest * self.captures.len()
    }
}

impl Bucket {
    /// Notes that a summary of so many bytes was seen.
    fn note_size(&mut self, bytes: usize) {
        self.largest = self.largest.max(bytes);
    }

    /// Keeps a capture if there is room for it. Returns the one that is given up for it.
    fn add(&mut self, capture: &Capture, urls: usize) -> Option<Capture> {
        self.note_size(capture.summary.memory());
        // One capture a URL: many captures of one page would drive all other pages out of the
        // bucket.
        let url = |known: &Capture| known.summary.url_key.cmp(&capture.summary.url_key);
        match self.captures.binary_search_by(url) {
            Ok(at) if *capture < self.captures[at] => {
                Some(std::mem::replace(&mut self.captures[at], capture.clone()))
            }
            Ok(_) => None,
            Err(at) => {
                // Most buckets hold one page, and a page is in 16 of them: doubling would waste
                // memory.
                self.captures.reserve_exact(1);
                self.captures.insert(at, capture.clone());
                if self.captures.len() > urls { self.captures.pop() } else { None }
            }
        }
    }
}

impl Buckets {
    /// Adds a capture to the buckets of its bands. Returns the captures that are given up, once for
    /// each bucket.
    pub(super) fn add(&mut self, capture: &Capture, limits: &HostLimits) -> Vec<Capture> {
        let mut removed = Vec::new();
        for band in capture.summary.signature.bands() {
            let replaced = self.0.update(&band, |bucket| bucket.add(capture, limits.bucket_urls));
            removed.extend(replaced.flatten());
            removed.extend(self.trim(limits));
        }
        removed
    }

    /// Notes that a summary of so many bytes was seen in a bucket.
    pub(super) fn note_size(&mut self, band: u64, bytes: usize) {
        self.0.update(&band, |bucket| bucket.note_size(bytes));
    }

    /// Removes what exceeds the limits, and returns it.
    pub(super) fn trim(&mut self, limits: &HostLimits) -> Vec<Capture> {
        let removed = self.0.trim(limits.buckets, limits.bucket_bytes);
        removed.into_iter().flat_map(|bucket| bucket.captures).collect()
    }

    /// The buckets in order of their bands, without their sizes.
    pub(super) fn into_bands(self) -> Vec<(u64, Vec<Capture>)> {
        let bands = self.0.into_groups().into_iter();
        bands.map(|(band, bucket)| (band, bucket.captures)).collect()
    }
}
