//! How fast a host may be asked, and when it is given up. It has no clock: times are arguments.

use std::collections::HashMap;
use std::time::Duration;

use scutch_learn::Random;

use crate::settings::Settings;

/// State of one host.
#[derive(Debug, Default)]
struct Host {
    /// The delay that its robots.txt demands.
    crawl_delay: Option<Duration>,
    /// When its token bucket is full again.
    full: Duration,
    /// No request before this time, after a failure.
    held: Duration,
}

/// Consecutive failures of a host.
#[derive(Debug, Clone, Copy, Default)]
struct Failures {
    /// Requests that failed with all their attempts.
    requests: u32,
    /// Tries without a byte of an answer.
    silent: u32,
    is_given_up: bool,
}

/// Token buckets and failure budgets of all hosts.
#[derive(Debug)]
pub(crate) struct Pace {
    delay: Duration,
    burst: u32,
    backoff: Duration,
    max_wait: Duration,
    budget: u32,
    random: Random,
    hosts: HashMap<String, Host>,
    /// By the name under which failures are counted: lists count apart from pages.
    failures: HashMap<String, Failures>,
}

impl Pace {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            delay: settings.delay,
            burst: settings.burst.max(1),
            backoff: settings.backoff,
            max_wait: settings.max_wait,
            budget: settings.budget,
            random: Random::new(settings.seed),
            hosts: HashMap::new(),
            failures: HashMap::new(),
        }
    }

    fn host(&mut self, host: &str) -> &mut Host {
        self.hosts.entry(host.to_owned()).or_default()
    }

    /// Reserves the time of the next request to a host, `now` or later. `least` is a delay that is
    /// known of the host beforehand; zero if there is none.
    pub(crate) fn reserve(&mut self, host: &str, least: Duration, now: Duration) -> Duration {
        let (usual, burst) = (self.delay, self.burst);
        let host = self.host(host);
        let asked = host.crawl_delay.max(Some(least).filter(|least| !least.is_zero()));
        let (delay, ahead) = match asked {
            None => (usual, usual.saturating_mul(burst - 1)),
            // A host that demands a delay gets no bursts.
            Some(asked) => (asked.max(usual), Duration::ZERO),
        };
        let at = now.max(host.held).max(host.full.saturating_sub(ahead));
        host.full = host.full.max(at).saturating_add(delay);
        at
    }

    /// Sets the delay that a host demands, counted from its last request.
    pub(crate) fn set_crawl_delay(&mut self, host: &str, delay: Duration) {
        let usual = self.delay;
        let host = self.host(host);
        // The request for robots.txt itself was booked with the shorter delay.
        let booked = host.crawl_delay.unwrap_or_default().max(usual);
        host.full = host.full.saturating_add(delay.saturating_sub(booked));
        host.crawl_delay = Some(delay);
    }

    /// Holds requests to a host back after failed attempt number `attempt`, from 1. The wait is
    /// what the host asked for, but at least the exponential backoff. Both are capped.
    pub(crate) fn back_off(
        &mut self,
        host: &str,
        now: Duration,
        attempt: u32,
        asked: Option<Duration>,
    ) {
        let doubled = self.backoff.saturating_mul(2_u32.saturating_pow(attempt.saturating_sub(1)));
        // Jitter: clients that failed together must not come back together.
        let backoff = doubled.min(self.max_wait).mul_f64(0.5 + self.random.unit() / 2.0);
        let wait = asked.unwrap_or_default().min(self.max_wait).max(backoff);
        let host = self.host(host);
        host.held = host.held.max(now + wait);
    }

    pub(crate) fn record_success(&mut self, host: &str) {
        self.failures.remove(host);
    }

    pub(crate) fn record_failure(&mut self, host: &str) {
        let budget = self.budget;
        let failures = self.failures.entry(host.to_owned()).or_default();
        failures.requests += 1;
        failures.is_given_up |= failures.requests >= budget;
    }

    /// Counts a try that failed. After `most` silent ones in a row, the host is given up.
    pub(crate) fn record_try(&mut self, host: &str, is_silent: bool, most: u32) {
        let failures = self.failures.entry(host.to_owned()).or_default();
        failures.silent = if is_silent { failures.silent + 1 } else { 0 };
        failures.is_given_up |= failures.silent >= most;
    }

    /// Whether a host has used up its budget of failures.
    pub(crate) fn is_given_up(&self, host: &str) -> bool {
        self.failures.get(host).is_some_and(|failures| failures.is_given_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_host_has_one_request_per_delay() {
        let mut pace = Pace::new(&Settings { delay: s(5), ..Settings::default() });
        let times: Vec<_> = (0..4).map(|_| pace.reserve("a", Duration::ZERO, s(1))).collect();
        assert_eq!(times, [s(1), s(6), s(11), s(16)]);
        assert_eq!(pace.reserve("b", Duration::ZERO, s(1)), s(1));
        assert_eq!(pace.reserve("a", Duration::ZERO, s(100)), s(100));
        assert_eq!(pace.reserve("a", Duration::ZERO, s(100)), s(105));
    }

    #[test]
    fn the_bucket_fills_during_pauses() {
        let mut pace = Pace::new(&Settings { delay: s(2), burst: 3, ..Settings::default() });
        let times: Vec<_> = (0..5).map(|_| pace.reserve("a", Duration::ZERO, s(10))).collect();
        assert_eq!(times, [s(10), s(10), s(10), s(12), s(14)]);
        assert_eq!(pace.reserve("a", Duration::ZERO, s(60)), s(60));
    }

    #[test]
    fn a_crawl_delay_replaces_shorter_delays_and_bursts() {
        let mut pace = Pace::new(&Settings { delay: s(2), burst: 3, ..Settings::default() });
        assert_eq!(pace.reserve("a", Duration::ZERO, s(10)), s(10));
        pace.set_crawl_delay("a", s(5));
        let times: Vec<_> = (0..3).map(|_| pace.reserve("a", Duration::ZERO, s(10))).collect();
        assert_eq!(times, [s(15), s(20), s(25)]);
        pace.set_crawl_delay("a", s(1));
        assert_eq!(
            (pace.reserve("a", Duration::ZERO, s(26)), pace.reserve("a", Duration::ZERO, s(26))),
            (s(30), s(32))
        );
    }

    #[test]
    fn waits_double_and_are_capped() {
        let settings = Settings { delay: s(0), max_wait: s(30), ..Settings::default() };
        for (attempt, least, most) in
            [(1, 1, 2), (2, 2, 4), (3, 4, 8), (4, 8, 16), (9, 15, 30), (u32::MAX, 15, 30)]
        {
            let mut pace = Pace::new(&settings);
            pace.back_off("a", s(0), attempt, None);
            let at = pace.reserve("a", Duration::ZERO, s(0));
            assert!(at >= s(least) && at <= s(most), "{attempt}: {at:?}");
        }
        let mut pace = Pace::new(&settings);
        pace.back_off("a", s(0), 1, Some(s(20)));
        assert_eq!(pace.reserve("a", Duration::ZERO, s(0)), s(20));
        pace.back_off("a", s(20), 1, Some(s(86_400)));
        assert_eq!(pace.reserve("a", Duration::ZERO, s(20)), s(50));
    }

    #[test]
    fn a_host_is_given_up_after_consecutive_failures() {
        let mut pace = Pace::new(&Settings { budget: 2, ..Settings::default() });
        pace.record_failure("a");
        pace.record_success("a");
        pace.record_failure("a");
        assert!(!pace.is_given_up("a"));
        pace.record_failure("a");
        assert!(pace.is_given_up("a") && !pace.is_given_up("b"));
    }

    #[test]
    fn a_known_limit_replaces_shorter_delays_and_bursts() {
        let settings = Settings { delay: s(2), burst: 3, ..Settings::default() };
        let mut pace = Pace::new(&settings);
        let times: Vec<_> = (0..3).map(|_| pace.reserve("a lists", s(5), s(10))).collect();
        assert_eq!(times, [s(10), s(15), s(20)]);
        assert_eq!(pace.reserve("a mementos", Duration::ZERO, s(10)), s(10));
        // A shorter one leaves the user's delay.
        assert_eq!((pace.reserve("b", s(1), s(0)), pace.reserve("b", s(1), s(0))), (s(0), s(2)));
    }

    #[test]
    fn a_silent_host_is_given_up_and_an_answer_breaks_the_silence() {
        let mut pace = Pace::new(&Settings::default());
        for is_silent in [true, true, false, true, true] {
            pace.record_try("a lists", is_silent, 3);
        }
        assert!(!pace.is_given_up("a lists"));
        pace.record_try("a lists", true, 3);
        assert!(pace.is_given_up("a lists") && !pace.is_given_up("a"));
    }

    /// `--delay` and `--burst` are the user's: their product may exceed what a duration holds.
    #[test]
    fn extreme_settings_do_not_overflow() {
        let settings = Settings { delay: Duration::MAX, burst: u32::MAX, ..Settings::default() };
        let mut pace = Pace::new(&settings);
        assert_eq!(
            (pace.reserve("a", Duration::ZERO, s(1)), pace.reserve("a", Duration::ZERO, s(1))),
            (s(1), s(1))
        );
    }
}
