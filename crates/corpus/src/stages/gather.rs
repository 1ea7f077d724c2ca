//! One reading of the inputs for all stages.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use scutch_archive::RecordKind;
use scutch_shuffle::{Settings, ShuffleError, Store, StoreWriter};
use scutch_template::Summary;
use scutch_topic::CaptureObservation;

use super::chains::{Continuations, PageCapture};
use super::evidence::Evidence;
use super::hosts::{Host, Hosts, Teaching, capture_key};
use super::originals::{self, Bearer, Candidate, Originals};
use super::page_cache::PageCache;
use super::stage::{Gathering, Stage};
use super::topics::{Observers, TopicConfig, Topics};
use super::visit::Visit;
use crate::config::Config;
use crate::config::rules::Rules;
use crate::flow::{Cursor, Delivered, Fed, Feed, Wanted, Workers, flow};
use crate::folder::RunError;
use crate::inputs::{Archives, RecordPlace};
use crate::timing::{Meter, Step};

/// What stages read, and what they may use for it.
#[derive(Clone)]
pub(crate) struct Reading<'a> {
    pub(crate) archives: Archives<'a>,
    pub(crate) config: &'a Config,
    pub(crate) workers: Workers<'a>,
    /// Bytes of memory that groups and evidence of all stages may take together.
    pub(crate) memory: usize,
    /// Folder for what does not fit.
    pub(crate) spill: Option<PathBuf>,
}

/// Default of [`Request::memory`](crate::Request::memory): 384 MiB.
pub const MEMORY: usize = 384 << 20;

/// Parts of the memory budget. One host may keep 120 MiB of pages; a million captures of one host
/// take 130 MiB until they are judged.
const PARTS: usize = 16;
const HOSTS: usize = 7;
const TOPICS: usize = 7;
const ORIGINALS: usize = 1;
const CHAINS: usize = 1;

impl Reading<'_> {
    /// So many parts of the budget for one stage.
    fn settings(&self, parts: usize) -> Settings {
        Settings { memory: self.memory / PARTS * parts, folder: self.spill.clone() }
    }

    fn all(&self, all_captures: bool) -> Feed<'_> {
        let wanted = Wanted { scope: &self.config.scope, all_captures };
        let shard_records = self.config.shard_records;
        Feed::Files { archives: self.archives, start: Cursor::START, wanted, shard_records }
    }
}

/// Gathers the evidence that the configuration asks for. `None` when interrupted.
pub(crate) fn gather(reading: &Reading<'_>) -> Result<Option<Evidence>, RunError> {
    let config = reading.config;
    // The configuration was checked: its rules mean something.
    let rules = Rules::new(&config.portals).unwrap_or_default();
    let (meter, pages) = (Meter::default(), PageCache::default());
    let topics = TopicConfig::new(config);
    let asked = Asked {
        config,
        originals: config.scope.takes_revisits().then_some(Originals),
        hosts: config.is_joint().then_some(Hosts { config, meter: &meter }),
        chains: rules.continue_articles().then_some(Continuations { config, rules: &rules }),
        topics: topics.as_ref(),
        pages: &pages,
    };
    if asked.is_nothing() {
        return Ok(Some(Evidence::of_rules(rules)));
    }
    let Some(found) = asked.gather(reading)? else { return Ok(None) };
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
    Ok(Some(Evidence { originals, hosts, chains, verdicts, pages, rules, meter }))
}

/// The stages that are asked for.
struct Asked<'a> {
    config: &'a Config,
    originals: Option<Originals>,
    hosts: Option<Hosts<'a>>,
    chains: Option<Continuations<'a>>,
    topics: Option<&'a TopicConfig<'a>>,
    pages: &'a PageCache,
}

/// What one record says to all stages.
#[derive(Default)]
struct Observed {
    originals: Vec<(String, Candidate)>,
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
    chains: Option<Store<super::chains::Chains>>,
    verdicts: Option<Store<super::topics::Verdicts>>,
}

impl Asked<'_> {
    fn is_nothing(&self) -> bool {
        let Self { originals, hosts, chains, topics, .. } = self;
        originals.is_none() && hosts.is_none() && chains.is_none() && topics.is_none()
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
        if !flow(&feed, reading.workers, observe, |delivered| gatherings.fold(delivered))? {
            return Ok(None);
        }
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
        drop(observers);
        gatherings.conclude(originals, reading.workers.jobs).map(Some)
    }

    /// Observes one record, and keeps its page for the second reading.
    fn observed(
        &self,
        fed: Fed,
        observe: impl FnOnce(&Visit<'_>) -> Result<Observed, RunError>,
    ) -> Result<Observed, RunError> {
        visited(fed, self.config, |visit| {
            let observed = observe(&visit);
            if self.hosts.is_some()
                && let Some(key) = visit.capture().map(capture_key)
                && let Some(opened) = visit.into_opened()
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

/// Looks at one record. A record that panics here panics again when its row is derived, and is
/// reported there.
fn visited<T: Default>(
    fed: Fed,
    config: &Config,
    look: impl FnOnce(Visit<'_>) -> Result<T, RunError>,
) -> Result<T, RunError> {
    let Fed::Record { input, record } = fed else { return Ok(T::default()) };
    let visit = || look(Visit::new(RecordPlace::of_record(input, &record), &record, config));
    catch_unwind(AssertUnwindSafe(visit)).unwrap_or_else(|_| Ok(T::default()))
}

/// A revisit as the capture it stands for, if it stands for one.
fn resolved(
    fed: Fed,
    originals: &Store<Bearer>,
    archives: Archives<'_>,
) -> Result<Option<Fed>, ShuffleError> {
    let Fed::Record { input, record } = fed else { return Ok(None) };
    let resolved = originals::resolved(*record, originals, archives)?;
    Ok(resolved.ok().map(|record| Fed::Record { input, record: Box::new(record) }))
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

/// A reading of its own for methods that learn from the pages of a host: what a page teaches depends
/// on the pages it is compared with. `None` when interrupted.
fn learn(
    reading: &Reading<'_>,
    hosts: Store<Host>,
    originals: Option<&Store<Bearer>>,
    meter: &Meter,
) -> Result<Option<Store<Host>>, RunError> {
    let config = reading.config;
    let stage = Teaching { config, meter, hosts: &hosts };
    let mut gathering = Gathering::new(&stage, reading.settings(HOSTS));
    let observe = |fed| {
        let fed = match originals {
            Some(originals) => resolved(fed, originals, reading.archives)?,
            None => Some(fed),
        };
        fed.map_or_else(|| Ok(Vec::new()), |fed| visited(fed, config, |v| Ok(stage.observe(&v))))
    };
    reading.workers.watch.begins("what hosts teach");
    let ended = flow(&reading.all(false), reading.workers, observe, |delivered| {
        for lessons in delivered.items {
            gathering.fold(lessons?)?;
        }
        Ok(())
    })?;
    if !ended {
        return Ok(None);
    }
    let lessons = gathering.conclude()?;
    let mut learned = StoreWriter::new(Hosts::NAME, reading.settings(HOSTS));
    hosts.into_each(|host, mut evidence| {
        if let Some(lessons) = lessons.get(host)? {
            let learn = || evidence.0.learn(lessons.0.clone(), &config.template);
            meter.time(Step::Learn, 0, learn);
        }
        learned.put(host, evidence)
    })?;
    Ok(Some(learned.finish()?))
}
