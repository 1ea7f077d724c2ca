//! A capture: a record that holds a copy of something, with its URI, time and payload.

use std::borrow::Cow;

use crate::date::WarcDate;
use crate::http::{HttpFlag, HttpResponse, Payload, parse_http_response};
use crate::limits::Limits;
use crate::media::MediaType;
use crate::record::{Record, RecordKind};

/// A capture of one URI at one time.
#[derive(Debug, Clone)]
pub struct Capture<'a> {
    /// Target URI as archived.
    pub url: &'a str,
    /// Capture time; `None` where the record's date is malformed (a fault of the record says so).
    pub date: Option<&'a WarcDate>,
    /// HTTP status; `None` for resources, and where the status line has none. Of a resolved revisit
    /// its own, where it has one.
    pub status: Option<u16>,
    /// Value of `Content-Type`: the server's for a response, the record's for a resource. Where an
    /// archive's names no charset, with the one that it says the server of the original sent.
    pub content_type: Option<Cow<'a, str>>,
    /// What an archive guessed the charset to be, where no server names one. What the page says
    /// goes before it.
    pub guessed_charset: Option<String>,
    /// The body, decoded.
    pub payload: Payload<'a>,
    /// The body as archived.
    pub body: &'a [u8],
    /// The HTTP response around the body, where there is one. Of a resolved revisit, its own status
    /// and fields around the body of the original.
    pub http: Option<HttpResponse<'a>>,
    /// The record.
    pub record: &'a Record<'a>,
}

impl Capture<'_> {
    /// The media type of the content.
    pub fn media_type(&self) -> MediaType {
        let identified = self.record.header("WARC-Identified-Payload-Type");
        // What is coded still tells nothing.
        let is_lost = self.payload.flags.contains(&HttpFlag::EncodingLost);
        let content = if is_lost { &[] } else { &*self.payload.content };
        let start = |_| Cow::Borrowed(content);
        MediaType::read(self.content_type.as_deref(), identified, start)
    }

    /// Takes status and fields of a revisit's own head. What that does not say of the content stays
    /// as the original says it: the answer "not modified" has few fields (RFC 9110, section 15.4.5).
    fn take_head(&mut self, own: &[u8], limits: &Limits) {
        let Ok(own) = parse_http_response(own, limits) else { return };
        self.status = own.status;
        if let Some(content_type) = media_type(&own) {
            self.guessed_charset = guessed_charset(&own, Some(&content_type));
            self.content_type = Some(Cow::Owned(content_type));
        }
        self.http = Some(HttpResponse {
            status: own.status,
            headers: own.headers.into_owned(),
            body: self.body,
            flags: own.flags,
        });
    }
}

/// A record that is no capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotCapture {
    /// Why.
    pub reason: NotCaptureReason,
    /// What was found, where that helps.
    pub detail: String,
}

scutch_url::reasons! {
    /// Why a record is no capture.
    pub enum NotCaptureReason {
        Kind = "not-a-capture", "The record type holds no capture.";
        NoTargetUri = "no-target-uri", "The record names no target URI.";
    }
}

/// Reads a record as a capture: a response, a resource or a conversion.
///
/// # Errors
/// When it is none, with the reason.
pub fn capture<'a>(record: &'a Record<'a>, limits: &Limits) -> Result<Capture<'a>, NotCapture> {
    use RecordKind::{Conversion, Resource, Response};
    if !matches!(record.kind(), Response | Resource | Conversion) {
        let detail = record.kind().name().to_owned();
        return Err(NotCapture { reason: NotCaptureReason::Kind, detail });
    }
    let Some(url) = record.target_uri() else {
        return Err(NotCapture { reason: NotCaptureReason::NoTargetUri, detail: String::new() });
    };
    let mut capture = of_block(record, url, limits);
    if let Some(own) = record.own_block() {
        capture.take_head(own, limits);
    }
    Ok(capture)
}

/// The capture that the block of a record holds.
fn of_block<'a>(record: &'a Record<'a>, url: &'a str, limits: &Limits) -> Capture<'a> {
    // Responses of other protocols, as of dns, have no HTTP header.
    let response = *record.kind() == RecordKind::Response && holds_http(record, url);
    if !response {
        return from_block(record, url, Vec::new());
    }
    match parse_http_response(record.block(), limits) {
        Ok(http) => from_response(record, url, http, limits),
        // Some early crawlers wrote responses without their header.
        Err(_) => {
            Capture { content_type: None, ..from_block(record, url, vec![HttpFlag::NoHttpHeader]) }
        }
    }
}

fn holds_http(record: &Record<'_>, url: &str) -> bool {
    // Some crawlers leave out the content type of the record, so the URI counts, too.
    let is_http = |s: &str| s.get(..4).is_some_and(|s| s.eq_ignore_ascii_case("http"));
    let labelled =
        |t: &str| t.get(..16).is_some_and(|t| t.eq_ignore_ascii_case("application/http"));
    is_http(url) || record.header("Content-Type").is_some_and(labelled)
}

fn from_response<'a>(
    record: &'a Record<'a>,
    url: &'a str,
    http: HttpResponse<'a>,
    limits: &Limits,
) -> Capture<'a> {
    let payload = http.payload(limits);
    let content_type = media_type(&http);
    Capture {
        url,
        date: record.date(),
        status: http.status,
        guessed_charset: guessed_charset(&http, content_type.as_deref()),
        content_type: content_type.map(Cow::Owned),
        payload,
        body: http.body,
        http: Some(http),
        record,
    }
}

/// The media type, with the charset that an archive says the server sent where its own answer has
/// none.
fn media_type(http: &HttpResponse<'_>) -> Option<String> {
    let own = http.headers.get("Content-Type")?;
    // The archive's own word is about the bytes that it delivers.
    if behind_charset(own).is_some() {
        return Some(own.to_owned());
    }
    let sent = http.headers.original("Content-Type").and_then(|sent| {
        let charset = behind_charset(sent)?.trim_start().strip_prefix('=')?;
        charset.split([';', ',']).next()
    });
    let charset = sent.map(|charset| charset.trim_matches(QUOTES));
    Some(charset.map_or_else(|| own.to_owned(), |charset| format!("{own}; charset={charset}")))
}

/// What an archive guessed, where the media type names no charset: no word of the server's.
fn guessed_charset(http: &HttpResponse<'_>, content_type: Option<&str>) -> Option<String> {
    let guess = http.headers.get("X-Archive-Guessed-Charset")?;
    // A guess is worth nothing where somebody knows.
    let said = behind_charset(content_type?).is_some();
    (!said).then(|| guess.trim_matches(QUOTES).to_owned())
}

/// What stands around a charset in a header.
const QUOTES: [char; 3] = [' ', '"', '\''];

/// What follows the word `charset` in a media type.
fn behind_charset(value: &str) -> Option<&str> {
    value.get(value.to_ascii_lowercase().find("charset")? + "charset".len()..)
}

/// All of the block is the content.
fn from_block<'a>(record: &'a Record<'a>, url: &'a str, flags: Vec<HttpFlag>) -> Capture<'a> {
    let block = record.block();
    Capture {
        url,
        date: record.date(),
        status: None,
        content_type: record.header("Content-Type").map(Cow::Borrowed),
        guessed_charset: None,
        payload: Payload { after_transfer: block.into(), content: block.into(), flags },
        body: block,
        http: None,
        record,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_say_what_charset_the_original_had() {
        let sent = "X-Archive-Orig-Content-Type: text/html; Charset=\"koi8-r\"\r\n";
        let guess = "X-Archive-Guessed-Charset: big5\r\n";
        let both = format!("{sent}{guess}");
        let cases = [
            ("text/html", "", "text/html", None),
            ("text/html; charset=utf-8", &both, "text/html; charset=utf-8", None),
            ("text/html", &both, "text/html; charset=koi8-r", None),
            ("text/html", guess, "text/html", Some("big5")),
        ];
        for (own, more, expected, guessed) in cases {
            let block = format!("HTTP/1.1 200 OK\r\nContent-Type: {own}\r\n{more}\r\n<p>");
            let http = parse_http_response(block.as_bytes(), &Limits::default()).expect("HTTP");
            let content_type = media_type(&http);
            let found = guessed_charset(&http, content_type.as_deref());
            assert_eq!(content_type.as_deref(), Some(expected), "{block}");
            assert_eq!(found.as_deref(), guessed, "{block}");
        }
    }
}
