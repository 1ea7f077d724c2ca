//! Stages inside an engine such as Spark, whose shuffle takes the place of ours.
//!
//! 1. [`observe()`]: a task reads a share of the inputs and hands out groups by table and key. Each key
//!    belongs to a part.
//! 2. The engine brings the groups of a part together, sorted by table and key.
//! 3. [`Concluding`]: a task takes the groups of some parts in, and writes the evidence of each part to
//!    files of its own. What is grouped a second time it hands out again.
//! 4. [`PartTables`]: evidence in the files of all parts, looked up by key.
//!
//! Readings need one another in the order of [`Round`]: what a revisit stands for is known before pages
//! are compared, so no observation waits for another one.

mod conclude;
mod fold;
mod observe;
mod parts;

use scutch_folder::config::Config;
pub use scutch_folder::shares::{PartEntry, Table};
use serde::{Deserialize, Serialize};

pub(crate) use self::conclude::{Concluded, Concluding, ConcludingMeans};
pub(crate) use self::observe::observe;
pub(crate) use self::parts::PartTables;
use super::asked::Means;
use super::page_cache::PageCache;

/// Groups of a key, handed from one step to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyedGroup {
    pub(crate) table: Table,
    pub(crate) key: String,
    /// As postcard writes the group.
    pub(crate) value: Vec<u8>,
}

/// A reading of the inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Round {
    /// Names of records, which revisits refer by.
    Originals,
    /// Pages of hosts, later pages of articles, captures.
    Pages,
    /// Verdicts of crawls.
    Crawled,
    /// What pages teach.
    Lessons,
}

impl Round {
    /// The readings that a configuration asks for, in their order. Whether there are verdicts of
    /// crawls is known behind the first reading.
    pub(crate) fn of(config: &Config, verdicts: bool) -> Vec<Self> {
        let means = Means::new(config, PageCache::none());
        let asked = means.asked(false);
        let originals = asked.originals.is_some();
        let pages = asked.hosts.is_some() || asked.chains.is_some() || asked.topics.is_some();
        // Who obeys crawls must know whether there are verdicts, even if no stage reads anything.
        let pages = pages || !(originals || config.scope.everything);
        let lessons = asked.hosts.is_some() && config.template.learns_from_others();
        let rounds = [
            (Self::Originals, originals),
            (Self::Pages, pages),
            (Self::Crawled, verdicts),
            (Self::Lessons, lessons),
        ];
        rounds.into_iter().filter(|(_, asked)| *asked).map(|(round, _)| round).collect()
    }

    /// Whether its conclusions give groups that are concluded again.
    pub(crate) fn concludes_twice(self, config: &Config) -> bool {
        match self {
            Self::Pages => config.topic.is_some(),
            Self::Crawled => true,
            Self::Originals | Self::Lessons => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_asks_for_the_readings_it_needs() {
        use Round::{Crawled, Lessons, Originals, Pages};
        for (toml, verdicts, expected) in [
            ("", false, &[Pages][..]),
            ("", true, &[Pages, Crawled]),
            ("extractor = 'page'", false, &[Pages]),
            ("extractor = 'page'\n[scope]\neverything = true", false, &[]),
            ("[scope]\nrecord_types = ['response', 'revisit']", false, &[Originals, Pages]),
            (
                "extractor = 'page'\n[scope]\nrecord_types = ['response', 'revisit']",
                false,
                &[Originals],
            ),
            (
                "extractor = 'template'\n[template]\nmethod = 't003'\nlesson = 'host'",
                true,
                &[Pages, Crawled, Lessons],
            ),
        ] {
            let config = Config::from_toml(toml).expect(toml);
            assert_eq!(Round::of(&config, verdicts), expected, "{toml}");
        }
    }
}
