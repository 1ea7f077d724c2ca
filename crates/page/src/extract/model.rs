//! The two scores of a block: a linear one from itself, then trees that also see its context.

use std::sync::{LazyLock, OnceLock};

use scutch_learn::Trees;

use super::reason::Reason;
use super::{context, features};

/// One table of weights.
#[derive(Debug)]
struct Model {
    weights: Vec<f32>,
}

/// The score of the block by itself.
static FIRST: LazyLock<Model> =
    LazyLock::new(|| Model::read(include_str!("../../data/weights-first.tsv"), &features::names()));
/// The score of the block with all that is known around it.
static SECOND: LazyLock<Trees> = LazyLock::new(|| {
    let names: Vec<String> = features::names().into_iter().chain(context::names()).collect();
    let group = |feature: usize| match feature.checked_sub(features::COUNT) {
        None => features::reason(feature) as u8,
        Some(feature) => context::reason(feature) as u8,
    };
    let table = OTHER.get().map_or(include_str!("../../data/trees.tsv"), String::as_str);
    Trees::read(table, &names, group)
});
/// Other trees than those shipped, for measuring with trees that have not seen certain pages.
static OTHER: OnceLock<String> = OnceLock::new();

/// Uses other trees from now on; no effect once a page has been scored.
pub(super) fn use_trees(table: String) {
    OTHER.get_or_init(|| table);
}

impl Model {
    /// Reads `name<TAB>weight` lines; features without a line weigh nothing.
    fn read(table: &str, names: &[String]) -> Self {
        let mut model = Self { weights: vec![0.0; names.len()] };
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let Some(place) = fields.next().and_then(|name| names.iter().position(|n| n == name))
            else {
                continue;
            };
            model.weights[place] = fields.next().and_then(|f| f.parse().ok()).unwrap_or(0.0);
        }
        model
    }

    fn score(&self, row: &[f32]) -> f32 {
        let sum: f32 = self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// First scores of all blocks.
pub(super) fn first(rows: &[features::Row]) -> Vec<f32> {
    rows.iter().map(|row| FIRST.score(&row.0)).collect()
}

/// The score of a block, and what pulled most in the direction of its decision.
pub(super) fn second(
    first: &features::Row,
    second: &context::Row,
    threshold: f32,
) -> (f32, Reason) {
    let mut row = [0.0; features::COUNT + context::COUNT];
    row[..features::COUNT].copy_from_slice(&first.0);
    row[features::COUNT..].copy_from_slice(&second.0);
    let mut pulls = [0.0; Reason::ALL.len()];
    let score = SECOND.score(&row, &mut pulls);
    let direction = if score >= threshold { 1.0 } else { -1.0 };
    let mut best = (0, f32::MIN);
    for (place, pull) in pulls.iter().enumerate() {
        if pull * direction > best.1 {
            best = (place, pull * direction);
        }
    }
    (score, Reason::ALL[best.0])
}
