//! Hashes of shingles of ASCII letters, remembered by their four bytes.

use super::hash;
use crate::measure::votes::Votes;

/// Hashes kept; beyond that the table starts anew with the next page.
const KEPT: usize = 1 << 19;
/// Shingles that are looked up together.
const WAITING: usize = 64;
/// Places of an empty table.
const PLACES: usize = 1 << 12;

/// A table with open addresses, since nothing else is done as often for a page.
#[derive(Debug)]
pub(super) struct Plain {
    /// Shingles. None is zero, which marks a free place.
    shingles: Vec<u32>,
    /// Their hashes.
    hashes: Vec<u64>,
    taken: usize,
    /// Shingles whose votes are to come.
    waiting: [u32; WAITING],
    waits: usize,
}

impl Default for Plain {
    fn default() -> Self {
        Self {
            shingles: vec![0; PLACES],
            hashes: vec![0; PLACES],
            taken: 0,
            waiting: [0; WAITING],
            waits: 0,
        }
    }
}

impl Plain {
    /// Begins a page.
    pub(super) fn begin(&mut self) {
        if self.taken > KEPT {
            *self = Self::default();
        }
    }

    /// The vote of a shingle, some time before [`Plain::finish`] is done.
    #[inline]
    pub(super) fn vote(&mut self, shingle: u32, votes: &mut Votes) {
        self.waiting[self.waits] = shingle;
        self.waits += 1;
        if self.waits == WAITING {
            self.finish(votes);
        }
    }

    /// The votes that wait. Most shingles are in the first place where they may be: all are looked for
    /// there, without a branch that the processor could not foresee, and then the others.
    pub(super) fn finish(&mut self, votes: &mut Votes) {
        let mut hashes = [0; WAITING];
        let mut others = [0; WAITING];
        let (mut found, mut not) = (0, 0);
        let (table, shift) = (&self.shingles[..], self.shift());
        for &shingle in &self.waiting[..std::mem::take(&mut self.waits)] {
            let place = first_place(shingle, shift);
            hashes[found] = self.hashes[place];
            others[not] = shingle;
            let is = table[place] == shingle;
            found += usize::from(is);
            not += usize::from(!is);
        }
        hashes[..found].iter().for_each(|hash| votes.add(*hash));
        for &shingle in &others[..not] {
            let place = self.place(shingle);
            let known = self.shingles[place] == shingle;
            votes.add(if known { self.hashes[place] } else { self.insert(place, shingle) });
        }
    }

    fn shift(&self) -> u32 {
        u32::BITS - self.shingles.len().trailing_zeros()
    }

    /// Where a shingle is, or the free place where it belongs.
    #[inline]
    fn place(&self, shingle: u32) -> usize {
        let last = self.shingles.len() - 1;
        let mut place = first_place(shingle, self.shift());
        while self.shingles[place] != shingle && self.shingles[place] != 0 {
            place = (place + 1) & last;
        }
        place
    }

    fn insert(&mut self, place: usize, shingle: u32) -> u64 {
        let hash = hash(&shingle.to_be_bytes());
        (self.shingles[place], self.hashes[place]) = (shingle, hash);
        self.taken += 1;
        if 2 * self.taken > self.shingles.len() {
            self.grow();
        }
        hash
    }

    fn grow(&mut self) {
        let twice = 2 * self.shingles.len();
        let shingles = std::mem::replace(&mut self.shingles, vec![0; twice]);
        let hashes = std::mem::replace(&mut self.hashes, vec![0; twice]);
        for (shingle, hash) in shingles.into_iter().zip(hashes).filter(|(shingle, _)| *shingle != 0)
        {
            let place = self.place(shingle);
            (self.shingles[place], self.hashes[place]) = (shingle, hash);
        }
    }
}

/// The upper bits of the product depend on all four letters.
fn first_place(shingle: u32, shift: u32) -> usize {
    (shingle.wrapping_mul(0x9e37_79b9) >> shift) as usize
}
