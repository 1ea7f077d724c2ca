//! gzip members that are the same bytes on every machine and day: no name, no time, and a
//! compressor without processor-specific paths.

use miniz_oxide::deflate::compress_to_vec;

/// Header without flags and time, "unknown" operating system.
const HEADER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];
const LEVEL: u8 = 9;

/// The data as one gzip member.
pub(crate) fn member(data: &[u8]) -> Vec<u8> {
    let mut member = HEADER.to_vec();
    member.extend_from_slice(&compress_to_vec(data, LEVEL));
    member.extend_from_slice(&crc32(data).to_le_bytes());
    // The format keeps the length modulo 2^32.
    member.extend_from_slice(&(data.len() as u32).to_le_bytes());
    member
}

/// CRC-32 as gzip uses it (reflected, polynomial 0xEDB88320).
fn crc32(data: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    let byte = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc));
    !data.iter().fold(!0, byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc_of_the_catalogue_check_string() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn a_member_holds_its_data() {
        let member = member(b"fog in the narrows, fog in the narrows");
        let inside = &member[10..member.len() - 8];
        let inflated = miniz_oxide::inflate::decompress_to_vec(inside).unwrap();
        assert_eq!(inflated, b"fog in the narrows, fog in the narrows");
    }
}
