//! What an address stands for: a page, or one memento of it.

use scutch_memento::parse_date;
use scutch_url::{Citation, Memento, Url, listed_suffix, registrable_domain};

use crate::entry::Subject;

/// Whether a text is an address of the web, with scheme.
pub fn is_address(text: &str) -> bool {
    let has_scheme = ["http://", "https://"].iter().any(|scheme| {
        text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    has_scheme && Url::parse(text).is_ok()
}

/// What a text stands for, and its time of capture in milliseconds since 1970 UTC; `None` if it is
/// no address. A host with a public suffix needs no scheme.
pub fn subject_of(text: &str) -> Option<(Subject, Option<i64>)> {
    let text = text.trim();
    // The Off-Topic Memento Toolkit names mementos of archive files so.
    if let Some((time, uri_r)) = text.strip_prefix("from-warc::").and_then(|t| t.split_once("::")) {
        let unix_ms = parse_date(time)?.unix_ms;
        return Some((memento(text, Some(uri_r.to_owned())), Some(unix_ms)));
    }
    if !is_address(text) {
        return without_scheme(text).map(|uri| (Subject::Page(uri), None));
    }
    if let Some(parts) = Memento::split(text).filter(|parts| !parts.time.is_empty()) {
        // `*` and a year alone ask for a choice of the archive, which names no time.
        let unix_ms = parse_date(&parts.timestamp()).map(|moment| moment.unix_ms);
        return Some((memento(text, Some(parts.uri_r())), unix_ms));
    }
    let url = Url::parse(text).ok()?;
    match Citation::split(&url) {
        Some(_) => Some((memento(text, None), None)),
        None => Some((Subject::Page(text.to_owned()), None)),
    }
}

fn memento(uri_m: &str, uri_r: Option<String>) -> Subject {
    Subject::Memento { uri_m: uri_m.to_owned(), uri_r }
}

/// An address that was written without its scheme: `example.org/page`.
fn without_scheme(text: &str) -> Option<String> {
    // Another scheme, or words: `mailto:a@b.org`, `e.g. this`.
    let host = text.split(['/', '?', '#']).next()?;
    if host.contains(['@', ' ', '"']) || text.contains("://") {
        return None;
    }
    let name = host.split(':').next()?;
    let uri = format!("http://{text}");
    // `urims.txt` is a misspelt file; a suffix that is not listed is no public one.
    let lower = name.to_ascii_lowercase();
    let is_public = listed_suffix(&lower).is_some() && registrable_domain(&lower).is_some();
    (is_public && Url::parse(&uri).is_ok()).then_some(uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_apart() {
        let memento = |uri_m: &str, uri_r: Option<&str>| {
            Some(Subject::Memento { uri_m: uri_m.to_owned(), uri_r: uri_r.map(str::to_owned) })
        };
        let page = |uri: &str| Some(Subject::Page(uri.to_owned()));
        let time = Some(1_390_842_720_000);
        let wayback = "https://web.archive.org/web/20140127171200/http://x.org/";
        let unknown = "http://127.0.0.1:99/coll/20140127171200id_/http://x.org/";
        let year = "https://web.archive.org/web/2014/http://x.org/";
        let dotted = "https://archive.ph/2014.01.27-171200/http://x.org/";
        let perma = "https://perma.cc/AB12-CD34";
        let toolkit = "from-warc::20140127171200::http://x.org/";
        for (text, subject, unix_ms) in [
            (wayback, memento(wayback, Some("http://x.org/")), time),
            (unknown, memento(unknown, Some("http://x.org/")), time),
            (year, memento(year, Some("http://x.org/")), None),
            (dotted, memento(dotted, Some("http://x.org/")), time),
            (perma, memento(perma, None), None),
            (toolkit, memento(toolkit, Some("http://x.org/")), time),
            (" HTTP://x.org/a ", page("HTTP://x.org/a"), None),
            ("x.org", page("http://x.org"), None),
            ("www.x.org:8080/a?b", page("http://www.x.org:8080/a?b"), None),
            ("", None, None),
            ("Fog", None, None),
            ("e.g. this", None, None),
            ("a@b.org", None, None),
            ("mailto:a@b.org", None, None),
            ("ftp://x.org/", None, None),
            ("javascript:void(0)", None, None),
            ("http://", None, None),
            ("127.0.0.1/x", None, None),
            ("file.txt", None, None),
        ] {
            let found = subject_of(text);
            assert_eq!(found.as_ref().map(|(subject, _)| subject), subject.as_ref(), "{text}");
            assert_eq!(found.and_then(|(_, unix_ms)| unix_ms), unix_ms, "{text}");
        }
    }
}
