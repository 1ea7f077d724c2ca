//! How much logits have to be sharpened, by number of features.

use std::path::Path;

use anyhow::{Context as _, Result};
use scutch_language::fitting::{Model, labels, measure};

use super::texts::{Random, read};

/// Windows drawn of every text.
const WINDOWS: usize = 60;
/// Bounds of the classes of features.
const CLASSES: [usize; 7] = [0, 60, 120, 240, 480, 960, 2000];
/// Longest window, in characters.
const LONGEST: f64 = 1000.0;

/// The logits of a window with the place of the right one.
type Sample = (Vec<f64>, usize);

pub(super) fn run(folder: &Path, model: &Path, sources: &[&str]) -> Result<()> {
    let bytes = std::fs::read(model).with_context(|| model.display().to_string())?;
    let model = Model::read(&bytes).context("the model is of other labels")?;
    let texts = read(folder, |source| sources.contains(&source))?;
    let mut random = Random::new(3);
    let mut classes: [Vec<Sample>; CLASSES.len()] = Default::default();
    for text in &texts {
        for _ in 0..WINDOWS {
            let window = random.window(&text.text, LONGEST);
            let Some((logits, features)) = measure(&model, window) else { continue };
            let right = logits.iter().position(|(tag, _)| *tag == labels()[text.label].tag);
            if let Some(right) = right {
                let class = CLASSES.partition_point(|from| *from <= features) - 1;
                classes[class].push((logits.into_iter().map(|(_, logit)| logit).collect(), right));
            }
        }
    }
    for (from, samples) in CLASSES.iter().zip(&classes) {
        let tried = (1..=80).map(|step| f64::from(step) * 0.05);
        let best = tried.map(|sharpness| (loss(samples, sharpness), sharpness));
        if let Some((loss, sharpness)) = best.min_by(|a, b| a.0.total_cmp(&b.0)) {
            println!(
                "{from} features: {} windows, sharpness {sharpness:.2}, loss {loss:.4}",
                samples.len()
            );
        }
    }
    Ok(())
}

/// Mean negative log probability of the right label.
fn loss(samples: &[Sample], sharpness: f64) -> f64 {
    let one = |(logits, right): &Sample| {
        let most = logits.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = logits.iter().map(|logit| ((logit - most) * sharpness).exp()).sum();
        sum.ln() - (logits[*right] - most) * sharpness
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sure_mistakes_cost_more_when_sharpened() {
        let (right, wrong) = (vec![(vec![2.0, 0.0], 0)], vec![(vec![2.0, 0.0], 1)]);
        assert!(loss(&right, 2.0) < loss(&right, 1.0));
        assert!(loss(&wrong, 2.0) > loss(&wrong, 1.0));
        assert_eq!(loss(&[], 1.0), 0.0);
    }
}
