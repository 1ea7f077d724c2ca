//! References to characters (WHATWG HTML, 13.2.5.72 to 13.2.5.80).

use memchr::memchr2;

use super::entities::{self, Entity, LEGACY, LONGEST};

/// What the numbers 0x80 to 0x9f stand for: windows-1252, as browsers always read them. NUL where
/// that has no character.
#[rustfmt::skip] // a table reads as a table
const WINDOWS: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0',
    '\0', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// A resolved reference: one or two characters, and its length in the source.
type Resolved = (char, Option<char>, usize);

/// Appends `text` to `resolved` with its references resolved and NUL replaced. Whether there were
/// any; if not, nothing is appended.
pub(super) fn resolve(text: &str, in_attribute: bool, resolved: &mut String) -> bool {
    let bytes = text.as_bytes();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = memchr2(b'&', 0, &bytes[at..]) {
        at += found;
        let read = match bytes[at] {
            0 => Some((char::REPLACEMENT_CHARACTER, None, 1)),
            _ => read(&text[at..], in_attribute),
        };
        // A lone ampersand is text.
        let Some((first, second, length)) = read else {
            at += 1;
            continue;
        };
        resolved.push_str(&text[copied..at]);
        resolved.push(first);
        resolved.extend(second);
        at += length;
        copied = at;
    }
    if copied > 0 {
        resolved.push_str(&text[copied..]);
    }
    copied > 0
}

/// The reference at the beginning of `text`. `None` where the `&` is only that.
fn read(text: &str, in_attribute: bool) -> Option<Resolved> {
    match text.as_bytes().get(1)? {
        b'#' => numeric(text.as_bytes()),
        _ => named(text, in_attribute),
    }
}

fn named(text: &str, in_attribute: bool) -> Option<Resolved> {
    let bytes = &text.as_bytes()[1..];
    let run =
        bytes.iter().take(LONGEST + 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let whole = |Entity { first, second, .. }, length| Some((first, second, length));
    if bytes.get(run) == Some(&b';')
        && let Some(found) = entities::named(&text[1..=run])
    {
        return whole(found, run + 2);
    }
    // The longest known beginning counts: `&notit;` is `¬it;`.
    let (found, length) = (2..=run.min(LEGACY)).rev().find_map(|length| {
        let found = entities::named(&text[1..=length]).filter(|found| found.is_legacy)?;
        Some((found, length))
    })?;
    // Queries of addresses have names that look like references.
    let more = bytes.get(length).is_some_and(|next| *next == b'=' || next.is_ascii_alphanumeric());
    // 13.2.5.73: for historical reasons, attributes are read otherwise than text.
    if in_attribute && more { None } else { whole(found, length + 1) }
}

fn numeric(bytes: &[u8]) -> Option<Resolved> {
    let (start, radix) = match bytes.get(2)? {
        b'x' | b'X' => (3, 16),
        _ => (2, 10),
    };
    let digits = bytes[start..].iter().map_while(|byte| char::from(*byte).to_digit(radix));
    let (mut number, mut end) = (0_u32, start);
    for digit in digits {
        // Digits may go on for megabytes.
        number = number.saturating_mul(radix).saturating_add(digit);
        end += 1;
    }
    if end == start {
        return None;
    }
    end += usize::from(bytes.get(end) == Some(&b';'));
    Some((numbered(number), None, end))
}

fn numbered(number: u32) -> char {
    let windows = match number {
        0x80..=0x9f => WINDOWS[number as usize - 0x80],
        _ => '\0',
    };
    match number {
        // NUL is no character of a document.
        0 => None,
        _ if windows != '\0' => Some(windows),
        _ => char::from_u32(number),
    }
    .unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(text: &str, in_attribute: bool) -> String {
        let mut resolved = String::new();
        if resolve(text, in_attribute, &mut resolved) { resolved } else { text.to_owned() }
    }

    #[test]
    fn references_in_attributes_and_text() {
        for (text, in_text, in_attribute) in [
            ("a&amp;b&lt", "a&b<", "a&b<"),
            ("?a=1&copy=2&notit;", "?a=1©=2¬it;", "?a=1&copy=2&notit;"),
            ("&#x41;&#65&#;&#x;&#128;&#xd800;", "AA&#;&#x;€\u{fffd}", "AA&#;&#x;€\u{fffd}"),
            ("&#99999999999;&NotEqualTilde;\0&", "\u{fffd}≂̸\u{fffd}&", "\u{fffd}≂̸\u{fffd}&"),
            ("&#0;&#129;&Alpha &ampx", "\u{fffd}\u{81}&Alpha &x", "\u{fffd}\u{81}&Alpha &ampx"),
            ("a & b&&", "a & b&&", "a & b&&"),
            ("", "", ""),
        ] {
            assert_eq!(resolved(text, false), in_text, "{text}");
            assert_eq!(resolved(text, true), in_attribute, "{text}");
        }
    }
}
