//! The ranges of one object that will be read, each fetched once.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;

use crate::object::Object;
use crate::spool::Spool;

/// Bytes of one request at most.
const PIECE: u64 = 4 << 20;

/// What is known of a piece that somebody asked for.
#[derive(Debug)]
enum State {
    Coming,
    /// So many bytes at this place of the spool. An object that is shorter than its index says has fewer.
    Here(u64, usize),
    Failed(Arc<io::Error>),
}

/// The expected ranges of one object, cut into pieces of a request each.
#[derive(Debug)]
pub(crate) struct Expected {
    pub(crate) object: Arc<Object>,
    spool: Arc<Spool>,
    /// Ends of the ranges by their starts.
    ranges: BTreeMap<u64, u64>,
    /// Pieces by their first byte. Only those asked for: an index may name any length.
    pieces: Mutex<BTreeMap<u64, State>>,
    changed: Condvar,
}

impl Expected {
    /// Expects ranges of bytes that do not overlap.
    pub(crate) fn new(object: Arc<Object>, spool: Arc<Spool>, ranges: &[Range<u64>]) -> Self {
        let ranges = ranges.iter().filter(|range| !range.is_empty());
        let ranges = ranges.map(|range| (range.start, range.end)).collect();
        Self { object, spool, ranges, pieces: Mutex::default(), changed: Condvar::new() }
    }

    /// Behind the last expected byte.
    pub(crate) fn end(&self) -> u64 {
        self.ranges.last_key_value().map_or(0, |(_, end)| *end)
    }

    /// The piece that has a byte.
    pub(crate) fn piece(&self, offset: u64) -> Option<Range<u64>> {
        let (start, end) = self.ranges.range(..=offset).next_back()?;
        let first = start + (offset - start) / PIECE * PIECE;
        (offset < *end).then(|| first..first.saturating_add(PIECE).min(*end))
    }

    /// Takes over to fetch the piece that starts here, if nobody did. Every piece that is taken over must
    /// [come](Self::came).
    pub(crate) fn take_over(&self, start: u64) -> bool {
        match self.lock().entry(start) {
            Entry::Vacant(piece) => {
                piece.insert(State::Coming);
                true
            }
            Entry::Occupied(_) => false,
        }
    }

    /// The pieces that start at an offset or behind it, in order, `most` of them.
    pub(crate) fn behind(&self, offset: u64, most: usize) -> Vec<Range<u64>> {
        let mut pieces: Vec<Range<u64>> = Vec::new();
        let mut at = offset;
        while pieces.len() < most {
            // Within a range pieces go on where the last one ended.
            let next = self.piece(at).filter(|piece| piece.start == at);
            let start = || self.ranges.range(at..).next().map(|(start, _)| *start);
            let Some(piece) = next.or_else(|| self.piece(start()?)) else { break };
            at = piece.end;
            pieces.push(piece);
        }
        pieces
    }

    /// Notes what came of a piece.
    pub(crate) fn came(&self, piece: &Range<u64>, fetched: io::Result<Bytes>) {
        let put = fetched.and_then(|bytes| Ok(State::Here(self.spool.put(&bytes)?, bytes.len())));
        let state = put.unwrap_or_else(|error| State::Failed(Arc::new(error)));
        self.lock().insert(piece.start, state);
        self.changed.notify_all();
    }

    /// Fills a buffer with bytes of one piece from `offset` on, as soon as they are here. The piece must be
    /// taken over by somebody.
    pub(crate) fn read(
        &self,
        piece: &Range<u64>,
        offset: u64,
        buffer: &mut [u8],
    ) -> io::Result<usize> {
        let mut pieces = self.lock();
        let (at, length) = loop {
            match pieces.get(&piece.start) {
                Some(State::Here(at, length)) => break (*at, *length),
                Some(State::Failed(error)) => return Err(again(error)),
                Some(State::Coming) => {}
                None => return Err(io::ErrorKind::InvalidInput.into()),
            }
            pieces = self.changed.wait(pieces).unwrap_or_else(PoisonError::into_inner);
        };
        // Others may wait for another piece while the disk is read.
        drop(pieces);
        let before = usize::try_from(offset - piece.start).unwrap_or(usize::MAX).min(length);
        let n = buffer.len().min(length - before);
        self.spool.read(at + before as u64, &mut buffer[..n])?;
        Ok(n)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, State>> {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The same error once more. What it says of a change of the object is kept.
pub(crate) fn again(error: &Arc<io::Error>) -> io::Error {
    let change =
        error.get_ref().and_then(|inner| inner.downcast_ref::<scutch_archive::RemoteChange>());
    match change {
        Some(change) => io::Error::new(error.kind(), *change),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use object_store::memory::InMemory;
    use object_store::path::Path;

    use super::*;

    fn expected(ranges: &[Range<u64>]) -> Expected {
        let object = Object::new(Arc::new(InMemory::new()), Path::from("a"));
        Expected::new(Arc::new(object), Arc::new(Spool::new().expect("a file")), ranges)
    }

    #[test]
    fn pieces_are_taken_over_once_and_waited_for() {
        let expected = expected(&[10..20, 100..100 + PIECE + 5]);
        let pieces = expected.behind(0, 9);
        assert_eq!(pieces, [10..20, 100..100 + PIECE, 100 + PIECE..100 + PIECE + 5]);
        assert_eq!(expected.end(), 100 + PIECE + 5);
        assert_eq!(
            [9, 10, 19, 20].map(|at| expected.piece(at)),
            [None, Some(10..20), Some(10..20), None]
        );
        assert_eq!(expected.behind(20, 1), pieces[1..2]);
        assert_eq!(expected.behind(pieces[1].end, 9), pieces[2..]);
        assert!(expected.take_over(10) && !expected.take_over(10));
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut buffer = [0; 8];
                let n = expected.read(&pieces[0], 15, &mut buffer).expect("fetched");
                buffer[..n].to_vec()
            });
            expected.came(&pieces[2], Ok(Bytes::from_static(b"abc")));
            expected.came(&pieces[0], Ok(Bytes::from_static(b"0123456789")));
            assert_eq!(reader.join().expect("no panic"), b"56789");
        });
        // The object ended early: what it lacks is not there.
        let mut buffer = [0; 8];
        for (before, read) in [(0, "abc"), (2, "c"), (3, ""), (4, "")] {
            let n =
                expected.read(&pieces[2], pieces[2].start + before, &mut buffer).expect("fetched");
            assert_eq!(&buffer[..n], read.as_bytes());
        }
        expected.came(&pieces[1], Err(io::ErrorKind::PermissionDenied.into()));
        let error = expected.read(&pieces[1], 100, &mut buffer).expect_err("failed");
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    }
}
