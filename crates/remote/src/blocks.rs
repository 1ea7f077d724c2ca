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

/// What is under way, by the numbers of blocks.
#[derive(Debug, Default)]
struct State {
    coming: BTreeSet<u64>,
    /// Told to the next thread that asks, and then forgotten.
    failed: BTreeMap<u64, Arc<io::Error>>,
    /// The block that was read last.
    last: Option<u64>,
}

impl Blocks {
    /// Fetches the first block. Size and version come with the answer.
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
        // Not the address: an object that is opened again may be another version.
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
            // Again, if it left the cache before this thread woke up.
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
        // A thread that wakes up wants the lock at once.
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

#[cfg(test)]
mod tests {
    use object_store::memory::InMemory;
    use object_store::path::Path;
    use object_store::{ObjectStore as _, PutPayload};
    use scutch_archive::RemoteChange;

    use super::*;

    /// Puts an object into a store.
    fn put(network: &Network, store: &InMemory, bytes: &[u8]) {
        let payload = PutPayload::from(bytes.to_vec());
        let put = async {
            let done = store.put_opts(&Path::from("a"), payload, Default::default()).await;
            done.map_err(io::Error::other)
        };
        network.wait(put).expect("memory");
    }

    /// A store with one object, which is open.
    fn opened(bytes: &[u8]) -> (Arc<Network>, Arc<InMemory>, Whole) {
        let network = Arc::new(Network::new().expect("a runtime"));
        let store = Arc::new(InMemory::new());
        put(&network, &store, bytes);
        let object = Object::new(Arc::clone(&store) as _, Path::from("a"));
        let whole = Whole::open(Arc::clone(&network), Arc::new(object)).expect("memory");
        (network, store, whole)
    }

    #[test]
    fn any_bytes_are_read_across_blocks() {
        let length = 3 * BLOCK as usize + 5;
        let bytes: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
        let (_network, _store, whole) = opened(&bytes);
        assert_eq!(whole.size(), length as u64);
        let block = BLOCK as usize;
        for (offset, wanted) in [
            (0, 10),
            (block - 3, 6),
            (2 * block, block + 9),
            (0, length + 1),
            (length - 1, 2),
            (length, 1),
            (length + 9, 1),
        ] {
            let mut buffer = vec![0; wanted];
            let read = whole.read_at(offset as u64, &mut buffer).expect("memory");
            let expected = &bytes[offset.min(length)..(offset + wanted).min(length)];
            assert!(buffer[..read] == *expected, "{wanted} bytes at {offset}: {read}");
        }
        let mut buffer = [0; 1];
        assert_eq!(opened(b"").2.read_at(0, &mut buffer).expect("no bytes"), 0);
    }

    #[test]
    fn an_object_that_changed_is_an_error_and_not_another_text() {
        let bytes = vec![1; 2 * BLOCK as usize];
        let (network, store, whole) = opened(&bytes);
        put(&network, &store, &vec![2; 2 * BLOCK as usize]);
        let mut buffer = [0; 4];
        // The first block is here.
        assert_eq!(whole.read_at(0, &mut buffer).expect("kept"), 4);
        let error = whole.read_at(BLOCK, &mut buffer).expect_err("changed");
        assert!(
            error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<RemoteChange>),
            "{error:?}"
        );
        assert_eq!(buffer, [1; 4]);
    }
}
