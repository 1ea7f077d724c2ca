//! Fits vectors and weights by gradient descent.

use std::path::Path;

use anyhow::{Context as _, Result};
use scutch_language::fitting::{
    BUCKETS, DIMENSIONS, Label, Model, Script, buckets, dominant, labels,
};

use super::texts::{Random, Text, read};

/// Windows that are drawn.
const WINDOWS: usize = 6_000_000;
/// Longest window, in characters.
const LONGEST: f64 = 260.0;
/// Step of the first window; it falls to nearly nothing.
const RATE: f32 = 0.3;
/// Texts count by this power of their bytes, so that small languages are learned as well.
const POWER: f64 = 0.05;
/// Bytes beyond which a text counts no more.
const ENOUGH: usize = 600_000;
/// What is in no language comes in many forms.
const UND: f64 = 8.0;
/// The source of news and web pages, which count most.
const PROSE: &str = "leipzig";
/// Sources that are lists of names, or sentences full of code, rather than prose.
#[rustfmt::skip]
const LISTS: &[&str] = &[
    "cldr-annotations-full", "cldr-localenames-full", "id-tagging-schema", "comments", "readme",
];
/// Values of a vector beyond this share of all are clamped when they become small integers.
const CLAMPED: f64 = 0.9999;

const ROW: usize = DIMENSIONS + 1;

/// Vectors and weights with the sums of squares of their gradients (AdaGrad).
struct Fit {
    vectors: Vec<f32>,
    vector_squares: Vec<f32>,
    weights: Vec<[f32; ROW]>,
    weight_squares: Vec<f32>,
}

pub(super) fn run(folder: &Path, out: &Path, without: &[&str]) -> Result<()> {
    let texts = read(folder, |source| !without.contains(&source))?;
    let mut fit = Fit::new();
    let mut random = Random::new(1);
    let shares = shares(&texts);
    let (mut features, mut loss) = (Vec::new(), 0.0);
    for number in 0..WINDOWS {
        let drawn = random.share();
        let at = shares.partition_point(|share| *share < drawn);
        let text = &texts[at.min(texts.len() - 1)];
        let window = random.window(&text.text, LONGEST);
        let script = labels()[text.label].script;
        if dominant(window).is_none_or(|(found, _)| found != script) {
            continue;
        }
        features.clear();
        // Half of the windows lose features, so that small texts are not learned by heart.
        let kept = (0.15 + 1.4 * random.share()).min(1.0);
        buckets(window, script, |bucket| {
            if kept == 1.0 || random.share() < kept {
                features.push(bucket);
            }
        });
        let rate = RATE * (1.0 - number as f32 / WINDOWS as f32).max(0.02);
        loss += fit.step(&features, text.label, script, rate);
        if number % 1_000_000 == 999_999 {
            eprintln!("{} windows, loss {:.4}", number + 1, loss / 1e6);
            loss = 0.0;
        }
    }
    std::fs::write(out, fit.file()).with_context(|| out.display().to_string())
}

/// The cumulated share of windows that every text gets.
fn shares(texts: &[Text]) -> Vec<f64> {
    let mut totals = vec![0.0; labels().len()];
    let weight = |text: &Text| {
        let natural = match text.source.as_str() {
            PROSE => 3.0,
            list if LISTS.contains(&list) => 0.2,
            _ => 1.0,
        };
        natural * (text.text.len().min(ENOUGH) as f64).powf(0.5)
    };
    let mut bytes = vec![0; labels().len()];
    for text in texts {
        totals[text.label] += weight(text);
        bytes[text.label] += text.text.len().min(ENOUGH);
    }
    let mut sum = 0.0;
    let cumulated = texts.iter().map(|text| {
        let Label { tag, tier, .. } = &labels()[text.label];
        let language =
            (bytes[text.label] as f64).powf(POWER) * (1.0 + 0.15 * f64::from(*tier).powi(2));
        let language = if *tag == "und" { language * UND } else { language };
        sum += language * weight(text) / totals[text.label];
        sum
    });
    let cumulated: Vec<f64> = cumulated.collect();
    cumulated.iter().map(|share| share / sum).collect()
}

impl Fit {
    fn new() -> Self {
        let mut random = Random::new(2);
        let vectors = (0..BUCKETS * DIMENSIONS).map(|_| (random.share() as f32 - 0.5) * 0.1);
        Self {
            vectors: vectors.collect(),
            vector_squares: vec![1e-8; BUCKETS],
            weights: labels()
                .iter()
                .map(|_| std::array::from_fn(|_| (random.share() as f32 - 0.5) * 0.2))
                .collect(),
            weight_squares: vec![1e-4; labels().len()],
        }
    }

    /// One step towards the label of a window; returns its loss.
    fn step(&mut self, features: &[usize], label: usize, script: Script, rate: f32) -> f64 {
        if features.is_empty() {
            return 0.0;
        }
        let count = features.len() as f32;
        let mut mean = [0.0_f32; DIMENSIONS];
        for bucket in features {
            let vector = &self.vectors[bucket * DIMENSIONS..][..DIMENSIONS];
            mean.iter_mut().zip(vector).for_each(|(sum, value)| *sum += value);
        }
        mean.iter_mut().for_each(|sum| *sum /= count);
        let first = labels().partition_point(|l| l.script < script);
        let last = labels().partition_point(|l| l.script <= script);
        let mut chances = self.chances(&mean, first..last);
        let loss = -f64::from(chances[label - first].max(1e-9)).ln();
        chances[label - first] -= 1.0;
        let mut gradient = [0.0_f32; DIMENSIONS];
        for (number, error) in (first..last).zip(&chances) {
            if error.abs() < 1e-5 {
                continue;
            }
            let weights = &mut self.weights[number];
            gradient.iter_mut().zip(&*weights).for_each(|(sum, weight)| *sum += error * weight);
            let square = mean.iter().map(|x| x * x).sum::<f32>() + 1.0;
            self.weight_squares[number] += error * error * square / ROW as f32;
            let step = rate * error / self.weight_squares[number].sqrt();
            weights.iter_mut().zip(&mean).for_each(|(weight, x)| *weight -= step * x);
            weights[DIMENSIONS] -= step;
        }
        let gradient = gradient.map(|value| value / count);
        let square = gradient.iter().map(|x| x * x).sum::<f32>() / DIMENSIONS as f32;
        for bucket in features {
            self.vector_squares[*bucket] += square;
            let step = rate / self.vector_squares[*bucket].sqrt();
            let vector = &mut self.vectors[bucket * DIMENSIONS..][..DIMENSIONS];
            vector.iter_mut().zip(&gradient).for_each(|(value, slope)| *value -= step * slope);
        }
        loss
    }

    fn chances(&self, mean: &[f32; DIMENSIONS], range: std::ops::Range<usize>) -> Vec<f32> {
        let logit = |weights: &[f32; ROW]| {
            mean.iter().zip(weights).map(|(x, weight)| x * weight).sum::<f32>()
                + weights[DIMENSIONS]
        };
        let logits: Vec<f32> = self.weights[range].iter().map(logit).collect();
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.iter().map(|power| power / sum).collect()
    }

    /// The model file: every dimension of the vectors scaled to small integers, its weights against it.
    fn file(&self) -> Vec<u8> {
        let scales: [f32; DIMENSIONS] = std::array::from_fn(|dimension| {
            let mut sizes: Vec<f32> =
                self.vectors.iter().skip(dimension).step_by(DIMENSIONS).map(|v| v.abs()).collect();
            sizes.sort_by(f32::total_cmp);
            sizes[((sizes.len() - 1) as f64 * CLAMPED) as usize] / 127.0
        });
        let scaled = self.vectors.iter().enumerate().map(|(at, value)| {
            (value / scales[at % DIMENSIONS]).round().clamp(-127.0, 127.0) as i8
        });
        let weights = self.weights.iter().map(|row| {
            let scaled = row.iter().zip(scales.iter().chain(&[1.0]));
            scaled.map(|(weight, scale)| weight * scale).collect()
        });
        Model::file(&weights.collect::<Vec<Vec<f32>>>(), &scaled.collect::<Vec<i8>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(tag: &str) -> usize {
        labels().iter().position(|label| label.tag == tag).expect("a label")
    }

    #[test]
    fn steps_lower_the_loss() {
        let (mut fit, label) = (Fit::new(), label("de"));
        let first = fit.step(&[1, 2, 3], label, Script::Latn, 0.1);
        let last = (0..50).map(|_| fit.step(&[1, 2, 3], label, Script::Latn, 0.1)).last();
        assert!(last.is_some_and(|last| last < first / 2.0), "{first} {last:?}");
        assert_eq!(fit.step(&[], label, Script::Latn, 0.1), 0.0);
    }

    #[test]
    fn what_was_fitted_is_a_model() {
        let file = Fit::new().file();
        assert!(Model::read(&file).is_some());
    }

    #[test]
    fn small_texts_are_drawn_nearly_as_often_as_large_ones() {
        let text = |tag, source: &str, bytes| Text {
            label: label(tag),
            source: source.to_owned(),
            text: "a".repeat(bytes),
        };
        let texts =
            [text("br", "web", 1000), text("fo", "web", 100_000), text("fo", "legal", 100_000)];
        let shares = shares(&texts);
        assert!(shares[0] > 0.4 && shares[0] < 0.5, "{shares:?}");
        assert!((shares[2] - 1.0).abs() < 1e-9);
        assert!((shares[1] - shares[0] - (shares[2] - shares[1])).abs() < 1e-9);
    }
}
