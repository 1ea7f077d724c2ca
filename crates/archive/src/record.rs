//! A WARC record (ISO 28500): header fields and block.

use std::borrow::Cow;
use std::fmt;

use crate::cause::{Cause, Fault, Severity};
use crate::date::WarcDate;
use crate::member::Location;

/// Type of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordKind {
    /// `warcinfo`
    Warcinfo,
    /// `response`
    Response,
    /// `resource`
    Resource,
    /// `request`
    Request,
    /// `metadata`
    Metadata,
    /// `revisit`
    Revisit,
    /// `conversion`
    Conversion,
    /// `continuation`
    Continuation,
    /// Any other, in lower case; empty when the record does not say.
    Other(String),
}

impl RecordKind {
    fn of(name: &str) -> Self {
        match name.trim().to_ascii_lowercase().as_str() {
            "warcinfo" => Self::Warcinfo,
            "response" => Self::Response,
            "resource" => Self::Resource,
            "request" => Self::Request,
            "metadata" => Self::Metadata,
            "revisit" => Self::Revisit,
            "conversion" => Self::Conversion,
            "continuation" => Self::Continuation,
            other => Self::Other(other.to_owned()),
        }
    }

    /// The type's name, in lower case.
    pub fn name(&self) -> &str {
        match self {
            Self::Warcinfo => "warcinfo",
            Self::Response => "response",
            Self::Resource => "resource",
            Self::Request => "request",
            Self::Metadata => "metadata",
            Self::Revisit => "revisit",
            Self::Conversion => "conversion",
            Self::Continuation => "continuation",
            Self::Other(name) => name,
        }
    }
}

/// One record. The block is lent by the reader, or owned after [`Record::into_owned`].
#[derive(Debug, Clone)]
pub struct Record<'a> {
    pub(crate) kind: RecordKind,
    pub(crate) version: String,
    pub(crate) fields: Fields,
    pub(crate) block: Cow<'a, [u8]>,
    pub(crate) location: Location,
    pub(crate) faults: Vec<Fault>,
    pub(crate) date: Option<WarcDate>,
}

impl<'a> Record<'a> {
    pub(crate) fn new(header: Header, block: &'a [u8], location: Location) -> Self {
        let Header { version, fields, mut faults, .. } = header;
        let kind = RecordKind::of(fields.get("WARC-Type").unwrap_or_default());
        let written = fields.get("WARC-Date").unwrap_or_default();
        let date = WarcDate::parse(written);
        let fault = match &date {
            None => Some((Cause::DateMalformed, written)),
            Some(date) if date.is_reduced() => Some((Cause::DateReduced, written)),
            Some(_) => None,
        };
        faults.extend(fault.map(|(cause, detail)| Fault {
            cause,
            severity: Severity::Note,
            detail: detail.to_owned(),
        }));
        Self { kind, version, fields, block: Cow::Borrowed(block), location, faults, date }
    }

    /// Type.
    pub fn kind(&self) -> &RecordKind {
        &self.kind
    }

    /// What follows `WARC/` in the first line.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Place in the file.
    pub fn location(&self) -> Location {
        self.location
    }

    /// First value of a header field, whatever the case of its name. Folded lines are joined,
    /// bytes that are not UTF-8 read as Latin-1.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.fields.get(name)
    }

    /// All header fields in order.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter()
    }

    /// `WARC-Target-URI` without the angle brackets some writers put around it.
    pub fn target_uri(&self) -> Option<&str> {
        self.header("WARC-Target-URI").map(unbracketed).filter(|uri| !uri.is_empty())
    }

    /// `WARC-Date`; `None` when absent or malformed (a fault says so).
    pub fn date(&self) -> Option<&WarcDate> {
        self.date.as_ref()
    }

    /// `WARC-Record-ID` without angle brackets.
    pub fn record_id(&self) -> Option<&str> {
        self.header("WARC-Record-ID").map(unbracketed).filter(|id| !id.is_empty())
    }

    /// The block, inflated, at most as long as the cap on blocks.
    pub fn block(&self) -> &[u8] {
        &self.block
    }

    /// Everything noteworthy about this record.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The same record with a block of its own, to outlive the reader's buffer.
    pub fn into_owned(self) -> Record<'static> {
        Record { block: Cow::Owned(self.block.into_owned()), ..self }
    }
}

fn unbracketed(value: &str) -> &str {
    let value = value.trim();
    value.strip_prefix('<').and_then(|v| v.strip_suffix('>')).unwrap_or(value).trim()
}

/// Named fields in order.
#[derive(Clone, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let field = self.0.iter().find(|(field, _)| field.eq_ignore_ascii_case(name));
        field.map(|(_, value)| value.as_str())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Reads `name: value` lines, LF or CRLF; a line that starts with a blank continues the one
    /// before. Lines without a colon are returned.
    pub(crate) fn parse(lines: &[u8]) -> (Self, Vec<String>) {
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut odd = Vec::new();
        for line in lines.split(|b| *b == b'\n') {
            let line = line.trim_ascii_end();
            let text = text(line);
            if line.is_empty() {
                continue;
            }
            if let (true, Some((_, value))) = (matches!(line[0], b' ' | b'\t'), fields.last_mut()) {
                value.push(' ');
                value.push_str(text.trim());
            } else if let Some((name, value)) = text.split_once(':') {
                fields.push((name.trim().to_owned(), value.trim().to_owned()));
            } else {
                odd.push(text);
            }
        }
        (Self(fields), odd)
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The first blank line at or after `from`: where the lines before it end, and behind it. Lines may
/// end with LF, CRLF, or several CRs and a LF, as some broken writers left them.
pub(crate) fn blank_line(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    memchr::memchr_iter(b'\n', &bytes[from..]).map(|at| at + from + 1).find_map(|line| {
        let returns = bytes[line..].iter().take_while(|b| **b == b'\r').count();
        (bytes.get(line + returns) == Some(&b'\n')).then_some((line, line + returns + 1))
    })
}

/// Header bytes as text: UTF-8, or Latin-1 where they are not.
pub(crate) fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|b| char::from(*b)).collect(),
    }
}

/// A parsed record header.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) version: String,
    pub(crate) fields: Fields,
    pub(crate) content_length: Option<u64>,
    pub(crate) faults: Vec<Fault>,
}

/// Reads a header, from `WARC/` to before the blank line.
pub(crate) fn header(bytes: &[u8]) -> Header {
    let end = memchr::memchr(b'\n', bytes).unwrap_or(bytes.len());
    let version = text(bytes[..end].trim_ascii());
    let version = version.strip_prefix("WARC/").unwrap_or(&version).to_owned();
    let (fields, odd) = Fields::parse(bytes.get(end + 1..).unwrap_or_default());
    let faults = odd.into_iter().take(1).map(|line| Fault {
        cause: Cause::HeaderLine,
        severity: Severity::Note,
        detail: line.chars().take(80).collect(),
    });
    let content_length = fields.get("Content-Length").and_then(|n| n.parse().ok());
    Header { version, content_length, faults: faults.collect(), fields }
}
