//! The gate between the reader and the workers: bounds what is in flight, in bytes and in batches.
//!
//! A slow page would otherwise let the reader and the other workers run ahead without limit while
//! the ordered writer waits for it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of record blocks in flight; one batch larger than that passes alone.
const BYTES: u64 = 32 << 20;
/// Batches in flight.
const BATCHES: u64 = 64;

#[derive(Default)]
struct State {
    bytes: u64,
    batches: u64,
    closed: bool,
}

#[derive(Default)]
pub(crate) struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

impl Gate {
    /// Waits until a batch of `bytes` may enter. False when the run is over.
    pub(crate) fn enter(&self, bytes: u64) -> bool {
        let mut state = self.lock();
        while !state.closed
            && state.batches > 0
            && (state.batches >= BATCHES || state.bytes + bytes > BYTES)
        {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += bytes;
        state.batches += 1;
        !state.closed
    }

    /// A batch of `bytes` has been written.
    pub(crate) fn leave(&self, bytes: u64) {
        let mut state = self.lock();
        state.bytes = state.bytes.saturating_sub(bytes);
        state.batches = state.batches.saturating_sub(1);
        self.changed.notify_all();
    }

    /// Nothing enters any more.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
