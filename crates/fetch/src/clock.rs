//! Time, behind a trait: tests wait without waiting.

use std::time::{Duration, Instant};

/// What the client knows of time. Timeouts of sockets are not part of it.
pub trait Clock {
    /// Time since some fixed moment; never goes back.
    fn now(&self) -> Duration;
    /// Milliseconds since 1970 UTC; for Retry-After as a date and for records without a date.
    fn unix_ms(&self) -> i64;
    /// Waits.
    fn sleep(&self, time: Duration);
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock {
    begin: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { begin: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.begin.elapsed()
    }

    // When something was fetched is a fact of the fetching, and the one place that reads it is here.
    #[allow(clippy::disallowed_methods)]
    fn unix_ms(&self) -> i64 {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}
