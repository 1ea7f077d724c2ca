//! Observations of all stages as they come in: folded, written for another job, taken in again, and
//! concluded.

use scutch_folder::inputs::RecordPlace;
use scutch_folder::{RunError, at};
use scutch_shuffle::{Settings, ShuffleError, Store};
use scutch_template::Summary;
use scutch_topic::CaptureObservation;

use super::asked::Asked;
use super::chains::{Chains, Continuations, PageCapture};
use super::hosts::{Host, Hosts};
use super::originals::{Bearer, Bearing, Originals};
use super::reading::{CHAINS, HOSTS, ORIGINALS, Reading, TOPICS};
use super::stage::{Gathering, Stage};
use super::tables::Tables;
use super::topics::{Topics, Verdicts};
use crate::flow::Delivered;
use crate::table::keyed::read_keyed;

/// The table of places of revisits, which wait for their originals.
const REVISITS: &str = "revisits";

/// What one record says to all stages.
#[derive(Default)]
pub(super) struct Observed {
    pub(super) originals: Vec<(String, Bearing)>,
    pub(super) hosts: Vec<(String, Summary)>,
    pub(super) chains: Vec<(String, PageCapture)>,
    pub(super) topic: Option<CaptureObservation>,
    /// A revisit: what it stands for is not known before all records were seen.
    pub(super) revisit: Option<RecordPlace>,
}

/// What all stages found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) originals: Option<Store<Bearer>>,
    pub(super) hosts: Option<Store<Host>>,
    pub(super) chains: Option<Store<Chains>>,
    pub(super) verdicts: Option<Store<Verdicts>>,
}

/// Observations of all stages as they come in.
pub(super) struct Gatherings<'a> {
    pub(super) originals: Option<Gathering<'a, Originals>>,
    pub(super) hosts: Option<Gathering<'a, Hosts<'a>>>,
    pub(super) chains: Option<Gathering<'a, Continuations<'a>>>,
    pub(super) topics: Option<Topics<'a>>,
    pub(super) revisits: Vec<RecordPlace>,
}

impl<'a> Gatherings<'a> {
    pub(super) fn new(asked: &'a Asked<'a>, reading: &Reading<'_>) -> Result<Self, RunError> {
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

    pub(super) fn fold(
        &mut self,
        delivered: Delivered<Result<Observed, RunError>>,
    ) -> Result<(), RunError> {
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

    /// Writes all groups, and where revisits wait for their originals.
    pub(super) fn write(self, tables: &mut Tables) -> Result<(), RunError> {
        self.originals.map_or(Ok(()), |gathering| gathering.write(tables))?;
        self.hosts.map_or(Ok(()), |gathering| gathering.write(tables))?;
        self.chains.map_or(Ok(()), |gathering| gathering.write(tables))?;
        self.topics.map_or(Ok(()), |topics| topics.write(tables))?;
        tables.write(REVISITS, |path, writer| {
            self.revisits.iter().try_for_each(|place| {
                let RecordPlace { input, offset, inner_offset } = place;
                // Of fixed width, so that the order of keys is that of places.
                let key = format!("{input:08x}-{offset:016x}-{inner_offset:016x}");
                writer.put(&key, place).map_err(at(path))
            })
        })
    }

    /// Takes in what [`write`](Self::write) wrote.
    pub(super) fn load(&mut self, tables: &Tables) -> Result<(), RunError> {
        self.originals.as_mut().map_or(Ok(()), |gathering| gathering.load(tables))?;
        self.hosts.as_mut().map_or(Ok(()), |gathering| gathering.load(tables))?;
        self.chains.as_mut().map_or(Ok(()), |gathering| gathering.load(tables))?;
        self.topics.as_mut().map_or(Ok(()), |topics| topics.load(tables))?;
        let Some(path) = tables.path(REVISITS) else { return Ok(()) };
        read_keyed(&path, |_, place| {
            self.revisits.push(place);
            Ok(())
        })
    }

    pub(super) fn conclude(
        self,
        originals: Option<Store<Bearer>>,
        jobs: usize,
    ) -> Result<Found, RunError> {
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
