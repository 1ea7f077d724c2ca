//! How fast a host may be asked, and when it is given up. Knows no clock: times come in.

use std::collections::HashMap;
use std::time::Duration;

use scutch_learn::Random;

use crate::settings::Settings;

/// What is remembered of a host.
#[derive(Debug, Default)]
struct Host {
    /// What the host asked for.
    delay: Option<Duration>,
    /// When the bucket of requests is full again.
    full: Duration,
    /// No request before that.
    held: Duration,
    /// Requests that failed since the last one that did not.
    failures: u32,
}

/// Buckets and budgets of all hosts.
#[derive(Debug)]
pub(crate) struct Pace {
    delay: Duration,
    burst: u32,
    backoff: Duration,
    max_wait: Duration,
    budget: u32,
    random: Random,
    hosts: HashMap<String, Host>,
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
        }
    }

    fn host(&mut self, host: &str) -> &mut Host {
        self.hosts.entry(host.to_owned()).or_default()
    }

    /// Time of the next request to a host, not before `now`. Takes it.
    pub(crate) fn next(&mut self, host: &str, now: Duration) -> Duration {
        let (usual, burst) = (self.delay, self.burst);
        let host = self.host(host);
        // A host that asks for a delay is not asked in bursts.
        let (delay, ahead) = host
            .delay
            .map_or((usual, usual * (burst - 1)), |asked| (asked.max(usual), Duration::ZERO));
        let at = now.max(host.held).max(host.full.saturating_sub(ahead));
        host.full = host.full.max(at) + delay;
        at
    }

    /// The host wants at least so much time between two requests, from the last one on.
    pub(crate) fn slow(&mut self, host: &str, delay: Duration) {
        let usual = self.delay;
        let host = self.host(host);
        host.full += delay.saturating_sub(host.delay.unwrap_or_default().max(usual));
        host.delay = Some(delay);
    }

    /// No request to the host for a while: what the host asked for, and no less than the backoff
    /// before try number `attempt` (from 1). Both have a cap, and the backoff a jitter, so that
    /// clients that failed together do not come again together.
    pub(crate) fn hold(
        &mut self,
        host: &str,
        now: Duration,
        attempt: u32,
        asked: Option<Duration>,
    ) {
        let doubled = self.backoff.saturating_mul(2_u32.saturating_pow(attempt.saturating_sub(1)));
        let backoff = doubled.min(self.max_wait).mul_f64(0.5 + self.random.unit() / 2.0);
        let wait = asked.unwrap_or_default().min(self.max_wait).max(backoff);
        let host = self.host(host);
        host.held = host.held.max(now + wait);
    }

    pub(crate) fn passed(&mut self, host: &str) {
        self.host(host).failures = 0;
    }

    pub(crate) fn failed(&mut self, host: &str) {
        self.host(host).failures += 1;
    }

    pub(crate) fn is_given_up(&self, host: &str) -> bool {
        self.hosts.get(host).is_some_and(|host| host.failures >= self.budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn one_request_per_delay_and_host() {
        let mut pace = Pace::new(&Settings { delay: s(5), ..Settings::default() });
        let times: Vec<_> = (0..4).map(|_| pace.next("a", s(1))).collect();
        assert_eq!(times, [s(1), s(6), s(11), s(16)]);
        assert_eq!(pace.next("b", s(1)), s(1));
        assert_eq!(pace.next("a", s(100)), s(100));
        assert_eq!(pace.next("a", s(100)), s(105));
    }

    #[test]
    fn a_bucket_fills_while_nothing_is_asked() {
        let mut pace = Pace::new(&Settings { delay: s(2), burst: 3, ..Settings::default() });
        let times: Vec<_> = (0..5).map(|_| pace.next("a", s(10))).collect();
        assert_eq!(times, [s(10), s(10), s(10), s(12), s(14)]);
        assert_eq!(pace.next("a", s(60)), s(60));
    }

    #[test]
    fn a_host_may_ask_for_more_time() {
        let mut pace = Pace::new(&Settings { delay: s(2), burst: 3, ..Settings::default() });
        assert_eq!(pace.next("a", s(10)), s(10));
        pace.slow("a", s(5));
        let times: Vec<_> = (0..3).map(|_| pace.next("a", s(10))).collect();
        assert_eq!(times, [s(15), s(20), s(25)]);
        pace.slow("a", s(1));
        assert_eq!((pace.next("a", s(26)), pace.next("a", s(26))), (s(30), s(32)));
    }

    #[test]
    fn waits_double_and_have_a_cap() {
        let settings = Settings { delay: s(0), max_wait: s(30), ..Settings::default() };
        for (attempt, least, most) in [(1, 1, 2), (2, 2, 4), (3, 4, 8), (4, 8, 16), (9, 15, 30)] {
            let mut pace = Pace::new(&settings);
            pace.hold("a", s(0), attempt, None);
            let at = pace.next("a", s(0));
            assert!(at >= s(least) && at <= s(most), "{attempt}: {at:?}");
        }
        let mut pace = Pace::new(&settings);
        pace.hold("a", s(0), 1, Some(s(20)));
        assert_eq!(pace.next("a", s(0)), s(20));
        pace.hold("a", s(20), 1, Some(s(86_400)));
        assert_eq!(pace.next("a", s(20)), s(50));
    }

    #[test]
    fn a_host_is_given_up_after_its_budget() {
        let mut pace = Pace::new(&Settings { budget: 2, ..Settings::default() });
        pace.failed("a");
        pace.passed("a");
        pace.failed("a");
        assert!(!pace.is_given_up("a"));
        pace.failed("a");
        assert!(pace.is_given_up("a") && !pace.is_given_up("b"));
    }
}
