//! How much text is content, boilerplate, or left open.

use maud::{Markup, html};

use super::super::foreign;
use super::super::numbers::{counted, share, thousands};
use super::super::stack::{self, Part};
use crate::crosses::Characters;
use crate::manifest::Manifest;
use crate::pages::Census;

/// Hosts listed; what follows is one sum.
const HOSTS: usize = 40;

/// Names of the classes, and the style of each.
const CLASSES: [(&str, &str); 3] =
    [("Content", "rows"), ("Boilerplate", "scope"), ("Invalid", "lost")];

pub(super) fn body(manifest: &Manifest, census: &Census) -> Markup {
    let asked = &manifest.config.template;
    let all = census.all.characters;
    let by_nodes = asked.nodes || asked.markup.is_some();
    html! {
        p {
            "Characters that readers see, white space left out, by the class of their "
            @if by_nodes { "node. Invalid is what the method leaves open." }
            @else {
                "block. What the method leaves open within a block shows only where nodes are kept ("
                code { "--nodes" } ")."
            }
        }
        (stack::bar("classes-bar", "Characters by class", "character", &parts(all)))
        p.legend {
            @for (name, style) in CLASSES { span.swatch.(style) {} (name) " " }
        }
        (table(census))
    }
}

fn parts(characters: Characters) -> [Part<'static>; 3] {
    let [content, boilerplate, invalid] = characters.all();
    let values = [content, boilerplate, invalid].into_iter().zip(CLASSES);
    let mut parts = values.map(|(n, (name, class))| Part { name, value: u128::from(n), class });
    std::array::from_fn(|_| parts.next().unwrap_or(Part { name: "", value: 0, class: "" }))
}

fn table(census: &Census) -> Markup {
    let mut hosts: Vec<(&str, Characters)> = Vec::new();
    for ((host, _), group) in &census.groups {
        match hosts.last_mut().filter(|(name, _)| name == host) {
            Some((_, sum)) => *sum += group.characters,
            None => hosts.push((host, group.characters)),
        }
    }
    hosts.sort_by(|a, b| b.1.sum().cmp(&a.1.sum()).then(a.0.cmp(b.0)));
    let (shown, rest) = hosts.split_at(hosts.len().min(HOSTS));
    let mut together = Characters::default();
    rest.iter().for_each(|(_, characters)| together += *characters);
    html! {
        table.template.classes {
            caption { "Characters by class and host" }
            thead { tr {
                th scope="col" { "Host" }
                th.bar scope="col" { span.unseen { "Bar" } }
                @for (name, _) in CLASSES { th.n scope="col" { (name) } }
                th.n scope="col" { "Characters" }
            } }
            tbody {
                @for (host, characters) in shown { (row(&foreign::shown(host), *characters)) }
                @if !rest.is_empty() {
                    (row(&html! { "Further " (counted(rest.len() as u64, "host")) ", together" }, together))
                }
                @if census.loose.captures > 0 {
                    (row(&html! { span.none { "of no group" } }, census.loose.characters))
                }
            }
            tfoot { (row(&html! { "All" }, census.all.characters)) }
        }
    }
}

fn row(name: &Markup, characters: Characters) -> Markup {
    html! {
        tr {
            th scope="row" { (name) }
            td.bar { (stack::low(&parts(characters))) }
            @for n in characters.all() {
                td.n { (share(u128::from(n), u128::from(characters.sum()))) }
            }
            td.n { (thousands(characters.sum())) }
        }
    }
}
