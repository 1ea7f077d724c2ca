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
use crate::judge::verdict::{Score, Status, Verdict};
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

/// The mementos that are drawn, and the distance between them.
struct Axis {
    indexes: Vec<usize>,
    gap: f64,
}

impl Axis {
    fn new(mementos: usize) -> Self {
        let step = mementos.div_ceil(MOST).max(1);
        let indexes: Vec<usize> = (0..mementos).step_by(step).collect();
        // A single memento is at the left end.
        let gap = WIDTH / indexes.len().max(2).saturating_sub(1) as f64;
        Self { indexes, gap }
    }

    /// The position of the n-th memento that is drawn.
    fn x(&self, number: usize) -> f64 {
        LEFT + number as f64 * self.gap
    }
}

pub(super) fn timeline(timemap: &TimeMap, judged: &Judged) -> Markup {
    let axis = Axis::new(judged.verdicts.len());
    let mut svg = String::new();
    for (number, score) in judged.verdicts.first().into_iter().flat_map(|v| &v.scores).enumerate() {
        curve(&mut svg, judged, &axis, (number, score));
    }
    let most = judged.verdicts.iter().map(|v| v.words).max().unwrap_or(0).max(1);
    for (number, index) in axis.indexes.iter().enumerate() {
        let (verdict, memento) = (&judged.verdicts[*index], &timemap.mementos[*index]);
        let (x, share) = (axis.x(number), verdict.words as f64 / most as f64);
        bar(&mut svg, x, share, axis.gap.min(8.0));
        labelled_mark(&mut svg, x, &memento.stamp(), verdict);
    }
    let stamp = |index: Option<&usize>| {
        index.map(|index| date(&timemap.mementos[*index].stamp())).unwrap_or_default()
    };
    let (first, last) = (stamp(axis.indexes.first()), stamp(axis.indexes.last()));
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

/// The number of words, as a share of the most words of the TimeMap.
fn bar(svg: &mut String, x: f64, share: f64, width: f64) {
    let (left, height) = (x - width / 2.0, BAR * share);
    let top = BARS - height;
    let _ = write!(
        svg,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
         class=\"bar\"/>",
    );
}

/// The mark of a verdict, with its date and reasons as the title.
fn labelled_mark(svg: &mut String, x: f64, date: &str, verdict: &Verdict) {
    let (class, shape) = mark(verdict.status);
    let reasons: Vec<&str> = verdict.reasons.iter().map(|reason| reason.id()).collect();
    let mut stamp = String::new();
    // A date that could not be read is text from the archive.
    escape(&mut stamp, date, IN_TEXT);
    let status = verdict.status.name();
    let _ = write!(
        svg,
        "<g class=\"{class}\" transform=\"translate({x:.1} {MARKS})\"><title>{stamp}: {status} \
         ({}), {} words</title>{shape}</g>",
        reasons.join(" "),
        verdict.words,
    );
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

/// The scores of one measure, which is given with its number and its first score.
fn curve(svg: &mut String, judged: &Judged, axis: &Axis, (number, first): (usize, &Score)) {
    // Every score is scaled to its own range, so that all curves share an axis.
    let (worst, same) = first.measure.range();
    let y =
        |value: f64| CURVES - ((value - worst) / (same - worst)).clamp(0.0, 1.0) * (CURVES - 8.0);
    let mut path = String::new();
    let mut pen = 'M';
    for (at, index) in axis.indexes.iter().enumerate() {
        match judged.verdicts[*index].scores.get(number).and_then(|score| score.value) {
            Some(value) => {
                let _ = write!(path, "{pen}{:.1} {:.1}", axis.x(at), y(value));
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
