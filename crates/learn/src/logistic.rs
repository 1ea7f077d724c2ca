//! Logistic regression with an L2 penalty, fitted by Newton's method.

/// A linear score and its probability.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Logistic {
    /// The score of a row of zeros.
    pub bias: f64,
    /// What each number of a row, times its value, adds to the score.
    pub weights: Vec<f64>,
}

/// How weights are kept small.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Penalty {
    /// Strength of the L2 penalty on the weights; the bias is free of it.
    pub l2: f64,
    /// Holds weights at 0 that would be negative: for numbers that can only speak for the class.
    pub non_negative: bool,
}

/// Newton steps, at most; the objective is convex and a dozen are usual.
const MOST_STEPS: usize = 100;
/// Longest step taken whole; log odds of 5 are far out already.
const LONG_STEP: f64 = 5.0;
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
        let mut fit = Fit { rows, classes, weights, l2: penalty.l2, free: (0..width).collect() };
        loop {
            let model = fit.newton(width);
            let least = (0..width)
                .filter(|at| penalty.non_negative && model.weights[*at] < 0.0)
                .min_by(|a, b| model.weights[*a].total_cmp(&model.weights[*b]));
            // Only the most negative weight is held at 0 before the next fit: without it, another
            // one may turn out positive.
            match least {
                Some(at) => fit.free.retain(|free| *free != at),
                None => return model,
            }
        }
    }
}

/// What a fit works on.
struct Fit<'r> {
    rows: &'r [Vec<f64>],
    classes: &'r [bool],
    weights: &'r [f64],
    l2: f64,
    /// Columns whose weights are not held at 0.
    free: Vec<usize>,
}

/// First and second derivatives of the penalised loss.
struct Derivatives {
    gradient: Vec<f64>,
    hessian: Vec<Vec<f64>>,
}

impl Fit<'_> {
    /// Newton's method from weights of 0; `width` counts the columns, held ones included.
    fn newton(&self, width: usize) -> Logistic {
        // The last entry is the bias.
        let mut theta = vec![0.0; self.free.len() + 1];
        for _ in 0..MOST_STEPS {
            let Derivatives { gradient, hessian } = self.derivatives(&theta);
            let Some(step) = solve(hessian, gradient) else { break };
            let longest = step.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
            // Far from the optimum a full step may overshoot.
            let share = if longest > LONG_STEP { LONG_STEP / longest } else { 1.0 };
            theta.iter_mut().zip(&step).for_each(|(t, s)| *t -= share * s);
            if longest < SMALL_STEP {
                break;
            }
        }
        let mut model = Logistic { bias: theta[self.free.len()], weights: vec![0.0; width] };
        for (at, value) in self.free.iter().zip(&theta) {
            model.weights[*at] = *value;
        }
        model
    }

    fn derivatives(&self, theta: &[f64]) -> Derivatives {
        let n = theta.len();
        let mut gradient: Vec<f64> = theta.iter().map(|t| self.l2 * t).collect();
        let mut hessian = vec![vec![0.0; n]; n];
        // The bias is free of the penalty.
        gradient[n - 1] = 0.0;
        for (at, row) in hessian.iter_mut().enumerate() {
            // A little on the bias too, so that the matrix can be solved when one class is missing.
            row[at] = if at == n - 1 { 1e-9 } else { self.l2.max(1e-9) };
        }
        for ((row, class), weight) in self.rows.iter().zip(self.classes).zip(self.weights) {
            let x = |at: usize| self.free.get(at).map_or(1.0, |column| row[*column]);
            let score: f64 = (0..n).map(|at| theta[at] * x(at)).sum();
            let p = sigmoid(score);
            let error = weight * (p - f64::from(u8::from(*class)));
            let curve = weight * p * (1.0 - p);
            for (i, (g, h)) in gradient.iter_mut().zip(&mut hessian).enumerate() {
                *g += error * x(i);
                h.iter_mut().enumerate().for_each(|(j, h)| *h += curve * x(i) * x(j));
            }
        }
        Derivatives { gradient, hessian }
    }
}

/// Solves `a x = b` by elimination with pivots; `None` where `a` is singular.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|x, y| a[*x][k].abs().total_cmp(&a[*y][k].abs()))?;
        // Without regular matrix there is no step to take.
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
    fn at_the_optimum_the_gradient_is_that_of_the_penalty() {
        let mut random = Random::new(3);
        let rows: Vec<Vec<f64>> =
            (0..200).map(|_| (0..4).map(|_| random.unit() * 6.0 - 3.0).collect()).collect();
        let classes: Vec<bool> = rows.iter().map(|row| row[0] + random.unit() > 0.4).collect();
        let weights: Vec<f64> = (0..200).map(|_| 0.1 + random.unit()).collect();
        let model = Logistic::fit(&rows, &classes, &weights, PENALTY);
        for column in 0..=4 {
            // The slope of the weighted log loss, by its definition.
            let slope: f64 = (0..200)
                .map(|at| {
                    let x = rows[at].get(column).copied().unwrap_or(1.0);
                    let error = model.probability(&rows[at]) - f64::from(u8::from(classes[at]));
                    weights[at] * error * x
                })
                .sum();
            let penalty = model.weights.get(column).map_or(0.0, |weight| PENALTY.l2 * weight);
            assert!((slope + penalty).abs() < 1e-6, "column {column}: {slope} and {penalty}");
        }
    }

    #[test]
    fn a_weight_of_two_is_the_same_row_twice() {
        let rows: Vec<Vec<f64>> = [0.0, 1.0, 2.0, 3.0].map(|x| vec![x]).to_vec();
        let classes = [false, true, false, true];
        let weighted = Logistic::fit(&rows, &classes, &[1.0, 2.0, 1.0, 2.0], PENALTY);
        let twice: Vec<Vec<f64>> = [0.0, 1.0, 1.0, 2.0, 3.0, 3.0].map(|x| vec![x]).to_vec();
        let classes = [false, true, true, false, true, true];
        let repeated = Logistic::fit(&twice, &classes, &[1.0; 6], PENALTY);
        assert!((weighted.bias - repeated.bias).abs() < 1e-9);
        assert!((weighted.weights[0] - repeated.weights[0]).abs() < 1e-9);
    }

    #[test]
    fn held_weights_are_zero_and_the_fit_is_the_one_without_their_columns() {
        let rows: Vec<Vec<f64>> =
            (0..40).map(|n| vec![f64::from(n % 7), f64::from(n % 5)]).collect();
        let classes: Vec<bool> = (0..40).map(|n| n % 7 > n % 5).collect();
        let held = Penalty { l2: 0.1, non_negative: true };
        let model = Logistic::fit(&rows, &classes, &[1.0; 40], held);
        assert_eq!(model.weights[1], 0.0);
        let first: Vec<Vec<f64>> = rows.iter().map(|row| vec![row[0]]).collect();
        let alone = Logistic::fit(&first, &classes, &[1.0; 40], Penalty { l2: 0.1, ..PENALTY });
        assert!((model.weights[0] - alone.weights[0]).abs() < 1e-9);
        assert!((model.bias - alone.bias).abs() < 1e-9);
    }

    #[test]
    fn no_rows_and_useless_columns_are_no_failure() {
        let none = Logistic::fit(&[], &[], &[], PENALTY);
        assert_eq!((none.weights.len(), none.probability(&[])), (0, 0.5));
        let rows = vec![vec![0.0, 5.0]; 10];
        let classes: Vec<bool> = (0..10).map(|n| n < 3).collect();
        let model = Logistic::fit(&rows, &classes, &[1.0; 10], PENALTY);
        assert!((model.probability(&rows[0]) - 0.3).abs() < 1e-3, "{model:?}");
        assert_eq!(model.weights[0], 0.0);
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
