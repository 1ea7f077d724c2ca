//! Captures of a host that are kept as snapshots only: of a large host most URLs have no room among the partners, but
//! still want to be compared with themselves at other times.

use std::collections::BTreeMap;

use crate::paths::mixed;
use crate::summary::Summary;
use crate::url_key::UrlKey;

/// Captures by URL. Which URLs are kept is for a lot to decide; of these all captures are, so that the nearest is.
#[derive(Debug)]
pub(super) struct Snapshots {
    urls: BTreeMap<UrlKey, BTreeMap<u64, Summary>>,
    lot: u64,
    memory: usize,
}

impl Default for Snapshots {
    fn default() -> Self {
        Self { urls: BTreeMap::new(), lot: u64::MAX, memory: 0 }
    }
}

impl Snapshots {
    /// Keeps a capture, if the lot falls on its URL; `capture` is its hash.
    pub(super) fn add(&mut self, capture: u64, summary: &Summary) {
        if draw(&summary.url_key) > self.lot {
            return;
        }
        let summary = summary.as_snapshot();
        self.memory += summary.snapshot_memory();
        let captures = self.urls.entry(summary.url_key.clone()).or_default();
        if let Some(equal) = captures.insert(capture, summary) {
            self.memory -= equal.snapshot_memory();
        }
    }

    /// The captures of a URL.
    pub(super) fn of(&self, url: &UrlKey) -> impl Iterator<Item = &Summary> + Clone + use<'_> {
        self.urls.get(url).into_iter().flat_map(BTreeMap::values)
    }

    /// Bytes that they take in memory, nearly.
    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    /// Gives up all URLs on which the lot does not fall, for good.
    pub(super) fn keep_drawn(&mut self, lot: u64) {
        if lot >= self.lot {
            return;
        }
        self.lot = lot;
        self.urls.retain(|url, _| draw(url) <= lot);
        let all = self.urls.values().flat_map(BTreeMap::values);
        self.memory = all.map(Summary::snapshot_memory).sum();
    }
}

/// The number of a URL in the lot: another than its hash, as those with small hashes are kept already.
fn draw(url: &UrlKey) -> u64 {
    mixed(url.hash() ^ 0x51)
}
