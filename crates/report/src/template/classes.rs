//! How much text is content, boilerplate, or left open.

use maud::{Markup, html};
use scutch_folder::manifest::Manifest;
use scutch_plot::number::{counted, share, thousands};
use scutch_plot::{Part, Stack, Tone, foreign, low_stack};
use scutch_template::TemplateConfig;
use scutch_template::compared::Characters;

use crate::template::census::Census;

/// Hosts listed; what follows is one sum.
const HOSTS: usize = 40;

/// Names of the classes, and the colour of each.
type Classes = [(&'static str, Tone); 3];

/// The names of the classes. The third depends on whether undecided scores are configured.
fn classes(asked: &TemplateConfig) -> Classes {
    // Open nodes are `invalid`, unless a range of undecided scores is configured.
    let open = if asked.undecided > 0.0 { "Undecided" } else { "Invalid" };
    [("Content", Tone::Main), ("Boilerplate", Tone::Second), (open, Tone::Third)]
}

/// The section: visible characters by class, of all pages and by host.
pub(super) fn body(manifest: &Manifest, census: &Census) -> Markup {
    let asked = &manifest.config.template;
    let all = census.all.characters;
    let classes = classes(asked);
    let open = classes[2].0;
    let parts = parts(all, &classes);
    let (id, title) = ("classes-bar", "Characters by class");
    let stack = Stack { id, title, noun: "character", parts: &parts };
    // Labels of nodes are kept only where something that is written needs them.
    let by_nodes = asked.nodes || asked.markup.is_some();
    html! {
        p {
            "Characters that readers see, white space left out, by the class of their "
            @if by_nodes { "node. " (open) " is what the method leaves open." }
            @else if asked.undecided > 0.0 { "block. Undecided is what the method leaves open." }
            @else {
                "block. What the method leaves open within a block shows only where nodes are kept ("
                code { "--nodes" } ")."
            }
        }
        (stack)
        (stack.legend())
        (table(census, &classes))
    }
}

/// Characters as the parts of a stacked bar, in the order of the classes.
fn parts(characters: Characters, classes: &Classes) -> [Part<'static>; 3] {
    let [content, boilerplate, invalid] = characters.all();
    let part = |n, (name, tone)| Part { name, value: u128::from(n), tone };
    let [a, b, c] = *classes;
    [part(content, a), part(boilerplate, b), part(invalid, c)]
}

/// A bar for each host, largest first, with its numbers.
fn table(census: &Census, classes: &Classes) -> Markup {
    let mut hosts: Vec<(&str, Characters)> = Vec::new();
    for ((host, _), group) in &census.groups {
        // Groups are sorted by host, so those of one host are adjacent.
        match hosts.last_mut().filter(|(name, _)| name == host) {
            Some((_, sum)) => *sum += group.characters,
            None => hosts.push((host, group.characters)),
        }
    }
    hosts.sort_by(|a, b| b.1.sum().cmp(&a.1.sum()).then(a.0.cmp(b.0)));
    // Hosts beyond the limit keep their characters, as one sum.
    let (shown, rest) = hosts.split_at(hosts.len().min(HOSTS));
    let mut together = Characters::default();
    rest.iter().for_each(|(_, characters)| together += *characters);
    html! {
        table.template.classes {
            caption { "Characters by class and host" }
            thead { tr {
                th scope="col" { "Host" }
                th.bar scope="col" { span.unseen { "Bar" } }
                @for (name, _) in classes { th.n scope="col" { (name) } }
                th.n scope="col" { "Characters" }
            } }
            tbody {
                @for (host, characters) in shown { (row(&foreign::shown(host), *characters, classes)) }
                @if !rest.is_empty() {
                    (row(&html! { "Further " (counted(rest.len() as u64, "host")) ", together" }, together, classes))
                }
                @if census.loose.captures > 0 {
                    (row(&html! { span.none { "of no group" } }, census.loose.characters, classes))
                }
            }
            tfoot { (row(&html! { "All" }, census.all.characters, classes)) }
        }
    }
}

/// The bar of one host, with the shares of its classes and the number of its characters.
fn row(name: &Markup, characters: Characters, classes: &Classes) -> Markup {
    html! {
        tr {
            th scope="row" { (name) }
            td.bar { (low_stack(&parts(characters, classes))) }
            @for n in characters.all() {
                td.n { (share(u128::from(n), u128::from(characters.sum()))) }
            }
            td.n { (thousands(characters.sum())) }
        }
    }
}
