//! What a run will ask, of whom, and how long that takes at its pace.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::time::Duration;

use scutch_fetch::Settings;
use scutch_plot::number::counted;
use scutch_url::Url;

use crate::output;
use crate::talk::Talk;

/// Requests to one service or host.
struct Share {
    requests: usize,
    /// Time between two of them.
    delay: Duration,
}

/// The requests that are known before a run.
pub(crate) struct Plan<'s> {
    settings: &'s Settings,
    /// Who is asked: `archive` or `host`.
    who: &'static str,
    shares: BTreeMap<String, Share>,
    /// What else is asked for once answers name it; empty if nothing is.
    pub(crate) more: &'static str,
}

/// Runs that take longer are announced.
const LONG: Duration = Duration::from_secs(60);

/// Shares that are announced one by one. A list of pages may name thousands of hosts.
const MOST_TOLD: usize = 20;

impl<'s> Plan<'s> {
    pub(crate) fn new(settings: &'s Settings, who: &'static str) -> Self {
        Self { settings, who, shares: BTreeMap::new(), more: "" }
    }

    /// Adds requests to the service or host of an address.
    pub(crate) fn add(&mut self, uri: &str, requests: usize) {
        let host = Url::parse(uri).map_or_else(|_| uri.to_owned(), |u| u.host_and_port().into());
        // Services with one rate wait for each other, whatever their hosts are.
        let rate = self.settings.sources.rate(uri);
        let name = rate.map_or(host, |rate| rate.name.clone());
        let delay = rate.map_or(Duration::ZERO, |rate| rate.delay).max(self.settings.delay);
        // Before anything else a host is asked for its robots.txt, where that is obeyed.
        let before = usize::from(self.settings.robots);
        let share = self.shares.entry(name).or_insert(Share { requests: before, delay });
        share.requests += requests;
    }

    /// Time of the longest share: archives and hosts are asked side by side.
    fn time(&self) -> Duration {
        self.shares.values().map(Share::time).max().unwrap_or_default()
    }

    /// Announces a long run on stderr.
    pub(crate) fn tell(&self, talk: Talk) {
        if self.time() < LONG {
            return;
        }
        let requests: usize = self.shares.values().map(|share| share.requests).sum();
        let (count, minutes) = (self.shares.len(), self.time().as_secs_f64() / 60.0);
        let (who, more) = (self.who, self.more);
        let (all, to) = (counted(requests as u64, "request"), counted(count as u64, who));
        talk.say(format_args!("{all} to {to}, {minutes:.0} minutes at their pace{more}"));
        let mut longest: Vec<(&String, &Share)> = self.shares.iter().collect();
        // The sort is stable, so equal times stay in alphabetical order.
        longest.sort_by_key(|(_, share)| std::cmp::Reverse(share.time()));
        for (name, share) in longest.iter().take(MOST_TOLD) {
            talk.say(format_args!("  {name}: {}", share.in_words()));
        }
        if let more @ 1.. = longest.len().saturating_sub(MOST_TOLD) {
            talk.say(format_args!("  {} with less", counted(more as u64, who)));
        }
    }

    /// Writes the plan to standard output, as a table between tabs.
    pub(crate) fn write(&self) -> io::Result<()> {
        let mut out = output::text();
        writeln!(out, "{}\trequests\tseconds_between\tminutes", self.who)?;
        for (name, share) in &self.shares {
            let (delay, minutes) = (share.delay.as_secs_f64(), minutes(share.time()));
            writeln!(out, "{name}\t{}\t{delay}\t{minutes}", share.requests)?;
        }
        out.flush()
    }
}

/// A time in minutes, as plans show it.
pub(crate) fn minutes(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() / 60.0)
}

/// The time of requests to one host: the first waits for nobody.
pub(crate) fn time(requests: u64, delay: Duration) -> Duration {
    delay.saturating_mul(u32::try_from(requests.saturating_sub(1)).unwrap_or(u32::MAX))
}

impl Share {
    fn time(&self) -> Duration {
        time(self.requests as u64, self.delay)
    }

    fn in_words(&self) -> String {
        let (seconds, minutes) = (self.delay.as_secs_f64(), self.time().as_secs_f64() / 60.0);
        let requests = counted(self.requests as u64, "request");
        format!("{requests}, one every {seconds} s, {minutes:.0} minutes")
    }
}
