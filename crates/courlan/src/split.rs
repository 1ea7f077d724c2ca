//! Splitting and joining as CPython 3.11's `urllib.parse` does it.
//!
//! More lenient than the URL standard: any text has parts, and the host is not looked at but for
//! brackets and a few characters. Exceptions become [`Invalid`].

use std::borrow::Cow;
use std::net::Ipv6Addr;

use crate::settings::Invalid;

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

/// Splits a URL as `urllib.parse.urlsplit` does and hands the parts to `look`.
pub fn with_split<T>(url: &str, look: impl FnOnce(&Split<'_>) -> T) -> Result<T, Invalid> {
    let url = tidy(url);
    Ok(look(&Split::from_tidy(&url)?))
}

impl<'a> Split<'a> {
    /// Splits a URL that went through [`tidy`].
    pub(super) fn from_tidy(url: &'a str) -> Result<Split<'a>, Invalid> {
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
        // CPython checks what NFKC makes of a host since CVE-2019-9636.
        check_compatible(netloc)?;
        Ok(Split { scheme, netloc, path, query, fragment })
    }

    /// The parts behind the host, joined as in a relative reference.
    pub(super) fn without_host(&self) -> Split<'a> {
        Split { scheme: Cow::Borrowed(""), netloc: "", ..self.clone() }
    }

    /// `urlunsplit`, appended to `out`.
    pub(super) fn push_to(&self, out: &mut String) {
        let scheme = self.scheme.as_ref();
        if !scheme.is_empty() {
            out.push_str(scheme);
            out.push(':');
        }
        let with_host = !scheme.is_empty() && WITH_HOST.contains(&scheme);
        if !self.netloc.is_empty() || (with_host && !self.path.starts_with("//")) {
            out.push_str("//");
            out.push_str(self.netloc);
            if !self.path.is_empty() && !self.path.starts_with('/') {
                out.push('/');
            }
        }
        out.push_str(self.path);
        for (mark, part) in [('?', self.query), ('#', self.fragment)] {
            if !part.is_empty() {
                out.push(mark);
                out.push_str(part);
            }
        }
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

    /// Host and port as written; brackets are taken off, user name and password ignored.
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

/// The scheme in lower case, and what follows its colon.
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

/// Refuses brackets that do not hold an IPv6 address, or one of a future version.
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

/// `urljoin`.
pub(super) fn join(base: &str, url: &str) -> Result<String, Invalid> {
    // As `urljoin`, which looks at nothing in this case.
    if base.is_empty() || url.is_empty() {
        return Ok(if base.is_empty() { url } else { base }.to_owned());
    }
    let (base_text, url_text) = (tidy(base), tidy(url));
    let (base, mut part) = (Split::from_tidy(&base_text)?, Split::from_tidy(&url_text)?);
    if part.scheme.is_empty() {
        part.scheme.clone_from(&base.scheme);
    }
    if part.scheme != base.scheme || !RELATIVE.contains(&part.scheme.as_ref()) {
        return Ok(url.to_owned());
    }
    let path;
    if part.netloc.is_empty() {
        part.netloc = base.netloc;
        if part.path.is_empty() {
            part.path = base.path;
            part.query = if part.query.is_empty() { base.query } else { part.query };
        } else {
            path = joined_path(base.path, part.path);
            part.path = &path;
        }
    }
    let mut out = String::with_capacity(base_text.len() + url_text.len());
    part.push_to(&mut out);
    Ok(out)
}

/// The path of `urljoin`: dot segments resolved, empty segments inside dropped.
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
            // `urljoin` drops empty segments inside, not at the ends.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(url: &str) -> Option<[String; 5]> {
        let parts = Split::from_tidy(url).ok()?;
        let [netloc, path] = [parts.netloc, parts.path].map(str::to_owned);
        let [query, fragment] = [parts.query, parts.fragment].map(str::to_owned);
        Some([parts.scheme.into_owned(), netloc, path, query, fragment])
    }

    fn unsplit(url: &str) -> String {
        let mut out = String::new();
        Split::from_tidy(url).expect(url).push_to(&mut out);
        out
    }

    #[test]
    fn urls_are_split_and_put_together_as_in_cpython() {
        // URL, results of `urlsplit`, of `urlunsplit`, CPython 3.11.
        let cases = [
            (
                "http://User@E.org:80/p?q#f",
                ["http", "User@E.org:80", "/p", "q", "f"],
                "http://User@E.org:80/p?q#f",
            ),
            ("HTTP://x", ["http", "x", "", "", ""], "http://x"),
            ("//host/p", ["", "host", "/p", "", ""], "//host/p"),
            ("1http://x", ["", "", "1http://x", "", ""], "1http://x"),
            ("http:path", ["http", "", "path", "", ""], "http:///path"),
            ("a?b#c?d", ["", "", "a", "b", "c?d"], "a?b#c?d"),
            ("http://[::1]:80/", ["http", "[::1]:80", "/", "", ""], "http://[::1]:80/"),
            ("http://[v1.x]/", ["http", "[v1.x]", "/", "", ""], "http://[v1.x]/"),
            ("a+b-c.d:e", ["a+b-c.d", "", "e", "", ""], "a+b-c.d:e"),
            ("http://e.org?x", ["http", "e.org", "", "x", ""], "http://e.org?x"),
            ("http://e.org#x", ["http", "e.org", "", "", "x"], "http://e.org#x"),
            ("http:///p", ["http", "", "/p", "", ""], "http:///p"),
            ("mailto:a@b", ["mailto", "", "a@b", "", ""], "mailto:a@b"),
            ("http://e.org/a:b", ["http", "e.org", "/a:b", "", ""], "http://e.org/a:b"),
            ("x:", ["x", "", "", "", ""], "x:"),
            ("http://a@b@c:1/", ["http", "a@b@c:1", "/", "", ""], "http://a@b@c:1/"),
            ("/p//q", ["", "", "/p//q", "", ""], "/p//q"),
            ("?", ["", "", "", "", ""], ""),
            ("", ["", "", "", "", ""], ""),
        ];
        for (url, parts, again) in cases {
            assert_eq!(split(url), Some(parts.map(str::to_owned)), "{url}");
            assert_eq!(unsplit(url), again, "{url}");
        }
    }

    #[test]
    fn brackets_and_look_alikes_of_separators_are_checked() {
        let cases = [
            ("http://[::1/", false),
            ("http://]/", false),
            ("http://[x]/", false),
            ("http://e\u{2100}.org/", false),
            ("http://\u{ff03}/", false),
            ("http://[fe80::1%25eth0]/", true),
            ("http://[fe80::1%]/", false),
            ("http://[v.x]/", false),
            ("http://[v1.]/", false),
            ("http://[::1]x/", true),
            ("http://x[::1]/", true),
            ("http://[1.2.3.4]/", false),
        ];
        for (url, fine) in cases {
            assert_eq!(split(url).is_some(), fine, "{url}");
        }
    }

    #[test]
    fn hosts_and_ports() {
        let cases = [
            ("h:", Some("h"), None),
            ("h:0", Some("h"), Some(0)),
            ("h:65535", Some("h"), Some(65535)),
            // CPython raises for the next two; no caller tells that from "no port".
            ("h:65536", Some("h"), None),
            ("h:x", Some("h"), None),
            ("[::1]", Some("::1"), None),
            ("[::1]:8", Some("::1"), Some(8)),
            ("u:p@H:9", Some("h"), Some(9)),
            ("H%41:7", Some("h%41"), Some(7)),
            ("@", None, None),
            ("[::1%25Eth]:3", Some("::1%25Eth"), Some(3)),
            (":80", None, Some(80)),
        ];
        for (netloc, host, port) in cases {
            let url = format!("http://{netloc}");
            let parts = Split::from_tidy(&url).expect(netloc);
            assert_eq!((parts.hostname().as_deref(), parts.port()), (host, port), "{netloc}");
        }
    }

    #[test]
    fn references_are_joined_as_in_cpython() {
        // The examples of RFC 3986, section 5.4, and odd ones; results of `urljoin`.
        let cases = [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"),
            (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("http:g", "http://a/b/c/g"),
            ("HTTP:g", "http://a/b/c/g"),
            ("https:g", "https:g"),
            ("mailto:x", "mailto:x"),
            ("//", "http://a/b/c/d;p?q"),
            ("///x", "http://a/x"),
            ("g//h", "http://a/b/c/g/h"),
            ("", "http://a/b/c/d;p?q"),
        ];
        for (reference, expected) in cases {
            assert_eq!(
                join("http://a/b/c/d;p?q", reference).as_deref(),
                Ok(expected),
                "{reference}"
            );
        }
        let cases = [
            ("", "x", "x"),
            ("x", "", "x"),
            ("mailto:a", "b", "b"),
            ("http://a", "b", "http://a/b"),
            ("http://a?q", "b", "http://a/b"),
            ("a/b", "c", "a/c"),
            ("//a/b", "c", "//a/c"),
            ("ftp://a/b/c", "d", "ftp://a/b/d"),
            ("svn+ssh://a/b", "c", "svn+ssh://a/c"),
            ("ws://a/b", "../c", "ws://a/c"),
            ("http://a/b/", "\tc\n", "http://a/b/c"),
            ("http://a/b//c", "../d", "http://a/d"),
        ];
        for (base, reference, expected) in cases {
            assert_eq!(join(base, reference).as_deref(), Ok(expected), "{base} {reference}");
        }
        assert_eq!(join("http://e.org", "http://[x"), Err(Invalid));
    }

    proptest! {
        #[test]
        fn parts_never_overlap_and_keep_their_order(url in "[a-z:/?#@\\[\\].0-9é]{0,30}") {
            let url = tidy(&url);
            let Ok(parts) = Split::from_tidy(&url) else { return Ok(()) };
            let length = parts.scheme.len() + parts.netloc.len() + parts.path.len()
                + parts.query.len() + parts.fragment.len();
            prop_assert!(length <= url.len());
            let mut rest = &*url;
            for part in [parts.netloc, parts.path, parts.query, parts.fragment] {
                let at = rest.find(part);
                prop_assert!(at.is_some(), "{} lost", part);
                rest = &rest[at.unwrap_or_default() + part.len()..];
            }
        }

        #[test]
        fn putting_parts_together_again_changes_nothing_more(url in "[a-z:/?#@.0-9é]{0,30}") {
            let mut once = String::new();
            let Ok(parts) = Split::from_tidy(&url) else { return Ok(()) };
            parts.push_to(&mut once);
            prop_assert_eq!(unsplit(&once), once);
        }
    }
}
