//! The timeline of a TimeMap: a mark per memento over bars of text size. On request a curve per
//! measure and a table.
//!
//! Every measure is drawn on one scale, from its worst score below to that of an equal page above.

use maud::{Markup, html};
use scutch_plot::number::{counted, thousands};
use scutch_plot::{Curve, Key, Legend, Point, Status as Mark, Table, Timeline, fold};

use super::capture::{CaptureName, Captures};
use crate::collection::timemap::TimeMap;
use crate::judge::Judged;
use crate::judge::verdict::{Score, Status, Verdict};
use crate::measure::Measure;

/// Mementos drawn at most; of longer TimeMaps every second one, every third one, and so on. Those
/// with which a verdict changes are always drawn.
const MOST: usize = 400;

/// A memento that is drawn.
struct Drawn<'a> {
    name: CaptureName,
    unix_ms: Option<i64>,
    verdict: &'a Verdict,
}

/// The marks of a TimeMap; its measures and numbers behind a line that opens them.
pub(super) fn timeline(
    id: &str,
    timemap: &TimeMap,
    judged: &Judged,
    captures: Captures<'_>,
) -> Markup {
    let drawn = drawn(timemap, judged, captures);
    let dated: Vec<&Drawn<'_>> = drawn.iter().filter(|drawn| drawn.unix_ms.is_some()).collect();
    let points: Vec<Point> = dated.iter().filter_map(|drawn| point(drawn)).collect();
    let undated = (drawn.len() - dated.len()) as u64;
    let marks = Timeline {
        id,
        title: "Timeline of the mementos",
        description: "A mark per memento, a bar for its words. The table of measures has the \
                      numbers.",
        points: points.clone(),
        bars: "words",
        ..Timeline::default()
    };
    let scores = measures(&format!("{id}-measures"), points, &dated);
    html! {
        (marks)
        @if undated > 0 {
            p.legend { (counted(undated, "memento")) " without a date: see the measures." }
        }
        (fold("Measures and scores", &html! { (scores) (table(&drawn)) }))
    }
}

/// The curves of the measures with their legend; nothing where there is no score.
fn measures(id: &str, points: Vec<Point>, dated: &[&Drawn<'_>]) -> Markup {
    let scores = Timeline {
        id,
        title: "Measures of the mementos",
        description: "A curve per measure. The table below has the numbers.",
        points,
        curves: curves(dated),
        ends: ["alike", "unlike"],
        bars: "words",
    };
    html! {
        @if let Some(first) = dated.first().filter(|_| !scores.curves.is_empty()) {
            (legend(&first.verdict.scores))
            (scores)
        }
    }
}

fn drawn<'a>(timemap: &TimeMap, judged: &'a Judged, captures: Captures<'_>) -> Vec<Drawn<'a>> {
    let verdicts = &judged.verdicts;
    // Evenly, so that a drift over years is seen at both ends.
    let step = verdicts.len().div_ceil(MOST).max(1);
    let changes = |index: usize| index > 0 && verdicts[index].status != verdicts[index - 1].status;
    let mementos = timemap.mementos.iter().zip(verdicts).enumerate();
    mementos
        .filter(|(index, _)| index.is_multiple_of(step) || changes(*index))
        .map(|(_, (memento, verdict))| Drawn {
            name: captures.name(memento),
            unix_ms: memento.unix_ms,
            verdict,
        })
        .collect()
}

/// Names of all marks.
pub(super) fn marks() -> Legend {
    let statuses = [Status::On, Status::Off, Status::Unknown];
    statuses.into_iter().fold(Legend::new("Mementos:"), |legend, status| {
        legend.key(Key::Mark(mark(status)), status.name())
    })
}

/// The measures with their thresholds.
fn legend(scores: &[Score]) -> Legend {
    let lead = Legend::new("Measures, dotted at the threshold behind the name:");
    scores.iter().fold(lead, |legend, score| {
        let name = format!("{} ({})", score.measure.name(), score.threshold);
        legend.key(Key::Series(series(score.measure)), name)
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

/// The mark of a memento; `None` without a date.
fn point(drawn: &Drawn<'_>) -> Option<Point> {
    let verdict = drawn.verdict;
    let (status, words) = (verdict.status.name(), thousands(verdict.words));
    let (moment, reasons) = (drawn.name.moment(), reasons(verdict));
    let reasons = if reasons.is_empty() { reasons } else { format!(" ({reasons})") };
    Some(Point {
        unix_ms: drawn.unix_ms?,
        status: mark(verdict.status),
        size: verdict.words,
        tooltip: format!("{moment}: {status}{reasons}, {words} words"),
        link: None,
    })
}

fn reasons(verdict: &Verdict) -> String {
    let reasons: Vec<&str> = verdict.reasons.iter().map(|reason| reason.id()).collect();
    reasons.join(" ")
}

/// A curve per measure that the first memento has; all mementos have the same ones.
fn curves(drawn: &[&Drawn<'_>]) -> Vec<Curve> {
    let scores = drawn.first().map_or(&[][..], |first| &first.verdict.scores);
    scores.iter().enumerate().map(|(number, first)| curve(drawn, number, first)).collect()
}

fn curve(drawn: &[&Drawn<'_>], number: usize, first: &Score) -> Curve {
    // Distances fall and similarities rise with likeness: on one scale, up is always alike.
    let (worst, same) = first.measure.range();
    let height = |value: f64| (value - worst) / (same - worst);
    let score = |verdict: &Verdict| verdict.scores.get(number).and_then(|score| score.value);
    // A memento without a score leaves a gap: a line across it would claim one.
    Curve {
        series: series(first.measure),
        heights: drawn.iter().map(|drawn| score(drawn.verdict).map(height)).collect(),
        threshold: height(first.threshold),
    }
}

fn table(drawn: &[Drawn<'_>]) -> Table {
    let scores = drawn.first().map_or(&[][..], |first| &first.verdict.scores);
    let measures: Vec<&str> = scores.iter().map(|score| score.measure.name()).collect();
    // Only the learned combination gives a probability.
    let has_probability = drawn.iter().any(|drawn| drawn.verdict.probability.is_some());
    let table = Table::new("Mementos with their scores")
        .text("Captured")
        .text("Status")
        .text("Reasons")
        .numbers(&["Words"])
        .classes("scores");
    let table = if has_probability { table.numbers(&["p"]) } else { table };
    let mut table = table.numbers(&measures);
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    for Drawn { name, verdict, .. } in drawn {
        let status = verdict.status.name().to_owned();
        let facts = [status, reasons(verdict), thousands(verdict.words)];
        let probability = has_probability.then(|| number(verdict.probability));
        let scores = verdict.scores.iter().map(|score| number(score.value));
        table.keyed(name, facts.into_iter().chain(probability).chain(scores));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::verdict::Reason;

    #[test]
    fn tooltips_have_brackets_only_around_reasons() {
        let tooltip = |reasons: Vec<Reason>| {
            let verdict = Verdict {
                status: Status::On,
                content_kept: None,
                probability: None,
                scores: Vec::new(),
                reasons,
                words: 63,
                bytes: 0,
                simhash_raw: 0,
                simhash_tf: 0,
            };
            let name = CaptureName::default();
            point(&Drawn { name, unix_ms: Some(0), verdict: &verdict }).expect("a date").tooltip
        };
        assert!(tooltip(Vec::new()).ends_with(": on-topic, 63 words"));
        assert!(tooltip(vec![Reason::Anchor]).ends_with(": on-topic (anchor), 63 words"));
    }
}
