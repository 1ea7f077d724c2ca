//! Which column of a table holds the addresses.

use crate::address::subject_of;
use crate::error::ListError;

/// Names of columns with URI-Ms. They go before other addresses: a URI-M says more than its URI-R.
// These and the others are from tables of scutch, the Off-Topic Memento Toolkit, MemGator,
// Archive-It, CDX servers and crawlers such as trafilatura, Scrapy and Heritrix.
const URI_MS: &[&str] = &["urim", "uri-m", "uri_m", "memento", "memento_url"];

/// Names of columns with other addresses, the most precise first.
const ADDRESSES: &[&str] = &[
    "url", "uri", "urir", "uri-r", "uri_r", "seed", "seed url", "original", "address", "link",
    "href", "location", "loc",
];

/// Names of columns with times of capture.
const TIMES: &[&str] = &["timestamp", "datetime", "memento-datetime", "memento_datetime"];

/// The columns that are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Columns {
    /// The column of addresses.
    pub(crate) address: usize,
    /// Whether its name says that they are URI-Ms, whatever they look like.
    pub(crate) has_uri_ms: bool,
    /// The column of originals beside URI-Ms.
    pub(crate) original: Option<usize>,
    /// The column of times.
    pub(crate) time: Option<usize>,
}

impl Columns {
    /// The columns of a table by their names and the cells of its first row. Without a name, a
    /// known column counts, then the first one with an address in it.
    pub(crate) fn choose(
        names: &[String],
        first: &[String],
        asked: Option<&str>,
    ) -> Result<Self, ListError> {
        let at = |wanted: &str| names.iter().position(|name| is_same(name, wanted));
        let all = || names.join(", ");
        let address = match asked {
            Some(asked) => at(asked).ok_or_else(|| ListError::NoColumn(asked.to_owned(), all()))?,
            None => known()
                .find_map(at)
                .or_else(|| first.iter().position(|cell| subject_of(cell).is_some()))
                .ok_or_else(|| ListError::NoAddresses(all()))?,
        };
        let original = at("url").filter(|column| *column != address);
        let has_uri_ms =
            names.get(address).is_some_and(|name| URI_MS.iter().any(|known| is_same(name, known)));
        let time = TIMES.iter().find_map(|name| at(name));
        Ok(Self { address, has_uri_ms, original, time })
    }

    /// Whether a line is the names of columns: it names a known one, or one that was asked for.
    pub(crate) fn are_names(cells: &[String], asked: Option<&str>) -> bool {
        let is_name = |cell: &String| {
            known().any(|name| is_same(cell, name))
                || asked.is_some_and(|asked| is_same(cell, asked))
        };
        cells.iter().any(is_name)
    }
}

/// The known names, the most precise first.
fn known() -> impl Iterator<Item = &'static str> {
    URI_MS.iter().chain(ADDRESSES).copied()
}

fn is_same(name: &str, wanted: &str) -> bool {
    name.trim().eq_ignore_ascii_case(wanted.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str) -> Vec<String> {
        line.split('|').map(str::to_owned).collect()
    }

    #[test]
    fn columns_are_found_by_name_then_by_content() {
        for (names, first, asked, expected) in [
            ("url|urim|timestamp", "", None, Some((1, true, Some(0), Some(2)))),
            ("id|date|URI|label", "", None, Some((2, false, None, None))),
            ("title|page|Datetime", "Fog|http://x.org/|1", None, Some((1, false, None, Some(2)))),
            // A URI-M in it has its original beside it; another address is a page.
            ("url|other", "", Some("Other"), Some((1, false, Some(0), None))),
            ("url|Memento", "", Some("memento"), Some((1, true, Some(0), None))),
            ("url|other", "", Some("third"), None),
            ("title|text", "Fog|It lifts", None, None),
        ] {
            let found = Columns::choose(&cells(names), &cells(first), asked).ok();
            let found = found.map(|c| (c.address, c.has_uri_ms, c.original, c.time));
            assert_eq!(found, expected, "{names} {asked:?}");
        }
        assert!(Columns::are_names(&cells("a|Seed URL"), None));
        assert!(!Columns::are_names(&cells("a|b"), None));
        assert!(Columns::are_names(&cells("a|b"), Some("B")));
    }
}
