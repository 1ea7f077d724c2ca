//! K-means (Lloyd 1982), seeded as k-means++ (Arthur and Vassilvitskii 2007).

use scutch_learn::Random;

use super::vectors::{Vector, dot};

/// Rounds after which the clusters are taken as they are. Lloyd's algorithm ends by itself, but may
/// take many rounds for the last few points.
const ROUNDS: usize = 100;

/// The cluster of each point, at most `k` of them, numbered in the order of their first points. The
/// same points in the same order and the same seed give the same clusters.
pub(super) fn kmeans(points: &[&Vector], dimensions: usize, k: usize, seed: u64) -> Vec<usize> {
    if points.is_empty() {
        return Vec::new();
    }
    let mut centroids = seeds(points, dimensions, k.max(1), &mut Random::new(seed));
    let mut labels = vec![usize::MAX; points.len()];
    for _ in 0..ROUNDS {
        let next: Vec<usize> = points.iter().map(|point| nearest(point, &centroids).0).collect();
        if next == labels {
            break;
        }
        labels = next;
        move_centroids(points, &labels, &mut centroids);
    }
    numbered(&labels)
}

/// A centre with the square of its length, which every distance from it needs.
struct Centroid {
    at: Vec<f64>,
    square: f64,
}

impl Centroid {
    fn new(at: Vec<f64>) -> Self {
        let square = at.iter().map(|x| x * x).sum();
        Self { at, square }
    }

    /// The squared distance of a point, never below 0.
    fn distance(&self, point: &Vector) -> f64 {
        let product: f64 = point.iter().map(|(at, weight)| weight * self.at[*at as usize]).sum();
        (dot(point, point) - 2.0 * product + self.square).max(0.0)
    }
}

/// The number of the nearest centroid, the first of equals, and the squared distance to it.
fn nearest(point: &Vector, centroids: &[Centroid]) -> (usize, f64) {
    let distances = centroids.iter().map(|centroid| centroid.distance(point)).enumerate();
    distances.fold((0, f64::INFINITY), |best, found| if found.1 < best.1 { found } else { best })
}

/// Points to begin with: each is drawn with a probability proportional to its squared distance from
/// those that were drawn before. Equal points are drawn once.
fn seeds(points: &[&Vector], dimensions: usize, k: usize, random: &mut Random) -> Vec<Centroid> {
    let centre = |point: usize| {
        let mut at = vec![0.0; dimensions];
        points[point].iter().for_each(|(place, weight)| at[*place as usize] = *weight);
        Centroid::new(at)
    };
    let mut centroids = vec![centre(random.below(points.len()))];
    let mut distances: Vec<f64> = points.iter().map(|p| centroids[0].distance(p)).collect();
    while centroids.len() < k {
        let all: f64 = distances.iter().sum();
        // All points are centroids already, up to rounding.
        if all <= f64::EPSILON {
            break;
        }
        let mut left = random.unit() * all;
        let drawn = distances.iter().position(|distance| {
            left -= distance;
            left < 0.0
        });
        let last = distances.iter().rposition(|distance| *distance > 0.0);
        let Some(drawn) = drawn.or(last) else { break };
        let new = centre(drawn);
        for (distance, point) in distances.iter_mut().zip(points) {
            *distance = distance.min(new.distance(point));
        }
        centroids.push(new);
    }
    centroids
}

/// Moves each centroid to the mean of its points. One without points stays where it is.
fn move_centroids(points: &[&Vector], labels: &[usize], centroids: &mut [Centroid]) {
    for (number, centroid) in centroids.iter_mut().enumerate() {
        let own = points.iter().zip(labels).filter(|(_, label)| **label == number);
        let own: Vec<&Vector> = own.map(|(point, _)| *point).collect();
        if !own.is_empty() {
            *centroid = Centroid::new(mean(&own, centroid.at.len()));
        }
    }
}

/// The mean of some points.
pub(super) fn mean(points: &[&Vector], dimensions: usize) -> Vec<f64> {
    let mut sum = vec![0.0; dimensions];
    points.iter().copied().flatten().for_each(|(at, weight)| sum[*at as usize] += weight);
    sum.iter_mut().for_each(|sum| *sum /= points.len().max(1) as f64);
    sum
}

/// The distance of a point from a centre.
pub(super) fn distance(point: &Vector, centre: &[f64]) -> f64 {
    Centroid::new(centre.to_vec()).distance(point).sqrt()
}

/// Labels numbered from 0 in the order in which they appear.
fn numbered(labels: &[usize]) -> Vec<usize> {
    let mut known: Vec<usize> = Vec::new();
    let mut number = |label: &usize| {
        known.iter().position(|seen| seen == label).unwrap_or_else(|| {
            known.push(*label);
            known.len() - 1
        })
    };
    labels.iter().map(&mut number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(places: &[f64]) -> Vec<Vector> {
        places.iter().map(|place| vec![(0, *place)]).collect()
    }

    fn clustered(places: &[f64], k: usize, seed: u64) -> Vec<usize> {
        let points = line(places);
        kmeans(&points.iter().collect::<Vec<_>>(), 1, k, seed)
    }

    #[test]
    fn groups_far_apart_are_found_with_every_seed() {
        let places = [0.0, 0.01, 0.02, 0.5, 0.51, 0.99, 1.0];
        for seed in 0..50 {
            assert_eq!(clustered(&places, 3, seed), [0, 0, 0, 1, 1, 2, 2], "{seed}");
        }
    }

    #[test]
    fn no_more_clusters_than_different_points() {
        assert_eq!(clustered(&[0.5, 0.5, 0.1], 10, 1), [0, 0, 1]);
        assert_eq!(clustered(&[0.5, 0.5], 1, 1), [0, 0]);
        assert_eq!(clustered(&[], 3, 1), [0; 0]);
        assert_eq!(clustered(&[0.1, 0.9], 0, 1), [0, 0]);
    }

    /// No point is nearer to the mean of another cluster than to that of its own.
    #[test]
    fn every_point_is_in_the_cluster_of_the_nearest_mean() {
        let mut random = Random::new(5);
        for seed in 0..30 {
            let places: Vec<f64> = (0..40).map(|_| random.unit()).collect();
            let (points, labels) = (line(&places), clustered(&places, 5, seed));
            let clusters = labels.iter().max().expect("points") + 1;
            let means: Vec<f64> = (0..clusters)
                .map(|number| {
                    let own = points.iter().zip(&labels).filter(|(_, label)| **label == number);
                    mean(&own.map(|(point, _)| point).collect::<Vec<_>>(), 1)[0]
                })
                .collect();
            for (place, label) in places.iter().zip(&labels) {
                let own = (place - means[*label]).abs();
                assert!(means.iter().all(|mean| own <= (place - mean).abs() + 1e-12), "{seed}");
            }
        }
    }

    #[test]
    fn distances_are_euclidean() {
        let point = vec![(0, 3.0), (2, 4.0)];
        assert!((distance(&point, &[0.0, 0.0, 0.0]) - 5.0).abs() < 1e-12);
        assert!((distance(&point, &[3.0, 2.0, 4.0]) - 2.0).abs() < 1e-12);
        assert_eq!(mean(&[&point, &vec![(1, 2.0)]], 3), [1.5, 1.0, 2.0]);
    }
}
