//! Which records belong together: revisits and originals, requests and responses, metadata,
//! segments.
//!
//! A selection is read in passes. The first takes in what was selected; as long as something that
//! is wanted may stand elsewhere, a further pass meets the other records. What is kept of a record
//! are hashes of 128 bits.

use std::collections::{HashMap, HashSet};

use sha2::{Digest as _, Sha256};

use crate::record::{Record, RecordKind, unbracketed};
use crate::revisit::{self, Name, Place};

/// Passes for revisits that refer to revisits.
const PASSES: u32 = 8;

/// What comes along with the records that were selected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum With {
    /// Nothing.
    None,
    /// The records that revisits refer to, and all segments of a record.
    Originals,
    /// Those, and what was archived together: requests, responses, metadata, conversions.
    #[default]
    Related,
}

/// What a selection leaves without its partner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Missing {
    /// Revisits without the record that they refer to.
    pub originals: u64,
    /// Records of which segments are missing.
    pub segments: u64,
    /// Requests, responses, metadata and conversions that are referred to.
    pub related: u64,
}

/// The records of a selection, and those that belong to them.
#[derive(Debug, Default)]
pub struct Relations {
    with: With,
    places: HashSet<At>,
    /// Records that were not selected and belong to some that were.
    more: HashSet<At>,
    /// Ids of the records that are copied.
    ids: HashSet<u128>,
    /// Ids that records of one event have or refer to.
    events: HashSet<u128>,
    /// Ids that records refer to as archived together with them.
    partners: HashSet<u128>,
    /// Segmented records, by the id of their first segment.
    segmented: HashMap<u128, Segments>,
    /// Where a name leads, of copied records; of others where it is wanted.
    named: HashMap<u128, Target>,
    /// Names that are wanted of records that are not copied.
    wanted: HashSet<u128>,
    revisits: Vec<Revisit>,
    passes: u32,
}

/// File, offset and inner offset.
type At = (u32, u64, u64);

/// A record that revisits may refer to.
#[derive(Debug, Clone)]
struct Target {
    at: At,
    /// Of a revisit, the names by which it refers to another record.
    further: Option<Vec<u128>>,
}

#[derive(Debug)]
struct Revisit {
    at: At,
    /// In the order in which they are followed.
    names: Vec<u128>,
}

#[derive(Debug, Default)]
struct Segments {
    there: u64,
    highest: u64,
    /// The last one says how long the whole is.
    ends: bool,
}

impl Relations {
    /// A selection that takes `with` along.
    pub fn new(with: With) -> Self {
        Self { with, ..Self::default() }
    }

    /// Takes in a selected record. False when it was before: lines of an index may name a record
    /// several times.
    pub fn select(&mut self, place: Place, record: &Record<'_>) -> bool {
        let at = at(place);
        // By the place: two records may have one id.
        if !self.places.insert(at) {
            return false;
        }
        self.take_in(at, record);
        true
    }

    fn take_in(&mut self, at: At, record: &Record<'_>) {
        let id = record.record_id().map(id_key);
        self.ids.extend(id);
        self.events.extend(id);
        for partner in partners(record) {
            self.events.insert(partner);
            self.partners.insert(partner);
        }
        if let Some((origin, number, ends)) = segment(record) {
            let segments = self.segmented.entry(origin).or_default();
            segments.there += 1;
            segments.highest = segments.highest.max(number);
            segments.ends |= ends;
        }
        if let Some(target) = target(at, record) {
            for name in names(record) {
                self.named.entry(name).or_insert_with(|| target.clone());
            }
            if let Some(names) = target.further {
                self.want(Revisit { at, names });
            }
        }
    }

    fn want(&mut self, revisit: Revisit) {
        self.wanted.extend(&revisit.names);
        self.revisits.push(revisit);
    }

    /// Whether other records have to be met: something wanted may be among them.
    pub fn is_open(&self) -> bool {
        if self.passes >= PASSES {
            return false;
        }
        match self.with {
            With::None => false,
            With::Related if self.passes == 0 => !self.places.is_empty(),
            With::Originals if self.passes == 0 && !self.segmented.is_empty() => true,
            With::Originals | With::Related => {
                self.revisits.iter().any(|revisit| !self.is_settled(revisit))
            }
        }
    }

    /// The record that a revisit names first is copied.
    fn is_settled(&self, revisit: &Revisit) -> bool {
        let first = revisit.names.first();
        first.is_none_or(|name| self.named.get(name).is_some_and(|t| self.places.contains(&t.at)))
    }

    /// Meets a record in a pass over all of them.
    pub fn meet(&mut self, place: Place, record: &Record<'_>) {
        let at = at(place);
        if self.places.contains(&at) {
            return;
        }
        if self.passes == 0 && self.belongs(record) {
            self.places.insert(at);
            self.more.insert(at);
            self.take_in(at, record);
            return;
        }
        if let Some(target) = target(at, record) {
            for name in names(record).into_iter().filter(|name| self.wanted.contains(name)) {
                self.named.entry(name).or_insert_with(|| target.clone());
            }
        }
    }

    /// Whether a record belongs to one that is copied.
    fn belongs(&self, record: &Record<'_>) -> bool {
        let of_segments = segment(record).is_some_and(|(id, ..)| self.segmented.contains_key(&id));
        let id = record.record_id().map(id_key);
        let is_first = id.is_some_and(|id| self.segmented.contains_key(&id));
        let of_event = self.with == With::Related
            && (id.is_some_and(|id| self.events.contains(&id))
                || partners(record).any(|id| self.ids.contains(&id) || self.events.contains(&id)));
        of_segments || is_first || of_event
    }

    /// Ends a pass: takes along what revisits refer to.
    pub fn settle(&mut self) {
        self.passes += 1;
        let mut chains = Vec::new();
        for revisit in &self.revisits {
            let Some(target) = self.original(revisit) else { continue };
            if self.places.insert(target.at) {
                self.more.insert(target.at);
                chains.extend(target.further.map(|names| Revisit { at: target.at, names }));
            }
        }
        // What these refer to is looked for in the next pass.
        chains.into_iter().for_each(|revisit| self.want(revisit));
    }

    /// What a revisit refers to, by the first of its names that leads anywhere.
    fn original(&self, revisit: &Revisit) -> Option<Target> {
        let mut targets = revisit.names.iter().filter_map(|name| self.named.get(name));
        // Revisits that refer to themselves occur.
        targets.find(|target| target.at != revisit.at).cloned()
    }

    /// Whether a record is copied.
    pub fn takes(&self, place: Place) -> bool {
        self.places.contains(&at(place))
    }

    /// Records that were not selected and come along.
    pub fn more(&self) -> u64 {
        self.more.len() as u64
    }

    /// Whether a record was not selected and comes along.
    pub fn came_along(&self, place: Place) -> bool {
        self.more.contains(&at(place))
    }

    /// What is left without its partner.
    pub fn missing(&self) -> Missing {
        let dangling = |revisit: &&Revisit| {
            self.original(revisit).is_none_or(|target| !self.places.contains(&target.at))
        };
        let incomplete = |s: &&Segments| !s.ends || s.there < s.highest;
        Missing {
            originals: self.revisits.iter().filter(dangling).count() as u64,
            segments: self.segmented.values().filter(incomplete).count() as u64,
            related: self.partners.difference(&self.ids).count() as u64,
        }
    }
}

fn at(place: Place) -> At {
    (place.file, place.position.offset, place.position.inner_offset)
}

/// A record that a revisit may refer to.
fn target(at: At, record: &Record<'_>) -> Option<Target> {
    use RecordKind::{Resource, Response, Revisit};
    let further = match record.kind() {
        Response | Resource => None,
        Revisit => Some(references(record)),
        _ => return None,
    };
    Some(Target { at, further })
}

/// Ids of the records that one was archived together with.
fn partners<'a>(record: &'a Record<'_>) -> impl Iterator<Item = u128> + 'a {
    use RecordKind::{Conversion, Metadata};
    let refers = matches!(record.kind(), Metadata | Conversion);
    let is_partner = move |name: &str| {
        name.eq_ignore_ascii_case("WARC-Concurrent-To")
            || (refers && name.eq_ignore_ascii_case("WARC-Refers-To"))
    };
    record.headers().filter(move |(name, _)| is_partner(name)).map(|(_, id)| id_key(id))
}

/// Of a segment the id of the first one, its number, and whether it is the last.
fn segment(record: &Record<'_>) -> Option<(u128, u64, bool)> {
    let number = record.header("WARC-Segment-Number")?.trim().parse().unwrap_or(0);
    let origin = record.header("WARC-Segment-Origin-ID").or(record.header("WARC-Record-ID"))?;
    Some((id_key(origin), number, record.header("WARC-Segment-Total-Length").is_some()))
}

/// The names by which revisits may refer to a record.
fn names(record: &Record<'_>) -> Vec<u128> {
    revisit::names(record).iter().filter_map(name_key).collect()
}

/// The names by which a revisit refers to a record, in the order in which they are followed.
fn references(record: &Record<'_>) -> Vec<u128> {
    revisit::references(record).iter().filter_map(name_key).collect()
}

/// The hash of a name. The latest state of a URI is none: it depends on dates.
fn name_key(name: &Name<'_>) -> Option<u128> {
    (!matches!(name, Name::Latest { .. })).then(|| key(&format!("{name:?}")))
}

/// The hash of a record id, with angle brackets or without.
pub(super) fn id_key(id: &str) -> u128 {
    key(unbracketed(id))
}

fn key(text: &str) -> u128 {
    let mut first = [0; 16];
    first.copy_from_slice(&Sha256::digest(text)[..16]);
    u128::from_le_bytes(first)
}

#[cfg(test)]
mod tests;
