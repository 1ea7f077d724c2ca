//! Trained learners that tell content from boilerplate.

use rustc_hash::FxHashMap;
use scutch_learn::{Forest, Growth, Neighbours, Random};
use serde::{Deserialize, Serialize};

use crate::config::{Balance, Learner, TemplateConfig};

/// Neighbours that vote, as in the thesis.
const NEIGHBOURS: usize = 5;
/// Trees of a forest, as in the thesis.
const TREES: usize = 10;

/// What a method learned on the pages of a host: a trained learner for each cross.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Judges {
    crosses: Vec<(u8, Judge)>,
}

/// A row of features, and whether it is of content.
pub(super) type Row = (Vec<f32>, bool);

impl Judges {
    /// Trains a learner for each cross.
    pub(super) fn train(
        crosses: impl Iterator<Item = (u8, Vec<Row>)>,
        learner: Learner,
        config: &TemplateConfig,
    ) -> Self {
        let judge = |(cross, rows)| Some((cross, Judge::train(rows, learner, config)?));
        Self { crosses: crosses.filter_map(judge).collect() }
    }

    /// Bytes of memory that they take, nearly.
    pub fn memory(&self) -> usize {
        let judges = self.crosses.iter().map(|(_, judge)| match &judge.learned {
            Learned::OneClass(_) => size_of::<Judge>(),
            Learned::Neighbours(neighbours) => size_of::<Judge>() + neighbours.memory(),
            Learned::Forest(forest) => size_of::<Judge>() + forest.memory(),
        });
        judges.sum()
    }

    /// The score for content of a row, from 0 to 1. `None` if there were no rows of this cross.
    pub(super) fn share(&self, cross: u8, row: &[f32]) -> Option<f32> {
        let (_, judge) = self.crosses.iter().find(|(known, _)| *known == cross)?;
        Some(judge.share(row))
    }
}

/// A trained learner for one cross.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Judge {
    learned: Learned,
    /// Weights of votes for content and against it.
    weights: [f64; 2],
}

#[derive(Debug, Clone, Serialize, Deserialize)]
enum Learned {
    /// All rows had one class: whether it is content.
    OneClass(bool),
    Neighbours(Neighbours),
    Forest(Forest),
}

impl Judge {
    /// Trains a learner. `None` without rows.
    fn train(rows: Vec<Row>, learner: Learner, config: &TemplateConfig) -> Option<Self> {
        let mut rows = without_conflicts(rows);
        let count = |rows: &[Row]| {
            let content = rows.iter().filter(|(_, content)| *content).count();
            [content, rows.len() - content]
        };
        let [content, rest] = count(&rows);
        // With one class there is nothing to learn, and no weight to compute.
        if content == 0 || rest == 0 {
            let learned = Learned::OneClass(content > 0);
            return (!rows.is_empty()).then_some(Self { learned, weights: [1.0, 1.0] });
        }
        balance(&mut rows, [content, rest], config);
        let weights = match config.balance {
            Balance::Weight => [content, rest].map(|n| rows.len() as f64 / (2 * n) as f64),
            Balance::None | Balance::Over | Balance::Under => [1.0, 1.0],
        };
        // k-NN cannot weigh its rows, so its votes are weighed instead; a forest grows with the
        // weights.
        let (rows, classes): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        Some(match learner {
            Learner::Neighbours { .. } => {
                let learned = Learned::Neighbours(Neighbours::fit(&rows, &classes, NEIGHBOURS)?);
                Self { learned, weights }
            }
            Learner::Forest => {
                let growth = Growth { trees: TREES, weights, seed: config.seed };
                let learned = Learned::Forest(Forest::fit(&rows, &classes, growth)?);
                // The rows had their weights when the trees grew: votes need none.
                Self { learned, weights: [1.0, 1.0] }
            }
        })
    }

    fn share(&self, row: &[f32]) -> f32 {
        let share = match &self.learned {
            Learned::OneClass(content) => f32::from(u8::from(*content)),
            Learned::Neighbours(neighbours) => neighbours.share(row),
            Learned::Forest(forest) => forest.share(row),
        };
        let (yes, no) =
            (f64::from(share) * self.weights[0], f64::from(1.0 - share) * self.weights[1]);
        (yes / (yes + no)) as f32
    }
}

/// Drops rows that occur with both classes, as the thesis does.
fn without_conflicts(rows: Vec<Row>) -> Vec<Row> {
    let mut classes: FxHashMap<Vec<u32>, [bool; 2]> = FxHashMap::default();
    for (row, content) in &rows {
        classes.entry(bits(row)).or_default()[usize::from(*content)] = true;
    }
    rows.into_iter().filter(|(row, _)| classes.get(&bits(row)) != Some(&[true, true])).collect()
}

/// The row as a key: floats have no equality that a map could use.
pub(super) fn bits(row: &[f32]) -> Vec<u32> {
    row.iter().map(|value| value.to_bits()).collect()
}

/// Evens out the number of rows of both classes, as the configuration says.
fn balance(rows: &mut Vec<Row>, [content, rest]: [usize; 2], config: &TemplateConfig) {
    let rarer = content < rest;
    let mut random = Random::new(config.seed);
    match config.balance {
        Balance::None | Balance::Weight => {}
        Balance::Over => {
            let few: Vec<_> = rows.iter().filter(|(_, class)| *class == rarer).cloned().collect();
            let missing = content.abs_diff(rest);
            rows.extend((0..missing).map(|_| few[random.below(few.len())].clone()));
        }
        Balance::Under => {
            // Rows come in the order of pages: the first ones would be those of a few pages.
            random.shuffle(rows);
            let mut left = content.min(rest);
            rows.retain(|(_, class)| {
                let keep = *class == rarer || left > 0;
                left -= usize::from(keep && *class != rarer);
                keep
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNN: Learner = Learner::Neighbours { layers: 1 };

    fn rows(counts: [usize; 2]) -> Vec<Row> {
        let of = |class: bool, count| {
            (0..count).map(move |at| (vec![at as f32, f32::from(u8::from(class))], class))
        };
        of(true, counts[0]).chain(of(false, counts[1])).collect()
    }

    #[test]
    fn rows_with_both_classes_teach_nothing() {
        let row = |value: f32, class| (vec![value], class);
        let rows = vec![row(1.0, true), row(2.0, true), row(1.0, false), row(2.0, true)];
        assert_eq!(without_conflicts(rows), [row(2.0, true), row(2.0, true)]);
    }

    #[test]
    fn classes_are_balanced() {
        let count = |how| {
            let mut rows = rows([3, 10]);
            balance(
                &mut rows,
                [3, 10],
                &TemplateConfig { balance: how, ..TemplateConfig::default() },
            );
            let content = rows.iter().filter(|(_, content)| *content).count();
            [content, rows.len() - content]
        };
        assert_eq!(count(Balance::None), [3, 10]);
        assert_eq!(count(Balance::Over), [10, 10]);
        assert_eq!(count(Balance::Under), [3, 3]);
        let weight = TemplateConfig { balance: Balance::Weight, ..TemplateConfig::default() };
        let judge = Judge::train(rows([3, 10]), KNN, &weight).map(|judge| judge.weights);
        assert_eq!(judge, Some([13.0 / 6.0, 13.0 / 20.0]));
    }
}
