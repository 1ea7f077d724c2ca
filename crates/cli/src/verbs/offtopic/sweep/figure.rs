//! The figure of the sweep: F1 of every measure over its thresholds (as figure 9 of Jones, Weigle
//! and Nelson 2018), with the published threshold marked.

use std::fmt::Write as _;

use scutch_topic::sweep::{Column, Sample, grid};
use scutch_topic::{Measure, Profile};

use super::points::{ByTopics, LSI_ALONE, best, scores};

/// Width of one field, in CSS pixels.
const WIDTH: f64 = 236.0;
/// Height of one field, in CSS pixels.
const HEIGHT: f64 = 150.0;
/// Room around a field for the numbers of its axes, in CSS pixels.
const MARGIN: f64 = 40.0;
/// Room above a field for its title, in CSS pixels.
const TITLE: f64 = 26.0;
/// Plots side by side.
const COLUMNS: usize = 4;
/// Colours of the curves by number of topics (Okabe and Ito 2008); further ones repeat them.
const COLOURS: [&str; 8] =
    ["#0072b2", "#c65a00", "#007d5c", "#a8467f", "#2b87bd", "#a87100", "#74741a", "#55565a"];
/// The scores of F1 that have a line.
const LEVELS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The figure as SVG. Samples hold the scores of all measures, in their order; those of `topics`
/// hold `lsi` alone, which gets a panel with a curve for each number of topics.
pub(super) fn figure(samples: &[Sample], topics: &[ByTopics]) -> String {
    let rows = Measure::ALL.len().div_ceil(COLUMNS) + usize::from(!topics.is_empty());
    let (width, height) = (COLUMNS as f64 * (WIDTH + MARGIN * 1.4), rows as f64 * step());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<title>F1 over the threshold of each \
         measure</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (at, measure) in Measure::ALL.iter().enumerate() {
        of_measure(&mut svg, samples, (*measure, at));
    }
    if !topics.is_empty() {
        of_topics(&mut svg, topics);
    }
    svg.push_str("</svg>\n");
    svg
}

/// From the top of one row of panels to the top of the next.
fn step() -> f64 {
    HEIGHT + MARGIN + TITLE
}

/// Where a panel stands, and which thresholds it shows.
struct Panel {
    left: f64,
    top: f64,
    low: f64,
    high: f64,
}

impl Panel {
    fn new(number: usize, grid: &[f64]) -> Self {
        Self {
            left: (number % COLUMNS) as f64 * (WIDTH + MARGIN * 1.4) + MARGIN,
            top: (number / COLUMNS) as f64 * step() + TITLE,
            low: grid[0],
            high: grid[grid.len() - 1],
        }
    }

    fn x(&self, threshold: f64) -> f64 {
        self.left + (threshold - self.low) / (self.high - self.low) * WIDTH
    }

    fn y(&self, f1: f64) -> f64 {
        self.top + (1.0 - f1) * HEIGHT
    }

    /// Title, lines and numbers of both axes.
    fn axes(&self, svg: &mut String, title: &str) {
        let (left, right, bottom) = (self.left, self.left + WIDTH, self.top + HEIGHT);
        let _ = writeln!(
            svg,
            "<text x=\"{left:.1}\" y=\"{:.1}\" font-weight=\"bold\">{title}</text>",
            self.top - 9.0
        );
        for level in LEVELS {
            let y = self.y(level);
            let _ = writeln!(
                svg,
                "<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555\">{level}</text>",
                left - 5.0,
                y + 4.0
            );
        }
        for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let threshold = self.low + part * (self.high - self.low);
            let x = self.x(threshold);
            // Two decimals are as fine as any grid; whole numbers of bits have none.
            let number = format!("{threshold:.2}");
            let number = number.trim_end_matches('0').trim_end_matches('.');
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {bottom:.1}v4\" stroke=\"#888\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{number}</text>",
                bottom + 16.0
            );
        }
    }

    /// The published threshold as a broken line.
    fn published(&self, svg: &mut String, measure: Measure) {
        let Some(threshold) = Profile::threshold("otmt-paper", measure) else { return };
        if !(self.low..=self.high).contains(&threshold) {
            return;
        }
        let (x, top) = (self.x(threshold), self.top);
        // Text that would leave the field on the right stands on the left of its line.
        let (anchor, aside) =
            if x > self.left + WIDTH / 2.0 { ("end", -4.0) } else { ("start", 4.0) };
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {top:.1}v{HEIGHT}\" stroke=\"#b3261e\" stroke-dasharray=\"4 3\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"#b3261e\">published \
             {threshold}</text>",
            x + aside,
            top + 12.0
        );
    }
}

/// The panel of a measure: a point per threshold, and the best one in words.
fn of_measure(svg: &mut String, samples: &[Sample], column: Column) {
    let points = scores(samples, column);
    let (threshold, f1) = best(&points);
    let panel = Panel::new(column.1, &grid(column.0));
    svg.push_str("<g>");
    panel.axes(svg, &format!("{} (best {f1:.3} at {threshold:.2})", column.0));
    panel.published(svg, column.0);
    for (threshold, f1) in points {
        let (x, y) = (panel.x(threshold), panel.y(f1));
        let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"1.6\" fill=\"#2a6f97\"/>");
    }
    svg.push_str("</g>\n");
}

/// The panel of `lsi` by number of topics: a curve for each, and the best of each in words.
fn of_topics(svg: &mut String, topics: &[ByTopics]) {
    // In a row of its own, where the words beside it have room.
    let number = Measure::ALL.len().next_multiple_of(COLUMNS);
    let panel = Panel::new(number, &grid(Measure::Lsi));
    svg.push_str("<g>");
    panel.axes(svg, "lsi by number of topics");
    panel.published(svg, Measure::Lsi);
    for (number, (topics, samples)) in topics.iter().enumerate() {
        let points = scores(samples, LSI_ALONE);
        let colour = COLOURS[number % COLOURS.len()];
        let path: Vec<String> = points
            .iter()
            .map(|(t, f1)| format!("{:.1} {:.1}", panel.x(*t), panel.y(*f1)))
            .collect();
        // Beside the field, so that no curve runs through the words.
        let (x, y) = (panel.left + WIDTH + 14.0, panel.top + 12.0 + 15.0 * number as f64);
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\"/>\
             <text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{topics} topics: best {:.3}</text>",
            path.join("L"),
            best(&points).1
        );
    }
    svg.push_str("</g>\n");
}
