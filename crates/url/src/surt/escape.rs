//! Percent escapes of SURT keys: undone until nothing is left to undo, then made once.

use crate::parse::encode::{escape, hex};

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
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        // The set that the package escapes, which is not that of URLs.
        if byte <= b' ' || byte >= 0x7f || matches!(byte, b'#' | b'%') {
            out.extend_from_slice(&escape(byte));
        } else {
            out.push(byte);
        }
    }
    out
}
