//! The payload that a revisit stands for, by its digest.

use std::borrow::Cow;

use crate::digest::Declared;
use crate::http::{HttpResponse, parse_http_response};
use crate::limits::Limits;
use crate::record::{Record, RecordKind};

/// What is known of the payload that a revisit stands for.
pub(super) struct Expected(Option<Declared>);

impl Expected {
    pub(super) fn of_revisit(revisit: &Record<'_>) -> Self {
        Self(carried(revisit))
    }

    /// Whether a record may hold the payload: it declares the digest, or has it. Revisits are
    /// followed on, unless they declare another one.
    pub(super) fn fits(&self, record: &Record<'_>) -> bool {
        let Some(expected) = &self.0 else { return true };
        let declared = declared(record);
        if declared.as_ref() == Some(expected) {
            return true;
        }
        if *record.kind() == RecordKind::Revisit {
            // Other algorithms cannot be compared where there is no payload.
            return declared.is_none_or(|declared| !declared.contradicts(expected));
        }
        let limits = Limits::default();
        let readings = readings(record, &limits);
        readings.iter().any(|bytes| expected.agrees(bytes))
            // What is no digest can be compared with nothing but its like.
            || !expected.is_readable() && declared.is_none()
    }
}

/// The digest of its payload that a record declares.
pub(super) fn declared(record: &Record<'_>) -> Option<Declared> {
    record.header("WARC-Payload-Digest").and_then(Declared::parse)
}

/// The digest of the payload that a revisit stands for. An answer "not modified" has an empty body,
/// and some writers declare the digest of that.
pub(super) fn carried(revisit: &Record<'_>) -> Option<Declared> {
    declared(revisit).filter(|digest| !(is_not_modified(revisit) && digest.agrees(b"")))
}

/// Whether a revisit is the server's word that nothing changed (ISO 28500, section 6.7.3).
pub(super) fn is_not_modified(revisit: &Record<'_>) -> bool {
    let profile = revisit.header("WARC-Profile").unwrap_or_default().trim_matches(['<', '>']);
    profile.trim_end_matches('/').ends_with("/server-not-modified")
}

/// Digests that a payload has beside the declared one, in one spelling: all of a payload without
/// one, and those of both readings of a chunked one.
pub(super) fn computed(record: &Record<'_>, limits: &Limits) -> Vec<String> {
    let declared = declared(record).filter(Declared::is_readable);
    let readings = transfer_readings(record, limits);
    if declared.is_some() && readings.len() == 1 {
        return Vec::new();
    }
    let known = declared.as_ref().map(Declared::spelling);
    let found = readings.iter().flat_map(|bytes| match &declared {
        Some(declared) => declared.same_of(bytes).into_iter().collect(),
        None => Declared::all_of(bytes),
    });
    found.map(|digest| digest.spelling()).filter(|digest| Some(digest) != known.as_ref()).collect()
}

/// The payload with its transfer codings and, where that differs, without.
fn transfer_readings<'r>(record: &'r Record<'_>, limits: &Limits) -> Vec<Cow<'r, [u8]>> {
    let Some(http) = http(record, limits) else { return vec![record.block().into()] };
    let decoded = http.transfer_decoded(limits, &mut Vec::new());
    let differs = *decoded != *http.body;
    let body = Cow::Borrowed(http.body);
    if differs { vec![body, decoded] } else { vec![body] }
}

/// All that writers have taken for the payload of a record: the body of its answer with codings and
/// without, and the block as it stands.
fn readings<'r>(record: &'r Record<'_>, limits: &Limits) -> Vec<Cow<'r, [u8]>> {
    let mut readings = transfer_readings(record, limits);
    if let Some(http) = http(record, limits) {
        readings.extend([http.payload(limits).content, record.block().into()]);
    }
    readings
}

/// The answer in a record; resources have none.
fn http<'r>(record: &'r Record<'_>, limits: &Limits) -> Option<HttpResponse<'r>> {
    let is_response = *record.kind() == RecordKind::Response;
    is_response.then(|| parse_http_response(record.block(), limits).ok()).flatten()
}
