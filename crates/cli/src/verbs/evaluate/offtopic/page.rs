//! The scores as a self-contained page.

use maud::{Markup, Render as _, html};
use scutch_plot::number::{counted, share, thousands};
use scutch_plot::{Figure, Page, Part, Section, Table, Tone, foreign, low_stack};
use scutch_topic::evaluate::Scores;
use scutch_topic::label::Label;

use super::table::parts;
use crate::output::TOOL;
use crate::verbs::evaluate::{score, table};

/// What the page shows.
pub(super) struct Scored<'s> {
    pub(super) scores: &'s Scores,
    /// Labelled mementos whose verdict is wrong.
    pub(super) wrong: &'s [&'s Label],
    /// Mementos of either kind that are listed.
    pub(super) most: usize,
}

/// The page.
pub(super) fn render(title: &str, scored: &Scored<'_>) -> String {
    let all = &scored.scores.all;
    let mementos = (all.hits + all.extra + all.missed + all.rest) as u64;
    let off = (all.hits + all.missed) as u64;
    let errors = [
        ("missed", "Missed", "off", "Off-topic by their labels, and not found."),
        ("alarms", "False alarms", "on", "On-topic by their labels, and found off-topic."),
    ];
    let mut sections = vec![
        Section::new("scores", "Scores", scores(scored.scores)),
        Section::new("kinds", "Kinds of mementos", kinds(scored.scores)),
    ];
    sections.extend(errors.map(|(id, title, label, what)| {
        Section::new(id, title, listed(title, what, label, scored))
    }));
    Page {
        tool: TOOL,
        kind: "Evaluation of off-topic verdicts",
        title: foreign::plain(title),
        lede: html! {
            (counted(mementos, "labelled memento")) ", " (thousands(off)) " of them off-topic."
        },
        figures: vec![
            Figure::new("F1", format!("{:.3}", all.f1())),
            Figure::new("Precision", score(all.known_precision())),
            Figure::new("Recall", score(all.known_recall())),
            Figure::new("Without verdict", thousands(scored.scores.missing)),
        ],
        sections,
        footer: html! { "First mementos of TimeMaps and labels other than on and off are not scored. \
                         A memento without a verdict counts as on-topic." },
        ..Page::default()
    }
    .into_string()
}

fn scores(scores: &Scores) -> Markup {
    html! {
        (table("Scores by part of the labels", &parts(scores)))
        @if let Some(f1) = scores.f1 {
            p { "F1 over samples of TimeMaps: 95 % lie between " (format!("{:.3}", f1.low)) " and "
                (format!("{:.3}", f1.high)) "." }
        }
    }
}

/// A row for each kind, with a bar of what was found off-topic.
fn kinds(scores: &Scores) -> Markup {
    // Labels of one part need no column that says so in every row.
    let has_tiers = scores.kinds.iter().any(|((tier, _, _), _)| !tier.is_empty());
    let mut table = Table::new("Mementos by kind, and those found off-topic").text("Kind");
    if has_tiers {
        table = table.text("Part");
    }
    table = table.text("Label").text("Found").numbers(&["Mementos", "Found off-topic", "Share"]);
    for ((tier, kind, label), (count, found)) in &scores.kinds {
        let tier = has_tiers.then(|| foreign::shown(tier));
        let cells = [
            foreign::shown(label),
            bar(*count, *found, label == "off"),
            thousands(*count).render(),
            thousands(*found).render(),
            share(*found, *count).render(),
        ];
        table.keyed(foreign::shown(kind), tier.into_iter().chain(cells));
    }
    html! {
        p { "Dark is what was found off-topic: all of it where the label is off, none where it is on." }
        (table)
    }
}

/// What was found off-topic of a kind; an error is grey.
fn bar(count: u64, found: u64, is_off: bool) -> Markup {
    let rest = count.saturating_sub(found);
    // By what is right: where the label is on, whatever was found is an error.
    let tones = if is_off { (Tone::Main, Tone::Third) } else { (Tone::Third, Tone::Second) };
    low_stack(&[
        Part { name: "found", value: u128::from(found), tone: tones.0 },
        Part { name: "not found", value: u128::from(rest), tone: tones.1 },
    ])
}

/// Mementos with a label whose verdict is the other one.
fn listed(title: &str, what: &str, label: &str, scored: &Scored<'_>) -> Markup {
    let all: Vec<&Label> =
        scored.wrong.iter().filter(|wrong| wrong.label == label).copied().collect();
    let mut table = Table::new(title).text("Memento").text("Site").text("Kind").text("Part");
    for wrong in all.iter().take(scored.most) {
        let cells = [&wrong.site, &wrong.kind, &wrong.tier].map(|text| foreign::shown(text));
        table.keyed(link(&wrong.urim), cells);
    }
    html! {
        p { (what) }
        @if table.is_empty() { p.nothing { "None." } } @else { (table) }
        @if all.len() > table.len() {
            p { "And " (thousands((all.len() - table.len()) as u64)) " more." }
        }
    }
}

/// A link where the URI-M is an address of the web; else its text.
fn link(urim: &str) -> Markup {
    // A `javascript:` address from a table of labels must not become a link.
    let web = urim.starts_with("http://") || urim.starts_with("https://");
    let text = foreign::shown(urim);
    html! { @if web { a href=(urim) { (text) } } @else { (text) } }
}
