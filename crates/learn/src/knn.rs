//! The class of the nearest neighbours.

use std::collections::HashMap;

/// A row of numbers is what most of the `k` training rows nearest to it are (Euclidean distance, equal votes).
///
/// Gives what scikit-learn's `KNeighborsClassifier(n_neighbors=k, algorithm="brute")` gives in one thread, ties
/// included: rows are offered in training order to a heap of the k nearest so far; a row as far as the farthest of
/// them stays out, and a nearer one drives out the farthest that lies on top of the heap. So of equally far rows the
/// earlier ones win, but for those that a later, nearer row has driven out. Equal votes of an even `k` mean no.
#[derive(Debug, Clone)]
pub struct Neighbours {
    k: usize,
    /// Columns in the order of falling variance, so that distances grow fast.
    order: Vec<usize>,
    width: usize,
    rows: Vec<f32>,
    classes: Vec<bool>,
}

/// Columns after which a distance is looked at.
const STRIDE: usize = 8;

impl Neighbours {
    /// Learns by heart. `None` without rows. All rows have the width of the first; shorter ones count as filled with 0.
    pub fn fit(rows: &[Vec<f32>], classes: &[bool], k: usize) -> Option<Self> {
        let width = rows.first()?.len();
        let order = by_variance(rows, width);
        let mut sorted = Vec::with_capacity(rows.len() * width);
        for row in rows {
            sorted.extend(order.iter().map(|at| row.get(*at).copied().unwrap_or(0.0)));
        }
        let classes = (0..rows.len()).map(|at| classes.get(at).copied().unwrap_or(false)).collect();
        Some(Self { k: k.clamp(1, rows.len()), order, width, rows: sorted, classes })
    }

    /// The share of the nearest rows that are of the class.
    pub fn share(&self, row: &[f32]) -> f32 {
        let query: Vec<f32> =
            self.order.iter().map(|at| row.get(*at).copied().unwrap_or(0.0)).collect();
        let mut heap = Heap::new(self.k);
        for (at, known) in self.rows.chunks(self.width.max(1)).enumerate() {
            if let Some(distance) = nearer(&query, known, heap.farthest()) {
                heap.push(distance, at);
            }
        }
        let votes = heap.indices.iter().filter(|at| self.classes.get(**at) == Some(&true)).count();
        votes as f32 / self.k as f32
    }

    /// The shares of many rows; equal rows are looked up once.
    pub fn shares(&self, rows: &[Vec<f32>]) -> Vec<f32> {
        let mut known: HashMap<Vec<u32>, f32> = HashMap::new();
        let bits = |row: &[f32]| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        rows.iter().map(|row| *known.entry(bits(row)).or_insert_with(|| self.share(row))).collect()
    }
}

/// The squared distance, unless it is `limit` or more.
fn nearer(a: &[f32], b: &[f32], limit: f64) -> Option<f64> {
    let mut sum = 0.0;
    for (a, b) in a.chunks(STRIDE).zip(b.chunks(STRIDE)) {
        let part = a.iter().zip(b).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2));
        sum += part.sum::<f64>();
        if sum >= limit {
            return None;
        }
    }
    Some(sum)
}

fn by_variance(rows: &[Vec<f32>], width: usize) -> Vec<usize> {
    let mut sums = vec![(0.0f64, 0.0f64); width];
    for row in rows {
        for (sum, value) in sums.iter_mut().zip(row) {
            sum.0 += f64::from(*value);
            sum.1 += f64::from(*value).powi(2);
        }
    }
    let count = rows.len().max(1) as f64;
    let variance = |at: usize| sums[at].1 / count - (sums[at].0 / count).powi(2);
    let mut order: Vec<usize> = (0..width).collect();
    order.sort_by(|a, b| variance(*b).total_cmp(&variance(*a)).then(a.cmp(b)));
    order
}

/// The k smallest distances, the largest of them on top.
struct Heap {
    distances: Vec<f64>,
    indices: Vec<usize>,
}

impl Heap {
    fn new(k: usize) -> Self {
        Self { distances: vec![f64::INFINITY; k], indices: vec![usize::MAX; k] }
    }

    fn farthest(&self) -> f64 {
        self.distances[0]
    }

    /// Takes the place of the farthest, and sinks to where it belongs; of two equal children the left one rises.
    fn push(&mut self, distance: f64, index: usize) {
        let mut at = 0;
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let Some(of_left) = self.distances.get(left).copied() else { break };
            let of_right = self.distances.get(right).copied().unwrap_or(f64::NEG_INFINITY);
            let child = if of_left >= of_right { left } else { right };
            if self.distances[child] <= distance {
                break;
            }
            self.distances[at] = self.distances[child];
            self.indices[at] = self.indices[child];
            at = child;
        }
        (self.distances[at], self.indices[at]) = (distance, index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn rows(values: &[f32]) -> Vec<Vec<f32>> {
        values.iter().map(|value| vec![*value]).collect()
    }

    #[test]
    fn of_equally_far_rows_the_earlier_win() {
        let classes = [true, false, false, true, true];
        let known = Neighbours::fit(&rows(&[1.0, -1.0, 1.0, -1.0, 1.0]), &classes, 3);
        assert_eq!(known.map(|known| known.share(&[0.0])), Some(1.0 / 3.0));
        // A nearer row drives out one of three equally far ones: here the last, which lies on top of the heap.
        let known = Neighbours::fit(&rows(&[1.0, -1.0, 1.0, 0.0]), &[false, false, true, false], 3);
        assert_eq!(known.map(|known| known.share(&[0.0])), Some(0.0));
    }

    /// Vectors and answers of scikit-learn, as `bench/learn_oracle.py` makes them.
    #[test]
    fn the_answers_are_those_of_scikit_learn() {
        let mut random = Random::new(11);
        let mut grid = |count: usize| -> Vec<Vec<f32>> {
            (0..count).map(|_| (0..3).map(|_| random.below(4) as f32).collect()).collect()
        };
        let (train, queries) = (grid(40), grid(24));
        let classes: Vec<bool> = (0..40).map(|at| at % 3 == 0).collect();
        let votes: Vec<u8> = Neighbours::fit(&train, &classes, 5)
            .map(|known| known.shares(&queries).iter().map(|s| (s * 5.0).round() as u8).collect())
            .unwrap_or_default();
        assert_eq!(votes, VOTES);
    }

    const VOTES: [u8; 24] =
        [3, 3, 1, 3, 1, 0, 2, 1, 3, 3, 3, 2, 3, 2, 1, 2, 3, 3, 1, 3, 3, 1, 2, 3];
}
