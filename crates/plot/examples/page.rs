//! One of each mark on one page: `cargo run -p scutch-plot --example page > page.html`.
//!
//! The numbers are made up. Each section has a plot first and then the table with its numbers, as
//! all report pages do.

use std::collections::BTreeMap;

use maud::{Markup, Render as _, html};
use scutch_plot::number::thousands;
use scutch_plot::{
    Column, ColumnPlot, Curve, Figure, Key, Label, Legend, Month, MonthPlot, MonthSeries, Page,
    Part, Point, Section, Shares, Stack, Status, Strips, Table, Timeline, Tone, Width, fold,
    foreign,
};

const YEARS: [(&str, u64, u64); 4] =
    [("2018", 120, 40), ("2019", 310, 25), ("2020", 280, 90), ("2021", 75, 12)];
const MONTHS: [(&str, u64); 7] = [
    ("2020-01", 31),
    ("2020-02", 12),
    ("2020-03", 44),
    ("2020-07", 3),
    ("2020-08", 18),
    ("2020-09", 27),
    ("2020-11", 9),
];
const HOSTS: [(&str, u64); 3] = [("news.example", 820), ("blog.example", 96), ("shop.example", 7)];

fn main() {
    let page = Page {
        tool: "demo 1.0",
        kind: "Gallery of marks",
        title: "One of each mark".to_owned(),
        lede: html! { "What report pages are made of, with numbers that are made up." },
        figures: vec![Figure::new("Documents", thousands(923_u64)), Figure::new("Hosts", "3")],
        sections: vec![
            Section::new("columns", "Columns", columns()),
            Section::new("months", "Months", months()),
            Section::new("parts", "Parts of a whole", parts()),
            Section::new("strips", "Strips", strips()),
            Section::new("timeline", "A timeline", timeline()),
            Section::new("shares", "Shares", shares()),
        ],
        footer: html! { "Made by " code { "examples/page.rs" } "." },
        ..Page::default()
    };
    print!("{}", page.into_string());
}

/// Stacked columns, their legend, and the table below.
fn columns() -> Markup {
    let column = |(slot, (year, kept, left)): (usize, &(&str, u64, u64))| {
        let tooltip = format!("{year}: {kept} kept, {left} left out");
        Column::stacked(slot, vec![(Tone::Main, *kept), (Tone::Third, *left)], tooltip)
    };
    let label = |(slot, (year, ..)): (usize, &(&str, u64, u64))| {
        Label::new(slot as f64 + 0.5, *year, Width::Any)
    };
    let plot = ColumnPlot {
        id: "years",
        title: "Pages per year",
        description: "A column per year from 2018 to 2021. The table below has the numbers.",
        slots: YEARS.len(),
        columns: YEARS.iter().enumerate().map(column).collect(),
        labels: YEARS.iter().enumerate().map(label).collect(),
        ..ColumnPlot::default()
    };
    let legend = Legend::default()
        .key(Key::Tone(Tone::Main), "kept")
        .key(Key::Tone(Tone::Third), "left out");
    let mut table = Table::new("Pages per year").text("Year").numbers(&["Kept", "Left out"]);
    for (year, kept, left) in YEARS {
        table.row([year.to_owned(), thousands(kept), thousands(left)]);
    }
    html! { figure { (plot) (legend) } (fold("The numbers of the plot", &table.render())) }
}

/// A column per month, with hatched gaps and a table of its own.
fn months() -> Markup {
    // `None` means that no key is a month: there is nothing to plot then.
    let Some(series) = MonthSeries::from_counts(MONTHS) else { return Markup::default() };
    let plot = MonthPlot {
        id: "months-plot",
        title: "Documents per month",
        noun: "document",
        gap: "no captures",
        caption: "Documents per month",
        series: &series,
    };
    plot.render()
}

/// A stacked bar and its table, which shows the colours.
fn parts() -> Markup {
    let parts = [
        Part { name: "kept", value: 785, tone: Tone::Main },
        Part { name: "duplicates", value: 120, tone: Tone::Second },
        Part { name: "lost", value: 18, tone: Tone::Third },
    ];
    let stack = Stack { id: "stack", title: "Pages", noun: "page", parts: &parts };
    html! { (stack) (stack.table("What", "Pages")) }
}

/// A row of shaded months per host, under one axis.
fn strips() -> Markup {
    let Some(series) = MonthSeries::from_counts(MONTHS) else { return Markup::default() };
    let by_host = |divisor: u64| -> BTreeMap<Month, u64> {
        series.months.iter().map(|(month, n)| (*month, n / divisor)).collect()
    };
    let rows = [by_host(1), by_host(5), by_host(20)];
    let strips = Strips::over(series.span, rows.iter());
    let mut table = Table::new("Documents by host").text("Host").text("Months");
    for (at, (host, _)) in HOSTS.iter().enumerate() {
        table.keyed(foreign::shown(host), [strips.strip(at, &format!("Months of {host}"))]);
    }
    html! { (strips.legend("Documents", "none")) (table) }
}

/// Captures of one page: marks, a curve with its threshold, and bars of size.
fn timeline() -> Markup {
    let statuses = [Status::Good, Status::Good, Status::Bad, Status::Unknown, Status::Good];
    // Days since 1970: three captures within a month of 2019, two of 2021.
    let days = [17_910, 17_925, 17_940, 18_700, 18_800];
    let sizes = [900, 950, 40, 0, 910];
    let points = statuses.iter().zip(days).zip(sizes).map(|((status, day), size)| Point {
        unix_ms: day * 86_400_000,
        status: *status,
        size,
        tooltip: format!("{size} words"),
        link: None,
    });
    let timeline = Timeline {
        id: "captures",
        title: "Captures of one page",
        description: "Five captures; the third is off-topic, the fourth is unknown.",
        points: points.collect(),
        // A capture without a score breaks the curve.
        curves: vec![Curve {
            series: 0,
            heights: vec![Some(1.0), Some(0.9), Some(0.1), None, Some(0.95)],
            threshold: 0.4,
        }],
        ends: ["alike", "other"],
        bars: "words",
    };
    let legend = Legend::default()
        .key(Key::Mark(Status::Good), "on-topic")
        .key(Key::Mark(Status::Bad), "off-topic")
        .key(Key::Mark(Status::Unknown), "unknown")
        .key(Key::Series(0), "similarity");
    html! { figure { (timeline) (legend) } }
}

/// Keys and counts with bars; a long tail would be folded.
fn shares() -> Markup {
    let ranked = HOSTS.to_vec();
    Shares::new("Documents by host", "Host", "Documents", ranked).render()
}
