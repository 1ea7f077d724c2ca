//! The timeline of a TimeMap as SVG: a mark per memento, a curve per measure, bars of text size.
//!
//! Mementos are at equal distances, since captures come in bursts. Dates are under the first and
//! last one and in the title of each mark. All measures share one scale: the worst score is at the
//! bottom, the score of an equal page at the top. A dotted line of its colour is a threshold.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};
use scutch_page::render::{IN_TEXT, escape};

use crate::collection::timemap::TimeMap;
use crate::judge::Judged;
use crate::judge::verdict::{Score, Status};
use crate::measure::Measure;

/// Most mementos drawn. Of longer TimeMaps every n-th is.
const MOST: usize = 400;
const LEFT: f64 = 10.0;
const WIDTH: f64 = 880.0;
const CURVES: f64 = 110.0;
const MARKS: f64 = 128.0;
const BARS: f64 = 190.0;
const BAR: f64 = 44.0;

/// Colours that colour-blind people can distinguish (Okabe and Ito 2008), one per measure.
const COLOURS: [&str; 8] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#7f7f00", "#444444"];

fn colour(measure: Measure) -> &'static str {
    COLOURS[measure as usize % COLOURS.len()]
}

pub(super) fn timeline(timemap: &TimeMap, judged: &Judged) -> Markup {
    let step = judged.verdicts.len().div_ceil(MOST).max(1);
    let places: Vec<usize> = (0..judged.verdicts.len()).step_by(step).collect();
    let gap = WIDTH / places.len().max(2).saturating_sub(1) as f64;
    let x = |at: usize| LEFT + at as f64 * gap;
    let mut svg = String::new();
    for (number, score) in judged.verdicts.first().into_iter().flat_map(|v| &v.scores).enumerate() {
        curve(&mut svg, judged, &places, number, score, &x);
    }
    let most = judged.verdicts.iter().map(|v| v.words).max().unwrap_or(0).max(1);
    for (at, place) in places.iter().enumerate() {
        let (verdict, memento) = (&judged.verdicts[*place], &timemap.mementos[*place]);
        let height = BAR * verdict.words as f64 / most as f64;
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" class=\"bar\"/>",
            x(at) - gap.min(8.0) / 2.0,
            BARS - height,
            gap.min(8.0),
        );
        let (class, shape) = mark(verdict.status);
        let reasons: Vec<&str> = verdict.reasons.iter().map(|r| r.id()).collect();
        let mut stamp = String::new();
        escape(&mut stamp, &memento.stamp(), IN_TEXT);
        let status = verdict.status.name();
        let _ = write!(
            svg,
            "<g class=\"{class}\" transform=\"translate({:.1} {MARKS})\"><title>{stamp}: {status} \
             ({}), {} words</title>{shape}</g>",
            x(at),
            reasons.join(" "),
            verdict.words,
        );
    }
    let stamp = |place: Option<&usize>| {
        place.map(|p| date(&timemap.mementos[*p].stamp())).unwrap_or_default()
    };
    let (first, last) = (stamp(places.first()), stamp(places.last()));
    html! {
        // On a narrow screen it scrolls: made smaller its words could not be read.
        div.plot {
            svg viewBox=(format!("0 0 {:.0} 208", WIDTH + 2.0 * LEFT)) role="img"
                aria-label="Timeline of the mementos" {
                (PreEscaped(svg))
                text x=(LEFT) y="204" { (first) }
                text x=(LEFT + WIDTH) y="204" text-anchor="end" { (last) }
            }
        }
    }
}

/// The measures of a profile with their colours.
pub(super) fn legend(measures: &[(Measure, f64)]) -> Markup {
    html! {
        p.legend {
            @for (measure, threshold) in measures {
                span { i style=(format!("background:{}", colour(*measure))) {} (measure.name()) " ("
                    (threshold) ") " }
            }
            span.on { "● on-topic " } span.off { "✕ off-topic " } span.unknown { "○ unknown " }
            "bars: words; dotted lines: thresholds, in the colours of their measures"
        }
    }
}

fn curve(
    svg: &mut String,
    judged: &Judged,
    places: &[usize],
    number: usize,
    first: &Score,
    x: &impl Fn(usize) -> f64,
) {
    let (worst, same) = first.measure.range();
    let y =
        |value: f64| CURVES - ((value - worst) / (same - worst)).clamp(0.0, 1.0) * (CURVES - 8.0);
    let mut path = String::new();
    let mut pen = 'M';
    for (at, place) in places.iter().enumerate() {
        match judged.verdicts[*place].scores.get(number).and_then(|score| score.value) {
            Some(value) => {
                let _ = write!(path, "{pen}{:.1} {:.1}", x(at), y(value));
                pen = 'L';
            }
            // A memento without score breaks the curve.
            None => pen = 'M',
        }
    }
    let (colour, line) = (colour(first.measure), y(first.threshold));
    let _ = write!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\"/><path d=\"M{LEFT} {line:.1}H{:.1}\" \
         stroke=\"{colour}\" stroke-dasharray=\"2 5\" opacity=\".6\"/>",
        LEFT + WIDTH
    );
}

fn mark(status: Status) -> (&'static str, &'static str) {
    match status {
        Status::On => ("on", "<circle r=\"3.2\"/>"),
        Status::Off => ("off", "<path d=\"M-4-4L4 4M-4 4L4-4\" stroke-width=\"2\"/>"),
        Status::Unknown => ("unknown", "<circle r=\"3\" fill=\"none\"/>"),
    }
}

/// `2019-05-17` of 14 digits.
pub(super) fn date(stamp: &str) -> String {
    match (stamp.get(..4), stamp.get(4..6), stamp.get(6..8)) {
        (Some(y), Some(m), Some(d)) => format!("{y}-{m}-{d}"),
        _ => stamp.to_owned(),
    }
}
