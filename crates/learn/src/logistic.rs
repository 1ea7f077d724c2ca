//! Logistic regression with an L2 penalty, fitted by Newton's method.

/// A linear score and its probability.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Logistic {
    /// The score of a row of zeros.
    pub bias: f64,
    /// What a step of 1 in each number of a row adds to the score.
    pub weights: Vec<f64>,
}

/// What a fit is told besides rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Penalty {
    /// Strength of the pull of weights towards 0; the bias is free.
    pub l2: f64,
    /// Weights below 0 are held at 0: where every number can only speak for the class.
    pub non_negative: bool,
}

/// Newton steps, at most; the objective is convex and a dozen are usual.
const MOST_STEPS: usize = 100;
/// A step shorter than this ends the fit.
const SMALL_STEP: f64 = 1e-10;

impl Logistic {
    /// The linear score.
    pub fn score(&self, row: &[f64]) -> f64 {
        self.bias + self.weights.iter().zip(row).map(|(w, x)| w * x).sum::<f64>()
    }

    /// The probability of the class, 0 to 1.
    pub fn probability(&self, row: &[f64]) -> f64 {
        sigmoid(self.score(row))
    }

    /// Fits rows of equal length; each has a class and a weight. The same rows in the same order
    /// give the same bits.
    pub fn fit(rows: &[Vec<f64>], classes: &[bool], weights: &[f64], penalty: Penalty) -> Self {
        let width = rows.first().map_or(0, Vec::len);
        let mut held = vec![false; width];
        loop {
            let model = newton(rows, classes, weights, penalty.l2, &held);
            let least = (0..width)
                .filter(|at| penalty.non_negative && model.weights[*at] < 0.0)
                .min_by(|a, b| model.weights[*a].total_cmp(&model.weights[*b]));
            // The most negative weight is held at 0 and the rest fitted anew.
            match least {
                Some(at) => held[at] = true,
                None => return model,
            }
        }
    }
}

fn newton(
    rows: &[Vec<f64>],
    classes: &[bool],
    weights: &[f64],
    l2: f64,
    held: &[bool],
) -> Logistic {
    let free: Vec<usize> = (0..held.len()).filter(|at| !held[*at]).collect();
    // The last entry is the bias.
    let mut theta = vec![0.0; free.len() + 1];
    for _ in 0..MOST_STEPS {
        let (gradient, hessian) = derivatives(rows, classes, weights, l2, &free, &theta);
        let Some(step) = solve(hessian, gradient) else { break };
        let longest = step.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
        // Far from the optimum a full step may overshoot.
        let share = if longest > 5.0 { 5.0 / longest } else { 1.0 };
        theta.iter_mut().zip(&step).for_each(|(t, s)| *t -= share * s);
        if longest < SMALL_STEP {
            break;
        }
    }
    let mut model = Logistic { bias: theta[free.len()], weights: vec![0.0; held.len()] };
    for (at, value) in free.iter().zip(&theta) {
        model.weights[*at] = *value;
    }
    model
}

type Derivatives = (Vec<f64>, Vec<Vec<f64>>);

fn derivatives(
    rows: &[Vec<f64>],
    classes: &[bool],
    weights: &[f64],
    l2: f64,
    free: &[usize],
    theta: &[f64],
) -> Derivatives {
    let n = theta.len();
    let mut gradient: Vec<f64> = theta.iter().map(|t| l2 * t).collect();
    let mut hessian = vec![vec![0.0; n]; n];
    gradient[n - 1] = 0.0;
    for (at, row) in hessian.iter_mut().enumerate() {
        // A little on the bias too, so that the matrix can be solved when one class is missing.
        row[at] = if at == n - 1 { 1e-9 } else { l2.max(1e-9) };
    }
    for ((row, class), weight) in rows.iter().zip(classes).zip(weights) {
        let x = |at: usize| free.get(at).map_or(1.0, |column| row[*column]);
        let score: f64 = (0..n).map(|at| theta[at] * x(at)).sum();
        let p = sigmoid(score);
        let error = weight * (p - f64::from(u8::from(*class)));
        let curve = weight * p * (1.0 - p);
        for (i, (g, h)) in gradient.iter_mut().zip(&mut hessian).enumerate() {
            *g += error * x(i);
            h.iter_mut().enumerate().for_each(|(j, h)| *h += curve * x(i) * x(j));
        }
    }
    (gradient, hessian)
}

/// Solves `a x = b` by elimination with pivots; `None` where `a` is singular.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|x, y| a[*x][k].abs().total_cmp(&a[*y][k].abs()))?;
        if a[pivot][k] == 0.0 || !a[pivot][k].is_finite() {
            return None;
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        let (done, below) = a.split_at_mut(k + 1);
        for (i, row) in below.iter_mut().enumerate() {
            let factor = row[k] / done[k][k];
            row.iter_mut().zip(&done[k]).skip(k).for_each(|(x, y)| *x -= factor * y);
            b[k + 1 + i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    Some(b)
}

fn sigmoid(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    const PENALTY: Penalty = Penalty { l2: 0.01, non_negative: false };

    #[test]
    fn the_weights_behind_the_classes_are_found() {
        let mut random = Random::new(9);
        let rows: Vec<Vec<f64>> =
            (0..4000).map(|_| (0..3).map(|_| random.unit()).collect()).collect();
        let classes: Vec<bool> = rows
            .iter()
            .map(|row| random.unit() < sigmoid(-1.0 + 4.0 * row[0] - 3.0 * row[1]))
            .collect();
        let model = Logistic::fit(&rows, &classes, &vec![1.0; rows.len()], PENALTY);
        for (found, truth) in model.weights.iter().zip([4.0, -3.0, 0.0]) {
            assert!((found - truth).abs() < 0.5, "{model:?}");
        }
        let held = Penalty { non_negative: true, ..PENALTY };
        let model = Logistic::fit(&rows, &classes, &vec![1.0; rows.len()], held);
        assert!(model.weights[1] == 0.0 && model.weights.iter().all(|w| *w >= 0.0));
    }

    #[test]
    fn classes_that_a_line_parts_do_not_break_it() {
        let rows: Vec<Vec<f64>> = (0..20).map(|n| vec![f64::from(n)]).collect();
        let classes: Vec<bool> = (0..20).map(|n| n >= 10).collect();
        let model = Logistic::fit(&rows, &classes, &[1.0; 20], PENALTY);
        assert!(model.probability(&[0.0]) < 0.1 && model.probability(&[19.0]) > 0.9);
        let one = Logistic::fit(&rows, &[true; 20], &[1.0; 20], PENALTY);
        assert!(one.probability(&[3.0]) > 0.9);
    }
}
