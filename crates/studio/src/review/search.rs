//! A search: the rows with all words in title or text, found by threads of its own.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::needle::{Sought, needles};
use super::texts::Block;
use super::{Needle, ReviewError, Texts};

/// Threads of a search.
const MOST_THREADS: usize = 4;

/// What a search has found so far.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The rows, in order.
    pub rows: Arc<Vec<u32>>,
    /// How many rows were looked at.
    pub searched: usize,
    /// Whether these were all.
    pub is_complete: bool,
    /// Why it ended before.
    pub failed: Option<String>,
}

/// A search that runs, or has ended.
#[derive(Debug)]
pub struct Search {
    typed: String,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Rows found, by number of the block.
    blocks: BTreeMap<usize, Vec<u32>>,
    searched: usize,
    is_complete: bool,
    failed: Option<String>,
    /// All in one, once it is complete.
    all: Arc<Vec<u32>>,
}

impl Search {
    /// Begins a search.
    pub fn begin(typed: &str, texts: Arc<Texts>) -> Arc<Self> {
        let search = Arc::new(Self {
            typed: typed.to_owned(),
            state: Mutex::default(),
            ended: Condvar::new(),
        });
        // The request does not wait: a page shows what is found so far.
        let running = search.clone();
        thread::spawn(move || running.run(&texts));
        search
    }

    /// What was typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// What is found after so long, or earlier if all is found.
    pub fn wait(&self, patience: Duration) -> Found {
        let state = self.state();
        let is_running = |state: &mut State| !state.is_complete && state.failed.is_none();
        let waited = self.ended.wait_timeout_while(state, patience, is_running);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let rows = match state.is_complete {
            true => state.all.clone(),
            false => Arc::new(state.blocks.values().flatten().copied().collect()),
        };
        Found {
            rows,
            searched: state.searched,
            is_complete: state.is_complete,
            failed: state.failed.clone(),
        }
    }

    fn run(&self, texts: &Texts) {
        let needles = needles(&self.typed);
        // Threads take the next block when they are free: blocks differ in effort.
        let next = AtomicUsize::new(0);
        let threads = thread::available_parallelism().map_or(1, |n| n.get().min(MOST_THREADS));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    if let Err(error) = self.work(texts, &needles, &next) {
                        self.state().failed = Some(error.to_string());
                    }
                });
            }
        });
        let mut state = self.state();
        if state.failed.is_none() {
            // Joined once: all pages of the table share the rows without a copy.
            state.all = Arc::new(state.blocks.values().flatten().copied().collect());
            state.blocks.clear();
            state.is_complete = true;
        }
        self.ended.notify_all();
    }

    /// Searches one block after the other until none is left.
    fn work(
        &self,
        texts: &Texts,
        needles: &[Needle],
        next: &AtomicUsize,
    ) -> Result<(), ReviewError> {
        let words: Vec<Sought<'_>> = needles.iter().map(Sought::new).collect();
        let mut bytes = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(block) = texts.block(number)? else { return Ok(()) };
            texts.read(&block, &mut bytes)?;
            // Searched without the lock, which only the result needs.
            let found = rows_with(&words, &block, &bytes);
            let mut state = self.state();
            state.searched += block.ends.len();
            state.blocks.insert(number, found);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rows of a block that have all words. The first word is sought in the block as a whole, so that
/// rows without it cost nothing; the others in the rows that have it.
fn rows_with(words: &[Sought<'_>], block: &Block, bytes: &[u8]) -> Vec<u32> {
    let Some((first, others)) = words.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(place) = first.find(&bytes[from..]) {
        let place = from + place.start..from + place.end;
        let row = block.ends.partition_point(|end| *end <= place.start);
        let Some(end) = block.ends.get(row) else { break };
        let start = row.checked_sub(1).map_or(0, |before| block.ends[before]);
        let has = |word: &Sought<'_>| word.find(&bytes[start..*end]).is_some();
        // A word may seem to begin in one row and end in the next.
        if (place.end <= *end || has(first)) && others.iter().all(has) {
            found.extend(u32::try_from(block.first_row + row));
        }
        from = *end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_all_words_are_found_and_no_word_spans_two() {
        let rows = ["Tides\nThe ferry left", "Fog\nlow", "tide and FERRY", "ferry"];
        let bytes = rows.concat();
        let mut end = 0;
        let ends = rows.iter().map(|row| {
            end += row.len();
            end
        });
        let block = Block { first_row: 10, ends: ends.collect(), ..Block::default() };
        for (typed, expected) in [
            ("ferry", &[10, 12, 13][..]),
            ("ferry tide", &[10, 12]),
            ("\"low tide\"", &[]),
            ("lowtide", &[]),
            ("left", &[10]),
            ("xyz", &[]),
            ("", &[]),
        ] {
            let needles = needles(typed);
            let words: Vec<Sought<'_>> = needles.iter().map(Sought::new).collect();
            let lower = bytes.to_ascii_lowercase();
            let found = rows_with(&words, &block, lower.as_bytes());
            assert_eq!(found, expected, "{typed}");
        }
    }
}
