//! The learned combination: trees whose table is `data/model.tsv`.

use std::sync::OnceLock;

use scutch_learn::Trees;

use crate::judge::features::FEATURES;

/// Trees over the features, with a threshold.
#[derive(Debug, Clone)]
pub struct Model {
    trees: Trees,
    text: String,
    /// Probability from which a memento is off-topic.
    pub threshold: f64,
}

/// Models of the same table are equal.
impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Model {
    /// The model that the program ships with.
    pub fn shipped() -> &'static Self {
        // Parsed once a process: the text is part of the program.
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| Self::parse(include_str!("../../data/model.tsv")))
    }

    /// Reads a table: a line `threshold`, then trees as [`Trees::read`] reads them.
    pub fn parse(text: &str) -> Self {
        let names: Vec<String> = FEATURES.iter().map(|feature| feature.name.to_owned()).collect();
        let rows: String = text
            .lines()
            .filter(|line| !line.starts_with("threshold"))
            .map(|l| format!("{l}\n"))
            .collect();
        let threshold = text.lines().find_map(|line| line.strip_prefix("threshold\t"));
        Self {
            trees: Trees::read(&rows, &names, |_| 0),
            threshold: threshold.and_then(|number| number.parse().ok()).unwrap_or(0.5),
            text: text.to_owned(),
        }
    }

    /// Probability that a memento with these features is off-topic.
    pub fn probability(&self, row: &[f32]) -> f64 {
        let log_odds = self.trees.log_odds(&[row]).next().unwrap_or_default();
        1.0 / (1.0 + f64::from(-log_odds).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_table_is_whole() {
        let model = Model::shipped();
        assert!(model.threshold > 0.0 && model.threshold < 1.0);
        let lines = model.text.lines().filter(|line| !line.starts_with('#'));
        // Besides trees: the threshold, the base and the names.
        assert_eq!(model.trees.len() + 3, lines.count());
        let names = model.text.lines().find_map(|line| line.strip_prefix("features\t"));
        let known: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
        assert_eq!(names.unwrap_or_default().split(' ').collect::<Vec<_>>(), known);
    }

    #[test]
    fn a_table_is_read_as_written() {
        let table = "# made by hand\nthreshold\t0.4\nbase\t-1\nfeatures\tmarks title\n\
                     0\t1:0.5:0 -2 3\n";
        let model = Model::parse(table);
        let row = |title: f32| {
            let value = |feature: &super::super::features::Feature| match feature.name {
                "title" => title,
                _ => 0.0,
            };
            FEATURES.iter().map(value).collect::<Vec<f32>>()
        };
        assert_eq!(model.threshold, 0.4);
        // Log odds of -3 and 2.
        assert!((model.probability(&row(0.1)) - 0.0474).abs() < 1e-3);
        assert!((model.probability(&row(0.9)) - 0.8808).abs() < 1e-3);
        assert_eq!(model, Model::parse(table));
        assert_ne!(model, *Model::shipped());
    }
}
