//! Filters that keep or drop a row depending on other rows.

use std::collections::BTreeMap;

use super::{CLUSTER, Table};

/// When two mementos of a page are near duplicates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearDuplicates {
    /// The column of the simhash.
    pub column: String,
    /// Largest distance of two simhashes, in bits.
    pub bits: u32,
}

/// Drops each memento that is a near duplicate of the last one kept before it in time, page by
/// page. Rows without simhash stay.
pub fn drop_near_duplicates(table: &mut Table, near: &NearDuplicates) {
    let mut pages: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, row) in table.rows.iter().enumerate() {
        pages.entry(row.url()).or_default().push(place);
    }
    let mut keep = vec![true; table.rows.len()];
    for mut places in pages.into_values() {
        let time = |place: &usize| table.rows[*place].unix_ms();
        places.sort_by_key(|place| (time(place).is_none(), time(place), *place));
        let mut last = None;
        for place in places {
            let Some(hash) = table.rows[place].simhash(&near.column) else { continue };
            // Against the last one kept, not the last one: a slow drift is kept in steps.
            let again = last.is_some_and(|last: u64| (last ^ hash).count_ones() <= near.bits);
            if again {
                keep[place] = false;
            } else {
                last = Some(hash);
            }
        }
    }
    let mut keep = keep.into_iter();
    table.rows.retain(|_| keep.next().unwrap_or(true));
}

/// Keeps the mementos of the `most` largest clusters. Of equally large ones, the first name wins.
pub fn keep_largest_clusters(table: &mut Table, most: usize) {
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    for row in &table.rows {
        *sizes.entry(row.text(CLUSTER).unwrap_or_default().to_owned()).or_default() += 1;
    }
    // Noise is often the largest group, and no cluster.
    sizes.retain(|name, _| is_cluster(name));
    let mut ranked: Vec<(String, usize)> = sizes.into_iter().collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    ranked.truncate(most);
    let kept = |name: &str| ranked.iter().any(|(kept, _)| kept == name);
    table.rows.retain(|row| row.text(CLUSTER).is_some_and(kept));
}

/// Keeps one memento of each cluster: the one with the largest number in a column, the first of
/// equals. Noise is dropped.
pub fn keep_best_of_clusters(table: &mut Table, column: &str) {
    let mut best: BTreeMap<String, (f64, usize)> = BTreeMap::new();
    for (place, row) in table.rows.iter().enumerate() {
        let Some(score) = row.number(column) else { continue };
        let Some(name) = row.text(CLUSTER).filter(|name| is_cluster(name)) else { continue };
        let entry = best.entry(name.to_owned()).or_insert((score, place));
        if score > entry.0 {
            *entry = (score, place);
        }
    }
    let mut keep = vec![false; table.rows.len()];
    best.into_values().for_each(|(_, place)| keep[place] = true);
    let mut keep = keep.into_iter();
    table.rows.retain(|_| keep.next().unwrap_or(false));
}

/// Whether a name is that of a cluster, rather than empty or that of noise.
fn is_cluster(name: &str) -> bool {
    !name.is_empty() && name.rsplit('/').next() != Some("-1")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::Row;
    use super::*;

    fn table(rows: &Value) -> Table {
        let rows = rows.as_array().expect("rows").iter();
        let rows = rows.map(|row| Row(row.as_object().expect("row").clone())).collect();
        Table { columns: Vec::new(), rows }
    }

    fn uris(table: &Table) -> Vec<&str> {
        table.rows.iter().map(Row::uri_m).collect()
    }

    #[test]
    fn near_duplicates_are_compared_with_the_last_one_kept() {
        let row = |uri: &str, url: &str, time: u64, hash: &str| json!({"urim": uri, "url": url, "timestamp": time, "simhash_raw": hash});
        let mut table = table(&json!([
            row("b", "http://a/", 20150101000000, "0000000000000003"),
            row("a", "http://a/", 20140101000000, "0000000000000000"),
            row("c", "http://a/", 20160101000000, "000000000000000f"),
            row("d", "http://b/", 20160101000000, "000000000000000f"),
            row("e", "http://a/", 20170101000000, ""),
        ]));
        // b is two bits from a and goes; c is two bits from b but four from a, the last one kept.
        let near = NearDuplicates { column: "simhash_raw".to_owned(), bits: 3 };
        drop_near_duplicates(&mut table, &near);
        assert_eq!(uris(&table), ["a", "c", "d", "e"]);
    }

    #[test]
    fn clusters_are_ranked_by_size_and_mementos_by_score() {
        let row = |uri: &str, cluster: &str, score: f64| json!({"urim": uri, "cluster": cluster, "score": score});
        let rows = json!([
            row("a", "1", 0.5),
            row("b", "0", 0.9),
            row("c", "1", 0.7),
            row("d", "-1", 3.0),
            row("e", "-1", 3.0),
            row("f", "-1", 3.0),
            row("g", "2", 0.1)
        ]);
        let mut largest = table(&rows);
        keep_largest_clusters(&mut largest, 2);
        assert_eq!(uris(&largest), ["a", "b", "c"]);
        let mut best = table(&rows);
        keep_best_of_clusters(&mut best, "score");
        assert_eq!(uris(&best), ["b", "c", "g"]);
    }
}
