//! The facts of a record that several verbs show.

use std::borrow::Cow;

use scutch_archive::{
    Damage, HttpResponse, Limits, MediaType, Record, RecordKind, Severity, WarcDate, capture,
    digest, essence, parse_http_response,
};
use serde_json::{Value, json};

use super::walk::LostLine;

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
    /// Revisits hold no payload, so theirs is the declared one.
    pub(super) fn true_digest(&self) -> Option<Cow<'a, str>> {
        let declared = self.declared_digest();
        if *self.record.kind() == RecordKind::Revisit {
            return declared;
        }
        let limits = Limits::default();
        let capture = capture(self.record, &limits).ok();
        let body = capture.as_ref().map_or(self.record.block(), |capture| capture.body);
        // Crawlers disagree on whether chunks belong to the payload; both readings are accepted.
        let decoded = capture.as_ref().map_or(body, |capture| &*capture.payload.after_transfer);
        if digest::verdict(declared.as_deref(), &[body, decoded]) == digest::DigestStatus::Agree {
            return declared;
        }
        Some(Cow::Owned(format!("sha1:{}", digest::sha1_base32(body))))
    }

    /// Faults of the record and of the HTTP response in it.
    pub(super) fn faults(&self) -> Vec<(&'static str, Severity)> {
        let own = self.record.faults().iter().map(|f| (f.cause.id(), f.severity));
        let http = self.http.iter().flat_map(|http| &http.flags);
        own.chain(http.map(|flag| (flag.id(), Severity::Note))).collect()
    }

    /// The facts as JSON; `compute` hashes payloads whose digest is missing or wrong.
    pub(super) fn json(&self, file: &str, compute: bool) -> Value {
        let place = self.record.location();
        let faults: Vec<Value> = self.faults().into_iter().map(|f| fault(f.0, f.1)).collect();
        json!({
            "file": file,
            "offset": place.offset,
            "length": place.length,
            "inner_offset": place.inner_offset,
            "type": self.record.kind().name(),
            "url": self.record.target_uri(),
            "date": self.record.header("WARC-Date"),
            "status": self.status(),
            "mime": self.mime(),
            "warc_record_id": self.record.record_id(),
            "payload_digest": if compute { self.true_digest() } else { self.declared_digest() },
            "faults": faults,
        })
    }
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
