//! Percent escapes of SURT keys: undone until nothing is left to undo, then made once.

/// Undoes percent escapes until none is left, in one pass.
///
/// A byte that comes out may complete an escape with what stands before or behind it; looking back
/// at the end of the output after every byte finds the same form as repeating whole passes.
pub(super) fn unescape_repeatedly(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        out.push(byte);
        while let [.., b'%', high, low] = out[..] {
            let (Some(high), Some(low)) = (hex(high), hex(low)) else { break };
            out.truncate(out.len() - 3);
            out.push(high << 4 | low);
        }
    }
    out
}

/// Escapes controls, space, `#`, `%` and everything outside ASCII.
pub(super) fn escape_once(text: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        if byte <= b' ' || byte >= 0x7f || matches!(byte, b'#' | b'%') {
            let digits = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
            out.extend_from_slice(&[b'%', digits[0], digits[1]]);
        } else {
            out.push(byte);
        }
    }
    out
}

fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}
