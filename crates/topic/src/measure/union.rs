//! All mementos of a collection as one text, which each of them is compared with.

use rustc_hash::FxHashMap;

use crate::measure::distance::{jaccard, sorensen};
use crate::text::terms::Terms;

/// Tokens of a collection with their counts over all mementos.
#[derive(Debug, Clone, Default)]
pub(crate) struct Union {
    mementos: u64,
    /// Of each token its count, and the number of mementos that have it.
    tokens: FxHashMap<u64, (u64, u64)>,
    /// Euclidean length of the TF-IDF vector of the whole.
    norm: f64,
}

impl Union {
    /// Adds a text that `times` mementos have.
    pub(crate) fn add(&mut self, terms: &Terms, times: u64) {
        // Mementos count, not texts: a page that stayed the same for years weighs as much.
        self.mementos += times;
        for (term, count) in terms.iter() {
            let (tf, df) = self.tokens.entry(term).or_default();
            *tf += u64::from(count) * times;
            *df += times;
        }
    }

    /// Computes the length of the vector. Call it when all texts are added.
    pub(crate) fn finish(&mut self) {
        let mut terms: Vec<u64> = self.tokens.keys().copied().collect();
        // Sums of floating-point numbers depend on their order, and a hash map has none.
        terms.sort_unstable();
        let square = |term: u64| (self.tf(term) as f64 * self.idf(term)).powi(2);
        self.norm = terms.into_iter().map(square).sum::<f64>().sqrt();
    }

    fn tf(&self, term: u64) -> u64 {
        self.tokens.get(&term).map_or(0, |(tf, _)| *tf)
    }

    fn idf(&self, term: u64) -> f64 {
        let df = self.tokens.get(&term).map_or(0, |(_, df)| *df);
        ((1 + self.mementos) as f64 / (1 + df) as f64).ln() + 1.0
    }

    /// Jaccard distance of a text from the whole. The whole holds all its tokens, so the text is
    /// the intersection.
    pub(crate) fn jaccard(&self, terms: &Terms) -> f64 {
        jaccard(terms.distinct(), self.tokens.len(), terms.distinct())
    }

    /// Sørensen-Dice distance of a text from the whole.
    pub(crate) fn sorensen(&self, terms: &Terms) -> f64 {
        sorensen(terms.distinct(), self.tokens.len(), terms.distinct())
    }

    /// Cosine of the TF-IDF vectors of a text and the whole.
    pub(crate) fn cosine(&self, terms: &Terms) -> f64 {
        let (mut product, mut square) = (0.0, 0.0);
        for (term, count) in terms.iter() {
            let idf = self.idf(term);
            product += f64::from(count) * self.tf(term) as f64 * idf * idf;
            square += (f64::from(count) * idf).powi(2);
        }
        let lengths = square.sqrt() * self.norm;
        if lengths == 0.0 { 0.0 } else { (product / lengths).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_and_the_whole() {
        let (a, b) = (Terms::new(vec![(1, 2), (2, 1)]), Terms::new(vec![(2, 1), (3, 4)]));
        let mut union = Union::default();
        union.add(&a, 1);
        union.add(&b, 1);
        union.finish();
        assert!((union.jaccard(&a) - 1.0 / 3.0).abs() < 1e-12);
        assert!((union.sorensen(&a) - (1.0 - 4.0 / 5.0)).abs() < 1e-12);
        // n = 2: idf(1) = idf(3) = ln(3/2) + 1, idf(2) = 1; counts of the whole 2, 2, 4.
        let r = 1.5_f64.ln() + 1.0;
        let whole = (4.0 * r * r + 4.0 + 16.0 * r * r).sqrt();
        let expected = (4.0 * r * r + 2.0) / ((4.0 * r * r + 1.0).sqrt() * whole);
        assert!((union.cosine(&a) - expected).abs() < 1e-12);
        assert_eq!(union.cosine(&Terms::default()), 0.0);
    }

    #[test]
    fn a_single_text_is_the_whole() {
        let mut union = Union::default();
        let text = Terms::new(vec![(1, 2), (7, 1)]);
        union.add(&text, 3);
        union.finish();
        assert_eq!((union.jaccard(&text), union.sorensen(&text)), (0.0, 0.0));
        assert!((union.cosine(&text) - 1.0).abs() < 1e-12);
    }
}
