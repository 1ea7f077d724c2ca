//! The robots.txt of each origin (RFC 9309). Its rules are parsed in `scutch_url`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use scutch_archive::Limits;
pub(crate) use scutch_url::robots::AGENT;
use scutch_url::robots::Robots;

use crate::exchange::Fetched;
use crate::failure::Failure;
use crate::settings::Bounds;

/// Limits for a robots.txt: 500 KiB with its head (RFC 9309, section 2.5), and 30 s.
pub(crate) const BOUNDS: Bounds = Bounds {
    max_bytes: 500 << 10,
    cut: true,
    spools: false,
    head_time: Duration::from_secs(30),
    time: Duration::from_secs(30),
};

/// How long rules are cached: a day (RFC 9309, section 2.4).
const RULES_TTL: Duration = Duration::from_secs(24 * 60 * 60);

/// How long it is cached that there was no answer.
// Shorter than for rules: the host may be back soon, and until then nothing of it is fetched.
const FAILURE_TTL: Duration = Duration::from_secs(60 * 60);

/// The rules of an origin, or why there are none.
type Rules = Result<Arc<Robots>, Failure>;

/// The rules of the origins that were asked, with the times at which they expire.
#[derive(Debug, Default)]
pub(crate) struct RobotsCache {
    origins: HashMap<String, (Rules, Duration)>,
}

impl RobotsCache {
    /// The rules of an origin, unless they are unknown or expired.
    pub(crate) fn get(&self, origin: &str, now: Duration) -> Option<Rules> {
        let (rules, until) = self.origins.get(origin)?;
        (now < *until).then(|| rules.clone())
    }

    /// Stores the result of a request for a robots.txt.
    pub(crate) fn insert(&mut self, origin: String, fetched: &Fetched, now: Duration) -> Rules {
        let rules = read_rules(fetched).map(Arc::new);
        let ttl = if rules.is_ok() { RULES_TTL } else { FAILURE_TTL };
        // Neither the user's wish to stop nor the proxy says anything about the host.
        if !matches!(fetched.failure, Some(Failure::Interrupted | Failure::NoProxy)) {
            self.origins.insert(origin, (rules.clone(), now + ttl));
        }
        rules
    }
}

/// Rules from an answer. A host without the file allows everything; one that cannot answer allows
/// nothing (RFC 9309, section 2.3.1).
fn read_rules(fetched: &Fetched) -> Result<Robots, Failure> {
    match (fetched.failure, fetched.hops.last()) {
        (Some(failure @ (Failure::Interrupted | Failure::NoProxy)), _) => Err(failure),
        // Where nobody can be asked at all, that is the cause, not the file that was asked for
        // first. After a redirect it is another host's.
        (Some(failure), None) if failure.is_before_asking() => Err(failure),
        // With 401 and 403 too: a host that hides its rules has none (RFC 9309, section 2.3.1.3).
        (None, Some(last)) if matches!(last.status, 400..=499) => Ok(Robots::allow_all()),
        (None, Some(last)) if matches!(last.status, 200..=299) => {
            let answer = last.answer().ok_or(Failure::RobotsUnknown)?;
            Ok(Robots::parse(&answer.payload(&Limits::default()).content))
        }
        _ => Err(Failure::RobotsUnknown),
    }
}
