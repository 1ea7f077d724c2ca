//! Revisits as the captures they stand for.
//!
//! A stage whose keys are names of records: id, URI with date, digest of the payload. The evidence
//! of a name is where the record stands that bears it. A name of a URI alone, which answers "not
//! modified" refer by, has the latest records of that URI.

use std::cmp::Reverse;

use scutch_archive::revisit::{Name, Unresolved, computed_names, names, resolve};
use scutch_archive::{Record, RecordKind};
use scutch_folder::inputs::{Archives, RecordPlace};
use scutch_learn::{hashed, mixed};
use scutch_shuffle::{Evidence, Group, ShuffleError, Store};
use serde::{Deserialize, Serialize};

use super::stage::Stage;
use super::visit::Visit;

/// Finds what revisits may refer to.
pub(crate) struct Originals;

/// A record that bears a name. Of several the first in this order counts: one with a payload, one
/// that lost no bytes, the earliest, then by what it is; never by where it stands, which depends on
/// the cut into files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Candidate {
    is_revisit: bool,
    is_damaged: bool,
    unix_ms: i64,
    /// Hash of address, id and content.
    record: u64,
    place: RecordPlace,
}

/// A record, and how it bears a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Bearing {
    /// The name is meant to be its own.
    Alone(Candidate),
    /// It is one of the states of a URI, which have one name together.
    State(Candidate),
}

/// States of one URI that are kept, the latest ones (200 KiB). An answer "not modified" that names
/// no record and came before all of these stays unresolved.
const STATES: usize = 4096;

/// What bears a name: the best record so far, or the states of a URI.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Bearer {
    best: Option<Candidate>,
    states: Vec<Candidate>,
}

impl Bearer {
    /// The record that a name stands for.
    fn place(&self, name: &Name<'_>) -> Option<RecordPlace> {
        let Name::Latest { by, .. } = name else { return Some(self.best?.place) };
        let known = self.states.iter().filter(|state| state.unix_ms <= *by);
        Some(known.min_by_key(|state| (Reverse(state.unix_ms), **state))?.place)
    }

    /// Leaves the latest states. `room` saves sorting for every one that comes.
    fn keep_latest(&mut self, room: usize) {
        if self.states.len() > STATES + room {
            self.states.sort_unstable_by_key(|state| (Reverse(state.unix_ms), *state));
            self.states.truncate(STATES);
        }
    }
}

impl Group for Bearer {
    fn merge(&mut self, other: Self) {
        self.best = match (self.best, other.best) {
            (Some(own), Some(theirs)) => Some(own.min(theirs)),
            (own, theirs) => own.or(theirs),
        };
        self.states.extend(other.states);
        self.keep_latest(STATES);
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.states.capacity() * size_of::<Candidate>()
    }
}

impl Evidence for Bearer {
    fn memory(&self) -> usize {
        Group::memory(self)
    }
}

impl Stage for Originals {
    type Observation = Bearing;
    type Group = Bearer;
    type Evidence = Bearer;
    const NAME: &'static str = "originals";

    fn observe(&self, visit: &Visit<'_>) -> Vec<(String, Bearing)> {
        let record = visit.record;
        let mut names = names(record);
        if names.is_empty() {
            return Vec::new();
        }
        // Payloads are hashed only where nothing else tells what they are.
        names.extend(computed_names(record, visit.limits()));
        let candidate = Candidate {
            is_revisit: *record.kind() == RecordKind::Revisit,
            is_damaged: !record.is_sound(),
            // Records without a date are the last choice.
            unix_ms: record.date().map_or(i64::MAX, |date| date.unix_ms),
            record: identity(record),
            place: visit.place,
        };
        let bearing = |name: &Name<'_>| match name {
            Name::Latest { .. } => Bearing::State(candidate),
            _ => Bearing::Alone(candidate),
        };
        names.iter().map(|name| (key(name), bearing(name))).collect()
    }

    fn fold(group: &mut Bearer, observation: Bearing) {
        group.merge(match observation {
            Bearing::Alone(candidate) => Bearer { best: Some(candidate), ..Bearer::default() },
            Bearing::State(candidate) => Bearer { states: vec![candidate], ..Bearer::default() },
        });
    }

    fn conclude(&self, mut group: Bearer) -> Bearer {
        group.keep_latest(0);
        // In memory and on disk the same, whatever the order of reading.
        group.states.sort_unstable();
        group
    }
}

/// A hash of what a record is, which does not depend on where it lies.
fn identity(record: &Record<'_>) -> u64 {
    // Hashing a declared digest is cheaper than hashing a block of megabytes.
    let digest = record.header("WARC-Payload-Digest").map(str::as_bytes);
    let identifiers = [record.target_uri(), record.record_id()].map(|text| text.map(str::as_bytes));
    let parts = identifiers.into_iter().chain([Some(digest.unwrap_or(record.block()))]);
    parts.fold(0, |hash, part| mixed(hash ^ hashed(part.unwrap_or_default())))
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
        Ok(found) => archives.record(found?.place(name)?),
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
