//! Queues of waiting URLs: entries in one store, linked per host and priority.

/// Stands for "no entry".
const NONE: u32 = u32::MAX;

/// Entries of one chunk; chunks never move, so that growing never needs twice the space.
const CHUNK: usize = 1 << 14;

/// Priorities; 0 goes first.
pub(super) const PRIORITIES: usize = 4;

/// A waiting URL: where in the log it stands.
#[derive(Debug, Clone, Copy)]
struct QueueEntry {
    place_low: u32,
    next: u32,
    place_high: u8,
    depth: u8,
    tries: u8,
}

/// What comes out of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Waiting {
    pub(super) place: u64,
    pub(super) depth: u8,
    pub(super) tries: u8,
}

/// The store of entries.
#[derive(Debug, Default)]
pub(super) struct Entries {
    chunks: Vec<Vec<QueueEntry>>,
    free: Option<u32>,
    waiting: usize,
}

/// The last entry per priority; behind it comes the first one again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Queue {
    lasts: [u32; PRIORITIES],
}

impl Default for Queue {
    fn default() -> Self {
        Queue { lasts: [NONE; PRIORITIES] }
    }
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.lasts.iter().all(|last| *last == NONE)
    }
}

impl Entries {
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Bytes of memory in use.
    pub(super) fn memory(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<QueueEntry>()
    }

    fn entry(&mut self, id: u32) -> &mut QueueEntry {
        &mut self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }

    /// Puts a URL at the end of a queue.
    pub(super) fn push(&mut self, queue: &mut Queue, priority: u8, waiting: Waiting) {
        let entry = QueueEntry {
            place_low: waiting.place as u32,
            place_high: (waiting.place >> 32) as u8,
            next: NONE,
            depth: waiting.depth,
            tries: waiting.tries,
        };
        let id = self.store(entry);
        let last = &mut queue.lasts[usize::from(priority).min(PRIORITIES - 1)];
        let first = match *last {
            NONE => id,
            before => std::mem::replace(&mut self.entry(before).next, id),
        };
        self.entry(id).next = first;
        *last = id;
        self.waiting += 1;
    }

    fn store(&mut self, entry: QueueEntry) -> u32 {
        if let Some(id) = self.free {
            let free = std::mem::replace(self.entry(id), entry);
            self.free = (free.next != NONE).then_some(free.next);
            return id;
        }
        if self.chunks.last().is_none_or(|chunk| chunk.len() == CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        chunk.push(entry);
        (number * CHUNK + chunk.len() - 1) as u32
    }

    /// Takes the first URL of the most urgent priority.
    pub(super) fn pop(&mut self, queue: &mut Queue) -> Option<Waiting> {
        // The queue is a ring: behind the last entry stands the first.
        let last = queue.lasts.iter_mut().find(|last| **last != NONE)?;
        let id = self.entry(*last).next;
        let free = self.free.unwrap_or(NONE);
        let entry = *self.entry(id);
        self.entry(id).next = free;
        self.free = Some(id);
        if id == *last {
            *last = NONE;
        } else {
            self.entry(*last).next = entry.next;
        }
        self.waiting -= 1;
        let place = u64::from(entry.place_high) << 32 | u64::from(entry.place_low);
        Some(Waiting { place, depth: entry.depth, tries: entry.tries })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    #[test]
    fn queues_are_queues() {
        let mut entries = Entries::default();
        let mut queues = [Queue::default(); 5];
        let mut expected: [[VecDeque<u64>; PRIORITIES]; 5] = Default::default();
        let mut state = 7_u64; // a fixed sequence of choices
        for place in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (queue, priority) =
                ((state >> 33) as usize % 5, (state >> 43) as usize % PRIORITIES);
            if state >> 63 == 0 || place < 100 {
                let waiting = Waiting { place, depth: 1, tries: 0 };
                entries.push(&mut queues[queue], priority as u8, waiting);
                expected[queue][priority].push_back(place);
            } else {
                let first = expected[queue].iter_mut().find_map(VecDeque::pop_front);
                assert_eq!(entries.pop(&mut queues[queue]).map(|w| w.place), first);
            }
            let left = expected.iter().flatten().map(VecDeque::len).sum::<usize>();
            assert_eq!(entries.waiting(), left);
            assert_eq!(queues[queue].is_empty(), expected[queue].iter().all(VecDeque::is_empty));
        }
    }
}
