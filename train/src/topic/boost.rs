//! Gradient boosting (Friedman 2001) of small trees that obey directions, for tables that
//! `scutch_learn::Trees` reads.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Trees of a table.
pub(crate) const ROUNDS: usize = 400;
/// Questions on the way to a leaf.
const DEPTH: usize = 1;
/// Share of a leaf's step that is taken.
const RATE: f64 = 0.08;
/// Penalty on the values of leaves.
const L2: f64 = 4.0;
/// Least second derivative of a leaf: it rests on several rows that are not yet certain.
const LEAST: f64 = 1.0;
/// Gain that a split needs.
const GAIN: f64 = 0.05;
/// Thresholds tried of a feature.
const BINS: usize = 48;

/// Rows to be learned.
pub(crate) struct Lesson<'r> {
    /// The numbers of each row.
    pub(crate) rows: &'r [&'r [f32]],
    /// Whether each row is of the class.
    pub(crate) classes: &'r [bool],
    /// Their weights.
    pub(crate) weights: &'r [f64],
    /// By feature: 1 where a larger number may only raise the odds, -1 lower, 0 either.
    pub(crate) directions: &'r [i8],
}

/// A fitted table.
#[derive(Debug, Clone)]
pub(crate) struct Boosted {
    base: f64,
    trees: Vec<Node>,
}

#[derive(Debug, Clone)]
struct Node {
    value: f64,
    split: Option<Box<(usize, f32, Node, Node)>>,
}

/// Rows of a node, and the bounds that directions set to its value.
struct Members {
    rows: Vec<usize>,
    low: f64,
    high: f64,
}

struct Split {
    feature: usize,
    bin: u8,
    gain: f64,
}

impl Boosted {
    /// Fits a table. The same rows in the same order give the same table.
    pub(crate) fn fit(lesson: &Lesson<'_>) -> Self {
        let sums =
            lesson.classes.iter().zip(lesson.weights).fold([1.0, 1.0], |mut sums, (c, w)| {
                sums[usize::from(*c)] += w;
                sums
            });
        let base = f64::ln(sums[1] / sums[0]);
        let mut grower = Grower::new(lesson, base);
        let trees = (0..ROUNDS).map(|_| grower.tree()).collect();
        Self { base, trees }
    }

    /// Several tables as one that says what they say on average. Trees that ask the same become one.
    pub(crate) fn mean(tables: Vec<Self>) -> Self {
        let count = tables.len() as f64;
        let base = tables.iter().map(|table| table.base).sum::<f64>() / count;
        let mut merged: BTreeMap<(usize, u32), Node> = BTreeMap::new();
        let mut trees = Vec::new();
        for tree in tables.into_iter().flat_map(|table| table.trees) {
            let tree = tree.scaled(1.0 / count);
            match tree.question() {
                None => trees.push(tree),
                Some(question) => match merged.get_mut(&question) {
                    Some(other) => other.add(&tree),
                    None => drop(merged.insert(question, tree)),
                },
            }
        }
        trees.extend(merged.into_values());
        Self { base, trees }
    }

    /// The log odds of a row.
    #[cfg(test)]
    pub(crate) fn odds(&self, row: &[f32]) -> f64 {
        self.base + self.trees.iter().map(|tree| leaf(tree, row)).sum::<f64>()
    }

    /// The lines that `scutch_learn::Trees` reads.
    pub(crate) fn lines(&self, names: &[&str]) -> String {
        let mut out = format!("base\t{:.5}\nfeatures\t{}\n", self.base, names.join(" "));
        for (number, tree) in self.trees.iter().enumerate() {
            let mut nodes = Vec::new();
            write_node(tree, &mut nodes);
            let _ = writeln!(out, "{number}\t{}", nodes.join(" "));
        }
        out
    }
}

impl Node {
    /// The feature and the threshold of a tree of one question.
    fn question(&self) -> Option<(usize, u32)> {
        let (feature, threshold, left, right) = &**self.split.as_ref()?;
        let is_stump = left.split.is_none() && right.split.is_none();
        is_stump.then_some((*feature, threshold.to_bits()))
    }

    fn scaled(self, by: f64) -> Self {
        let split = self.split.map(|split| {
            let (feature, threshold, left, right) = *split;
            Box::new((feature, threshold, left.scaled(by), right.scaled(by)))
        });
        Self { value: self.value * by, split }
    }

    /// Adds the values of a tree that asks the same.
    fn add(&mut self, other: &Self) {
        self.value += other.value;
        if let (Some(own), Some(others)) = (&mut self.split, &other.split) {
            own.2.add(&others.2);
            own.3.add(&others.3);
        }
    }
}

fn write_node(node: &Node, out: &mut Vec<String>) {
    match &node.split {
        None => out.push(format!("{:.5}", node.value)),
        Some(split) => {
            let (feature, threshold, left, right) = &**split;
            out.push(format!("{feature}:{threshold}:{:.5}", node.value));
            write_node(left, out);
            write_node(right, out);
        }
    }
}

fn leaf(node: &Node, row: &[f32]) -> f64 {
    match &node.split {
        None => node.value,
        Some(split) => {
            let (feature, threshold, left, right) = &**split;
            leaf(if row[*feature] <= *threshold { left } else { right }, row)
        }
    }
}

struct Grower<'l> {
    lesson: &'l Lesson<'l>,
    /// Thresholds by feature, rising.
    thresholds: Vec<Vec<f32>>,
    /// The bin of each row by feature: how many thresholds its number is above.
    bins: Vec<Vec<u8>>,
    odds: Vec<f64>,
    gradient: Vec<f64>,
    curve: Vec<f64>,
}

impl<'l> Grower<'l> {
    fn new(lesson: &'l Lesson<'l>, base: f64) -> Self {
        let count = lesson.rows.len();
        let (mut thresholds, mut bins) = (Vec::new(), Vec::new());
        for feature in 0..lesson.directions.len() {
            let own = cuts(lesson.rows.iter().map(|row| row[feature]).collect());
            let bin = |row: &&[f32]| own.partition_point(|cut| *cut < row[feature]) as u8;
            bins.push(lesson.rows.iter().map(bin).collect());
            thresholds.push(own);
        }
        Self {
            lesson,
            thresholds,
            bins,
            odds: vec![base; count],
            gradient: vec![0.0; count],
            curve: vec![0.0; count],
        }
    }

    fn tree(&mut self) -> Node {
        for row in 0..self.odds.len() {
            let p = 1.0 / (1.0 + (-self.odds[row]).exp());
            let (weight, class) = (self.lesson.weights[row], self.lesson.classes[row]);
            self.gradient[row] = weight * (f64::from(u8::from(class)) - p);
            self.curve[row] = weight * p * (1.0 - p);
        }
        let all = Members {
            rows: (0..self.odds.len()).collect(),
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        };
        let tree = self.node(all, DEPTH);
        for (odds, row) in self.odds.iter_mut().zip(self.lesson.rows) {
            *odds += leaf(&tree, row);
        }
        tree
    }

    fn sums(&self, rows: &[usize]) -> (f64, f64) {
        rows.iter().fold((0.0, 0.0), |(g, h), row| (g + self.gradient[*row], h + self.curve[*row]))
    }

    fn node(&self, members: Members, depth: usize) -> Node {
        let (g, h) = self.sums(&members.rows);
        let value = (RATE * g / (h + L2)).clamp(members.low, members.high);
        let best = if depth == 0 { None } else { self.best(&members.rows, (g, h)) };
        let Some(Split { feature, bin, .. }) = best else { return Node { value, split: None } };
        let (left, right): (Vec<usize>, Vec<usize>) =
            members.rows.into_iter().partition(|row| self.bins[feature][*row] <= bin);
        let middle = {
            let step = |rows: &[usize]| {
                let (g, h) = self.sums(rows);
                (RATE * g / (h + L2)).clamp(members.low, members.high)
            };
            (step(&left) + step(&right)) / 2.0
        };
        // What is left of the split may not rise above what is right of it, or the other way.
        let (low, high) = (members.low, members.high);
        let bounds = match self.lesson.directions[feature] {
            1 => [(low, middle), (middle, high)],
            -1 => [(middle, high), (low, middle)],
            _ => [(low, high), (low, high)],
        };
        let child = |rows, (low, high)| self.node(Members { rows, low, high }, depth - 1);
        let threshold = self.thresholds[feature][usize::from(bin)];
        let split = (feature, threshold, child(left, bounds[0]), child(right, bounds[1]));
        Node { value, split: Some(Box::new(split)) }
    }

    fn best(&self, rows: &[usize], (g, h): (f64, f64)) -> Option<Split> {
        let mut best: Option<Split> = None;
        for feature in 0..self.bins.len() {
            let mut sums = [(0.0, 0.0); BINS + 1];
            for row in rows {
                let sum = &mut sums[usize::from(self.bins[feature][*row])];
                sum.0 += self.gradient[*row];
                sum.1 += self.curve[*row];
            }
            let (mut left_g, mut left_h) = (0.0, 0.0);
            for (bin, sum) in sums.iter().take(self.thresholds[feature].len()).enumerate() {
                left_g += sum.0;
                left_h += sum.1;
                let (right_g, right_h) = (g - left_g, h - left_h);
                if left_h < LEAST || right_h < LEAST {
                    continue;
                }
                let rise = right_g / (right_h + L2) - left_g / (left_h + L2);
                if f64::from(self.lesson.directions[feature]) * rise < 0.0 {
                    continue;
                }
                let square = |g: f64, h: f64| g * g / (h + L2);
                let gain = square(left_g, left_h) + square(right_g, right_h) - square(g, h);
                if gain > best.as_ref().map_or(GAIN, |best| best.gain) {
                    best = Some(Split { feature, bin: bin as u8, gain });
                }
            }
        }
        best
    }
}

/// Thresholds between the numbers of a feature, evenly spread over the rows.
fn cuts(mut numbers: Vec<f32>) -> Vec<f32> {
    numbers.sort_by(f32::total_cmp);
    let mut distinct = numbers.clone();
    distinct.dedup();
    let between = |pair: &[f32]| pair[0] / 2.0 + pair[1] / 2.0;
    if distinct.len() <= BINS {
        return distinct.windows(2).map(between).collect();
    }
    let mut cuts: Vec<f32> = (1..BINS).map(|cut| numbers[cut * numbers.len() / BINS]).collect();
    cuts.dedup();
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows whose class is that the first number is above one half, with another that says nothing.
    fn rows() -> (Vec<[f32; 2]>, Vec<bool>) {
        let rows: Vec<[f32; 2]> =
            (0..200_u16).map(|n| [f32::from(n) / 200.0, f32::from(n * 7 % 11)]).collect();
        let classes = rows.iter().map(|row| row[0] > 0.5).collect();
        (rows, classes)
    }

    fn fit(directions: [i8; 2]) -> (Boosted, Vec<[f32; 2]>, Vec<bool>) {
        let (rows, classes) = rows();
        let slices: Vec<&[f32]> = rows.iter().map(|row| &row[..]).collect();
        let lesson = Lesson {
            rows: &slices,
            classes: &classes,
            weights: &[1.0; 200],
            directions: &directions,
        };
        (Boosted::fit(&lesson), rows, classes)
    }

    #[test]
    fn what_separates_classes_is_learned() {
        let (boosted, rows, classes) = fit([0, 0]);
        let right = rows.iter().zip(&classes).filter(|(r, c)| (boosted.odds(*r) > 0.0) == **c);
        assert!(right.count() > 195);
    }

    #[test]
    fn directions_are_obeyed() {
        let (boosted, rows, _) = fit([-1, 0]);
        let odds: Vec<f64> = rows.iter().map(|row| boosted.odds(&[row[0], 3.0])).collect();
        assert!(odds.is_sorted_by(|a, b| a >= b), "{odds:?}");
        let (boosted, rows, _) = fit([1, 0]);
        let odds: Vec<f64> = rows.iter().map(|row| boosted.odds(&[row[0], 3.0])).collect();
        assert!(odds.is_sorted() && odds[0] < odds[199]);
    }

    #[test]
    fn a_mean_says_what_its_tables_say_on_average() {
        let tables = [fit([0, 0]).0, fit([-1, 1]).0];
        let rows = rows().0;
        let mean = Boosted::mean(tables.to_vec());
        assert!(mean.trees.len() < 2 * ROUNDS);
        for row in &rows {
            let each = tables.iter().map(|table| table.odds(row)).sum::<f64>() / 2.0;
            assert!((mean.odds(row) - each).abs() < 1e-9);
        }
    }

    #[test]
    fn tables_say_what_the_fit_says() {
        let (boosted, rows, _) = fit([0, 0]);
        let names = ["a", "b"];
        let named: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let trees: scutch_learn::Trees =
            scutch_learn::Trees::read(&boosted.lines(&names), &named, |_| 0);
        assert_eq!(trees.len(), ROUNDS);
        for (row, odds) in rows.iter().zip(trees.log_odds(&rows)) {
            assert!((f64::from(odds) - boosted.odds(row)).abs() < 0.01);
        }
    }
}
