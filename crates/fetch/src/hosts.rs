//! What clients that work side by side know of hosts: whose turn it is, how fast each may be asked, what
//! its robots.txt says, and how it has gone so far.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::pace::Pace;
use crate::robots::Known;
use crate::settings::Settings;

/// How it went with a host.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Requests sent, tries again included.
    pub requests: u64,
    /// Tries after the first.
    pub retries: u64,
    /// Requests that failed with all their tries.
    pub failures: u64,
    /// Bytes of answers, as sent.
    pub bytes: u64,
}

/// Shared by the clients of one run. A host has one request at a time, whoever asks.
#[derive(Debug, Clone)]
pub struct Hosts {
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) pace: Pace,
    pub(crate) robots: Known,
    counts: BTreeMap<String, Counts>,
    turns: BTreeMap<String, Arc<Mutex<()>>>,
}

impl Hosts {
    /// Knows nothing yet.
    pub fn new(settings: &Settings) -> Self {
        let (counts, turns) = (BTreeMap::new(), BTreeMap::new());
        let shared = Shared { pace: Pace::new(settings), robots: Known::default(), counts, turns };
        Self { shared: Arc::new(Mutex::new(shared)) }
    }

    /// How it went with each host so far.
    pub fn counts(&self) -> BTreeMap<String, Counts> {
        self.lock().counts.clone()
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Shared> {
        // What a thread that panicked left is whole: every change is one step.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is locked while the host is asked.
    pub(crate) fn turn(&self, host: &str) -> Arc<Mutex<()>> {
        self.lock().turns.entry(host.to_owned()).or_default().clone()
    }

    pub(crate) fn count(&self, host: &str, change: impl FnOnce(&mut Counts)) {
        change(self.lock().counts.entry(host.to_owned()).or_default());
    }

    /// Takes the next time at which a host may be asked.
    pub(crate) fn next(&self, host: &str, now: Duration) -> Duration {
        self.lock().pace.next(host, now)
    }
}
