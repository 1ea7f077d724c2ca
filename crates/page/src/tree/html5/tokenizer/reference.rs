//! References to characters (WHATWG HTML, 13.2.5.72 to 13.2.5.80).

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};
use html5ever::tendril::StrTendril;
use memchr::memchr2;

/// Longest name of a character that needs no semicolon.
const LEGACY: usize = 6;
/// Longest name at all, without its semicolon.
const LONGEST: usize = 31;

/// One or two characters.
pub(super) struct Characters {
    bytes: [u8; 8],
    length: usize,
}

impl Characters {
    fn from_chars(characters: impl IntoIterator<Item = char>) -> Self {
        // No allocation: the longest entity is two characters of four bytes.
        let (mut bytes, mut length) = ([0; 8], 0);
        for character in characters {
            length += character.encode_utf8(&mut bytes[length..]).len();
        }
        Self { bytes, length }
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// The characters that the reference at the beginning of `text` stands for, and how long it is.
/// `None` where the `&` is only that.
pub(super) fn read(text: &str, in_attribute: bool) -> Option<(Characters, usize)> {
    match text.as_bytes().get(1)? {
        b'#' => numeric(text.as_bytes()),
        _ => named(text, in_attribute),
    }
}

fn named(text: &str, in_attribute: bool) -> Option<(Characters, usize)> {
    let bytes = &text.as_bytes()[1..];
    let run =
        bytes.iter().take(LONGEST + 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if bytes.get(run) == Some(&b';')
        && let Some(found) = entity(&text[1..run + 2])
    {
        return Some((found, run + 2));
    }
    // The longest known beginning counts: `&notit;` is `¬it;`.
    let (found, length) = (2..=run.min(LEGACY))
        .rev()
        .find_map(|length| Some((entity(&text[1..=length])?, length)))?;
    // Queries of addresses have names that look like references.
    let more = bytes.get(length).is_some_and(|next| *next == b'=' || next.is_ascii_alphanumeric());
    // 13.2.5.73: for historical reasons, attributes are read otherwise than text.
    (!(in_attribute && more)).then_some((found, length + 1))
}

/// The table holds the beginnings of names too, with no characters.
fn entity(name: &str) -> Option<Characters> {
    let (first, second) = *NAMED_ENTITIES.get(name).filter(|(first, _)| *first != 0)?;
    let second = char::from_u32(second).filter(|second| *second != '\0');
    Some(Characters::from_chars(char::from_u32(first).into_iter().chain(second)))
}

fn numeric(bytes: &[u8]) -> Option<(Characters, usize)> {
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
    Some((Characters::from_chars([numbered(number)]), end))
}

fn numbered(number: u32) -> char {
    let windows = |n: u32| C1_REPLACEMENTS.get(usize::try_from(n).ok()?).copied().flatten();
    match number {
        // NUL is no character of a document.
        0 => None,
        // These numbers are read as windows-1252, as browsers always did.
        0x80..=0x9f => windows(number - 0x80).or_else(|| char::from_u32(number)),
        _ => char::from_u32(number),
    }
    .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A text with its references resolved, and with replacement characters for NUL.
pub(super) fn resolved(text: StrTendril, in_attribute: bool) -> StrTendril {
    let Some(first) = memchr2(b'&', 0, text.as_bytes()) else { return text };
    let mut whole = String::with_capacity(text.len());
    let (mut rest, mut next) = (&*text, Some(first));
    while let Some(at) = next {
        whole.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match (rest.as_bytes()[0], read(rest, in_attribute)) {
            (0, _) => {
                whole.push(char::REPLACEMENT_CHARACTER);
                1
            }
            (_, Some((characters, length))) => {
                whole.push_str(characters.as_str());
                length
            }
            (_, None) => {
                whole.push('&');
                1
            }
        };
        rest = &rest[length..];
        next = memchr2(b'&', 0, rest.as_bytes());
    }
    whole.push_str(rest);
    StrTendril::from(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_names() {
        let names = || NAMED_ENTITIES.entries().filter(|(_, (first, _))| *first != 0);
        let legacy = names().filter(|(name, _)| !name.ends_with(';')).map(|(name, _)| name.len());
        assert_eq!(legacy.max(), Some(LEGACY));
        assert_eq!(names().map(|(name, _)| name.len()).max(), Some(LONGEST + 1));
    }

    #[test]
    fn references_in_attributes_and_text() {
        for (text, in_text, in_attribute) in [
            ("a&amp;b&lt", "a&b<", "a&b<"),
            ("?a=1&copy=2&notit;", "?a=1©=2¬it;", "?a=1&copy=2&notit;"),
            ("&#x41;&#65&#;&#x;&#128;&#xd800;", "AA&#;&#x;€\u{fffd}", "AA&#;&#x;€\u{fffd}"),
            ("&#99999999999;&NotEqualTilde;\0&", "\u{fffd}≂̸\u{fffd}&", "\u{fffd}≂̸\u{fffd}&"),
        ] {
            assert_eq!(&*resolved(StrTendril::from(text), false), in_text, "{text}");
            assert_eq!(&*resolved(StrTendril::from(text), true), in_attribute, "{text}");
        }
    }
}
