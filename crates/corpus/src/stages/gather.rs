//! One reading of the inputs for all stages, and the evidence that follows from it.

use scutch_folder::RunError;
use scutch_folder::config::Config;

use super::asked::{Asked, Means};
use super::evidence::Evidence;
use super::gatherings::Found;
use super::learn::learn;
use super::page_cache::PageCache;
use super::reading::Reading;
use super::tables::Tables;

/// Gathers the evidence that the configuration asks for. `None` when interrupted. `crawled`: an
/// earlier reading has met verdicts of crawls.
pub(crate) fn gather(reading: &Reading<'_>, crawled: bool) -> Result<Option<Evidence>, RunError> {
    gather_from(reading, crawled, Observations::Inputs)
}

/// Where observations come from.
#[derive(Clone, Copy)]
pub(crate) enum Observations<'a> {
    /// A reading of the inputs.
    Inputs,
    /// The groups that [`observe`] wrote, of all shares of the inputs in their order.
    Written(&'a [Tables]),
}

/// As [`gather`], with groups that other jobs may have observed.
pub(crate) fn gather_from(
    reading: &Reading<'_>,
    crawled: bool,
    from: Observations<'_>,
) -> Result<Option<Evidence>, RunError> {
    let (config, means) = (reading.config, Means::new(reading.config, PageCache::default()));
    let asked = means.asked(crawled);
    let Some(found) = found(&asked, reading, from)? else { return Ok(None) };
    // Only the first reading tells whether there are verdicts at all.
    let Some(crawled) = asked.crawled(reading)? else { return Ok(None) };
    let Found { originals, hosts, chains, verdicts } = found;
    let hosts = match hosts {
        Some(hosts) if config.template.learns_from_others() => {
            match learn(reading, hosts, originals.as_ref(), &means.meter)? {
                Some(hosts) => Some(hosts),
                None => return Ok(None),
            }
        }
        hosts => hosts,
    };
    let Means { rules, selection, meter, pages, .. } = means;
    let evidence = Evidence { originals, hosts, chains, verdicts, crawled, ..Evidence::default() };
    Ok(Some(Evidence { pages, rules, selection, meter, ..evidence }))
}

/// What the stages find. `None` when interrupted.
fn found(
    asked: &Asked<'_>,
    reading: &Reading<'_>,
    from: Observations<'_>,
) -> Result<Option<Found>, RunError> {
    if asked.is_nothing() {
        return Ok(Some(Found::default()));
    }
    let gatherings = match from {
        Observations::Inputs => asked.read(reading, None)?,
        Observations::Written(shares) => Some(asked.load(reading, shares)?),
    };
    gatherings.map_or(Ok(None), |gatherings| asked.conclude(gatherings, reading))
}

/// Observes what is read, and writes the groups as tables; whether verdicts of crawls were met.
/// `None` when interrupted.
pub(crate) fn observe(
    reading: &Reading<'_>,
    tables: &mut Tables,
) -> Result<Option<bool>, RunError> {
    let means = Means::new(reading.config, PageCache::none());
    let asked = means.asked(false);
    // A run that obeys no verdicts and compares nothing looks at no other record.
    if asked.is_nothing() && reading.config.scope.everything {
        return Ok(Some(false));
    }
    let Some(gatherings) = asked.read(reading, None)? else { return Ok(None) };
    gatherings.write(tables)?;
    Ok(Some(asked.met_verdicts()))
}

/// Whether a stage that the configuration asks for reads the inputs.
pub(crate) fn read_inputs(config: &Config) -> bool {
    !Means::new(config, PageCache::none()).asked(false).is_nothing()
}
