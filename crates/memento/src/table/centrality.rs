//! Scores of texts among texts: distance from the centre of a cluster, and rank in the graph of
//! similar texts.

use std::collections::BTreeMap;

use super::kmeans::{distance, mean};
use super::vectors::{TermVectors, Vector};
use super::{CLUSTER, Table};

/// Share of the rank that comes from similar texts (Brin and Page 1998).
const DAMPING: f64 = 0.85;
/// Rounds of the ranking. Each one makes the error smaller by the damping at least.
const ROUNDS: usize = 60;

/// The Euclidean distance of each text's vector from the mean of its cluster; of rows without a
/// cluster, from the mean of these. `None` for rows without a text.
pub fn centroid_distances(table: &Table, vectors: &TermVectors) -> Vec<Option<f64>> {
    let mut clusters: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
    for (place, row) in table.rows.iter().enumerate() {
        if vectors.row(place).is_some() {
            clusters.entry(row.text(CLUSTER)).or_default().push(place);
        }
    }
    let mut distances = vec![None; table.rows.len()];
    for places in clusters.into_values() {
        let points: Vec<&Vector> = places.iter().filter_map(|at| vectors.row(*at)).collect();
        let centre = mean(&points, vectors.dimensions());
        for (place, point) in places.iter().zip(points) {
            distances[*place] = Some(distance(point, &centre));
        }
    }
    distances
}

/// The rank of each text in the graph of all texts (TextRank; Mihalcea and Tarau 2004), with the
/// cosine of TF-IDF vectors as similarity (LexRank; Erkan and Radev 2004). The mean of all ranks is 1.
/// `None` for rows without a text.
///
/// Ranks go through words rather than through pairs of texts: work and memory grow with the number of
/// different words of each text, not with the square of the texts.
pub fn text_ranks(vectors: &TermVectors, rows: usize) -> Vec<Option<f64>> {
    let places: Vec<usize> = (0..rows).filter(|row| vectors.row(*row).is_some()).collect();
    let points: Vec<&Vector> = places.iter().filter_map(|row| vectors.row(*row)).collect();
    // The sum of similarities of each text with all others.
    let degrees = similar(&points, vectors.dimensions(), &vec![1.0; points.len()]);
    let mut ranks = vec![1.0; points.len()];
    for _ in 0..ROUNDS {
        // A text that resembles no other gives its rank to nobody.
        let shares = ranks.iter().zip(&degrees);
        let shares: Vec<f64> = shares
            .map(|(rank, degree)| if *degree > 1e-12 { rank / degree } else { 0.0 })
            .collect();
        let received = similar(&points, vectors.dimensions(), &shares);
        ranks = received.iter().map(|sum| 1.0 - DAMPING + DAMPING * sum).collect();
    }
    let mut all = vec![None; rows];
    places.iter().zip(ranks).for_each(|(place, rank)| all[*place] = Some(rank));
    all
}

/// The sum of `values` of all other texts, weighted with their similarity to each text.
fn similar(points: &[&Vector], dimensions: usize, values: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; dimensions];
    for (point, value) in points.iter().zip(values) {
        point.iter().for_each(|(at, weight)| sums[*at as usize] += weight * value);
    }
    let of_point = |(point, value): (&&Vector, &f64)| {
        let all: f64 = point.iter().map(|(at, weight)| weight * sums[*at as usize]).sum();
        let own: f64 = point.iter().map(|(_, weight)| weight * weight * value).sum();
        // Rounding must not make the sum of similarities negative.
        (all - own).max(0.0)
    };
    points.iter().zip(values).map(of_point).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::Row;
    use super::super::vectors::{dot, of_texts};
    use super::*;

    fn table(clusters: &[&str]) -> Table {
        let mut table = Table::default();
        for cluster in clusters {
            let mut row = Row::default();
            row.set(CLUSTER, Value::from(*cluster));
            table.rows.push(row);
        }
        table
    }

    #[test]
    fn what_differs_from_its_cluster_is_far_from_its_centre() {
        let vectors = of_texts(&["fog sea", "fog sea", "fog bread", "bread", "-"]);
        let found = centroid_distances(&table(&["0", "0", "0", "1", "0"]), &vectors);
        let [Some(a), Some(b), Some(c), Some(alone), None] = found[..] else { panic!("{found:?}") };
        assert!(a == b && c > 1.5 * a && alone < 1e-9, "{found:?}");
        // Two opposite texts are equally far from the middle between them: half the root of 2.
        let two = centroid_distances(&table(&["", ""]), &of_texts(&["fog", "sea"]));
        assert!(two.iter().all(|d| (d.expect("a text") - 0.5_f64.sqrt()).abs() < 1e-12), "{two:?}");
    }

    /// The ranks of the definition: over all pairs of texts.
    fn by_pairs(vectors: &TermVectors, texts: usize) -> Vec<f64> {
        let weight = |a: usize, b: usize| match a == b {
            true => 0.0,
            false => dot(vectors.row(a).expect("a text"), vectors.row(b).expect("a text")),
        };
        let degree = |a: usize| (0..texts).map(|b| weight(a, b)).sum::<f64>();
        let mut ranks = vec![1.0; texts];
        for _ in 0..ROUNDS {
            let rank = |a: usize| {
                let received = (0..texts).filter(|b| weight(a, *b) > 0.0);
                let received = received.map(|b| weight(a, b) / degree(b) * ranks[b]);
                1.0 - DAMPING + DAMPING * received.sum::<f64>()
            };
            ranks = (0..texts).map(rank).collect();
        }
        ranks
    }

    #[test]
    fn ranks_are_those_of_the_definition() {
        let texts = ["fog sea ship", "sea ship harbour", "ship sea", "bread oven", "harbour bread"];
        let vectors = of_texts(&texts);
        let found = text_ranks(&vectors, texts.len());
        for (found, expected) in found.iter().zip(by_pairs(&vectors, texts.len())) {
            assert!((found.expect("a text") - expected).abs() < 1e-9, "{found:?} {expected}");
        }
    }

    #[test]
    fn texts_that_resemble_none_and_rows_without_a_text() {
        let found = text_ranks(&of_texts(&["fog", "-", "bread oven", "oven bread", ""]), 6);
        let rounded: Vec<Option<i64>> =
            found.iter().map(|rank| rank.map(|rank| (rank * 100.0).round() as i64)).collect();
        assert_eq!(rounded, [Some(15), None, Some(100), Some(100), Some(15), None]);
    }
}
