//! F1 over thresholds, of which figure and page draw curves.

use scutch_topic::Measure;
use scutch_topic::sweep::{Column, Rule, Sample, grid};

/// The scores of `lsi` under a number of topics.
pub(super) type ByTopics = (usize, Vec<Sample>);

/// The column of `lsi` in samples that hold it alone.
pub(super) const LSI_ALONE: Column = (Measure::Lsi, 0);

/// F1 at each threshold of the grid.
pub(super) fn scores(samples: &[Sample], column: Column) -> Vec<(f64, f64)> {
    // The grid of the sweep itself: the picture and the tables show the same thresholds.
    let f1 = |threshold: f64| Rule(vec![(column, threshold)]).counts(samples).f1();
    grid(column.0).iter().map(|threshold| (*threshold, f1(*threshold))).collect()
}

/// The best threshold with its score; of equally good ones the lowest.
pub(super) fn best(points: &[(f64, f64)]) -> (f64, f64) {
    points.iter().fold((0.0, -1.0), |best, point| if point.1 > best.1 { *point } else { best })
}
