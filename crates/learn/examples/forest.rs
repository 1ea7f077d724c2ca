//! Scores a random forest on groups that it has not seen, with an interval over the groups:
//! `cargo run -p scutch-learn --example forest`.

use scutch_learn::{Counts, Forest, Growth, Random, fold_of, interval_of};

const FOLDS: usize = 5;

/// One labelled row of a group.
struct Row {
    group: String,
    values: Vec<f32>,
    class: bool,
}

fn main() {
    let rows = made();
    // Rows of a group resemble each other, so a group is either trained on or scored, never both.
    let mut counts = vec![Counts::default(); 20];
    for fold in 0..FOLDS {
        let (scored, trained): (Vec<&Row>, Vec<&Row>) =
            rows.iter().partition(|row| fold_of(&row.group, FOLDS) == fold);
        let values: Vec<Vec<f32>> = trained.iter().map(|row| row.values.clone()).collect();
        let classes: Vec<bool> = trained.iter().map(|row| row.class).collect();
        let growth = Growth { trees: 20, weights: [1.0, 1.0], seed: 1 };
        let Some(forest) = Forest::fit(&values, &classes, growth) else { continue };
        for row in scored {
            let group: usize = row.group.parse().unwrap_or_default();
            counts[group].add(row.class, forest.share(&row.values) >= 0.5, 1.0);
        }
    }
    let mean_f1 = |chosen: &[&Counts]| {
        chosen.iter().map(|counts| counts.f1()).sum::<f64>() / chosen.len() as f64
    };
    if let Some(f1) = interval_of(&counts, 1000, 1, mean_f1) {
        println!("F1 {:.3} ({:.3} to {:.3})", f1.mean, f1.low, f1.high);
    }
}

/// Twenty groups of thirty rows; the class follows from the first value, but for some noise.
fn made() -> Vec<Row> {
    let mut random = Random::new(1);
    let mut rows = Vec::new();
    for number in 0..600 {
        let values = [random.unit() as f32, random.unit() as f32];
        let class = (values[0] > 0.6) != (random.unit() < 0.05);
        rows.push(Row { group: (number / 30).to_string(), values: values.to_vec(), class });
    }
    rows
}
