//! Clusters of mementos: by page, by site, by time, by near simhashes, by words.

use std::collections::BTreeMap;

use serde_json::Value;

use super::dbscan::dbscan;
use super::kmeans::kmeans;
use super::vectors::{TermVectors, Vector, dot};
use super::{CLUSTER, Row, Table};

/// What mementos of one cluster have in common.
pub enum ClusterBy<'v> {
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
    /// The time of capture, by k-means.
    Time {
        /// Clusters at most.
        k: usize,
        /// Seed of the first centres.
        seed: u64,
    },
    /// The words, by k-means of their vectors.
    Terms {
        /// The texts of the table's rows.
        vectors: &'v TermVectors,
        /// Clusters at most.
        k: usize,
        /// Seed of the first centres.
        seed: u64,
    },
    /// Near words, by DBSCAN. Noise becomes cluster -1.
    NearTerms {
        /// The texts of the table's rows.
        vectors: &'v TermVectors,
        /// Largest Euclidean distance between vectors of neighbours, 0 to the root of 2.
        distance: f64,
        /// As of simhashes.
        min_points: usize,
    },
    /// What somebody else found: for the numbers of some rows the groups they are in, `None` where a
    /// row is in none.
    Given(&'v dyn Fn(&[usize]) -> Vec<Option<usize>>),
}

/// Divides each cluster of a table further. Returns how many mementos lack what it takes (a simhash, a
/// date, a text): they stay in the cluster they had.
pub fn cluster(table: &mut Table, by: &ClusterBy<'_>) -> usize {
    let mut outer: BTreeMap<Option<String>, Vec<usize>> = BTreeMap::new();
    for (place, row) in table.rows.iter().enumerate() {
        outer.entry(row.text(CLUSTER).map(str::to_owned)).or_default().push(place);
    }
    let mut without = 0;
    for places in outer.values() {
        let names = by.names(table, places);
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

impl ClusterBy<'_> {
    /// The names of the clusters of some rows; `None` where a row cannot be put into one.
    fn names(&self, table: &Table, places: &[usize]) -> Vec<Option<String>> {
        let of_row = |name: fn(&Row) -> String| {
            places.iter().map(|place| Some(name(&table.rows[*place]))).collect()
        };
        match self {
            Self::Simhash { column, bits, min_points } => {
                simhash_clusters(table, places, column, (*bits, *min_points))
            }
            Self::Url => of_row(Row::url),
            Self::Domain => of_row(domain),
            Self::Time { k, seed } => time_clusters(table, places, *k, *seed),
            Self::Terms { vectors, k, seed } => {
                let clusters = |points: &[&Vector]| {
                    let found = kmeans(points, vectors.dimensions(), *k, *seed);
                    found.into_iter().map(Some).collect()
                };
                vector_clusters(table, places, |place| vectors.row(place), clusters)
            }
            Self::NearTerms { vectors, distance, min_points } => {
                let clusters = |points: &[&Vector]| near_vectors(points, *distance, *min_points);
                vector_clusters(table, places, |place| vectors.row(place), clusters)
            }
            Self::Given(groups) => {
                groups(places).into_iter().map(|group| group.map(|n| n.to_string())).collect()
            }
        }
    }
}

fn domain(row: &Row) -> String {
    scutch_url::site(&scutch_url::host(&row.url()).unwrap_or_default())
}

/// The name of a cluster: its number, -1 for noise.
fn name(label: Option<usize>) -> String {
    label.map_or_else(|| "-1".to_owned(), |number| number.to_string())
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
    let (mut points, mut weights): (Vec<u64>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut numbers: BTreeMap<u64, usize> = BTreeMap::new();
    for hash in hashes.iter().flatten() {
        let next = points.len();
        let number = *numbers.entry(*hash).or_insert(next);
        if number == next {
            points.push(*hash);
            weights.push(0);
        }
        weights[number] += 1;
    }
    let labels = dbscan(&weights, min_points, |at| {
        let near = |other: &usize| (points[at] ^ points[*other]).count_ones() <= bits;
        (0..points.len()).filter(near).collect()
    });
    let label_of = |hash: &u64| numbers.get(hash).and_then(|n| labels[*n]);
    hashes.iter().map(|hash| hash.as_ref().map(|hash| name(label_of(hash)))).collect()
}

/// Cluster names by k-means over the time of capture, the earliest cluster first.
fn time_clusters(table: &Table, places: &[usize], k: usize, seed: u64) -> Vec<Option<String>> {
    let times: Vec<Option<i64>> = places.iter().map(|at| table.rows[*at].unix_ms()).collect();
    let first = times.iter().flatten().min().copied().unwrap_or_default();
    let last = times.iter().flatten().max().copied().unwrap_or_default();
    let life = (i128::from(last) - i128::from(first)).max(1) as f64;
    // Shares of the life of the collection: squares of milliseconds would lose their last digits.
    let share = |time: i64| (i128::from(time) - i128::from(first)) as f64 / life;
    let vectors: BTreeMap<usize, Vector> = places
        .iter()
        .zip(&times)
        .filter_map(|(place, time)| Some((*place, vec![(0, share((*time)?))])))
        .collect();
    let clusters = |points: &[&Vector]| kmeans(points, 1, k, seed).into_iter().map(Some).collect();
    vector_clusters(table, places, |place| vectors.get(&place), clusters)
}

/// Clusters of the vectors of some rows. They are found in the order of time, then URI-M, so that
/// the order of rows changes nothing.
fn vector_clusters<'v>(
    table: &Table,
    places: &[usize],
    vector: impl Fn(usize) -> Option<&'v Vector>,
    clusters: impl Fn(&[&Vector]) -> Vec<Option<usize>>,
) -> Vec<Option<String>> {
    let mut order: Vec<usize> =
        (0..places.len()).filter(|at| vector(places[*at]).is_some()).collect();
    order.sort_by_key(|at| {
        let row = &table.rows[places[*at]];
        (row.unix_ms().is_none(), row.unix_ms(), row.uri_m().to_owned())
    });
    let points: Vec<&Vector> = order.iter().filter_map(|at| vector(places[*at])).collect();
    let mut names = vec![None; places.len()];
    for (at, label) in order.iter().zip(clusters(&points)) {
        names[*at] = Some(name(label));
    }
    names
}

/// DBSCAN over vectors of length 1, whose squared distance is 2 less twice their product.
fn near_vectors(points: &[&Vector], distance: f64, min_points: usize) -> Vec<Option<usize>> {
    let near = |a: &Vector, b: &Vector| {
        let squared = dot(a, a) - 2.0 * dot(a, b) + dot(b, b);
        squared <= distance * distance
    };
    dbscan(&vec![1; points.len()], min_points, |at| {
        (0..points.len()).filter(|other| near(points[at], points[*other])).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::super::vectors::of_texts;
    use super::*;

    fn found(table: &Table) -> Vec<&str> {
        table.rows.iter().map(|row| row.text(CLUSTER).unwrap_or("none")).collect()
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
        assert_eq!(found(&table), ["a/0", "b/-1", "a/0", "a"]);
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
            assert_eq!(found(&table), expected);
            assert_eq!(table.columns, ["urim", "url", "cluster"]);
        }
    }

    /// Rows of the given times.
    fn timed(times: &[&str]) -> Table {
        let rows = times.iter().enumerate().map(|(n, time)| format!("u{n}\t{time}\n"));
        let text = format!("urim\ttimestamp\n{}", rows.collect::<String>());
        crate::table::read(&text).expect("a table").0
    }

    #[test]
    fn times_make_clusters_from_the_earliest_on() {
        let times =
            ["20200101000000", "20050101000000", "never", "20050301000000", "20200102000000"];
        let mut table = timed(&times);
        assert_eq!(cluster(&mut table, &ClusterBy::Time { k: 2, seed: 9 }), 1);
        assert_eq!(found(&table), ["1", "0", "none", "0", "1"]);
        // The order of rows changes nothing.
        let mut turned = timed(&times);
        turned.rows.reverse();
        cluster(&mut turned, &ClusterBy::Time { k: 2, seed: 9 });
        turned.rows.reverse();
        assert_eq!(found(&turned), found(&table));
    }

    #[test]
    fn words_make_clusters_within_those_that_there_are() {
        let mut table = timed(&["2001", "2002", "2003", "2004", "2005"]);
        let vectors = of_texts(&["fog sea fog", "fog sea", "bread oven", "oven bread flour", "-"]);
        let by = ClusterBy::Terms { vectors: &vectors, k: 2, seed: 0 };
        assert_eq!(cluster(&mut table, &by), 1);
        assert_eq!(found(&table), ["0", "0", "1", "1", "none"]);
        let by = ClusterBy::NearTerms { vectors: &vectors, distance: 0.5, min_points: 2 };
        assert_eq!(cluster(&mut table, &by), 1);
        assert_eq!(found(&table), ["0/0", "0/0", "1/-1", "1/-1", "none"]);
        let evens = |places: &[usize]| places.iter().map(|at| Some(at % 2)).collect();
        cluster(&mut table, &ClusterBy::Given(&evens));
        assert_eq!(found(&table), ["0/0/0", "0/0/1", "1/-1/0", "1/-1/1", "0"]);
    }
}
