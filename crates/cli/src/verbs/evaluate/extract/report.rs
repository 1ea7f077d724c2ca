//! The outcome as a self-contained page.

use std::path::Path;

use maud::{Markup, html};

use super::groups::{Estimate, Group, Pair};
use super::measure::Measure;
use super::{List, Outcome, Scored};
use crate::verbs::evaluate::document;

pub(super) fn render(title: &str, against: Option<&Path>, outcome: &Outcome) -> String {
    let body = html! {
        p { "Means over pages; segment F1 over all segments of a group. In small type the 95 % \
            intervals from samples of hosts, where there are several, and how many pages were scored." }
        (table(&outcome.groups, |pair| cell(pair.own, pair.pages)))
        @if let Some(other) = against {
            h2 { "Gained over " (other.display()) }
            p { "Bold where the interval leaves out 0." }
            (table(&outcome.groups, |pair| pair.gain.map_or_else(|| html! {}, gain)))
        }
        @for list in &outcome.lists {
            h2 { (list.title) }
            (pages(outcome, list))
        }
    };
    document(title, &body)
}

fn table(groups: &[Group], show: impl Fn(&Pair) -> Markup) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th { "by" } th.text { "group" } th { "pages" } th { "missing" }
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

fn cell(own: Estimate, pages: usize) -> Markup {
    let bounds = own.bounds.map(|(low, high)| format!("{low:.3} to {high:.3} "));
    html! {
        (format!("{:.4}", own.mean))
        small { (bounds.unwrap_or_default()) "of " (pages) }
    }
}

fn gain(gain: Estimate) -> Markup {
    html! {
        span.sure[gain.is_sure()] { (format!("{:+.4}", gain.mean)) }
        @if let Some((low, high)) = gain.bounds { small { (format!("{low:+.3} to {high:+.3}")) } }
    }
}

fn pages(outcome: &Outcome, list: &List) -> Markup {
    html! {
        table {
            thead {
                tr {
                    th { "page" } th.text { "set" } th.text { "true type" }
                    @for measure in Measure::ALL { th { (measure.name()) } }
                    @if outcome.compared { th { "other" } }
                    th.text { "address" }
                }
            }
            tbody { @for at in &list.pages { (row(&outcome.pages[*at])) } }
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
            td.text.address { @if let Some(url) = &page.gold.url { (link(url)) } }
        }
    }
}

/// A link where the address is one of the web; else its text.
fn link(url: &str) -> Markup {
    let web = url.starts_with("http://") || url.starts_with("https://");
    html! { @if web { a href=(url) { (url) } } @else { (url) } }
}
