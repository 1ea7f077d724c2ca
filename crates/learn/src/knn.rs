//! The class of the nearest neighbours.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// A row of numbers is what most of the `k` training rows nearest to it are (Euclidean distance,
/// equal votes).
///
/// Gives what scikit-learn's `KNeighborsClassifier(n_neighbors=k, algorithm="brute")` gives in one
/// thread, ties included: rows are offered in training order to a heap of the k nearest so far; a
/// row as far as the farthest of them stays out, and a nearer one drives out the farthest that lies
/// on top of the heap. So of equally far rows the earlier ones win, but for those that a later,
/// nearer row has driven out. Equal votes of an even `k` mean no.
///
/// Equal rows are kept once, sorted by the column of the largest variance, and a query looks
/// outwards from its own place there. Only where the classes of equally far rows differ and not all
/// of them have a vote, the heap is asked.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Neighbours {
    k: usize,
    /// Columns in the order of falling variance, so that distances grow fast.
    order: Vec<usize>,
    /// Different rows one after the other, by their first value.
    rows: Vec<f32>,
    /// How often each row is of the class, and not.
    votes: Vec<Votes>,
    /// The number of its row, and the class, for each training row.
    trained: Vec<(u32, bool)>,
}

type Votes = [usize; 2];

/// Columns after which a distance is looked at.
const STRIDE: usize = 8;

impl Neighbours {
    /// Bytes of memory that they take, besides their own size.
    pub fn memory(&self) -> usize {
        size_of_val(&self.order[..])
            + size_of_val(&self.rows[..])
            + size_of_val(&self.votes[..])
            + size_of_val(&self.trained[..])
    }

    /// Learns by heart. `None` without rows or columns. All rows have the width of the first;
    /// shorter ones count as filled with 0.
    pub fn fit(rows: &[Vec<f32>], classes: &[bool], k: usize) -> Option<Self> {
        let width = rows.first().map(Vec::len).filter(|width| *width > 0)?;
        let order = by_variance(rows, width);
        let sorted: Vec<Vec<f32>> = rows.iter().map(|row| arranged(row, &order)).collect();
        let mut places: Vec<usize> = (0..rows.len()).collect();
        // Bits decide, so that rows are sorted alike on every machine.
        let compare =
            |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|c| c.is_ne());
        places.sort_by(|a, b| {
            compare(&sorted[*a], &sorted[*b]).unwrap_or(std::cmp::Ordering::Equal).then(a.cmp(b))
        });
        let mut known = Self {
            k: k.clamp(1, rows.len()),
            order,
            rows: Vec::new(),
            votes: Vec::new(),
            trained: vec![(0, false); rows.len()],
        };
        let mut last: Option<usize> = None;
        for place in places {
            if last.is_none_or(|last| compare(&sorted[last], &sorted[place]).is_some()) {
                known.rows.extend(&sorted[place]);
                known.votes.push([0, 0]);
            }
            last = Some(place);
            let class = classes.get(place).copied().unwrap_or(false);
            let row = known.votes.len() - 1;
            known.votes[row][usize::from(!class)] += 1;
            known.trained[place] = (row as u32, class);
        }
        Some(known)
    }

    /// The share of the nearest rows that are of the class.
    pub fn share(&self, row: &[f32]) -> f32 {
        let query = arranged(row, &self.order);
        let votes = self.settled(&query).unwrap_or_else(|| self.drawn(&query));
        votes as f32 / self.k as f32
    }

    /// The shares of many rows; equal rows are looked up once.
    pub fn shares(&self, rows: &[Vec<f32>]) -> Vec<f32> {
        let mut known: HashMap<Vec<u32>, f32> = HashMap::new();
        let bits = |row: &[f32]| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        rows.iter().map(|row| *known.entry(bits(row)).or_insert_with(|| self.share(row))).collect()
    }

    fn row(&self, at: usize) -> &[f32] {
        let width = self.order.len();
        &self.rows[at * width..(at + 1) * width]
    }

    /// Votes for the class, where distances alone settle who votes.
    fn settled(&self, query: &[f32]) -> Option<usize> {
        let gap = |at: usize| (f64::from(self.row(at)[0]) - f64::from(query[0])).powi(2);
        let count = self.votes.len();
        let mut right = partition(count, |at| self.row(at)[0] < query[0]);
        let mut left = right;
        let mut shells = Shells { k: self.k, shells: Vec::new(), farthest: f64::INFINITY };
        while left > 0 || right < count {
            let before = if left > 0 { gap(left - 1) } else { f64::INFINITY };
            let behind = if right < count { gap(right) } else { f64::INFINITY };
            // One column alone is that far: no row beyond can be nearer.
            if before.min(behind) > shells.farthest {
                break;
            }
            let at = if before <= behind {
                left -= 1;
                left
            } else {
                right += 1;
                right - 1
            };
            if let Some(distance) = within(query, self.row(at), shells.farthest) {
                shells.add(distance, self.votes[at]);
            }
        }
        shells.votes()
    }

    /// Votes for the class among those that the heap keeps.
    fn drawn(&self, query: &[f32]) -> usize {
        let mut heap = Heap::new(self.k);
        for (at, (row, _)) in self.trained.iter().enumerate() {
            let distance = within(query, self.row(*row as usize), heap.farthest());
            if let Some(distance) = distance.filter(|distance| *distance < heap.farthest()) {
                heap.push(distance, at);
            }
        }
        heap.indices.iter().filter(|at| self.trained.get(**at).is_some_and(|(_, yes)| *yes)).count()
    }
}

fn arranged(row: &[f32], order: &[usize]) -> Vec<f32> {
    order.iter().map(|at| row.get(*at).copied().unwrap_or(0.0)).collect()
}

/// The first of `count` places for which `before` is no longer true.
fn partition(count: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        if before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

/// The nearest rows by distance, nearest first; no more than it takes to have k.
struct Shells {
    k: usize,
    shells: Vec<(f64, Votes)>,
    /// What is farther has no vote.
    farthest: f64,
}

impl Shells {
    fn add(&mut self, distance: f64, votes: Votes) {
        let at = self.shells.partition_point(|(known, _)| *known < distance);
        match self.shells.get_mut(at).filter(|(known, _)| *known == distance) {
            Some((_, known)) => *known = [known[0] + votes[0], known[1] + votes[1]],
            None => self.shells.insert(at, (distance, votes)),
        }
        let mut rows = 0;
        let enough = self.shells.iter().position(|(_, [yes, no])| {
            rows += yes + no;
            rows >= self.k
        });
        if let Some(last) = enough {
            self.shells.truncate(last + 1);
            self.farthest = self.shells[last].0;
        }
    }

    /// Votes for the class; none where it matters which rows of the last shell vote.
    fn votes(&self) -> Option<usize> {
        let ((_, [yes, no]), inner) = self.shells.split_last()?;
        let sure: usize = inner.iter().map(|(_, [yes, _])| yes).sum();
        let left = self.k - inner.iter().map(|(_, [yes, no])| yes + no).sum::<usize>();
        if left >= yes + no || *no == 0 {
            Some(sure + left.min(*yes))
        } else {
            (*yes == 0).then_some(sure)
        }
    }
}

/// The squared distance, unless it is more than `limit`.
fn within(a: &[f32], b: &[f32], limit: f64) -> Option<f64> {
    let mut sum = 0.0;
    for (a, b) in a.chunks(STRIDE).zip(b.chunks(STRIDE)) {
        let part = a.iter().zip(b).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2));
        sum += part.sum::<f64>();
        if sum > limit {
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

    /// Takes the place of the farthest, and sinks to where it belongs; of two equal children the
    /// left one rises.
    fn push(&mut self, distance: f64, index: usize) {
        let mut at = 0;
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let Some(of_left) = self.distances.get(left).copied() else { break };
            let of_right = self.distances.get(right).copied().unwrap_or(f64::NEG_INFINITY);
            let child = if of_left >= of_right { left } else { right };
            // A row as far as the farthest stays out of the heap.
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
        // A nearer row drives out one of three equally far ones: here the last, which lies on top
        // of the heap.
        let known = Neighbours::fit(&rows(&[1.0, -1.0, 1.0, 0.0]), &[false, false, true, false], 3);
        assert_eq!(known.map(|known| known.share(&[0.0])), Some(0.0));
    }

    /// Looking around a place and offering every row to the heap come to the same.
    #[test]
    fn what_distances_settle_is_what_the_heap_keeps() {
        let mut random = Random::new(5);
        let mut open = 0;
        for round in 0..40 {
            let (count, values) = (1 + random.below(120), 2 + round % 5);
            let mut grid = |count: usize| -> Vec<Vec<f32>> {
                (0..count).map(|_| (0..4).map(|_| random.below(values) as f32).collect()).collect()
            };
            let (train, queries) = (grid(count), grid(20));
            let classes: Vec<bool> = train.iter().map(|row| row[0] < row[1]).collect();
            let Some(known) = Neighbours::fit(&train, &classes, 5) else { continue };
            for query in &queries {
                let query = arranged(query, &known.order);
                match known.settled(&query) {
                    Some(votes) => assert_eq!(votes, known.drawn(&query), "round {round}"),
                    None => open += 1,
                }
            }
        }
        assert!(open > 0, "no tie was drawn");
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
