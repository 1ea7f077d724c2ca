//! The outcome as a self-contained page.

use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use scutch_learn::Interval;

use super::groups::{Group, Pair};
use super::measure::Measure;
use super::{Outcome, Scored};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}\
    table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .7rem;text-align:right;\
    border-bottom:1px solid #8884}th:first-child,td:first-child{text-align:left}\
    td.text{text-align:left;overflow-wrap:anywhere}small{opacity:.7;display:block}\
    .sure{font-weight:bold}";
/// What a browser may do with the page: show it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

pub(super) fn render(title: &str, against: Option<&Path>, outcome: &Outcome) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p { "Means over pages; segment F1 over all segments of a group. In small type the 95 % \
                    intervals from samples of hosts." }
                (table(&outcome.groups, |pair| cell(pair.own, pair.pages)))
                @if let Some(other) = against {
                    h2 { "Gained over " (other.display()) }
                    p { "Bold where the interval leaves out 0." }
                    (table(&outcome.groups, |pair| pair.gain.map_or_else(|| html! {}, gain)))
                }
                h2 { "Worst pages" }
                (worst(outcome))
            }
        }
    };
    page.into_string()
}

fn table(groups: &[Group], show: impl Fn(&Pair) -> Markup) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th { "by" } th { "group" } th { "pages" } th { "missing" }
                    @for measure in Measure::ALL { th { (measure.name()) } }
                }
            }
            tbody {
                @for group in groups {
                    tr {
                        td { (group.by) } td.text { (group.name) }
                        td { (group.pages) } td { (group.missing) }
                        @for pair in &group.scores {
                            td { @if let Some(pair) = pair { (show(pair)) } }
                        }
                    }
                }
            }
        }
    }
}

fn cell(interval: Interval, pages: usize) -> Markup {
    html! {
        (format!("{:.4}", interval.mean))
        small { (format!("{:.3} to {:.3}, {pages}", interval.low, interval.high)) }
    }
}

fn gain(interval: Interval) -> Markup {
    html! {
        span.sure[interval.low > 0.0 || interval.high < 0.0] { (format!("{:+.4}", interval.mean)) }
        small { (format!("{:+.3} to {:+.3}", interval.low, interval.high)) }
    }
}

fn worst(outcome: &Outcome) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th { "page" } th { "set" } th { "type" }
                    @for measure in Measure::ALL { th { (measure.name()) } }
                    @if outcome.compared { th { "other" } }
                    th { "address" }
                }
            }
            tbody { @for at in &outcome.worst { (row(&outcome.pages[*at])) } }
        }
    }
}

fn row(page: &Scored) -> Markup {
    let file = std::path::absolute(&page.gold.file).ok();
    let file = file.and_then(|file| url::Url::from_file_path(file).ok());
    html! {
        tr {
            td.text {
                @if let Some(file) = file { a href=(file) { (page.gold.id) } } @else { (page.gold.id) }
                @if page.missing { " (missing)" }
            }
            td.text { (page.gold.set) }
            td.text { @if let Some(kind) = &page.gold.kind { (kind) } }
            @for measure in Measure::ALL {
                td { @if let Some(score) = page.scores.get(measure) { (format!("{score:.3}")) } }
            }
            @if let Some(other) = &page.other {
                td { @if let Some(score) = other.main() { (format!("{score:.3}")) } }
            }
            td.text { @if let Some(url) = &page.gold.url { (link(url)) } }
        }
    }
}

/// A link where the address is one of the web; else its text.
fn link(url: &str) -> Markup {
    let web = url.starts_with("http://") || url.starts_with("https://");
    html! { @if web { a href=(url) { (url) } } @else { (url) } }
}
