//! The inflated bytes at hand: one buffer, used again from record to record.

/// Room made at least when the buffer is full.
const STEP: usize = 256 << 10;
/// Capacity kept when nothing needs more.
const KEEP: usize = 4 << 20;

/// A buffer of which `at..end` is not yet read. Indexes stay valid until [`Flow::compact`].
#[derive(Debug, Default)]
pub(super) struct Flow {
    bytes: Vec<u8>,
    pub(super) at: usize,
    pub(super) end: usize,
}

impl Flow {
    /// All bytes, read ones included.
    pub(super) fn filled(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    /// The bytes not yet read.
    pub(super) fn unread(&self) -> &[u8] {
        &self.bytes[self.at..self.end]
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.at = 0;
        self.end = 0;
    }

    /// Moves the unread bytes, and the last `keep` read ones, to the front; returns by how much.
    pub(super) fn compact(&mut self, keep: usize) -> usize {
        let by = self.at.saturating_sub(keep);
        self.bytes.copy_within(by..self.end, 0);
        self.end -= by;
        self.at -= by;
        if self.bytes.len() > KEEP && self.end < KEEP / 2 {
            self.bytes.truncate(KEEP);
            // One large record must not hold its memory for the rest of the file.
            self.bytes.shrink_to_fit();
        }
        by
    }

    /// Room behind the filled bytes, at least some.
    pub(super) fn room(&mut self) -> &mut [u8] {
        if self.bytes.len() - self.end < STEP / 4 {
            let more = STEP.max(self.bytes.len() / 2);
            self.lengthen(self.bytes.len() + more);
        }
        &mut self.bytes[self.end..]
    }

    /// The first bytes of the room, `n` at most.
    pub(super) fn room_at_most(&mut self, n: usize) -> &mut [u8] {
        let room = self.room();
        let n = room.len().min(n);
        &mut room[..n]
    }

    /// Removes `n` filled bytes at index `from`.
    pub(super) fn remove(&mut self, from: usize, n: usize) {
        self.bytes.copy_within(from + n..self.end, from);
        self.end -= n;
    }

    /// Makes the room behind the filled bytes `n` bytes large at least.
    pub(super) fn make_room(&mut self, n: usize) {
        if self.bytes.len() - self.end < n {
            self.lengthen(self.end + n);
        }
    }

    fn lengthen(&mut self, length: usize) {
        if self.bytes.len() > KEEP {
            // Not two copies of a large record.
            self.bytes.resize(length, 0);
            return;
        }
        // New memory comes as zeros, so that nobody has to write them.
        let mut longer = vec![0; length];
        longer[..self.end].copy_from_slice(&self.bytes[..self.end]);
        self.bytes = longer;
    }
}
