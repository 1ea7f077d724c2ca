//! What came of a run, by archive.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Duration;

use scutch_crawl::{Row, Targets};
use scutch_fetch::Hosts;
use scutch_plot::number::counted;
use scutch_url::{Memento, Url};

use crate::talk::Talk;

/// What came of the mementos of an archive.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Mementos that were wanted.
    pub(super) wanted: usize,
    /// Mementos that are in the file.
    pub(super) there: usize,
    /// Those that were asked for in this run.
    pub(super) asked: usize,
    /// Reason ids, and how often.
    pub(super) reasons: BTreeMap<String, usize>,
    /// When the last one that was asked for was there.
    pub(super) time: Duration,
}

impl Outcome {
    /// Mementos that could not be had, for any reason.
    pub(super) fn missing(&self) -> usize {
        self.reasons.values().sum()
    }

    /// Days that a number of mementos takes at the pace of this run, if it had one.
    pub(super) fn days(&self, mementos: usize) -> Option<f64> {
        // Archives are asked side by side, so each has a pace of its own.
        let each = self.time.as_secs_f64() / self.asked as f64;
        (self.asked > 0).then_some(each * mementos as f64 / 86_400.0)
    }
}

/// What came of it all.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// By host of the archive.
    pub(super) archives: BTreeMap<String, Outcome>,
}

/// Name of the archive of a URI-M: from the table, else its host.
fn archive(uri_m: &str) -> String {
    let known = Memento::split(uri_m).and_then(|memento| memento.archive);
    let host =
        || Url::parse(uri_m).map_or_else(|_| String::new(), |u| u.host_and_port().to_owned());
    // An archive may answer from several hosts; its id puts them together.
    known.map_or_else(host, |archive| archive.id.to_owned())
}

impl Tally {
    /// Adds what is wanted of each archive. Fails when the temporary list cannot be read.
    pub(super) fn add_targets(&mut self, targets: &Targets) -> io::Result<()> {
        for place in 0..targets.len() {
            let uri_m = targets.memento(place)?.uri;
            self.archives.entry(archive(&uri_m)).or_default().wanted += 1;
        }
        Ok(())
    }

    /// Mementos that are wanted.
    pub(super) fn wanted(&self) -> usize {
        self.sum(|outcome| outcome.wanted)
    }

    /// Takes in a row, so long after the beginning.
    pub(super) fn add(&mut self, row: &Row, asked: bool, time: Duration) {
        let outcome = self.archives.entry(archive(row.uri_m())).or_default();
        if asked {
            outcome.asked += 1;
            // The last memento that was asked for sets the time; stored ones cost none.
            outcome.time = time;
        }
        match row.reason() {
            None => outcome.there += 1,
            Some(reason) => *outcome.reasons.entry(reason.to_owned()).or_default() += 1,
        }
    }

    /// A count over all archives.
    fn sum(&self, count: impl Fn(&Outcome) -> usize) -> usize {
        self.archives.values().map(count).sum()
    }

    /// Mementos that are in the file now.
    pub(super) fn there(&self) -> usize {
        self.sum(|outcome| outcome.there)
    }

    /// What the progress line says.
    pub(super) fn in_short(&self, hosts: &Hosts) -> String {
        let counts = hosts.counts();
        let requests: u64 = counts.values().map(|c| c.requests).sum();
        let retries: u64 = counts.values().map(|c| c.retries).sum();
        let missing = self.sum(Outcome::missing);
        format!("{missing} missing  {requests} requests to {} hosts, {retries} again", counts.len())
    }

    /// Sums up the run on stderr.
    pub(super) fn tell(&self, output: &Path, talk: Talk) {
        let (wanted, found) = (self.wanted(), self.there());
        let (asked, path) = (self.sum(|outcome| outcome.asked), output.display());
        let wanted = counted(wanted as u64, "memento");
        talk.say(format_args!("{found} of {wanted} in {path}, {asked} asked for now"));
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for (reason, count) in self.archives.values().flat_map(|outcome| &outcome.reasons) {
            *reasons.entry(reason).or_default() += count;
        }
        for (reason, count) in reasons {
            talk.say(format_args!("  {count} {reason}"));
        }
    }
}
