//! What the clients of one run know of hosts together: whose turn it is, the pace of each, its
//! robots.txt, cookies, and counts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cookies::{Cookies, Jar};
use crate::pace::Pace;
use crate::robots::RobotsCache;
use crate::settings::Settings;

/// Requests to one host, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HostCounts {
    /// Requests sent, retries included.
    pub requests: u64,
    /// Attempts after the first.
    pub retries: u64,
    /// Requests that failed with all their attempts.
    pub failures: u64,
    /// Bytes of answers, as sent.
    pub bytes: u64,
    /// Whether it failed too often and is not asked any more, for lists or for all.
    pub is_given_up: bool,
}

/// State that the clients of one run share. A host has one request at a time, whichever client
/// asks.
#[derive(Debug, Clone)]
pub struct Hosts {
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) pace: Pace,
    pub(crate) robots: RobotsCache,
    /// Cookies of the run; `None` if they are not kept.
    pub(crate) jar: Option<Jar>,
    counts: BTreeMap<String, HostCounts>,
    request_locks: BTreeMap<String, Arc<Mutex<()>>>,
}

impl Hosts {
    /// Starts without knowledge of any host but the cookies of the settings.
    pub fn new(settings: &Settings) -> Self {
        let jar = match &settings.cookies {
            Cookies::Kept(given) => Some(Jar::with(given)),
            Cookies::Ignored | Cookies::Redirects => None,
        };
        let shared = Shared {
            pace: Pace::new(settings),
            robots: RobotsCache::default(),
            jar,
            counts: BTreeMap::new(),
            request_locks: BTreeMap::new(),
        };
        Self { shared: Arc::new(Mutex::new(shared)) }
    }

    /// The counts of each host so far.
    pub fn counts(&self) -> BTreeMap<String, HostCounts> {
        self.lock().counts.clone()
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Shared> {
        // Every change is a single step, so that a panic in another client leaves consistent state.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lock that a client holds while it asks a host.
    pub(crate) fn request_lock(&self, host: &str) -> Arc<Mutex<()>> {
        self.lock().request_locks.entry(host.to_owned()).or_default().clone()
    }

    pub(crate) fn count(&self, host: &str, change: impl FnOnce(&mut HostCounts)) {
        change(self.lock().counts.entry(host.to_owned()).or_default());
    }

    /// Reserves the next time at which a host may be asked, with a delay that is known of it.
    pub(crate) fn reserve(&self, host: &str, least: Duration, now: Duration) -> Duration {
        self.lock().pace.reserve(host, least, now)
    }
}
