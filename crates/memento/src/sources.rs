//! Whom to ask which mementos there are: a table of archives with their TimeMaps and TimeGates.

use std::sync::LazyLock;

/// An archive that can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Short name, stable.
    pub id: &'static str,
    /// Address of its TimeMaps, `{uri}` for the URI-R.
    pub timemap: &'static str,
    /// Address of its TimeGates, `{uri}` for the URI-R.
    pub timegate: &'static str,
}

/// The table, version 3.
pub fn sources() -> &'static [Source] {
    static TABLE: LazyLock<Vec<Source>> = LazyLock::new(|| {
        let lines = include_str!("../data/sources.tsv").lines().filter(|l| !l.starts_with('#'));
        let source = |line: &'static str| {
            let mut columns = line.split('\t');
            let (id, timemap, timegate) = (columns.next()?, columns.next()?, columns.next()?);
            Some(Source { id, timemap, timegate })
        };
        lines.filter_map(source).collect()
    });
    &TABLE
}

/// An address with the URI-R in its place; in a query, what would end its value there is escaped.
pub fn filled(pattern: &str, uri_r: &str) -> String {
    let in_query = pattern.split("{uri}").next().is_some_and(|before| before.contains('?'));
    if !in_query {
        return pattern.replace("{uri}", uri_r);
    }
    let mut escaped = String::with_capacity(uri_r.len());
    for c in uri_r.chars() {
        match c {
            '%' => escaped.push_str("%25"),
            '&' => escaped.push_str("%26"),
            '#' => escaped.push_str("%23"),
            '+' => escaped.push_str("%2B"),
            c => escaped.push(c),
        }
    }
    pattern.replace("{uri}", &escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn originals_in_queries_are_escaped() {
        let uri_r = "http://x.org/?a=b&c=d%20e";
        assert_eq!(filled("http://a/{uri}", uri_r), "http://a/http://x.org/?a=b&c=d%20e");
        assert_eq!(
            filled("http://a/?url={uri}&x", uri_r),
            "http://a/?url=http://x.org/?a=b%26c=d%2520e&x"
        );
    }

    #[test]
    fn every_line_is_whole_and_has_its_place() {
        let lines = include_str!("../data/sources.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(sources().len(), lines.count());
        let guard = crate::Guard::default();
        for source in sources() {
            for pattern in [source.timemap, source.timegate] {
                assert_eq!(pattern.matches("{uri}").count(), 1, "{pattern}");
                assert_eq!(guard.refuse(&filled(pattern, "http://a.example/")), None, "{pattern}");
            }
        }
        let mut ids: Vec<_> = sources().iter().map(|source| source.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), sources().len());
    }
}
