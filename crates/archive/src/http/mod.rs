//! The HTTP layer: a response inside a block, its transfer and content codings undone.

mod chunked;
mod coding;
mod expansion;
mod flag;
mod interim;
mod payload;
mod request;
mod start;
mod streamed;
mod transfer;

use std::borrow::Cow;

pub use expansion::gunzip;
pub use flag::HttpFlag;
pub use payload::Payload;
pub use request::{HttpRequest, parse_http_request};
pub(crate) use streamed::without_chunks;
pub use streamed::{StreamedResponse, stream_http_response};

pub(crate) use interim::is_head_whole;

use crate::limits::Limits;
use crate::media::MediaType;
use crate::record::header::{self, Field, Oddities};
use crate::size::usize_of;

/// Longest status line read.
const STATUS_LINE: usize = 8 << 10;

/// An HTTP response as archived.
#[derive(Debug, Clone)]
pub struct HttpResponse<'a> {
    /// Status code; `None` where the status line has none.
    pub status: Option<u16>,
    /// Header fields.
    pub headers: HttpHeaders<'a>,
    /// Body as archived: transfer and content codings still applied.
    pub body: &'a [u8],
    /// What was noteworthy about status line and header.
    pub flags: Vec<HttpFlag>,
}

impl HttpResponse<'_> {
    /// The media type of the content. Its codings are undone as far as that takes.
    pub fn media_type(&self, identified: Option<&str>) -> MediaType {
        let declared = self.headers.get("Content-Type");
        MediaType::read(declared, identified, |most| self.content_start(most))
    }
}

/// Header fields of an HTTP message, in order.
#[derive(Debug, Clone, Default)]
pub struct HttpHeaders<'a> {
    text: Cow<'a, str>,
    fields: Vec<Field>,
}

impl HttpHeaders<'_> {
    /// The same fields, with a text of their own.
    pub(crate) fn into_owned(self) -> HttpHeaders<'static> {
        HttpHeaders { text: Cow::Owned(self.text.into_owned()), fields: self.fields }
    }

    /// First value of a field, whatever the case of its name.
    pub fn get(&self, name: &str) -> Option<&str> {
        header::get(&self.text, &self.fields, name)
    }

    /// The value the server sent, where the crawler or archive replaced the field by one of its
    /// own: `X-Archive-Orig-`, `X-Crawler-` or `X-Crawl-` before the name. Such a field describes
    /// bytes that are no longer there: a coding named in it is, mostly, already undone.
    pub fn original(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|field| {
            ORIGINAL.iter().any(|prefix| is_prefixed(field.name(&self.text), prefix, name))
        })?;
        Some(field.value(&self.text))
    }

    /// The names of a list of codings, in the order in which they were applied; `identity` is none.
    pub(crate) fn codings<'h>(&'h self, field: &'h str) -> impl Iterator<Item = &'h str> {
        let quotes = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
        // Parameters stand behind some names, and quotation marks around them.
        let names = self.all(field).flat_map(|value| value.split(','));
        names
            .map(move |name| name.split(';').next().unwrap_or_default().trim_matches(quotes))
            .filter(|name| {
                !name.is_empty() && !NO_CODINGS.iter().any(|no| no.eq_ignore_ascii_case(name))
            })
    }

    /// All fields in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|f| (f.name(&self.text), f.value(&self.text)))
    }

    /// All fields as the server of the page sent them: where an archive answered in its place, those
    /// that it hands down behind `X-Archive-Orig-`, and none of its own.
    pub fn of_server(&self) -> impl Iterator<Item = (&str, &str)> {
        let [archived, ..] = ORIGINAL;
        let is_replayed = self.iter().any(|(name, _)| unprefixed(name, archived).is_some());
        self.iter().filter_map(move |(name, value)| match is_replayed {
            true => Some((unprefixed(name, archived)?, value)),
            false => Some((name, value)),
        })
    }

    /// The values of all fields of one name.
    fn all<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'h str> {
        self.iter().filter(move |(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Values of servers that name no coding: the first by RFC 9110, section 12.5.3, the other by
/// custom.
const NO_CODINGS: [&str; 2] = ["identity", "none"];

/// What archives and crawlers put before the names of fields they replaced.
const ORIGINAL: [&str; 3] = ["X-Archive-Orig-", "X-Crawler-", "X-Crawl-"];

fn is_prefixed(field: &str, prefix: &str, name: &str) -> bool {
    unprefixed(field, prefix).is_some_and(|n| n.eq_ignore_ascii_case(name))
}

/// The name behind a prefix.
fn unprefixed<'f>(field: &'f str, prefix: &str) -> Option<&'f str> {
    let parts = field.split_at_checked(prefix.len());
    parts.filter(|(p, _)| p.eq_ignore_ascii_case(prefix)).map(|(_, name)| name)
}

/// A block that holds no HTTP response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HttpError {
    /// The first line is no status line.
    #[error("the block does not start with an HTTP status line")]
    NoStatusLine,
}

/// Reads the HTTP response in a block: the final one, behind interim responses and the answers of
/// proxies to CONNECT (RFC 9110, sections 15.2 and 9.3.6).
///
/// # Errors
/// When there is none.
pub fn parse_http_response<'a>(
    block: &'a [u8],
    limits: &Limits,
) -> Result<HttpResponse<'a>, HttpError> {
    let mut flags = Vec::new();
    let passed = interim::length(block, usize_of(limits.http_header));
    if passed > 0 {
        flags.push(HttpFlag::Interim);
    }
    let block = &block[passed..];
    let line = status_line(block);
    let line_end = line.len();
    let status = status(line, &mut flags).ok_or(HttpError::NoStatusLine)?;
    let (header, body) = header_end(block, line_end, usize_of(limits.http_header), &mut flags);
    let mut odd = Oddities::default();
    let text = header::text(block.get(line_end + 1..header).unwrap_or_default(), &mut odd);
    let mut fields = Vec::with_capacity(24);
    header::fields(&text, &mut fields, &mut odd);
    if odd.not_utf8 {
        flags.push(HttpFlag::HeaderEncoding);
    }
    let headers = HttpHeaders { text, fields };
    // Browsers disagree on which one counts; the first one is what most servers mean.
    let first = headers.get("Content-Type");
    if headers.all("Content-Type").any(|other| Some(other) != first) {
        flags.push(HttpFlag::ContentTypes);
    }
    Ok(HttpResponse { status, headers, body: &block[body..], flags })
}

/// The first line of the HTTP message in a block, without its line end: that of a request, or of the
/// response that [`parse_http_response`] reads.
pub fn http_start_line<'a>(block: &'a [u8], limits: &Limits) -> &'a [u8] {
    let passed = interim::length(block, usize_of(limits.http_header));
    status_line(&block[passed..]).trim_ascii_end()
}

/// The first line of a block, without its line feed.
fn status_line(block: &[u8]) -> &[u8] {
    // A block of another kind may have no line end for megabytes.
    let head = &block[..block.len().min(STATUS_LINE)];
    &head[..memchr::memchr(b'\n', head).unwrap_or(head.len())]
}

/// `HTTP/1.1 200 OK`, `HTTP/1.0 200`, `ICY 200 OK`. The outer `None`: no status line.
fn status(line: &[u8], flags: &mut Vec<HttpFlag>) -> Option<Option<u16>> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let protocol = words.next()?;
    // Streaming servers (SHOUTcast) answer with a protocol of their own.
    if protocol == b"ICY" {
        flags.push(HttpFlag::StatusLine);
    } else if !protocol.get(..4).is_some_and(|p| p.eq_ignore_ascii_case(b"HTTP")) {
        return None;
    }
    let code = words.next().and_then(|word| {
        let digits = word.first_chunk::<3>().filter(|d| d.iter().all(u8::is_ascii_digit))?;
        // `20000` is no status; `200OK` is one with a missing space.
        let more = word.get(3).is_some_and(u8::is_ascii_digit);
        (!more).then(|| digits.iter().fold(0, |n, d| n * 10 + u16::from(d - b'0')))
    });
    if code.is_none() {
        flags.push(HttpFlag::StatusUnknown);
    }
    Some(code)
}

/// Where the header lines end and the body starts.
fn header_end(
    block: &[u8],
    line_end: usize,
    cap: usize,
    flags: &mut Vec<HttpFlag>,
) -> (usize, usize) {
    let from = line_end.min(block.len());
    if let Some((header, body)) = header::blank_line(block, from) {
        if header <= cap {
            return (header, body);
        }
        flags.push(HttpFlag::HeaderTooLarge);
        return (cap, cap);
    }
    flags.push(HttpFlag::HeaderUnterminated);
    // The first line that is no field starts the body.
    let mut at = (line_end + 1).min(block.len());
    while at < block.len() && at < cap {
        let end = memchr::memchr(b'\n', &block[at..]).map_or(block.len(), |n| at + n + 1);
        if !is_field(&block[at..end]) {
            return (at, at);
        }
        at = end;
    }
    (at, at)
}

fn is_field(line: &[u8]) -> bool {
    let name = line.iter().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')));
    matches!(line.first(), Some(b' ' | b'\t')) || name.is_some_and(|n| n > 0 && line[n] == b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(block: &str) -> Option<(Option<u16>, &str, Vec<HttpFlag>)> {
        let http = parse_http_response(block.as_bytes(), &Limits::default()).ok()?;
        Some((http.status, std::str::from_utf8(http.body).expect("UTF-8"), http.flags))
    }

    #[test]
    fn responses() {
        use HttpFlag as F;
        let cases = [
            ("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", Some((Some(200), "body", vec![]))),
            ("HTTP/1.1 200 OK\nA: b\n\nbody", Some((Some(200), "body", vec![]))),
            ("HTTP/1.1 204\r\n\r\n", Some((Some(204), "", vec![]))),
            ("HTTP/2 404\r\n\r\nx", Some((Some(404), "x", vec![]))),
            ("ICY 200 OK\r\n\r\nx", Some((Some(200), "x", vec![F::StatusLine]))),
            ("HTTP/1.1 abc\r\n\r\nx", Some((None, "x", vec![F::StatusUnknown]))),
            ("HTTP/1.1 20000\r\n\r\nx", Some((None, "x", vec![F::StatusUnknown]))),
            ("HTTP/1.1 200 OK", Some((Some(200), "", vec![F::HeaderUnterminated]))),
            (
                "HTTP/1.1 200 OK\r\nA: b\r\n<p>",
                Some((Some(200), "<p>", vec![F::HeaderUnterminated])),
            ),
            ("<html>", None),
            ("", None),
        ];
        for (block, expected) in cases {
            assert_eq!(parse(block), expected, "{block:?}");
        }
    }

    #[test]
    fn start_lines_are_those_of_the_messages() {
        let limits = Limits::default();
        for (block, line) in [
            ("HTTP/1.1 200 OK\r\nA: b\r\n\r\n", "HTTP/1.1 200 OK"),
            (
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n",
                "HTTP/1.1 404 Not Found",
            ),
            ("GET /fog HTTP/1.1\r\nHost: a.example\r\n\r\n", "GET /fog HTTP/1.1"),
            ("", ""),
        ] {
            assert_eq!(http_start_line(block.as_bytes(), &limits), line.as_bytes(), "{block:?}");
        }
    }

    #[test]
    fn the_codings_of_requests_are_undone() {
        let block =
            b"POST /fog HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n";
        let limits = Limits::default();
        let request = parse_http_request(block, &limits).expect("a request");
        assert_eq!(&*request.payload(&limits).content, b"a=b");
    }

    #[test]
    fn headers_over_the_cap() {
        let limits = Limits { http_header: 30, ..Limits::default() };
        let block = format!("HTTP/1.1 200 OK\r\nA: {}\r\n\r\nbody", "x".repeat(100));
        let http = parse_http_response(block.as_bytes(), &limits).expect("a response");
        assert_eq!(http.flags, [HttpFlag::HeaderTooLarge]);
        assert_eq!(http.body.len(), block.len() - 30);
    }

    #[test]
    fn replaced_fields() {
        let block = b"HTTP/1.1 200 OK\r\nx-archive-orig-server: a\r\n\
            X-Crawler-Content-Encoding: gzip\r\n\r\n";
        let http = parse_http_response(block, &Limits::default()).expect("a response");
        assert_eq!(http.headers.original("Server"), Some("a"));
        assert_eq!(http.headers.original("content-encoding"), Some("gzip"));
        assert_eq!(http.headers.get("Content-Encoding"), None);
    }

    #[test]
    fn fields_of_an_archive_are_none_of_the_server() {
        let block = b"HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\nX-Crawler-A: b\r\n\r\n";
        let http = parse_http_response(block, &Limits::default()).expect("a response");
        let fields: Vec<_> = http.headers.of_server().collect();
        assert_eq!(fields, [("X-Robots-Tag", "noindex"), ("X-Crawler-A", "b")]);
        let block = b"HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\
            x-archive-orig-x-robots-tag: noai\r\nX-Archive-Orig-Server: a\r\n\r\n";
        let http = parse_http_response(block, &Limits::default()).expect("a response");
        let fields: Vec<_> = http.headers.of_server().collect();
        assert_eq!(fields, [("x-robots-tag", "noai"), ("Server", "a")]);
    }
}
