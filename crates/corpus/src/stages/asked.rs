//! The stages that a configuration asks for, and what they observe while records are read.

use std::sync::atomic::{AtomicBool, Ordering};

use scutch_archive::RecordKind;
use scutch_folder::RunError;
use scutch_folder::config::Config;
use scutch_folder::config::rules::Rules;
use scutch_folder::config::select::Selection;
use scutch_folder::timing::Meter;

use super::chains::Continuations;
use super::crawled::CrawlVerdicts;
use super::gatherings::{Found, Gatherings, Observed};
use super::hosts::Hosts;
use super::originals::{self, Bearer, Originals};
use super::page_cache::PageCache;
use super::reading::{Reading, resolved, visited};
use super::stage::{Gathering, Stage};
use super::tables::Tables;
use super::topics::{Observers, TopicConfig, Topics};
use super::visit::Visit;
use crate::flow::{Fed, Feed, flow};
use scutch_shuffle::Store;

/// What stages work by.
pub(super) struct Means<'a> {
    pub(super) config: &'a Config,
    pub(super) rules: Rules,
    pub(super) selection: Selection,
    pub(super) meter: Meter,
    pub(super) pages: PageCache,
    pub(super) topics: Option<TopicConfig<'a>>,
}

impl<'a> Means<'a> {
    pub(super) fn new(config: &'a Config, pages: PageCache) -> Self {
        // The configuration was checked: its rules mean something.
        let rules = Rules::new(&config.portals).unwrap_or_default();
        let selection = Selection::new(&config.scope.select).unwrap_or_default();
        let meter = Meter::default();
        Self { config, rules, selection, meter, pages, topics: TopicConfig::new(config) }
    }

    pub(super) fn asked(&self, crawled: bool) -> Asked<'_> {
        let Self { config, rules, meter, .. } = self;
        Asked {
            config,
            originals: config.scope.takes_revisits().then_some(Originals),
            hosts: config.is_joint().then_some(Hosts { config, meter }),
            chains: rules.continue_articles().then_some(Continuations { config, rules }),
            topics: self.topics.as_ref(),
            pages: &self.pages,
            met_verdicts: AtomicBool::new(crawled),
        }
    }
}

/// The stages that are asked for.
pub(super) struct Asked<'a> {
    config: &'a Config,
    pub(super) originals: Option<Originals>,
    pub(super) hosts: Option<Hosts<'a>>,
    pub(super) chains: Option<Continuations<'a>>,
    pub(super) topics: Option<&'a TopicConfig<'a>>,
    pages: &'a PageCache,
    /// Whether there are verdicts of crawls.
    met_verdicts: AtomicBool,
}

impl Asked<'_> {
    /// The stages that know what revisits refer to, alone.
    pub(super) fn of_originals(self) -> Self {
        Self { hosts: None, chains: None, topics: None, ..self }
    }

    /// The stages of pages alone.
    pub(super) fn of_pages(self) -> Self {
        Self { originals: None, ..self }
    }

    pub(super) fn is_nothing(&self) -> bool {
        let Self { originals, hosts, chains, topics, .. } = self;
        originals.is_none() && hosts.is_none() && chains.is_none() && topics.is_none()
    }

    /// Whether a verdict of a crawl was met.
    pub(super) fn met_verdicts(&self) -> bool {
        self.met_verdicts.load(Ordering::Relaxed)
    }

    /// The verdicts of crawls, if there are any. `None` when interrupted.
    pub(super) fn crawled(
        &self,
        reading: &Reading<'_>,
    ) -> Result<Option<Option<CrawlVerdicts>>, RunError> {
        if !self.met_verdicts() {
            return Ok(Some(None));
        }
        Ok(CrawlVerdicts::gather(reading)?.map(Some))
    }

    /// Whether a stage sees captures that are out of scope.
    fn sees_all(&self) -> bool {
        self.config.scope.takes_revisits() || self.topics.is_some()
    }

    /// Observes all records of a reading. `None` when interrupted. `originals`: what revisits refer
    /// to, where that is known already.
    pub(super) fn read(
        &self,
        reading: &Reading<'_>,
        originals: Option<&Store<Bearer>>,
    ) -> Result<Option<Gatherings<'_>>, RunError> {
        let mut gatherings = Gatherings::new(self, reading)?;
        let sketches = gatherings.topics.as_ref().map(Topics::sketches);
        let observers = self.topics.zip(sketches.as_deref());
        let observers = observers.map(|(asked, store)| Observers::new(asked, store));
        let observe = |fed| {
            self.observed(fed, |visit| {
                let observed = self.observe(visit, observers.as_ref())?;
                match originals {
                    Some(originals) => self.with_original(observed, visit, originals, reading),
                    None => Ok(observed),
                }
            })
        };
        reading.workers.watch.begins(self.purpose());
        let feed = reading.all(self.sees_all());
        let ended = flow(&feed, reading.workers, observe, |delivered| {
            // Evidence of a part of the records would make other rows.
            reading.archives.sound()?;
            gatherings.fold(delivered)
        })?;
        reading.archives.sound()?;
        drop(observers);
        Ok(ended.then_some(gatherings))
    }

    /// Takes in what other jobs observed.
    pub(super) fn load(
        &self,
        reading: &Reading<'_>,
        shares: &[Tables],
    ) -> Result<Gatherings<'_>, RunError> {
        let mut gatherings = Gatherings::new(self, reading)?;
        shares.iter().try_for_each(|tables| gatherings.load(tables))?;
        Ok(gatherings)
    }

    /// What follows from all observations. `None` when interrupted.
    pub(super) fn conclude(
        &self,
        mut gatherings: Gatherings<'_>,
        reading: &Reading<'_>,
    ) -> Result<Option<Found>, RunError> {
        // What a revisit refers to is known only after all records were read.
        let waiting = std::mem::take(&mut gatherings.revisits);
        let originals = gatherings.originals.take().map(Gathering::conclude).transpose()?;
        if let Some(originals) = &originals {
            let feed = Feed::Places { archives: reading.archives, places: &waiting };
            let observe = |fed| match resolved(fed, originals, reading.archives)? {
                Some(fed) => self.observed(fed, |visit| Ok(self.observe_page(visit))),
                None => Ok(Observed::default()),
            };
            if !flow(&feed, reading.workers, observe, |delivered| gatherings.fold(delivered))? {
                return Ok(None);
            }
        }
        reading.archives.sound()?;
        gatherings.conclude(originals, reading.workers.jobs).map(Some)
    }

    /// Observes one record, and keeps its page for the second reading.
    fn observed(
        &self,
        fed: Fed,
        observe: impl FnOnce(&Visit<'_>) -> Result<Observed, RunError>,
    ) -> Result<Observed, RunError> {
        if fed.is_verdict() {
            self.met_verdicts.store(true, Ordering::Relaxed);
        }
        visited(fed, self.config, |visit| {
            let observed = observe(&visit);
            // Only joint detection needs the page again, when it derives the row.
            if self.hosts.is_some()
                && let Some((key, opened)) = visit.into_opened()
            {
                self.pages.put(key, opened);
            }
            observed
        })
    }

    /// What the reading is for, as a user is told.
    fn purpose(&self) -> &'static str {
        match self {
            Self { hosts: Some(_), .. } => "what pages share",
            Self { topics: Some(_), .. } => "topics",
            Self { chains: Some(_), .. } => "later pages of articles",
            Self { originals: Some(_), .. } => "what revisits refer to",
            _ => "verdicts of crawls",
        }
    }

    fn observe(
        &self,
        visit: &Visit<'_>,
        observers: Option<&Observers<'_>>,
    ) -> Result<Observed, RunError> {
        let is_revisit = *visit.record.kind() == RecordKind::Revisit;
        let takes_revisits = self.config.scope.takes_revisits();
        let mut observed = match is_revisit && takes_revisits {
            true => Observed { revisit: Some(visit.place), ..Observed::default() },
            false => self.observe_page(visit),
        };
        observed.originals = observations(self.originals.as_ref(), visit);
        if let Some(observers) = observers {
            observed.topic = observers.observe(visit)?;
        }
        Ok(observed)
    }

    /// What is observed of a revisit as the capture it stands for, added to what was observed of itself.
    fn with_original(
        &self,
        mut observed: Observed,
        visit: &Visit<'_>,
        originals: &Store<Bearer>,
        reading: &Reading<'_>,
    ) -> Result<Observed, RunError> {
        let Some(place) = observed.revisit.take() else { return Ok(observed) };
        let revisit = visit.record.clone().into_owned();
        let resolved = originals::resolved(revisit, originals, reading.archives)?;
        if let Ok(record) = resolved {
            let of_page = self.observe_page(&Visit::new(place, &record, self.config));
            // Topics have observed the revisit itself.
            (observed.hosts, observed.chains) = (of_page.hosts, of_page.chains);
        }
        Ok(observed)
    }

    /// What the stages of pages that are in scope observe.
    fn observe_page(&self, visit: &Visit<'_>) -> Observed {
        let hosts = observations(self.hosts.as_ref(), visit);
        let chains = observations(self.chains.as_ref(), visit);
        Observed { hosts, chains, ..Observed::default() }
    }
}

fn observations<S: Stage>(stage: Option<&S>, visit: &Visit<'_>) -> Vec<(String, S::Observation)> {
    stage.map(|stage| stage.observe(visit)).unwrap_or_default()
}
