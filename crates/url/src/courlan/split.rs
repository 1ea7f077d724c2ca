//! Splitting and joining as CPython 3.11's `urllib.parse` does it.

use std::borrow::Cow;
use std::net::Ipv6Addr;

use super::Invalid;

/// The five parts of `urlsplit`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split<'a> {
    /// Scheme, lower case.
    pub scheme: Cow<'a, str>,
    /// User, host and port as written.
    pub netloc: &'a str,
    /// Path.
    pub path: &'a str,
    /// Query without its mark.
    pub query: &'a str,
    /// Fragment without its mark.
    pub fragment: &'a str,
}

/// What `urlsplit` drops before it looks: controls and space in front, tabs and line ends anywhere.
pub(super) fn tidy(url: &str) -> Cow<'_, str> {
    let url = url.trim_start_matches(|c: char| c <= ' ');
    if url.bytes().fold(false, |any, b| any | matches!(b, b'\t' | b'\n' | b'\r')) {
        Cow::Owned(url.replace(['\t', '\n', '\r'], ""))
    } else {
        Cow::Borrowed(url)
    }
}

impl<'a> Split<'a> {
    /// Splits a URL that went through [`tidy`].
    pub(super) fn of(url: &'a str) -> Result<Split<'a>, Invalid> {
        let (scheme, mut rest) = split_scheme(url);
        let mut netloc = "";
        if let Some(behind) = rest.strip_prefix("//") {
            let end = behind
                .bytes()
                .position(|b| matches!(b, b'/' | b'?' | b'#'))
                .unwrap_or(behind.len());
            (netloc, rest) = behind.split_at(end);
            check_brackets(netloc)?;
        }
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        check_compatible(netloc)?;
        Ok(Split { scheme, netloc, path, query, fragment })
    }

    /// Host in lower case: behind the last `@`, without port and brackets.
    pub(super) fn hostname(&self) -> Option<String> {
        let (host, _) = self.host_and_port();
        let (host, zone) = host.split_at(host.find('%').unwrap_or(host.len()));
        (!(host.is_empty() && zone.is_empty())).then(|| host.to_lowercase() + zone)
    }

    /// The port; `None` also when it is no number below 65536.
    pub(super) fn port(&self) -> Option<u16> {
        let port = self.host_and_port().1?;
        if port.is_empty() || !port.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        port.parse().ok()
    }

    fn host_and_port(&self) -> (&'a str, Option<&'a str>) {
        let address = &self.netloc[self.netloc.rfind('@').map_or(0, |at| at + 1)..];
        match address.split_once('[') {
            Some((_, bracketed)) => {
                let (host, behind) = bracketed.split_once(']').unwrap_or((bracketed, ""));
                (host, behind.split_once(':').map(|(_, port)| port))
            }
            None => match address.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (address, None),
            },
        }
    }
}

fn split_scheme(url: &str) -> (Cow<'_, str>, &str) {
    let bytes = url.as_bytes();
    let scheme = bytes.iter().position(|&b| b == b':').filter(|&end| {
        end > 0
            && bytes[0].is_ascii_alphabetic()
            && bytes[..end]
                .iter()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    });
    let Some(end) = scheme else { return (Cow::Borrowed(""), url) };
    let scheme = &url[..end];
    let scheme = if scheme.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(scheme.to_ascii_lowercase())
    } else {
        Cow::Borrowed(scheme)
    };
    (scheme, &url[end + 1..])
}

fn check_brackets(netloc: &str) -> Result<(), Invalid> {
    let (open, close) = (netloc.find('['), netloc.contains(']'));
    let Some(open) = open else { return if close { Err(Invalid) } else { Ok(()) } };
    if !close {
        return Err(Invalid);
    }
    let inner = &netloc[open + 1..];
    let inner = inner.split_once(']').map_or(inner, |(inner, _)| inner);
    let fine = match inner.strip_prefix('v') {
        Some(future) => future.split_once('.').is_some_and(|(version, address)| {
            !version.is_empty()
                && version.bytes().all(|b| b.is_ascii_hexdigit())
                && !address.is_empty()
        }),
        None => {
            let (address, zone) = match inner.split_once('%') {
                Some((address, zone)) => (address, Some(zone)),
                None => (inner, None),
            };
            address.parse::<Ipv6Addr>().is_ok()
                && zone.is_none_or(|zone| !zone.is_empty() && !zone.contains('%'))
        }
    };
    if fine { Ok(()) } else { Err(Invalid) }
}

/// Refuses characters whose compatibility form contains a character that separates parts.
fn check_compatible(netloc: &str) -> Result<(), Invalid> {
    let separates = |c: char| {
        matches!(c, '\u{2047}'..='\u{2049}' | '\u{2100}' | '\u{2101}' | '\u{2105}' | '\u{2106}')
            || matches!(c, '\u{2a74}' | '\u{fe13}' | '\u{fe16}' | '\u{fe55}' | '\u{fe56}')
            || matches!(c, '\u{fe5f}' | '\u{fe6b}' | '\u{ff03}' | '\u{ff0f}' | '\u{ff1a}')
            || matches!(c, '\u{ff1f}' | '\u{ff20}')
    };
    if !netloc.is_ascii() && netloc.chars().any(separates) { Err(Invalid) } else { Ok(()) }
}

/// Schemes whose URLs have a host even when it is empty.
const WITH_HOST: [&str; 26] = [
    "", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp",
    "snews", "prospero", "rtsp", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git",
    "git+ssh", "ws", "wss", "rtsps",
];

/// Schemes whose references can be relative.
const RELATIVE: [&str; 20] = [
    "", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms",
    "prospero", "rtsp", "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss", "rtsps",
];

/// `urlunsplit`, appended to `out`.
pub(super) fn unsplit(
    out: &mut String,
    scheme: &str,
    netloc: &str,
    path: &str,
    query: &str,
    fragment: &str,
) {
    if !scheme.is_empty() {
        out.push_str(scheme);
        out.push(':');
    }
    let empty_host = !scheme.is_empty() && WITH_HOST.contains(&scheme) && !path.starts_with("//");
    if !netloc.is_empty() || empty_host {
        out.push_str("//");
        out.push_str(netloc);
        if !path.is_empty() && !path.starts_with('/') {
            out.push('/');
        }
    }
    out.push_str(path);
    for (mark, part) in [('?', query), ('#', fragment)] {
        if !part.is_empty() {
            out.push(mark);
            out.push_str(part);
        }
    }
}

/// `urljoin`.
pub(super) fn join(base: &str, url: &str) -> Result<String, Invalid> {
    if base.is_empty() || url.is_empty() {
        return Ok(if base.is_empty() { url } else { base }.to_owned());
    }
    let (base_text, url_text) = (tidy(base), tidy(url));
    let (base, mut part) = (Split::of(&base_text)?, Split::of(&url_text)?);
    if part.scheme.is_empty() {
        part.scheme.clone_from(&base.scheme);
    }
    let scheme = part.scheme.as_ref();
    if scheme != base.scheme || !RELATIVE.contains(&scheme) {
        return Ok(url.to_owned());
    }
    let mut out = String::with_capacity(base_text.len() + url_text.len());
    if !part.netloc.is_empty() {
        unsplit(&mut out, scheme, part.netloc, part.path, part.query, part.fragment);
    } else if part.path.is_empty() {
        let query = if part.query.is_empty() { base.query } else { part.query };
        unsplit(&mut out, scheme, base.netloc, base.path, query, part.fragment);
    } else {
        let path = joined_path(base.path, part.path);
        unsplit(&mut out, scheme, base.netloc, &path, part.query, part.fragment);
    }
    Ok(out)
}

fn joined_path(base: &str, path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    if !path.starts_with('/') {
        segments.extend(base.split('/'));
        if segments.last().is_some_and(|last| !last.is_empty()) {
            segments.pop();
        }
        segments.extend(path.split('/'));
        let last = segments.len().saturating_sub(1);
        let mut at = 0;
        segments.retain(|segment| {
            at += 1;
            at == 1 || at == last + 1 || !segment.is_empty()
        });
    } else {
        segments.extend(path.split('/'));
    }
    let mut resolved: Vec<&str> = Vec::with_capacity(segments.len());
    for segment in &segments {
        match *segment {
            ".." => {
                resolved.pop();
            }
            "." => {}
            other => resolved.push(other),
        }
    }
    if matches!(segments.last(), Some(&"." | &"..")) {
        resolved.push("");
    }
    let joined = resolved.join("/");
    if joined.is_empty() { "/".to_owned() } else { joined }
}
