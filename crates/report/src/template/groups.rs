//! Small multiples: a panel for each host, a bar for each of its groups.

use maud::{Markup, Render as _, html};
use scutch_plot::number::{counted, share, thousands};
use scutch_plot::{Key, Legend, Table, Tone, day, fold, foreign, nested_bar};

use crate::template::census::{Census, Group};

/// Hosts that have a panel, those with most captures.
const PANELS: usize = 24;
/// Groups that a panel shows; the rest is one bar.
const BARS: usize = 8;
/// Longer tables stand in a fold.
const OPEN: usize = 14;
/// Rows of the table; what follows is one sum.
const ROWS: usize = 200;

/// A host with its groups, largest first.
struct Host<'a> {
    name: &'a str,
    /// Number and counts of each group.
    groups: Vec<(u32, &'a Group)>,
}

impl Host<'_> {
    /// Captures of all groups of the host.
    fn captures(&self) -> u64 {
        self.groups.iter().map(|(_, group)| group.captures).sum()
    }
}

/// The section: template groups by host, largest first.
pub(super) fn body(census: &Census) -> Markup {
    let hosts = hosts(census);
    html! {
        p {
            "Pages of similar structure form a template group. A bar is a group: its full length is \
             its captures, the dark part the different addresses among them. All panels have the \
             same scale."
        }
        @if hosts.is_empty() {
            p.nothing { "No group was found." }
        } @else {
            (panels(&hosts))
            @let table = table(census, &hosts);
            @if census.groups.len() > OPEN {
                (fold("The numbers of all panels", &table.render()))
            } @else {
                (table)
            }
        }
    }
}

/// The hosts with their groups, hosts with most captures first.
fn hosts(census: &Census) -> Vec<Host<'_>> {
    let mut hosts: Vec<Host<'_>> = Vec::new();
    for ((name, number), group) in &census.groups {
        // Groups are sorted by host, so those of one host are adjacent.
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

/// A panel for each of the first hosts.
fn panels(hosts: &[Host<'_>]) -> Markup {
    // One scale for all panels, so that bars can be compared across hosts.
    let most = hosts.iter().flat_map(|host| &host.groups).map(|(_, group)| group.captures).max();
    let most = most.unwrap_or(1).max(1);
    let (shown, rest) = hosts.split_at(hosts.len().min(PANELS));
    html! {
        (Legend::default()
            .key(Key::Tone(Tone::Main), "addresses")
            .key(Key::Tone(Tone::Second), "further captures of them"))
        div.panels { @for host in shown { (panel(host, most)) } }
        @if !rest.is_empty() {
            p.legend {
                "And " (counted(rest.len() as u64, "host")) " with fewer captures, in the table only."
            }
        }
    }
}

/// The groups of one host as bars on the scale of all panels.
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

/// One group: addresses within captures. `most` is the number of captures that fills the width.
fn bar(name: &str, urls: u64, captures: u64, most: u64) -> Markup {
    let words = format!("{} of {} addresses", counted(captures, "capture"), thousands(urls));
    html! {
        div.group title={ "Group " (name) ": " (words) } {
            span.number { (name) }
            (nested_bar(urls.into(), captures.into(), most.into()))
            span.n { (thousands(captures)) }
        }
    }
}

/// The numbers of all groups. Beyond the limit of rows they are one sum.
fn table(census: &Census, hosts: &[Host<'_>]) -> Table {
    let heads = ["Group", "Addresses", "Captures", "With a cross", "Content", "First", "Last"];
    let mut table = Table::new("Template groups").text("Host").numbers(&heads).classes("template");
    let rows = hosts
        .iter()
        .flat_map(|host| host.groups.iter().map(|(number, group)| (host.name, *number, *group)));
    let rows: Vec<(&str, u32, &Group)> = rows.collect();
    // A corpus may have as many groups as pages: the page stays bounded.
    let (shown, rest) = rows.split_at(rows.len().min(ROWS));
    for (host, number, group) in shown {
        table.keyed(foreign::shown(host), cells(&number.to_string(), group));
    }
    if !rest.is_empty() {
        let sum = |of: fn(&Group) -> u64| rest.iter().map(|(.., group)| of(group)).sum::<u64>();
        let sums = [sum(|group| group.urls), sum(|group| group.captures), sum(|group| group.joint)];
        let name = format!("Further {}, together", counted(rest.len() as u64, "group"));
        table.rest(name, std::iter::once(String::new()).chain(sums.map(thousands)));
    }
    if census.loose.captures > 0 {
        table.keyed(html! { span.none { "of no group" } }, cells("–", &census.loose));
    }
    table
}

/// The cells of a group.
fn cells(number: &str, group: &Group) -> [String; 7] {
    [
        number.to_owned(),
        thousands(group.urls),
        thousands(group.captures),
        share(group.joint, group.captures),
        share(group.characters.content, group.characters.sum()),
        day(&group.first),
        day(&group.last),
    ]
}
