//! A table of the hashes of shingles of ASCII letters, by their four bytes.

use super::hash;
use crate::measure::votes::Votes;

/// Hashes kept, some 12 MiB. Beyond that the table is emptied before the next page.
const KEPT: usize = 1 << 19;
/// Shingles that are looked up in one batch.
const WAITING: usize = 64;
/// Slots of an empty table.
const SLOTS: usize = 1 << 12;

/// A hash table with open addressing: the lookup of a shingle is the innermost loop of a simhash.
#[derive(Debug)]
pub(super) struct Plain {
    /// Shingles by slot. No shingle is zero, so zero marks a free slot.
    shingles: Vec<u32>,
    /// The hash of the shingle in each slot.
    hashes: Vec<u64>,
    taken: usize,
    /// Shingles that are not looked up yet.
    waiting: [u32; WAITING],
    waiting_count: usize,
}

impl Default for Plain {
    fn default() -> Self {
        Self {
            shingles: vec![0; SLOTS],
            hashes: vec![0; SLOTS],
            taken: 0,
            waiting: [0; WAITING],
            waiting_count: 0,
        }
    }
}

impl Plain {
    /// Begins a page. The table is never emptied within one, where all its slots may be needed.
    pub(super) fn begin(&mut self) {
        if self.taken > KEPT {
            *self = Self::default();
        }
    }

    /// Adds a shingle. Its vote is counted by the end of [`Plain::finish`].
    #[inline]
    pub(super) fn vote(&mut self, shingle: u32, votes: &mut Votes) {
        self.waiting[self.waiting_count] = shingle;
        self.waiting_count += 1;
        if self.waiting_count == WAITING {
            self.finish(votes);
        }
    }

    /// Counts the votes of all shingles that wait. Most shingles are in their first slot. All are
    /// looked for there without an unpredictable branch, then the remaining ones by probing.
    pub(super) fn finish(&mut self, votes: &mut Votes) {
        let mut hashes = [0; WAITING];
        let mut others = [0; WAITING];
        let (mut found, mut not) = (0, 0);
        let (table, shift) = (&self.shingles[..], self.shift());
        for &shingle in &self.waiting[..std::mem::take(&mut self.waiting_count)] {
            let slot = first_slot(shingle, shift);
            hashes[found] = self.hashes[slot];
            others[not] = shingle;
            // Written to both lists; only one of the two counters moves on.
            let is = table[slot] == shingle;
            found += usize::from(is);
            not += usize::from(!is);
        }
        hashes[..found].iter().for_each(|hash| votes.add(*hash));
        for &shingle in &others[..not] {
            let slot = self.slot(shingle);
            let known = self.shingles[slot] == shingle;
            votes.add(if known { self.hashes[slot] } else { self.insert(slot, shingle) });
        }
    }

    fn shift(&self) -> u32 {
        u32::BITS - self.shingles.len().trailing_zeros()
    }

    /// The slot of a shingle, or the free slot where it belongs.
    #[inline]
    fn slot(&self, shingle: u32) -> usize {
        let last = self.shingles.len() - 1;
        let mut slot = first_slot(shingle, self.shift());
        while self.shingles[slot] != shingle && self.shingles[slot] != 0 {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn insert(&mut self, slot: usize, shingle: u32) -> u64 {
        let hash = hash(&shingle.to_be_bytes());
        (self.shingles[slot], self.hashes[slot]) = (shingle, hash);
        self.taken += 1;
        // At most half full: probes stay short.
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
            let slot = self.slot(shingle);
            (self.shingles[slot], self.hashes[slot]) = (shingle, hash);
        }
    }
}

/// Fibonacci hashing (Knuth, volume 3, section 6.4): the upper bits of the product depend on all
/// four letters.
fn first_slot(shingle: u32, shift: u32) -> usize {
    (shingle.wrapping_mul(0x9e37_79b9) >> shift) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The majority of the votes of shingles, each hashed by itself.
    fn expected(shingles: &[u32]) -> u64 {
        let mut votes = Votes::default();
        shingles.iter().for_each(|shingle| votes.add(hash(&shingle.to_be_bytes())));
        votes.majority()
    }

    #[test]
    fn the_table_answers_as_hashing_does_however_it_grows() {
        let mut random = scutch_learn::Random::new(3);
        let mut table = Plain::default();
        // Pages of one table: shingles that are new, known, and many times in one batch.
        for page in [1, WAITING - 1, WAITING, WAITING + 1, SLOTS, 3 * SLOTS] {
            let few = 1 + random.below(page);
            let shingles: Vec<u32> =
                (0..page).map(|_| 1 + random.below(few) as u32 * 257).collect();
            table.begin();
            let mut votes = Votes::default();
            shingles.iter().for_each(|shingle| table.vote(*shingle, &mut votes));
            table.finish(&mut votes);
            assert_eq!(votes.majority(), expected(&shingles), "{page} shingles");
            assert!(2 * table.taken <= table.shingles.len());
        }
        assert!(table.shingles.len() > SLOTS, "it never grew");
    }

    #[test]
    fn a_full_table_is_emptied_between_pages_only() {
        let mut table = Plain { taken: KEPT, ..Plain::default() };
        table.begin();
        assert_eq!(table.taken, KEPT);
        table.taken += 1;
        table.begin();
        assert_eq!((table.taken, table.shingles.len()), (0, SLOTS));
    }
}
