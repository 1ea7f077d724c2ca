//! The page of a comparison.

use std::collections::BTreeMap;

use maud::{Markup, Render as _, html};
use scutch_plot::number::{counted, thousands};
use scutch_plot::{
    Column, ColumnPlot, Figure, Key, Label, Legend, Page, Part, Section, Stack, Table, Tone, Width,
    fold, foreign,
};
use scutch_portal::coverage::{Coverage, Year};

use crate::output::TOOL;

/// Ambiguous slugs shown.
const SHOWN: usize = 100;
/// Years labelled under the plot on wide pages.
const WIDE_LABELS: usize = 16;
/// The same on narrow pages.
const NARROW_LABELS: usize = 6;

/// The sides of a comparison and their colours, from bottom to top.
const SIDES: [(&str, Tone); 3] =
    [("in both", Tone::Main), ("own only", Tone::Second), ("archives only", Tone::Third)];

/// The page.
pub(super) fn report(coverage: &Coverage) -> String {
    let mut sections = vec![
        Section::new("articles", "Articles", articles(coverage)),
        Section::new("steps", "From captures to articles", steps(coverage).render()),
        Section::new("years", "Articles by year in the address", years(&coverage.years)),
    ];
    // An empty table would look like a fault of the report.
    if !coverage.ambiguous.is_empty() {
        let title = "Slugs that several articles share";
        sections.push(Section::new("slugs", title, ambiguous(coverage)));
    }
    Page {
        tool: TOOL,
        kind: "Coverage report",
        title: "Own crawl and web archives".to_owned(),
        lede: html! {
            (counted(coverage.own as u64, "own article")) " from "
            (counted(coverage.own_given as u64, "address")) " given, compared with "
            (counted(coverage.index_lines as u64, "line")) " of archive indexes; "
            (thousands(coverage.index_unreadable as u64)) " of these are unreadable."
        },
        figures: vec![
            figure("In both", both(coverage)),
            figure("Own only", coverage.only_own),
            figure("Archives only", coverage.only_archive),
        ],
        sections,
        footer: html! {
            "The numbers are in " code { "coverage.json" } ", the addresses in "
            code { "matches.jsonl" } " and " code { "removed.jsonl" } "."
        },
        ..Page::default()
    }
    .into_string()
}

/// Articles of both sides, however they were matched.
fn both(coverage: &Coverage) -> usize {
    coverage.both_by_address + coverage.both_by_slug
}

/// A key figure.
fn figure(name: &str, n: usize) -> Figure {
    Figure::new(name, thousands(n as u64))
}

/// Articles by where they are, as a bar and its table.
fn articles(coverage: &Coverage) -> Markup {
    // In the order of the sides, so that names and colours are those of the plot by year.
    let counts = [both(coverage), coverage.only_own, coverage.only_archive];
    let parts = SIDES.into_iter().zip(counts);
    let parts: Vec<Part<'_>> =
        parts.map(|((name, tone), n)| Part { name, value: n as u128, tone }).collect();
    let (id, title) = ("articles-bar", "Articles by where they are");
    let stack = Stack { id, title, noun: "article", parts: &parts };
    html! {
        (stack)
        (stack.table("Where", "Articles"))
        p {
            "Of the articles in both, " (thousands(coverage.both_by_address as u64))
            " agree in their address and " (thousands(coverage.both_by_slug as u64))
            " in the last part of it alone, the slug."
        }
    }
}

/// Reasons with their counts, in alphabetical order.
fn reasons(map: &BTreeMap<String, usize>) -> String {
    let one = |(reason, count): (&String, &usize)| format!("{reason} {}", thousands(*count as u64));
    map.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A row per step from captures to articles.
fn steps(coverage: &Coverage) -> Table {
    let mut table = Table::new("What each step removes")
        .text("Step")
        .numbers(&["Addresses", "Left"])
        .text("Removed")
        .numbers(&["Captures", "Left"])
        .text("Removed");
    for step in &coverage.steps {
        let number = |n: usize| thousands(n as u64);
        table.row([
            step.name.to_string(),
            number(step.before),
            number(step.after),
            reasons(&step.removed),
            number(step.captures_before),
            number(step.captures_after),
            reasons(&step.captures_removed),
        ]);
    }
    table
}

/// The year, or that the address has none.
fn label(year: &Year) -> String {
    year.year.map_or_else(|| "none".to_owned(), |year| year.to_string())
}

/// Counts in the order of [`SIDES`].
fn by_side(year: &Year) -> [usize; 3] {
    [year.both, year.only_own, year.only_archive]
}

/// Articles by year, as columns and their table.
fn years(years: &[Year]) -> Markup {
    let mut table = Table::new("Articles by year in the address")
        .text("Year")
        .numbers(&SIDES.map(|(name, _)| name));
    for year in years {
        table.keyed(label(year), by_side(year).map(|n| thousands(n as u64)));
    }
    html! {
        // One column shows nothing that the table does not.
        @if years.len() > 1 { figure { (plot(years)) } }
        (table)
    }
}

/// A column a year, its parts on top of each other.
fn plot(years: &[Year]) -> Markup {
    let column = |(slot, year): (usize, &Year)| {
        let parts = SIDES.into_iter().zip(by_side(year));
        let words = parts.clone().map(|((name, _), n)| format!("{} {name}", thousands(n as u64)));
        let tooltip = format!("{}: {}", label(year), words.collect::<Vec<_>>().join(", "));
        Column::stacked(slot, parts.map(|((_, tone), n)| (tone, n as u64)).collect(), tooltip)
    };
    let labels = |most: usize, width: Width| {
        // Labels of neighbouring years would run into each other.
        let step = years.len().div_ceil(most).max(1);
        let years = years.iter().enumerate().step_by(step);
        years.map(move |(slot, year)| Label::new(slot as f64 + 0.5, label(year), width))
    };
    let plot = ColumnPlot {
        id: "years-plot",
        title: "Articles by year in the address",
        description: "A column a year: articles in both, own only, archives only. The table below \
                      has the numbers.",
        slots: years.len(),
        columns: years.iter().enumerate().map(column).collect(),
        labels: labels(WIDE_LABELS, Width::Wide)
            .chain(labels(NARROW_LABELS, Width::Narrow))
            .collect(),
        ..ColumnPlot::default()
    };
    let key = |legend: Legend, (name, tone)| legend.key(Key::Tone(tone), name);
    let legend = SIDES.into_iter().fold(Legend::default(), key);
    html! { (plot) (legend) }
}

/// Slugs that several articles share.
fn ambiguous(coverage: &Coverage) -> Markup {
    let all = &coverage.ambiguous;
    let mut table =
        Table::new("Slugs of several articles").text("Slug").text("Own").text("Archives");
    for one in all.iter().take(SHOWN) {
        let list = |urls: &[String]| foreign::plain(&urls.join(" "));
        table.keyed(foreign::shown(&one.slug), [list(&one.own), list(&one.archive)]);
    }
    if all.len() > SHOWN {
        table.rest(counted((all.len() - SHOWN) as u64, "further slug"), ["", ""]);
    }
    html! {
        p { "Addresses with one of these slugs are compared by their whole path." }
        (fold(&counted(all.len() as u64, "slug"), &table.render()))
    }
}
