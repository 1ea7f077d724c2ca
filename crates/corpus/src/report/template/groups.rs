//! Small multiples: a panel for each host, a bar for each of its groups.

use maud::{Markup, html};

use super::super::foreign;
use super::super::numbers::{counted, percent, share, thousands};
use super::day;
use crate::report::template::census::{Census, Group};

/// Hosts that have a panel, those with most captures.
const PANELS: usize = 24;
/// Groups that a panel shows; the rest is one bar.
const BARS: usize = 8;
/// Longer tables stand in a fold.
const OPEN: usize = 14;
/// Rows of the table; what follows is one sum.
const ROWS: usize = 200;
/// The shortest bar, as a part of the field, so that it is seen.
const LEAST: f64 = 0.006;

/// A host with its groups, largest first.
struct Host<'a> {
    name: &'a str,
    groups: Vec<(u32, &'a Group)>,
}

impl Host<'_> {
    fn captures(&self) -> u64 {
        self.groups.iter().map(|(_, group)| group.captures).sum()
    }
}

pub(super) fn body(census: &Census) -> Markup {
    let hosts = hosts(census);
    html! {
        p {
            "Pages of similar structure form a template group. A bar is a group: its full length are the captures, \
             the dark part the different addresses among them. All panels have the same scale."
        }
        @if hosts.is_empty() {
            p.nothing { "No group was found." }
        } @else {
            (panels(&hosts))
            @if census.groups.len() > OPEN {
                details { summary { "The numbers of all panels" } (table(census, &hosts)) }
            } @else {
                (table(census, &hosts))
            }
        }
    }
}

fn hosts(census: &Census) -> Vec<Host<'_>> {
    let mut hosts: Vec<Host<'_>> = Vec::new();
    for ((name, number), group) in &census.groups {
        match hosts.last_mut().filter(|host| host.name == name) {
            Some(host) => host.groups.push((*number, group)),
            None => hosts.push(Host { name, groups: vec![(*number, group)] }),
        }
    }
    for host in &mut hosts {
        host.groups.sort_by_key(|(number, group)| (std::cmp::Reverse(group.captures), *number));
    }
    hosts.sort_by(|a, b| b.captures().cmp(&a.captures()).then_with(|| a.name.cmp(b.name)));
    hosts
}

fn panels(hosts: &[Host<'_>]) -> Markup {
    let most = hosts.iter().flat_map(|host| &host.groups).map(|(_, group)| group.captures).max();
    let most = most.unwrap_or(1).max(1);
    let (shown, rest) = hosts.split_at(hosts.len().min(PANELS));
    html! {
        p.legend {
            span.swatch.rows {} "addresses"
            span.key { span.swatch.scope {} "further captures of them" }
        }
        div.panels { @for host in shown { (panel(host, most)) } }
        @if !rest.is_empty() {
            p.legend { "And " (counted(rest.len() as u64, "host")) " with fewer captures, in the table only." }
        }
    }
}

fn panel(host: &Host<'_>, most: u64) -> Markup {
    let (shown, rest) = host.groups.split_at(host.groups.len().min(BARS));
    let captures: u64 = rest.iter().map(|(_, group)| group.captures).sum();
    let (groups, all) =
        (counted(host.groups.len() as u64, "group"), counted(host.captures(), "capture"));
    html! {
        figure.panel {
            figcaption { strong { (foreign::shown(host.name)) } span { (groups) ", " (all) } }
            @for (number, group) in shown {
                (bar(&number.to_string(), group.urls, group.captures, most))
            }
            @if !rest.is_empty() { p.more { (rest.len()) " more: " (counted(captures, "capture")) } }
        }
    }
}

/// Decoration, for its numbers stand in the table.
fn bar(name: &str, urls: u64, captures: u64, most: u64) -> Markup {
    let width = |n: u64| {
        let part = if n > 0 { (n as f64 / most as f64).max(LEAST) } else { 0.0 };
        percent(part, 1.0)
    };
    html! {
        div.group title={ "Group " (name) ": " (counted(captures, "capture")) " of " (thousands(urls)) " addresses" } {
            span.number { (name) }
            svg height="12" aria-hidden="true" {
                rect.scope x="0" y="0" height="12" width=(width(captures)) {}
                rect.rows x="0" y="0" height="12" width=(width(urls)) {}
            }
            span.n { (thousands(captures)) }
        }
    }
}

fn table(census: &Census, hosts: &[Host<'_>]) -> Markup {
    let rows = hosts
        .iter()
        .flat_map(|host| host.groups.iter().map(|(number, group)| (host.name, *number, *group)));
    let rows: Vec<(&str, u32, &Group)> = rows.collect();
    let (shown, rest) = rows.split_at(rows.len().min(ROWS));
    let sum = |of: fn(&Group) -> u64| rest.iter().map(|(.., group)| of(group)).sum::<u64>();
    html! {
        div.scroll { table.template {
            caption { "Template groups" }
            thead { tr {
                th scope="col" { "Host" } th.n scope="col" { "Group" }
                th.n scope="col" { "Addresses" } th.n scope="col" { "Captures" }
                th.n scope="col" { "With a cross" } th.n scope="col" { "Content" }
                th.n scope="col" { "First" } th.n scope="col" { "Last" }
            } }
            tbody {
                @for (host, number, group) in shown {
                    (row(&foreign::shown(host), &number.to_string(), group))
                }
                @if !rest.is_empty() {
                    tr.rest {
                        th scope="row" { "Further " (counted(rest.len() as u64, "group")) ", together" }
                        td.n {}
                        td.n { (thousands(sum(|group| group.urls))) }
                        td.n { (thousands(sum(|group| group.captures))) }
                        td.n { (thousands(sum(|group| group.joint))) }
                        td.n {} td.n {} td.n {}
                    }
                }
                @if census.loose.captures > 0 {
                    (row(&html! { span.none { "of no group" } }, "–", &census.loose))
                }
            }
        } }
    }
}

fn row(host: &Markup, number: &str, group: &Group) -> Markup {
    let content = share(u128::from(group.characters.content), u128::from(group.characters.sum()));
    html! {
        tr {
            th scope="row" { (host) }
            td.n { (number) }
            td.n { (thousands(group.urls)) }
            td.n { (thousands(group.captures)) }
            td.n { (share(u128::from(group.joint), u128::from(group.captures))) }
            td.n { (content) }
            td.n { (day(&group.first)) }
            td.n { (day(&group.last)) }
        }
    }
}
