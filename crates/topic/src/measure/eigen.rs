//! Eigenvalues and eigenvectors of real symmetric matrices: Householder reduction to tridiagonal
//! form, then QL steps with implicit shifts (Wilkinson and Reinsch, "Linear Algebra", 1971).
//!
//! One thread and no random start: the same numbers in every run.

/// Most QL steps for one eigenvalue. Two or three are usual; the limit only guards against NaN.
const MOST_STEPS: usize = 60;

/// Eigenvalues from the largest down, and for each its eigenvector of length 1, whose largest
/// entry (the first of them) is positive.
pub(crate) struct Eigen {
    /// Eigenvalues, largest first.
    pub(crate) values: Vec<f64>,
    /// The eigenvector of each, in the same order.
    pub(crate) vectors: Vec<Vec<f64>>,
}

/// Decomposes the symmetric matrix whose rows are given.
pub(crate) fn symmetric(rows: Vec<Vec<f64>>) -> Eigen {
    let n = rows.len();
    if n == 0 {
        return Eigen { values: Vec::new(), vectors: Vec::new() };
    }
    let (mut z, mut diagonal, mut off_diagonal) = tridiagonal(rows);
    ql(&mut diagonal, &mut off_diagonal, &mut z);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| diagonal[*b].total_cmp(&diagonal[*a]).then(a.cmp(b)));
    let vectors = order.iter().map(|at| sign_fixed(std::mem::take(&mut z[*at]))).collect();
    Eigen { values: order.iter().map(|at| diagonal[*at]).collect(), vectors }
}

/// Both an eigenvector and its negative are right: the largest entry is made positive.
fn sign_fixed(mut vector: Vec<f64>) -> Vec<f64> {
    let mut largest = 0.0_f64;
    for value in &vector {
        // The margin keeps rounding errors from choosing between entries of equal size.
        if value.abs() > largest.abs() * (1.0 + 1e-9) {
            largest = *value;
        }
    }
    if largest < 0.0 {
        vector.iter_mut().for_each(|value| *value = -*value);
    }
    vector
}

/// Reduces `a` to tridiagonal form `t = q' a q`. Returns the rows of `q'`, the diagonal, and the
/// entries `t[i][i + 1]` next to it.
fn tridiagonal(mut a: Vec<Vec<f64>>) -> (Vec<Vec<f64>>, Vec<f64>, Vec<f64>) {
    let n = a.len();
    let mut q: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    let mut off_diagonal = vec![0.0; n];
    // The last two columns have nothing below the entry next to the diagonal.
    for k in 0..n.saturating_sub(2) {
        let Some((v, alpha)) = reflector(&a, k) else {
            off_diagonal[k] = a[k + 1][k];
            continue;
        };
        reflect_both_sides(&mut a, &v, k + 1);
        reflect_rows(&mut q, &v, k + 1);
        off_diagonal[k] = alpha;
    }
    if n > 1 {
        off_diagonal[n - 2] = a[n - 1][n - 2];
    }
    let diagonal = (0..n).map(|i| a[i][i]).collect();
    (q, diagonal, off_diagonal)
}

/// The unit vector whose reflection brings column `k` below the diagonal to (alpha, 0, 0, ...), and
/// alpha. `None` where the column has this form already.
fn reflector(a: &[Vec<f64>], k: usize) -> Option<(Vec<f64>, f64)> {
    let mut v: Vec<f64> = a[k + 1..].iter().map(|row| row[k]).collect();
    if v[1..].iter().all(|x| *x == 0.0) {
        return None;
    }
    // Scaled first: squares of rounding errors underflow to 0.
    let largest = v.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    v.iter_mut().for_each(|x| *x /= largest);
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    // The sign that avoids cancellation in `v[0] - alpha`.
    let alpha = if v[0] > 0.0 { -length } else { length };
    v[0] -= alpha;
    let norm = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    v.iter_mut().for_each(|x| *x /= norm);
    Some((v, alpha * largest))
}

/// `a` becomes `h a h` with `h = 1 - 2 v v'` acting from row `from` on.
fn reflect_both_sides(a: &mut [Vec<f64>], v: &[f64], from: usize) {
    let p: Vec<f64> =
        a[from..].iter().map(|row| row[from..].iter().zip(v).map(|(x, y)| x * y).sum()).collect();
    let k: f64 = p.iter().zip(v).map(|(x, y)| x * y).sum();
    let w: Vec<f64> = p.iter().zip(v).map(|(p, v)| p - k * v).collect();
    for (i, row) in a[from..].iter_mut().enumerate() {
        let (vi, wi) = (v[i], w[i]);
        for (j, x) in row[from..].iter_mut().enumerate() {
            *x -= 2.0 * (vi * w[j] + wi * v[j]);
        }
    }
}

/// `q'` becomes `h q'`: rows from `from` on are mixed.
fn reflect_rows(q: &mut [Vec<f64>], v: &[f64], from: usize) {
    let mut mixed = vec![0.0; q.len()];
    for (row, vi) in q[from..].iter().zip(v) {
        mixed.iter_mut().zip(row).for_each(|(m, x)| *m += vi * x);
    }
    for (row, vi) in q[from..].iter_mut().zip(v) {
        row.iter_mut().zip(&mixed).for_each(|(x, m)| *x -= 2.0 * vi * m);
    }
}

/// Eigenvalues of a tridiagonal matrix into `d`; the rows of `z` follow.
fn ql(d: &mut [f64], e: &mut [f64], z: &mut [Vec<f64>]) {
    let n = d.len();
    // Entries this much smaller than the largest are rounding errors of the reduction.
    let noise = d.iter().chain(e.iter()).fold(0.0_f64, |a, b| a.max(b.abs())) * f64::EPSILON;
    for l in 0..n {
        for _ in 0..MOST_STEPS {
            let small = |i: &usize| e[*i].abs() <= noise;
            let m = (l..n - 1).find(small).unwrap_or(n - 1);
            if m == l {
                break;
            }
            step(d, e, z, l, m);
        }
    }
}

/// One implicit QL step on the block from `l` to `m`.
fn step(d: &mut [f64], e: &mut [f64], z: &mut [Vec<f64>], l: usize, m: usize) {
    let slope = (d[l + 1] - d[l]) / (2.0 * e[l]);
    let root = slope.hypot(1.0);
    let mut g = d[m] - d[l] + e[l] / (slope + root.copysign(slope));
    let (mut sine, mut cosine, mut passed) = (1.0, 1.0, 0.0);
    for i in (l..m).rev() {
        let f = sine * e[i];
        let b = cosine * e[i];
        let r = f.hypot(g);
        e[i + 1] = r;
        // The block falls apart here: the rest of the rotations has nothing to do.
        if r == 0.0 {
            d[i + 1] -= passed;
            e[m] = 0.0;
            return;
        }
        sine = f / r;
        cosine = g / r;
        g = d[i + 1] - passed;
        let t = (d[i] - g) * sine + 2.0 * cosine * b;
        passed = sine * t;
        d[i + 1] = g + passed;
        g = cosine * t - b;
        rotate(z, i, sine, cosine);
    }
    d[l] -= passed;
    e[l] = g;
    e[m] = 0.0;
}

fn rotate(z: &mut [Vec<f64>], i: usize, sine: f64, cosine: f64) {
    let (low, high) = z.split_at_mut(i + 1);
    for (x, y) in low[i].iter_mut().zip(&mut high[0]) {
        let f = *y;
        *y = sine * *x + cosine * f;
        *x = cosine * *x - sine * f;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scutch_learn::Random;

    fn check(rows: &[Vec<f64>]) {
        let n = rows.len();
        let eigen = symmetric(rows.to_vec());
        let scale = eigen.values.iter().fold(1.0_f64, |a, b| a.max(b.abs()));
        for (value, vector) in eigen.values.iter().zip(&eigen.vectors) {
            for (row, x) in rows.iter().zip(vector) {
                let product: f64 = row.iter().zip(vector).map(|(a, b)| a * b).sum();
                assert!((product - value * x).abs() < 1e-12 * scale * n as f64);
            }
            let length: f64 = vector.iter().map(|x| x * x).sum();
            assert!((length - 1.0).abs() < 1e-12 * n as f64);
        }
        assert!(eigen.values.windows(2).all(|pair| pair[0] >= pair[1]));
    }

    #[test]
    fn random_and_degenerate_matrices() {
        let mut random = Random::new(5);
        for n in 1..30 {
            // Some entries are equal, as in matrices of repeated pages.
            let half: Vec<Vec<f64>> =
                (0..n).map(|_| (0..n).map(|_| (random.unit() * 6.0).floor()).collect()).collect();
            let of = |entry: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
                (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
            };
            check(&of(&|i, j| half[i.max(j)][i.min(j)]));
            check(&of(&|i, j| f64::from(u8::from(i == j))));
            check(&of(&|_, _| 1.0));
            check(&of(&|_, _| 0.0));
        }
        assert!(symmetric(Vec::new()).values.is_empty());
    }

    #[test]
    fn values_by_hand() {
        let eigen = symmetric(vec![vec![2.0, 1.0], vec![1.0, 2.0]]);
        assert!((eigen.values[0] - 3.0).abs() < 1e-14 && (eigen.values[1] - 1.0).abs() < 1e-14);
        assert!(eigen.vectors[0][0] > 0.0);
    }
}
