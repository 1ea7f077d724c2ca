//! The page of a comparison.

use std::collections::BTreeMap;

use maud::{Markup, html};
use scutch_portal::coverage::{Coverage, Year};

use crate::html::document;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
    table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px \
    solid #8884;vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
    .plot{overflow-x:auto}svg{width:100%;min-width:44rem;max-width:800px;height:auto;display:block;\
    margin:1rem 0}svg text{font:13px system-ui,sans-serif;fill:currentColor}.own{fill:#2a7}.both{fill:#468}.archive{fill:#c83}.soft{opacity:.75}";

/// Ambiguous slugs shown.
const SHOWN: usize = 100;

pub(super) fn report(coverage: &Coverage) -> String {
    let body = html! {
        h1 { "Own crawl and web archives" }
        p {
            (coverage.own) " own articles (" (coverage.own_given) " addresses given); "
            (coverage.index_lines) " lines of indexes, " (coverage.index_unreadable)
            " of them unreadable."
        }
        h2 { "Articles" }
        (venn(coverage))
        h2 { "From captures to articles" }
        (funnel(coverage))
        h2 { "By year in the address" }
        (plot(&coverage.years))
        (years(&coverage.years))
        @if !coverage.ambiguous.is_empty() {
            h2 { "Slugs that tell no articles apart" }
            (ambiguous(coverage))
        }
    };
    document("Own crawl and web archives", STYLE, &body)
}

/// Three parts of one bar: what only one side has, and what both have.
fn venn(coverage: &Coverage) -> Markup {
    let both = coverage.both_by_address + coverage.both_by_slug;
    let parts = [
        ("own", coverage.only_own, "only own"),
        ("both", both, "both"),
        ("archive", coverage.only_archive, "only archives"),
    ];
    let widths = stacked(parts.map(|(_, count, _)| count), 800.0);
    html! {
        div.plot {
            svg viewBox="0 0 800 70" role="img" aria-label="Articles of the own crawl, of both, of archives" {
                @for ((class, count, name), (x, width)) in parts.into_iter().zip(widths) {
                    rect class=(class) x=(format!("{x:.1}")) y="0" width=(format!("{width:.1}")) height="34" {
                        title { (count) " " (name) }
                    }
                }
                @for (nth, (class, count, name)) in parts.into_iter().enumerate() {
                    @let at = nth * 260;
                    rect class=(class) x=(at) y="48" width="14" height="14" {}
                    text x=(at + 20) y="60" { (count) " " (name) }
                }
            }
        }
        p { (coverage.both_by_address) " by address, " (coverage.both_by_slug) " by slug." }
    }
}

/// Counts as parts of a length: where each begins, and how long it is.
fn stacked(counts: [usize; 3], length: f64) -> [(f64, f64); 3] {
    let all = counts.iter().sum::<usize>().max(1) as f64;
    let mut at = 0.0;
    counts.map(|count| {
        let (begin, long) = (at, length * count as f64 / all);
        at += long;
        (begin, long)
    })
}

fn reasons(map: &BTreeMap<String, usize>) -> String {
    let all: Vec<_> = map.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    all.join(", ")
}

fn funnel(coverage: &Coverage) -> Markup {
    html! {
        table {
            tr {
                th { "step" } th.n { "addresses" } th.n { "left" } th { "addresses removed" }
                th.n { "captures" } th.n { "left" } th { "captures removed" }
            }
            @for step in &coverage.steps {
                tr {
                    td { (step.name) }
                    td.n { (step.before) } td.n { (step.after) } td { (reasons(&step.removed)) }
                    td.n { (step.captures_before) } td.n { (step.captures_after) }
                    td { (reasons(&step.captures_removed)) }
                }
            }
        }
    }
}

fn label(year: &Year) -> String {
    year.year.map_or_else(|| "none".to_owned(), |year| year.to_string())
}

/// A column a year, its parts on top of each other.
fn plot(years: &[Year]) -> Markup {
    let total = |year: &Year| year.both + year.only_own + year.only_archive;
    let most = years.iter().map(total).max().unwrap_or_default().max(1) as f64;
    let width = 740.0 / years.len().max(1) as f64;
    html! {
        div.plot {
            svg viewBox="0 0 800 260" role="img" aria-label="Articles by year" {
                text x="0" y="14" { (most) }
                line x1="50" y1="220" x2="800" y2="220" stroke="currentColor" {}
                @for (nth, year) in years.iter().enumerate() {
                    @let x = 55.0 + width * nth as f64;
                    @let parts = [("both", year.both), ("own", year.only_own), ("archive", year.only_archive)];
                    @let high = 210.0 * total(year) as f64 / most;
                    @for ((class, count), (up, height)) in parts.into_iter().zip(stacked(parts.map(|(_, n)| n), high)) {
                        rect class=(class) x=(format!("{x:.1}")) y=(format!("{:.1}", 220.0 - up - height))
                            width=(format!("{:.1}", width.min(90.0) * 0.8)) height=(format!("{height:.1}")) {
                            title { (label(year)) ": " (count) " " (class) }
                        }
                    }
                    text x=(format!("{x:.1}")) y="240" { (label(year)) }
                }
            }
        }
    }
}

fn years(years: &[Year]) -> Markup {
    html! {
        table {
            tr { th { "year" } th.n { "both" } th.n { "only own" } th.n { "only archives" } }
            @for year in years {
                tr {
                    td { (label(year)) } td.n { (year.both) } td.n { (year.only_own) }
                    td.n { (year.only_archive) }
                }
            }
        }
    }
}

fn ambiguous(coverage: &Coverage) -> Markup {
    let all = &coverage.ambiguous;
    html! {
        table {
            tr { th { "slug" } th { "own" } th { "archives" } }
            @for one in all.iter().take(SHOWN) {
                tr { td { (one.slug) } td { (one.own.join(" ")) } td { (one.archive.join(" ")) } }
            }
        }
        @if all.len() > SHOWN { p { "and " (all.len() - SHOWN) " more" } }
    }
}
