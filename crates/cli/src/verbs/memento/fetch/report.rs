//! The page that says how a run went.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use maud::{Markup, html};
use scutch_fetch::HostCounts;

use super::tally::{Outcome, Tally};

const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
    table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .8rem;text-align:left;\
    border-bottom:1px solid #8884}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}";

/// Mementos that days are told for, besides those still missing: the size of large collections.
const MANY: usize = 100_000;

/// The page.
pub(super) fn page(
    tally: &Tally,
    hosts: &BTreeMap<String, HostCounts>,
    time: Duration,
    output: &Path,
) -> String {
    let title = "Fetched mementos";
    let body = html! {
        h1 { (title) }
        p { (output.display().to_string()) ", " (format!("{:.1}", time.as_secs_f64())) " s" }
        h2 { "Archives" }
        (archives(tally))
        p { "Days are those at the pace of this run. Reasons are explained in the guide." }
        h2 { "Hosts" }
        (of_hosts(hosts))
    };
    crate::html::document(title, STYLE, &body)
}

fn archives(tally: &Tally) -> Markup {
    html! {
        table {
            tr {
                th { "archive" }
                @for name in ["wanted", "there", "share", "asked now", "missing", "days for these", "days for 100,000"] {
                    th.n { (name) }
                }
                th { "reasons" }
            }
            @for (name, outcome) in &tally.archives {
                tr {
                    td { (name) }
                    (numbers(outcome))
                    td { (reasons(outcome)) }
                }
            }
        }
    }
}

fn numbers(outcome: &Outcome) -> Markup {
    let left = outcome.wanted - outcome.there;
    let share = 100.0 * outcome.there as f64 / outcome.wanted.max(1) as f64;
    let days =
        |mementos| outcome.days(mementos).map_or("–".to_owned(), |days| format!("{days:.2}"));
    html! {
        td.n { (outcome.wanted) }
        td.n { (outcome.there) }
        td.n { (format!("{share:.1} %")) }
        td.n { (outcome.asked) }
        td.n { (left) }
        td.n { (days(left)) }
        td.n { (days(MANY)) }
    }
}

fn reasons(outcome: &Outcome) -> String {
    let reasons = outcome.reasons.iter().map(|(reason, count)| format!("{count} {reason}"));
    reasons.collect::<Vec<_>>().join(", ")
}

fn of_hosts(hosts: &BTreeMap<String, HostCounts>) -> Markup {
    html! {
        table {
            tr {
                th { "host" }
                @for name in ["requests", "tried again", "failed", "bytes"] { th.n { (name) } }
            }
            @for (host, counts) in hosts {
                tr {
                    td { (host) }
                    @for number in [counts.requests, counts.retries, counts.failures, counts.bytes] {
                        td.n { (number) }
                    }
                }
            }
        }
    }
}
