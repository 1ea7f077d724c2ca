//! How many threads work.

use std::num::NonZeroUsize;
use std::thread;

/// Upper limit of threads. More than a machine has cores only take memory, until the system refuses them.
const MOST_THREADS: usize = 1024;

/// Number of worker threads: the number asked for, or one per core; 1024 at most.
pub fn threads(asked: Option<NonZeroUsize>) -> usize {
    let threads = asked.map_or_else(thread::available_parallelism, Ok);
    threads.map_or(1, NonZeroUsize::get).min(MOST_THREADS)
}
