//! The facts of a record that several verbs show.

use std::borrow::Cow;
use std::io::{self, Read as _};

use anyhow::Context as _;
use scutch_archive::{
    Damage, HttpResponse, Limits, MediaType, Record, RecordKind, Severity, WarcDate, capture,
    digest, essence, parse_http_response,
};
use scutch_folder::inputs::InputFile;
use serde_json::{Value, json};

use super::walk::{self, LostLine};

/// A record, with the HTTP response in it parsed once.
pub(super) struct Facts<'a> {
    pub(super) record: &'a Record<'a>,
    /// The HTTP response in the block, where there is one.
    pub(super) http: Option<HttpResponse<'a>>,
}

impl<'a> Facts<'a> {
    /// The facts of a record. Its HTTP header is parsed here, once.
    pub(super) fn from_record(record: &'a Record<'a>) -> Self {
        use RecordKind::{Response, Revisit};
        // Other types may hold text that looks like HTTP, such as a request.
        let may_hold = matches!(record.kind(), Response | Revisit);
        let http = may_hold
            .then(|| parse_http_response(record.block(), &Limits::default()).ok())
            .flatten();
        Self { record, http }
    }

    /// The HTTP status.
    pub(super) fn status(&self) -> Option<u16> {
        self.http.as_ref().and_then(|http| http.status)
    }

    /// The media type without parameters, in lower case: of a capture as a corpus reads it, of other
    /// records as they say.
    pub(super) fn mime(&self) -> Option<String> {
        use RecordKind::{Conversion, Resource, Response};
        let identified = self.record.header("WARC-Identified-Payload-Type");
        let said = self.record.header("Content-Type");
        let block = |_| Cow::Borrowed(self.record.block());
        match (&self.http, self.record.kind()) {
            (Some(http), _) => http.media_type(identified).essence,
            // Of a response the WARC field only says `application/http`.
            (None, Response) => MediaType::read(None, identified, block).essence,
            (None, Resource | Conversion) => MediaType::read(said, identified, block).essence,
            (None, _) => said.and_then(essence),
        }
    }

    /// The date as 14 digits.
    pub(super) fn timestamp(&self) -> Option<String> {
        self.record.date().map(WarcDate::timestamp)
    }

    /// The digest as declared.
    pub(super) fn declared_digest(&self) -> Option<Cow<'a, str>> {
        self.record.header("WARC-Payload-Digest").map(Cow::Borrowed)
    }

    /// The declared digest if it agrees with the payload, or else the digest of the payload as archived.
    /// Revisits hold no payload, so theirs is the declared one. Fails when a block that memory does not
    /// hold cannot be read again from `file`.
    pub(super) fn true_digest(&self, file: &InputFile) -> anyhow::Result<Option<Cow<'a, str>>> {
        let declared = self.declared_digest();
        if *self.record.kind() == RecordKind::Revisit {
            return Ok(declared);
        }
        let limits = Limits::default();
        let capture = capture(self.record, &limits).ok();
        let body = capture.as_ref().map_or(self.record.block(), |capture| capture.body);
        if !is_in_memory(self.record) {
            let before = body_start(self.record, body);
            let sha1 = streamed_sha1(self.record, before, file)?;
            let same = |declared: &Cow<'_, str>| declared.eq_ignore_ascii_case(&sha1);
            return Ok(Some(declared.filter(same).unwrap_or(Cow::Owned(sha1))));
        }
        // Crawlers disagree on whether chunks belong to the payload; both readings are accepted.
        let decoded = capture.as_ref().map_or(body, |capture| &*capture.payload.after_transfer);
        if digest::verdict(declared.as_deref(), &[body, decoded]) == digest::DigestStatus::Agree {
            return Ok(declared);
        }
        Ok(Some(Cow::Owned(format!("sha1:{}", digest::sha1_base32(body)))))
    }

    /// Faults of the record and of the HTTP response in it.
    pub(super) fn faults(&self) -> Vec<(&'static str, Severity)> {
        let own = self.record.faults().iter().map(|f| (f.cause.id(), f.severity));
        let http = self.http.iter().flat_map(|http| &http.flags);
        own.chain(http.map(|flag| (flag.id(), Severity::Note))).collect()
    }

    /// The facts as JSON; `compute` hashes payloads whose digest is missing or wrong.
    pub(super) fn json(&self, file: &InputFile, compute: bool) -> anyhow::Result<Value> {
        let payload_digest = if compute { self.true_digest(file)? } else { self.declared_digest() };
        let place = self.record.location();
        let faults: Vec<Value> = self.faults().into_iter().map(|f| fault(f.0, f.1)).collect();
        Ok(json!({
            "file": file.name,
            "offset": place.offset,
            "length": place.length,
            "inner_offset": place.inner_offset,
            "type": self.record.kind().name(),
            "url": self.record.target_uri(),
            "date": self.record.header("WARC-Date"),
            "status": self.status(),
            "mime": self.mime(),
            "warc_record_id": self.record.record_id(),
            "payload_digest": payload_digest,
            "faults": faults,
        }))
    }
}

/// Whether all of the block is in memory: the cap on memory cuts large ones.
pub(super) fn is_in_memory(record: &Record<'_>) -> bool {
    record.block().len() as u64 == record.extent().block
}

/// Bytes of the block before the body. The body is a part of it.
pub(super) fn body_start(record: &Record<'_>, body: &[u8]) -> u64 {
    (body.as_ptr() as usize).saturating_sub(record.block().as_ptr() as usize) as u64
}

/// The digest of a block behind its first bytes, streamed.
fn streamed_sha1(record: &Record<'_>, before: u64, file: &InputFile) -> anyhow::Result<String> {
    let mut bytes = walk::bytes(file)?;
    let digest = bytes.block(record.extent()).and_then(|mut block| {
        io::copy(&mut block.by_ref().take(before), &mut io::sink())?;
        digest::sha1_base32_of(&mut block)
    });
    Ok(format!("sha1:{}", digest.with_context(|| walk::unread(file, record))?))
}

/// A damaged range as a line of its own: no record, so no type.
pub(super) fn damage_json(file: &str, damage: &Damage) -> Value {
    json!({
        "file": file,
        "offset": damage.offset,
        "length": damage.length,
        "type": null,
        "detail": damage.detail,
        "faults": [fault(damage.cause.id(), Severity::Lost)],
    })
}

/// A line of an index that leads to no record.
pub(super) fn line_json(lost: &LostLine) -> Value {
    json!({
        "file": lost.index,
        "line": lost.line,
        "type": null,
        "detail": lost.sentence,
        "faults": [fault(lost.reason, Severity::Lost)],
    })
}

/// A fault as JSON, the same for records, ranges and lines.
fn fault(reason: &str, severity: Severity) -> Value {
    json!({ "reason": reason, "severity": severity.as_str() })
}
