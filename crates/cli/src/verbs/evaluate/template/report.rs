//! The outcome as a self-contained page.

use maud::{Markup, html};
use scutch_evaluate::thesis::Thesis;
use scutch_evaluate::{GoldPage, RunScores, Unit};
use scutch_plot::{Page, Section, foreign};

use super::TemplateArgs;
use super::figures;
use super::table::{confusion, crosses, facts, gains, gaps, readings, sites, thresholds, worst};
use crate::output::TOOL;
use crate::verbs::evaluate::table;

/// The page: scores of pages as plots, a section per run, then gains, thresholds, and figures and
/// tables of the thesis where there are any.
pub(super) fn render(
    title: &str,
    gold: &[GoldPage],
    all: &[RunScores],
    thesis: &Thesis,
    args: &TemplateArgs,
) -> String {
    let spread = figures::bag_f1(gold, all);
    let mut sections = vec![Section::new("spread", "Scores of pages", spread)];
    sections.extend(all.iter().enumerate().map(|(at, scored)| {
        let body = run(gold, scored, args.worst);
        Section::new(format!("run{at}"), foreign::plain(&scored.title), body)
    }));
    if all.len() > 1 {
        sections.push(Section::new("gains", "Gains over the first run", gained(all, args)));
    }
    if let Some(rows) = thresholds(all) {
        let body = html! {
            (figures::thresholds(all))
            (table("Scores by least similarity in crosses", &rows))
        };
        sections.push(Section::new("thresholds", "Least similarity in crosses", body));
    }
    if !thesis.tables.is_empty() {
        let figures = figures_of(thesis, gold);
        sections.push(Section::new("figures", "Figures of the thesis", figures));
        sections.push(Section::new("thesis", "Tables of the thesis", tables(thesis)));
    }
    Page {
        tool: TOOL,
        kind: "Evaluation of template labels",
        title: foreign::plain(title),
        sections,
        footer: html! { "With " code { "--json" } " the same numbers are one JSON object." },
        ..Page::default()
    }
    .into_string()
}

/// All tables of one run.
fn run(gold: &[GoldPage], scored: &RunScores, most: usize) -> Markup {
    html! {
        p { (facts(scored)) }
        @for reading in readings(scored) {
            @let (nodes, tokens) = (format!("Nodes, {}", reading.id()), format!("Tokens, {}", reading.id()));
            (table(&nodes, &sites(scored, *reading, Unit::Nodes)))
            (table(&tokens, &sites(scored, *reading, Unit::Tokens)))
        }
        (table("Nodes by truth (rows) and label (columns)", &confusion(scored)))
        p { "The digits of a cross are: the page itself, up, down, the snapshot before, the one after." }
        (table("Pages by cross", &crosses(scored)))
        @if scored.gaps { (table("Pages by time to the nearest snapshot", &gaps(scored))) }
        (table("Worst pages", &worst(gold, scored, most)))
    }
}

/// The section of gains over the first run.
fn gained(all: &[RunScores], args: &TemplateArgs) -> Markup {
    let caption = format!("Bag F1 gained over {}", foreign::plain(&all[0].title));
    html! {
        p { "A star marks a gain whose 95 % interval from samples of sites leaves out 0." }
        (table(&caption, &gains(all, args)))
    }
}

/// The figures of the thesis.
fn figures_of(thesis: &Thesis, gold: &[GoldPage]) -> Markup {
    html! {
        p {
            "The nodes of a page are scored, those alone that t001 decides where a method learns \
             from them. Pages without a cross are left out."
        }
        @for (number, figure) in thesis.figures.iter().enumerate() {
            (figures::thesis(number, figure, gold))
        }
    }
}

/// The tables of the thesis, as text has them.
fn tables(thesis: &Thesis) -> Markup {
    html! {
        @for one in &thesis.tables {
            (table(&one.title, &one.rows_as_text()))
            @if let Some(note) = &one.note { p { (note) } }
        }
    }
}
