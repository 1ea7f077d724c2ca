//! Whole objects, in blocks.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use scutch_archive::{RemoteBytes, RemoteVersion};

use crate::expected::again;
use crate::network::Network;
use crate::object::Object;

/// Bytes of a block.
const BLOCK: u64 = 1 << 20;
/// Blocks that are fetched ahead where reading goes forward.
const AHEAD: u64 = 4;

/// An object of which any byte may be read.
#[derive(Debug)]
pub(crate) struct Whole(Arc<Blocks>);

impl Whole {
    /// Fetches the first block, which tells size and version of the object.
    pub(crate) fn open(network: Arc<Network>, object: Arc<Object>) -> io::Result<Self> {
        Blocks::open(network, object).map(|blocks| Self(Arc::new(blocks)))
    }
}

impl RemoteBytes for Whole {
    fn size(&self) -> u64 {
        self.0.size
    }

    fn version(&self) -> Option<RemoteVersion> {
        self.0.object.version()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            let (at, rest) = (offset.saturating_add(filled as u64), &mut buffer[filled..]);
            match self.0.read(at, rest) {
                Ok(0) => break,
                Ok(read) => filled += read,
                // The error comes again at its own offset.
                Err(_) if filled > 0 => break,
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }
}

/// The blocks of one object. Those that were fetched are in the cache of the network.
#[derive(Debug)]
struct Blocks {
    network: Arc<Network>,
    object: Arc<Object>,
    /// The number of this object in the cache.
    number: u64,
    size: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    coming: BTreeSet<u64>,
    failed: BTreeMap<u64, Arc<io::Error>>,
    /// The block that was read last.
    last: Option<u64>,
}

impl Blocks {
    fn open(network: Arc<Network>, object: Arc<Object>) -> io::Result<Self> {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let first = network.wait(async {
            let first = object.range(&network, 0..BLOCK).await;
            // No range can be had of an object without bytes.
            let is_empty = first.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::Other)
                && object.look(&network).await.is_ok()
                && object.version().is_some_and(|version| version.size == 0);
            if is_empty { Ok(Bytes::new()) } else { first }
        })?;
        let size = object.version().map_or(0, |version| version.size);
        let number = OPENED.fetch_add(1, Ordering::Relaxed);
        if size > 0 {
            network.cache.put((number, 0), first);
        }
        let (state, changed) = (Mutex::default(), Condvar::new());
        Ok(Self { network, object, number, size, state, changed })
    }

    /// Fills a buffer with bytes of one block.
    fn read(self: &Arc<Self>, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        if offset >= self.size {
            return Ok(0);
        }
        let block = self.block(offset / BLOCK)?;
        let from = usize::try_from(offset % BLOCK).unwrap_or(usize::MAX).min(block.len());
        let n = (block.len() - from).min(buffer.len());
        buffer[..n].copy_from_slice(&block[from..from + n]);
        Ok(n)
    }

    /// A block, as soon as it is here.
    fn block(self: &Arc<Self>, number: u64) -> io::Result<Bytes> {
        let mut state = self.lock();
        // At the very beginning most readers only look what it is.
        let is_forward = number > 0 && state.last == number.checked_sub(1);
        state.last = Some(number);
        if is_forward {
            self.fetch_ahead(&mut state, number);
        }
        loop {
            if let Some(block) = self.network.cache.get((self.number, number)) {
                return Ok(block);
            }
            // Whoever asks next tries again.
            if let Some(error) = state.failed.remove(&number) {
                return Err(again(&error));
            }
            self.fetch(&mut state, number);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Begins to fetch the blocks behind one.
    fn fetch_ahead(self: &Arc<Self>, state: &mut State, number: u64) {
        for next in number..=number + AHEAD {
            if next * BLOCK < self.size && self.network.cache.get((self.number, next)).is_none() {
                self.fetch(state, next);
            }
        }
    }

    /// Begins to fetch a block, unless it is coming.
    fn fetch(self: &Arc<Self>, state: &mut State, number: u64) {
        if !state.coming.insert(number) {
            return;
        }
        let blocks = Arc::clone(self);
        let range = number * BLOCK..((number + 1) * BLOCK).min(self.size);
        self.network.spawn(async move {
            let fetched = blocks.object.range(&blocks.network, range).await;
            blocks.came(number, fetched);
        });
    }

    /// Notes what came of a block.
    fn came(&self, number: u64, fetched: io::Result<Bytes>) {
        let mut state = self.lock();
        state.coming.remove(&number);
        match fetched {
            Ok(block) => self.network.cache.put((self.number, number), block),
            Err(error) => drop(state.failed.insert(number, Arc::new(error))),
        }
        drop(state);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        self.network.cache.forget(self.number);
    }
}
