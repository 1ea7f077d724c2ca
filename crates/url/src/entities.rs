//! HTML character references.

use std::borrow::Cow;
use std::sync::LazyLock;

/// Names and what they stand for (code points in hexadecimal), sorted by name.
static NAMED: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    include_str!("../data/html-entities.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('\t'))
        .collect()
});

/// Longest name, so that a search for the longest prefix has an end.
// `CounterClockwiseContourIntegral;` has 32 characters.
const LONGEST_NAME: usize = 32;

fn named(name: &str) -> Option<&'static str> {
    let table = &*NAMED;
    let at = table.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(table[at].1)
}

fn push_named(out: &mut String, points: &str) {
    let characters = points.split(' ').filter_map(|hex| u32::from_str_radix(hex, 16).ok());
    out.extend(characters.filter_map(char::from_u32));
}

/// Which references are replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Attribute,
    Closed,
}

/// Replaces all character references as for text: also without semicolon where the standard knows
/// the name without one, whatever follows.
pub fn unescape(text: &str) -> Cow<'_, str> {
    rewrite(text, Form::Text)
}

/// Replaces character references as in an attribute value: a name without semicolon stays when `=`
/// or a letter or digit follows, which keeps `?a=1&copy=2` what it is.
pub(crate) fn unescape_attribute(text: &str) -> Cow<'_, str> {
    rewrite(text, Form::Attribute)
}

/// Replaces the character references that end in a semicolon, for texts that need not be HTML: what
/// is left in values of structured data, and addresses in feeds. `AT&T` and `?a=1&copy=2` stay as
/// they are.
pub fn unescape_closed(text: &str) -> Cow<'_, str> {
    rewrite(text, Form::Closed)
}

fn rewrite(text: &str, form: Form) -> Cow<'_, str> {
    let Some(first) = text.find('&') else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    loop {
        let used = match rest.as_bytes().get(1) {
            Some(b'#') => push_numeric(&mut out, rest, form),
            Some(_) => push_name(&mut out, rest, form),
            None => None,
        };
        rest = match used {
            Some(used) => &rest[used..],
            None => {
                out.push('&');
                &rest[1..]
            }
        };
        let next = rest.find('&').unwrap_or(rest.len());
        out.push_str(&rest[..next]);
        rest = &rest[next..];
        if rest.is_empty() {
            return Cow::Owned(out);
        }
    }
}

/// `&#10;` or `&#xA;` at the start of `text`: bytes used.
fn push_numeric(out: &mut String, text: &str, form: Form) -> Option<usize> {
    let (start, radix) = match text.as_bytes() {
        [_, _, b'x' | b'X', ..] => (3, 16),
        _ => (2, 10),
    };
    let digits = text[start..].bytes().take_while(|b| char::from(*b).is_digit(radix)).count();
    let end = start + digits;
    // Numbers may lack their semicolon wherever names may.
    let is_closed = text.as_bytes().get(end) == Some(&b';');
    if digits == 0 || form == Form::Closed && !is_closed {
        return None;
    }
    let number = text[start..end]
        .bytes()
        .filter_map(|b| char::from(b).to_digit(radix))
        // Numbers of any length are read; those beyond Unicode become U+FFFD.
        .fold(0u32, |n, d| n.saturating_mul(radix).saturating_add(d));
    out.extend(character(number));
    Some(end + usize::from(is_closed))
}

/// What a number means: Windows-1252 in the C1 range, nothing for characters that must not occur.
fn character(number: u32) -> Option<char> {
    /// Windows-1252 from 0x80 on.
    const C1: [u32; 32] = [
        0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
        0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
        0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
    ];
    match number {
        // As the HTML standard replaces it, "numeric character reference end state".
        0 => Some('\u{fffd}'),
        9 | 10 | 12 | 13 => char::from_u32(number),
        0x80..=0x9f => char::from_u32(C1[number as usize - 0x80]),
        1..=8 | 11 | 14..=31 | 0x7f | 0xfdd0..=0xfdef => None,
        // The last two code points of each plane are no characters.
        _ if number & 0xfffe == 0xfffe && number <= 0x10_ffff => None,
        _ => Some(char::from_u32(number).unwrap_or('\u{fffd}')),
    }
}

/// `&amp;` and the like at the start of `text`: bytes used.
fn push_name(out: &mut String, text: &str, form: Form) -> Option<usize> {
    let name = &text[1..];
    let mut ends = name
        .char_indices()
        .take(LONGEST_NAME)
        .take_while(|(_, c)| !matches!(c, '\t' | '\n' | '\u{c}' | ' ' | '<' | '&' | '#' | ';'));
    let end = ends.by_ref().last().map_or(0, |(at, c)| at + c.len_utf8());
    if name.as_bytes().get(end) == Some(&b';')
        && let Some(points) = named(&name[..=end])
    {
        push_named(out, points);
        return Some(end + 2);
    }
    if form == Form::Closed {
        return None;
    }
    // The longest known name wins: `&notit;` is `&not` and `it;`.
    let prefix = (2..=end)
        .rev()
        .filter(|&end| name.is_char_boundary(end))
        .find_map(|end| named(&name[..end]).map(|points| (end, points)));
    let (end, points) = prefix?;
    let next = name.as_bytes().get(end);
    if form == Form::Attribute && next.is_some_and(|b| *b == b'=' || b.is_ascii_alphanumeric()) {
        return None;
    }
    push_named(out, points);
    Some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::{NAMED, push_named, unescape, unescape_attribute, unescape_closed};

    #[test]
    fn every_line_is_whole_and_in_its_place() {
        let lines = include_str!("../data/html-entities.tsv").lines();
        assert_eq!(NAMED.len(), lines.filter(|line| !line.starts_with('#')).count());
        assert!(NAMED.is_sorted());
        for (name, points) in &*NAMED {
            let mut text = String::new();
            push_named(&mut text, points);
            assert_eq!(text.chars().count(), points.split(' ').count(), "{name}");
        }
    }

    #[test]
    fn references() {
        for (text, plain) in [
            ("a&amp;b", "a&b"),
            ("&ampx &copy2", "&x ©2"),
            ("&notit; &nosuch;", "¬it; &nosuch;"),
            ("&#65;&#x41&#0;&#128;&#x110000;", "AA\u{fffd}€\u{fffd}"),
            ("& &; &#; &#x;", "& &; &#; &#x;"),
            ("&", "&"),
            ("&é", "&é"),
        ] {
            assert_eq!(unescape(text), plain, "{text}");
        }
        assert_eq!(unescape_attribute("?a=1&copy=2&amp;b&copy;"), "?a=1&copy=2&b©");
        assert_eq!(unescape_attribute("?a&section=1&copy"), "?a&section=1©");
        for (text, plain) in [
            ("a&amp;b &eacute;&hearts; &amp;lt;", "a&b é♥ &lt;"),
            ("AT&T ?a=1&copy=2&notit; &amp &#65", "AT&T ?a=1&copy=2&notit; &amp &#65"),
            ("&#65;&#x41;&#0;&#150;&#x110000;&#;", "AA\u{fffd}–\u{fffd}&#;"),
        ] {
            assert_eq!(unescape_closed(text), plain, "{text}");
        }
    }
}
