//! `--jobs`: how many threads work.

use std::num::NonZeroUsize;
use std::thread;

/// More threads than any machine has cores for only take memory, and at last there are no more to be had.
const MOST_THREADS: usize = 1024;

/// Threads to work with: as many as asked for, else one per core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    let threads = asked.map_or_else(thread::available_parallelism, Ok);
    threads.map_or(1, NonZeroUsize::get).min(MOST_THREADS)
}
