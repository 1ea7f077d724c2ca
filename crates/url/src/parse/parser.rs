//! The way through a URL, left to right, writing the serialised form as it goes.

use std::borrow::Cow;

use super::encode::{self, FRAGMENT, PATH, QUERY, SETS, USERINFO};
use super::{MAX_LENGTH, NONE, ParseError, Url, host};

/// Parses `input` into `url`, reusing its buffer.
pub(super) fn parse_into(url: &mut Url, input: &str, base: Option<&Url>) -> Result<(), ParseError> {
    if input.len() > MAX_LENGTH {
        return Err(ParseError::TooLong);
    }
    url.clear();
    let input = without_controls(input);
    let input = input.as_ref();
    match scheme_of(input) {
        Some((scheme, rest)) => {
            let scheme = known_scheme(scheme).ok_or(ParseError::Scheme)?;
            match base {
                // `http:path` on an http page is a relative reference, an oddity browsers keep.
                Some(base) if base.scheme() == scheme && !starts_with_two_slashes(rest) => {
                    relative(url, rest, base)
                }
                _ => authority(url, scheme, rest.trim_start_matches(['/', '\\'])),
            }
        }
        None => relative(url, input, base.ok_or(ParseError::Relative)?),
    }
}

/// Space and controls gone from both ends, tabs and line ends from everywhere.
fn without_controls(input: &str) -> Cow<'_, str> {
    let input = input.trim_matches(|c: char| c <= ' ');
    // Without early exit the compiler looks at many bytes at once.
    if !input.bytes().fold(false, |any, b| any | (b < b' ')) {
        return Cow::Borrowed(input);
    }
    // Pages wrap long addresses in the source.
    Cow::Owned(input.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect())
}

fn scheme_of(input: &str) -> Option<(&str, &str)> {
    let bytes = input.as_bytes();
    if !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let end = bytes
        .iter()
        .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')))?;
    (bytes[end] == b':').then(|| (&input[..end], &input[end + 1..]))
}

fn known_scheme(scheme: &str) -> Option<&'static str> {
    ["https", "http"].into_iter().find(|known| scheme.eq_ignore_ascii_case(known))
}

fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

fn starts_with_two_slashes(text: &str) -> bool {
    matches!(text.as_bytes(), [a, b, ..] if is_slash(*a) && is_slash(*b))
}

/// A reference without scheme and authority, or with the scheme of its base.
fn relative(url: &mut Url, rest: &str, base: &Url) -> Result<(), ParseError> {
    if starts_with_two_slashes(rest) {
        // The scheme of a base is one of the two we know.
        let scheme = if base.scheme() == "https" { "https" } else { "http" };
        return authority(url, scheme, rest.trim_start_matches(['/', '\\']));
    }
    let first = rest.bytes().next();
    if first.is_some_and(is_slash) {
        url.take_front(base, base.path_start);
        path_and_rest(url, rest);
        return Ok(());
    }
    match first {
        None => url.take_front(base, base.query_end()),
        Some(b'?') => {
            url.take_front(base, base.path_end());
            query_and_fragment(url, rest);
        }
        Some(b'#') => {
            url.take_front(base, base.query_end());
            query_and_fragment(url, rest);
        }
        Some(_) => {
            // The last segment of the base is replaced.
            let last = base.path().rfind('/').unwrap_or(0) as u32;
            url.take_front(base, base.path_start + last);
            path_and_rest(url, rest);
        }
    }
    Ok(())
}

impl Url {
    /// Copies the front of `base` up to `end`, with the places that lie in it.
    fn take_front(&mut self, base: &Url, end: u32) {
        self.href.push_str(&base.href[..end as usize]);
        self.scheme_end = base.scheme_end;
        self.username_end = base.username_end;
        self.host_start = base.host_start;
        self.host_end = base.host_end;
        self.path_start = base.path_start;
        self.query_start = if base.query_start <= end { base.query_start } else { NONE };
        self.fragment_start = NONE;
    }
}

/// From the user name or host on.
fn authority(url: &mut Url, scheme: &'static str, rest: &str) -> Result<(), ParseError> {
    let bytes = rest.as_bytes();
    let mut end = bytes.len();
    let mut at_sign = None;
    for (i, &byte) in bytes.iter().enumerate() {
        match byte {
            b'/' | b'\\' | b'?' | b'#' => {
                end = i;
                break;
            }
            // The last one counts: user names may hold others, which are escaped then.
            b'@' => at_sign = Some(i),
            _ => {}
        }
    }
    url.href.reserve(scheme.len() + 4 + rest.len());
    url.href.push_str(scheme);
    url.href.push_str("://");
    url.scheme_end = scheme.len() as u32;
    url.username_end = url.href.len() as u32;
    let address = match at_sign {
        Some(at) => {
            userinfo(url, &rest[..at]);
            &rest[at + 1..end]
        }
        None => &rest[..end],
    };
    url.host_start = url.href.len() as u32;
    host_and_port(url, scheme, address)?;
    url.path_start = url.href.len() as u32;
    path_and_rest(url, &rest[end..]);
    Ok(())
}

fn userinfo(url: &mut Url, text: &str) {
    let (name, password) = text.split_once(':').unwrap_or((text, ""));
    encode::push_encoded(&mut url.href, name, USERINFO);
    url.username_end = url.href.len() as u32;
    if !password.is_empty() {
        url.href.push(':');
        encode::push_encoded(&mut url.href, password, USERINFO);
    }
    if !(name.is_empty() && password.is_empty()) {
        url.href.push('@');
    }
}

fn host_and_port(url: &mut Url, scheme: &str, address: &str) -> Result<(), ParseError> {
    // Colons inside brackets belong to the IPv6 address.
    let brackets = if address.starts_with('[') { address.find(']').unwrap_or(0) } else { 0 };
    let (name, port) = match address.bytes().skip(brackets).position(|byte| byte == b':') {
        Some(at) => (&address[..brackets + at], &address[brackets + at + 1..]),
        None => (address, ""),
    };
    if name.is_empty() {
        return Err(ParseError::EmptyHost);
    }
    host::push_host(&mut url.href, name)?;
    url.host_end = url.href.len() as u32;
    let default = if scheme == "https" { 443 } else { 80 };
    if let Some(number) = parse_port(port)?
        && number != default
    {
        url.href.push(':');
        url.href.push_str(&number.to_string());
    }
    Ok(())
}

fn parse_port(text: &str) -> Result<Option<u16>, ParseError> {
    if text.is_empty() {
        return Ok(None);
    }
    text.bytes()
        .try_fold(0u16, |sum, b| {
            let digit = b.is_ascii_digit().then(|| u16::from(b - b'0'))?;
            sum.checked_mul(10)?.checked_add(digit)
        })
        .map(Some)
        .ok_or(ParseError::Port)
}

fn path_and_rest(url: &mut Url, rest: &str) {
    let end = rest.bytes().position(|b| matches!(b, b'?' | b'#')).unwrap_or(rest.len());
    let path = &rest[..end];
    // What a joined path continues counts: its dots may climb out of it.
    if is_plain_path(path.as_bytes()) {
        if !path.starts_with('/') {
            url.href.push('/');
        }
        url.href.push_str(path);
    } else {
        segments(url, path);
    }
    query_and_fragment(url, &rest[end..]);
}

/// Nothing to escape, no backslash, no segment that might be a dot segment.
fn is_plain_path(path: &[u8]) -> bool {
    let mut before = b'/';
    let mut odd = false;
    for &byte in path {
        // No early exit: the loop stays free of branches.
        odd |= SETS[usize::from(byte)] & PATH != 0 || byte == b'\\';
        odd |= before == b'/' && matches!(byte, b'.' | b'%');
        before = byte;
    }
    !odd
}

fn segments(url: &mut Url, path: &str) {
    let path = path.strip_prefix(['/', '\\']).unwrap_or(path);
    let floor = url.path_start as usize;
    let mut rest = path;
    loop {
        let end = rest.bytes().position(is_slash);
        let segment = &rest[..end.unwrap_or(rest.len())];
        match dots(segment.as_bytes()) {
            0 => {
                url.href.push('/');
                encode::push_encoded(&mut url.href, segment, PATH);
            }
            n => {
                if n == 2
                    && let Some(slash) = url.href[floor..].rfind('/')
                {
                    url.href.truncate(floor + slash);
                }
                // A path that ends in a dot segment ends in a slash.
                if end.is_none() {
                    url.href.push('/');
                }
            }
        }
        match end {
            Some(end) => rest = &rest[end + 1..],
            None => break,
        }
    }
}

/// 1 for `.`, 2 for `..`, also escaped; 0 for anything else.
fn dots(segment: &[u8]) -> usize {
    let mut count = 0;
    let mut rest = segment;
    loop {
        rest = match rest {
            [] => return count,
            [b'.', rest @ ..] => rest,
            // Escaped dots climb as well, or `%2e%2e` would get out of a folder unseen.
            [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return 0,
        };
        count += 1;
        if count > 2 {
            return 0;
        }
    }
}

fn query_and_fragment(url: &mut Url, rest: &str) {
    let mut rest = rest;
    if let Some(behind) = rest.strip_prefix('?') {
        let end = memchr::memchr(b'#', behind.as_bytes()).unwrap_or(behind.len());
        url.href.push('?');
        url.query_start = url.href.len() as u32;
        encode::push_encoded(&mut url.href, &behind[..end], QUERY);
        rest = &behind[end..];
    }
    if let Some(fragment) = rest.strip_prefix('#') {
        url.href.push('#');
        url.fragment_start = url.href.len() as u32;
        encode::push_encoded(&mut url.href, fragment, FRAGMENT);
    }
}
