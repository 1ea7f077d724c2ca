//! The captures of one URL that are kept for comparison.

use super::capture::Capture;
use super::smallest::Costed;

/// The captures with the smallest hashes, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct UrlCaptures {
    pub(super) captures: Vec<Capture>,
    /// Bytes of the largest summary seen of the URL.
    pub(super) largest: usize,
}

impl Costed for UrlCaptures {
    /// Not the bytes that the captures take: these can shrink when a smaller one takes the place of
    /// a larger.
    fn cost(&self) -> usize {
        self.largest * self.captures.len()
    }
}

impl UrlCaptures {
    /// Notes that a summary of so many bytes was seen.
    pub(super) fn note_size(&mut self, bytes: usize) {
        self.largest = self.largest.max(bytes);
    }

    /// Keeps a capture if it is one of the `most` with the smallest hashes. Returns the one that is
    /// given up for it.
    pub(super) fn add(&mut self, capture: &Capture, most: usize) -> Option<Capture> {
        self.note_size(capture.summary.memory());
        let Err(at) = self.captures.binary_search(capture) else { return None };
        self.captures.insert(at, capture.clone());
        if self.captures.len() > most { self.captures.pop() } else { None }
    }
}
