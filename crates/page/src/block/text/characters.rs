//! Which characters are visible, which are white space, and which are dropped.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

/// What a character is to the text of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Visible,
    Space,
    /// Controls and characters without width: they are left out.
    Nothing,
}

/// The class of a character.
pub(super) fn class(c: char) -> Class {
    match c {
        // Most characters, so they are asked first.
        '!'..='~' => Class::Visible,
        ' '
        | '\t'
        | '\n'
        | '\r'
        | '\u{c}'
        | '\u{b}'
        | '\u{85}'
        | '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}' => Class::Space,
        '\0'..='\u{1f}'
        | '\u{7f}'..='\u{9f}'
        | '\u{ad}'
        | '\u{200b}'
        | '\u{2060}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffc}' => Class::Nothing,
        _ => Class::Visible,
    }
}

/// Bytes of the longest prefix that needs no change: visible characters with single spaces between.
pub(super) fn visible_prefix(text: &str) -> usize {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if class(c) == Class::Visible {
            end = at + c.len_utf8();
        } else if c != ' ' || at != end || at == 0 {
            break;
        }
    }
    end
}

/// The text in Unicode normalisation form C.
pub(super) fn composed(text: &str) -> Cow<'_, str> {
    // Everything below U+0300, whose first byte is 0xCC, is composed already.
    if text.bytes().all(|b| b < 0xcc) || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_end_before_the_first_change() {
        for (text, prefix) in [
            ("a b c", "a b c"),
            ("a  b", "a"),
            (" a", ""),
            ("a ", "a"),
            ("a\tb", "a"),
            ("a b\u{ad}c", "a b"),
            ("\u{e9}t\u{e9} 1", "\u{e9}t\u{e9} 1"),
            ("", ""),
        ] {
            assert_eq!(&text[..visible_prefix(text)], prefix, "{text:?}");
        }
    }

    #[test]
    fn every_white_space_of_unicode_is_a_space() {
        for c in ('\0'..=char::MAX).filter(|c| c.is_whitespace()) {
            assert_eq!(class(c), Class::Space, "{c:?}");
        }
    }

    #[test]
    fn controls_without_width_are_dropped() {
        for c in ('\0'..=char::MAX).filter(|c| c.is_control() && !c.is_whitespace()) {
            // ZWJ and its kin shape letters and are no controls; U+001C to U+001F are.
            assert_eq!(class(c), Class::Nothing, "{c:?}");
        }
        for c in ['\u{200c}', '\u{200d}', '\u{200e}'] {
            assert_eq!(class(c), Class::Visible, "{c:?}");
        }
    }

    #[test]
    fn only_decomposed_text_is_copied() {
        for (text, expected, copied) in [
            ("plain", "plain", false),
            ("\u{e9}", "\u{e9}", false),
            ("\u{4e2d}\u{6587}", "\u{4e2d}\u{6587}", false),
            ("e\u{301}", "\u{e9}", true),
            ("\u{1100}\u{1161}", "\u{ac00}", true),
        ] {
            let found = composed(text);
            assert_eq!((&*found, matches!(found, Cow::Owned(_))), (expected, copied), "{text}");
        }
    }
}
