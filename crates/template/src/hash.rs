//! Hashes that are the same on every machine.

/// Spreads a hash over all its bits.
pub(crate) fn mixed(hash: u64) -> u64 {
    scutch_learn::Random::new(hash).next_u64()
}

/// A hash of a text whose values are spread evenly, so that the smallest hashes are a random
/// sample.
pub(crate) fn text_hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4, |hash, byte| mixed(hash ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ends of the range of hashes are as likely as the middle.
    #[test]
    fn hashes_are_spread_evenly() {
        let mut counts = [0; 8];
        for number in 0..8000 {
            counts[(text_hash(&format!("a,example)/{number}")) >> 61) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn texts_that_differ_in_one_byte_have_different_hashes() {
        let mut hashes: Vec<u64> = (0..=255u8)
            .map(|byte| text_hash(&format!("tide {}", char::from(byte))))
            .chain(["tide", "tide   ", ""].map(text_hash))
            .collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 259);
    }
}
