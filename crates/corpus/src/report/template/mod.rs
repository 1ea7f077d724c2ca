//! `template.html`: template groups, crosses and classes of the pages that were labelled jointly.

mod alone;
pub(crate) mod census;
mod classes;
mod crosses;
mod groups;
mod method;

#[cfg(test)]
mod tests;

use maud::{Markup, html};

use super::numbers::{counted, share, thousands};
use super::{Frame, Shown, foreign};
use crate::folder::manifest::Manifest;
use crate::report::template::census::Census;

/// The page. The same census and configuration give the same bytes.
pub(crate) fn render(manifest: &Manifest, census: &Census) -> String {
    let sections = [
        Shown { id: "groups", title: "Template groups", body: groups::body(census) },
        Shown { id: "crosses", title: "Fullness of crosses", body: crosses::body(census) },
        Shown { id: "classes", title: "Shares of classes", body: classes::body(manifest, census) },
        Shown { id: "alone", title: "Pages without a cross", body: alone::body(census) },
        Shown { id: "method", title: "Method", body: method::body(manifest, census) },
    ];
    let frame = Frame {
        tool: &manifest.tool,
        title: format!("{} – scutch template", title(census)),
        header: header(manifest, census),
        footer: html! {
            "Written by " (foreign::plain(&manifest.tool)) ". The numbers stand in "
            code { "groups.jsonl" } " and " code { "crosses.jsonl" }
            ". The page has no clock in it and needs no network: the same pages give the same bytes."
        },
    };
    frame.around(&sections).into_string()
}

fn title(census: &Census) -> String {
    match census.groups.len() as u64 {
        0 => "No template group".to_owned(),
        groups => counted(groups, "template group"),
    }
}

fn header(manifest: &Manifest, census: &Census) -> Markup {
    let all = &census.all;
    let mut hosts: Vec<&str> = census.groups.keys().map(|(host, _)| host.as_str()).collect();
    hosts.dedup();
    let joint = share(u128::from(all.joint), u128::from(all.captures));
    let figures = [
        ("Captures", thousands(all.captures)),
        ("Addresses", thousands(all.urls)),
        ("Hosts with groups", thousands(hosts.len() as u64)),
        ("Template groups", thousands(census.groups.len() as u64)),
        ("Labelled jointly", joint),
    ];
    html! {
        header {
            p.eyebrow { "Template report · " (foreign::plain(&manifest.tool)) }
            h1 { (title(census)) }
            p.lede {
                (counted(all.captures, "capture")) " of " (thousands(all.urls)) " addresses"
                @match (year(&all.first), year(&all.last)) {
                    ("", _) => {}
                    (first, last) if first == last => { ", of " (first) }
                    (first, last) => { ", from " (first) " to " (last) }
                }
                ". " (counted(all.joint, "capture")) " had other pages to be compared with."
            }
            dl.figures {
                @for (name, value) in figures { div { dt { (name) } dd { (value) } } }
            }
        }
    }
}

fn year(timestamp: &str) -> &str {
    timestamp.get(..4).unwrap_or_default()
}

/// 14 digits as a day.
fn day(timestamp: &str) -> String {
    match (timestamp.get(..4), timestamp.get(4..6), timestamp.get(6..8)) {
        (Some(year), Some(month), Some(day)) => format!("{year}-{month}-{day}"),
        _ => foreign::plain(timestamp),
    }
}
