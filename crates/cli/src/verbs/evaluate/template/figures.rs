//! Plots of the page: how scores of single pages are spread, and scores by threshold.

use maud::{Markup, Render as _, html};
use scutch_evaluate::thesis::{FigureRow, ThesisFigure};
use scutch_evaluate::{GoldPage, Reading, RunScores, Unit};
use scutch_plot::{BoxGroup, BoxPlot, BoxRow, CurvePlot, Key, Legend, NumberCurve, fold, foreign};

use super::table::by_threshold;

/// Plots of more rows stand in a fold.
const OPEN_ROWS: usize = 40;

/// Bag F1 of pages by run, where there are several, and by site.
pub(super) fn bag_f1(gold: &[GoldPage], all: &[RunScores]) -> Markup {
    let every: Vec<usize> = (0..gold.len()).collect();
    let title = |scored: &RunScores| foreign::plain(&scored.title);
    let by_run = BoxPlot {
        id: "pages-by-run",
        title: "Bag F1 of pages by run",
        unit: "pages",
        key: "run",
        groups: vec![BoxGroup {
            name: String::new(),
            rows: all.iter().map(|scored| bags(title(scored), gold, scored, &every)).collect(),
        }],
    };
    html! {
        p { "Of each page the words of content found and true are compared." }
        @if all.len() > 1 { (by_run.figure()) }
        (shown(&by_site(gold, all)))
    }
}

fn by_site(gold: &[GoldPage], all: &[RunScores]) -> BoxPlot<'static> {
    let sites = all.first().map_or(&[][..], |scored| &scored.sites);
    let of_site = |name: &str| -> Vec<usize> {
        (0..gold.len()).filter(|at| gold[*at].site == name).collect()
    };
    let groups = match all {
        // Sites are the rows of a single run, and the groups of several.
        [scored] => {
            let row = |name: &str| bags(foreign::plain(name), gold, scored, &of_site(name));
            let rows = sites.iter().map(|site| row(&site.name)).collect();
            vec![BoxGroup { name: String::new(), rows }]
        }
        _ => {
            let group = |name: &str| {
                let pages = of_site(name);
                let row = |run: &RunScores| bags(foreign::plain(&run.title), gold, run, &pages);
                BoxGroup { name: foreign::plain(name), rows: all.iter().map(row).collect() }
            };
            sites.iter().map(|site| group(&site.name)).collect()
        }
    };
    let key = if all.len() == 1 { "site" } else { "run" };
    BoxPlot { id: "pages-by-site", title: "Bag F1 of pages by site", unit: "pages", key, groups }
}

fn bags(name: String, gold: &[GoldPage], scored: &RunScores, pages: &[usize]) -> BoxRow {
    let value = |at: &usize| point(&gold[*at], scored.pages[*at].score.bag_f1);
    BoxRow { name, values: pages.iter().map(value).collect() }
}

/// A score with the page it is of.
fn point(page: &GoldPage, score: f64) -> (f64, String) {
    (score, format!("{score:.3}: {} of {}", foreign::plain(&page.url), page.timestamp))
}

/// A figure of the thesis; `number` tells it from others on the page.
pub(super) fn thesis(number: usize, figure: &ThesisFigure, gold: &[GoldPage]) -> Markup {
    let row = |row: &FigureRow| BoxRow {
        name: foreign::plain(&row.name),
        values: row.scores.iter().map(|(at, score)| point(&gold[*at], *score)).collect(),
    };
    let groups = figure.groups.iter().map(|group| BoxGroup {
        // Rows of all sites have no heading, for which `plain` would write that there is none.
        name: if group.name.is_empty() { String::new() } else { foreign::plain(&group.name) },
        rows: group.rows.iter().map(row).collect(),
    });
    shown(&BoxPlot {
        id: &format!("thesis{number}"),
        title: &foreign::plain(&figure.title),
        unit: "pages",
        key: figure.key,
        groups: groups.collect(),
    })
}

/// A plot, in a fold if it is long.
fn shown(plot: &BoxPlot<'_>) -> Markup {
    let rows: usize = plot.groups.iter().map(|group| group.rows.len()).sum();
    if rows > OPEN_ROWS {
        return fold(&format!("{} ({rows} rows)", plot.title), &plot.figure());
    }
    plot.figure()
}

/// Bag F1 over the threshold: a curve for each method with runs that differ in it alone.
pub(super) fn thresholds(all: &[RunScores]) -> Markup {
    let runs = by_threshold(all);
    let is_one = |a: &(&RunScores, f64), b: &(&RunScores, f64)| a.0.name == b.0.name && a.1 < b.1;
    let bag = |scored: &RunScores| {
        let [.., bag] = scored.macro_mean(Reading::Decided, Unit::Nodes);
        bag.unwrap_or(f64::NAN)
    };
    let curves: Vec<NumberCurve> = runs
        .chunk_by(is_one)
        .enumerate()
        .map(|(series, runs)| NumberCurve {
            series,
            name: foreign::plain(&runs[0].0.name),
            points: runs.iter().map(|(scored, threshold)| (*threshold, bag(scored))).collect(),
        })
        .collect();
    let legend = curves.iter().fold(Legend::new(""), |legend, curve| {
        legend.key(Key::Series(curve.series), curve.name.as_str())
    });
    let plot = CurvePlot {
        id: "by-threshold",
        title: "Bag F1 by least similarity in crosses, mean over sites",
        description: "A curve for each method. The table has the numbers.",
        curves,
        ..CurvePlot::default()
    };
    html! {
        figure {
            figcaption { (plot.title) "." }
            (plot.render())
            (legend)
        }
    }
}
