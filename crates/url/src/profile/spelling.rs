//! One spelling of the same text: ampersands, slashes, escapes.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::parse::encode::{hex, push_escape};

pub(super) const AMP: &str = "&amp;";

/// What one spelling of escapes leaves of a `&amp;` that was hidden by them.
pub(super) const HIDDEN_AMP: &str = "&%61mp;";

/// `&amp;`, also several times escaped, as `&`.
pub(super) fn without_amp(text: &str) -> Option<String> {
    static FINDER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(AMP));
    let first = memchr::memchr(b'&', text.as_bytes())?;
    FINDER.find(&text.as_bytes()[first..])?;
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(AMP) {
        out.push_str(&rest[..=at]);
        rest = rest[at + 1..].trim_start_matches("amp;");
    }
    out.push_str(rest);
    Some(out)
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
