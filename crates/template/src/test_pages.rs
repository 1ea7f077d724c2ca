//! Pages of small hosts, for tests.

use scutch_page::{ExtractConfig, Hints, Limits, Page, Scoring};

use crate::key::Key;
use crate::summary::Summary;

/// A page without an address.
pub(crate) fn page(html: &str) -> Page {
    Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
}

/// A capture; its time is its record, too.
pub(crate) fn key(url: &str, time: i64) -> Key {
    Key { url: url.to_owned(), time, record: time as u64 }
}

/// The summary of a page by its own scores.
pub(crate) fn summary_of(key: Key, page: &Page) -> Summary {
    Summary::new(key, page, Scoring::new(page, &ExtractConfig::default()).labels())
}

/// The summary of a page of `http://a.example`.
pub(crate) fn summary(path: &str, time: i64, html: &str) -> Summary {
    summary_of(key(&format!("http://a.example{path}"), time), &page(html))
}
