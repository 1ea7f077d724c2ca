//! What a learner makes of rows, for comparison with other programs.
//!
//! `predict knn K | forest TREES SEED` reads lines from standard input, fields divided by tabs: `1`
//! or `0` and the values of a training row, or `?` and the values of a row to score. Writes a score
//! per scored row.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result};
use scutch_learn::{Forest, Growth, Neighbours};

pub(crate) const USAGE: &str = "knn K | forest TREES SEED < rows";

/// Scores the rows of standard input.
pub(crate) fn run(args: Vec<String>) -> Result<()> {
    let (mut rows, mut classes, mut asked) = (Vec::new(), Vec::new(), Vec::new());
    for line in io::stdin().lines() {
        let line = line?;
        let (head, values) = line.split_once('\t').context("a line without values")?;
        let values = values.split('\t').map(str::parse).collect::<Result<Vec<f32>, _>>()?;
        if head == "?" {
            asked.push(values);
        } else {
            rows.push(values);
            classes.push(head == "1");
        }
    }
    let number = |at: usize| args.get(at).and_then(|arg| arg.parse::<usize>().ok()).unwrap_or(5);
    let shares: Vec<f32> = if args.first().is_some_and(|name| name == "forest") {
        let growth = Growth { trees: number(1), weights: [1.0, 1.0], seed: number(2) as u64 };
        let forest = Forest::fit(&rows, &classes, growth).context("no rows")?;
        asked.iter().map(|row| forest.share(row)).collect()
    } else {
        Neighbours::fit(&rows, &classes, number(1)).context("no rows")?.shares(&asked)
    };
    let mut out = io::stdout().lock();
    shares.iter().try_for_each(|share| writeln!(out, "{share}"))?;
    Ok(())
}
