//! The outcome as a self-contained page.

use std::path::Path;

use maud::html;
use scutch_evaluate::tune::Tried;
use scutch_plot::number::counted;
use scutch_plot::{BoxGroup, BoxPlot, BoxRow, Page, Section, foreign};

use super::Outcome;
use crate::output::TOOL;
use crate::verbs::evaluate::table;

/// Configurations that are drawn, the best ones: the table has all.
const MOST_DRAWN: usize = 40;

/// The page: a box of sites for each configuration, all of them as a table, and the best as TOML.
pub(super) fn render(gold: &Path, outcome: &Outcome<'_>) -> String {
    let ranked = outcome.ranked();
    let drawn = &ranked[..ranked.len().min(MOST_DRAWN)];
    let rows = drawn.iter().map(|one| row(one, outcome)).collect();
    let scores = html! {
        p { "The column “no cross” has the share of pages that were compared with no other: they have the \
             labels of the single page, whatever the configuration." }
        (plot(rows).figure())
        @if drawn.len() < ranked.len() {
            p { "The plot has the " (drawn.len()) " best of " (ranked.len()) " configurations." }
        }
        (table("Bag F1 by configuration and site", &outcome.rows()))
    };
    let best = html! {
        p { (outcome.worth()) "." }
        pre { code { (outcome.best.point.toml()) } }
    };
    Page {
        tool: TOOL,
        kind: "Choices of methods",
        title: format!("Choices tried on {}", foreign::plain(&gold.display().to_string())),
        lede: html! {
            (counted(ranked.len() as u64, "configuration")) " on "
            (counted(outcome.sites.len() as u64, "site")) "."
        },
        sections: vec![
            Section::new("scores", "Scores", scores),
            Section::new("best", "The best configuration", best),
        ],
        footer: html! { "The best of many looks better than it is: trust the score of sites that did not choose it." },
        ..Page::default()
    }
    .into_string()
}

/// The plot of configurations.
fn plot(rows: Vec<BoxRow>) -> BoxPlot<'static> {
    BoxPlot {
        id: "configurations",
        title: "Bag F1 of sites by configuration, the best mean first",
        unit: "sites",
        key: "configuration",
        groups: vec![BoxGroup { name: String::new(), rows }],
    }
}

/// The scores of a configuration by site.
fn row(one: &Tried, outcome: &Outcome<'_>) -> BoxRow {
    let name = one.point.cells(&outcome.vary).join(" ");
    let values = outcome.sites.iter().zip(&one.sites);
    let values =
        values.map(|(site, score)| (*score, format!("{score:.4}: {}", foreign::plain(site))));
    BoxRow { name, values: values.collect() }
}
