//! Mementos and TimeMaps.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use scutch_memento::cdx_timestamp;
use serde::{Deserialize, Serialize};

use crate::sketch::Content;
use crate::sketch::store::ContentRef;

/// How mementos are put together to TimeMaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grouping {
    /// By the exact URI-R.
    #[default]
    Exact,
    /// By the SURT key of the URI-R: `http` and `https`, `www.` and none are the same.
    Surt,
}

/// Where the record of a capture begins.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct CapturePlace {
    /// Number of the file, as the caller counts files.
    pub file: u32,
    /// Bytes from the start of the file to the member, or to the record in an uncompressed file.
    pub offset: u64,
    /// Inflated bytes of the member before the record.
    pub inner_offset: u64,
}

/// A memento of a collection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memento {
    /// URI-M, where a list from outside or the input gives one.
    pub uri_m: Option<String>,
    /// URI-R as archived.
    pub url: String,
    /// When it was captured, milliseconds since 1970 UTC; `None` where the date cannot be read.
    pub unix_ms: Option<i64>,
    /// The date as written, where it is not the 14 digits of `unix_ms`.
    pub written: Option<String>,
    /// HTTP status, where there is one.
    pub status: Option<u16>,
    /// The content; `None` for a revisit whose original is not in the collection. Of a redirect
    /// that could be followed, the content of its target.
    pub content: Option<ContentRef>,
    /// Where it leads, if it is a redirect.
    pub redirect: Option<Redirect>,
    /// Where its record begins.
    pub place: CapturePlace,
}

impl Memento {
    /// The capture time as 14 digits; the date as written where it cannot be read.
    pub fn stamp(&self) -> String {
        match (&self.written, self.unix_ms) {
            // Lists and OTMT folders have stamps of their own, which their tables are matched by.
            (Some(written), _) => written.clone(),
            (None, Some(unix_ms)) => cdx_timestamp(unix_ms),
            (None, None) => UNDATED.to_owned(),
        }
    }

    pub(crate) fn is_redirect(&self) -> bool {
        matches!(self.status, Some(300..400))
    }
}

/// The stamp of a memento whose date cannot be read.
const UNDATED: &str = "undated";

/// Where a redirect leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirect {
    /// To a capture of about the same time, with this status. Its content is the memento's.
    Followed(Option<u16>),
    /// To another site, or from a page to the front of its site, which was not captured.
    OtherSite,
    /// To what was not captured: the same page under another address, or a page of the site.
    NotCaptured,
}

/// The mementos of one original, in the order of their dates. Mementos without a date come last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimeMap {
    /// URI-R of the first memento.
    pub url: String,
    /// URI-T, where a list from outside gives one.
    pub uri_t: Option<String>,
    /// The mementos.
    pub mementos: Vec<Memento>,
}

impl TimeMap {
    /// URI-T. Without one, in the form that the OTMT gives TimeMaps made from archives.
    pub fn uri(&self) -> String {
        self.uri_t.clone().unwrap_or_else(|| format!("from-warc::timemap::{}", self.url))
    }

    /// URI-Ms. Without one, in the form that the OTMT gives mementos from archives. A second
    /// capture of the same second has ` (2)` behind it, so that no two are the same.
    pub fn memento_uris(&self) -> Vec<String> {
        let mut seen: FxHashMap<String, u32> = FxHashMap::default();
        self.mementos
            .iter()
            .map(|memento| {
                let made = || format!("from-warc::{}::{}", memento.stamp(), memento.url);
                let uri = memento.uri_m.clone().unwrap_or_else(made);
                let count = seen.entry(uri.clone()).or_default();
                // Rows of tables are joined by URI-M, so no two mementos may share one.
                *count += 1;
                if *count == 1 { uri } else { format!("{uri} ({count})") }
            })
            .collect()
    }

    /// Whether at least one memento is a page.
    pub(crate) fn has_page(&self) -> bool {
        let mut contents = self.mementos.iter().filter_map(|memento| memento.content);
        contents.any(|content| content.kind() != Content::NotPage)
    }
}

/// Puts the mementos of a host, which are in the order of their dates, together to TimeMaps: by
/// URL key, then URL.
pub(crate) fn by_original(mementos: Vec<Memento>, grouping: Grouping) -> Vec<TimeMap> {
    let mut groups: BTreeMap<(String, String), TimeMap> = BTreeMap::new();
    // A URL has many mementos: its key is computed once.
    let mut keys: FxHashMap<String, String> = FxHashMap::default();
    for memento in mementos {
        let key = match keys.get(&memento.url) {
            Some(key) => key.clone(),
            None => {
                let key = scutch_url::surt(&memento.url);
                keys.insert(memento.url.clone(), key.clone());
                key
            }
        };
        let original = match grouping {
            Grouping::Exact => memento.url.clone(),
            Grouping::Surt => String::new(),
        };
        let timemap = groups
            .entry((key, original))
            .or_insert_with(|| TimeMap { url: memento.url.clone(), ..TimeMap::default() });
        timemap.mementos.push(memento);
    }
    groups.into_values().collect()
}
