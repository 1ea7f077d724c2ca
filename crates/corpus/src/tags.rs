//! The tag inventory of archives: counts the elements of all pages in scope.

use std::panic::{AssertUnwindSafe, catch_unwind};

use scutch_archive::{SourcePool, capture};
use scutch_portal::tags::{Inventory, content_root};

use crate::config::Config;
use crate::config::rules::Rules;
use crate::flow::{Cursor, Fed, Feed, Wanted, Watch, Workers, flow};
use crate::folder::RunError;
use crate::inputs::{self, Archives};
use crate::stages::opened::open;

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
    let inputs = inputs::list_pooled(&config.inputs, None, &pool)?;
    inputs.all_readable()?;
    let files = inputs.files;
    let rules = Rules::new(&config.portals).unwrap_or_default();
    let mut all = Inventory::new(pairs);
    let look = |fed| {
        let page = || of_page(fed, config, &rules, pairs);
        // A page that panics is left out: the inventory is a survey, not an account.
        catch_unwind(AssertUnwindSafe(page)).ok().flatten()
    };
    watch.started(&files, 0);
    let archives = Archives::new(&files, &pool, &config.archive);
    let wanted = Wanted { scope: &config.scope, all_captures: false };
    let shard_records = config.shard_records;
    let feed = Feed::Files { archives, start: Cursor::START, wanted, shard_records };
    let workers = Workers { jobs: jobs.max(1), watch };
    let ended = flow(&feed, workers, look, |delivered| {
        archives.sound()?;
        for page in delivered.items.into_iter().flatten() {
            all.merge(page);
        }
        Ok(())
    })?;
    archives.verify()?;
    Ok(ended.then_some(all))
}

fn of_page(fed: Fed, config: &Config, rules: &Rules, pairs: bool) -> Option<Inventory> {
    let Fed::Record { record, .. } = fed else { return None };
    let capture = capture(&record, &config.archive).ok()?;
    let page = open(&capture, config).ok()?.page;
    let roots = match rules.extract(&page, &capture, &config.extract) {
        // Rules edit a copy of the page. The inventory is about the page as archived.
        Some((content, _)) => content.roots(&page),
        None => {
            let extraction = config.extractor.method().extract(&page, &config.extract);
            content_root(&page, &extraction).into_iter().collect()
        }
    };
    let mut inventory = Inventory::new(pairs);
    inventory.add(page.tree(), &roots, capture.url);
    Some(inventory)
}
