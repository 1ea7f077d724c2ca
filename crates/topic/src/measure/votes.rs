//! Votes for each of 64 bits, counted for all bits at once.
//!
//! The counts are bit-sliced: plane n holds bit n of all 64 counts. A word of 64 votes is then
//! added with a few logical operations.

/// Planes, which hold counts below 2^48: more votes than any page has.
const PLANES: usize = 48;
/// Words that one carry-save adder tree takes in.
const BLOCK: usize = 8;

/// Counts of votes.
#[derive(Debug)]
pub(crate) struct Votes {
    planes: [u64; PLANES],
    waiting: [u64; BLOCK],
    waiting_count: usize,
    all: u64,
}

impl Default for Votes {
    fn default() -> Self {
        Self { planes: [0; PLANES], waiting: [0; BLOCK], waiting_count: 0, all: 0 }
    }
}

/// Sum and carry of three votes for each bit.
fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

impl Votes {
    /// Adds one vote for each bit that is set.
    #[inline]
    pub(crate) fn add(&mut self, word: u64) {
        self.all += 1;
        self.waiting[self.waiting_count] = word;
        self.waiting_count += 1;
        if self.waiting_count == BLOCK {
            self.waiting_count = 0;
            self.block();
        }
    }

    /// Adds eight words through a tree of carry-save adders (Harley and Seal, in Warren, "Hacker's
    /// Delight", section 5-1).
    fn block(&mut self) {
        let x = self.waiting;
        let [ones, twos, fours, ..] = &mut self.planes;
        let add = |plane: &mut u64, a, b| {
            let carry;
            (*plane, carry) = full_add(*plane, a, b);
            carry
        };
        let a = add(ones, x[0], x[1]);
        let b = add(ones, x[2], x[3]);
        let fours_a = add(twos, a, b);
        let a = add(ones, x[4], x[5]);
        let b = add(ones, x[6], x[7]);
        let fours_b = add(twos, a, b);
        let eights = add(fours, fours_a, fours_b);
        // Only one word in eight reaches the loop over planes.
        self.ripple(eights, 3);
    }

    /// Adds `weight` votes for each bit that is set: one addition for each bit of the weight.
    pub(crate) fn add_times(&mut self, word: u64, weight: u32) {
        self.all += u64::from(weight);
        for plane in (0..u32::BITS as usize).filter(|plane| weight >> plane & 1 == 1) {
            self.ripple(word, plane);
        }
    }

    fn ripple(&mut self, mut carry: u64, plane: usize) {
        for plane in &mut self.planes[plane..] {
            if carry == 0 {
                return;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// The bits that more than half of all votes are for.
    pub(crate) fn majority(mut self) -> u64 {
        // Words that have filled no block.
        for at in 0..self.waiting_count {
            self.ripple(self.waiting[at], 0);
        }
        let count = |bit: usize| {
            let planes = self.planes.iter().rev();
            planes.fold(0_u64, |count, plane| count << 1 | (plane >> bit & 1))
        };
        (0..64).filter(|bit| 2 * count(*bit) > self.all).fold(0, |bits, bit| bits | 1 << bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scutch_learn::Random;

    #[test]
    fn majorities_are_those_of_plain_counts() {
        let mut random = Random::new(11);
        for case in 0..200 {
            let mut votes = Votes::default();
            let mut counts = [0_i64; 64];
            for _ in 0..random.below(3 + case) {
                let word = random.next_u64() & random.next_u64() | (case as u64);
                let weight = if random.below(2) == 0 { 1 } else { random.below(1 << 20) as u32 };
                match weight {
                    1 => votes.add(word),
                    weight => votes.add_times(word, weight),
                }
                for (bit, count) in counts.iter_mut().enumerate() {
                    *count += i64::from(weight) * if word >> bit & 1 == 1 { 1 } else { -1 };
                }
            }
            let expected = (0..64).filter(|bit| counts[*bit] > 0).fold(0, |b, bit| b | 1 << bit);
            assert_eq!(votes.majority(), expected);
        }
    }
}
