//! Time behind a trait, so that tests need not wait.

use std::time::{Duration, Instant};

/// The client's clock. Timeouts of sockets do not use it.
pub trait Clock {
    /// Time since some fixed point; never goes back.
    fn now(&self) -> Duration;
    /// Milliseconds since 1970 UTC, for dates in Retry-After and for records without a date.
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
        // Monotonic, unlike the time of day, which may be set back.
        self.begin.elapsed()
    }

    // Rows must not depend on the clock, so it may be read here alone: the time of a request is
    // data.
    #[allow(clippy::disallowed_methods)]
    fn unix_ms(&self) -> i64 {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}
