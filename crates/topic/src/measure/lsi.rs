//! Latent semantic indexing (Deerwester et al. 1990): cosines in the k strongest directions of the
//! matrix of token counts of a TimeMap. Deterministic, unlike the gensim model that the OTMT uses.
//!
//! The matrix has a column per memento. Its right singular vectors are the eigenvectors of the Gram
//! matrix of the columns, so nothing as long as the vocabulary is decomposed. A text that several
//! mementos share enters once, weighted by their number. Up to 2,000 different texts the
//! decomposition is exact. Beyond that it is a randomised one with a fixed seed (Halko, Martinsson
//! and Tropp, "Finding structure with randomness", 2011).

use scutch_learn::Random;

use crate::measure::{cosine, eigen};
use crate::text::terms::Terms;

/// Different texts up to which the decomposition is exact, which takes cubic time.
const EXACT: usize = 2000;
/// Directions beyond those asked for that the randomised decomposition follows.
const OVERSAMPLED: usize = 20;
/// Its power iterations: enough for spectra that fall slowly.
const POWER_STEPS: usize = 12;
const SEED: u64 = 0x5c07_c4e0;

/// Share of the largest eigenvalue below which a direction is rounding error. Such a direction
/// would decide the cosine of texts that have no other.
const NOISE: f64 = 1e-12;

/// The texts of a TimeMap in latent topics.
#[derive(Debug, Clone)]
pub(crate) struct Topics {
    /// Coordinates of each text, one number a topic.
    coordinates: Vec<Vec<f64>>,
}

impl Topics {
    /// Fits at most `topics` topics to texts, each of which `weights` mementos have.
    pub(crate) fn fit(texts: &[&Terms], weights: &[u64], topics: usize) -> Self {
        let roots: Vec<f64> = weights.iter().map(|w| (*w as f64).sqrt()).collect();
        // Both ways give the same cosines but for rounding: a test compares them.
        let (values, vectors) = if texts.len() <= EXACT {
            let eigen = eigen::symmetric(gram(texts, &roots));
            (eigen.values, eigen.vectors)
        } else {
            randomised(texts, &roots, topics)
        };
        let least = values.first().copied().unwrap_or_default() * NOISE;
        let kept = values.iter().take(topics).take_while(|v| **v > least && **v > 0.0).count();
        // The weight of a text goes again: it belongs to the matrix, not to the text.
        let place = |text: usize| {
            (0..kept).map(|t| values[t].sqrt() * vectors[t][text] / roots[text]).collect()
        };
        Self { coordinates: (0..texts.len()).map(place).collect() }
    }

    /// The cosine of two texts, by their numbers. An empty text has the cosine 0 with every other.
    pub(crate) fn cosine(&self, a: usize, b: usize) -> f64 {
        cosine::cosine_of_rows(&self.coordinates[a], &self.coordinates[b])
    }
}

/// The weighted Gram matrix: inner products of all pairs of texts.
fn gram(texts: &[&Terms], roots: &[f64]) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![0.0; texts.len()]; texts.len()];
    for i in 0..texts.len() {
        for j in 0..=i {
            let value = product(texts[i], texts[j]) * roots[i] * roots[j];
            rows[i][j] = value;
            rows[j][i] = value;
        }
    }
    rows
}

fn product(a: &Terms, b: &Terms) -> f64 {
    let mut product = 0.0;
    a.for_each_common(b, |_, x, y| product += f64::from(x) * f64::from(y));
    product
}

/// The strongest directions of the Gram matrix `a' a`, where `a` has the weighted texts as columns.
fn randomised(texts: &[&Terms], roots: &[f64], topics: usize) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut random = Random::new(SEED);
    let wanted = (topics + OVERSAMPLED).min(texts.len());
    let start = |_| (0..texts.len()).map(|_| random.unit() - 0.5).collect();
    let mut basis: Vec<Vec<f64>> = (0..wanted).map(start).collect();
    orthonormal(&mut basis);
    let rows = numbered(texts);
    // Orthonormal after every step: without that, all vectors turn to the strongest direction.
    for _ in 0..POWER_STEPS {
        basis = basis.iter().map(|v| times_gram(&rows, roots, v)).collect();
        orthonormal(&mut basis);
    }
    let images: Vec<Vec<f64>> = basis.iter().map(|v| times_gram(&rows, roots, v)).collect();
    let inner = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let small =
        basis.iter().map(|a| images.iter().map(|b| inner(a, b)).collect()).collect::<Vec<_>>();
    let eigen = eigen::symmetric(small);
    let vectors = eigen.vectors.iter().map(|mix| mixed(&basis, mix)).collect();
    (eigen.values, vectors)
}

/// The texts with their tokens numbered from 0, and the number of tokens.
struct Numbered {
    texts: Vec<Vec<(u32, f64)>>,
    tokens: usize,
}

fn numbered(texts: &[&Terms]) -> Numbered {
    let mut ids: Vec<u64> = texts.iter().flat_map(|t| t.iter().map(|(id, _)| id)).collect();
    ids.sort_unstable();
    ids.dedup();
    let number = |id: u64| u32::try_from(ids.partition_point(|x| *x < id)).unwrap_or(u32::MAX);
    let row = |terms: &&Terms| terms.iter().map(|(id, n)| (number(id), f64::from(n))).collect();
    Numbered { texts: texts.iter().map(row).collect(), tokens: ids.len() }
}

/// `w a' a w v`, with the weights `w` on both sides; `a` itself is never built.
fn times_gram(rows: &Numbered, roots: &[f64], v: &[f64]) -> Vec<f64> {
    let mut tokens = vec![0.0; rows.tokens];
    for ((row, root), x) in rows.texts.iter().zip(roots).zip(v) {
        for (token, count) in row {
            tokens[*token as usize] += count * root * x;
        }
    }
    let back = |(row, root): (&Vec<(u32, f64)>, &f64)| {
        row.iter().map(|(token, count)| count * tokens[*token as usize]).sum::<f64>() * root
    };
    rows.texts.iter().zip(roots).map(back).collect()
}

/// Gram-Schmidt, twice: one pass leaves rounding errors in nearly parallel vectors.
fn orthonormal(basis: &mut [Vec<f64>]) {
    for _ in 0..2 {
        for i in 0..basis.len() {
            let (before, rest) = basis.split_at_mut(i);
            let current = &mut rest[0];
            for other in before.iter() {
                let along: f64 = current.iter().zip(other).map(|(a, b)| a * b).sum();
                current.iter_mut().zip(other).for_each(|(x, y)| *x -= along * y);
            }
            let length = current.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.0 {
                current.iter_mut().for_each(|x| *x /= length);
            }
        }
    }
}

fn mixed(basis: &[Vec<f64>], mix: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; basis.first().map_or(0, Vec::len)];
    for (vector, share) in basis.iter().zip(mix) {
        out.iter_mut().zip(vector).for_each(|(x, y)| *x += share * y);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_texts(count: usize) -> Vec<Terms> {
        let mut random = Random::new(11);
        (0..count)
            .map(|text| {
                let theme = (text % 4) as u64 * 40;
                let mut words: Vec<(u64, u32)> = (0..60)
                    .map(|w| (theme + w, random.below(8) as u32))
                    .filter(|(_, count)| *count > 2)
                    .collect();
                words.push((1000, 3));
                Terms::new(words)
            })
            .collect()
    }

    #[test]
    fn a_shared_text_counts_as_often_as_it_is_there() {
        let texts = some_texts(6);
        let mut repeated: Vec<&Terms> = texts.iter().collect();
        repeated.extend([&texts[2], &texts[2]]);
        let one_by_one = Topics::fit(&repeated, &[1; 8], 3);
        let weighted = Topics::fit(&texts.iter().collect::<Vec<_>>(), &[1, 1, 3, 1, 1, 1], 3);
        for text in 0..6 {
            assert!((one_by_one.cosine(0, text) - weighted.cosine(0, text)).abs() < 1e-9);
        }
    }

    #[test]
    fn with_all_topics_it_is_the_plain_cosine() {
        let texts = some_texts(5);
        let refs: Vec<&Terms> = texts.iter().collect();
        let topics = Topics::fit(&refs, &[1; 5], 5);
        for (a, b) in [(0, 1), (0, 4), (2, 3)] {
            let plain = product(refs[a], refs[b])
                / (product(refs[a], refs[a]) * product(refs[b], refs[b])).sqrt();
            assert!((topics.cosine(a, b) - plain).abs() < 1e-9);
        }
    }

    #[test]
    fn the_randomised_way_comes_to_the_same() {
        let texts = some_texts(120);
        let refs: Vec<&Terms> = texts.iter().collect();
        let roots = vec![1.0; refs.len()];
        let exact = eigen::symmetric(gram(&refs, &roots));
        let (values, _) = randomised(&refs, &roots, 4);
        for (found, exact) in values.iter().zip(&exact.values).take(4) {
            assert!((found / exact - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn corner_cases() {
        let empty = Terms::default();
        let some = Terms::new(vec![(1, 2)]);
        let topics = Topics::fit(&[&some, &empty], &[1, 1], 10);
        assert_eq!(topics.cosine(0, 1), 0.0);
        assert_eq!(topics.cosine(0, 0), 1.0);
        assert!(Topics::fit(&[], &[], 10).coordinates.is_empty());
        let single = Topics::fit(&[&some], &[4], 10);
        assert_eq!(single.cosine(0, 0), 1.0);
    }
}
