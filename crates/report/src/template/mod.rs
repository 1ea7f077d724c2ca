//! `template.html`: template groups, crosses and classes of the pages that were labelled jointly.

mod alone;
mod census;
mod classes;
mod crosses;
mod groups;
mod method;

#[cfg(test)]
mod tests;

use maud::{Markup, html};
use scutch_folder::manifest::Manifest;
use scutch_folder::names::MARKUP_INDEX;
use scutch_plot::number::{counted, share, thousands};
use scutch_plot::{Figure, Page, Section, foreign};
use scutch_template::nodes::Markup as Choice;

pub use self::census::{Census, Group, seconds_between};
use super::report::STYLE;

/// Renders `template.html`. The same census and configuration give the same bytes.
///
/// Long lists are cut to the largest hosts and groups; what is cut is summed.
pub fn render(manifest: &Manifest, census: &Census) -> String {
    Page {
        tool: &manifest.tool,
        kind: "Template report",
        title: title(census),
        lede: lede(census),
        notes: notes(manifest),
        figures: figures(census),
        sections: vec![
            Section::new("groups", "Template groups", groups::body(census)),
            Section::new("crosses", "Fullness of crosses", crosses::body(census)),
            Section::new("classes", "Shares of classes", classes::body(manifest, census)),
            Section::new("alone", "Pages without a cross", alone::body(census)),
            Section::new("method", "Method", method::body(manifest, census)),
        ],
        footer: html! {
            "Written by " (foreign::plain(&manifest.tool)) ". The numbers are in "
            code { "groups.jsonl" } " and " code { "crosses.jsonl" }
            ". The page has no clock in it and needs no network: the same pages give the same bytes."
        },
        style: STYLE,
    }
    .into_string()
}

/// The title of the page: how many template groups there are.
fn title(census: &Census) -> String {
    match census.groups.len() as u64 {
        0 => "No template group".to_owned(),
        groups => counted(groups, "template group"),
    }
}

/// What was labelled, from when to when, and how much of it by comparison.
fn lede(census: &Census) -> Markup {
    let all = &census.all;
    html! {
        (counted(all.captures, "capture")) " of " (thousands(all.urls)) " addresses"
        @match (year(&all.first), year(&all.last)) {
            ("", _) => {}
            (first, last) if first == last => { ", of " (first) }
            (first, last) => { ", from " (first) " to " (last) }
        }
        ". " (counted(all.joint, "capture")) " had other pages to be compared with."
    }
}

/// Where the pages with their labels are, if there is an index of them.
fn notes(manifest: &Manifest) -> Markup {
    let is_shown = manifest.config.template.markup == Some(Choice::Span);
    html! { @if is_shown { p { a href=(MARKUP_INDEX) { "The pages with their labels" } } } }
}

/// The key figures.
fn figures(census: &Census) -> Vec<Figure> {
    let all = &census.all;
    let mut hosts: Vec<&str> = census.groups.keys().map(|(host, _)| host.as_str()).collect();
    // Keys are sorted by host, so equal hosts are adjacent.
    hosts.dedup();
    vec![
        Figure::new("Captures", thousands(all.captures)),
        Figure::new("Addresses", thousands(all.urls)),
        Figure::new("Hosts with groups", thousands(hosts.len() as u64)),
        Figure::new("Template groups", thousands(census.groups.len() as u64)),
        Figure::new("Labelled jointly", share(all.joint, all.captures)),
    ]
}

/// The year of a time of 14 digits; empty without a time.
fn year(timestamp: &str) -> &str {
    timestamp.get(..4).unwrap_or_default()
}
