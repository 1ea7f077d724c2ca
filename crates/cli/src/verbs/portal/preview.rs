//! What `scutch portal crawl` would ask for.

use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::Context as _;
use scutch_crawl::Store;
use scutch_crawl::portal::{Date, Folder, RoutePlan, plan};
use scutch_plot::number::{counted, plural};
use scutch_portal::Portal;

use crate::output;
use crate::talk::Talk;
use crate::verbs::plan::{minutes, time};

/// Writes a line for each route to standard output, and says what the folder holds.
pub(super) fn show(
    portal: &Portal,
    folder: &Folder,
    (today, delay): (Date, Duration),
    talk: Talk,
) -> anyhow::Result<()> {
    let store = folder.stored_so_far()?;
    let routes = plan(portal, store.as_ref(), folder.run(), today);
    write(&routes, delay).context("standard output")?;
    let stored = store.as_ref().map_or(0, Store::len);
    let (answers, are) = (counted(stored as u64, "answer"), plural(stored as u64, "is", "are"));
    talk.say(format_args!("{answers} {are} stored; the articles that the routes list come on top"));
    if routes.iter().any(|route| route.pages.is_none()) {
        talk.say("- stands for numbers that only the pages tell");
    }
    Ok(())
}

/// The table: pages that only answers tell are `-`.
fn write(routes: &[RoutePlan], delay: Duration) -> io::Result<()> {
    let mut out = output::text();
    writeln!(out, "route\trequests\tseconds_between\tminutes\tstored\tfirst")?;
    for RoutePlan { name, first, pages, stored } in routes {
        let requests = pages.map(|pages| pages.saturating_sub(*stored));
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let minutes = or_dash(requests.map(|requests| minutes(time(requests, delay))));
        let requests = or_dash(requests.map(|requests| requests.to_string()));
        let (delay, first) = (delay.as_secs_f64(), or_dash(first.clone()));
        writeln!(out, "{name}\t{requests}\t{delay}\t{minutes}\t{stored}\t{first}")?;
    }
    out.flush()
}
