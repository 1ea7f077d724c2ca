//! The page that says how a run went.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use maud::{Markup, Render as _, html};
use scutch_fetch::HostCounts;
use scutch_plot::number::{share, size, thousands};
use scutch_plot::{Page, Section, Table, foreign};

use super::tally::{Outcome, Tally};
use crate::output::TOOL;

/// A large collection: the page says how long one would take at the pace of this run.
const MANY: usize = 100_000;

/// The page.
pub(super) fn page(
    tally: &Tally,
    hosts: &BTreeMap<String, HostCounts>,
    time: Duration,
    output: &Path,
) -> String {
    Page {
        tool: TOOL,
        kind: "Memento report",
        title: "Fetched mementos".to_owned(),
        lede: html! {
            "The folder " (foreign::plain(&output.display().to_string())) ", after a run of "
            (format!("{:.1}", time.as_secs_f64())) " s."
        },
        sections: vec![
            Section::new("archives", "Archives", archives(tally)),
            Section::new("hosts", "Hosts", hosts_table(hosts).render()),
        ],
        footer: html! { "The user guide explains the reasons." },
        ..Page::default()
    }
    .into_string()
}

/// A row per archive: what was wanted and had, and how long the rest would take.
fn archives(tally: &Tally) -> Markup {
    let heads =
        ["Wanted", "Stored", "Share", "Asked now", "Missing", "Days for these", "Days for 100,000"];
    let mut table =
        Table::new("Mementos by archive").text("Archive").numbers(&heads).text("Reasons");
    for (name, outcome) in &tally.archives {
        table.keyed(foreign::shown(name), numbers(outcome).into_iter().chain([reasons(outcome)]));
    }
    html! {
        (table)
        p { "Days are counted at the pace of this run." }
    }
}

/// The numbers of an archive, in the order of the heads.
fn numbers(outcome: &Outcome) -> [String; 7] {
    let left = outcome.wanted - outcome.there;
    let count = |n: usize| thousands(n as u64);
    let days =
        // An archive that was not asked in this run has no pace.
        |mementos| outcome.days(mementos).map_or("–".to_owned(), |days| format!("{days:.2}"));
    [
        count(outcome.wanted),
        count(outcome.there),
        share(outcome.there as u64, outcome.wanted as u64),
        count(outcome.asked),
        count(left),
        days(left),
        days(MANY),
    ]
}

/// Reasons of what is missing, each with its count.
fn reasons(outcome: &Outcome) -> String {
    let reasons = outcome.reasons.iter().map(|(reason, count)| format!("{count} {reason}"));
    reasons.collect::<Vec<_>>().join(", ")
}

/// Requests by host, those for lists and robots.txt included.
fn hosts_table(hosts: &BTreeMap<String, HostCounts>) -> Table {
    let heads = ["Requests", "Tried again", "Failed", "Size"];
    let mut table = Table::new("Requests by host").text("Host").numbers(&heads);
    for (host, counts) in hosts {
        let numbers = [counts.requests, counts.retries, counts.failures].map(thousands);
        table.keyed(foreign::shown(host), numbers.into_iter().chain([size(counts.bytes)]));
    }
    table
}
