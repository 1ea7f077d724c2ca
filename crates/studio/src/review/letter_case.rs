//! Texts with ASCII letters in lower case, and a bit per byte that says which of them were capitals.
//!
//! A search then compares bytes as they are, and the texts can still be shown as they were.

/// A byte with this value in each place.
const EACH: u64 = 0x0101_0101_0101_0101;
/// Gathers the lowest bits of eight bytes in the highest byte, that of the first byte in its lowest bit.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// Turns capitals into lower case. Gives the bits of the capitals, those of eight bytes in each byte.
pub(super) fn lower(text: &mut [u8]) -> Vec<u8> {
    let mut capitals = Vec::with_capacity(text.len().div_ceil(8));
    let (words, rest) = text.as_chunks_mut::<8>();
    // Eight bytes at once: hundreds of megabytes pass here before the first search is complete.
    for word in words {
        let bytes = u64::from_le_bytes(*word);
        let low = bytes & (0x7f * EACH);
        let from_a = low + (0x80 - u64::from(b'A')) * EACH;
        let behind_z = low + (0x7f - u64::from(b'Z')) * EACH;
        let is_capital = !bytes & (from_a ^ behind_z) & (0x80 * EACH);
        *word = (bytes | is_capital >> 2).to_le_bytes();
        capitals.push(((is_capital >> 7).wrapping_mul(GATHER) >> 56) as u8);
    }
    if !rest.is_empty() {
        let bit = |(at, byte): (usize, &u8)| u8::from(byte.is_ascii_uppercase()) << at;
        capitals.push(rest.iter().enumerate().map(bit).sum());
        rest.make_ascii_lowercase();
    }
    capitals
}

/// Turns capitals back. `text` begins `skipped` bytes behind those of the first of the bits.
pub(super) fn restore(text: &mut [u8], skipped: usize, capitals: &[u8]) {
    for (at, byte) in (skipped..).zip(text) {
        if capitals.get(at / 8).is_some_and(|bits| bits >> (at % 8) & 1 == 1) {
            byte.make_ascii_uppercase();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_are_lowered_and_come_back() {
        for text in [
            "",
            "A",
            "@AZ[`az{",
            "Low TIDES, ÄÖ and Ωmega",
            "no capital at all",
            "ABCDEFGHIJKLMNOPQ",
        ] {
            let mut bytes = text.as_bytes().to_vec();
            let capitals = lower(&mut bytes);
            assert_eq!(bytes, text.as_bytes().to_ascii_lowercase(), "{text}");
            assert_eq!(capitals.len(), text.len().div_ceil(8), "{text}");
            for start in 0..text.len() {
                let mut part = bytes[start..].to_vec();
                restore(&mut part, start % 8, &capitals[start / 8..]);
                assert_eq!(part, text.as_bytes()[start..], "{text} from {start}");
            }
        }
    }
}
