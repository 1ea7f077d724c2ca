//! A capture: a record that holds a copy of something, with its URI, time and payload.

use std::borrow::Cow;

use crate::date::WarcDate;
use crate::http::{HttpError, HttpFlag, HttpResponse, Payload, parse_http_response};
use crate::limits::Limits;
use crate::record::{Record, RecordKind};

/// A capture of one URI at one time.
#[derive(Debug, Clone)]
pub struct Capture<'a> {
    /// Target URI as archived.
    pub url: &'a str,
    /// Capture time; `None` where the record's date is malformed.
    pub date: Option<&'a WarcDate>,
    /// HTTP status; resources have none.
    pub status: Option<u16>,
    /// Raw value of `Content-Type`: the server's for a response, the record's for a resource.
    pub content_type: Option<Cow<'a, str>>,
    /// The body, decoded.
    pub payload: Payload<'a>,
    /// The body as archived.
    pub body: &'a [u8],
    /// The record.
    pub record: &'a Record<'a>,
}

/// A record that is no capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotCapture {
    /// Why.
    pub reason: NotCaptureReason,
    /// What was found, where that helps.
    pub detail: String,
}

/// Why a record is no capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the sentences below say it
pub enum NotCaptureReason {
    Kind,
    NoTargetUri,
    HttpHeader,
}

impl NotCaptureReason {
    /// Every reason.
    pub const ALL: &'static [Self] = &[Self::Kind, Self::NoTargetUri, Self::HttpHeader];

    /// Reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Kind => "not-a-capture",
            Self::NoTargetUri => "no-target-uri",
            Self::HttpHeader => "http-header",
        }
    }

    /// What it means, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Kind => "The record type holds no capture.",
            Self::NoTargetUri => "The record names no target URI.",
            Self::HttpHeader => "The HTTP header cannot be read.",
        }
    }
}

/// Reads a record as a capture.
///
/// # Errors
/// When it is none, with the reason.
pub fn capture<'a>(record: &'a Record<'a>, limits: &Limits) -> Result<Capture<'a>, NotCapture> {
    let not = |reason, detail: String| NotCapture { reason, detail };
    let url =
        record.target_uri().ok_or_else(|| not(NotCaptureReason::NoTargetUri, String::new()))?;
    let date = record.date();
    match record.kind() {
        RecordKind::Response if holds_http(record) => {
            match parse_http_response(record.block(), limits) {
                Ok(http) => Ok(response(record, url, &http, limits)),
                Err(HttpError::NoStatusLine) => Ok(bare(record, url)),
                Err(error) => Err(not(NotCaptureReason::HttpHeader, error.to_string())),
            }
        }
        RecordKind::Response | RecordKind::Resource | RecordKind::Conversion => {
            let content_type = record.header("Content-Type").map(Cow::Borrowed);
            let payload = whole(record.block(), Vec::new());
            Ok(Capture {
                url,
                date,
                status: None,
                content_type,
                payload,
                body: record.block(),
                record,
            })
        }
        other => Err(not(NotCaptureReason::Kind, other.name().to_owned())),
    }
}

fn holds_http(record: &Record<'_>) -> bool {
    let uri = record.target_uri().unwrap_or_default();
    let http = |s: &str| s.get(..4).is_some_and(|s| s.eq_ignore_ascii_case("http"));
    http(uri) || record.header("Content-Type").is_some_and(|t| t.starts_with("application/http"))
}

fn response<'a>(
    record: &'a Record<'a>,
    url: &'a str,
    http: &HttpResponse<'a>,
    limits: &Limits,
) -> Capture<'a> {
    Capture {
        url,
        date: record.date(),
        status: Some(http.status),
        content_type: http.headers.get("Content-Type").map(|v| Cow::Owned(v.to_owned())),
        payload: http.payload(limits),
        body: http.body,
        record,
    }
}

/// A response without an HTTP header, as some early crawlers wrote them.
fn bare<'a>(record: &'a Record<'a>, url: &'a str) -> Capture<'a> {
    let payload = whole(record.block(), vec![HttpFlag::NoHttpHeader]);
    let body = record.block();
    Capture { url, date: record.date(), status: None, content_type: None, payload, body, record }
}

fn whole(block: &[u8], flags: Vec<HttpFlag>) -> Payload<'_> {
    Payload { after_transfer: Cow::Borrowed(block), content: Cow::Borrowed(block), flags }
}
