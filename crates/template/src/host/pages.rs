//! The summaries of one host while they are gathered.

use std::sync::Arc;

use super::buckets::Buckets;
use super::capture::Capture;
use super::evidence::HostEvidence;
use super::limits::HostLimits;
use super::smallest::Smallest;
use super::snapshots::Snapshots;
use super::urls::UrlCaptures;
use crate::key::UrlKey;
use crate::summary::Summary;

/// Bytes that a capture takes in memory besides its summary, in the table of URLs and in each
/// bucket.
const PER_CAPTURE: usize = 64;

/// Summaries of one host, as many as its [`HostLimits`] let it keep.
///
/// [`add`](Self::add) and [`merge`](Self::merge) are commutative and associative: the result is the
/// same in whatever order captures come, and however they were split into parts.
///
/// - Of the URLs with the smallest hashes a few captures each are kept for comparison.
/// - *Buckets* keep a few pages of each structure, for templates that this sample leaves out.
/// - All other captures are kept as *snapshots*, to be compared with captures of the same URL. If
///   they take too much memory, the URLs with the smallest hashes keep theirs.
#[derive(Debug, Clone, Default)]
pub struct HostPages {
    pub(super) limits: HostLimits,
    pub(super) urls: Smallest<UrlKey, UrlCaptures>,
    /// Made when a capture leaves `urls` for the first time: until then `urls` has them all, and
    /// small hosts, which are most, need no buckets.
    pub(super) buckets: Option<Buckets>,
    pub(super) snapshots: Snapshots,
    /// Hashes of URLs whose pages are too large to be kept, in order: the two smallest, so that
    /// each page knows of another.
    pub(super) too_large: Vec<u64>,
    /// Bytes of the captures in `urls` and `buckets`, each counted once.
    pub(super) held: usize,
}

impl HostPages {
    /// An empty group with other limits than the default. Only groups with equal limits can be
    /// merged.
    #[cfg(test)]
    pub(crate) fn with_limits(limits: HostLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Takes in a capture. Of a page whose summary is too large only this is noted.
    pub fn add(&mut self, summary: Summary) {
        // The limit looks at this page alone, so that no other decides whether it is kept.
        if summary.memory() > self.limits.summary_bytes {
            self.add_too_large([summary.url_key.hash()]);
        } else {
            self.insert(&Capture::new(summary));
        }
    }

    /// Takes in what another part of the host has gathered.
    pub fn merge(&mut self, other: Self) {
        debug_assert_eq!(self.limits, other.limits, "parts of one host have the same limits");
        let Self { urls, buckets, snapshots, too_large, .. } = other;
        self.add_too_large(too_large);
        self.snapshots.merge(snapshots);
        // Before anything leaves `urls`: the buckets are made of all captures seen so far.
        if buckets.is_some() {
            self.make_buckets(&[]);
        }
        let above = self.urls.lower(urls.cut_off().cloned());
        self.leave_urls(captures_of(above));
        let mut captures: Vec<Capture> = Vec::new();
        for (url, group) in urls.into_groups() {
            self.urls.update(&url, |own| own.note_size(group.largest));
            captures.extend(group.captures);
        }
        if let (Some(own), Some(Buckets(theirs))) = (&mut self.buckets, buckets) {
            let above = own.0.lower(theirs.cut_off().copied());
            for (band, bucket) in theirs.into_groups() {
                own.note_size(band, bucket.largest);
                captures.extend(bucket.captures);
            }
            above.into_iter().flat_map(|bucket| bucket.captures).for_each(|c| self.release(&c));
        }
        // A capture can be in a URL and in many buckets.
        captures.sort();
        captures.dedup();
        // Captures that a part gave up are given up again: they were not among the smallest of the
        // part, and are not among those of the whole.
        captures.into_iter().for_each(|capture| self.insert(&capture));
        self.trim();
    }

    /// Bytes of memory that it takes, nearly. What is kept for writing labels only (media, reasons)
    /// is not counted.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + self.held + self.snapshots.memory()
    }

    /// Whether nothing is known of the host.
    pub fn is_empty(&self) -> bool {
        self.urls.groups().is_empty() && self.too_large.is_empty() && self.snapshots.is_empty()
    }

    /// Finds the template groups of the host.
    pub fn conclude(self) -> HostEvidence {
        HostEvidence::from_pages(self)
    }

    fn add_too_large(&mut self, urls: impl IntoIterator<Item = u64>) {
        for url in urls {
            if let Err(at) = self.too_large.binary_search(&url) {
                self.too_large.insert(at, url);
            }
        }
        // Two are enough: whichever page asks, one of them is another than itself.
        self.too_large.truncate(2);
    }

    fn insert(&mut self, capture: &Capture) {
        self.held += Self::bytes_of(capture);
        // Counted now and counted off in `release`, unless somebody keeps it.
        let most = self.limits.captures;
        let url = &capture.summary.url_key;
        let added = self.urls.update(url, |captures| captures.add(capture, most));
        // A URL above the cut-off gives the capture up at once.
        let mut removed: Vec<Capture> =
            added.unwrap_or_else(|| Some(capture.clone())).into_iter().collect();
        removed.extend(self.trim_urls());
        let is_first = self.buckets.is_none() && !removed.is_empty();
        if is_first {
            self.make_buckets(&removed);
        } else if let Some(buckets) = &mut self.buckets {
            let removed = buckets.add(capture, &self.limits);
            removed.into_iter().for_each(|capture| self.release(&capture));
        }
        self.leave_urls(removed);
        self.release(capture);
    }

    /// Makes the buckets of all captures seen so far: those in `urls`, and those that are just
    /// leaving them.
    fn make_buckets(&mut self, leaving: &[Capture]) {
        if self.buckets.is_some() {
            return;
        }
        let mut buckets = Buckets::default();
        let kept = self.urls.groups().values().flat_map(|url| &url.captures);
        let removed: Vec<Capture> =
            kept.chain(leaving).flat_map(|capture| buckets.add(capture, &self.limits)).collect();
        removed.into_iter().for_each(|capture| self.release(&capture));
        self.buckets = Some(buckets);
    }

    /// Captures that `urls` do not keep are kept as snapshots.
    fn leave_urls(&mut self, captures: Vec<Capture>) {
        for capture in captures {
            self.snapshots.add(&capture);
            self.release(&capture);
        }
        self.snapshots.trim(self.limits.snapshot_bytes);
    }

    fn trim_urls(&mut self) -> Vec<Capture> {
        captures_of(self.urls.trim(self.limits.urls, self.limits.url_bytes))
    }

    /// Sizes that were noted in a merge may exceed the limits even if no capture came.
    fn trim(&mut self) {
        let removed = self.trim_urls();
        if !removed.is_empty() {
            self.make_buckets(&removed);
        }
        self.leave_urls(removed);
        if let Some(buckets) = &mut self.buckets {
            let removed = buckets.trim(&self.limits);
            removed.into_iter().for_each(|capture| self.release(&capture));
        }
    }

    /// Counts a capture off if nobody holds it any more.
    fn release(&mut self, capture: &Capture) {
        if Arc::strong_count(&capture.summary) == 1 {
            self.held -= Self::bytes_of(capture);
        }
    }

    /// Bytes that a capture takes, nearly.
    pub(super) fn bytes_of(capture: &Capture) -> usize {
        PER_CAPTURE + capture.summary.memory()
    }
}

fn captures_of(urls: Vec<UrlCaptures>) -> Vec<Capture> {
    urls.into_iter().flat_map(|url| url.captures).collect()
}
