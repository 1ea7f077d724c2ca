//! The archives to ask for mementos: a table with their TimeMaps and TimeGates.

use std::sync::LazyLock;

/// An archive that can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Short name, stable.
    pub id: &'static str,
    /// Template of its TimeMap URIs, with `{uri}` for the URI-R.
    pub timemap: &'static str,
    /// Template of its TimeGate URIs, with `{uri}` for the URI-R.
    pub timegate: &'static str,
}

/// The archives of `data/sources.tsv`, version 3.
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

/// Fills the URI-R into a template. Inside a query, characters that would end the value are
/// escaped.
pub fn fill_uri(pattern: &str, uri_r: &str) -> String {
    let in_query = pattern.split("{uri}").next().is_some_and(|before| before.contains('?'));
    // Archives expect the URI-R unescaped in a path, with its own query behind it.
    if !in_query {
        return pattern.replace("{uri}", uri_r);
    }
    let mut escaped = String::with_capacity(uri_r.len());
    // Only what has a meaning in a query: archives log and match the rest as it is written.
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
    fn uri_rs_in_queries_are_escaped() {
        let uri_r = "http://x.org/?a=b&c=d%20e#f+g";
        for (template, expected) in [
            ("http://a/{uri}", "http://a/http://x.org/?a=b&c=d%20e#f+g"),
            ("http://a/?url={uri}&x", "http://a/?url=http://x.org/?a=b%26c=d%2520e%23f%2Bg&x"),
            ("http://a/{uri}?x", "http://a/http://x.org/?a=b&c=d%20e#f+g?x"),
        ] {
            assert_eq!(fill_uri(template, uri_r), expected);
        }
    }

    #[test]
    fn every_line_of_the_table_is_complete_and_public() {
        let lines = include_str!("../data/sources.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(sources().len(), lines.count());
        let guard = crate::Guard::default();
        for source in sources() {
            for pattern in [source.timemap, source.timegate] {
                assert_eq!(pattern.matches("{uri}").count(), 1, "{pattern}");
                assert_eq!(
                    guard.refuse(&fill_uri(pattern, "http://a.example/")),
                    None,
                    "{pattern}"
                );
            }
        }
        let mut ids: Vec<_> = sources().iter().map(|source| source.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), sources().len());
    }
}
