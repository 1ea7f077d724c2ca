//! Which columns of an index hold what.

use crate::columns::{find, missing};
use crate::error::TableError;

use super::filter::IndexFilter;

/// Usual names: those of Common Crawl, of corpora, and the short ones.
const FILE: &[&str] = &["filename", "warc_filename", "warc_file", "file"];
/// Names of the column with the place of the compressed record.
const OFFSET: &[&str] = &["offset", "warc_record_offset", "warc_offset"];
/// Names of the column with the number of compressed bytes.
const LENGTH: &[&str] = &["length", "warc_record_length", "warc_length"];
/// Names of the column with the place in the inflated member.
const INNER_OFFSET: &[&str] = &["inner_offset", "warc_inner_offset"];
/// Names of the column with the URL of the capture.
const URL: &[&str] = &["url", "target_uri", "original", "uri"];
/// Names of the column with codes of languages.
const LANGUAGES: &[&str] = &["content_languages", "languages", "language"];

/// The columns that are read, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IndexColumns {
    pub(super) file: String,
    pub(super) offset: String,
    pub(super) length: String,
    pub(super) inner_offset: Option<String>,
    pub(super) url: Option<String>,
    pub(super) languages: Option<String>,
}

impl IndexColumns {
    /// The columns among those of a table. Only a filter needs URLs and
    /// languages.
    pub(super) fn choose(names: &[String], filter: &IndexFilter<'_>) -> Result<Self, TableError> {
        let need =
            |usual: &[&str]| find(names, None, usual).ok_or_else(|| missing(None, usual, names));
        Ok(Self {
            file: need(FILE)?,
            offset: need(OFFSET)?,
            length: need(LENGTH)?,
            inner_offset: find(names, None, INNER_OFFSET),
            url: match (filter.needs_urls(), filter.with_urls) {
                (true, _) => Some(need(URL)?),
                (false, true) => find(names, None, URL),
                (false, false) => None,
            },
            // Without it all rows count as rows of no language.
            languages: filter.languages.and_then(|_| find(names, None, LANGUAGES)),
        })
    }

    /// Whether a first line names the columns of an index.
    pub(super) fn are_names(names: &[String]) -> bool {
        // One is enough: naming the column that is missing helps more than "no index".
        find(names, None, FILE).is_some() || find(names, None, OFFSET).is_some()
    }

    /// All that are read.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let always = [Some(&self.file), Some(&self.offset), Some(&self.length)];
        let others = [self.inner_offset.as_ref(), self.url.as_ref(), self.languages.as_ref()];
        always.into_iter().chain(others).flatten().map(String::as_str)
    }
}
