//! What the pages of a host teach, for methods that learn.

use scutch_folder::RunError;
use scutch_folder::timing::{Meter, Step};
use scutch_shuffle::{Store, StoreWriter};

use super::hosts::{Host, Hosts, Teaching};
use super::originals::Bearer;
use super::reading::{HOSTS, Reading, resolved, visited};
use super::stage::{Gathering, Stage as _};
use crate::flow::flow;

/// A reading of its own for methods that learn from the pages of a host: what a page teaches depends
/// on the pages it is compared with. `None` when interrupted.
pub(super) fn learn(
    reading: &Reading<'_>,
    hosts: Store<Host>,
    originals: Option<&Store<Bearer>>,
    meter: &Meter,
) -> Result<Option<Store<Host>>, RunError> {
    let config = reading.config;
    let stage = Teaching { config, meter, hosts: &hosts };
    let Some(gathering) = read(reading, &stage, originals)? else { return Ok(None) };
    let lessons = gathering.conclude()?;
    // The store is written anew, host by host. Hosts without lessons keep their evidence.
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

/// Observes all records of a reading. `None` when interrupted.
pub(super) fn read<'s>(
    reading: &Reading<'_>,
    stage: &'s Teaching<'s>,
    originals: Option<&Store<Bearer>>,
) -> Result<Option<Gathering<'s, Teaching<'s>>>, RunError> {
    let config = reading.config;
    let mut gathering = Gathering::new(stage, reading.settings(HOSTS));
    let observe = |fed| {
        let fed = match originals {
            Some(originals) => resolved(fed, originals, reading.archives)?,
            None => Some(fed),
        };
        fed.map_or_else(|| Ok(Vec::new()), |fed| visited(fed, config, |v| Ok(stage.observe(&v))))
    };
    reading.workers.watch.begins("what hosts teach");
    let ended = flow(&reading.all(false), reading.workers, observe, |delivered| {
        reading.archives.sound()?;
        for lessons in delivered.items {
            gathering.fold(lessons?)?;
        }
        Ok(())
    })?;
    Ok(ended.then_some(gathering))
}
