//! How many pages have which pages beside them, how similar, and how far away in time.

use maud::{Markup, Render as _, html};
use scutch_plot::number::{counted, share, thousands};
use scutch_plot::{Column, ColumnPlot, Label, Shares, Table, Width, fold};
use scutch_template::gap;

use super::super::vocabulary::look_up;
use crate::template::census::Census;

/// Places of a cross behind the page itself.
const PLACES: [(&str, &str); 4] = [
    ("up", "the most similar page of another address"),
    ("down", "the next one"),
    ("prev", "the snapshot before"),
    ("next", "the snapshot after"),
];

/// The crosses there are, in words.
const CROSSES: [(&str, &str); 12] = [
    ("11111", "all four"),
    ("11110", "up, down, prev"),
    ("11101", "up, down, next"),
    ("11100", "up, down"),
    ("11011", "up, prev, next"),
    ("11010", "up, prev"),
    ("11001", "up, next"),
    ("11000", "up only"),
    ("10011", "snapshots only: no cross"),
    ("10010", "prev only: no cross"),
    ("10001", "next only: no cross"),
    ("10000", "the page alone: no cross"),
];

/// The section: which of the four pages of a cross were found.
pub(super) fn body(census: &Census) -> Markup {
    let whole = u128::from(census.all.captures);
    let places = (1..).zip(PLACES).map(|(place, (name, _))| (name, census.all.having(place)));
    let mut shapes: Vec<(&str, u64)> =
        census.all.crosses.iter().map(|(cross, n)| (cross.as_str(), *n)).collect();
    shapes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    // Both tables are short enough to be shown whole.
    let open = PLACES.len().max(CROSSES.len());
    let shares = |caption, key, ranked, gloss| Shares {
        whole,
        open,
        gloss,
        ..Shares::new(caption, key, "Captures", ranked)
    };
    html! {
        p {
            "A page is compared with up to four others, its cross. A page without “up” is labelled by \
             itself."
        }
        (shares("Captures by the pages they have beside them", "Place", places.collect(), &|id| look_up(&PLACES, id)))
        (shares("Captures by shape of their cross", "Cross", shapes, &|id| look_up(&CROSSES, id)))
        h3 { "Similarity of “up”" }
        (similarity(census))
        h3 { "Time to the snapshots" }
        (gaps(census))
    }
}

/// Pages by the similarity of the page that resembles them most, 0 to 1 in steps of 0.05.
fn similarity(census: &Census) -> Markup {
    let steps = &census.similarity;
    let whole: u64 = steps.iter().sum();
    if whole == 0 {
        return html! { p.nothing { "No page has one." } };
    }
    let bounds =
        |step: usize| format!("{:.2}–{:.2}", at(step, steps.len()), at(step + 1, steps.len()));
    let column = |(slot, value): (usize, &u64)| {
        Column::new(slot, *value, format!("{}: {}", bounds(slot), counted(*value, "capture")))
    };
    let label =
        |slot: usize| Label::new(slot as f64, format!("{:.1}", at(slot, steps.len())), Width::Any);
    let plot = ColumnPlot {
        id: "similarity",
        title: "Captures by the similarity of “up”",
        description: "Columns from 0 to 1. The table below has the numbers.",
        slots: steps.len(),
        columns: steps.iter().enumerate().map(column).collect(),
        labels: (0..=steps.len()).step_by(4).map(label).collect(),
        ..ColumnPlot::default()
    };
    let mut table = Table::new(plot.title).text("Similarity").numbers(&["Captures", "Share"]);
    for (step, n) in steps.iter().enumerate().filter(|(_, n)| **n > 0) {
        table.row([bounds(step), thousands(*n), share(*n, whole)]);
    }
    html! {
        p {
            "Estimated share of structure that a page has in common with the page that resembles it \
             most."
        }
        figure { (plot) }
        (fold("The numbers of the plot", &table.render()))
    }
}

/// The lower bound of a step of similarity.
fn at(step: usize, steps: usize) -> f64 {
    step as f64 / steps as f64
}

/// Snapshots by the time between them and the page.
fn gaps(census: &Census) -> Markup {
    let count = |span: usize| census.gaps.get(&span).copied().unwrap_or(0);
    // In the order of time and not of size: the spans are steps of one axis.
    let spans = gap::span_names().enumerate().map(|(span, name)| (name, count(span)));
    let ranked: Vec<(&str, u64)> = spans.filter(|(_, n)| *n > 0).collect();
    let caption = "Snapshots by the time between them and the page";
    let open = ranked.len();
    html! { (Shares { open, ..Shares::new(caption, "Time", "Snapshots", ranked) }) }
}
