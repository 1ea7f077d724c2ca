//! Revisits as the captures they stand for.
//!
//! A stage whose keys are names of records: id, URI with date, digest of the payload. The evidence
//! of a name is where the record stands that bears it.

use scutch_archive::revisit::{Name, Unresolved, names, resolve};
use scutch_archive::{Record, RecordKind};
use scutch_learn::{hashed, mixed};
use scutch_shuffle::{Evidence, Group, ShuffleError, Store};
use serde::{Deserialize, Serialize};

use super::stage::Stage;
use super::visit::Visit;
use crate::inputs::{Archives, RecordPlace};

/// Finds what revisits may refer to.
pub(crate) struct Originals;

/// A record that bears a name. Of several the first in this order counts: one with a payload, the
/// earliest, then by what it is; never by where it stands, which depends on the cut into files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Candidate {
    is_revisit: bool,
    unix_ms: i64,
    /// Hash of address, id and content.
    record: u64,
    place: RecordPlace,
}

/// The best record with a name so far.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Bearer(Option<Candidate>);

impl Group for Bearer {
    fn merge(&mut self, other: Self) {
        self.0 = match (self.0, other.0) {
            (Some(own), Some(theirs)) => Some(own.min(theirs)),
            (own, theirs) => own.or(theirs),
        };
    }

    fn memory(&self) -> usize {
        size_of::<Self>()
    }
}

impl Evidence for Bearer {
    fn memory(&self) -> usize {
        size_of::<Self>()
    }
}

impl Stage for Originals {
    type Observation = Candidate;
    type Group = Bearer;
    type Evidence = Bearer;
    const NAME: &'static str = "originals";

    fn observe(&self, visit: &Visit<'_>) -> Vec<(String, Candidate)> {
        let record = visit.record;
        use RecordKind::{Resource, Response, Revisit};
        // Other records have no payload that a revisit could refer to.
        if !matches!(record.kind(), Response | Resource | Revisit) {
            return Vec::new();
        }
        // Hashing a declared digest is cheaper than hashing a block of megabytes.
        let digest = record.header("WARC-Payload-Digest").map(str::as_bytes);
        let identifiers =
            [record.target_uri(), record.record_id()].map(|text| text.map(str::as_bytes));
        let parts = identifiers.into_iter().chain([Some(digest.unwrap_or(record.block()))]);
        let identity = parts.fold(0, |hash, part| mixed(hash ^ hashed(part.unwrap_or_default())));
        let candidate = Candidate {
            is_revisit: *record.kind() == Revisit,
            // Records without a date are the last choice.
            unix_ms: record.date().map_or(i64::MAX, |date| date.unix_ms),
            record: identity,
            place: visit.place,
        };
        names(record).iter().flatten().map(|name| (key(name), candidate)).collect()
    }

    fn fold(group: &mut Bearer, observation: Candidate) {
        group.merge(Bearer(Some(observation)));
    }

    fn conclude(&self, group: Bearer) -> Bearer {
        group
    }
}

/// Names are looked up by hash; what they lead to is compared with the name.
fn key(name: &Name<'_>) -> String {
    format!("{:016x}", name.key())
}

/// A revisit with the block of the capture it stands for; other records as they are.
///
/// # Errors
/// When the store cannot be read. The inner error says why a revisit stands for nothing.
pub(crate) fn resolved(
    record: Record<'static>,
    originals: &Store<Bearer>,
    archives: Archives<'_>,
) -> Result<Result<Record<'static>, Unresolved>, ShuffleError> {
    if *record.kind() != RecordKind::Revisit {
        return Ok(Ok(record));
    }
    let mut failed = None;
    // `resolve` takes a look-up that cannot fail, so an error of the store is kept for later.
    let find = |name: &Name<'_>| match originals.get(&key(name)) {
        Ok(found) => archives.record(found?.0?.place),
        Err(error) => {
            failed = Some(error);
            None
        }
    };
    let original = resolve(&record, find);
    match failed {
        Some(error) => Err(error),
        None => Ok(original.map(|original| record.with_block_of(original))),
    }
}

#[cfg(test)]
mod tests;
