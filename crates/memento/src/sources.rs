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

/// The table, version 1.
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

/// An address with the URI-R in its place.
pub fn filled(pattern: &str, uri_r: &str) -> String {
    pattern.replace("{uri}", uri_r)
}

#[cfg(test)]
mod tests {
    use super::*;

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
