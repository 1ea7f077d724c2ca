//! In which order expected ranges are fetched: that of the objects and of their pieces, a little ahead of
//! the reader.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::expected::Expected;
use crate::network::Network;

/// Pieces that are fetched ahead at most.
const MOST: usize = 32;
/// Bytes that are fetched ahead at most.
const MOST_BYTES: u64 = 16 << 20;

/// The objects of which ranges are expected.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By their numbers, in the order in which they were announced.
    objects: BTreeMap<u64, Weak<Expected>>,
    next: u64,
    /// Pieces that are fetched ahead now: more where reading follows the plan, fewer where it jumps.
    ahead: usize,
}

impl Plan {
    /// Adds an object; returns its number.
    pub(crate) fn add(&self, expected: &Arc<Expected>) -> u64 {
        let mut state = self.lock();
        let number = state.next;
        state.next += 1;
        state.objects.retain(|_, object| object.strong_count() > 0);
        state.objects.insert(number, Arc::downgrade(expected));
        number
    }

    /// Fetches a piece that somebody waits for, and begins with those behind it.
    pub(crate) fn read_on(&self, network: &Arc<Network>, number: u64, piece: &Range<u64>) {
        let (next, ahead) = {
            let mut state = self.lock();
            let Some(expected) = state.objects.get(&number).and_then(Weak::upgrade) else { return };
            // A piece that was fetched ahead shows that reading follows the plan.
            let missed = expected.take_over(piece.start);
            state.ahead = match missed {
                true => (state.ahead / 2).max(1),
                false => (state.ahead * 2).clamp(1, MOST),
            };
            if missed {
                fetch(network, &expected, piece.clone());
            }
            (state.behind(number, piece.end), state.ahead)
        };
        // Without the lock: to fetch is to spawn a task, and other readers want the plan.
        let mut bytes = 0;
        for (expected, piece) in next.into_iter().take(ahead) {
            bytes += piece.end - piece.start;
            if bytes > MOST_BYTES {
                break;
            }
            if expected.take_over(piece.start) {
                fetch(network, &expected, piece);
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The pieces behind an offset of an object, those of later objects included.
    fn behind(&self, number: u64, offset: u64) -> Vec<(Arc<Expected>, Range<u64>)> {
        let mut pieces = Vec::new();
        for (later, object) in self.objects.range(number..) {
            let Some(expected) = object.upgrade() else { continue };
            let from = if *later == number { offset } else { 0 };
            let found = expected.behind(from, self.ahead - pieces.len());
            pieces.extend(found.into_iter().map(|piece| (Arc::clone(&expected), piece)));
            if pieces.len() >= self.ahead {
                break;
            }
        }
        pieces
    }
}

/// Fetches a piece beside the reader.
fn fetch(network: &Arc<Network>, expected: &Arc<Expected>, piece: Range<u64>) {
    let (shared, expected) = (Arc::clone(network), Arc::clone(expected));
    network.spawn(async move {
        let fetched = expected.object.range(&shared, piece.clone()).await;
        expected.came(&piece, fetched);
    });
}
