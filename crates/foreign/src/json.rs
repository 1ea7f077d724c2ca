//! Strings of JSON.

/// Writes a text as a string of JSON (RFC 8259), with the shortest escape of each character and no
/// others than it must have.
///
/// The same bytes as serde_json writes. Runs of characters without an escape are copied at once, which
/// is most of a text.
///
/// ```
/// let mut out = Vec::new();
/// scutch_foreign::push_json(&mut out, "say \"ah\"\n");
/// assert_eq!(out, br#""say \"ah\"\n""#);
/// ```
pub fn push_json(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut bytes = text.as_bytes();
    while let Some(at) = bytes.iter().position(|byte| has_escape(*byte)) {
        out.extend_from_slice(&bytes[..at]);
        push_escape(out, bytes[at]);
        bytes = &bytes[at + 1..];
    }
    out.extend_from_slice(bytes);
    out.push(b'"');
}

/// Whether a character of one byte cannot stand in a string as it is.
fn has_escape(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

fn push_escape(out: &mut Vec<u8>, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let short = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x08 => b'b',
        0x0c => b'f',
        _ => {
            let digits = [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
            out.extend_from_slice(b"\\u00");
            out.extend_from_slice(&digits);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &str) -> String {
        let mut out = Vec::new();
        push_json(&mut out, text);
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn every_byte_is_written_as_other_writers_do() {
        for byte in 0..=0x7f_u8 {
            let text = format!("a{}b", char::from(byte));
            assert_eq!(written(&text), serde_json::to_string(&text).expect("JSON"), "{byte:#x}");
        }
    }

    proptest! {
        #[test]
        fn texts_are_written_as_other_writers_do(text in "[\u{0}-\u{20}\"\\\\a-cé\u{2028}\u{10ffff}]{0,40}") {
            prop_assert_eq!(written(&text), serde_json::to_string(&text).expect("JSON"));
        }
    }
}
