//! Hashes that are the same on every machine and in every version of the program.

/// FNV-1a of bytes. Its upper bits say little of the last bytes: [`mixed`] makes all of them count.
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Every bit of the result depends on every bit of the number (the last step of SplitMix64).
#[inline]
pub fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// A hash of bytes, eight at a time: some ten times as fast as [`fnv1a`].
pub fn hashed(bytes: &[u8]) -> u64 {
    // The length goes in first: zeros at the end count, too.
    let (words, rest) = bytes.as_chunks();
    let whole = words.iter().fold(bytes.len() as u64, |hash, word| {
        mixed(hash.rotate_left(5) ^ u64::from_le_bytes(*word))
    });
    mixed(whole ^ fnv1a(rest.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hashes_are_those_of_its_authors() {
        let hashes = ["", "a", "foobar"].map(|text| fnv1a(text.bytes()));
        assert_eq!(hashes, [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c, 0x8594_4171_f739_67e8]);
    }

    #[test]
    fn every_byte_counts_where_it_stands() {
        let text = b"The ferry leaves at nine, and comes back after dark.";
        let mut hashes = vec![hashed(text), hashed(b""), hashed(b"\0"), hashed(&[0; 8])];
        for at in 0..text.len() {
            let mut other = *text;
            other[at] ^= 1;
            hashes.push(hashed(&other));
            hashes.push(hashed(&text[..at]));
        }
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        // Nothing is one of the beginnings of the text.
        assert_eq!(hashes.len(), count - 1);
        assert_eq!(hashed(b"herring and tide"), hashed(b"herring and tide"));
    }
}
