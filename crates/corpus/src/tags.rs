//! The tag inventory of archives: counts the elements of all pages in scope.

use std::panic::{AssertUnwindSafe, catch_unwind};

use scutch_archive::{SourcePool, capture};
use scutch_folder::RunError;
use scutch_folder::config::Config;
use scutch_folder::config::rules::Rules;
use scutch_folder::config::select::Selection;
use scutch_folder::inputs::{self, Archives};
use scutch_portal::tags::{Inventory, content_root};

use crate::flow::{Alarm, Fed, Watch, Workers, flow};
use crate::stages::crawled::CrawlVerdicts;
use crate::stages::opened::open;
use crate::stages::{Evidence, MEMORY, Reading};

/// Counts the tags of all pages in scope. Returns `None` when interrupted. The content root of a page
/// is that of the portal rules if they match, else the smallest element around the extracted text.
/// With `pairs`, elements are counted separately by parent.
///
/// # Errors
/// When the inputs cannot be read.
pub fn inventory(
    config: &Config,
    pairs: bool,
    jobs: usize,
    watch: &dyn Watch,
) -> Result<Option<Inventory>, RunError> {
    let pool = SourcePool::default();
    let inputs = inputs::list_pooled(config, None, &pool)?;
    inputs.all_readable()?;
    let files = inputs.files;
    let rules = Rules::new(&config.portals).unwrap_or_default();
    let selection = Selection::new(&config.scope.select).unwrap_or_default();
    let mut evidence = Evidence::of_rules(rules, selection);
    watch.started(&files, 0);
    let archives = Archives::new(&files, &pool, &config.archive);
    let workers = Workers { jobs: jobs.max(1), watch };
    let reading = Reading { archives, config, workers, memory: MEMORY, spill: None, span: None };
    let alarm = Alarm::new(watch, !config.scope.everything);
    let mut counted = count(&reading, &evidence, pairs, &alarm)?;
    // Pages before the first verdict of a crawl were counted without it. A short reading may be at
    // its end before it can be stopped.
    if alarm.has_rung() {
        evidence.crawled = CrawlVerdicts::gather(&reading)?;
        counted = match evidence.crawled {
            Some(_) => count(&reading, &evidence, pairs, &Alarm::new(watch, false))?,
            None => None,
        };
    }
    archives.verify()?;
    Ok(counted)
}

/// Counts the tags of the pages that are selected. `None` when interrupted, or stopped by the alarm.
fn count(
    reading: &Reading<'_>,
    evidence: &Evidence,
    pairs: bool,
    alarm: &Alarm<'_>,
) -> Result<Option<Inventory>, RunError> {
    let look = |fed: Fed| {
        alarm.inspect(&fed);
        let page = || of_page(fed, reading.config, evidence, pairs);
        // A page that panics is left out: the inventory is a survey, not an account.
        catch_unwind(AssertUnwindSafe(page)).unwrap_or(Ok(None))
    };
    let mut all = Inventory::new(pairs);
    let workers = Workers { watch: alarm, ..reading.workers };
    let ended = flow(&reading.all(false), workers, look, |delivered| {
        reading.archives.sound()?;
        for page in delivered.items {
            if let Some(page) = page? {
                all.merge(page);
            }
        }
        Ok(())
    })?;
    Ok(ended.then_some(all))
}

/// The elements of a page that belongs to the corpus.
fn of_page(
    fed: Fed,
    config: &Config,
    evidence: &Evidence,
    pairs: bool,
) -> Result<Option<Inventory>, RunError> {
    let Fed::Record { record, .. } = fed else { return Ok(None) };
    let Ok(capture) = capture(&record, &config.archive) else { return Ok(None) };
    let is_selected = evidence.selection.filter(&capture).is_none()
        && (config.scope.everything || evidence.is_article(&capture)?);
    let Some(page) = is_selected.then(|| open(&capture, config).ok()).flatten() else {
        return Ok(None);
    };
    let page = page.page;
    let roots = match evidence.rules.extract(&page, &capture, &config.extract) {
        // Rules edit a copy of the page. The inventory is about the page as archived.
        Some((content, _)) => content.roots(&page),
        None => {
            let extraction = config.extractor.method().extract(&page, &config.extract);
            content_root(&page, &extraction).into_iter().collect()
        }
    };
    let mut inventory = Inventory::new(pairs);
    inventory.add(page.tree(), &roots, capture.url);
    Ok(Some(inventory))
}
