//! The runtime, and what all objects share.

use std::future::Future;
use std::io;

use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::cache::BlockCache;

/// Requests under way at once, over all objects.
const REQUESTS: usize = 8;
/// Threads that wait for servers. Reading itself is done by the threads that ask.
const THREADS: usize = 2;

/// The runtime, the bound on requests, and the blocks in memory.
#[derive(Debug)]
pub(crate) struct Network {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    permits: Semaphore,
    pub(crate) cache: BlockCache,
}

impl Network {
    /// Starts the threads.
    pub(crate) fn new() -> io::Result<Self> {
        // By more threads answers would not come faster.
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(THREADS).thread_name("remote").enable_all().build()?;
        let (permits, cache) = (Semaphore::new(REQUESTS), BlockCache::default());
        Ok(Self { runtime: Some(runtime), permits, cache })
    }

    /// Waits for a request. Called by threads that read, never within the runtime.
    pub(crate) fn wait<T>(&self, work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(work),
            None => Err(io::ErrorKind::Interrupted.into()),
        }
    }

    /// Does work beside the threads that read.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.runtime {
            runtime.spawn(work);
        }
    }

    /// Waits until a further request is allowed.
    pub(crate) async fn permit(&self) -> io::Result<SemaphorePermit<'_>> {
        self.permits.acquire().await.map_err(io::Error::other)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // The last owner may be a task, and a runtime must not wait for its own tasks.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
