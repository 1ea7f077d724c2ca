//! A random forest.

use serde::{Deserialize, Serialize};

use crate::Random;

/// Trees grown on draws of the training rows, each split the best of a few columns drawn at random
/// (Breiman, "Random forests", 2001). As scikit-learn's `RandomForestClassifier`: bootstrap, Gini
/// impurity, the root of the number of columns tried at a split (more while none of them splits),
/// grown until every leaf is pure. The score is the mean share of the class in the leaves.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Forest {
    trees: Vec<Vec<Node>>,
}

/// How a forest is grown.
#[derive(Debug, Clone, Copy)]
pub struct Growth {
    /// How many trees.
    pub trees: usize,
    /// Weights of a row of the class, and of one that is not.
    pub weights: [f64; 2],
    /// Seed of all draws.
    pub seed: u64,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum Node {
    /// Values up to the threshold go to the next node, the others to `right`.
    Split { column: usize, threshold: f32, right: usize },
    /// The share of the class.
    Leaf(f32),
}

impl Forest {
    /// Grows a forest. `None` without rows.
    pub fn fit(rows: &[Vec<f32>], classes: &[bool], growth: Growth) -> Option<Self> {
        let width = rows.first()?.len();
        let mut random = Random::new(growth.seed);
        let trees = (0..growth.trees.max(1)).map(|_| {
            let mut weights = vec![0.0; rows.len()];
            for _ in 0..rows.len() {
                weights[random.below(rows.len())] += 1.0;
            }
            for (weight, class) in weights.iter_mut().zip(classes) {
                *weight *= growth.weights[usize::from(!class)];
            }
            Grower { rows, classes, weights, width, nodes: Vec::new() }.grow(&mut random)
        });
        Some(Self { trees: trees.collect() })
    }

    /// Bytes of memory that it takes, besides its own size.
    pub fn memory(&self) -> usize {
        self.trees.iter().map(|tree| size_of_val(&tree[..])).sum()
    }

    /// The score of a row, from 0 to 1.
    pub fn share(&self, row: &[f32]) -> f32 {
        let sum: f32 = self.trees.iter().map(|tree| leaf(tree, row)).sum();
        sum / self.trees.len().max(1) as f32
    }
}

fn leaf(tree: &[Node], row: &[f32]) -> f32 {
    let mut at = 0;
    loop {
        match tree[at] {
            Node::Leaf(share) => return share,
            Node::Split { column, threshold, right } => {
                at = if row[column] <= threshold { at + 1 } else { right };
            }
        }
    }
}

struct Grower<'r> {
    rows: &'r [Vec<f32>],
    classes: &'r [bool],
    weights: Vec<f64>,
    width: usize,
    nodes: Vec<Node>,
}

/// A column and threshold that separate rows.
struct Split {
    column: usize,
    threshold: f32,
    /// Impurity of both sides by weight; less is better.
    impurity: f64,
}

impl Grower<'_> {
    fn grow(mut self, random: &mut Random) -> Vec<Node> {
        let drawn: Vec<usize> = (0..self.rows.len()).filter(|at| self.weights[*at] > 0.0).collect();
        // The rows of a node, and the node whose right child it is.
        let mut todo = vec![(drawn, None)];
        while let Some((members, parent)) = todo.pop() {
            let at = self.nodes.len();
            if let Some(parent) = parent
                && let Node::Split { right, .. } = &mut self.nodes[parent]
            {
                *right = at;
            }
            // Without a split the node is pure, or its rows differ in no column.
            let Some(split) = self.best(&members, random) else {
                let leaf = Node::Leaf(self.share(&members));
                self.nodes.push(leaf);
                continue;
            };
            let Split { column, threshold, .. } = split;
            self.nodes.push(Node::Split { column, threshold, right: 0 });
            let (left, right): (Vec<usize>, Vec<usize>) =
                members.into_iter().partition(|row| self.rows[*row][column] <= threshold);
            // The left child is popped first, so that it stands right behind its parent.
            todo.push((right, Some(at)));
            todo.push((left, None));
        }
        self.nodes
    }

    /// Weight of the class, and of the rest.
    fn class_weights(&self, members: &[usize]) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for row in members {
            sums[usize::from(!self.classes[*row])] += self.weights[*row];
        }
        sums
    }

    fn share(&self, members: &[usize]) -> f32 {
        let [class, rest] = self.class_weights(members);
        (class / (class + rest).max(f64::MIN_POSITIVE)) as f32
    }

    fn best(&self, members: &[usize], random: &mut Random) -> Option<Split> {
        let whole = self.class_weights(members);
        if whole.contains(&0.0) {
            return None;
        }
        let tries = ((self.width as f64).sqrt() as usize).max(1);
        let mut columns: Vec<usize> = (0..self.width).collect();
        let mut best: Option<Split> = None;
        for tried in 0..self.width {
            if tried >= tries && best.is_some() {
                break;
            }
            // Columns are drawn without repetition: a Fisher-Yates shuffle that stops early.
            let drawn = tried + random.below(self.width - tried);
            columns.swap(tried, drawn);
            let split = self.split(members, columns[tried], whole);
            let better = |split: &Split| best.as_ref().is_none_or(|b| split.impurity < b.impurity);
            if let Some(split) = split.filter(better) {
                best = Some(split);
            }
        }
        best
    }

    /// The best threshold of a column; `None` where all rows have the same value.
    fn split(&self, members: &[usize], column: usize, whole: [f64; 2]) -> Option<Split> {
        let mut sorted: Vec<(f32, usize)> =
            members.iter().map(|row| (self.rows[*row][column], *row)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut left = [0.0; 2];
        let mut best: Option<Split> = None;
        for pair in sorted.windows(2) {
            let (value, row) = pair[0];
            left[usize::from(!self.classes[row])] += self.weights[row];
            // No threshold lies between equal values.
            if value == pair[1].0 {
                continue;
            }
            let right = [whole[0] - left[0], whole[1] - left[1]];
            let impurity = impurity(left) + impurity(right);
            if best.as_ref().is_none_or(|best| impurity < best.impurity) {
                best = Some(Split { column, threshold: between(value, pair[1].0), impurity });
            }
        }
        best
    }
}

/// Gini impurity times weight.
fn impurity([class, rest]: [f64; 2]) -> f64 {
    2.0 * class * rest / (class + rest)
}

/// A value from `low` up to, not including, `high`.
fn between(low: f32, high: f32) -> f32 {
    // Halved first: the sum of two large values may be infinite.
    let middle = low / 2.0 + high / 2.0;
    if middle < high { middle } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROWTH: Growth = Growth { trees: 10, weights: [1.0, 1.0], seed: 3 };

    /// Two columns of ten say the class, with one row in ten wrong.
    fn data(seed: u64, count: usize) -> (Vec<Vec<f32>>, Vec<bool>) {
        let mut random = Random::new(seed);
        let rows: Vec<Vec<f32>> =
            (0..count).map(|_| (0..10).map(|_| random.below(9) as f32).collect()).collect();
        let classes =
            rows.iter().map(|row| (row[0] + row[1] > 8.0) != (random.below(10) == 0)).collect();
        (rows, classes)
    }

    #[test]
    fn it_learns_and_a_seed_gives_one_forest() {
        let (rows, classes) = data(1, 600);
        let (asked, truth) = data(2, 400);
        let scores = |growth| -> Vec<f32> {
            let forest = Forest::fit(&rows, &classes, growth);
            forest.iter().flat_map(|f| asked.iter().map(|row| f.share(row))).collect()
        };
        let found = scores(GROWTH);
        let right = found.iter().zip(&truth).filter(|(s, truth)| (**s > 0.5) == **truth).count();
        assert!(right > 300, "{right} of 400");
        assert_eq!(found, scores(GROWTH));
        assert_ne!(found, scores(Growth { seed: 4, ..GROWTH }));
    }

    #[test]
    fn weights_move_the_score() {
        let rows = vec![vec![0.0]; 40];
        let classes: Vec<bool> = (0..40).map(|at| at % 4 == 0).collect();
        let mean = |weights| Forest::fit(&rows, &classes, Growth { trees: 200, weights, ..GROWTH });
        let near = |forest: Option<Forest>, expected: f32| {
            forest.is_some_and(|forest| (forest.share(&[0.0]) - expected).abs() < 0.03)
        };
        assert!(near(mean([1.0, 1.0]), 0.25));
        assert!(near(mean([3.0, 1.0]), 0.5));
    }

    #[test]
    fn pure_rows_are_learned_by_heart() {
        let rows: Vec<Vec<f32>> = (0..50).map(|n| vec![n as f32, (n * 7 % 11) as f32]).collect();
        let classes: Vec<bool> = (0..50).map(|n| n % 3 == 0).collect();
        let grower = Grower {
            rows: &rows,
            classes: &classes,
            weights: vec![1.0; 50],
            width: 2,
            nodes: Vec::new(),
        };
        let tree = grower.grow(&mut Random::new(1));
        for (row, class) in rows.iter().zip(&classes) {
            assert_eq!(leaf(&tree, row), f32::from(u8::from(*class)));
        }
    }

    #[test]
    fn thresholds_lie_between_the_values_they_part() {
        let cases = [
            (0.0, 1.0),
            (1.0, f32::from_bits(1.0_f32.to_bits() + 1)),
            (-f32::MAX, f32::MAX),
            (f32::MAX / 2.0, f32::MAX),
            (-1.0, -0.0),
        ];
        for (low, high) in cases {
            let threshold = between(low, high);
            assert!(low <= threshold && threshold < high, "{low} {threshold} {high}");
        }
    }

    #[test]
    fn one_class_or_one_row_is_enough_to_answer() {
        let forest = Forest::fit(&[vec![1.0]], &[true], GROWTH).expect("a row");
        assert_eq!(forest.share(&[9.0]), 1.0);
        let forest = Forest::fit(&vec![vec![1.0]; 5], &[false; 5], GROWTH).expect("rows");
        assert_eq!(forest.share(&[1.0]), 0.0);
        assert!(Forest::fit(&[], &[], GROWTH).is_none());
    }

    #[test]
    fn shares_are_shares() {
        let (rows, classes) = data(5, 100);
        let forest = Forest::fit(&rows, &classes, GROWTH).expect("rows");
        for row in &rows {
            assert!((0.0..=1.0).contains(&forest.share(row)));
        }
    }
}
