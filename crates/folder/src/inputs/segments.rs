//! Where the segments of records stand: a group for each record in segments, keyed by the id of the
//! first.
//!
//! Few archives have segments, so nothing is gathered before the first one is met. Then the heads
//! of all inputs are read once. A group holds places, no bytes: blocks are read when they are
//! joined.

use std::sync::OnceLock;

use scutch_archive::{Item, Position, Record, RecordKind};
use scutch_learn::hashed;
use scutch_shuffle::{Evidence, Group, Settings, Shuffle, ShuffleError, Store, StoreWriter};
use serde::{Deserialize, Serialize};

use super::{Archives, RecordPlace};

/// Segments of one record that are remembered at most.
const MOST: usize = 1 << 16;
/// Name of the spill files.
const NAME: &str = "segments";

/// The segments of all records of the inputs, gathered when they are first asked for.
#[derive(Default)]
pub struct Segments {
    settings: Settings,
    found: OnceLock<Result<Store<Chain>, String>>,
}

/// One segment. Of several with one number the first in this order counts; where it stands, which
/// depends on the cut into files, decides last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Place {
    number: u64,
    unix_ms: i64,
    /// Hash of its id.
    id: u64,
    /// Bytes of its block.
    length: u64,
    total: Option<u64>,
    place: RecordPlace,
}

/// The segments of one record, in order of their numbers once they are concluded.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Chain(Vec<Place>);

impl Chain {
    fn add(&mut self, place: Place) {
        self.0.push(place);
        if self.0.len() >= 2 * MOST {
            self.settle();
        }
    }

    /// One segment for each number, the lowest numbers first.
    fn settle(&mut self) {
        self.0.sort_unstable();
        self.0.dedup_by_key(|place| place.number);
        self.0.truncate(MOST);
    }

    /// The segments behind the first, or what is missing.
    fn behind_first(&self) -> Result<&[Place], String> {
        let numbers = self.0.iter().map(|place| place.number);
        let there = numbers.zip(1..).take_while(|(number, n)| number == n).count();
        let (chain, more) = self.0.split_at(there);
        if let Some(next) = more.first() {
            return Err(format!("segment {} is missing, {} is there", there + 1, next.number));
        }
        let Some(total) = chain.last().and_then(|last| last.total) else {
            return Err(format!("the last of {there} segments says that more follow"));
        };
        let length = chain.iter().fold(0_u64, |sum, place| sum.saturating_add(place.length));
        if length != total {
            return Err(format!("{there} segments have {length} of {total} bytes"));
        }
        Ok(chain.get(1..).unwrap_or_default())
    }

    fn has_first(&self) -> bool {
        self.0.first().is_some_and(|place| place.number == 1)
    }
}

impl Group for Chain {
    fn merge(&mut self, other: Self) {
        other.0.into_iter().for_each(|place| self.add(place));
    }

    fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Place>()
    }
}

impl Evidence for Chain {
    fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Place>()
    }
}

impl std::fmt::Debug for Segments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Segments").field("gathered", &self.found.get().is_some()).finish()
    }
}

impl Segments {
    /// Segments that are not gathered yet.
    pub fn new(settings: Settings) -> Self {
        Self { settings, found: OnceLock::new() }
    }

    /// The chain that the origin with this id begins.
    fn chain(&self, archives: Archives<'_>, origin: &str) -> Result<std::sync::Arc<Chain>, String> {
        let gather = || self.gather(archives).map_err(|error| error.to_string());
        let found = self.found.get_or_init(gather).as_ref().map_err(Clone::clone)?;
        let chain = found.get(&key(origin)).map_err(|error| error.to_string())?;
        Ok(chain.unwrap_or_default())
    }

    /// Reads the heads of all inputs.
    fn gather(&self, archives: Archives<'_>) -> Result<Store<Chain>, ShuffleError> {
        let mut shuffle: Shuffle<Chain> = Shuffle::new(NAME, self.settings.clone());
        for input in 0..archives.files.len() {
            // The reading that makes rows reports inputs that cannot be read.
            let Ok(mut reader) = archives.reader(input, Position::START) else { continue };
            while let Some(item) = reader.next_head() {
                let Item::Record(record) = item else { continue };
                let Some(segment) = record.segment() else { continue };
                let place = Place {
                    number: segment.number,
                    unix_ms: record.date().map_or(i64::MAX, |date| date.unix_ms),
                    id: hashed(record.record_id().unwrap_or_default().as_bytes()),
                    length: record.extent().block,
                    total: segment.total,
                    place: RecordPlace::of_record(input, &record),
                };
                shuffle.update(&key(segment.origin), |chain| chain.add(place))?;
            }
        }
        let mut store = StoreWriter::new(NAME, self.settings.clone());
        shuffle.finish()?.into_each(|key, mut chain| {
            chain.settle();
            store.put(key, chain)
        })?;
        store.finish()
    }
}

fn key(origin: &str) -> String {
    // Ids may be of any length; keys of groups stay small.
    format!("{:016x}", hashed(origin.as_bytes()))
}

impl Archives<'_> {
    /// A record with the blocks of its later segments. Where some are missing, and where the record
    /// is itself a later segment without a first one, a fault says so. Other records stay as they
    /// are.
    pub fn joined(&self, record: Record<'static>) -> Record<'static> {
        let Some(segments) = self.segments else { return record };
        if self.is_orphan(&record) {
            return record.without_segments("the first segment is not among the inputs".to_owned());
        }
        let Some(segment) = record.segment() else { return record };
        if *record.kind() == RecordKind::Continuation {
            return record;
        }
        let chain = match segments.chain(*self, segment.origin) {
            Ok(chain) => chain,
            Err(detail) => return record.without_segments(detail),
        };
        match chain.behind_first() {
            Err(detail) => record.without_segments(detail),
            Ok(places) => {
                let found = places.len();
                let others: Vec<_> = places.iter().map_while(|p| self.alone(p.place)).collect();
                if others.len() < found {
                    let detail = format!("segment {} cannot be read", others.len() + 2);
                    return record.without_segments(detail);
                }
                record.with_segments(others, self.limits)
            }
        }
    }

    /// True for a later segment of a record that no input has the first segment of.
    pub fn is_orphan(&self, record: &Record<'_>) -> bool {
        let (Some(segments), RecordKind::Continuation) = (self.segments, record.kind()) else {
            return false;
        };
        let chain = record.segment().and_then(|s| segments.chain(*self, s.origin).ok());
        !chain.is_some_and(|chain| chain.has_first())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place(number: u64, length: u64, total: Option<u64>) -> Place {
        let place = RecordPlace { input: 0, offset: number, inner_offset: 0 };
        Place { number, unix_ms: 0, id: number, length, total, place }
    }

    fn concluded(places: impl IntoIterator<Item = Place>) -> Chain {
        let mut chain = Chain::default();
        places.into_iter().for_each(|place| chain.add(place));
        chain.settle();
        chain
    }

    #[test]
    fn a_chain_is_whole_or_says_what_is_missing() {
        let (one, two) = (place(1, 10, None), place(2, 10, None));
        let last = place(3, 5, Some(25));
        let cases = [
            (vec![one, two, last], Ok(2)),
            (vec![place(1, 5, Some(5))], Ok(0)),
            (vec![one, two], Err("the last of 2 segments says that more follow")),
            (vec![one, last], Err("segment 2 is missing, 3 is there")),
            (vec![two, last], Err("segment 1 is missing, 2 is there")),
            (vec![one, two, place(3, 4, Some(25))], Err("3 segments have 24 of 25 bytes")),
            (vec![], Err("the last of 0 segments says that more follow")),
        ];
        for (places, expected) in cases {
            let chain = concluded(places.clone());
            let found = chain.behind_first().map(<[Place]>::len);
            assert_eq!(found, expected.map_err(str::to_owned), "{places:?}");
        }
    }

    #[test]
    fn of_several_with_one_number_the_earliest_counts() {
        let late = Place { unix_ms: 9, length: 7, ..place(2, 0, Some(17)) };
        let chain = concluded([late, place(1, 10, None), place(2, 5, Some(15))]);
        assert_eq!(chain.behind_first().expect("whole"), [place(2, 5, Some(15))]);
    }

    #[test]
    fn a_chain_of_very_many_is_bounded() {
        let chain = concluded((0..5 * MOST as u64).rev().map(|n| place(n + 1, 1, None)));
        assert_eq!(chain.0.len(), MOST);
        assert_eq!(chain.0[MOST - 1].number, MOST as u64);
    }

    proptest! {
        #[test]
        fn the_order_of_reading_decides_nothing(
            seed in prop::collection::vec((1..6_u64, 0..4_i64, 0..9_u64), 0..12),
            turn in any::<prop::sample::Index>(),
        ) {
            let places: Vec<_> = seed
                .iter()
                .map(|(n, unix_ms, length)| Place { unix_ms: *unix_ms, ..place(*n, *length, None) })
                .collect();
            let mut turned = places.clone();
            turned.rotate_left(turn.index(places.len().max(1)).min(places.len()));
            prop_assert_eq!(concluded(turned).0, concluded(places).0);
        }
    }
}
