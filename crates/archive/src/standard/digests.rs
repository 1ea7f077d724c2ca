//! Labelled digests against the bytes (ISO 28500, sections 5.8 and 5.9).

use std::io;

use super::finding::Finding;
use super::labelled::Labelled;
use super::rules::Rule;
use crate::http::{parse_http_response, stream_http_response};
use crate::limits::Limits;
use crate::record::header::blank_line;
use crate::record::{Record, RecordKind};

/// Most bytes that a body may come to, its codings undone, for its digest to be computed.
const MOST_DECODED: u64 = 256 << 20;

/// Judges the digests of a record.
pub(super) fn judge(record: &Record<'_>, findings: &mut Vec<Finding>) {
    // What cannot be read is named by the rule of its form.
    let declared = |name| {
        let written = record.header(name)?;
        Some((written.to_owned(), Labelled::parse(written).ok()?))
    };
    let mut disagrees = |rule, name, written: &str| {
        findings.push(Finding::of_field(rule, name, written));
    };
    if let Some((written, digest)) = declared("WARC-Block-Digest")
        && !digest.is_of(record.block())
    {
        disagrees(Rule::BlockDigest, "WARC-Block-Digest", &written);
    }
    if has_payload(record)
        && let Some((written, digest)) = declared("WARC-Payload-Digest")
        && !is_of_payload(&digest, record)
    {
        disagrees(Rule::PayloadDigest, "WARC-Payload-Digest", &written);
    }
}

/// True when the record holds the whole payload that its digest is about.
fn has_payload(record: &Record<'_>) -> bool {
    use RecordKind::{Conversion, Request, Resource, Response};
    // The payload of a revisit is elsewhere, and that of a segment is that of the logical record.
    matches!(record.kind(), Response | Resource | Request | Conversion)
        && record.header("WARC-Segment-Number").is_none()
}

/// Crawlers hash the body as it was sent, without its chunks, or decoded. Agreement with any of
/// them is sound.
fn is_of_payload(digest: &Labelled, record: &Record<'_>) -> bool {
    let block = record.block();
    let limits = Limits::default();
    if *record.kind() == RecordKind::Request {
        let body = blank_line(block, 0).map_or(&block[..0], |(_, body)| &block[body..]);
        return digest.is_of(body) || digest.is_of(block);
    }
    let http =
        (*record.kind() == RecordKind::Response).then(|| parse_http_response(block, &limits));
    let Some(Ok(response)) = http else { return digest.is_of(block) };
    digest.is_of(response.body)
        || digest.is_of(&response.payload(&limits).after_transfer)
        || is_of_content(digest, block).unwrap_or(false)
}

/// The digest of the body with all codings undone, which need not fit into memory.
fn is_of_content(digest: &Labelled, block: &[u8]) -> io::Result<bool> {
    let limits = Limits { payload: MOST_DECODED, ..Limits::default() };
    let mut response = stream_http_response(block, &limits)?;
    let mut hasher = digest.hasher();
    io::copy(&mut response.content, &mut hasher)?;
    Ok(digest.agrees(hasher))
}
