//! The outcome as a self-contained page.

use maud::{Markup, html};
use scutch_template::evaluate::GoldPage;

use super::TemplateArgs;
use super::scored::{Scored, Unit};
use super::table::{confusion, crosses, facts, gains, gaps, readings, sites, thresholds, worst};
use super::thesis::Table;
use crate::verbs::evaluate::document;

pub(super) fn render(
    title: &str,
    gold: &[GoldPage],
    all: &[Scored],
    tables: &[Table],
    args: &TemplateArgs,
) -> String {
    let body = html! {
        @for scored in all {
            h2 { (scored.title) }
            p { (facts(scored)) }
            @for reading in readings(scored) {
                h3 { (reading.id()) }
                (table(&sites(scored, *reading, Unit::Nodes)))
                h3 { (reading.id()) ", in tokens" }
                (table(&sites(scored, *reading, Unit::Tokens)))
            }
            h3 { "Nodes by truth and label" }
            (table(&confusion(scored)))
            h3 { "By cross" }
            p { "Digits: the page itself, up, down, the snapshot before, the one after." }
            (table(&crosses(scored)))
            @if scored.gaps {
                h3 { "By time to the nearest snapshot" }
                (table(&gaps(scored)))
            }
            h3 { "Worst pages" }
            (table(&worst(gold, scored, args.worst)))
        }
        @if all.len() > 1 {
            h2 { "Bag F1 gained over " (all[0].title) }
            p { "A star where the 95 % interval from samples of sites leaves out 0." }
            (table(&gains(all, args)))
        }
        @if let Some(rows) = thresholds(all) {
            h2 { "By least similarity in crosses" }
            (table(&rows))
        }
        @if !tables.is_empty() { h2 { "Tables of the thesis" } }
        @for one in tables {
            h3 { (one.title) }
            (table(&one.shown()))
            @if let Some(note) = &one.note { p { (note) } }
        }
    };
    document(title, &body)
}

fn table(rows: &[Vec<String>]) -> Markup {
    let classes: Vec<_> = rows.iter().take(1).flatten().map(|name| class(name)).collect();
    html! {
        table {
            @for (at, row) in rows.iter().enumerate() {
                tr {
                    @for (cell, class) in row.iter().zip(&classes) {
                        @if at == 0 { th class=[class] { (cell) } } @else { td class=[class] { (cell) } }
                    }
                }
            }
        }
    }
}

/// That of a column, by its name: numbers stand at the right and have none.
fn class(column: &str) -> Option<&'static str> {
    match column {
        "site" | "cross" | "time" | "test" | "method" => Some("text"),
        "page" | "address" => Some("text address"),
        _ => None,
    }
}
