//! What the robots.txt of each origin allows (RFC 9309); the rules themselves are in `scutch_url`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use scutch_archive::Limits;
use scutch_url::robots::Robots;

use crate::client::Fetched;
use crate::failure::Failure;
use crate::settings::Bounds;

/// What rules know us by.
pub(crate) const AGENT: &str = "scutch";

/// A robots.txt is read up to its 500 KiB (RFC 9309, section 2.5; the head counts here), and 30 s long.
pub(crate) const BOUNDS: Bounds =
    Bounds { most: 500 << 10, cut: true, spools: false, time: Duration::from_secs(30) };

/// Rules are believed for a day (RFC 9309, section 2.4).
const GOOD_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// That there was no answer is believed for an hour.
const NONE_FOR: Duration = Duration::from_secs(60 * 60);

/// The rules of an origin, or why there are none.
type Rules = Result<Arc<Robots>, Failure>;

/// The rules that are known.
#[derive(Debug, Default)]
pub(crate) struct Known {
    origins: HashMap<String, (Rules, Duration)>,
}

impl Known {
    /// The rules of an origin, where they are known and not too old.
    pub(crate) fn get(&self, origin: &str, now: Duration) -> Option<Rules> {
        let (rules, until) = self.origins.get(origin)?;
        (now < *until).then(|| rules.clone())
    }

    /// Takes in what came of asking for a robots.txt.
    pub(crate) fn put(&mut self, origin: String, fetched: &Fetched, now: Duration) -> Rules {
        let rules = read(fetched).map(Arc::new);
        let time = if rules.is_ok() { GOOD_FOR } else { NONE_FOR };
        // A wish to stop says nothing about the host.
        if fetched.failure != Some(Failure::Interrupted) {
            self.origins.insert(origin, (rules.clone(), now + time));
        }
        rules
    }
}

/// A host without the file allows everything; of one that cannot say, nothing is known and so
/// nothing is allowed (RFC 9309, section 2.3.1).
fn read(fetched: &Fetched) -> Result<Robots, Failure> {
    match (fetched.failure, fetched.hops.last()) {
        (Some(Failure::Interrupted), _) => Err(Failure::Interrupted),
        (None, Some(last)) if matches!(last.status, 400..=499) => Ok(Robots::allow_all()),
        (None, Some(last)) if matches!(last.status, 200..=299) => {
            let answer = last.answer().ok_or(Failure::RobotsUnknown)?;
            Ok(Robots::parse(&answer.payload(&Limits::default()).content))
        }
        _ => Err(Failure::RobotsUnknown),
    }
}
