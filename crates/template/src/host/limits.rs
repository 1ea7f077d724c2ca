//! How much is kept of one host.

use serde::{Deserialize, Serialize};

use crate::summary::LARGEST_SUMMARY;

/// Limits of what is kept of one host. Each host has its own: none is shared between hosts.
///
/// Tests set small limits to reach every one of them with few pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostLimits {
    /// URLs that are kept for comparison: those with the smallest hashes.
    pub urls: usize,
    /// Captures kept of each of these URLs: those with the smallest hashes.
    pub captures: usize,
    /// Bytes that the captures of these URLs may take, each counted as large as the largest of its
    /// URL.
    pub url_bytes: usize,
    /// Buckets of similar pages: those with the smallest hashes.
    pub buckets: usize,
    /// URLs kept in a bucket, one capture each: those with the smallest hashes.
    pub bucket_urls: usize,
    /// Bytes that the pages in buckets may take, each counted as large as the largest of its
    /// bucket, once for each bucket it is in.
    pub bucket_bytes: usize,
    /// Bytes that captures which are kept as snapshots only may take.
    pub snapshot_bytes: usize,
    /// Bytes of the largest summary that is kept.
    pub summary_bytes: usize,
}

impl HostLimits {
    /// The limits of a run: about 120 MiB for a host that reaches all of them.
    pub(crate) const DEFAULT: Self = Self {
        urls: 256,
        captures: 16,
        url_bytes: 64 << 20,
        buckets: 512,
        bucket_urls: 4,
        bucket_bytes: 24 << 20,
        snapshot_bytes: 32 << 20,
        summary_bytes: LARGEST_SUMMARY,
    };
}

impl Default for HostLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
