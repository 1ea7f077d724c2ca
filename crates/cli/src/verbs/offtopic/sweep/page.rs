//! The tables and curves of a sweep as a self-contained page.

use std::path::Path;

use maud::{Markup, Render as _, html};
use scutch_plot::number::{counted, thousands};
use scutch_plot::{
    CurvePlot, Figure, Key, Legend, NumberCurve, Page, Rule, Section, foreign, panels,
};
use scutch_topic::sweep::{Column, Sample, grid};
use scutch_topic::{Measure, Profile};

use super::points::{ByTopics, LSI_ALONE, best, scores};
use super::tables::SweepTable;
use crate::output::TOOL;
use crate::verbs::evaluate::table;

/// All that a sweep found.
pub(super) struct Swept<'s> {
    /// Scores of all measures, in their order.
    pub(super) samples: &'s [Sample],
    /// Scores of `lsi` alone by number of topics.
    pub(super) topics: &'s [ByTopics],
    pub(super) tables: &'s [SweepTable],
}

impl Swept<'_> {
    fn table(&self, id: &str) -> Option<Markup> {
        let found = self.tables.iter().find(|table| table.id == id)?;
        Some(table(found.caption, &found.rows).render())
    }
}

/// The page.
pub(super) fn render(gold: &Path, swept: &Swept<'_>) -> String {
    let mut sections =
        vec![Section::new("measures", "Thresholds of single measures", measures(swept))];
    let titles = [("profiles", "Profiles"), ("rules", "Pairs of measures")];
    for (id, title) in titles {
        // A brief sweep has no pairs, and no section of them.
        sections.extend(swept.table(id).map(|table| Section::new(id, title, table)));
    }
    if !swept.topics.is_empty() {
        sections.push(Section::new("topics", "Numbers of topics", topics(swept)));
    }
    let off = swept.samples.iter().filter(|sample| sample.off).count() as u64;
    let (all, gold) = (swept.samples.len() as u64, foreign::plain(&gold.display().to_string()));
    Page {
        tool: TOOL,
        kind: "Sweep of thresholds",
        title: format!("Thresholds tried on {gold}"),
        lede: html! { (counted(all, "labelled memento")) ", " (thousands(off)) " of them off-topic." },
        figures: vec![
            Figure::new("Mementos", thousands(all)),
            Figure::new("Off-topic", thousands(off)),
        ],
        sections,
        footer: html! { "The same tables are printed as text, with tabs between cells." },
        ..Page::default()
    }
    .into_string()
}

/// A panel for each measure, and the table of all.
fn measures(swept: &Swept<'_>) -> Markup {
    let measures = || Measure::ALL.iter().enumerate();
    let curves: Vec<(Column, Vec<(f64, f64)>)> = measures()
        .map(|(at, measure)| ((*measure, at), scores(swept.samples, (*measure, at))))
        .collect();
    let words: Vec<(String, String, String)> =
        curves.iter().map(|(column, points)| words(column.0, points)).collect();
    let plots: Vec<CurvePlot<'_>> = curves
        .iter()
        .zip(&words)
        .map(|((column, points), (id, title, description))| CurvePlot {
            id,
            title,
            description,
            curves: vec![
                NumberCurve { series: 0, name: column.0.to_string(), points: points.clone() },
                // One point, which is drawn as a dot.
                NumberCurve { series: 1, name: "best".to_owned(), points: vec![best(points)] },
            ],
            ..empty(column.0)
        })
        .collect();
    html! {
        p {
            "F1 at each threshold. Thresholds that are chosen on the mementos they are scored on look \
             better than they are: “F1 held out” has them chosen on other sites."
        }
        (panels(&plots))
        (Legend::new("").key(Key::Series(0), "F1").key(Key::Series(1), "best threshold")
            .key(Key::Rule, "threshold of the OTMT’s publication of 2018"))
        @if let Some(table) = swept.table("measures") { (table) }
    }
}

/// Id, title and description of the panel of a measure.
fn words(measure: Measure, points: &[(f64, f64)]) -> (String, String, String) {
    let (threshold, f1) = best(points);
    (
        format!("f1-{measure}"),
        format!("{measure}: best {f1:.3} at {threshold:.2}"),
        format!("F1 over the threshold of {measure}. The table below has the best one."),
    )
}

/// The axes of a measure, with the published threshold.
fn empty(measure: Measure) -> CurvePlot<'static> {
    let grid = grid(measure);
    let ends = grid.first().zip(grid.last());
    // Measures that the publication does not have are drawn without a rule.
    let published = Profile::threshold("otmt-paper", measure);
    CurvePlot {
        across: ends.map(|(low, high)| [*low, *high]),
        up: Some([0.0, 1.0]),
        rules: published.map(|at| Rule { at, name: at.to_string() }).into_iter().collect(),
        ..CurvePlot::default()
    }
}

/// `lsi` with a curve for each number of topics.
fn topics(swept: &Swept<'_>) -> Markup {
    let curve = |(series, (topics, samples)): (usize, &ByTopics)| NumberCurve {
        series,
        name: counted(*topics as u64, "topic"),
        points: scores(samples, LSI_ALONE),
    };
    let curves: Vec<NumberCurve> = swept.topics.iter().enumerate().map(curve).collect();
    let legend = curves.iter().fold(Legend::new(""), |legend, curve| {
        legend.key(Key::Series(curve.series), curve.name.as_str())
    });
    let legend = legend.key(Key::Rule, "published threshold");
    let plot = CurvePlot {
        id: "f1-topics",
        title: "F1 over the threshold of lsi by number of topics",
        description: "A curve for each number of topics. The table below has the best of each.",
        curves,
        ..empty(Measure::Lsi)
    };
    html! {
        figure {
            figcaption { (plot.title) "." }
            (plot)
            (legend)
        }
        @if let Some(table) = swept.table("topics") { (table) }
    }
}
