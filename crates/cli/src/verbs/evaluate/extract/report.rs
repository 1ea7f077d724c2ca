//! The outcome as a self-contained page.

use std::collections::BTreeMap;
use std::path::Path;

use maud::{Markup, html};
use scutch_plot::number::{counted, thousands};
use scutch_plot::{BoxGroup, BoxPlot, BoxRow, Page, Section, Table, foreign};

use super::groups::{Estimate, Group, Pair};
use super::measure::Measure;
use super::{List, Outcome, Scored};
use crate::output::TOOL;

/// Marks that only this page has: gains beyond chance in bold, intervals in small type. Names keep
/// their words whole; addresses break anywhere and have room.
const STYLE: &str = ".sure{font-weight:600}small{display:block;color:var(--soft)}\
    .scroll tbody th{min-width:9rem}.scroll td bdi{overflow-wrap:normal}\
    .scroll td:last-child:not(.n){min-width:18rem}\
    .scroll td:last-child:not(.n) bdi{overflow-wrap:anywhere}";

/// The page: scores, gains where two predictions are compared, and the listed pages. `files` are those
/// of the predictions.
pub(super) fn render(title: &str, files: &[&Path], outcome: &Outcome) -> String {
    let files: Vec<String> =
        files.iter().map(|file| foreign::plain(&file.display().to_string())).collect();
    let mut sections = vec![Section::new("scores", "Scores", scores(outcome, &files))];
    // Gains are over the second file: with a single one there are none.
    if let Some(other) = files.get(1) {
        sections.push(Section::new("gains", format!("Gains over {other}"), gains(outcome)));
    }
    for list in &outcome.lists {
        sections.push(Section::new(list.id, capitalised(list.title), pages(outcome, list)));
    }
    // The group of all pages has most hosts; where there is one set, it is that group.
    let hosts = outcome.groups.iter().map(|group| group.hosts).max().unwrap_or_default();
    Page {
        tool: TOOL,
        kind: "Evaluation of extracted texts",
        title: foreign::plain(title),
        lede: html! {
            (counted(outcome.pages.len() as u64, "page")) " of " (counted(hosts as u64, "host")) "."
        },
        sections,
        footer: html! { "With " code { "--json" } " the same numbers are one JSON object." },
        style: STYLE,
        ..Page::default()
    }
    .into_string()
}

/// A title for a heading.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The section of scores.
fn scores(outcome: &Outcome, files: &[String]) -> Markup {
    html! {
        (spread(outcome, files).figure())
        p {
            "Means over pages; segment F1 is over all segments of a group. Small type gives the 95 % \
             interval from samples of hosts, where there are several, and the number of scored pages."
        }
        (table("Scores by group", &outcome.groups, |pair| cell(pair.own, pair.pages)))
    }
}

/// The scores of pages by set, a row for each file of predictions.
fn spread<'a>(outcome: &'a Outcome, files: &[String]) -> BoxPlot<'a> {
    let mut sets: BTreeMap<&str, Vec<&Scored>> = BTreeMap::new();
    for page in &outcome.pages {
        sets.entry(&page.gold.set).or_default().push(page);
    }
    let point = |page: &&Scored, score: Option<f64>| {
        let score = score?;
        Some((score, format!("{score:.3}: {}", foreign::plain(&page.gold.id))))
    };
    let group = |(set, pages): (&str, Vec<&Scored>)| {
        let row = |(file, name): (usize, &String)| BoxRow {
            name: name.clone(),
            values: pages.iter().filter_map(|page| point(page, page.main(file))).collect(),
        };
        let rows = files.iter().enumerate().map(row).collect();
        BoxGroup { name: foreign::plain(set), rows }
    };
    BoxPlot {
        id: "spread",
        title: "Bag F1 of pages by set, segment F1 where no text is known",
        unit: "pages",
        key: "predictions",
        groups: sets.into_iter().map(group).collect(),
    }
}

/// The section of gains.
fn gains(outcome: &Outcome) -> Markup {
    let gain = |pair: &Pair| pair.gain.map_or_else(Markup::default, gain);
    html! {
        p { "Bold type marks a gain whose interval leaves out 0." }
        (table("Gains by group", &outcome.groups, gain))
    }
}

/// A row per group, a column per measure.
fn table(caption: &str, groups: &[Group], show: impl Fn(&Pair) -> Markup) -> Table {
    let mut table = Table::new(caption)
        .text("Group")
        .text("By")
        .numbers(&["Pages", "Missing"])
        .numbers(&Measure::ALL.map(Measure::name));
    for group in groups {
        let counts = [group.pages, group.missing].map(|n| html! { (thousands(n as u64)) });
        let scores = group.scores.iter().map(|pair| pair.as_ref().map(&show).unwrap_or_default());
        let by = std::iter::once(html! { (group.by) });
        table.keyed(foreign::shown(&group.name), by.chain(counts).chain(scores));
    }
    table
}

/// A mean, its interval in small type, and the number of scored pages.
fn cell(own: Estimate, pages: usize) -> Markup {
    // Of a single host there is no interval: samples are drawn of hosts.
    let bounds = own.bounds.map(|(low, high)| format!("{low:.3} to {high:.3} "));
    html! {
        (format!("{:.4}", own.mean))
        small { (bounds.unwrap_or_default()) "of " (pages) }
    }
}

/// A gain, bold where its interval leaves out 0.
fn gain(gain: Estimate) -> Markup {
    html! {
        span.sure[gain.is_sure()] { (format!("{:+.4}", gain.mean)) }
        @if let Some((low, high)) = gain.bounds { small { (format!("{low:+.3} to {high:+.3}")) } }
    }
}

/// A list of pages as a table.
fn pages(outcome: &Outcome, list: &List) -> Markup {
    let mut table = Table::new(capitalised(list.title))
        .text("Page")
        .text("Set")
        .text("True type")
        .numbers(&Measure::ALL.map(Measure::name));
    if outcome.compared {
        table = table.numbers(&["Other"]);
    }
    table = table.text("Address");
    for at in &list.pages {
        let page = &outcome.pages[*at];
        table.keyed(name(page), cells(page));
    }
    html! {
        @if table.is_empty() { p.nothing { "None." } } @else { (table) }
    }
}

/// The id of a page, linked to its file.
fn name(page: &Scored) -> Markup {
    // The page may be moved away from where it was made, so links need whole paths.
    let file = std::path::absolute(&page.gold.file).ok();
    let file = file.and_then(|file| url::Url::from_file_path(file).ok());
    let id = foreign::shown(&page.gold.id);
    html! {
        @if let Some(file) = file { a href=(file) { (id) } } @else { (id) }
        @if page.missing { " (missing)" }
    }
}

/// The cells of a listed page, in the order of the columns.
fn cells(page: &Scored) -> Vec<Markup> {
    let score =
        |score: Option<f64>| html! { @if let Some(score) = score { (format!("{score:.3}")) } };
    let mut cells = vec![
        foreign::shown(&page.gold.set),
        html! { @if let Some(kind) = &page.gold.kind { (kind) } },
    ];
    cells.extend(Measure::ALL.map(|measure| score(page.scores.get(measure))));
    cells.extend(page.other.as_ref().map(|other| score(other.main())));
    cells.push(html! { @if let Some(url) = &page.gold.url { (link(url)) } });
    cells
}

/// A link where the address is one of the web; else its text.
fn link(url: &str) -> Markup {
    // A `javascript:` address from a gold file must not become a link.
    let web = url.starts_with("http://") || url.starts_with("https://");
    let text = foreign::shown(url);
    html! { @if web { a href=(url) { (text) } } @else { (text) } }
}
