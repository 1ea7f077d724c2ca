//! Samples of a table, reproducible by seed. The order of rows stays.

use std::collections::BTreeMap;

use scutch_learn::Random;

use super::Table;

/// How rows are sampled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sampling {
    /// So many rows, all equally likely.
    Random(usize),
    /// Every n-th row, from a random start.
    Systematic(usize),
    /// So many rows of each value of a column, all equally likely.
    Stratified {
        /// The column.
        column: String,
        /// Rows of each value.
        size: usize,
    },
}

/// Keeps a sample of the rows.
pub fn sample(table: &mut Table, sampling: &Sampling, seed: u64) {
    let mut random = Random::new(seed);
    let all = table.rows.len();
    let mut keep = vec![false; all];
    match sampling {
        Sampling::Random(size) => draw((0..all).collect(), *size, &mut random, &mut keep),
        Sampling::Systematic(step) => {
            let step = (*step).max(1);
            (random.below(step)..all).step_by(step).for_each(|place| keep[place] = true);
        }
        Sampling::Stratified { column, size } => {
            let mut strata: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (place, row) in table.rows.iter().enumerate() {
                let value = row.0.get(column).map(ToString::to_string).unwrap_or_default();
                strata.entry(value).or_default().push(place);
            }
            // Sorted by value, so that the draws do not depend on the order of rows.
            for places in strata.into_values() {
                draw(places, *size, &mut random, &mut keep);
            }
        }
    }
    let mut keep = keep.into_iter();
    table.rows.retain(|_| keep.next().unwrap_or(false));
}

fn draw(mut places: Vec<usize>, size: usize, random: &mut Random, keep: &mut [bool]) {
    random.shuffle(&mut places);
    places.into_iter().take(size).for_each(|place| keep[place] = true);
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn table() -> Table {
        let rows: String = (0..30).map(|n| format!("u{n:02}\t{}\n", n % 3)).collect();
        read(&format!("urim\tcluster\n{rows}")).unwrap().0
    }

    fn sampled(sampling: &Sampling, seed: u64) -> Vec<String> {
        let mut table = table();
        sample(&mut table, sampling, seed);
        table.rows.iter().map(|row| row.uri_m().to_owned()).collect()
    }

    #[test]
    fn one_seed_gives_one_sample_in_row_order() {
        let random = Sampling::Random(5);
        assert_eq!(sampled(&random, 1), sampled(&random, 1));
        assert_ne!(sampled(&random, 1), sampled(&random, 2));
        assert!(sampled(&random, 1).is_sorted());
        assert_eq!(sampled(&Sampling::Random(99), 1).len(), 30);
    }

    #[test]
    fn steps_and_strata_have_their_sizes() {
        let every = sampled(&Sampling::Systematic(10), 4);
        assert_eq!(every.len(), 3);
        let digit = |uri: &String| uri[2..].to_owned();
        assert!(every.iter().all(|uri| digit(uri) == digit(&every[0])));
        let strata = sampled(&Sampling::Stratified { column: "cluster".to_owned(), size: 2 }, 1);
        assert_eq!(strata.len(), 6);
        for cluster in 0..3 {
            let rows = strata.iter().filter(|uri| uri[1..].parse::<u32>().unwrap() % 3 == cluster);
            assert_eq!(rows.count(), 2);
        }
    }
}
