//! Which names of a list a row has.

use std::collections::BTreeSet;

use jiff::Timestamp;
use scutch_folder::exclusion::{Exclusion, Subject};
use serde_json::{Map, Value};

use super::Identity;

/// Copies of a capture that are found by the id of another copy: their ids are tried one by one.
const COPIES: u32 = 64;

/// The columns that [`names_of`] reads.
pub(crate) const NAMED: &[&str] = &[
    "id",
    "url",
    "url_key",
    "timestamp",
    "warc_date",
    "warc_record_id",
    "payload_digest",
    "archive_digest",
    "pwid",
    "metadata_json",
    "pages_json",
];

/// What a list may call a row by.
pub(crate) struct Naming<'a> {
    pub(crate) exclusion: &'a Exclusion,
    pub(crate) id: &'a str,
    /// The identity of its capture, from which the ids of its copies follow.
    pub(crate) identity: Option<&'a Identity>,
    pub(crate) pwid: Option<&'a str>,
}

impl Naming<'_> {
    /// The numbers of the names that a row has.
    pub(crate) fn of_row(
        &self,
        url_key: &str,
        seconds: Option<i64>,
        [payload_digest, archive_digest]: [Option<&str>; 2],
    ) -> BTreeSet<usize> {
        let pwid = self.pwid;
        let subject = Subject { url_key, seconds, payload_digest, archive_digest, pwid };
        let mut found = self.exclusion.find(&subject);
        if self.exclusion.names_rows() {
            found.extend(self.exclusion.find_row(self.id));
            // A capture that is there twice has the same text twice.
            let copies = self
                .identity
                .into_iter()
                .flat_map(|identity| (0..COPIES).map(|ordinal| identity.row_id(ordinal)));
            copies.for_each(|id| found.extend(self.exclusion.find_row(&id)));
        }
        found
    }
}

/// The numbers of the names that later pages of an article have: those with evidence, and those of
/// which only the address is noted.
pub(crate) fn pages<'a>(
    exclusion: &Exclusion,
    with_evidence: impl IntoIterator<Item = &'a Value>,
    noted: impl IntoIterator<Item = &'a str>,
) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for page in with_evidence {
        let text = |name: &str| page[name].as_str();
        found.extend(exclusion.find(&Subject {
            url_key: &scutch_url::surt(text("url").unwrap_or_default()),
            seconds: text("warc_date").and_then(seconds),
            payload_digest: text("payload_digest"),
            ..Subject::default()
        }));
    }
    for url in noted {
        let url_key = scutch_url::surt(url);
        found.extend(exclusion.find(&Subject { url_key: &url_key, ..Subject::default() }));
    }
    found
}

/// The numbers of the names that a stored row has, with those of its later pages.
pub(crate) fn names_of(exclusion: &Exclusion, columns: &Map<String, Value>) -> BTreeSet<usize> {
    let text = |name: &str| columns.get(name).and_then(Value::as_str);
    let filled = |name: &str| text(name).unwrap_or_default();
    // Without a record id its block is in the identity, which no column has.
    let identity = text("warc_record_id")
        .map(|record| Identity::new(filled("url"), filled("warc_date"), record));
    let naming =
        Naming { exclusion, id: filled("id"), identity: identity.as_ref(), pwid: text("pwid") };
    let digests = [text("payload_digest"), text("archive_digest")];
    let mut found = naming.of_row(filled("url_key"), text("timestamp").and_then(seconds), digests);
    let json = |name: &str| text(name).and_then(|json| serde_json::from_str::<Value>(json).ok());
    let (evidence, metadata) = (json("pages_json"), json("metadata_json"));
    let noted = metadata.as_ref().and_then(|fields| fields.get("pages")?.as_array());
    let noted = noted.into_iter().flatten().filter_map(|page| page["value"].as_str());
    let evidence = evidence.as_ref().and_then(Value::as_array);
    found.extend(pages(exclusion, evidence.into_iter().flatten(), noted));
    found
}

/// Seconds since 1970 of a time as rows have it.
fn seconds(time: &str) -> Option<i64> {
    time.parse::<Timestamp>().ok().map(|time| time.as_millisecond().div_euclid(1000))
}
