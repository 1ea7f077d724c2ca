//! Time slices: consecutive parts of a collection of equal size (AlNoamany, Weigle and Nelson
//! 2017).

use serde_json::Value;

use super::cluster::nested_name;
use super::{CLUSTER, Table};

/// The number of slices that the publication takes for a number of mementos: 28 + ln n, rounded up.
pub fn default_slices(mementos: usize) -> usize {
    (28.0 + (mementos.max(1) as f64).ln()).ceil() as usize
}

/// Mementos from which on the number of exemplars is that of slices; fewer have their square root.
const SMALL: usize = 767;

/// The number of exemplars that the algorithms after the first aim at: the square root of the number
/// of mementos, of more than 767 the number of slices (Jones 2021).
pub fn story_size(mementos: usize) -> usize {
    match mementos > SMALL {
        true => default_slices(mementos),
        false => (mementos as f64).sqrt().ceil() as usize,
    }
}

/// Makes the number of its slice the cluster of each memento. Sizes differ by at most one. Mementos
/// without a date come last. The order of rows stays.
pub fn assign_slices(table: &mut Table, slices: usize) {
    let mut places: Vec<usize> = (0..table.rows.len()).collect();
    let keys: Vec<_> = table.rows.iter().map(|r| (r.unix_ms(), r.uri_m().to_owned())).collect();
    places.sort_by_key(|place| {
        let (time, uri) = &keys[*place];
        (time.is_none(), *time, uri.clone(), *place)
    });
    let slices = slices.clamp(1, places.len().max(1));
    for (rank, place) in places.iter().enumerate() {
        // By rank, not by time: slices have equal numbers of mementos, not equal lengths.
        let number = rank * slices / table.rows.len();
        let row = &mut table.rows[*place];
        let name = nested_name(row, &number.to_string());
        row.set(CLUSTER, Value::from(name));
    }
    table.add_column(CLUSTER);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::super::{Row, URI_M};
    use super::*;

    #[test]
    fn default_slices_are_those_of_the_publication() {
        assert_eq!((default_slices(1), default_slices(1000), default_slices(0)), (28, 35, 28));
    }

    proptest! {
        #[test]
        fn every_memento_has_a_slice_and_sizes_differ_by_one(times in prop::collection::vec(0_u64..3000, 0..200), slices in 0_usize..40) {
            let mut table = Table::default();
            for (number, year) in times.iter().enumerate() {
                let mut row = Row::default();
                row.set(URI_M, Value::from(format!("u{number}")));
                // Most of these numbers are no years: such rows have no date.
                row.set("timestamp", Value::from(format!("{year}0101000000")));
                table.rows.push(row);
            }
            let before: Vec<String> = table.rows.iter().map(|r| r.uri_m().to_owned()).collect();
            assign_slices(&mut table, slices);
            let after: Vec<String> = table.rows.iter().map(|r| r.uri_m().to_owned()).collect();
            prop_assert_eq!(before, after);
            let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
            for row in &table.rows {
                let number = row.text(CLUSTER).and_then(|c| c.parse().ok());
                *sizes.entry(number.expect("a number")).or_default() += 1;
            }
            let (least, most) = (sizes.values().min(), sizes.values().max());
            prop_assert!(most.unwrap_or(&0) - least.unwrap_or(&0) <= 1);
            prop_assert_eq!(sizes.len(), slices.max(1).min(times.len()));
        }
    }
}
