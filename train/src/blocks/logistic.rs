//! Logistic regression by Adam over small batches, deterministic.

/// A row with its truth between 0 and 1 and its weight.
#[derive(Clone, Copy)]
pub(crate) struct Example<'a> {
    pub(crate) row: &'a [f32],
    pub(crate) truth: f32,
    pub(crate) weight: f32,
}

/// Fitted weights.
pub(crate) struct Weights {
    pub(crate) weights: Vec<f32>,
}

const EPOCHS: usize = 12;
const BATCH: usize = 256;
const RATE: f32 = 0.03;
const DECAY: f32 = 1e-4;

impl Weights {
    pub(crate) fn score(&self, row: &[f32]) -> f32 {
        let sum: f32 = self.weights.iter().zip(row).map(|(w, x)| w * x).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

pub(crate) fn fit(examples: &[Example<'_>]) -> Weights {
    let features = examples.first().map_or(0, |e| e.row.len());
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut fitted = Weights { weights: vec![0.0; features] };
    let (mut mean, mut square) = (vec![0.0_f32; features], vec![0.0_f32; features]);
    let steps = EPOCHS * examples.len().div_ceil(BATCH);
    let mut step = 0;
    for _ in 0..EPOCHS {
        shuffle(&mut order, &mut random);
        for batch in order.chunks(BATCH) {
            step += 1;
            let gradient = gradient(&fitted, examples, batch);
            let rate = RATE * (1.0 - step as f32 / steps as f32) + 1e-5;
            let (bias1, bias2) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
            for place in 0..features {
                let slope = gradient[place] + DECAY * fitted.weights[place];
                mean[place] = 0.9 * mean[place] + 0.1 * slope;
                square[place] = 0.999 * square[place] + 0.001 * slope * slope;
                let size = (square[place] / bias2).sqrt() + 1e-8;
                fitted.weights[place] -= rate * (mean[place] / bias1) / size;
            }
        }
    }
    fitted
}

fn gradient(fitted: &Weights, examples: &[Example<'_>], batch: &[usize]) -> Vec<f32> {
    let mut gradient = vec![0.0; fitted.weights.len()];
    for index in batch {
        let example = &examples[*index];
        let error = (fitted.score(example.row) - example.truth) * example.weight;
        for (sum, value) in gradient.iter_mut().zip(example.row) {
            *sum += error * value;
        }
    }
    gradient.iter_mut().for_each(|sum| *sum /= batch.len() as f32);
    gradient
}

fn shuffle(order: &mut [usize], random: &mut u64) {
    for place in (1..order.len()).rev() {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        order.swap(place, (*random % (place as u64 + 1)) as usize);
    }
}
