//! Every rule fires on the record that breaks it, and only there.

use super::*;
use crate::{Item, Limits, Reader};

/// A record as it is stored: lines of the header with LF for CR LF, and the block.
struct Written {
    head: String,
    block: Vec<u8>,
    separator: &'static str,
}

/// Fields that each type has in a sound record, besides id, date, length.
const SOUND: &[(&str, &str)] = &[
    ("warcinfo", "WARC-Filename: a.warc.gz\nContent-Type: application/warc-fields\n"),
    (
        "response",
        "WARC-Target-URI: http://a.example/?q=%20\nWARC-IP-Address: 192.0.2.1\n\
         WARC-Concurrent-To: <urn:a:7>\nWARC-Concurrent-To: <urn:a:8>\n\
         WARC-Warcinfo-ID: <urn:a:9>\nWARC-Identified-Payload-Type: text/html; charset=utf-8\n\
         WARC-Payload-Digest: sha1:CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS\n\
         WARC-Truncated: time\nContent-Type: application/http; msgtype=response\n",
    ),
    (
        "resource",
        "WARC-Target-URI: file:///a\nWARC-Block-Digest: \
         sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881\n\
         Content-Type: text/plain\n",
    ),
    (
        "request",
        "WARC-Target-URI: https://a.example/\nWARC-IP-Address: 2001:db8::1\n\
         WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n\
         Content-Type: application/http;msgtype=request\n",
    ),
    ("metadata", "WARC-Refers-To: <urn:a:7>\nContent-Type: application/warc-fields\n"),
    (
        "revisit",
        "WARC-Target-URI: http://a.example/\nWARC-Refers-To: <urn:a:7>\n\
         WARC-Profile: http://netpreserve.org/warc/VERSION/revisit/identical-payload-digest\n\
         WARC-Payload-Digest: sha1:CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS\nWARC-Truncated: length\n\
         Content-Type: application/http; msgtype=response\n",
    ),
    (
        "conversion",
        "WARC-Target-URI: http://a.example/\nWARC-Refers-To: <urn:a:7>\nContent-Type: text/plain\n",
    ),
    (
        "continuation",
        "WARC-Target-URI: http://a.example/\nWARC-Segment-Number: 2\n\
         WARC-Segment-Origin-ID: <urn:a:7>\nWARC-Segment-Total-Length: 2\n",
    ),
];

fn block_of(kind: &str) -> &'static [u8] {
    match kind {
        "warcinfo" | "metadata" => b"software: x\r\n",
        "response" => b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nx",
        "request" => b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n",
        "revisit" => b"HTTP/1.1 200 OK\r\n\r\n",
        _ => b"x",
    }
}

impl Written {
    fn sound(version: &str, kind: &str) -> Self {
        let fields = SOUND.iter().find(|(known, _)| *known == kind).map_or("", |(_, f)| f);
        let fields = fields.replace("VERSION", version.trim_start_matches("WARC/"));
        let block = block_of(kind).to_vec();
        let head = format!(
            "{version}\nWARC-Type: {kind}\nWARC-Record-ID: <urn:a:1>\n\
             WARC-Date: 2020-02-02T02:02:02Z\n{fields}Content-Length: {}\n\n",
            block.len()
        );
        Self { head, block, separator: "\r\n\r\n" }
    }

    /// The record with another beginning of a line of the header; with a new line where it ends in
    /// a line end.
    fn with(mut self, from: &str, to: &str) -> Self {
        assert!(self.head.contains(from), "{from:?} stands in {:?}", self.head);
        self.head = self.head.replacen(from, to, 1);
        self
    }

    /// The record without the line that begins so.
    fn without(mut self, name: &str) -> Self {
        let lines = self.head.split_inclusive('\n');
        let kept: String = lines.filter(|line| !line.starts_with(name)).collect();
        assert!(kept != self.head, "{name:?} stands in {:?}", self.head);
        self.head = kept;
        self
    }

    fn block(mut self, block: &str) -> Self {
        let length = format!("Content-Length: {}\n", self.block.len());
        self.block = block.as_bytes().to_vec();
        self.with(&length, &format!("Content-Length: {}\n", block.len()))
    }

    fn bytes(&self) -> Vec<u8> {
        let head = self.head.replace('\n', "\r\n").replace('\u{1}', "\n");
        // Bytes that no text has are written as these characters.
        let head = head.bytes().map(|b| if b == 2 { 0xe9 } else { b });
        head.chain(self.block.iter().copied()).chain(self.separator.bytes()).collect()
    }
}

/// All rules that records break, in an archive of their own.
fn rules(records: &[Written]) -> Vec<(usize, &'static str)> {
    let bytes: Vec<u8> = records.iter().flat_map(Written::bytes).collect();
    let mut starts: Vec<u64> = Vec::new();
    let (mut checker, mut found) = (Checker::default(), Vec::new());
    let mut reader = Reader::from_bytes(&bytes, &Limits::default());
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("{item:?}") };
        starts.push(record.location().offset);
        let place = Place::of_record(&"a.warc".into(), &record);
        let findings = checker.judge(&record, &place);
        found.extend(findings.iter().map(|finding| (starts.len() - 1, finding.id())));
    }
    for late in checker.finish().expect("memory") {
        let at = starts.iter().position(|start| *start == late.place.offset).expect("a record");
        found.push((at, late.finding.id()));
    }
    assert_eq!(starts.len(), records.len());
    found
}

const V1_0: &str = "WARC/1.0";
const V1_1: &str = "WARC/1.1";

#[test]
fn sound_records_break_no_rule() {
    for version in [V1_0, V1_1] {
        for (kind, _) in SOUND {
            assert_eq!(rules(&[Written::sound(version, kind)]), [], "{version} {kind}");
        }
    }
}

#[test]
fn what_one_version_alone_allows() {
    let record = |version| Written::sound(version, "response");
    let date = |record: Written, date| record.with("2020-02-02T02:02:02Z", date);
    let url = |record: Written| record.with("http://a.example/?q=%20", "<http://a.example/>");
    for written in ["2020", "2020-02", "2020-02-02", "2020-02-02T02:02Z", "2020-02-02T02:02:02.5Z"]
    {
        assert_eq!(rules(&[date(record(V1_1), written)]), [], "{written}");
        assert_eq!(rules(&[date(record(V1_0), written)]), [(0, "date-precision")], "{written}");
    }
    assert_eq!(rules(&[url(record(V1_0))]), []);
    assert_eq!(rules(&[url(record(V1_1))]), [(0, "target-uri-form")]);
    // Fields that 1.0 does not know are those of extensions.
    let late = |version| record(version).with("Content-L", "WARC-Refers-To-Date: x\nContent-L");
    assert_eq!(rules(&[late(V1_0)]), []);
    assert_eq!(rules(&[late(V1_1)]).len(), 2);
}

/// A rule with a record that breaks it and no other.
type Case = (Rule, fn() -> Vec<Written>);

fn sound(kind: &str) -> Written {
    Written::sound(V1_1, kind)
}

fn one(record: Written) -> Vec<Written> {
    vec![record]
}

/// The record with a field more.
fn and(record: Written, field: &str) -> Written {
    record.with("Content-Length", &format!("{field}\nContent-Length"))
}

/// The first and the second segment of a record.
fn segments() -> [Written; 2] {
    let first =
        and(sound("resource"), "WARC-Segment-Number: 1").with("file:///a", "http://a.example/");
    [first.with("urn:a:1", "urn:a:7"), sound("continuation")]
}

const CASES: &[Case] = &[
    (Rule::VersionLine, || one(sound("resource").with("WARC/1.1", "WARC/1.1 "))),
    (Rule::VersionDraft, || one(Written::sound("WARC/0.18", "resource"))),
    (Rule::ByteOrderMark, || one(sound("resource").with("WARC/1.1", "\u{feff}WARC/1.1"))),
    (Rule::HeaderLineEnd, || one(sound("resource").with("resource\n", "resource\u{1}"))),
    (Rule::HeaderLine, || one(and(sound("resource"), "no colon"))),
    (Rule::FieldName, || one(and(sound("resource"), "a b: c"))),
    (Rule::ControlCharacter, || one(and(sound("resource"), "X: a\u{7}b"))),
    (Rule::HeaderEncoding, || one(and(sound("resource"), "X: caf\u{2}"))),
    (Rule::Separator, || one(Written { separator: "\r\n", ..sound("resource") })),
    (Rule::FieldRepeated, || one(and(sound("resource"), "WARC-Date: 2021-01-01T00:00:00Z"))),
    (Rule::ExtensionRepeated, || one(and(sound("resource"), "X-A: b\nx-a: c"))),
    (Rule::RecordIdMissing, || one(sound("resource").without("WARC-Record-ID"))),
    (Rule::ContentLength, || one(sound("resource").without("Content-Length"))),
    (Rule::ContentLengthConflict, || one(and(sound("resource"), "Content-Length: 7"))),
    (Rule::ContentLengthLies, || {
        let long = sound("resource").with("Content-Length: 1", "Content-Length: 9");
        vec![long.without("WARC-Block"), sound("resource").with("urn:a:1", "urn:a:2")]
    }),
    (Rule::DateMissing, || one(sound("resource").without("WARC-Date"))),
    (Rule::TypeMissing, || one(sound("resource").without("WARC-Type"))),
    (Rule::TargetUriMissing, || one(sound("resource").without("WARC-Target-URI"))),
    (Rule::ProfileMissing, || one(sound("revisit").without("WARC-Profile"))),
    (Rule::SegmentNumberMissing, || one(sound("continuation").without("WARC-Segment-Number"))),
    (Rule::SegmentOriginMissing, || one(sound("continuation").without("WARC-Segment-Origin"))),
    (Rule::ConcurrentToForbidden, || {
        one(and(sound("conversion"), "WARC-Concurrent-To: <urn:a:7>"))
    }),
    (Rule::PayloadDigestForbidden, || {
        let digest = "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
        one(and(sound("warcinfo"), digest))
    }),
    (Rule::IpAddressForbidden, || one(and(sound("conversion"), "WARC-IP-Address: 192.0.2.1"))),
    (Rule::RefersToForbidden, || one(and(sound("response"), "WARC-Refers-To: <urn:a:7>"))),
    (Rule::RefersToTargetUriForbidden, || {
        one(and(sound("conversion"), "WARC-Refers-To-Target-URI: http://a.example/"))
    }),
    (Rule::RefersToDateForbidden, || one(and(sound("metadata"), "WARC-Refers-To-Date: 2020"))),
    (Rule::TargetUriForbidden, || {
        one(and(sound("warcinfo"), "WARC-Target-URI: http://a.example/"))
    }),
    (Rule::WarcinfoIdForbidden, || one(and(sound("warcinfo"), "WARC-Warcinfo-ID: <urn:a:7>"))),
    (Rule::FilenameForbidden, || one(and(sound("response"), "WARC-Filename: a.warc"))),
    (Rule::ProfileForbidden, || one(and(sound("response"), "WARC-Profile: http://a.example/"))),
    (Rule::PayloadTypeForbidden, || {
        one(and(sound("metadata"), "WARC-Identified-Payload-Type: text/plain"))
    }),
    (Rule::SegmentOriginForbidden, || {
        one(and(sound("resource"), "WARC-Segment-Origin-ID: <urn:a:7>"))
    }),
    (Rule::SegmentTotalForbidden, || one(and(sound("resource"), "WARC-Segment-Total-Length: 1"))),
    (Rule::RecordIdForm, || one(sound("resource").with("<urn:a:1>", "urn:a:1"))),
    (Rule::DateForm, || one(sound("resource").with("2020-02-02T02:02:02Z", "20200202020202"))),
    (Rule::DatePrecision, || {
        one(Written::sound(V1_0, "resource").with("2020-02-02T02:02:02Z", "2020-02-02"))
    }),
    (Rule::TypeForm, || one(sound("resource").with("Type: resource", "Type: re source"))),
    (Rule::TypeUnknown, || one(sound("resource").with("Type: resource", "Type: x-own"))),
    (Rule::ContentTypeForm, || one(sound("resource").with("text/plain", "text plain"))),
    (Rule::ContentTypeMissing, || one(sound("resource").without("Content-Type"))),
    (Rule::ConcurrentToForm, || one(sound("response").with("<urn:a:7>", "abc"))),
    (Rule::BlockDigestForm, || one(and(sound("response"), "WARC-Block-Digest: sha1:ABC"))),
    (Rule::PayloadDigestForm, || one(sound("response").with("sha1:", ""))),
    (Rule::DigestAlgorithm, || one(and(sound("response"), "WARC-Block-Digest: xxh3:0123"))),
    (Rule::IpAddressForm, || one(sound("response").with("192.0.2.1", "300.1.2.3"))),
    (Rule::RefersToForm, || one(sound("metadata").with("<urn:a:7>", "urn:a:7"))),
    (Rule::RefersToTargetUriForm, || {
        one(and(sound("revisit"), "WARC-Refers-To-Target-URI: <http://a.example/>"))
    }),
    (Rule::RefersToDateForm, || one(and(sound("revisit"), "WARC-Refers-To-Date: 20200202"))),
    (Rule::TargetUriForm, || one(sound("resource").with("file:///a", "file:///a b"))),
    (Rule::UriCharacters, || one(sound("resource").with("file:///a", "file:///a|b"))),
    (Rule::TruncatedForm, || one(sound("response").with("Truncated: time", "Truncated: too long"))),
    (Rule::TruncatedReason, || one(sound("response").with("Truncated: time", "Truncated: quota"))),
    (Rule::WarcinfoIdForm, || one(sound("response").with("<urn:a:9>", "urn:a:9"))),
    (Rule::FilenameForm, || one(sound("warcinfo").with("a.warc.gz", "\"a.warc"))),
    (Rule::ProfileForm, || {
        let profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
        one(sound("revisit").with(profile, "identical"))
    }),
    (Rule::PayloadTypeForm, || one(sound("response").with("text/html; charset=utf-8", "html"))),
    (Rule::SegmentNumberForm, || one(sound("continuation").with("Number: 2", "Number: two"))),
    (Rule::SegmentOriginForm, || one(sound("continuation").with("<urn:a:7>", "urn:a:7"))),
    (Rule::SegmentTotalForm, || {
        one(sound("continuation").with("Total-Length: 2", "Total-Length: -2"))
    }),
    (Rule::BlockDigest, || one(sound("resource").block("y"))),
    (Rule::PayloadDigest, || one(sound("response").block("HTTP/1.1 200 OK\r\n\r\ny"))),
    (Rule::WarcFields, || one(sound("metadata").block("{\"a\":1}"))),
    (Rule::WarcinfoContentType, || {
        one(sound("warcinfo").with("application/warc-fields", "text/plain"))
    }),
    (Rule::ResponseContentType, || {
        one(sound("response").with("application/http; msgtype=response", "text/html"))
    }),
    (Rule::HttpResponse, || one(sound("revisit").block("GET / HTTP/1.1\r\nHost: a\r\n\r\n"))),
    (Rule::DnsContentType, || one(sound("resource").with("file:///a", "dns:a.example"))),
    (
        Rule::RequestContentType,
        || one(sound("request").with("msgtype=request", "msgtype=response")),
    ),
    (Rule::HttpRequest, || one(sound("request").block("HTTP/1.1 200 OK\r\n\r\n"))),
    (Rule::ProfileVersion, || one(sound("revisit").with("warc/1.1", "warc/1.0"))),
    (Rule::ProfileUnknown, || one(sound("revisit").with("identical-payload", "similar-payload"))),
    (Rule::RevisitDigest, || one(sound("revisit").without("WARC-Payload-Digest"))),
    (Rule::RevisitTruncated, || one(sound("revisit").without("WARC-Truncated"))),
    (Rule::RevisitOriginal, || one(sound("revisit").without("WARC-Refers-To"))),
    (Rule::SegmentFirst, || one(and(sound("resource"), "WARC-Segment-Number: 2"))),
    (Rule::SegmentNext, || one(sound("continuation").with("Number: 2", "Number: 1"))),
    (Rule::SegmentType, || one(and(sound("request"), "WARC-Segment-Number: 1"))),
    (Rule::SegmentFields, || one(and(sound("continuation"), "Content-Type: text/plain"))),
    (Rule::RecordIdRepeated, || vec![sound("metadata"), sound("metadata")]),
    (Rule::WarcinfoIdTarget, || {
        let other = sound("metadata").with("urn:a:1", "urn:a:9");
        vec![other, sound("response")]
    }),
    (Rule::SegmentOriginTarget, || {
        let other = sound("continuation")
            .with("urn:a:1", "urn:a:7")
            .with("<urn:a:7>\nWARC-Segment-T", "<urn:a:6>\nWARC-Segment-T");
        vec![other, sound("continuation")]
    }),
    (Rule::SegmentRepeated, || {
        let again = sound("continuation").with("urn:a:1", "urn:a:2");
        vec![sound("continuation"), again]
    }),
    (Rule::SegmentTarget, || {
        let [first, next] = segments();
        vec![first, next.with("http://a.example/", "http://b.example/")]
    }),
    (Rule::SegmentTotal, || {
        let [first, next] = segments();
        vec![first, next.with("Total-Length: 2", "Total-Length: 3")]
    }),
    (Rule::SegmentLast, || one(sound("continuation").without("WARC-Segment-Total"))),
];

#[test]
fn every_rule_fires_where_it_is_broken_and_no_other() {
    let mut wrong = Vec::new();
    for (rule, records) in CASES {
        let records = records();
        // Of several records the last one breaks it, but for a length that runs into the next.
        let at = if *rule == Rule::ContentLengthLies { 0 } else { records.len() - 1 };
        let broken = rules(&records);
        if broken != [(at, rule.id())] {
            wrong.push(format!("{}: {broken:?} in {}", rule.id(), records[at].head));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rules whose record must be compressed: the tests of the reader have them.
const COMPRESSED: [Rule; 2] = [Rule::SharedMember, Rule::SpansMembers];

#[test]
fn every_rule_has_a_case_and_an_id_of_its_own() {
    for rule in Rule::ALL.iter().filter(|rule| !COMPRESSED.contains(rule)) {
        let cases = CASES.iter().filter(|(known, _)| known == rule).count();
        assert_eq!(cases, 1, "{}", rule.id());
        let same = Rule::ALL.iter().filter(|other| other.id() == rule.id()).count();
        assert_eq!(same, 1, "{}", rule.id());
        assert!(rule.sentence().ends_with('.') && !rule.section().is_empty(), "{}", rule.id());
    }
}

#[test]
fn whole_series_of_segments_break_no_rule() {
    assert_eq!(rules(&segments()), []);
    let [first, next] = segments();
    assert_eq!(rules(&[next, first]), [], "in any order");
}

#[test]
fn the_guide_lists_every_rule() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/archive.md");
    let guide = std::fs::read_to_string(path).expect("the guide");
    let row = |rule: &Rule| {
        let (id, section, level) = (rule.id(), rule.section(), rule.level().as_str());
        format!("| `{id}` | {section} | {level} | {} |\n", rule.sentence())
    };
    let rows: String = Rule::ALL.iter().map(row).collect();
    let head = "| rule | section | severity | sentence |\n|---|---|---|---|\n";
    assert!(guide.contains(&format!("{head}{rows}\n")), "docs/src/archive.md lacks:\n{rows}");
}

/// Gives one block, whatever is asked for.
struct OneBlock(Vec<u8>);

impl Blocks for OneBlock {
    fn block<'s>(&'s mut self, _: crate::Extent) -> io::Result<Box<dyn io::Read + 's>> {
        Ok(Box::new(self.0.as_slice()))
    }
}

#[test]
fn digests_of_blocks_over_the_cap_are_those_of_all_bytes() {
    let limits = Limits { block: 60, ..Limits::default() };
    let body = "0123456789".repeat(50);
    let digest = |bytes: &str| format!("sha1:{}", crate::digest::sha1_base32(bytes.as_bytes()));
    let chunked = format!("1f4\r\n{body}\r\n0\r\n\r\n");
    for (head, sent, hashed, sound) in [
        ("", &body, &body, true),
        ("", &body, &body[..400].to_owned(), false),
        ("Transfer-Encoding: chunked\r\n", &chunked, &chunked, true),
        ("Transfer-Encoding: chunked\r\n", &chunked, &body, true),
        ("Transfer-Encoding: chunked\r\n", &chunked, &"x".to_owned(), false),
    ] {
        let block = format!("HTTP/1.1 200 OK\r\n{head}\r\n{sent}");
        let record = sound_response(&block, &digest(hashed));
        let bytes = record.bytes();
        let mut reader = Reader::from_bytes(&bytes, &limits);
        let Some(Item::Record(record)) = reader.next() else { panic!("no record") };
        assert!(record.block().len() < block.len());
        let place = Place::of_record(&"a.warc".into(), &record);
        let mut blocks = OneBlock(block.clone().into_bytes());
        let findings = Checker::default().judge_whole(&record, &place, &mut blocks);
        let broken: Vec<_> = findings.iter().map(Finding::id).collect();
        assert_eq!(broken, if sound { &[][..] } else { &["payload-digest"][..] }, "{head}");
        // Bytes that changed since break both.
        let mut blocks = OneBlock(b"HTTP/1.1 200 OK\r\n\r\n".to_vec());
        let findings = Checker::default().judge_whole(&record, &place, &mut blocks);
        assert!(findings.iter().any(|found| found.rule == Some(Rule::BlockDigest)), "{head}");
    }
}

fn sound_response(block: &str, payload_digest: &str) -> Written {
    let block_digest = crate::digest::sha1_base32(block.as_bytes());
    let record = sound("response").block(block).without("WARC-Payload-Digest");
    let fields =
        format!("WARC-Payload-Digest: {payload_digest}\nWARC-Block-Digest: sha1:{block_digest}");
    and(record, &fields)
}
