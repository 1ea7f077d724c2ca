//! F1 over the threshold of each measure, drawn as the publication's figure 9: a panel per measure.

use std::fmt::Write as _;

use scutch_topic::Measure;
use scutch_topic::sweep::{Rule, Sample, grid};

/// Width of one plot, in CSS pixels.
const WIDTH: f64 = 260.0;
/// Height of one plot, in CSS pixels.
const HEIGHT: f64 = 150.0;
/// Room for the labels of both axes, in CSS pixels.
const MARGIN: f64 = 34.0;
/// Plots side by side.
const COLUMNS: usize = 4;

/// The figure as SVG. Samples hold the scores of all measures, in their order.
pub(super) fn curves(samples: &[Sample]) -> String {
    let rows = Measure::ALL.len().div_ceil(COLUMNS);
    let (width, height) =
        (COLUMNS as f64 * (WIDTH + MARGIN), rows as f64 * (HEIGHT + MARGIN * 1.6));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<title>F1 over the threshold of each \
         measure</title>\n"
    );
    for (at, measure) in Measure::ALL.iter().enumerate() {
        let x = (at % COLUMNS) as f64 * (WIDTH + MARGIN) + MARGIN;
        let y = (at / COLUMNS) as f64 * (HEIGHT + MARGIN * 1.6) + MARGIN * 0.6;
        panel(&mut svg, samples, (*measure, at), (x, y));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The panel of a measure: axes, a point per threshold of the grid, and the best one in words.
fn panel(svg: &mut String, samples: &[Sample], column: (Measure, usize), (x, y): (f64, f64)) {
    // The grid of the sweep itself: the picture and the tables show the same thresholds.
    let grid = grid(column.0);
    let f1 = |threshold: f64| Rule(vec![(column, threshold)]).counts(samples).f1();
    let (low, high) = (grid[0], grid[grid.len() - 1]);
    let place = |threshold: f64| x + (threshold - low) / (high - low) * (WIDTH - MARGIN);
    let points: Vec<(f64, f64)> = grid.iter().map(|t| (*t, f1(*t))).collect();
    // `>` keeps the lowest of equally good thresholds.
    let best = points.iter().fold((low, -1.0), |b, p| if p.1 > b.1 { *p } else { b });
    let bottom = y + HEIGHT;
    let right = x + WIDTH - MARGIN;
    let _ = writeln!(
        svg,
        "<g><text x=\"{x:.1}\" y=\"{:.1}\">{} (best {:.3} at {:.2})</text>\n\
         <path d=\"M{x:.1} {y:.1}V{bottom:.1}H{right:.1}\" fill=\"none\" stroke=\"#888\"/>\n\
         <text x=\"{x:.1}\" y=\"{:.1}\">{low}</text><text x=\"{right:.1}\" y=\"{:.1}\" \
         text-anchor=\"end\">{high}</text>",
        y - 6.0,
        column.0,
        best.1,
        best.0,
        bottom + 13.0,
        bottom + 13.0,
    );
    for (threshold, f1) in points {
        let (cx, cy) = (place(threshold), bottom - f1 * HEIGHT);
        let _ = write!(svg, "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"1.6\" fill=\"#2a6f97\"/>");
    }
    svg.push_str("</g>\n");
}
