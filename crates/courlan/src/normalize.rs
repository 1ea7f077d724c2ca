//! Normal forms: parts quoted again, default ports and trackers gone.
//!
//! The path is quoted as if nothing in it had been, but for a few characters; bytes that are no
//! UTF-8 become U+FFFD in queries.

use std::borrow::Cow;

use crate::query::{clean_query, is_tracker};
use crate::settings::{Courlan, Invalid, Options, Release};
use crate::split::{Split, tidy};
use crate::text::{is_word, push_quoted};
use scutch_url::idna2003;
use scutch_url::unescape;

impl Courlan {
    /// Scrubs and normalises. `None` when the URL is refused on the way.
    pub fn clean_url(&self, url: &str, language: Option<&str>) -> Option<String> {
        let url = self.scrub_url(url);
        // The two versions have different defaults.
        let trailing_slash = self.release == Release::V1_4_0;
        let options = Options { language, trailing_slash, ..Options::default() };
        self.normalize_url(&url, &options).ok()
    }

    /// The normal form of a URL in text, HTML references undone first.
    pub fn normalize_url(&self, url: &str, options: &Options<'_>) -> Result<String, Invalid> {
        let url = unescape(url);
        let url = tidy(&url);
        self.normalize_split(&Split::from_tidy(&url)?, options)
    }

    /// The normal form of a URL that was split before.
    pub fn normalize_split(
        &self,
        parts: &Split<'_>,
        options: &Options<'_>,
    ) -> Result<String, Invalid> {
        let netloc = self.normal_netloc(parts);
        let mut path = String::with_capacity(parts.path.len() + 8);
        push_part(&mut path, &single_slashes(parts.path));
        let query = clean_query(parts.query, options.strict, options.language)?;
        // A query needs a path in front of it.
        if !query.is_empty() && path.is_empty() {
            path.push('/');
        } else if !options.trailing_slash && query.is_empty() && path.ends_with('/') {
            // 1.4.0 kept the slash of the root.
            let spare = self.release == Release::V1_4_0 && path.len() == 1;
            if !spare {
                path.truncate(path.trim_end_matches('/').len());
            }
        }
        let fragment = if options.strict {
            String::new()
        } else {
            normalize_fragment(parts.fragment, options.language)?
        };
        let size =
            parts.scheme.len() + netloc.len() + path.len() + query.len() + fragment.len() + 6;
        let mut out = String::with_capacity(size);
        let scheme = Cow::Borrowed(parts.scheme.as_ref());
        let fragment = fragment.as_str();
        Split { scheme, netloc: &netloc, path: &path, query: &query, fragment }.push_to(&mut out);
        Ok(out)
    }

    /// The host in lower case and Unicode, the default port gone.
    fn normal_netloc<'a>(&self, parts: &Split<'a>) -> Cow<'a, str> {
        // User name and password are folded, too: a fault that is kept.
        let netloc = if parts.netloc.bytes().any(|b| b.is_ascii_uppercase() || b >= 0x80) {
            Cow::Owned(parts.netloc.to_lowercase())
        } else {
            Cow::Borrowed(parts.netloc)
        };
        let mut netloc = match decode_punycode(&netloc) {
            Cow::Owned(decoded) => Cow::Owned(decoded),
            Cow::Borrowed(_) => netloc,
        };
        if !netloc.contains(':') {
            return netloc;
        }
        let default = matches!(
            (parts.scheme.as_ref(), parts.port()),
            ("http", Some(80)) | ("https", Some(443))
        );
        if default {
            match self.release {
                Release::Head => {
                    if let Some(at) = netloc.rfind(':') {
                        netloc = Cow::Owned(netloc[..at].to_owned());
                    }
                }
                Release::V1_4_0 => netloc = Cow::Owned(without_common_ports(&netloc)),
            }
        }
        netloc
    }
}

/// Removes every `:80` and `:443` behind a word, also in front of more digits.
fn without_common_ports(netloc: &str) -> String {
    let mut out = String::with_capacity(netloc.len());
    let mut rest = netloc;
    while let Some(at) = rest.find(':') {
        let word = rest[..at].chars().next_back().or_else(|| out.chars().next_back());
        out.push_str(&rest[..at]);
        let port = [":80", ":443"].iter().find(|port| rest[at..].starts_with(**port));
        match port {
            Some(port) if word.is_some_and(is_word) => rest = &rest[at + port.len()..],
            _ => {
                out.push(':');
                rest = &rest[at + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Quotes a path or fragment, keeping what is common in them.
pub fn normalize_part(part: &str) -> String {
    let mut out = String::with_capacity(part.len());
    push_part(&mut out, part);
    out
}

/// Appends a path or fragment, quoted as courlan quotes it.
fn push_part(out: &mut String, part: &str) {
    push_quoted(out, part, b"/%!=:,-");
}

/// Runs of slashes as one, and no `/..` at the front.
fn single_slashes(path: &str) -> Cow<'_, str> {
    let mut single = Cow::Borrowed(path);
    if path.contains("//") {
        let mut out = String::with_capacity(path.len());
        for (i, run) in path.split('/').enumerate() {
            if i > 0 && !out.ends_with('/') {
                out.push('/');
            }
            out.push_str(run);
        }
        single = Cow::Owned(out);
    }
    let mut start = 0;
    // Only at the front; dot segments further behind stay.
    while single[start..].starts_with("/..")
        && matches!(single.as_bytes().get(start + 3), None | Some(b'/'))
    {
        start += 3;
    }
    match single {
        _ if start == 0 => single,
        Cow::Borrowed(path) => Cow::Borrowed(&path[start..]),
        Cow::Owned(path) => Cow::Owned(path[start..].to_owned()),
    }
}

/// The fragment without trackers, quoted.
pub fn normalize_fragment(fragment: &str, language: Option<&str>) -> Result<String, Invalid> {
    if fragment.is_empty() {
        return Ok(String::new());
    }
    if fragment.contains('=') {
        // What looks like a query is cleaned like one.
        if fragment.contains('&') {
            return Ok(normalize_part(&clean_query(fragment, false, language)?));
        }
        if is_tracker(fragment) {
            return Ok(String::new());
        }
    }
    Ok(normalize_part(fragment))
}

/// Host labels in Punycode as Unicode, where they survive the way back.
pub fn decode_punycode(host: &str) -> Cow<'_, str> {
    if !host.contains("xn--") {
        return Cow::Borrowed(host);
    }
    let labels: Vec<Cow<'_, str>> = host
        .split('.')
        .map(|label| match idna2003::label_to_unicode(label) {
            Some(decoded) => Cow::Owned(decoded),
            None => Cow::Borrowed(label),
        })
        .collect();
    Cow::Owned(labels.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_have_the_normal_form_of_the_original() {
        // URL, strict, trailing slash, result of courlan 1.4.0; `None` where it raises.
        let cases = [
            ("http://E.org/", false, true, Some("http://e.org/")),
            ("http://e.org:80/a", false, true, Some("http://e.org/a")),
            ("https://e.org:443/a", false, true, Some("https://e.org/a")),
            ("https://e.org:80/a", false, true, Some("https://e.org:80/a")),
            ("http://e.org:8080", false, true, Some("http://e.org:8080")),
            ("http://e.org/a//b", false, true, Some("http://e.org/a/b")),
            ("http://e.org/../a", false, true, Some("http://e.org/a")),
            ("http://e.org/a/../b", false, true, Some("http://e.org/a/../b")),
            ("http://e.org/a/", false, false, Some("http://e.org/a")),
            ("http://e.org/", false, false, Some("http://e.org/")),
            ("http://e.org/?b=1&a=2", false, true, Some("http://e.org/?a=2&b=1")),
            ("http://e.org?a=1", false, true, Some("http://e.org/?a=1")),
            ("http://e.org/a#b", false, true, Some("http://e.org/a#b")),
            ("http://e.org/a#b", true, true, Some("http://e.org/a")),
            ("http://e.org/#utm_source=x", false, true, Some("http://e.org/")),
            ("http://e.org/#a=1&utm_source=x", false, true, Some("http://e.org/#a=1")),
            ("http://e.org/(x);y@z", false, true, Some("http://e.org/%28x%29%3By%40z")),
            ("http://e.org/ä?ö=ü", false, true, Some("http://e.org/%C3%A4?%C3%B6=%C3%BC")),
            ("http://xn--mnchen-3ya.de/", false, true, Some("http://münchen.de/")),
            ("http://user:Pw@E.org/", false, true, Some("http://user:pw@e.org/")),
            ("http://e.org/?a=1&amp;b=2", false, true, Some("http://e.org/?a=1&b=2")),
            ("http://[x/", false, true, None),
            ("http://e.org/%41", false, true, Some("http://e.org/%41")),
            ("http://e.org/\n", false, true, Some("http://e.org/")),
        ];
        let courlan = Courlan::new(Release::V1_4_0);
        for (url, strict, trailing_slash, expected) in cases {
            let options = Options { strict, trailing_slash, ..Options::default() };
            assert_eq!(courlan.normalize_url(url, &options).ok().as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn the_releases_differ_in_slashes_and_ports() {
        let normal = |release, url: &str, trailing_slash| {
            let options = Options { trailing_slash, ..Options::default() };
            Courlan::new(release).normalize_url(url, &options)
        };
        let cases = [
            ("http://e.org/", false, "http://e.org", "http://e.org/"),
            ("http://e.org:80:443/", true, "http://e.org:80:443/", "http://e.org:80:443/"),
            ("https://e.org:443/a", true, "https://e.org/a", "https://e.org/a"),
            // 1.4.0 cuts `:80` out of longer numbers once the port is the default one.
            ("http://u:8080@e.org:80/", true, "http://u:8080@e.org/", "http://u80@e.org/"),
        ];
        for (url, slash, head, release) in cases {
            assert_eq!(normal(Release::Head, url, slash).as_deref(), Ok(head), "{url}");
            assert_eq!(normal(Release::V1_4_0, url, slash).as_deref(), Ok(release), "{url}");
        }
    }

    #[test]
    fn cleaning_answers_whatever_is_given() {
        let cases = [
            ("http://e.org/path/", None, Some("http://e.org/path/")),
            (" HTTP://E.org:80/a ", None, Some("http://e.org/a")),
            ("", None, Some("")),
            ("e.org/x", None, Some("e.org/x")),
            ("mailto:a@e", None, Some("mailto:a%40e")),
            ("ø", None, Some("%C3%B8")),
            ("http://e.org/?lang=en", Some("de"), None),
            ("http://[x", None, None),
        ];
        for (url, language, expected) in cases {
            let found = Courlan::new(Release::V1_4_0).clean_url(url, language);
            assert_eq!(found.as_deref(), expected, "{url}");
        }
        let head = Courlan::default().clean_url("http://e.org/path/", None);
        assert_eq!(head.as_deref(), Some("http://e.org/path"));
    }

    #[test]
    fn punycode_that_does_not_survive_the_way_back_stays() {
        let cases = [
            ("xn--mnchen-3ya.de", "münchen.de"),
            ("xn--80aa4agmizb8a.xn--p1ai", "фармакоуч.рф"),
            ("a.b.c.xn--pokxncvks", "a.b.c.xn--pokxncvks"),
            ("xn--.de", "xn--.de"),
            ("example.org", "example.org"),
        ];
        for (host, expected) in cases {
            assert_eq!(decode_punycode(host), expected, "{host}");
        }
    }
}
