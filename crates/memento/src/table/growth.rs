//! Statistics of a collection: how it grew, and what its originals are like.

use std::collections::{BTreeMap, BTreeSet};

use super::{Row, Table};

/// One step in the life of a collection. All values are shares of the whole, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Growth {
    /// Of the time between the first and the last memento.
    pub time: f64,
    /// Of the mementos.
    pub mementos: f64,
    /// Of the originals that were captured at least once until then.
    pub originals: f64,
}

/// The growth at every hundredth of a collection's life. Mementos without a date are left out.
pub fn growth(table: &Table) -> Vec<Growth> {
    let mut dated: Vec<(i64, String)> =
        table.rows.iter().filter_map(|row| Some((row.unix_ms()?, row.url()))).collect();
    dated.sort();
    let (Some(first), Some(last)) = (dated.first().map(|d| d.0), dated.last().map(|d| d.0)) else {
        return Vec::new();
    };
    let originals: BTreeSet<&str> = dated.iter().map(|(_, url)| url.as_str()).collect();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut mementos = 0;
    // In 128 bits: the span of two extreme dates times 100 overflows 64.
    let (first, last) = (i128::from(first), i128::from(last));
    let time = |hundredth| first + (last - first) * hundredth / 100;
    let step = |hundredth: i128| {
        let until = dated.partition_point(|(dated, _)| i128::from(*dated) <= time(hundredth));
        seen.extend(dated[mementos..until].iter().map(|(_, url)| url.as_str()));
        mementos = until;
        Growth {
            time: hundredth as f64 / 100.0,
            mementos: until as f64 / dated.len() as f64,
            originals: seen.len() as f64 / originals.len() as f64,
        }
    };
    (0..=100).map(step).collect()
}

/// Statistics of the originals of a collection.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SeedStats {
    /// Number of mementos.
    pub mementos: usize,
    /// Number of different originals.
    pub originals: usize,
    /// Different registrable domains less 1, over originals less 1: 0 to 1.
    pub domain_diversity: f64,
    /// Different depths less 1, over originals less 1: 0 to 1.
    pub depth_diversity: f64,
    /// Commonest depth: segments of the path, one more with a query. Of equals, the smallest.
    pub commonest_depth: usize,
    /// Share of originals of depth 0.
    pub top_level: f64,
    /// Share of originals with a query.
    pub with_query: f64,
}

/// Computes the statistics of a table's originals.
pub fn seed_stats(table: &Table) -> SeedStats {
    let originals: BTreeSet<String> = table.rows.iter().map(Row::url).collect();
    let mut domains = BTreeSet::new();
    let mut depths: BTreeMap<usize, usize> = BTreeMap::new();
    let mut with_query = 0;
    for url in &originals {
        domains.insert(scutch_url::site(&scutch_url::host(url).unwrap_or_default()));
        let (path, query) = url.split_once('?').map_or((url.as_str(), ""), |(p, q)| (p, q));
        let path = path.split_once("://").map_or(path, |(_, rest)| rest);
        let segments = path.split('/').skip(1).filter(|segment| !segment.is_empty()).count();
        with_query += usize::from(!query.is_empty());
        *depths.entry(segments + usize::from(!query.is_empty())).or_default() += 1;
    }
    let all = originals.len();
    let share = |part: usize| if all == 0 { 0.0 } else { part as f64 / all as f64 };
    // A single original is as diverse as it can be; the formula would divide by zero.
    let diversity = |different: usize| match all {
        0 => 0.0,
        1 => 1.0,
        _ => (different - 1) as f64 / (all - 1) as f64,
    };
    let most = depths.values().max().copied().unwrap_or_default();
    let commonest = depths.iter().find(|(_, count)| **count == most).map(|(depth, _)| *depth);
    SeedStats {
        mementos: table.rows.len(),
        originals: all,
        domain_diversity: diversity(domains.len()),
        depth_diversity: diversity(depths.len()),
        commonest_depth: commonest.unwrap_or_default(),
        top_level: share(depths.get(&0).copied().unwrap_or_default()),
        with_query: share(with_query),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn table(rows: &[(&str, &str)]) -> Table {
        let line = |(n, (url, time)): (usize, &(&str, &str))| format!("u{n}\t{url}\t{time}\n");
        let rows: String = rows.iter().enumerate().map(line).collect();
        read(&format!("urim\turl\ttimestamp\n{rows}")).unwrap().0
    }

    #[test]
    fn growth_is_measured_in_shares() {
        let steps = growth(&table(&[
            ("http://a/", "20140101000000"),
            ("http://a/", "20140102000000"),
            ("http://b/", "20140103000000"),
            ("http://c/", "never"),
        ]));
        assert_eq!(steps.len(), 101);
        let at = |n: usize| (steps[n].mementos * 3.0, steps[n].originals * 2.0);
        assert_eq!(
            (at(0), at(49), at(50), at(100)),
            ((1.0, 1.0), (1.0, 1.0), (2.0, 1.0), (3.0, 2.0))
        );
        assert!(growth(&Table::default()).is_empty());
        assert_eq!(growth(&table(&[("http://a/", "20140101000000")]))[0].mementos, 1.0);
    }

    #[test]
    fn seed_stats_agree_with_figures_by_hand() {
        let found = seed_stats(&table(&[
            ("http://www.a.example/", "20140101000000"),
            ("http://www.a.example/", "20140102000000"),
            ("http://a.example/x/y", ""),
            ("http://b.example/?q=1", ""),
        ]));
        assert_eq!((found.mementos, found.originals, found.commonest_depth), (4, 3, 0));
        assert!((found.domain_diversity - 0.5).abs() < 1e-12, "{found:?}");
        assert!((found.depth_diversity - 1.0).abs() < 1e-12, "{found:?}");
        assert!((found.with_query - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(seed_stats(&Table::default()), SeedStats::default());
        let one = seed_stats(&table(&[("http://a.example/x", "")]));
        assert_eq!((one.domain_diversity, one.depth_diversity, one.top_level), (1.0, 1.0, 0.0));
    }
}
