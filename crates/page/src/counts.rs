//! Lengths of a text as rows and tables tell them: in words, and in characters that are seen.
//!
//! Texts are counted whole and often, so these loops stand in a crate that is compiled for speed.

use unicode_segmentation::UnicodeSegmentation as _;

/// Words of a text by the word boundaries of [UAX 29](https://www.unicode.org/reports/tr29/).
///
/// ```
/// assert_eq!(scutch_page::counts::words("It's 3.5% (of e.g. a_b)."), 5);
/// ```
pub fn words(text: &str) -> usize {
    // No word spans white space, and most pieces are ASCII letters with punctuation around them,
    // which need no segmentation.
    text.split_ascii_whitespace().map(words_of_piece).sum()
}

fn words_of_piece(piece: &str) -> usize {
    // Punctuation at the ends is no word by any rule of UAX 29.
    let core = piece.trim_matches(|c: char| c.is_ascii_punctuation());
    if core.bytes().all(|b| b.is_ascii_alphanumeric()) {
        usize::from(!core.is_empty())
    } else {
        piece.unicode_words().count()
    }
}

/// Characters (Unicode scalar values) of a text that are no white space.
pub fn visible_chars(text: &str) -> usize {
    // Bytes need no decoding, and are counted many at a time.
    if text.is_ascii() {
        text.bytes().filter(|byte| !matches!(byte, b'\t'..=b'\r' | b' ')).count()
    } else {
        text.chars().filter(|c| !c.is_whitespace()).count()
    }
}

/// Whether a text has at least so many characters. Megabytes are not counted to their end.
///
/// ```
/// assert!(scutch_page::counts::reaches("été", 3) && !scutch_page::counts::reaches("été", 4));
/// ```
pub fn reaches(text: &str, chars: usize) -> bool {
    // A character has one to four bytes, which decides most lines.
    text.len() >= chars && (text.len() / 4 >= chars || text.chars().take(chars).count() == chars)
}

/// All characters of a text, and how many of them are line feeds.
pub fn chars_and_lines(text: &str) -> (usize, usize) {
    (text.chars().count(), text.bytes().filter(|b| *b == b'\n').count())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn words_are_those_of_the_standard(text in "([a-z0-9'.,:;_()\" \n\t-]|[\u{e9}\u{300}\u{200d}\u{a0}\u{3042}\u{6f22}\u{e01}]){0,40}") {
            prop_assert_eq!(words(&text), text.unicode_words().count());
        }
    }

    #[test]
    fn long_texts_are_told_from_short_ones_in_any_script() {
        for text in ["", "a", "ab\u{e9}", "\u{1f600}\u{1f600}", "\u{e9}b\u{6f22}\u{1f600}"] {
            for chars in 0..6 {
                assert_eq!(reaches(text, chars), text.chars().count() >= chars, "{text} {chars}");
            }
        }
    }

    #[test]
    fn words_are_counted() {
        for (text, count) in [
            ("", 0),
            ("No end - (of \"it\").", 4),
            ("it's 3.5% of e.g. a_b", 5),
            ("na\u{ef}ve\u{a0}caf\u{e9}\tx", 3),
            ("\u{6f22}\u{5b57}", 2),
        ] {
            assert_eq!(words(text), count, "{text:?}");
        }
    }

    #[test]
    fn white_space_is_that_of_unicode_in_any_text() {
        let count = |text: String| visible_chars(&text);
        for c in ('\0'..='\u{3000}').filter(|c| c.is_whitespace()) {
            let counts = [count(format!("a{c}b")), count(format!("\u{e9}{c}b"))];
            assert_eq!(counts, [2, 2], "{c:?}");
        }
        for c in ('\0'..='\u{7f}').filter(|c| !c.is_whitespace()) {
            let counts = [count(format!("a{c}")), count(format!("\u{e9}{c}"))];
            assert_eq!(counts, [2, 2], "{c:?}");
        }
    }

    #[test]
    fn characters_and_line_feeds_are_counted() {
        assert_eq!(chars_and_lines("a\n\u{e9}\u{6f22}\r\n"), (6, 2));
        assert_eq!(chars_and_lines(""), (0, 0));
    }
}
