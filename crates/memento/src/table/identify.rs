//! From mementos to what they belong to: originals and TimeMaps.

use std::collections::HashSet;

use serde_json::json;

use super::{Row, Table, URI_M};
use crate::sources::{Sources, fill_uri};
use crate::uri::split_uri_m;

/// What a memento belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identified {
    /// Its original (URI-R).
    Original,
    /// The TimeMap (URI-T) at the archive that has it.
    TimeMap,
    /// Itself (URI-M).
    Memento,
}

/// Each original, TimeMap or memento of a table once, in the order of their first rows, and the
/// URI-Ms for which there is none.
pub fn identify(table: &Table, what: Identified, sources: &Sources) -> (Vec<String>, Vec<String>) {
    let (mut found, mut unknown) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for row in &table.rows {
        let uri = match what {
            Identified::Original => original(row),
            Identified::TimeMap => timemap(row, sources),
            Identified::Memento => Some(row.uri_m().to_owned()),
        };
        match uri {
            Some(uri) if seen.insert(uri.clone()) => found.push(uri),
            Some(_) => {}
            None => unknown.push(row.uri_m().to_owned()),
        }
    }
    (found, unknown)
}

/// The original of a row; `None` where neither a column nor the URI-M tells it.
fn original(row: &Row) -> Option<String> {
    let column = row.text("url").map(str::to_owned);
    column.or_else(|| split_uri_m(row.uri_m()).0.map(|_| split_uri_m(row.uri_m()).1))
}

/// The TimeMap of a row: the column `urit`, or the one that the URI-M leads to.
fn timemap(row: &Row, sources: &Sources) -> Option<String> {
    let column = row.text("urit").map(str::to_owned);
    column.or_else(|| timemap_of(row.uri_m(), sources))
}

/// The URI-T of a URI-M: as the table of archives has it, and else as OpenWayback and pywb name their
/// TimeMaps, `timemap/link/` in the place of the time.
fn timemap_of(uri_m: &str, sources: &Sources) -> Option<String> {
    let memento = scutch_url::Memento::split(uri_m)?;
    // Links on replayed pages lack the host, and are no URI-Ms.
    if !memento.prefix.contains("://") || memento.original.is_empty() {
        return None;
    }
    let original = memento.uri_r();
    let after_scheme = |uri: &str| uri.split_once("://").map(|(_, rest)| rest.to_owned());
    let beginning =
        |template: &str| after_scheme(template.split("{uri}").next().unwrap_or_default());
    let prefix = after_scheme(memento.prefix);
    let by_prefix = sources.all().iter().find(|source| beginning(&source.timegate) == prefix);
    // Archives with several hosts have one list.
    let name = |id: &str| scutch_url::archives().iter().find(|a| a.id == id).map(|a| a.name);
    // A collection has a list of its own, which holds less than that of the whole archive.
    let whole = memento.archive.filter(|archive| !archive.path.contains('*'));
    let by_name = whole.and_then(|archive| {
        sources.all().iter().find(|source| name(&source.id) == Some(archive.name))
    });
    Some(match by_prefix.or(by_name) {
        Some(source) => fill_uri(&source.timemap, &original),
        None => format!("{}timemap/link/{original}", memento.prefix),
    })
}

/// Addresses as a table with one column.
pub fn listed(column: &str, uris: Vec<String>) -> Table {
    let row = |uri: String| {
        let mut row = Row::default();
        row.set(column, json!(uri));
        row
    };
    Table { columns: vec![column.to_owned()], rows: uris.into_iter().map(row).collect() }
}

impl Identified {
    /// The column of the addresses: `url`, `urit` or `urim`.
    pub fn column(self) -> &'static str {
        match self {
            Self::Original => "url",
            Self::TimeMap => "urit",
            Self::Memento => URI_M,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    #[test]
    fn timemaps_are_those_of_the_archive() {
        let sources = Sources::shipped();
        let original = "http://x.example/a?b=1";
        for (beginning, expected) in [
            (
                "https://web.archive.org/web/20140127171200",
                "https://web.archive.org/web/timemap/link/",
            ),
            (
                "http://web.archive.org/web/20140127171200id_",
                "https://web.archive.org/web/timemap/link/",
            ),
            (
                "https://wayback.archive-it.org/7877/20140127171200",
                "https://wayback.archive-it.org/7877/timemap/link/",
            ),
            (
                "https://wayback.archive-it.org/all/20140127171200",
                "https://wayback.archive-it.org/all/timemap/link/",
            ),
            ("https://archive.ph/20140127171200", "https://archive.today/timemap/"),
            (
                "http://localhost:8080/mine/20140127171200mp_",
                "http://localhost:8080/mine/timemap/link/",
            ),
        ] {
            let uri_m = format!("{beginning}/{original}");
            assert_eq!(
                timemap_of(&uri_m, &sources),
                Some(format!("{expected}{original}")),
                "{uri_m}"
            );
        }
        for uri_m in ["https://perma.cc/ABCD-1234", "from-warc::20140127171200::http://x/", "", "x"]
        {
            assert_eq!(timemap_of(uri_m, &sources), None, "{uri_m}");
        }
    }

    #[test]
    fn each_is_named_once_and_what_tells_nothing_is_named_too() {
        let table = "urim\turl\turit\n\
            http://a.example/20140127171200/http://x.org/\t\t\n\
            http://a.example/20150127171200/http://x.org/\t\t\n\
            https://perma.cc/ABCD-1234\thttp://y.org/\thttp://t.example/1\n\
            https://perma.cc/EFGH-5678\t\t\n";
        let table = read(table).expect("a table").0;
        let sources = Sources::shipped();
        let lost = vec!["https://perma.cc/EFGH-5678".to_owned()];
        let found = |what| identify(&table, what, &sources);
        let originals = vec!["http://x.org/".to_owned(), "http://y.org/".to_owned()];
        assert_eq!(found(Identified::Original), (originals, lost.clone()));
        let timemaps = ["http://a.example/timemap/link/http://x.org/", "http://t.example/1"];
        assert_eq!(found(Identified::TimeMap), (timemaps.map(str::to_owned).into(), lost));
        assert_eq!(found(Identified::Memento).0.len(), 4);
        let table = listed("urit", vec!["a".to_owned()]);
        assert_eq!(
            (table.columns, table.rows[0].text("urit")),
            (vec!["urit".to_owned()], Some("a"))
        );
    }
}
