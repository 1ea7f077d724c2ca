//! Reads a share of the inputs and hands out what it says of each key.

use scutch_folder::RunError;
use scutch_shuffle::{Group, Grouped};

use super::{KeyedGroup, Round, Table};
use crate::stages::asked::{Asked, Means};
use crate::stages::gatherings::Gatherings;
use crate::stages::hosts::Teaching;
use crate::stages::page_cache::PageCache;
use crate::stages::stage::{Gathering, Stage};
use crate::stages::{Evidence, Reading, crawled, learn};

/// Takes the groups of one reading.
pub(crate) type Take<'t> = dyn FnMut(KeyedGroup) -> Result<(), RunError> + 't;

/// Observes what is read in a round, with the evidence of the rounds before; whether verdicts of crawls
/// were met. `None` when interrupted.
pub(crate) fn observe(
    round: Round,
    reading: &Reading<'_>,
    evidence: &Evidence,
    take: &mut Take<'_>,
) -> Result<Option<bool>, RunError> {
    // No page stays open: another task derives the rows.
    let means = Means::new(reading.config, PageCache::none());
    let asked = means.asked(false);
    match round {
        Round::Originals => records(&asked.of_originals(), reading, evidence, take),
        Round::Pages => records(&asked.of_pages(), reading, evidence, take),
        Round::Crawled => match crawled::read(reading)? {
            Some(gathering) => gathered(Table::Crawled, gathering, take).map(|()| Some(true)),
            None => Ok(None),
        },
        Round::Lessons => lessons(&means, reading, evidence, take),
    }
}

fn records(
    asked: &Asked<'_>,
    reading: &Reading<'_>,
    evidence: &Evidence,
    take: &mut Take<'_>,
) -> Result<Option<bool>, RunError> {
    let Some(found) = asked.read(reading, evidence.originals.as_ref())? else { return Ok(None) };
    let Gatherings { originals, hosts, chains, topics, .. } = found;
    originals.map_or(Ok(()), |gathering| gathered(Table::Originals, gathering, take))?;
    hosts.map_or(Ok(()), |gathering| gathered(Table::Hosts, gathering, take))?;
    chains.map_or(Ok(()), |gathering| gathered(Table::Chains, gathering, take))?;
    if let Some(topics) = topics {
        topics.each(|host, group| take(KeyedGroup::new(Table::Captures, host, group)?))?;
    }
    Ok(Some(asked.met_verdicts()))
}

fn lessons(
    means: &Means<'_>,
    reading: &Reading<'_>,
    evidence: &Evidence,
    take: &mut Take<'_>,
) -> Result<Option<bool>, RunError> {
    let Some(hosts) = &evidence.hosts else { return Ok(Some(false)) };
    let stage = Teaching { config: means.config, meter: &means.meter, hosts };
    let Some(found) = learn::read(reading, &stage, evidence.originals.as_ref())? else {
        return Ok(None);
    };
    gathered(Table::Lessons, found, take).map(|()| Some(false))
}

fn gathered<S: Stage>(
    table: Table,
    gathering: Gathering<'_, S>,
    take: &mut Take<'_>,
) -> Result<(), RunError> {
    grouped(table, gathering.into_groups()?, take)
}

fn grouped<G: Group>(
    table: Table,
    groups: Grouped<G>,
    take: &mut Take<'_>,
) -> Result<(), RunError> {
    groups.into_each(|key, group| take(KeyedGroup::new(table, key, &group)?))
}
