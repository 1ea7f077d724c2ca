//! The texts of a table as vectors: TF-IDF weights of their words, of length 1.

use std::collections::BTreeMap;

/// A sparse vector: numbers of dimensions, ascending, with their weights.
pub(crate) type Vector = Vec<(u32, f64)>;

/// TF-IDF vectors of the texts of a table's rows: count times `ln((1 + n) / (1 + df)) + 1`, scaled to
/// length 1. Memory holds 16 bytes for each different word of each text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TermVectors {
    rows: Vec<Option<Vector>>,
    /// The words, by number.
    terms: Vec<String>,
}

impl TermVectors {
    /// Vectors from the counts of words of each row; `None` where there is no text. A text without
    /// words has an empty vector.
    pub fn new(counts: Vec<Option<Vec<(String, u32)>>>) -> Self {
        let mut known: BTreeMap<String, f64> = BTreeMap::new();
        for (term, _) in counts.iter().flatten().flatten() {
            *known.entry(term.clone()).or_default() += 1.0;
        }
        let texts = counts.iter().flatten().count() as f64;
        let idf: Vec<f64> =
            known.values().map(|df| ((1.0 + texts) / (1.0 + df)).ln() + 1.0).collect();
        let terms: Vec<String> = known.into_keys().collect();
        let weights = |words: Vec<(String, u32)>| -> Vector {
            // Every word is among the terms: they were collected from these rows.
            let number = |term: &String| terms.binary_search(term).unwrap_or_default();
            let numbers = words.iter().map(|(term, count)| (number(term), f64::from(*count)));
            numbers.map(|(at, count)| (at as u32, count * idf[at])).collect()
        };
        let vector = |words| of_length_1(weights(words));
        let rows = counts.into_iter().map(|words| words.map(vector)).collect();
        Self { rows, terms }
    }

    /// The vector of a row that has a text.
    pub(crate) fn row(&self, row: usize) -> Option<&Vector> {
        self.rows.get(row)?.as_ref()
    }

    /// How many different words there are.
    pub(crate) fn dimensions(&self) -> usize {
        self.terms.len()
    }

    /// The words with the largest sums of weights over all rows, the largest first.
    pub fn strongest(&self, most: usize) -> Vec<&str> {
        let mut sums = vec![0.0; self.terms.len()];
        self.rows.iter().flatten().flatten().for_each(|(at, weight)| sums[*at as usize] += weight);
        let mut order: Vec<usize> = (0..sums.len()).collect();
        // The sort is stable and terms are in alphabetical order, so that ties are broken by it.
        order.sort_by(|a, b| sums[*b].total_cmp(&sums[*a]));
        order.into_iter().take(most).map(|at| self.terms[at].as_str()).collect()
    }
}

/// Weights in the order of their dimensions, scaled to length 1; all 0 stay 0.
fn of_length_1(mut weights: Vector) -> Vector {
    weights.sort_by_key(|(at, _)| *at);
    let length = dot(&weights, &weights).sqrt();
    weights.iter_mut().for_each(|(_, weight)| *weight /= length.max(f64::MIN_POSITIVE));
    weights
}

/// The inner product of two vectors.
pub(crate) fn dot(a: &[(u32, f64)], b: &[(u32, f64)]) -> f64 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.0.cmp(&y.0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                sum += x.1 * y.1;
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    sum
}

/// Vectors of texts whose words occur once each; `-` has no text.
#[cfg(test)]
pub(super) fn of_texts(texts: &[&str]) -> TermVectors {
    let counts = |text: &&str| {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        text.split_whitespace().for_each(|word| *counts.entry(word.to_owned()).or_default() += 1);
        (*text != "-").then(|| counts.into_iter().collect())
    };
    TermVectors::new(texts.iter().map(counts).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_scikit_learn() {
        // TfidfVectorizer().fit_transform(["fog fog sea", "sea"]): idf of fog is ln(3/2)+1, of sea 1.
        let vectors = of_texts(&["fog fog sea", "sea", "-", ""]);
        let (fog, sea) = (2.0 * ((4.0_f64 / 2.0).ln() + 1.0), (4.0_f64 / 3.0).ln() + 1.0);
        let length = fog.hypot(sea);
        let row = vectors.row(0).expect("a text");
        assert!((row[0].1 - fog / length).abs() < 1e-12 && (row[1].1 - sea / length).abs() < 1e-12);
        assert_eq!(vectors.row(1), Some(&vec![(1, 1.0)]));
        assert_eq!((vectors.row(2), vectors.row(3)), (None, Some(&Vec::new())));
        assert_eq!((vectors.row(9), vectors.dimensions()), (None, 2));
    }

    #[test]
    fn the_strongest_words_come_first_and_ties_by_alphabet() {
        let vectors = of_texts(&["fog fog fog sea", "fog ash", "ash"]);
        assert_eq!(vectors.strongest(2), ["ash", "fog"]);
        assert_eq!(of_texts(&["b a"]).strongest(9), ["a", "b"]);
        assert!(of_texts(&[]).strongest(1).is_empty());
    }
}
