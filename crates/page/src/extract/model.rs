//! A linear model: weights from a table, a score with the reason that weighed most.

use std::sync::LazyLock;

use super::reason::Reason;
use super::{context, features};

/// One table of weights.
#[derive(Debug)]
struct Model {
    weights: Vec<f32>,
    /// Mean of each feature over the pages the weights come from: reasons are counted against it.
    means: Vec<f32>,
}

/// The score of the block by itself.
static FIRST: LazyLock<Model> =
    LazyLock::new(|| Model::read(include_str!("../../data/weights-first.tsv"), &features::names()));
/// The score in context.
static SECOND: LazyLock<Model> =
    LazyLock::new(|| Model::read(include_str!("../../data/weights-second.tsv"), &context::names()));

impl Model {
    /// Reads `name<TAB>weight<TAB>mean` lines; features without a line weigh nothing.
    fn read(table: &str, names: &[String]) -> Self {
        let mut model = Self { weights: vec![0.0; names.len()], means: vec![0.0; names.len()] };
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let Some(place) = fields.next().and_then(|name| names.iter().position(|n| n == name))
            else {
                continue;
            };
            let mut number = || fields.next().and_then(|f| f.parse().ok()).unwrap_or(0.0);
            model.weights[place] = number();
            model.means[place] = number();
        }
        model
    }

    fn score(&self, row: &[f32]) -> f32 {
        let sum: f32 = self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// What feature `place` does to the score of `row`, compared with a block like all others.
    fn pull(&self, row: &[f32], place: usize) -> f32 {
        self.weights[place] * (row[place] - self.means[place])
    }
}

/// First scores of all blocks.
pub(super) fn first(rows: &[features::Row]) -> Vec<f32> {
    rows.iter().map(|row| FIRST.score(&row.0)).collect()
}

/// Second scores of all blocks.
pub(super) fn second(rows: &[context::Row]) -> Vec<f32> {
    rows.iter().map(|row| SECOND.score(&row.0)).collect()
}

/// What pulled most in the direction of the decision.
pub(super) fn reason(first: &features::Row, second: &context::Row, content: bool) -> Reason {
    let mut pulls = [0.0_f32; Reason::ALL.len()];
    let mut own = 0.0;
    for place in 0..context::COUNT {
        let pull = SECOND.pull(&second.0, place);
        match context::reason(place) {
            Some(reason) => pulls[reason as usize] += pull,
            None => own += pull,
        }
    }
    let mut own_pulls = [0.0_f32; Reason::ALL.len()];
    for place in 0..features::COUNT {
        own_pulls[features::reason(place) as usize] += FIRST.pull(&first.0, place);
    }
    let direction = if content { 1.0 } else { -1.0 };
    let strongest = |pulls: &[f32]| {
        let mut best = (0, f32::MIN);
        for (place, pull) in pulls.iter().enumerate() {
            if pull * direction > best.1 {
                best = (place, pull * direction);
            }
        }
        best
    };
    let (around, around_pull) = strongest(&pulls);
    let best = if around_pull > own * direction { around } else { strongest(&own_pulls).0 };
    Reason::ALL[best]
}
