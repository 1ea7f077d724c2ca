//! Text as Python sees it: what counts as space, word or digit, quoting and unquoting.

use std::borrow::Cow;

use scutch_url::{percent_decode, push_escape};

/// White space of Python's `str.split` and `\s`.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Part of a word for `\b`: letters, digits, numbers, underscore.
pub(super) fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// The first character of `text` from a place, if it is part of a word.
pub(super) fn word_starts(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at) {
        None => false,
        Some(b) if b.is_ascii() => *b == b'_' || b.is_ascii_alphanumeric(),
        Some(_) => text[at..].chars().next().is_some_and(is_word),
    }
}

/// Whether `text` from a place on starts with a lower-case word, in any case.
pub(super) fn starts_with_any_case(text: &[u8], at: usize, word: &str) -> bool {
    text.get(at..at + word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()))
}

/// `urllib.parse.unquote`: escapes become bytes, bytes UTF-8 text, bad bytes U+FFFD, each run of
/// ASCII for itself.
pub(super) fn unquote(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.bytes().position(|b| !b.is_ascii()).unwrap_or(rest.len());
        for chunk in percent_decode(&rest.as_bytes()[..end]).utf8_chunks() {
            out.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                out.push('\u{fffd}');
            }
        }
        rest = &rest[end..];
        let end = rest.bytes().position(|b| b.is_ascii()).unwrap_or(rest.len());
        out.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    Cow::Owned(out)
}

/// `urllib.parse.quote`: escapes all but letters, digits, `_.-~` and what is `safe`.
pub(super) fn push_quoted(out: &mut String, text: &str, safe: &[u8]) {
    let mut clean = 0;
    for (i, byte) in text.bytes().enumerate() {
        let keep = byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'.' | b'-' | b'~')
            || safe.contains(&byte);
        if !keep {
            if clean < i {
                out.push_str(&text[clean..i]);
            }
            push_escape(out, byte);
            clean = i + 1;
        }
    }
    out.push_str(&text[clean..]);
}

/// `urllib.parse.quote_plus`.
pub(super) fn push_quoted_plus(out: &mut String, text: &str) {
    for (i, word) in text.split(' ').enumerate() {
        if i > 0 {
            out.push('+');
        }
        push_quoted(out, word, b"");
    }
}

/// Whether a text has fewer characters than `limit`.
pub(super) fn shorter_than(text: &str, limit: usize) -> bool {
    // Characters have at least one byte and at most four.
    text.len() < limit || (text.len() < limit * 4 && text.chars().count() < limit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn unquoting_is_that_of_cpython() {
        // Results of `urllib.parse.unquote`, CPython 3.11.
        let cases = [
            ("a%20b", "a b"),
            ("%E4", "\u{fffd}"),
            ("%c3%a9", "é"),
            ("é%C3%A9", "éé"),
            ("%", "%"),
            ("%2", "%2"),
            ("%zz", "%zz"),
            // Each run of ASCII is decoded for itself.
            ("%C3é%A9", "\u{fffd}é\u{fffd}"),
            ("%25%32", "%2"),
            ("a%00b", "a\0b"),
            ("%F0%9F%98%80", "😀"),
            ("%F0%9F%98", "\u{fffd}"),
            ("%ED%A0%80", "\u{fffd}\u{fffd}\u{fffd}"),
            ("%C3%28", "\u{fffd}("),
            ("+", "+"),
        ];
        for (quoted, expected) in cases {
            assert_eq!(unquote(quoted), expected, "{quoted}");
        }
    }

    #[test]
    fn quoting_is_that_of_cpython() {
        // Results of `quote(text, safe="/%!=:,-")` and `quote_plus(text)`, CPython 3.11.
        let cases = [
            ("a b", "a%20b", "a+b"),
            ("é", "%C3%A9", "%C3%A9"),
            ("~._-", "~._-", "~._-"),
            ("a+b&c=d", "a%2Bb%26c=d", "a%2Bb%26c%3Dd"),
            ("/x,y:z!", "/x,y:z!", "%2Fx%2Cy%3Az%21"),
            ("%41", "%41", "%2541"),
            ("(x)", "%28x%29", "%28x%29"),
            ("*'", "%2A%27", "%2A%27"),
            ("\u{a0}", "%C2%A0", "%C2%A0"),
            ("😀", "%F0%9F%98%80", "%F0%9F%98%80"),
            ("", "", ""),
        ];
        for (text, part, form) in cases {
            let (mut quoted, mut plus) = (String::new(), String::new());
            push_quoted(&mut quoted, text, b"/%!=:,-");
            push_quoted_plus(&mut plus, text);
            assert_eq!((quoted.as_str(), plus.as_str()), (part, form), "{text}");
        }
    }

    #[test]
    fn space_is_what_python_calls_space() {
        for space in
            [' ', '\t', '\n', '\u{b}', '\u{c}', '\u{1c}', '\u{1f}', '\u{85}', '\u{a0}', '\u{3000}']
        {
            assert!(is_space(space), "{space:?}");
        }
        for other in ['\u{1b}', '\u{200b}', '\u{feff}', 'a', '_'] {
            assert!(!is_space(other), "{other:?}");
        }
    }

    #[test]
    fn words_start_with_letters_digits_and_underscores() {
        let text = "a-é_9 ٣";
        let starts: Vec<usize> = (0..=text.len())
            .filter(|at| text.is_char_boundary(*at) && word_starts(text, *at))
            .collect();
        assert_eq!(starts, [0, 2, 4, 5, 7]);
    }

    proptest! {
        #[test]
        fn quoting_and_unquoting_give_the_text_back(text in ".{0,40}") {
            let mut quoted = String::new();
            push_quoted(&mut quoted, &text, b"");
            prop_assert!(quoted.is_ascii());
            prop_assert_eq!(unquote(&quoted), text);
        }

        #[test]
        fn lengths_count_characters(text in "[aé€😀]{0,12}", limit in 0_usize..14) {
            prop_assert_eq!(shorter_than(&text, limit), text.chars().count() < limit);
        }
    }
}
