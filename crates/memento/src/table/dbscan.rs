//! DBSCAN (Ester, Kriegel, Sander and Xu 1996).

use std::collections::VecDeque;

/// The cluster of each point, numbered in the order of their first points; `None` for noise.
///
/// A point counts `weights` times, and `neighbours` gives the numbers of the points near one, itself
/// included. It is asked twice at most for each point.
pub(super) fn dbscan(
    weights: &[usize],
    min_points: usize,
    neighbours: impl Fn(usize) -> Vec<usize>,
) -> Vec<Option<usize>> {
    let is_dense = |near: &[usize]| {
        near.iter().map(|other| weights[*other]).sum::<usize>() >= min_points.max(1)
    };
    let mut labels: Vec<Option<usize>> = vec![None; weights.len()];
    let mut clusters = 0;
    for start in 0..weights.len() {
        if labels[start].is_some() {
            continue;
        }
        let near = neighbours(start);
        if !is_dense(&near) {
            continue;
        }
        let mut waiting: VecDeque<usize> = near.into();
        labels[start] = Some(clusters);
        while let Some(at) = waiting.pop_front() {
            if labels[at].is_some() {
                continue;
            }
            labels[at] = Some(clusters);
            // Points at the border belong to the cluster, but do not extend it.
            let near = neighbours(at);
            if is_dense(&near) {
                waiting.extend(near.into_iter().filter(|other| labels[*other].is_none()));
            }
        }
        clusters += 1;
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points on a line with their weights; neighbours are at most 1 apart.
    fn on_a_line(points: &[(i64, usize)], min_points: usize) -> Vec<Option<usize>> {
        let weights: Vec<usize> = points.iter().map(|point| point.1).collect();
        dbscan(&weights, min_points, |at| {
            let near = |other: &usize| (points[at].0 - points[*other].0).abs() <= 1;
            (0..points.len()).filter(near).collect()
        })
    }

    #[test]
    fn chains_borders_and_noise() {
        // Four points are a chain of steps of one; the fifth is alone; the last counts twice.
        let points = [(0, 1), (1, 1), (2, 1), (3, 1), (20, 1), (40, 2)];
        let chain = Some(0);
        assert_eq!(on_a_line(&points, 2), [chain, chain, chain, chain, None, Some(1)]);
        assert_eq!(on_a_line(&points, 4), [None; 6]);
        // With three needed, the inner two are dense and the outer two are at the border.
        assert_eq!(on_a_line(&points[..4], 3), [chain; 4]);
        assert_eq!(on_a_line(&[], 1), []);
    }
}
