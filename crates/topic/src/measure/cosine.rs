//! Cosine of TF-IDF vectors, with document frequencies over the mementos of a TimeMap.
//!
//! `idf = ln((1 + n) / (1 + df)) + 1`, as scikit-learn smooths it and the OTMT uses it.

use rustc_hash::FxHashMap;

use crate::text::terms::Terms;

/// Inverse document frequencies of a TimeMap.
#[derive(Debug, Clone, Default)]
pub struct Idf {
    mementos: u64,
    df: FxHashMap<u64, u64>,
}

impl Idf {
    /// Adds a text that `times` mementos have.
    pub fn add(&mut self, terms: &Terms, times: u64) {
        // A text that several mementos have is as many documents.
        self.mementos += times;
        for (term, _) in terms.iter() {
            *self.df.entry(term).or_default() += times;
        }
    }

    fn weight(&self, term: u64) -> f64 {
        let df = self.df.get(&term).copied().unwrap_or_default();
        ((1 + self.mementos) as f64 / (1 + df) as f64).ln() + 1.0
    }

    /// The Euclidean length of the vector of a text.
    pub fn norm(&self, terms: &Terms) -> f64 {
        let square = |(term, count)| (f64::from(count) * self.weight(term)).powi(2);
        terms.iter().map(square).sum::<f64>().sqrt()
    }

    /// The cosine of two texts whose vectors have these lengths, 0 to 1. Two empty texts are equal.
    pub fn cosine(&self, a: (&Terms, f64), b: (&Terms, f64)) -> f64 {
        // The cosine of two null vectors is undefined; equal texts must not look off-topic.
        if a.0.is_empty() && b.0.is_empty() {
            return 1.0;
        }
        let mut product = 0.0;
        a.0.for_each_common(b.0, |term, x, y| {
            product += f64::from(x) * f64::from(y) * self.weight(term).powi(2);
        });
        // Rounding may lift the cosine of equal texts a little above 1.
        if product == 0.0 { 0.0 } else { (product / (a.1 * b.1)).min(1.0) }
    }
}

/// The cosine of two vectors, from -1 to 1. A null vector has the cosine 0 with every other.
pub(crate) fn cosine_of_rows(a: &[f64], b: &[f64]) -> f64 {
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let lengths = product(a, a).sqrt() * product(b, b).sqrt();
    if lengths == 0.0 { 0.0 } else { (product(a, b) / lengths).clamp(-1.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(texts: &[Terms], a: usize, b: usize) -> f64 {
        let mut idf = Idf::default();
        texts.iter().for_each(|terms| idf.add(terms, 1));
        let with_norm = |at: usize| (&texts[at], idf.norm(&texts[at]));
        idf.cosine(with_norm(a), with_norm(b))
    }

    #[test]
    fn the_formula_by_hand() {
        // n = 2; idf(1) = ln(3/3)+1 = 1, idf(2) = idf(3) = ln(3/2)+1.
        let texts = [Terms::new(vec![(1, 2), (2, 1)]), Terms::new(vec![(1, 1), (3, 1)])];
        let rare = 1.5_f64.ln() + 1.0;
        let expected = 2.0 / ((4.0 + rare * rare).sqrt() * (1.0 + rare * rare).sqrt());
        assert!((cosine(&texts, 0, 1) - expected).abs() < 1e-15);
        assert!((cosine(&texts, 0, 0) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn corner_cases() {
        let texts = [Terms::default(), Terms::default(), Terms::new(vec![(1, 1)])];
        assert_eq!(cosine(&texts, 0, 1), 1.0);
        assert_eq!(cosine(&texts, 0, 2), 0.0);
        assert_eq!(cosine(&texts, 2, 2), 1.0);
    }
}
