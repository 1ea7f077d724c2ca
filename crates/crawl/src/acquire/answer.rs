//! Reads what archives answer to the question which mementos there are.

use std::io::{self, Read};

use scutch_archive::{HttpFlag, Limits, parse_http_response, stream_http_response};
use scutch_memento::{Guard, Memento, OnMemento, TimeMap, TimeMapError, parse, parse_date, read};
use scutch_url::Url;

use crate::hop::MEMENTO_DATETIME;
use crate::reason::Reason;
use crate::replay::is_exclusion_text;

/// Why there is no usable answer: a reason id and a sentence.
pub(super) type Unanswered = (&'static str, String);

/// A reason without details.
pub(super) fn unanswered(reason: Reason) -> Unanswered {
    (reason.id(), reason.sentence().to_owned())
}

/// Reads an answer of ordinary length into memory.
pub(super) fn read_block(block: &mut dyn Read) -> Result<Vec<u8>, Unanswered> {
    let mut bytes = Vec::new();
    let max = Limits::default().block;
    let read = block.take(max).read_to_end(&mut bytes);
    read.map_err(|_| unanswered(Reason::TimemapUnreadable))?;
    Ok(bytes)
}

/// Bytes of a list after decompression.
// The largest real lists have some hundred megabytes; a gzip bomb has a thousand times its size.
const MAX_LIST: u64 = 1 << 30;

/// Reads a page of a list from an answer.
pub(super) fn read_timemap(
    uri_t: &str,
    block: &mut dyn Read,
    guard: &Guard,
    on_memento: OnMemento<'_>,
) -> Result<TimeMap, Unanswered> {
    let unreadable = |more: String| {
        let reason = Reason::TimemapUnreadable;
        (reason.id(), format!("{} ({more})", reason.sentence()))
    };
    let limits = Limits { payload: MAX_LIST, ..Limits::default() };
    let answer = stream_http_response(block, &limits).map_err(|e| unreadable(e.to_string()))?;
    match answer.status {
        Some(200) => {}
        // How archives say that they have no memento of a page.
        Some(404 | 410) => return Ok(TimeMap::default()),
        status => {
            if matches!(status, Some(403 | 451)) && is_exclusion(uri_t, answer.content) {
                return Err(unanswered(Reason::Excluded));
            }
            let status = status.unwrap_or_default();
            let reason = Reason::TimemapNotGiven;
            return Err((reason.id(), format!("{} (status {status})", reason.sentence())));
        }
    }
    read(uri_t, answer.content, guard, on_memento).map_err(|error| match error {
        TimeMapError::Broken(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            let flag = HttpFlag::PayloadTooLarge;
            (flag.id(), flag.sentence().to_owned())
        }
        error => unreadable(error.to_string()),
    })
}

/// Bytes of an answer that are searched for a notice.
const NOTICE_BYTES: u64 = 64 << 10;

/// Whether an answer with status 403 or 451 is the archive's notice that it excludes the page.
fn is_exclusion(uri_t: &str, content: impl Read) -> bool {
    let mut bytes = Vec::new();
    // What cannot be read to its end may still begin with the notice.
    let _ = content.take(NOTICE_BYTES).read_to_end(&mut bytes);
    let host = Url::parse(uri_t).map_or_else(|_| String::new(), |url| url.host().to_owned());
    is_exclusion_text(&host, &bytes)
}

/// The memento that a TimeGate gives, from the last answer along its redirects: the answer itself,
/// or one that its `Link` names. pywb answers with a frame, and links to the memento inside.
pub(super) fn negotiated_memento(
    from: &str,
    block: &[u8],
    guard: &Guard,
    wanted: i64,
) -> Result<Memento, Unanswered> {
    let none = || unanswered(Reason::NoMemento);
    let answer = parse_http_response(block, &Limits::default()).map_err(|_| none())?;
    let field = |name| answer.headers.get(name);
    let own = field(MEMENTO_DATETIME).and_then(parse_date);
    let links = answer.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("Link"));
    let links: Vec<&str> = links.map(|(_, links)| links).collect();
    let linked = parse(links.join(", ").as_bytes(), guard).unwrap_or_default().mementos;
    // Many archives link only to the first and the last memento, which is not what was asked for.
    let has_time = |m: &Memento| own.is_none_or(|own| own.unix_ms == m.unix_ms);
    let near = linked.into_iter().filter(has_time).min_by_key(|m| m.unix_ms.abs_diff(wanted));
    if let Some(linked) = near {
        return Ok(linked);
    }
    let base = Url::parse(from).map_err(|_| none())?;
    // A TimeGate that answers with the memento gives its URI-M there (RFC 7089, section 4.1.2).
    let location = field("Content-Location").and_then(|at| base.join(at).ok());
    let uri = location.map_or_else(|| from.to_owned(), Url::into_string);
    let in_uri =
        || scutch_url::Memento::split(&uri).and_then(|memento| parse_date(&memento.timestamp()));
    match own.or_else(in_uri) {
        Some(date) if guard.refuse(&uri).is_none() => Ok(Memento {
            uri,
            unix_ms: date.unix_ms,
            date_is_standard: date.standard,
            digest: None,
        }),
        _ => Err(none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patterns of RFC 7089, section 4, with and without the memento among the links.
    #[test]
    fn timegates_give_mementos_in_every_pattern_of_the_standard() {
        let link = |year: u16, rel: &str| {
            format!(
                "Link: <http://a.example/{year}0101000000/http://x.org/>; rel=\"{rel}\"; \
                 datetime=\"01 Jan {year} 00:00:00 GMT\"\r\n"
            )
        };
        let ends = [link(2000, "first memento"), link(2020, "last memento")].concat();
        let dated = "Memento-Datetime: Wed, 01 Jan 2014 00:00:00 GMT\r\n";
        let own = "Content-Location: /20140101000000/http://x.org/\r\n";
        let wanted = parse_date("20140401000000").map_or(0, |moment| moment.unix_ms);
        for (fields, expected) in [
            ([dated, own, &ends].concat(), Some("20140101000000")),
            ([dated, &ends, &link(2014, "memento")].concat(), Some("20140101000000")),
            ([&link(2014, "memento"), ends.as_str()].concat(), Some("20140101000000")),
            (String::new(), None),
        ] {
            let block = format!("HTTP/1.1 200 OK\r\n{fields}\r\n");
            let from = "http://a.example/gate/http://x.org/";
            let given = negotiated_memento(from, block.as_bytes(), &Guard::default(), wanted).ok();
            let uri = expected.map(|stamp| format!("http://a.example/{stamp}/http://x.org/"));
            assert_eq!(given.map(|memento| memento.uri), uri, "{block}");
        }
    }

    #[test]
    fn statuses_of_lists_are_told_apart() {
        for (head, expected) in [
            ("200 OK\r\n\r\n<http://x.org/>; rel=original", Ok(Some("http://x.org/"))),
            ("404 Not Found\r\n\r\n", Ok(None)),
            ("410 Gone\r\n\r\n", Ok(None)),
            ("403 Forbidden\r\n\r\n", Err("timemap-not-given")),
            ("403 No\r\n\r\nBlocked Site Error", Err("excluded-by-archive")),
            ("200 OK\r\n\r\nBlocked Site Error", Err("timemap-unreadable")),
            ("200 OK\r\n\r\nplain text", Err("timemap-unreadable")),
            ("200 OK\r\n\r\n<!DOCTYPE html><p>Sign in", Err("timemap-unreadable")),
        ] {
            let block = format!("HTTP/1.1 {head}");
            let guard = Guard::default();
            let mut push = |_| Ok(true);
            let read = read_timemap("http://a/", &mut block.as_bytes(), &guard, &mut push);
            let found = read.map(|timemap| timemap.original).map_err(|(reason, _)| reason);
            assert_eq!(found, expected.map(|uri| uri.map(str::to_owned)), "{head}");
        }
    }
}
