//! Objects of which an index chose ranges.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use scutch_archive::{RemoteBytes, RemoteVersion};

use crate::expected::Expected;
use crate::network::Network;
use crate::plan::Plan;

/// Bytes that one read outside of the ranges fetches at most: it is for the dictionary of a `.warc.zst` file.
const STRAY: usize = 1 << 20;
/// Such reads of an object that are kept.
const STRAYS: usize = 4;

/// An object of which some ranges are read. It ends with the last of them.
#[derive(Debug)]
pub(crate) struct Selected {
    network: Arc<Network>,
    plan: Arc<Plan>,
    /// Its number in the plan.
    number: u64,
    ranges: Arc<Expected>,
    /// What was read elsewhere, by offset.
    strays: Mutex<BTreeMap<u64, Bytes>>,
}

impl Selected {
    /// Announces the ranges of an object to the plan.
    pub(crate) fn new(network: Arc<Network>, plan: Arc<Plan>, ranges: Expected) -> Self {
        let ranges = Arc::new(ranges);
        let number = plan.add(&ranges);
        Self { network, plan, number, ranges, strays: Mutex::default() }
    }

    /// Fills a buffer from the range that has a byte.
    fn read(&self, piece: &Range<u64>, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.plan.read_on(&self.network, self.number, piece);
        self.ranges.read(piece, offset, buffer)
    }

    /// Fills a buffer from between the ranges.
    fn stray(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        // What goes on behind a range is another record, which nobody wants.
        if offset.checked_sub(1).is_some_and(|before| self.ranges.piece(before).is_some()) {
            return Ok(0);
        }
        let wanted = buffer.len().min(STRAY);
        let mut strays = self.strays.lock().unwrap_or_else(PoisonError::into_inner);
        let here = strays.get(&offset).filter(|bytes| bytes.len() >= wanted).cloned();
        let bytes = match here {
            Some(bytes) => bytes,
            None => {
                let range = offset..offset.saturating_add(wanted as u64);
                let bytes = self.network.wait(self.ranges.object.range(&self.network, range))?;
                // One file has one dictionary; more than a few strays are an index of nonsense.
                if strays.len() >= STRAYS {
                    strays.clear();
                }
                strays.insert(offset, bytes.clone());
                bytes
            }
        };
        let n = bytes.len().min(buffer.len());
        buffer[..n].copy_from_slice(&bytes[..n]);
        Ok(n)
    }
}

impl RemoteBytes for Selected {
    fn size(&self) -> u64 {
        self.ranges.end()
    }

    fn version(&self) -> Option<RemoteVersion> {
        self.ranges.object.version()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            let (at, rest) = (offset.saturating_add(filled as u64), &mut buffer[filled..]);
            let read = match self.ranges.piece(at) {
                Some(piece) => self.read(&piece, at, rest),
                None if filled > 0 => break,
                None => return self.stray(at, rest),
            };
            match read {
                // The object is shorter than its index says.
                Ok(0) => break,
                Ok(read) => filled += read,
                // What was read counts; the error comes again at its own offset.
                Err(_) if filled > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }
}
