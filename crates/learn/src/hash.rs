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

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn the_hashes_are_those_of_its_authors() {
        let hashes = ["", "a", "foobar"].map(|text| fnv1a(text.bytes()));
        assert_eq!(hashes, [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c, 0x8594_4171_f739_67e8]);
    }
}
