//! Random numbers from a seed.

/// A generator of 64-bit numbers (SplitMix64; Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014). The same seed gives the same numbers on every machine.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        crate::mixed(self.state)
    }

    /// A number below `end`, every one as likely to within 2^-64 of its share; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }

    /// A number from 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        // A double has 53 bits of precision.
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Brings a slice into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        // Fisher-Yates, from the end.
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_are_those_of_the_paper() {
        let mut random = Random::new(1_234_567);
        let first = [random.next_u64(), random.next_u64(), random.next_u64()];
        assert_eq!(first, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<usize> = (0..100).collect();
        Random::new(7).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn numbers_stay_in_their_range_and_reach_all_of_it() {
        let mut random = Random::new(0);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[random.below(6)] += 1;
            let unit = random.unit();
            assert!((0.0..1.0).contains(&unit));
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_eq!((random.below(0), random.below(1)), (0, 0));
    }

    #[test]
    fn seeds_give_streams_of_their_own() {
        let stream = |seed| {
            let mut random = Random::new(seed);
            [random.next_u64(), random.next_u64(), random.next_u64()]
        };
        assert_eq!(stream(7), stream(7));
        let mut all: Vec<u64> = (0..100).flat_map(stream).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 300);
    }

    #[test]
    fn every_order_of_three_is_as_likely() {
        let mut random = Random::new(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
        random.shuffle::<u8>(&mut []);
    }
}
