//! Queues of waiting URLs: entries in one store, linked per host and priority.

/// Stands for "no entry".
const NONE: u32 = u32::MAX;

/// Entries of one chunk; chunks never move, so that growing never needs twice the space.
const CHUNK: usize = 1 << 14;

/// Priorities; 0 goes first.
pub(super) const PRIORITIES: usize = 4;

/// A waiting URL: where in the log it stands.
#[derive(Debug, Clone, Copy)]
struct Entry {
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
    chunks: Vec<Vec<Entry>>,
    free: Option<u32>,
    waiting: usize,
}

/// First and last entry per priority.
#[derive(Debug, Clone, Copy)]
pub(super) struct Queue {
    ends: [(u32, u32); PRIORITIES],
}

impl Default for Queue {
    fn default() -> Self {
        Queue { ends: [(NONE, NONE); PRIORITIES] }
    }
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.ends.iter().all(|(first, _)| *first == NONE)
    }
}

impl Entries {
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Bytes of memory in use.
    pub(super) fn memory(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<Entry>()
    }

    fn entry(&mut self, id: u32) -> &mut Entry {
        &mut self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }

    /// Puts a URL at the end of a queue.
    pub(super) fn push(&mut self, queue: &mut Queue, priority: u8, waiting: Waiting) {
        let entry = Entry {
            place_low: waiting.place as u32,
            place_high: (waiting.place >> 32) as u8,
            next: NONE,
            depth: waiting.depth,
            tries: waiting.tries,
        };
        let id = self.store(entry);
        let (first, last) = &mut queue.ends[usize::from(priority).min(PRIORITIES - 1)];
        if *first == NONE {
            *first = id;
        } else {
            let before = *last;
            self.entry(before).next = id;
        }
        *last = id;
        self.waiting += 1;
    }

    fn store(&mut self, entry: Entry) -> u32 {
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
        let priority = queue.ends.iter().position(|(first, _)| *first != NONE)?;
        let id = queue.ends[priority].0;
        let free = self.free.unwrap_or(NONE);
        let entry = *self.entry(id);
        self.entry(id).next = free;
        self.free = Some(id);
        let (first, last) = &mut queue.ends[priority];
        *first = entry.next;
        if entry.next == NONE {
            *last = NONE;
        }
        self.waiting -= 1;
        let place = u64::from(entry.place_high) << 32 | u64::from(entry.place_low);
        Some(Waiting { place, depth: entry.depth, tries: entry.tries })
    }
}
