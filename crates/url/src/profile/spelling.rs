//! One spelling of the same text: ampersands, slashes, escapes.

use crate::parse::encode::{hex, push_escape};

pub(super) const AMP: &str = "&amp;";

/// What one spelling of escapes leaves of a `&amp;` that was hidden by them.
pub(super) const HIDDEN_AMP: &str = "&%61mp;";

/// `&amp;` and references by number (`&#038;`, `&#x3D;`), also several times escaped, as what they
/// stand for: addresses copied out of HTML.
pub(super) fn without_references(text: &str) -> Option<String> {
    let mut ampersands = memchr::memchr_iter(b'&', text.as_bytes());
    let first = ampersands.find(|at| reference(&text[*at..]).is_some())?;
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    for character in text[first..].chars() {
        out.push(character);
        // What a reference stands for may close another one. Looking back as it is written takes one
        // pass, however often the address was escaped.
        while let Some((at, character)) = last_reference(&out) {
            out.truncate(at);
            out.push(character);
        }
    }
    Some(out)
}

/// The reference that ends a text: where it begins, and what it stands for.
fn last_reference(text: &str) -> Option<(usize, char)> {
    let bytes = text.as_bytes();
    let start = bytes.len().saturating_sub(LONGEST);
    let at = (bytes.last() == Some(&b';')).then(|| memchr::memrchr(b'&', &bytes[start..]))??;
    let at = start + at;
    let (character, used) = reference(&text[at..])?;
    (at + used == text.len()).then_some((at, character))
}

/// The longest reference: eight digits between `&#` and `;`.
const LONGEST: usize = 11;

/// The closed reference at the start of a text that stands for a character URLs are made of, and
/// its length.
fn reference(text: &str) -> Option<(char, usize)> {
    if text.starts_with(AMP) {
        return Some(('&', AMP.len()));
    }
    let body = text.strip_prefix("&#")?;
    // Seven digits suffice for any character, leading zeros of habit included.
    let end = body.bytes().take(9).position(|b| b == b';')?;
    let number = match body[..end].strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => body[..end].parse().ok()?,
    };
    let character = char::from_u32(number).filter(|c| c.is_ascii_graphic() || *c > '\u{9f}')?;
    Some((character, "&#".len() + end + 1))
}

/// Runs of slashes as one, unless a `scheme:` stands before them.
pub(super) fn single_slashes(path: &str) -> Option<String> {
    if !has_double_slash(path.as_bytes()) {
        return None;
    }
    let mut out = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(at) = rest.find("//") {
        let run = rest[at..].len() - rest[at..].trim_start_matches('/').len();
        out.push_str(&rest[..at]);
        // `/web/2012/http://host/` keeps both slashes of the embedded URL.
        out.push_str(if ends_in_scheme(&out) { &rest[at..at + run] } else { "/" });
        rest = &rest[at + run..];
    }
    out.push_str(rest);
    (out.len() != path.len()).then_some(out)
}

/// Without early exit the compiler looks at many bytes at once.
fn has_double_slash(path: &[u8]) -> bool {
    let behind = path.get(1..).unwrap_or_default();
    path.iter().zip(behind).fold(false, |any, (a, b)| any | ((*a == b'/') & (*b == b'/')))
}

/// Ends in a segment like `http:`.
fn ends_in_scheme(text: &str) -> bool {
    let Some(text) = text.strip_suffix(':') else { return false };
    let scheme = &text[text
        .rfind(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)))
        .map_or(0, |at| at + 1)..];
    scheme.len() > 1 && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Escapes in upper case, and no escape for what needs none.
pub(super) fn one_spelling(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let first = memchr::memchr_iter(b'%', bytes).find(|&at| is_other_spelling(bytes, at))?;
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut at = first;
    while let Some(found) = text[at..].find('%') {
        out.push_str(&text[at..at + found]);
        at += found;
        match escape_at(bytes, at) {
            Some(byte) => {
                // RFC 3986, section 6.2.2.2: escapes of unreserved characters mean the characters.
                if is_unreserved(byte) && !completes_escape(&out, byte) {
                    out.push(char::from(byte));
                } else {
                    push_escape(&mut out, byte);
                }
                at += 3;
            }
            None => {
                out.push('%');
                at += 1;
            }
        }
    }
    out.push_str(&text[at..]);
    if out.contains(AMP) && !text.contains(AMP) {
        // What was hidden stays hidden, or a second look would find it.
        out = out.replace(AMP, HIDDEN_AMP);
    }
    (out != text).then_some(out)
}

fn is_other_spelling(text: &[u8], at: usize) -> bool {
    escape_at(text, at).is_some_and(|byte| {
        is_unreserved(byte) || text[at + 1..at + 3].iter().any(u8::is_ascii_lowercase)
    })
}

fn escape_at(text: &[u8], at: usize) -> Option<u8> {
    Some(hex(*text.get(at + 1)?)? << 4 | hex(*text.get(at + 2)?)?)
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Whether a stray percent sign at the end would turn into an escape with this digit.
fn completes_escape(out: &str, byte: u8) -> bool {
    if hex(byte).is_none() {
        return false;
    }
    let out = out.as_bytes();
    match out {
        [.., b'%'] => true,
        [.., b'%', digit] => hex(*digit).is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::without_references;

    #[test]
    fn references_of_html_are_undone() {
        let cases = [
            ("?a=1&amp;b=2", Some("?a=1&b=2")),
            ("?a=1&amp;amp;b=2", Some("?a=1&b=2")),
            ("?a=1&#038;b=2", Some("?a=1&b=2")),
            ("?a=1&amp;#38;b=2", Some("?a=1&b=2")),
            ("?order&#x3D;asc&#X26;b", Some("?order=asc&b")),
            ("?t=a&#8211;b", Some("?t=a–b")),
            ("?a=1&am&amp;p;b", Some("?a=1&am&p;b")),
            ("?a=1&a&#109;p;b", Some("?a=1&b")),
            ("?a=1&amp&#59;#x3D;b", Some("?a=1=b")),
            ("?a=1&copy=2", None),
            ("?a=1&#38", None),
            ("?a=1&#;b", None),
            ("?a=1&#10;b", None),
            ("?a=1&#99999999999;b", None),
            ("/a#b", None),
        ];
        for (text, expected) in cases {
            assert_eq!(without_references(text).as_deref(), expected, "{text}");
        }
    }

    /// A round for each time it was escaped would take minutes.
    #[test]
    fn what_was_escaped_very_often_takes_one_pass() {
        let escaped = |layer: &str| format!("?a=1&amp;{}b=2", layer.repeat(200_000));
        for layer in ["amp;", "#38;", "#0038;", "#x26;"] {
            assert_eq!(without_references(&escaped(layer)).as_deref(), Some("?a=1&b=2"), "{layer}");
        }
    }
}
