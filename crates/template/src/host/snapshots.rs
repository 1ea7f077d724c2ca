//! Captures that are kept as snapshots only. On a large host most URLs are not kept as partners,
//! but each page can still be compared with other captures of its own URL.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Bound;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::capture::Capture;
use crate::gap::Gaps;
use crate::hash::mixed;
use crate::key::{Key, UrlKey};
use crate::summary::Summary;

/// Where a capture stands among those of its URL: its time, the hash of its document, its sampling
/// hash.
type Position = (i64, u64, u64);

/// Captures that are looked at on either side of a page. A URL can have a million; without a limit
/// each page would look at all of them.
const LOOKED: usize = 1024;

/// Captures by URL. Which URLs are kept is drawn by their hashes. Of these all captures are kept,
/// so that the nearest in time is among them.
#[derive(Debug, Clone)]
pub(super) struct Snapshots {
    captures: BTreeMap<(UrlKey, Position), Summary>,
    /// URLs with a larger hash are not kept. Halved whenever the captures take too much memory. As
    /// they only grow in number, the cut-off depends on the captures and not on their order.
    cut_off: u64,
    memory: usize,
}

impl Default for Snapshots {
    fn default() -> Self {
        Self { captures: BTreeMap::new(), cut_off: u64::MAX, memory: 0 }
    }
}

impl Snapshots {
    /// Keeps a capture if its URL is drawn.
    pub(super) fn add(&mut self, capture: &Capture) {
        if self.draws(&capture.summary.url_key) {
            self.insert(capture.hash, capture.summary.as_snapshot());
        }
    }

    /// Takes in what another part of the host keeps.
    pub(super) fn merge(&mut self, other: Self) {
        // First the cut-off, so that nothing is kept in between that neither part would keep.
        self.lower(other.cut_off);
        for summary in other.captures.into_values() {
            if self.draws(&summary.url_key) {
                self.insert(summary.key.sampling_hash(), summary);
            }
        }
    }

    /// Lowers the cut-off until the captures take no more than so many bytes.
    pub(super) fn trim(&mut self, bytes: usize) {
        while self.memory > bytes && self.cut_off > 0 {
            self.lower(self.cut_off / 2);
        }
    }

    fn insert(&mut self, hash: u64, summary: Summary) {
        let position = (summary.key.time, summary.key.record, hash);
        match self.captures.entry((summary.url_key.clone(), position)) {
            Entry::Vacant(new) => {
                self.memory += summary.snapshot_memory();
                new.insert(summary);
            }
            // The same capture, read twice; or two spellings with one hash, of which the first by
            // key is kept.
            Entry::Occupied(mut known) if summary.key < known.get().key => {
                self.memory =
                    self.memory + summary.snapshot_memory() - known.get().snapshot_memory();
                known.insert(summary);
            }
            Entry::Occupied(_) => {}
        }
    }

    fn draws(&self, url: &UrlKey) -> bool {
        draw(url) <= self.cut_off
    }

    /// The nearest captures of a URL before and after `key` that are within `gaps` and that
    /// `is_meant` accepts. At most [`LOOKED`] captures are tried on either side.
    pub(super) fn around(
        &self,
        url: &UrlKey,
        key: &Key,
        gaps: Gaps,
        is_meant: impl Fn(&Summary) -> bool,
    ) -> [Option<&Summary>; 2] {
        if !key.is_dated() {
            return [None; 2];
        }
        let near =
            gaps.min.map_or(0, |min| i64::try_from(min).unwrap_or(i64::MAX).saturating_mul(1000));
        // Bounds of the captures that are too near. Without a least gap only the capture itself is.
        let (before, after) = match near {
            0 => ((key.time, key.record, 0), (key.time, key.record, u64::MAX)),
            _ => {
                let (from, to) = (key.time.saturating_sub(near), key.time.saturating_add(near));
                ((from.saturating_add(1), 0, 0), (to.saturating_sub(1), u64::MAX, u64::MAX))
            }
        };
        let found = |other: &&Summary| gaps.accept(&other.key, key) && is_meant(other);
        let within = |other: &&Summary| other.url_key == *url && gaps.are_near(&other.key, key);
        let before = self.captures.range(..(url.clone(), before)).rev().map(|(_, page)| page);
        let after = (Bound::Excluded((url.clone(), after)), Bound::Unbounded);
        let after = self.captures.range(after).map(|(_, page)| page);
        [
            before.take_while(within).take(LOOKED).find(found),
            after.take_while(within).take(LOOKED).find(found),
        ]
    }

    /// Bytes that they take in memory, nearly.
    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    /// Whether nothing is kept.
    pub(super) fn is_empty(&self) -> bool {
        self.captures.is_empty()
    }

    fn lower(&mut self, cut_off: u64) {
        if cut_off >= self.cut_off {
            return;
        }
        self.cut_off = cut_off;
        // All captures of a URL go together: a gap among those that stay would make wrong
        // neighbours.
        self.captures.retain(|(url, _), _| draw(url) <= cut_off);
        self.memory = self.summaries().map(Summary::snapshot_memory).sum();
    }

    fn summaries(&self) -> impl Iterator<Item = &Summary> {
        self.captures.values()
    }
}

#[derive(Serialize, Deserialize)]
struct StoredSnapshots<S> {
    cut_off: u64,
    captures: Vec<S>,
}

impl Serialize for Snapshots {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let captures: Vec<&Summary> = self.summaries().collect();
        StoredSnapshots { cut_off: self.cut_off, captures }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Snapshots {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredSnapshots::<Summary>::deserialize(deserializer)?;
        let mut snapshots = Self { cut_off: stored.cut_off, ..Self::default() };
        for summary in stored.captures {
            snapshots.insert(summary.key.sampling_hash(), summary);
        }
        Ok(snapshots)
    }
}

/// The number by which a URL is drawn. Not its hash: URLs with small hashes are kept for comparison
/// already.
fn draw(url: &UrlKey) -> u64 {
    mixed(url.hash() ^ 0x51)
}

#[cfg(test)]
mod tests {
    use scutch_learn::Random;
    use scutch_page::{ExtractConfig, Hints, Limits, Page, Scoring};

    use super::*;
    use crate::cross;

    /// Captures of few times and documents, some without a date: the search finds what a look at
    /// all of them finds.
    #[test]
    fn the_nearest_are_those_of_all() {
        let page = Page::parse(b"<p>Fog", &Hints::default(), &Limits::default());
        let key = Key { url: "http://a.example/".to_owned(), time: 0, record: 0 };
        let labels = Scoring::new(&page, &ExtractConfig::default());
        let page = Summary::new(key, &page, labels.labels());
        let mut random = Random::new(7);
        for round in 0..400 {
            let mut drawn = |end: usize| random.below(end);
            let some = [None, Some(0), Some(2), Some(5)];
            let gaps = Gaps { min: some[drawn(4)], max: some[drawn(4)] };
            let mut snapshots = Snapshots::default();
            let captures: Vec<Summary> = (0..12)
                .map(|_| {
                    let key = Key {
                        time: 500 * (drawn(24) as i64 - 4),
                        record: drawn(3) as u64,
                        ..page.key.clone()
                    };
                    Summary { key, ..page.clone() }
                })
                .collect();
            captures.iter().for_each(|capture| snapshots.add(&Capture::new(capture.clone())));
            for own in &captures {
                let all = captures.iter().filter(|page| page.key.record % 2 == 1);
                let all = cross::nearest(all, &own.key, gaps);
                let odd = |page: &Summary| page.key.record % 2 == 1;
                let near = snapshots.around(&page.url_key, &own.key, gaps, odd);
                let [all, near] = [all, near].map(|two| two.map(|one| one.map(|one| &one.key)));
                assert_eq!(near, all, "{round}: {gaps:?}, {:?}", own.key);
            }
        }
    }

    /// A URL has very many captures, hardly any of which is accepted: the search ends.
    #[test]
    fn no_more_than_some_are_looked_at() {
        let page = Page::parse(b"<p>Fog", &Hints::default(), &Limits::default());
        let labels = Scoring::new(&page, &ExtractConfig::default());
        let at = |time: i64, record: u64| {
            let key = Key { url: "http://a.example/".to_owned(), time, record };
            Summary::new(key, &page, labels.labels())
        };
        for (between, found) in [(LOOKED - 1, true), (LOOKED, false)] {
            let mut snapshots = Snapshots::default();
            let own = at(1_000_000, 0);
            for step in 0..=between as i64 {
                let record = u64::from(step == between as i64);
                snapshots.add(&Capture::new(at(own.key.time - 1 - step, record)));
                snapshots.add(&Capture::new(at(own.key.time + 1 + step, record)));
            }
            let is_meant = |page: &Summary| page.key.record == 1;
            let near = snapshots.around(&own.url_key, &own.key, Gaps::default(), is_meant);
            assert_eq!(near.map(|page| page.is_some()), [found; 2], "{between}");
        }
    }
}
