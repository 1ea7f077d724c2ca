//! Encodings that the pattern of bytes reveals, and bytes that are no text.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_16BE, UTF_16LE};

/// How much of the document the patterns are looked for in.
const LOOK: usize = 4096;

/// UTF-16 without byte order mark: markup is ASCII, so every second byte of it is zero.
pub(super) fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    // An even number of bytes: half a character would shift the rest.
    let head = &bytes[..bytes.len().min(LOOK) & !1];
    if head.len() < 8 {
        return None;
    }
    let (mut even, mut odd) = (0, 0);
    for pair in head.chunks_exact(2) {
        even += usize::from(pair[0] == 0);
        odd += usize::from(pair[1] == 0);
    }
    let pairs = head.len() / 2;
    // Markup in Chinese or Russian UTF-16 still has zeros in a quarter of its pairs.
    if odd * 4 > pairs && even * 20 < odd {
        Some(UTF_16LE)
    } else if even * 4 > pairs && odd * 20 < even {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// ISO-2022-JP: seven-bit, with escapes into the Japanese sets.
pub(super) fn iso_2022_jp(bytes: &[u8]) -> Option<&'static Encoding> {
    let escapes = [b"\x1b$B".as_slice(), b"\x1b$@"];
    let found = escapes.iter().any(|e| memchr::memmem::find(bytes, e).is_some());
    // Other text that holds the escape by chance has bytes above 0x7F.
    (found && bytes.is_ascii()).then_some(ISO_2022_JP)
}

/// Whether the bytes are UTF-8 but for a few bad sequences: cut characters, one pasted word.
pub(super) fn is_utf8_or_nearly(bytes: &[u8]) -> bool {
    if std::str::from_utf8(bytes).is_ok() {
        return true;
    }
    let (mut good, mut bad) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().bytes().filter(|b| *b >= 0xc0).count();
        bad += usize::from(!chunk.invalid().is_empty());
        // A legacy page gives itself away early; no need to count to its end.
        // Early exit: the loop is over a document of megabytes.
        if bad > 16 && bad * 4 > good {
            return false;
        }
    }
    // Fewer good sequences can be a legacy text whose letters happen to pair up.
    good > bad * 20
}

/// Characters in which controls are looked for.
const CHARACTERS: usize = 1 << 16;
/// So many controls may be slips of the pen.
const SLIPS: usize = 8;

/// Whether it is a text at all. Of pictures and compressed data every tenth character is a control
/// that no text has (those of the WHATWG standard on sniffing, section 3, but for zeros: they may
/// be halves of UTF-16), and they are not UTF-8; half of that is enough.
pub(super) fn is_text(bytes: &[u8], decoded: &str) -> bool {
    if std::str::from_utf8(bytes).is_ok() {
        return true;
    }
    let (mut controls, mut all) = (0, 0);
    for character in decoded.chars().take(CHARACTERS) {
        controls += usize::from(matches!(character,
            '\x01'..='\x08' | '\x0b' | '\x0e'..='\x1a' | '\x1c'..='\x1f'));
        all += 1;
    }
    controls <= SLIPS || controls * 20 <= all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_with_one_bad_byte_stays_utf8() {
        let mut bytes = "\u{e4}\u{f6}\u{fc}".repeat(20).into_bytes();
        bytes.push(0xe4);
        assert!(is_utf8_or_nearly(&bytes));
        assert!(!is_utf8_or_nearly(b"caf\xe9"));
        assert!(!is_utf8_or_nearly(&b"\xe4".repeat(1000)));
    }

    #[test]
    fn escapes_mean_nothing_in_eight_bit_text() {
        assert!(iso_2022_jp(b"\x1b$B$3$s\x1b(B").is_some());
        assert!(iso_2022_jp(b"\x1b$B\xe4").is_none());
        assert!(iso_2022_jp(b"plain").is_none());
    }
}
