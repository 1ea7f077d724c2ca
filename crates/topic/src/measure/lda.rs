//! Latent Dirichlet allocation (Blei, Ng and Jordan 2003) of the texts of a TimeMap.
//!
//! Fitted by expectation-maximisation from a fixed seed: the same texts in the same order give the
//! same mixtures.

use rustc_hash::FxHashMap;
use scutch_learn::Random;

use crate::measure::cosine;
use crate::text::terms::Terms;

/// Dirichlet priors: of topics in texts, and of tokens in topics.
const ALPHA: f64 = 0.1;
const BETA: f64 = 0.01;
/// Rounds of fitting. A large TimeMap gets fewer, down to [`LEAST_ROUNDS`].
const ROUNDS: usize = 50;
const LEAST_ROUNDS: usize = 4;
/// Steps that fitting may cost, some seconds: a step is one token of one text in one topic.
const WORK: usize = 400_000_000;
const SEED: u64 = 0x1da_5eed;

/// The mixture of topics of each text.
#[derive(Debug, Clone)]
pub(crate) struct Mixtures {
    texts: Vec<Vec<f64>>,
}

impl Mixtures {
    /// Fits at most `topics` topics, never more than there are different tokens. Each text counts
    /// `weights` times.
    pub(crate) fn fit(texts: &[&Terms], weights: &[u64], topics: usize) -> Self {
        let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
        let rows: Vec<Vec<(usize, f64)>> = texts
            .iter()
            .map(|terms| {
                let row = terms.iter().map(|(term, count)| {
                    let next = numbers.len();
                    (*numbers.entry(term).or_insert(next), f64::from(count))
                });
                row.collect()
            })
            .collect();
        let topics = topics.min(numbers.len()).max(1);
        let steps = rows.iter().map(Vec::len).sum::<usize>() * topics;
        // A limit on work rather than on time: results must not depend on the machine.
        let rounds = (WORK / steps.max(1)).clamp(LEAST_ROUNDS, ROUNDS);
        let mut fit = Fit::new(&rows, weights, topics, numbers.len());
        for _ in 0..rounds {
            fit.round();
        }
        Self { texts: fit.texts }
    }

    /// The topic with the largest share of each text, the first of equals.
    fn strongest(&self) -> impl Iterator<Item = usize> + '_ {
        self.texts.iter().map(|mixture| {
            let shares = mixture.iter().enumerate();
            shares
                .fold((0, 0.0), |best, (n, share)| if *share > best.1 { (n, *share) } else { best })
                .0
        })
    }

    /// The cosine of the mixtures of two texts, by their numbers.
    pub(crate) fn cosine(&self, a: usize, b: usize) -> f64 {
        cosine::cosine_of_rows(&self.texts[a], &self.texts[b])
    }
}

/// Puts texts into at most `topics` groups: those in which one topic is strongest, by latent Dirichlet
/// allocation. Groups are numbered in the order of their first texts.
pub fn topic_groups(texts: &[&Terms], topics: usize) -> Vec<usize> {
    let mixtures = Mixtures::fit(texts, &vec![1; texts.len()], topics);
    let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
    let number = |topic: usize| {
        let next = numbers.len();
        *numbers.entry(topic).or_insert(next)
    };
    mixtures.strongest().map(number).collect()
}

struct Fit<'a> {
    rows: &'a [Vec<(usize, f64)>],
    weights: &'a [u64],
    topics: usize,
    /// Share of each topic in each text.
    texts: Vec<Vec<f64>>,
    /// Share of each token in each topic: `topics` numbers a token.
    tokens: Vec<f64>,
}

impl<'a> Fit<'a> {
    fn new(rows: &'a [Vec<(usize, f64)>], weights: &'a [u64], topics: usize, all: usize) -> Self {
        let mut random = Random::new(SEED);
        // Unequal, because equal topics would stay equal for ever.
        let tokens = (0..all * topics).map(|_| 0.5 + random.unit()).collect();
        let texts = vec![vec![1.0 / topics as f64; topics]; rows.len()];
        let mut fit = Self { rows, weights, topics, texts, tokens };
        fit.normalise();
        fit
    }

    /// One round: expected topics of tokens under the present shares, then shares from these.
    fn round(&mut self) {
        // The priors come first, so that no share ever becomes 0 and stays there.
        let mut tokens = vec![BETA; self.tokens.len()];
        let mut shares = vec![0.0; self.topics];
        for ((row, weight), text) in self.rows.iter().zip(self.weights).zip(&mut self.texts) {
            let mut sums = vec![ALPHA; self.topics];
            for (token, count) in row {
                let at = token * self.topics;
                let of_token = &self.tokens[at..at + self.topics];
                let mut sum = 0.0;
                for ((share, a), b) in shares.iter_mut().zip(text.iter()).zip(of_token) {
                    *share = a * b;
                    sum += *share;
                }
                if sum > 0.0 {
                    let scale = count / sum;
                    let of_token = &mut tokens[at..at + self.topics];
                    for ((share, text), token) in shares.iter().zip(&mut sums).zip(of_token) {
                        *text += share * scale;
                        *token += share * scale * *weight as f64;
                    }
                }
            }
            let all: f64 = sums.iter().sum();
            text.iter_mut().zip(&sums).for_each(|(share, sum)| *share = sum / all);
        }
        self.tokens = tokens;
        self.normalise();
    }

    /// Scales the shares of the tokens of each topic to a sum of 1.
    fn normalise(&mut self) {
        let mut sums = vec![0.0; self.topics];
        for of_token in self.tokens.chunks(self.topics) {
            sums.iter_mut().zip(of_token).for_each(|(sum, share)| *sum += share);
        }
        for of_token in self.tokens.chunks_mut(self.topics) {
            of_token.iter_mut().zip(&sums).for_each(|(share, sum)| *share /= sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(ids: std::ops::Range<u64>) -> Terms {
        Terms::new(ids.map(|id| (id, 3)).collect())
    }

    #[test]
    fn texts_about_the_same_are_nearer() {
        let texts = [terms(0..40), terms(5..45), terms(100..140), terms(105..145)];
        let refs: Vec<&Terms> = texts.iter().collect();
        let mixtures = Mixtures::fit(&refs, &[1, 1, 1, 1], 2);
        assert!(mixtures.cosine(0, 1) > 0.9, "{mixtures:?}");
        assert!(mixtures.cosine(0, 2) < 0.5, "{mixtures:?}");
        assert_eq!(mixtures.texts, Mixtures::fit(&refs, &[1, 1, 1, 1], 2).texts);
    }

    #[test]
    fn texts_about_the_same_are_in_one_group() {
        let texts = [terms(100..140), terms(0..40), terms(105..145), terms(5..45)];
        let refs: Vec<&Terms> = texts.iter().collect();
        assert_eq!(topic_groups(&refs, 2), [0, 1, 0, 1]);
        assert_eq!(topic_groups(&refs, 1), [0; 4]);
        assert_eq!(topic_groups(&[], 3), [0; 0]);
    }

    #[test]
    fn topics_are_never_more_than_tokens() {
        let texts = [terms(0..2), Terms::default()];
        let refs: Vec<&Terms> = texts.iter().collect();
        let mixtures = Mixtures::fit(&refs, &[1, 1], 10);
        assert_eq!(mixtures.texts[0].len(), 2);
        assert!((mixtures.cosine(0, 0) - 1.0).abs() < 1e-12);
        let none = Mixtures::fit(&[&texts[1]], &[1], 10);
        assert_eq!(none.texts[0], [1.0]);
    }
}
