//! Clusters of mementos: by page, by site, or by near simhashes with DBSCAN (Ester, Kriegel, Sander
//! and Xu 1996).

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;

use super::{CLUSTER, Row, Table};

/// What mementos of one cluster have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClusterBy {
    /// Near simhashes, by DBSCAN. Noise, which lies in no dense region, becomes cluster -1.
    Simhash {
        /// The column of the simhash.
        column: String,
        /// Largest distance between neighbours, in bits.
        bits: u32,
        /// Mementos that make a neighbourhood dense, the one in its centre included.
        min_points: usize,
    },
    /// The original.
    Url,
    /// The registrable domain of the original.
    Domain,
}

/// Divides each cluster of a table further. Returns how many mementos lack a simhash: they stay in
/// the cluster they had.
pub fn cluster(table: &mut Table, by: &ClusterBy) -> usize {
    let mut outer: BTreeMap<Option<String>, Vec<usize>> = BTreeMap::new();
    for (place, row) in table.rows.iter().enumerate() {
        outer.entry(row.text(CLUSTER).map(str::to_owned)).or_default().push(place);
    }
    let mut without = 0;
    for places in outer.values() {
        let names: Vec<Option<String>> = match by {
            ClusterBy::Simhash { column, bits, min_points } => {
                simhash_clusters(table, places, column, (*bits, *min_points))
            }
            ClusterBy::Url => places.iter().map(|place| Some(table.rows[*place].url())).collect(),
            ClusterBy::Domain => {
                places.iter().map(|place| Some(domain(&table.rows[*place]))).collect()
            }
        };
        for (place, name) in places.iter().zip(names) {
            let row = &mut table.rows[*place];
            match name {
                Some(name) => {
                    let name = nested_name(row, &name);
                    row.set(CLUSTER, Value::from(name));
                }
                None => without += 1,
            }
        }
    }
    table.add_column(CLUSTER);
    without
}

/// The name of a new cluster inside the cluster that a row has.
pub(super) fn nested_name(row: &Row, name: &str) -> String {
    row.text(CLUSTER).map_or_else(|| name.to_owned(), |outer| format!("{outer}/{name}"))
}

fn domain(row: &Row) -> String {
    scutch_url::site(&scutch_url::host(&row.url()).unwrap_or_default())
}

/// Cluster names of the rows at some places, numbered from 0 in the order of their first rows.
fn simhash_clusters(
    table: &Table,
    places: &[usize],
    column: &str,
    (bits, min_points): (u32, usize),
) -> Vec<Option<String>> {
    let hashes: Vec<Option<u64>> =
        places.iter().map(|place| table.rows[*place].simhash(column)).collect();
    // Equal simhashes have equal neighbours, so that each counts once, with a weight. Pages that
    // never changed would otherwise make the quadratic search slow.
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
    let labels = dbscan(&points, bits, min_points);
    let label_of = |hash: &u64| numbers.get(hash).and_then(|n| labels[*n]);
    let name = |label: Option<usize>| label.map_or_else(|| "-1".to_owned(), |n| n.to_string());
    hashes.iter().map(|hash| hash.as_ref().map(|hash| name(label_of(hash)))).collect()
}

/// DBSCAN over points with weights: the cluster of each point, `None` for noise.
fn dbscan(points: &[(u64, usize)], bits: u32, min_points: usize) -> Vec<Option<usize>> {
    let neighbours = |at: usize| -> Vec<usize> {
        let near = |other: &usize| (points[at].0 ^ points[*other].0).count_ones() <= bits;
        (0..points.len()).filter(near).collect()
    };
    let is_dense = |near: &[usize]| {
        near.iter().map(|other| points[*other].1).sum::<usize>() >= min_points.max(1)
    };
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
            // Points at the border belong to the cluster, but do not extend it.
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
    fn dbscan_finds_chains_borders_and_noise() {
        // 0 - 1 - 3 - 7 are a chain of steps of one bit; the fifth is alone; the last counts twice.
        let points = [(0, 1), (1, 1), (3, 1), (7, 1), (0xffff << 20, 1), (0xffff << 40, 2)];
        let labels = dbscan(&points, 1, 2);
        assert_eq!(labels, [Some(0), Some(0), Some(0), Some(0), None, Some(1)]);
        assert_eq!(dbscan(&points, 1, 4), [None; 6]);
        // With three needed, 1 and 3 are dense; 0 and 7 are at the border.
        assert_eq!(dbscan(&points[..4], 1, 3), [Some(0); 4]);
        assert_eq!(dbscan(&[], 1, 1), []);
    }

    #[test]
    fn clusters_are_divided_and_never_joined() {
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
        let column = "simhash_raw".to_owned();
        let by = ClusterBy::Simhash { column, bits: 3, min_points: 2 };
        assert_eq!(cluster(&mut table, &by), 1);
        let found: Vec<_> = table.rows.iter().map(|row| row.text(CLUSTER).unwrap()).collect();
        assert_eq!(found, ["a/0", "b/-1", "a/0", "a"]);
    }

    #[test]
    fn pages_and_sites_make_clusters() {
        let table = || {
            let text = "urim\turl\nu1\thttp://www.a.example/x\nu2\thttp://a.example/y\n\
                        u3\thttp://b.example/\n";
            crate::table::read(text).expect("a table").0
        };
        for (by, expected) in [
            (ClusterBy::Url, ["http://www.a.example/x", "http://a.example/y", "http://b.example/"]),
            (ClusterBy::Domain, ["a.example", "a.example", "b.example"]),
        ] {
            let mut table = table();
            assert_eq!(cluster(&mut table, &by), 0);
            let found: Vec<_> = table.rows.iter().map(|row| row.text(CLUSTER).unwrap()).collect();
            assert_eq!(found, expected, "{by:?}");
            assert_eq!(table.columns, ["urim", "url", "cluster"]);
        }
    }
}
