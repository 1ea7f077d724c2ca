//! Text as Python sees it: what counts as space, word or digit, quoting and unquoting.

use std::borrow::Cow;

use crate::parse::encode::{percent_decode, push_escape};

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
