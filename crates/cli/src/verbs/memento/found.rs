//! What lists had, and what was wrong with them.

use std::collections::BTreeMap;

use scutch_crawl::Problem;
use scutch_fetch::{Failure, HostCounts};
use scutch_plot::number::counted;

use super::acquire::{MOST_TOLD, nothing, tell_one};
use crate::talk::Talk;

/// What was found in the lists of a run.
pub(super) struct Found {
    pub(super) talk: Talk,
    listed: usize,
    /// The first problem.
    first: Option<Problem>,
    problems: usize,
}

impl Found {
    pub(super) fn new(talk: Talk) -> Self {
        Self { talk, listed: 0, first: None, problems: 0 }
    }

    /// Adds the lists of a page, and says what was wrong with them.
    pub(super) fn add(&mut self, listed: usize, problems: Vec<Problem>) {
        self.listed += listed;
        for problem in problems {
            self.problems += 1;
            // An archive that was given up is told once, at the end, and not for each page.
            let is_told = problem.reason != Failure::HostGivenUp.id();
            if is_told && self.problems <= MOST_TOLD {
                tell_one(&problem, self.talk);
            }
            self.first.get_or_insert(problem);
        }
    }

    /// Whether a list could not be read to its end, or not at all.
    pub(super) fn is_cut_short(&self) -> bool {
        self.problems > 0
    }

    /// Names the hosts that did not answer.
    pub(super) fn tell_given_up(&self, hosts: &BTreeMap<String, HostCounts>) {
        if let more @ 1.. = self.problems.saturating_sub(MOST_TOLD) {
            let problems = counted(more as u64, "further problem");
            self.talk.say(format_args!("and {problems} with lists"));
        }
        for (host, counts) in hosts.iter().filter(|(_, counts)| counts.is_given_up) {
            let requests = counted(counts.requests, "request");
            self.talk.say(format_args!(
                "{}: given up after {requests}: it did not answer; the same command asks \
                 it again",
                host.escape_debug()
            ));
        }
    }

    /// Fails if nothing was found and not every list could be had.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        match (&self.first, self.listed) {
            (Some(problem), 0) => nothing(problem.clone()),
            _ => Ok(()),
        }
    }
}
