//! One reading of the inputs for all stages.

use std::sync::atomic::{AtomicBool, Ordering};

use scutch_archive::RecordKind;
use scutch_shuffle::{Settings, ShuffleError, Store};
use scutch_template::Summary;
use scutch_topic::CaptureObservation;

use super::chains::{Chains, Continuations, PageCapture};
use super::crawled::CrawlVerdicts;
use super::evidence::Evidence;
use super::hosts::{Host, Hosts};
use super::learn::learn;
use super::originals::{Bearer, Bearing, Originals};
use super::page_cache::PageCache;
use super::reading::{CHAINS, HOSTS, ORIGINALS, Reading, TOPICS, resolved, visited};
use super::stage::{Gathering, Stage};
use super::topics::{Observers, TopicConfig, Topics, Verdicts};
use super::visit::Visit;
use crate::config::Config;
use crate::config::rules::Rules;
use crate::config::select::Selection;
use crate::flow::{Delivered, Fed, Feed, flow};
use crate::folder::RunError;
use crate::inputs::RecordPlace;
use crate::timing::Meter;

/// Gathers the evidence that the configuration asks for. `None` when interrupted. `crawled`: an
/// earlier reading has met verdicts of crawls.
pub(crate) fn gather(reading: &Reading<'_>, crawled: bool) -> Result<Option<Evidence>, RunError> {
    let config = reading.config;
    // The configuration was checked: its rules mean something.
    let rules = Rules::new(&config.portals).unwrap_or_default();
    let selection = Selection::new(&config.scope.select).unwrap_or_default();
    let (meter, pages) = (Meter::default(), PageCache::default());
    let topics = TopicConfig::new(config);
    let asked = Asked {
        config,
        originals: config.scope.takes_revisits().then_some(Originals),
        hosts: config.is_joint().then_some(Hosts { config, meter: &meter }),
        chains: rules.continue_articles().then_some(Continuations { config, rules: &rules }),
        topics: topics.as_ref(),
        pages: &pages,
        met_verdicts: AtomicBool::new(crawled),
    };
    if asked.is_nothing() {
        let Some(crawled) = asked.crawled(reading)? else { return Ok(None) };
        return Ok(Some(Evidence { crawled, ..Evidence::of_rules(rules, selection) }));
    }
    let Some(found) = asked.gather(reading)? else { return Ok(None) };
    let Some(crawled) = asked.crawled(reading)? else { return Ok(None) };
    let Found { originals, hosts, chains, verdicts } = found;
    let hosts = match hosts {
        Some(hosts) if config.template.learns_from_others() => {
            match learn(reading, hosts, originals.as_ref(), &meter)? {
                Some(hosts) => Some(hosts),
                None => return Ok(None),
            }
        }
        hosts => hosts,
    };
    let evidence = Evidence { originals, hosts, chains, verdicts, crawled, ..Evidence::default() };
    Ok(Some(Evidence { pages, rules, selection, meter, ..evidence }))
}

/// The stages that are asked for.
struct Asked<'a> {
    config: &'a Config,
    originals: Option<Originals>,
    hosts: Option<Hosts<'a>>,
    chains: Option<Continuations<'a>>,
    topics: Option<&'a TopicConfig<'a>>,
    pages: &'a PageCache,
    /// Whether there are verdicts of crawls.
    met_verdicts: AtomicBool,
}

/// What one record says to all stages.
#[derive(Default)]
struct Observed {
    originals: Vec<(String, Bearing)>,
    hosts: Vec<(String, Summary)>,
    chains: Vec<(String, PageCapture)>,
    topic: Option<CaptureObservation>,
    /// A revisit: what it stands for is not known before all records were seen.
    revisit: Option<RecordPlace>,
}

/// What all stages found.
struct Found {
    originals: Option<Store<Bearer>>,
    hosts: Option<Store<Host>>,
    chains: Option<Store<Chains>>,
    verdicts: Option<Store<Verdicts>>,
}

impl Asked<'_> {
    fn is_nothing(&self) -> bool {
        let Self { originals, hosts, chains, topics, .. } = self;
        originals.is_none() && hosts.is_none() && chains.is_none() && topics.is_none()
    }

    /// The verdicts of crawls, if there are any. `None` when interrupted.
    fn crawled(&self, reading: &Reading<'_>) -> Result<Option<Option<CrawlVerdicts>>, RunError> {
        if !self.met_verdicts.load(Ordering::Relaxed) {
            return Ok(Some(None));
        }
        Ok(CrawlVerdicts::gather(reading)?.map(Some))
    }

    /// Whether a stage sees captures that are out of scope.
    fn sees_all(&self) -> bool {
        self.originals.is_some() || self.topics.is_some()
    }

    fn gather(&self, reading: &Reading<'_>) -> Result<Option<Found>, RunError> {
        let mut gatherings = Gatherings::new(self, reading)?;
        let sketches = gatherings.topics.as_ref().map(Topics::sketches);
        let observers = self.topics.zip(sketches.as_deref());
        let observers = observers.map(|(asked, store)| Observers::new(asked, store));
        let observe = |fed| self.observed(fed, |visit| self.observe(visit, observers.as_ref()));
        reading.workers.watch.begins(self.purpose());
        let feed = reading.all(self.sees_all());
        if !flow(&feed, reading.workers, observe, |delivered| {
            // Evidence of a part of the records would make other rows.
            reading.archives.sound()?;
            gatherings.fold(delivered)
        })? {
            return Ok(None);
        }
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
        drop(observers);
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
            _ => "what revisits refer to",
        }
    }

    fn observe(
        &self,
        visit: &Visit<'_>,
        observers: Option<&Observers<'_>>,
    ) -> Result<Observed, RunError> {
        let is_revisit = *visit.record.kind() == RecordKind::Revisit;
        let takes_revisits = self.originals.is_some();
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

/// Observations of all stages as they come in.
struct Gatherings<'a> {
    originals: Option<Gathering<'a, Originals>>,
    hosts: Option<Gathering<'a, Hosts<'a>>>,
    chains: Option<Gathering<'a, Continuations<'a>>>,
    topics: Option<Topics<'a>>,
    revisits: Vec<RecordPlace>,
}

impl<'a> Gatherings<'a> {
    fn new(asked: &'a Asked<'a>, reading: &Reading<'_>) -> Result<Self, RunError> {
        let topics = asked
            .topics
            .map(|asked| Topics::new(asked, reading.workers.jobs, reading.settings(TOPICS)));
        let Asked { originals, hosts, chains, .. } = asked;
        Ok(Self {
            originals: gathering(originals, || reading.settings(ORIGINALS)),
            hosts: gathering(hosts, || reading.settings(HOSTS)),
            chains: gathering(chains, || reading.settings(CHAINS)),
            topics: topics.transpose()?,
            revisits: Vec::new(),
        })
    }

    fn fold(&mut self, delivered: Delivered<Result<Observed, RunError>>) -> Result<(), RunError> {
        for observed in delivered.items {
            let Observed { originals, hosts, chains, topic, revisit } = observed?;
            fold(self.originals.as_mut(), originals)?;
            fold(self.hosts.as_mut(), hosts)?;
            fold(self.chains.as_mut(), chains)?;
            if let (Some(topics), Some(capture)) = (&mut self.topics, topic) {
                topics.fold(&capture)?;
            }
            self.revisits.extend(revisit);
        }
        Ok(())
    }

    fn conclude(self, originals: Option<Store<Bearer>>, jobs: usize) -> Result<Found, RunError> {
        Ok(Found {
            originals,
            hosts: self.hosts.map(Gathering::conclude).transpose()?,
            chains: self.chains.map(Gathering::conclude).transpose()?,
            verdicts: self.topics.map(|topics| topics.conclude(jobs)).transpose()?,
        })
    }
}

fn gathering<'a, S: Stage>(
    stage: &'a Option<S>,
    settings: impl FnOnce() -> Settings,
) -> Option<Gathering<'a, S>> {
    stage.as_ref().map(|stage| Gathering::new(stage, settings()))
}

fn fold<S: Stage>(
    gathering: Option<&mut Gathering<'_, S>>,
    observations: Vec<(String, S::Observation)>,
) -> Result<(), ShuffleError> {
    gathering.map_or(Ok(()), |gathering| gathering.fold(observations))
}
