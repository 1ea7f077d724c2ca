//! What a run will ask, of whom, and how long that takes at its pace.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::time::Duration;

use scutch_fetch::Settings;
use scutch_memento::fill_uri;
use scutch_url::Url;

use super::wanted::{Lists, Wanted};
use crate::output;
use crate::talk::Talk;

/// Requests to one service or host.
struct Share {
    requests: usize,
    /// Time between two of them.
    delay: Duration,
}

/// The requests that are known before a run. How many mementos lists name is not.
pub(super) struct Plan<'s> {
    settings: &'s Settings,
    shares: BTreeMap<String, Share>,
    /// Whether lists are asked for, which name more to ask for.
    has_lists: bool,
}

/// Runs that take longer are announced.
const LONG: Duration = Duration::from_secs(60);

impl<'s> Plan<'s> {
    pub(super) fn new(settings: &'s Settings) -> Self {
        Self { settings, shares: BTreeMap::new(), has_lists: false }
    }

    /// Adds what was named: mementos, and the lists or the TimeGate of each page.
    pub(super) fn add_wanted(
        &mut self,
        wanted: &Wanted,
        lists: &Lists,
        gate: Option<&str>,
    ) -> io::Result<()> {
        for place in 0..wanted.named.len() {
            self.add(&wanted.named.memento(place)?.uri, 1);
        }
        let pages = wanted.pages.len();
        // One page stands for all: archives differ, and pages do not.
        let patterns: Vec<&str> = match (gate, wanted.pages.is_empty()) {
            (Some(gate), _) => vec![gate],
            (None, is_empty) => lists.all(is_empty).collect(),
        };
        for pattern in patterns {
            self.has_lists = true;
            let uri = fill_uri(pattern, wanted.pages.first().map_or("", String::as_str));
            self.add(&uri, if pattern.contains("{uri}") { pages } else { 1 });
        }
        Ok(())
    }

    fn add(&mut self, uri: &str, requests: usize) {
        let host = Url::parse(uri).map_or_else(|_| uri.to_owned(), |u| u.host_and_port().into());
        // Services with one rate wait for each other, whatever their hosts are.
        let rate = self.settings.sources.rate(uri);
        let name = rate.map_or(host, |rate| rate.name.clone());
        let delay = rate.map_or(Duration::ZERO, |rate| rate.delay).max(self.settings.delay);
        let share = self.shares.entry(name).or_insert(Share { requests: 0, delay });
        share.requests += requests;
    }

    /// Time of the longest share: archives are asked side by side.
    fn time(&self) -> Duration {
        self.shares.values().map(Share::time).max().unwrap_or_default()
    }

    /// Announces a long run on stderr.
    pub(super) fn tell(&self, talk: Talk) {
        if self.time() < LONG {
            return;
        }
        let requests: usize = self.shares.values().map(|share| share.requests).sum();
        let (hosts, minutes) = (self.shares.len(), self.time().as_secs_f64() / 60.0);
        let more = if self.has_lists { ", and then the mementos that are listed" } else { "" };
        talk.say(format_args!(
            "{requests} requests to {hosts} archives, {minutes:.0} minutes at their pace{more}"
        ));
        for (name, share) in &self.shares {
            talk.say(format_args!("  {name}: {}", share.in_words()));
        }
    }

    /// Writes the plan to standard output, as a table between tabs.
    pub(super) fn write(&self) -> io::Result<()> {
        let mut out = output::text();
        writeln!(out, "archive\trequests\tseconds_between\tminutes")?;
        for (name, share) in &self.shares {
            let (delay, minutes) = (share.delay.as_secs_f64(), share.time().as_secs_f64() / 60.0);
            writeln!(out, "{name}\t{}\t{delay}\t{minutes:.1}", share.requests)?;
        }
        out.flush()
    }
}

impl Share {
    fn time(&self) -> Duration {
        // The first request waits for nobody.
        self.delay
            .saturating_mul(u32::try_from(self.requests.saturating_sub(1)).unwrap_or(u32::MAX))
    }

    fn in_words(&self) -> String {
        let (seconds, minutes) = (self.delay.as_secs_f64(), self.time().as_secs_f64() / 60.0);
        format!("{} requests, one every {seconds} s, {minutes:.0} minutes", self.requests)
    }
}
