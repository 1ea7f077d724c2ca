//! Characters that steer what is around them, written as `\u{..}`.

use std::borrow::Cow;

/// Whether a character steers a terminal or the direction of the text around it: C0 and C1 controls,
/// DEL, and the bidirectional-format characters of Unicode (UAX 9, 2.1 to 2.4 and 2.6).
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether a text is plain ASCII on one line, as most are: nothing in it steers.
pub(crate) fn is_printable_ascii(text: &str) -> bool {
    // Without an early end, so that many bytes are looked at at once.
    text.bytes().fold(true, |is_plain, b| is_plain & matches!(b, b' '..=b'~'))
}

/// Whether bytes are plain ASCII in lines, as nearly all output is: they pass as they are.
pub(crate) fn are_plain_lines(bytes: &[u8]) -> bool {
    bytes.iter().fold(true, |is_plain, b| is_plain & matches!(b, b' '..=b'~' | b'\n' | b'\t'))
}

/// The text on one line, with characters that steer as `\u{..}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escaped_but(text, |_| false, spell)
}

/// Text of several lines, with characters that steer as `\u{..}`; line feeds and tabs stay.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    escaped_but(text, is_layout, spell)
}

/// JSON with characters that steer as `\uXXXX` (RFC 8259, section 7), which it need not escape
/// itself beyond the C0 controls. They stand within strings only, so its values stay the same; line
/// feeds and tabs stay.
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    // All of them have four digits.
    escaped_but(json, is_layout, |c, out| out.push_str(&format!("\\u{:04x}", u32::from(c))))
}

/// Writes a character as `\u{..}`.
fn spell(c: char, out: &mut String) {
    out.extend(c.escape_unicode());
}

/// Whether a character lays out text of our own.
fn is_layout(c: char) -> bool {
    matches!(c, '\n' | '\t')
}

fn escaped_but(text: &str, stays: fn(char) -> bool, spell: fn(char, &mut String)) -> Cow<'_, str> {
    let wild = |c: char| steers(c) && !stays(c);
    // Nearly all strings are harmless, and are not copied.
    if is_printable_ascii(text) || !text.contains(wild) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match wild(c) {
            true => spell(c, &mut out),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_steers_is_spelled_out_and_other_text_stays() {
        let cases = [
            ("example.org/přílivé", "example.org/přílivé"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("a\0b\u{7f}\u{9b}31m", "a\\u{0}b\\u{7f}\\u{9b}31m"),
            ("a\tb\nc\rd", "a\\u{9}b\\u{a}c\\u{d}d"),
            ("\u{202e}\u{2066}\u{200f}\u{61c}", "\\u{202e}\\u{2066}\\u{200f}\\u{61c}"),
            // Joiners shape letters of Persian and of emoji, and steer nothing.
            ("می\u{200c}خواهم 👩\u{200d}🚀", "می\u{200c}خواهم 👩\u{200d}🚀"),
        ];
        for (text, expected) in cases {
            assert_eq!(escaped(text), expected);
        }
        assert_eq!(escaped_lines("a\tb\nc\rd"), "a\tb\nc\\u{d}d");
        let json = "{\n\"a\": \"\u{7f}\u{9b}\u{202e}é\"}";
        assert_eq!(escaped_json(json), "{\n\"a\": \"\\u007f\\u009b\\u202eé\"}");
        assert_eq!(escaped_json("{\"a\": \"\\u001b\"}"), "{\"a\": \"\\u001b\"}");
    }

    proptest! {
        #[test]
        fn nothing_that_steers_is_left(text in any::<String>()) {
            prop_assert!(!escaped(&text).chars().any(steers));
            prop_assert!(!escaped_lines(&text).chars().any(|c| steers(c) && !is_layout(c)));
        }
    }
}
