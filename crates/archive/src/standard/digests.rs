//! Declared digests against the bytes (ISO 28500, sections 5.8 and 5.9).

use std::io::{self, Read, Write};

use super::finding::Finding;
use super::labelled::{Hasher, Labelled};
use super::rules::Rule;
use crate::http::{HttpResponse, parse_http_response, stream_http_response};
use crate::limits::Limits;
use crate::place::Extent;
use crate::record::header::blank_line;
use crate::record::{Record, RecordKind};

/// Most bytes that a body may come to, its codings undone, for its digest to be computed.
const MOST_DECODED: u64 = 256 << 20;

const BLOCK: &str = "WARC-Block-Digest";
const PAYLOAD: &str = "WARC-Payload-Digest";

/// Blocks read again from where they are stored, those beyond the caps too.
pub trait Blocks {
    /// The bytes of a block from its start.
    ///
    /// # Errors
    /// When the place cannot be read.
    fn block<'s>(&'s mut self, extent: Extent) -> io::Result<Box<dyn Read + 's>>;
}

/// A digest that can be computed. What cannot be read is named by the rule of its form.
fn declared<'r>(record: &'r Record<'_>, name: &str) -> Option<(&'r str, Labelled)> {
    let written = record.header(name)?;
    Some((written, Labelled::parse(written).ok()?))
}

/// The digest of the payload, where the record holds all that it is about.
fn declared_payload<'r>(record: &'r Record<'_>) -> Option<(&'r str, Labelled)> {
    use RecordKind::{Conversion, Request, Resource, Response};
    // The payload of a revisit is elsewhere, and that of a segment is that of the logical record.
    let holds = matches!(record.kind(), Response | Resource | Request | Conversion)
        && record.header("WARC-Segment-Number").is_none();
    holds.then(|| declared(record, PAYLOAD)).flatten()
}

/// Judges the digests of a record whose block is in memory.
pub(super) fn judge(record: &Record<'_>, findings: &mut Vec<Finding>) {
    if let Some((written, digest)) = declared(record, BLOCK)
        && let Some(found) = otherwise(&digest, record.block(), written)
    {
        findings.push(block_differs(written, &found));
    }
    if let Some((written, digest)) = declared_payload(record)
        && !is_of_payload(&digest, record)
        && let Some(found) = otherwise(&digest, &record.block()[body_start(record)..], written)
    {
        findings.push(payload_differs(written, &found));
    }
}

/// The digest of bytes where it is another one.
fn otherwise(digest: &Labelled, mut bytes: &[u8], written: &str) -> Option<String> {
    let mut hasher = digest.hasher();
    io::copy(&mut bytes, &mut hasher).ok()?;
    digest.otherwise(hasher, written)
}

/// The block has another digest than its header says.
fn block_differs(written: &str, found: &str) -> Finding {
    Finding::of_field(Rule::BlockDigest, BLOCK, written)
        .detailed(format!("the block gives {found}"))
}

/// The payload has another digest than the header says.
fn payload_differs(written: &str, found: &str) -> Finding {
    let detail = format!("the payload gives {found}");
    Finding::of_field(Rule::PayloadDigest, PAYLOAD, written).detailed(detail)
}

/// Crawlers hash the body as it was sent, without its chunks, or decoded. Agreement with any of
/// them is sound.
fn is_of_payload(digest: &Labelled, record: &Record<'_>) -> bool {
    let block = record.block();
    let Some(http) = response(record) else {
        return digest.is_of(&block[body_start(record)..]) || digest.is_of(block);
    };
    if digest.is_of(http.body) {
        return true;
    }
    // Without a coding, all readings of the body are the same bytes.
    let is_coded = http.headers.iter().any(|(name, _)| ends_in_encoding(name));
    is_coded && is_of_decoded(digest, &http, block)
}

/// `Content-Encoding`, `Transfer-Encoding`, and what archives put before them.
fn ends_in_encoding(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with("-encoding")
}

/// The digest of the body without its chunks, or without any coding.
fn is_of_decoded(digest: &Labelled, http: &HttpResponse<'_>, block: &[u8]) -> bool {
    digest.is_of(&http.payload(&Limits::default()).after_transfer)
        || is_of_content(digest, block, MOST_DECODED).unwrap_or(false)
}

/// The HTTP response in a record.
fn response<'r>(record: &'r Record<'_>) -> Option<HttpResponse<'r>> {
    let is_response = *record.kind() == RecordKind::Response;
    is_response.then(|| parse_http_response(record.block(), &Limits::default()).ok()).flatten()
}

/// Where the payload starts in a block.
fn body_start(record: &Record<'_>) -> usize {
    match record.kind() {
        RecordKind::Response => {
            response(record).map_or(0, |http| record.block().len() - http.body.len())
        }
        RecordKind::Request => {
            blank_line(record.block(), 0).map_or(record.block().len(), |(_, body)| body)
        }
        _ => 0,
    }
}

/// The digest of the body with all codings undone, which need not fit into memory.
fn is_of_content(digest: &Labelled, block: impl Read, most: u64) -> io::Result<bool> {
    let limits = Limits { payload: most, ..Limits::default() };
    let mut response = stream_http_response(block, &limits)?;
    let mut hasher = digest.hasher();
    io::copy(&mut response.content, &mut hasher)?;
    Ok(digest.agrees(hasher))
}

/// Judges the digests of a record of which memory holds the start only.
///
/// # Errors
/// When the block cannot be read again.
pub(super) fn judge_streamed(
    record: &Record<'_>,
    blocks: &mut dyn Blocks,
    findings: &mut Vec<Finding>,
) -> io::Result<()> {
    let (block, payload) = (declared(record, BLOCK), declared_payload(record));
    if block.is_none() && payload.is_none() {
        return Ok(());
    }
    let hasher = |declared: &Option<(&str, Labelled)>| declared.as_ref().map(|(_, d)| d.hasher());
    let mut tee =
        Tee { block: hasher(&block), payload: hasher(&payload), head: body_start(record) };
    io::copy(&mut blocks.block(record.extent())?, &mut tee)?;
    if let (Some((written, digest)), Some(hasher)) = (block, tee.block)
        && let Some(found) = digest.otherwise(hasher, written)
    {
        findings.push(block_differs(written, &found));
    }
    if let (Some((written, digest)), Some(hasher)) = (payload, tee.payload)
        && let Some(found) = digest.otherwise(hasher, written)
        && !is_coded_twice(record)
        && !is_of_content(&digest, blocks.block(record.extent())?, u64::MAX).unwrap_or(false)
    {
        findings.push(payload_differs(written, &found));
    }
    Ok(())
}

/// True for a body in chunks of coded bytes. Its digest may be that of the coded bytes, which are
/// not streamed.
fn is_coded_twice(record: &Record<'_>) -> bool {
    response(record).is_some_and(|http| {
        let has = |name| http.headers.get(name).is_some();
        has("Transfer-Encoding") && has("Content-Encoding")
    })
}

/// Hashes a block, and the payload in it, in one go.
struct Tee {
    block: Option<Hasher>,
    payload: Option<Hasher>,
    /// Bytes before the payload that are still to come.
    head: usize,
}

impl Write for Tee {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(block) = &mut self.block {
            block.write_all(bytes)?;
        }
        let before = self.head.min(bytes.len());
        self.head -= before;
        if let Some(payload) = &mut self.payload {
            payload.write_all(&bytes[before..])?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
