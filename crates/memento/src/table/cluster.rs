//! Clusters: mementos with near simhashes (DBSCAN; Ester, Kriegel, Sander and Xu 1996), of one page,
//! or of one site.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::{CLUSTER, Row, Table};

/// What puts mementos into one cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// Simhashes of this column that differ in at most `bits` bits, in dense places: `least`
    /// mementos, the one looked at among them. What is in no dense place is in cluster -1.
    Simhash {
        /// The column.
        column: String,
        /// Largest distance of neighbours.
        bits: u32,
        /// Mementos of a dense place.
        least: usize,
    },
    /// The original.
    Url,
    /// The registrable domain of the original.
    Domain,
}

/// Gives each memento a cluster, within the cluster it has; how many have no simhash and so none.
pub fn cluster(table: &mut Table, by: &By) -> usize {
    let mut outer: BTreeMap<Option<String>, Vec<usize>> = BTreeMap::new();
    for (place, row) in table.rows.iter().enumerate() {
        outer.entry(row.text(CLUSTER).map(str::to_owned)).or_default().push(place);
    }
    let mut without = 0;
    for places in outer.values() {
        let names: Vec<Option<String>> = match by {
            By::Simhash { column, bits, least } => dense(table, places, column, (*bits, *least)),
            By::Url => places.iter().map(|place| Some(table.rows[*place].url())).collect(),
            By::Domain => places.iter().map(|place| Some(domain(&table.rows[*place]))).collect(),
        };
        for (place, name) in places.iter().zip(names) {
            let row = &mut table.rows[*place];
            match name {
                Some(name) => {
                    let name = nest(row, &name);
                    row.set(CLUSTER, Value::from(name));
                }
                None => without += 1,
            }
        }
    }
    table.column(CLUSTER);
    without
}

/// The name of a cluster within the cluster a row has.
pub(super) fn nest(row: &Row, name: &str) -> String {
    row.text(CLUSTER).map_or_else(|| name.to_owned(), |outer| format!("{outer}/{name}"))
}

fn domain(row: &Row) -> String {
    scutch_url::site(&scutch_url::host(&row.url()).unwrap_or_default())
}

/// Clusters of the rows at these places, numbered from 0 by their first rows.
fn dense(
    table: &Table,
    places: &[usize],
    column: &str,
    (bits, least): (u32, usize),
) -> Vec<Option<String>> {
    let hashes: Vec<Option<u64>> =
        places.iter().map(|place| table.rows[*place].simhash(column)).collect();
    // Rows with the same simhash have the same neighbours: each simhash is looked at once.
    let mut points: Vec<(u64, usize)> = Vec::new();
    let mut numbers: BTreeMap<u64, usize> = BTreeMap::new();
    for hash in hashes.iter().flatten() {
        let next = points.len();
        let number = *numbers.entry(*hash).or_insert(next);
        if number == next {
            points.push((*hash, 0));
        }
        points[number].1 += 1;
    }
    let labels = dbscan(&points, bits, least);
    let name = |hash: &u64| numbers.get(hash).and_then(|n| labels[*n]);
    let label = |n: Option<usize>| n.map_or_else(|| "-1".to_owned(), |n| n.to_string());
    hashes.iter().map(|hash| hash.as_ref().map(|hash| label(name(hash)))).collect()
}

/// The cluster of each point with its weight; `None` for noise.
fn dbscan(points: &[(u64, usize)], bits: u32, least: usize) -> Vec<Option<usize>> {
    let neighbours = |at: usize| -> Vec<usize> {
        let near = |other: &usize| (points[at].0 ^ points[*other].0).count_ones() <= bits;
        (0..points.len()).filter(near).collect()
    };
    let is_dense =
        |near: &[usize]| near.iter().map(|other| points[*other].1).sum::<usize>() >= least.max(1);
    let mut labels: Vec<Option<usize>> = vec![None; points.len()];
    let mut clusters = 0;
    for start in 0..points.len() {
        if labels[start].is_some() {
            continue;
        }
        let near = neighbours(start);
        if !is_dense(&near) {
            continue;
        }
        let mut waiting: VecDeque<usize> = near.into();
        labels[start] = Some(clusters);
        while let Some(at) = waiting.pop_front() {
            if labels[at].is_some() {
                continue;
            }
            labels[at] = Some(clusters);
            let near = neighbours(at);
            if is_dense(&near) {
                waiting.extend(near.into_iter().filter(|other| labels[*other].is_none()));
            }
        }
        clusters += 1;
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_places_and_noise() {
        // 0 - 1 - 3 - 7 are a chain of steps of one bit; the next is alone; the last are the same.
        let points = [(0, 1), (1, 1), (3, 1), (7, 1), (0xffff << 20, 1), (0xffff << 40, 2)];
        let labels = dbscan(&points, 1, 2);
        assert_eq!(labels, [Some(0), Some(0), Some(0), Some(0), None, Some(1)]);
        assert_eq!(dbscan(&points, 1, 4), [None; 6]);
        // Three neighbours make 1 and 3 dense; 0 and 7 are at the border.
        assert_eq!(dbscan(&points[..4], 1, 3), [Some(0); 4]);
        assert_eq!(dbscan(&[], 1, 1), []);
    }

    #[test]
    fn clusters_stay_within_clusters() {
        let mut table = Table::default();
        for (outer, hash) in [
            ("a", "0000000000000000"),
            ("b", "0000000000000000"),
            ("a", "0000000000000001"),
            ("a", ""),
        ] {
            let mut row = Row::default();
            row.set(CLUSTER, Value::from(outer));
            row.set("simhash_raw", Value::from(hash));
            table.rows.push(row);
        }
        let by = By::Simhash { column: "simhash_raw".to_owned(), bits: 3, least: 2 };
        assert_eq!(cluster(&mut table, &by), 1);
        let found: Vec<_> = table.rows.iter().map(|row| row.text(CLUSTER).unwrap()).collect();
        assert_eq!(found, ["a/0", "b/-1", "a/0", "a"]);
    }
}
