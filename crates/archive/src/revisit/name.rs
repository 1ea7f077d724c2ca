//! The names by which revisits refer to records.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::payload;
use crate::date::WarcDate;
use crate::http::parse_http_response;
use crate::limits::Limits;
use crate::record::{Record, RecordKind, unbracketed};

/// What a record may be referred to by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Name<'a> {
    /// Its id, without angle brackets.
    Id(&'a str),
    /// Its URI and its moment, and what is known of its payload: captures of one URI share a second.
    At {
        /// The URI.
        uri: &'a str,
        /// The date as 14 digits, with milliseconds where it has some and they count.
        moment: String,
        /// What the payload is.
        bytes: Bytes,
    },
    /// The digest of its payload, in one spelling.
    Digest(String),
    /// Its URI, for an answer that says "not modified" and names no record.
    Latest {
        /// The URI.
        uri: &'a str,
        /// Of a record, its date; of a reference, the latest date that counts. In milliseconds since
        /// 1970 UTC, and no part of the name.
        by: i64,
    },
}

/// What a name says of a payload.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Bytes {
    /// Nothing: it may be any.
    Any,
    /// The record declares no digest.
    Undeclared,
    /// Its digest, in one spelling.
    Digest(String),
}

impl Name<'_> {
    /// A number that stands for the name; very seldom it stands for another one too.
    pub fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self {
            Self::Id(id) => (0, id).hash(&mut hasher),
            Self::At { uri, moment, bytes } => (1, uri, moment, bytes).hash(&mut hasher),
            Self::Digest(digest) => (2, digest).hash(&mut hasher),
            Self::Latest { uri, .. } => (3, uri).hash(&mut hasher),
        }
        hasher.finish()
    }

    /// Whether a record bears the name, as far as its header tells. Its payload is compared apart.
    pub(super) fn is_borne_by(&self, record: &Record<'_>) -> bool {
        let is_uri = |uri: &str| record.target_uri() == Some(uri);
        match self {
            Self::Id(id) => record.record_id() == Some(id),
            Self::At { uri, moment, .. } => {
                is_uri(uri) && record.date().is_some_and(|date| moments(date).contains(moment))
            }
            Self::Digest(_) => *record.kind() != RecordKind::Revisit,
            Self::Latest { uri, by } => {
                is_uri(uri) && record.date().is_some_and(|date| date.unix_ms <= *by)
            }
        }
    }
}

/// The names of a record, by its header: id, URI and moment, digest. A revisit has no payload that
/// the digest could lead to; of requests and metadata there are none.
pub fn names<'a>(record: &'a Record<'_>) -> Vec<Name<'a>> {
    use RecordKind::{Resource, Response, Revisit};
    if !matches!(record.kind(), Response | Resource | Revisit) {
        return Vec::new();
    }
    let digest = payload::declared(record).map(|digest| digest.spelling());
    let mut names: Vec<_> = record.record_id().map(Name::Id).into_iter().collect();
    if let Some((uri, date)) = record.target_uri().zip(record.date()) {
        let bytes = digest.clone().map_or(Bytes::Undeclared, Bytes::Digest);
        names.extend(at(uri, date, &[Bytes::Any, bytes]));
        if is_state(record) {
            names.push(Name::Latest { uri, by: date.unix_ms });
        }
    }
    let digest = digest.filter(|_| *record.kind() != Revisit);
    names.extend(digest.map(Name::Digest));
    names
}

/// Further names of a record, for which its payload has to be hashed: where it declares no digest, or
/// where tools disagree on whether its chunks belong to the payload.
pub fn computed_names<'a>(record: &'a Record<'_>, limits: &Limits) -> Vec<Name<'a>> {
    if !matches!(record.kind(), RecordKind::Response | RecordKind::Resource) {
        return Vec::new();
    }
    let mut names = Vec::new();
    for digest in payload::computed(record, limits) {
        if let Some((uri, date)) = record.target_uri().zip(record.date()) {
            names.extend(at(uri, date, &[Bytes::Digest(digest.clone())]));
        }
        names.push(Name::Digest(digest));
    }
    names
}

/// The names by which a revisit refers to a record, in the order in which they are followed. A
/// conversion refers to its original so, too.
pub fn references<'a>(revisit: &'a Record<'_>) -> Vec<Name<'a>> {
    let id = revisit.header("WARC-Refers-To").map(|id| Name::Id(unbracketed(id)));
    let date = revisit.header("WARC-Refers-To-Date").and_then(WarcDate::parse);
    let uri = revisit.header("WARC-Refers-To-Target-URI").map(unbracketed);
    // A date alone is that of an earlier capture of the same URI.
    let uri_and_date = uri.or_else(|| revisit.target_uri()).zip(date);
    let digest = payload::carried(revisit).map(|digest| digest.spelling());
    let mut names: Vec<_> = id.into_iter().collect();
    let of_moment = |bytes: &[Bytes]| {
        uri_and_date.as_ref().map(|(uri, date)| at(uri, date, bytes)).unwrap_or_default()
    };
    if let Some(digest) = digest {
        names.extend(of_moment(&[Bytes::Digest(digest.clone())]));
        names.push(Name::Digest(digest));
        names.extend(of_moment(&[Bytes::Undeclared]));
    }
    names.extend(of_moment(&[Bytes::Any]));
    if names.is_empty() && payload::is_not_modified(revisit) {
        let uri = revisit.target_uri().zip(revisit.date());
        names.extend(uri.map(|(uri, date)| Name::Latest { uri, by: date.unix_ms }));
    }
    names
}

/// The names of a URI at a date: the exact ones first, as some archives have milliseconds and
/// refer to them by seconds, and the other way round.
fn at<'a>(uri: &'a str, date: &WarcDate, bytes: &[Bytes]) -> Vec<Name<'a>> {
    let named = |(moment, bytes): (String, &Bytes)| Name::At { uri, moment, bytes: bytes.clone() };
    let moments = moments(date);
    let all = moments.iter().flat_map(|moment| bytes.iter().map(|bytes| (moment.clone(), bytes)));
    all.map(named).collect()
}

/// A date with its milliseconds, where it has some, and by the second.
fn moments(date: &WarcDate) -> Vec<String> {
    let second = date.timestamp();
    let millisecond = date.unix_ms.rem_euclid(1000);
    let exact = (millisecond > 0).then(|| format!("{second}.{millisecond:03}"));
    exact.into_iter().chain([second]).collect()
}

/// Whether a record tells the state of its URI, which a later answer may call not modified: a
/// success (RFC 9110, section 13.2.1), or no HTTP at all.
fn is_state(record: &Record<'_>) -> bool {
    // Only the status line is wanted of a block that may be large.
    let head = &record.block()[..record.block().len().min(HEAD)];
    let status = parse_http_response(head, &Limits::default()).ok().and_then(|http| http.status);
    status.is_none_or(|status| status / 100 == 2)
}

/// Bytes in which a status line is looked for, with interim heads before it.
const HEAD: usize = 8 << 10;
