//! Concludes groups that the engine has brought together.

use std::path::Path;

use scutch_folder::RunError;
use scutch_folder::config::Config;
use scutch_folder::timing::{Meter, Step};
use scutch_shuffle::{Evidence, Group, Settings, Store};
use scutch_topic::HostGroup;
use serde::Serialize;

use super::fold::{ByKey, Folding, decoded};
use super::parts::PartFiles;
use super::{KeyedGroup, PartEntry, Table};
use crate::stages::chains::Chains;
use crate::stages::crawled::Crawled;
use crate::stages::hosts::{Host, HostLessons, Pages};
use crate::stages::later_pages::LaterPages;
use crate::stages::originals::{Bearer, Originals};
use crate::stages::reading::{CHAINS, CRAWLED, HOSTS, ORIGINALS, Reading, TOPICS};
use crate::stages::stage::Stage;
use crate::stages::topics::{TopicConfig, Topics, Verdicts};

/// What follows from the groups of some parts.
#[derive(Debug, Default)]
pub(crate) struct Concluded {
    /// Files that are complete.
    pub(crate) files: Vec<PartEntry>,
    /// Groups that are brought together once more.
    pub(crate) groups: Vec<KeyedGroup>,
}

/// Takes groups in, sorted by part, table and key.
pub(crate) struct Concluding<'a> {
    by: Conclusions<'a>,
    open: Option<Open<'a>>,
    out: Out,
}

/// The part and table whose groups come in, and what folds them.
type Open<'a> = ((u32, Table), Box<dyn Folding<Out> + 'a>);

/// Where conclusions go.
struct Out {
    part: u32,
    files: PartFiles,
    groups: Vec<KeyedGroup>,
}

impl Out {
    /// Evidence of a key of the present part.
    fn put(&mut self, table: Table, key: &str, evidence: &impl Evidence) -> Result<(), RunError> {
        self.files.put((table, self.part), key, evidence)
    }

    /// A group of a key of any part.
    fn again(&mut self, table: Table, key: &str, group: &impl Serialize) -> Result<(), RunError> {
        self.groups.push(KeyedGroup::new(table, key, group)?);
        Ok(())
    }
}

/// What groups are concluded by.
#[derive(Clone, Copy)]
struct Conclusions<'a> {
    reading: &'a Reading<'a>,
    topics: Option<&'a TopicConfig<'a>>,
    /// Hosts as they were concluded, for what their pages teach.
    hosts: Option<&'a Store<Host>>,
    meter: &'a Meter,
}

/// What a [`Concluding`] borrows.
pub(crate) struct ConcludingMeans<'a> {
    topics: Option<TopicConfig<'a>>,
    meter: Meter,
}

impl<'a> ConcludingMeans<'a> {
    pub(crate) fn new(config: &'a Config) -> Self {
        Self { topics: TopicConfig::new(config), meter: Meter::default() }
    }
}

impl<'a> Concluding<'a> {
    /// Writes into `folder`; `attempt` ends the names of the files.
    pub(crate) fn new(
        reading: &'a Reading<'a>,
        means: &'a ConcludingMeans<'a>,
        hosts: Option<&'a Store<Host>>,
        (folder, attempt): (&Path, &str),
    ) -> Self {
        let (topics, meter) = (means.topics.as_ref(), &means.meter);
        let files = PartFiles::new(folder, attempt);
        let out = Out { part: 0, files, groups: Vec::new() };
        Self { by: Conclusions { reading, topics, hosts, meter }, open: None, out }
    }

    /// Takes in a partial group.
    pub(crate) fn add(
        &mut self,
        (part, table): (u32, Table),
        key: &str,
        value: &[u8],
    ) -> Result<(), RunError> {
        // Groups come sorted: with another part or table the last one is complete.
        if self.open.as_ref().is_none_or(|(open, _)| *open != (part, table)) {
            self.close()?;
            self.out.part = part;
            self.open = Some(((part, table), self.by.folding(table)?));
        }
        let Self { open, out, .. } = self;
        open.as_mut().map_or(Ok(()), |(_, folding)| folding.add(key, value, out))
    }

    fn close(&mut self) -> Result<(), RunError> {
        if let Some((_, mut folding)) = self.open.take() {
            folding.end(&mut self.out)?;
        }
        Ok(self.out.files.close()?)
    }

    /// What was concluded since the last call.
    pub(crate) fn take(&mut self) -> Concluded {
        let groups = std::mem::take(&mut self.out.groups);
        Concluded { files: self.out.files.take(), groups }
    }

    /// The rest of what was concluded.
    pub(crate) fn end(&mut self) -> Result<Concluded, RunError> {
        self.close()?;
        Ok(self.take())
    }
}

impl<'a> Conclusions<'a> {
    /// What is made of the groups of a table.
    fn folding(self, table: Table) -> Result<Box<dyn Folding<Out> + 'a>, RunError> {
        Ok(match table {
            Table::Originals => self.by_key(table, ORIGINALS, move |key, group: Bearer, out| {
                out.put(table, key, &Originals.conclude(group))
            }),
            Table::Hosts => self.by_key(table, HOSTS, move |key, group: Pages, out| {
                let conclude = || Host(group.0.conclude());
                out.put(table, key, &self.meter.time(Step::Group, 0, conclude))
            }),
            Table::Chains => self.by_key(table, CHAINS, move |key, group, out| {
                out.put(table, key, &Chains::of_group(group))
            }),
            Table::Verdicts => self.by_key(table, TOPICS, move |key, mut group: Verdicts, out| {
                // Partial groups merge in any order, and verdicts are looked up by place.
                group.sort();
                out.put(table, key, &group)
            }),
            Table::Crawled => self.by_key(table, CRAWLED, move |key, group: Crawled, out| {
                // Grouped once more, by article: its pages lie under record ids of any part.
                for (article, part) in group.parts() {
                    let mut pages = LaterPages::default();
                    pages.add(part);
                    out.again(Table::LaterPages, &article, &pages)?;
                }
                out.put(table, key, &group)
            }),
            Table::LaterPages => self.by_key(table, CRAWLED, move |key, group: LaterPages, out| {
                out.put(table, key, &group)
            }),
            Table::Lessons => self.by_key(table, HOSTS, move |key, group: HostLessons, out| {
                self.taught(key, group, out)
            }),
            Table::Captures => Box::new(JudgedCaptures(self.topics()?)),
            // Evidence, and never groups.
            Table::Taught => self.by_key(table, HOSTS, |_, _: HostLessons, _| Ok(())),
        })
    }

    fn by_key<G: Group + 'a>(
        self,
        table: Table,
        memory: usize,
        conclude: impl FnMut(&str, G, &mut Out) -> Result<(), RunError> + 'a,
    ) -> Box<dyn Folding<Out> + 'a> {
        Box::new(ByKey::new(table, self.settings(memory).memory, conclude))
    }

    fn settings(self, parts: usize) -> Settings {
        self.reading.settings(parts)
    }

    /// The evidence of a host, with what its pages teach.
    fn taught(self, key: &str, lessons: HostLessons, out: &mut Out) -> Result<(), RunError> {
        let Some(hosts) = self.hosts else { return Ok(()) };
        let Some(host) = hosts.get(key)? else { return Ok(()) };
        // The store shares its hosts, and learning changes this one.
        let mut host = Host::clone(&host);
        let learn = || host.0.learn(lessons.0, &self.reading.config.template);
        self.meter.time(Step::Learn, 0, learn);
        out.put(Table::Taught, key, &host)
    }

    fn topics(self) -> Result<Option<Topics<'a>>, RunError> {
        let jobs = self.reading.workers.jobs;
        let topics = self.topics.map(|asked| Topics::new(asked, jobs, self.settings(TOPICS)));
        topics.transpose()
    }
}

/// Judges captures once all of them are there.
struct JudgedCaptures<'a>(Option<Topics<'a>>);

impl Folding<Out> for JudgedCaptures<'_> {
    fn add(&mut self, key: &str, value: &[u8], _: &mut Out) -> Result<(), RunError> {
        let group: (HostGroup, Vec<u8>) = decoded(Table::Captures, key, value)?;
        self.0.as_mut().map_or(Ok(()), |topics| topics.add(key, &group))
    }

    fn end(&mut self, out: &mut Out) -> Result<(), RunError> {
        let Some(topics) = self.0.take() else { return Ok(()) };
        // On one thread: the engine runs a task for each core.
        let verdicts = topics.conclude(1)?;
        verdicts.for_each(|url, found| out.again(Table::Verdicts, url, found))
    }
}
