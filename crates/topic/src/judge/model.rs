//! The learned combination: a logistic regression whose coefficients are in `data/model.tsv`.

use std::sync::OnceLock;

use scutch_learn::Logistic;

use crate::judge::features::{COUNT, NAMES};

/// A logistic regression over the features, with its threshold.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Coefficients of the rows of [`crate::judge::features`].
    pub logistic: Logistic,
    /// Probability from which a memento is off-topic.
    pub threshold: f64,
}

impl Model {
    /// The model that the program ships with.
    pub fn shipped() -> &'static Self {
        // Parsed once a process: the text is part of the program.
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| Self::parse(include_str!("../../data/model.tsv")))
    }

    /// Reads `name<TAB>number` lines. A coefficient that is not named is 0.
    pub fn parse(text: &str) -> Self {
        let rows = || {
            let lines = text.lines().filter(|l| !l.starts_with('#'));
            lines.filter_map(|l| l.split_once('\t')).filter_map(|(n, v)| Some((n, v.parse().ok()?)))
        };
        let number = |name: &str| {
            rows().find(|(known, _)| *known == name).map_or(0.0, |(_, number): (_, f64)| number)
        };
        let weights = NAMES.iter().map(|name| number(name)).collect();
        let logistic = Logistic { bias: number("bias"), weights };
        Self { logistic, threshold: number("threshold") }
    }

    /// The lines that [`Model::parse`] reads.
    pub fn lines(&self) -> String {
        let named = NAMES.iter().zip(&self.logistic.weights);
        let all = [("threshold", self.threshold), ("bias", self.logistic.bias)]
            .into_iter()
            .chain(named.map(|(name, weight)| (*name, *weight)))
            .map(|(name, number)| format!("{name}\t{number:.4}\n"));
        all.collect()
    }

    /// Probability that a memento with these features is off-topic.
    pub fn probability(&self, row: &[f64; COUNT]) -> f64 {
        self.logistic.probability(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lead_back() {
        let model = Model::shipped();
        assert!(model.threshold > 0.0 && model.logistic.weights.iter().any(|w| *w != 0.0));
        assert_eq!(Model::parse(&model.lines()), *model);
        let shipped = include_str!("../../data/model.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(shipped.collect::<Vec<_>>(), model.lines().lines().collect::<Vec<_>>());
    }
}
