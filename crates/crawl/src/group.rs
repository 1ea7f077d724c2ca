//! The records of a group.

use scutch_archive::digest;
use scutch_fetch::{Exchange, Spooled};
use scutch_memento::{moment, warc_date};

use crate::way::{Hop, Joined};

/// What a group is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Seeds,
    TimeMap,
    TimeGate,
    Memento,
    Page,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Seeds => "seeds",
            Self::TimeMap => "timemap",
            Self::TimeGate => "timegate",
            Self::Memento => "memento",
            Self::Page => "page",
        }
    }
}

/// Names and values that say what a group is; in the metadata record, one a line.
pub(crate) type Facts = Vec<(&'static str, String)>;

/// Fields of a record.
pub(crate) type Fields = Vec<(&'static str, String)>;

/// A record to be written.
pub(crate) struct Unwritten {
    pub(crate) fields: Fields,
    pub(crate) block: Vec<u8>,
    /// What is behind the block of a long one: it goes into further segments of the record (WARC 1.1,
    /// section 7).
    pub(crate) rest: Option<Spooled>,
}

impl Unwritten {
    fn short(fields: Fields, block: Vec<u8>) -> Self {
        Self { fields, block, rest: None }
    }

    fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|(n, _)| *n == name).map_or("", |(_, value)| value)
    }

    /// A further segment, from 2 on; the last one says how long all of them are together.
    pub(crate) fn segment(&self, number: u32, piece: Vec<u8>, is_last: bool) -> Self {
        let of = self.field("WARC-Record-ID");
        let mut fields = vec![
            ("WARC-Type", "continuation".to_owned()),
            ("WARC-Record-ID", id(&[of, &number.to_string()], &piece)),
            ("WARC-Date", self.field("WARC-Date").to_owned()),
            ("WARC-Target-URI", self.field("WARC-Target-URI").to_owned()),
            ("WARC-Segment-Origin-ID", of.to_owned()),
            ("WARC-Segment-Number", number.to_string()),
            ("WARC-Block-Digest", sha1(&piece)),
        ];
        if is_last {
            let rest = self.rest.as_ref().map_or(0, Spooled::size);
            let total = self.block.len() as u64 + rest;
            fields.push(("WARC-Segment-Total-Length", total.to_string()));
        }
        Self::short(fields, piece)
    }
}

/// The records of a group: request and answer of each hop, a joined page, then what they are.
///
/// An answer that is a memento goes under its URI-R and the time it was captured at, because that is
/// what it is a capture of, and everything that reads WARC will take it so. Any other answer goes
/// under the address that was asked and the time it was asked at.
pub(crate) fn records(
    kind: Kind,
    key: &str,
    hops: &[Hop],
    joined: Option<&Joined>,
    now: i64,
    facts: &Facts,
) -> Vec<Unwritten> {
    let mut records = Vec::new();
    let mut places = Vec::new();
    for (number, hop) in hops.iter().enumerate() {
        let exchange = &hop.exchange;
        let asked = || exchange.header("Date").and_then(|date| moment(&date));
        let (target, time) = match &hop.capture {
            Some((uri_r, time)) => (uri_r.clone(), *time),
            None => (exchange.uri.clone(), asked().map_or(now, |date| date.unix_ms)),
        };
        let date = warc_date(time);
        // With the time: what is asked for again later may be answered alike.
        let id = |role: &str| id(&[key, &number.to_string(), role, &date], &exchange.response);
        let (request, response) = (id("request"), id("response"));
        records.push(request_record(exchange, &target, &date, &request, &response));
        // What an archive says itself is no capture: lists, the frame a TimeGate may answer with.
        let is_capture = matches!(kind, Kind::Memento | Kind::Page) && !hop.around;
        records.push(response_record(is_capture, exchange, &target, &date, &response));
        places.push((target, date, response));
    }
    let mut last = places.last().cloned().unwrap_or_default();
    if let Some(joined) = joined
        && let Some(of) = places.get(joined.of)
    {
        let id = id(&[key, "joined"], &joined.html);
        records.push(joined_record(&joined.html, of, &id));
        last = (of.0.clone(), of.1.clone(), id);
    }
    let block = block(facts);
    let (target, date, response) = last;
    let fields = vec![
        ("WARC-Type", "metadata".to_owned()),
        ("WARC-Record-ID", id(&[key, "metadata"], block.as_bytes())),
        ("WARC-Date", date),
        ("WARC-Target-URI", target),
        ("WARC-Concurrent-To", response),
        ("Content-Type", "application/warc-fields".to_owned()),
        ("WARC-Block-Digest", sha1(block.as_bytes())),
    ];
    records.push(Unwritten::short(fields, block.into_bytes()));
    records
}

/// Facts as the block of a metadata record.
pub(crate) fn block(facts: &Facts) -> String {
    facts.iter().map(|(name, value)| format!("{name}: {}\r\n", line(value))).collect()
}

/// The first record of a file: who wrote it.
pub(crate) fn head(file: &str, software: &str, description: &str, now: i64) -> Unwritten {
    let block = format!(
        "software: {software}\r\nformat: WARC File Format 1.1\r\n\
         description: {description}\r\n"
    );
    let fields = vec![
        ("WARC-Type", "warcinfo".to_owned()),
        ("WARC-Record-ID", id(&[file, "warcinfo"], &now.to_le_bytes())),
        ("WARC-Date", warc_date(now)),
        ("WARC-Filename", line(file)),
        ("Content-Type", "application/warc-fields".to_owned()),
    ];
    Unwritten::short(fields, block.into_bytes())
}

fn request_record(hop: &Exchange, target: &str, date: &str, id: &str, of: &str) -> Unwritten {
    let fields = vec![
        ("WARC-Type", "request".to_owned()),
        ("WARC-Record-ID", id.to_owned()),
        ("WARC-Date", date.to_owned()),
        ("WARC-Target-URI", target.to_owned()),
        ("WARC-Concurrent-To", of.to_owned()),
        ("Content-Type", "application/http;msgtype=request".to_owned()),
        ("WARC-Block-Digest", sha1(&hop.request)),
    ];
    Unwritten::short(fields, hop.request.clone())
}

fn response_record(
    is_capture: bool,
    hop: &Exchange,
    target: &str,
    date: &str,
    id: &str,
) -> Unwritten {
    let name = if is_capture { "response" } else { "metadata" };
    let mut fields = vec![
        ("WARC-Type", name.to_owned()),
        ("WARC-Record-ID", id.to_owned()),
        ("WARC-Date", date.to_owned()),
        ("WARC-Target-URI", target.to_owned()),
        ("Content-Type", "application/http;msgtype=response".to_owned()),
        ("WARC-Block-Digest", sha1(&hop.response)),
    ];
    if !hop.address.ip().is_unspecified() {
        fields.insert(4, ("WARC-IP-Address", hop.address.ip().to_string()));
    }
    // Of a chunked body, and of metadata, tools disagree on what a payload digest is over: there is
    // none then.
    if is_capture
        && let Some(answer) = hop.answer()
        && answer.headers.get("Transfer-Encoding").is_none()
    {
        fields.push(("WARC-Payload-Digest", sha1(answer.body)));
    }
    if hop.rest.is_some() {
        fields.push(("WARC-Segment-Number", "1".to_owned()));
    }
    Unwritten { fields, block: hop.response.clone(), rest: hop.rest.clone() }
}

/// The frames of a page as one page.
fn joined_record(html: &[u8], of: &(String, String, String), id: &str) -> Unwritten {
    let (target, date, response) = of.clone();
    let fields = vec![
        ("WARC-Type", "conversion".to_owned()),
        ("WARC-Record-ID", id.to_owned()),
        ("WARC-Date", date),
        ("WARC-Target-URI", target),
        ("WARC-Refers-To", response),
        ("Content-Type", "text/html; charset=utf-8".to_owned()),
        ("WARC-Block-Digest", sha1(html)),
    ];
    Unwritten::short(fields, html.to_vec())
}

fn sha1(bytes: &[u8]) -> String {
    format!("sha1:{}", digest::sha1_base32(bytes))
}

/// An id that depends on the content alone: a UUID of version 8 (RFC 9562).
fn id(parts: &[&str], content: &[u8]) -> String {
    let content = digest::sha256_hex(content);
    let hex = digest::sha256_hex([parts, &[content.as_str()]].concat().join("\0").as_bytes());
    let (a, b, c, d, e) = (&hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..32]);
    format!("<urn:uuid:{a}-{b}-8{c}-8{d}-{e}>")
}

/// A value that stays in its line.
fn line(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
