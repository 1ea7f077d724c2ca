//! Backpressure: a bound on the bytes and batches between reader and writer.
//!
//! The writer waits for the next batch in order. Without a bound, reader and workers would run far
//! ahead while one slow page holds it up.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Maximum bytes of record blocks in flight. A larger batch passes alone.
const BYTES: u64 = 32 << 20;
/// Maximum batches in flight.
pub(crate) const BATCHES: u64 = 64;

/// What is in flight.
#[derive(Default)]
struct State {
    bytes: u64,
    batches: u64,
    closed: bool,
}

/// Counts what is in flight and blocks the reader at the limit.
#[derive(Default)]
pub(crate) struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

impl Gate {
    /// Waits until a batch of `bytes` may enter. Returns false once the gate is closed.
    pub(crate) fn enter(&self, bytes: u64) -> bool {
        let mut state = self.lock();
        // An empty pipeline accepts any batch, or a batch above the limit would wait for ever.
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

    /// Removes a written batch of `bytes`.
    pub(crate) fn leave(&self, bytes: u64) {
        let mut state = self.lock();
        state.bytes = state.bytes.saturating_sub(bytes);
        state.batches = state.batches.saturating_sub(1);
        self.changed.notify_all();
    }

    /// Closes the gate and wakes everyone who waits.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// The state. A poisoned lock is used all the same: counters have no invariant to break.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
