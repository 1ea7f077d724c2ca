//! The timeline of a TimeMap: a mark per memento, a curve per measure, bars of text size, a table.
//!
//! Every measure is drawn on one scale, from its worst score below to that of an equal page above.

use maud::{Markup, Render as _, html};
use scutch_plot::number::thousands;
use scutch_plot::{
    Curve, Key, Label, Legend, Point, Status as Mark, Table, Timeline, Width, day, fold,
};

use crate::collection::timemap::TimeMap;
use crate::judge::Judged;
use crate::judge::verdict::{Score, Status, Verdict};
use crate::measure::Measure;

/// Mementos drawn at most; of longer TimeMaps every second one, every third one, and so on.
const MOST: usize = 400;
/// Dates under a timeline, on wide pages and on narrow ones.
const WIDE_LABELS: usize = 8;
const NARROW_LABELS: usize = 3;

pub(super) fn timeline(id: &str, timemap: &TimeMap, judged: &Judged) -> Markup {
    // Evenly, so that a drift over years is seen at both ends.
    let step = judged.verdicts.len().div_ceil(MOST).max(1);
    let drawn: Vec<(String, &Verdict)> = timemap
        .mementos
        .iter()
        .map(super::super::collection::timemap::Memento::stamp)
        .zip(&judged.verdicts)
        .step_by(step)
        .collect();
    let timeline = Timeline {
        id,
        title: "Timeline of the mementos",
        description: "A mark per memento, a curve per measure, a bar for its words. The table \
                      below has the numbers.",
        points: drawn.iter().map(|(stamp, verdict)| point(stamp, verdict)).collect(),
        curves: curves(&drawn),
        ends: ["alike", "unlike"],
        bars: "words",
        labels: labels(&drawn, WIDE_LABELS, Width::Wide)
            .chain(labels(&drawn, NARROW_LABELS, Width::Narrow))
            .collect(),
    };
    html! {
        (timeline)
        (fold("The numbers of the timeline", &table(&drawn).render()))
    }
}

/// Names of all marks, and the measures of a profile with their thresholds.
pub(super) fn legend(measures: &[(Measure, f64)]) -> Legend {
    let statuses = [Status::On, Status::Off, Status::Unknown];
    let marks = statuses.into_iter().fold(Legend::new("Mementos:"), |legend, status| {
        legend.key(Key::Mark(mark(status)), status.name())
    });
    measures.iter().fold(marks, |legend, (measure, threshold)| {
        legend.key(Key::Series(series(*measure)), format!("{} ({threshold})", measure.name()))
    })
}

fn series(measure: Measure) -> usize {
    measure as usize
}

fn mark(status: Status) -> Mark {
    match status {
        Status::On => Mark::Good,
        Status::Off => Mark::Bad,
        Status::Unknown => Mark::Unknown,
    }
}

fn point(stamp: &str, verdict: &Verdict) -> Point {
    let reasons: Vec<&str> = verdict.reasons.iter().map(|reason| reason.id()).collect();
    let (status, words) = (verdict.status.name(), thousands(verdict.words));
    let tooltip = format!("{}: {status} ({}), {words} words", day(stamp), reasons.join(" "));
    Point { status: mark(verdict.status), size: verdict.words, tooltip }
}

/// A curve per measure that the first memento has; all mementos have the same ones.
fn curves(drawn: &[(String, &Verdict)]) -> Vec<Curve> {
    let scores = drawn.first().map_or(&[][..], |(_, verdict)| &verdict.scores);
    scores.iter().enumerate().map(|(number, first)| curve(drawn, number, first)).collect()
}

fn curve(drawn: &[(String, &Verdict)], number: usize, first: &Score) -> Curve {
    // Distances fall and similarities rise with likeness: on one scale, up is always alike.
    let (worst, same) = first.measure.range();
    let height = |value: f64| (value - worst) / (same - worst);
    let score = |verdict: &Verdict| verdict.scores.get(number).and_then(|score| score.value);
    // A memento without a score leaves a gap: a line across it would claim one.
    Curve {
        series: series(first.measure),
        heights: drawn.iter().map(|(_, verdict)| score(verdict).map(height)).collect(),
        threshold: height(first.threshold),
    }
}

/// At most `most` dates, the first of them that of the first memento.
fn labels<'a>(
    drawn: &'a [(String, &Verdict)],
    most: usize,
    width: Width,
) -> impl Iterator<Item = Label> + use<'a> {
    let step = drawn.len().div_ceil(most).max(1);
    let dated = drawn.iter().enumerate().step_by(step);
    dated.map(move |(slot, (stamp, _))| Label::new(slot as f64 + 0.5, day(stamp), width))
}

fn table(drawn: &[(String, &Verdict)]) -> Table {
    let scores = drawn.first().map_or(&[][..], |(_, verdict)| &verdict.scores);
    let measures: Vec<&str> = scores.iter().map(|score| score.measure.name()).collect();
    let table = Table::new("Mementos with their scores").text("Day").text("Status");
    let mut table = table.numbers(&["Words"]).numbers(&measures);
    for (stamp, verdict) in drawn {
        let facts = [verdict.status.name().to_owned(), thousands(verdict.words)];
        let scores = verdict.scores.iter().map(|score| score.value);
        let scores =
            scores.map(|value| value.map_or("–".to_owned(), |value| format!("{value:.3}")));
        table.keyed(day(stamp), facts.into_iter().chain(scores));
    }
    table
}
