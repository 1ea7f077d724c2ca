//! The WARC records of a group.

use scutch_archive::digest;
use scutch_fetch::{Exchange, Spooled};
use scutch_memento::{parse_date, warc_date};

use super::facts::{Facts, GroupKind, facts_block, one_line};
use crate::hop::{Hop, JoinedFrames};

/// Header fields of a record.
type Fields = Vec<(&'static str, String)>;

/// A record to be written.
pub(crate) struct NewRecord {
    pub(super) fields: Fields,
    pub(super) block: Vec<u8>,
    /// The remainder of a long block, for further segments of the record (WARC 1.1, section 7).
    pub(super) rest: Option<Spooled>,
}

impl NewRecord {
    pub(super) fn short(fields: Fields, block: Vec<u8>) -> Self {
        Self { fields, block, rest: None }
    }

    pub(super) fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|(n, _)| *n == name).map_or("", |(_, value)| value)
    }

    /// Segment `number` of the record, from 2 on. The last one gives the length of all together.
    pub(super) fn segment(&self, number: u32, piece: Vec<u8>, is_last: bool) -> Self {
        let first = self.field("WARC-Record-ID");
        let mut fields = vec![
            ("WARC-Type", "continuation".to_owned()),
            ("WARC-Record-ID", record_id(&[first, &number.to_string()], &piece)),
            ("WARC-Date", self.field("WARC-Date").to_owned()),
            ("WARC-Target-URI", self.field("WARC-Target-URI").to_owned()),
            ("WARC-Segment-Origin-ID", first.to_owned()),
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

/// A group to be written: everything that one question led to.
pub(crate) struct Group<'a> {
    pub(crate) kind: GroupKind,
    /// What the group is found by.
    pub(crate) key: &'a str,
    /// The exchanges along the redirects.
    pub(crate) hops: &'a [Hop],
    pub(crate) joined: Option<&'a JoinedFrames>,
    /// Time of answers that have no date, in milliseconds since 1970 UTC.
    pub(crate) now: i64,
    pub(crate) facts: &'a Facts,
}

/// The fields that records of one exchange share.
#[derive(Clone, Default)]
struct Identity {
    target: String,
    date: String,
    response_id: String,
}

impl Group<'_> {
    /// Request and answer of each hop, a joined page, then the metadata record.
    ///
    /// An answer that is a memento is stored under its URI-R and its time of capture, because every
    /// WARC reader takes these fields so. Any other answer is stored under the URI that was asked
    /// for, and the time of the request.
    pub(super) fn records(&self) -> Vec<NewRecord> {
        let mut records = Vec::new();
        let mut identities = Vec::new();
        for (number, hop) in self.hops.iter().enumerate() {
            identities.push(self.push_exchange(number, hop, &mut records));
        }
        let mut last = identities.last().cloned().unwrap_or_default();
        if let Some(joined) = self.joined
            && let Some(frameset) = identities.get(joined.frameset)
        {
            let id = record_id(&[self.key, "joined"], &joined.html);
            records.push(joined_record(&joined.html, frameset, &id));
            last = Identity { response_id: id, ..frameset.clone() };
        }
        records.push(self.metadata_record(last));
        records
    }

    fn push_exchange(&self, number: usize, hop: &Hop, records: &mut Vec<NewRecord>) -> Identity {
        let exchange = &hop.exchange;
        let answered = || exchange.header("Date").and_then(|date| parse_date(&date));
        let (target, time) = match &hop.capture {
            Some((uri_r, time)) => (uri_r.clone(), *time),
            None => (exchange.uri.clone(), answered().map_or(self.now, |date| date.unix_ms)),
        };
        let date = warc_date(time);
        // The time is a part of the id: a repeated request may get the same answer.
        let number = number.to_string();
        let id = |role: &str| record_id(&[self.key, &number, role, &date], &exchange.response);
        let (request_id, response_id) = (id("request"), id("response"));
        let identity = Identity { target, date, response_id };
        // What a holding gave was not asked for.
        if !exchange.request.is_empty() {
            records.push(request_record(exchange, &identity, request_id));
        }
        // Lists, and the frame a TimeGate may answer with, are no captures of a page.
        let is_page = matches!(self.kind, GroupKind::Memento | GroupKind::Page);
        let is_capture = is_page && !hop.is_archive_page;
        records.push(response_record(is_capture, exchange, &identity));
        identity
    }

    /// What is wrong with the certificates of hosts, for each answer that was accepted all the same.
    fn certificates(&self) -> String {
        let tolerated = self.hops.iter().filter_map(|hop| {
            let fault = hop.exchange.certificate?.id();
            Some(("certificate", format!("{fault} {}", hop.exchange.uri)))
        });
        facts_block(&tolerated.collect())
    }

    /// The record that completes the group: without it, a reader ignores the records before.
    fn metadata_record(&self, last: Identity) -> NewRecord {
        let block = [facts_block(self.facts), self.certificates()].concat();
        let fields = vec![
            ("WARC-Type", "metadata".to_owned()),
            ("WARC-Record-ID", record_id(&[self.key, "metadata"], block.as_bytes())),
            ("WARC-Date", last.date),
            ("WARC-Target-URI", last.target),
            ("WARC-Concurrent-To", last.response_id),
            ("Content-Type", "application/warc-fields".to_owned()),
            ("WARC-Block-Digest", sha1(block.as_bytes())),
        ];
        NewRecord::short(fields, block.into_bytes())
    }
}

/// The first record of a file: who wrote it, and what is in it.
pub(super) fn warcinfo(file: &str, software: &str, description: &str, now: i64) -> NewRecord {
    let block = format!(
        "software: {software}\r\nformat: WARC File Format 1.1\r\n\
         description: {description}\r\n"
    );
    let fields = vec![
        ("WARC-Type", "warcinfo".to_owned()),
        ("WARC-Record-ID", record_id(&[file, "warcinfo"], &now.to_le_bytes())),
        ("WARC-Date", warc_date(now)),
        ("WARC-Filename", one_line(file)),
        ("Content-Type", "application/warc-fields".to_owned()),
    ];
    NewRecord::short(fields, block.into_bytes())
}

fn request_record(exchange: &Exchange, identity: &Identity, id: String) -> NewRecord {
    let fields = vec![
        ("WARC-Type", "request".to_owned()),
        ("WARC-Record-ID", id),
        ("WARC-Date", identity.date.clone()),
        ("WARC-Target-URI", identity.target.clone()),
        ("WARC-Concurrent-To", identity.response_id.clone()),
        ("Content-Type", "application/http;msgtype=request".to_owned()),
        ("WARC-Block-Digest", sha1(&exchange.request)),
    ];
    NewRecord::short(fields, exchange.request.clone())
}

/// An answer: a `response` record if it is a capture, else a `metadata` record, which is no page
/// for any reader of the file.
fn response_record(is_capture: bool, exchange: &Exchange, identity: &Identity) -> NewRecord {
    let name = if is_capture { "response" } else { "metadata" };
    let mut fields = vec![
        ("WARC-Type", name.to_owned()),
        ("WARC-Record-ID", identity.response_id.clone()),
        ("WARC-Date", identity.date.clone()),
        ("WARC-Target-URI", identity.target.clone()),
        ("Content-Type", "application/http;msgtype=response".to_owned()),
        ("WARC-Block-Digest", sha1(&exchange.response)),
    ];
    // Behind a proxy, the address of the server is unknown.
    if !exchange.address.ip().is_unspecified() {
        fields.insert(4, ("WARC-IP-Address", exchange.address.ip().to_string()));
    }
    // Tools disagree on the payload of chunked bodies and of metadata, so these get no digest of
    // it.
    if is_capture
        && let Some(answer) = exchange.answer()
        && answer.headers.get("Transfer-Encoding").is_none()
    {
        fields.push(("WARC-Payload-Digest", sha1(answer.body)));
    }
    if exchange.rest.is_some() {
        fields.push(("WARC-Segment-Number", "1".to_owned()));
    }
    NewRecord { fields, block: exchange.response.clone(), rest: exchange.rest.clone() }
}

/// The joined frames of a page as a `conversion` record of the frameset.
fn joined_record(html: &[u8], frameset: &Identity, id: &str) -> NewRecord {
    let fields = vec![
        ("WARC-Type", "conversion".to_owned()),
        ("WARC-Record-ID", id.to_owned()),
        ("WARC-Date", frameset.date.clone()),
        ("WARC-Target-URI", frameset.target.clone()),
        ("WARC-Refers-To", frameset.response_id.clone()),
        ("Content-Type", "text/html; charset=utf-8".to_owned()),
        ("WARC-Block-Digest", sha1(html)),
    ];
    NewRecord::short(fields, html.to_vec())
}

pub(super) fn sha1(bytes: &[u8]) -> String {
    format!("sha1:{}", digest::sha1_base32(bytes))
}

/// A record id that depends on the content alone: a UUID of version 8 (RFC 9562). Random ids would
/// make the files of two equal runs differ.
pub(super) fn record_id(parts: &[&str], content: &[u8]) -> String {
    let content = digest::sha256_hex(content);
    let hex = digest::sha256_hex([parts, &[content.as_str()]].concat().join("\0").as_bytes());
    let (a, b, c, d, e) = (&hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..32]);
    format!("<urn:uuid:{a}-{b}-8{c}-8{d}-{e}>")
}

#[cfg(test)]
mod tests {
    use scutch_fetch::CertificateFault;

    use super::super::facts::first_facts;
    use super::*;

    const NOW: i64 = 1_790_000_000_000;

    fn exchange(uri: &str, head: &str) -> Exchange {
        let response = format!("HTTP/1.1 200 OK\r\n{head}\r\nbody").into_bytes();
        let address = "192.0.2.1:80".parse().expect("an address");
        let request = b"GET / HTTP/1.1\r\n\r\n".to_vec();
        Exchange {
            uri: uri.to_owned(),
            address,
            request,
            response,
            rest: None,
            status: 200,
            certificate: None,
        }
    }

    fn records(kind: GroupKind, hops: &[Hop], joined: Option<&JoinedFrames>) -> Vec<NewRecord> {
        let facts = first_facts(kind, "key");
        Group { kind, key: "key", hops, joined, now: NOW, facts: &facts }.records()
    }

    fn shown(records: &[NewRecord]) -> Vec<String> {
        let line = |record: &NewRecord| {
            let field = |name| record.field(name);
            format!("{} {} {}", field("WARC-Type"), field("WARC-Target-URI"), field("WARC-Date"))
        };
        records.iter().map(line).collect()
    }

    #[test]
    fn mementos_are_stored_under_their_original_and_time_of_capture() {
        let captured = Some(("http://x.org/".to_owned(), 1_390_842_720_000));
        let dated = exchange("http://ar.example/1", "Date: Mon, 27 Jan 2020 17:12:00 GMT\r\n");
        let hops = [
            Hop::plain(dated),
            Hop::plain(exchange("http://ar.example/2", "")),
            Hop {
                exchange: exchange("http://ar.example/m", ""),
                capture: captured,
                is_archive_page: false,
            },
        ];
        let records = records(GroupKind::Memento, &hops, None);
        assert_eq!(
            shown(&records),
            [
                "request http://ar.example/1 2020-01-27T17:12:00Z",
                "response http://ar.example/1 2020-01-27T17:12:00Z",
                "request http://ar.example/2 2026-09-21T14:13:20Z",
                "response http://ar.example/2 2026-09-21T14:13:20Z",
                "request http://x.org/ 2014-01-27T17:12:00Z",
                "response http://x.org/ 2014-01-27T17:12:00Z",
                "metadata http://x.org/ 2014-01-27T17:12:00Z",
            ]
        );
        let [.., response, metadata] = records.as_slice() else { panic!("no records") };
        assert_eq!(metadata.field("WARC-Concurrent-To"), response.field("WARC-Record-ID"));
        assert_eq!(response.field("WARC-IP-Address"), "192.0.2.1");
        assert!(metadata.block.starts_with(b"scutch-group: memento\r\nkey: key\r\n"));
    }

    #[test]
    fn what_archives_say_themselves_is_metadata() {
        for (kind, is_archive_page, expected) in [
            (GroupKind::TimeMap, false, "metadata"),
            (GroupKind::TimeGate, false, "metadata"),
            (GroupKind::Seeds, false, "metadata"),
            (GroupKind::Memento, true, "metadata"),
            (GroupKind::Drifted, false, "metadata"),
            (GroupKind::Memento, false, "response"),
            (GroupKind::Page, false, "response"),
        ] {
            let exchange = exchange("http://ar.example/", "");
            let hops = [Hop { exchange, capture: None, is_archive_page }];
            let records = records(kind, &hops, None);
            assert_eq!(records[1].field("WARC-Type"), expected, "{kind:?}");
            let has_payload = !records[1].field("WARC-Payload-Digest").is_empty();
            assert_eq!(has_payload, expected == "response", "{kind:?}");
        }
    }

    #[test]
    fn chunked_answers_and_proxies_leave_fields_out() {
        let mut chunked = exchange("http://x.org/", "Transfer-Encoding: chunked\r\n");
        chunked.address = "0.0.0.0:0".parse().expect("an address");
        let records = records(GroupKind::Page, &[Hop::plain(chunked)], None);
        assert_eq!(records[1].field("WARC-Payload-Digest"), "");
        assert_eq!(records[1].field("WARC-IP-Address"), "");
        assert!(records[1].field("WARC-Block-Digest").starts_with("sha1:"));
    }

    #[test]
    fn tolerated_certificates_and_pages_without_a_request_are_noted() {
        let bad = Exchange {
            certificate: Some(CertificateFault::Expired),
            ..exchange("https://a.example/x", "")
        };
        let held = Exchange { request: Vec::new(), ..exchange("https://a.example/y", "") };
        let hops = [Hop::plain(bad), Hop::plain(held)];
        let records = records(GroupKind::Page, &hops, None);
        let kinds: Vec<_> = records.iter().map(|record| record.field("WARC-Type")).collect();
        assert_eq!(kinds, ["request", "response", "response", "metadata"]);
        let facts = String::from_utf8(records[3].block.clone()).expect("UTF-8");
        let lines: Vec<_> = facts.lines().filter(|line| line.contains("certificate")).collect();
        assert_eq!(lines, ["certificate: certificate-expired https://a.example/x"]);
    }

    #[test]
    fn joined_frames_refer_to_their_frameset() {
        let hops: Vec<Hop> =
            (0..3).map(|n| Hop::plain(exchange(&format!("http://x.org/{n}"), ""))).collect();
        let joined = JoinedFrames { frameset: 1, html: b"<p>joined".to_vec() };
        let records = records(GroupKind::Memento, &hops, Some(&joined));
        let [.., conversion, metadata] = records.as_slice() else { panic!("no records") };
        assert_eq!(conversion.field("WARC-Type"), "conversion");
        assert_eq!(conversion.field("WARC-Target-URI"), "http://x.org/1");
        assert_eq!(conversion.field("WARC-Refers-To"), records[3].field("WARC-Record-ID"));
        assert_eq!(metadata.field("WARC-Concurrent-To"), conversion.field("WARC-Record-ID"));
    }

    #[test]
    fn ids_depend_on_the_content_alone_and_are_uuids() {
        let one = record_id(&["a", "b"], b"x");
        assert_eq!(one, record_id(&["a", "b"], b"x"));
        for other in [record_id(&["ab"], b"x"), record_id(&["a", "b"], b"y"), record_id(&[], b"x")]
        {
            assert_ne!(one, other);
        }
        let uuid = one.trim_start_matches("<urn:uuid:").trim_end_matches('>');
        let lengths: Vec<usize> = uuid.split('-').map(str::len).collect();
        assert_eq!((lengths, &uuid[14..15]), (vec![8, 4, 4, 4, 12], "8"));
    }
}
