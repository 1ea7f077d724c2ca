//! Which names of a list a row has.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;

use jiff::Timestamp;
use scutch_folder::exclusion::{Exclusion, Subject};
use serde::Deserialize;
use serde::de::DeserializeOwned;
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
///
/// # Errors
/// Later pages that cannot be read: a list may name one of them.
pub(crate) fn names_of(
    exclusion: &Exclusion,
    columns: &Map<String, Value>,
) -> io::Result<BTreeSet<usize>> {
    let text = |name: &str| columns.get(name).and_then(Value::as_str);
    let filled = |name: &str| text(name).unwrap_or_default();
    // Without a record id its block is in the identity, which no column has.
    let identity = text("warc_record_id")
        .map(|record| Identity::new(filled("url"), filled("warc_date"), record));
    let naming =
        Naming { exclusion, id: filled("id"), identity: identity.as_ref(), pwid: text("pwid") };
    let digests = [text("payload_digest"), text("archive_digest")];
    let mut found = naming.of_row(filled("url_key"), text("timestamp").and_then(seconds), digests);
    let with_evidence: Vec<Value> = parsed(columns, "pages_json")?;
    let noted: Noted = parsed(columns, "metadata_json")?;
    if with_evidence.iter().any(|page| !page["url"].is_string()) {
        return Err(unreadable(columns, "pages_json", &"a page without address"));
    }
    let noted = noted.pages.iter().map(|page| page.value.as_str());
    found.extend(pages(exclusion, &with_evidence, noted));
    Ok(found)
}

/// Later pages in the column `metadata_json`.
#[derive(Default, Deserialize)]
struct Noted {
    #[serde(default)]
    pages: Vec<NotedPage>,
}

#[derive(Deserialize)]
struct NotedPage {
    value: String,
}

/// What a column with JSON holds; the default where it is empty.
fn parsed<T: DeserializeOwned + Default>(
    columns: &Map<String, Value>,
    name: &str,
) -> io::Result<T> {
    match columns.get(name) {
        None | Some(Value::Null) => Ok(T::default()),
        Some(Value::String(json)) => {
            serde_json::from_str(json).map_err(|error| unreadable(columns, name, &error))
        }
        Some(_) => Err(unreadable(columns, name, &"no text")),
    }
}

fn unreadable(columns: &Map<String, Value>, name: &str, why: &dyn Display) -> io::Error {
    let id = columns.get("id").and_then(Value::as_str).unwrap_or_default();
    io::Error::other(format!("row {id}: `{name}` cannot be read: {why}"))
}

/// Seconds since 1970 of a time as rows have it.
fn seconds(time: &str) -> Option<i64> {
    time.parse::<Timestamp>().ok().map(|time| time.as_millisecond().div_euclid(1000))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn later_pages_that_cannot_be_read_are_no_absent_pages() {
        let exclusion = Exclusion::new(["http://a.example/2"]).expect("a name");
        let page = r#"[{"url": "http://a.example/2"}]"#;
        let noted = r#"{"pages": [{"value": "http://a.example/2"}], "title": 7}"#;
        for (name, value, named) in [
            ("pages_json", json!(null), Some(false)),
            ("pages_json", json!(page), Some(true)),
            ("pages_json", json!("[]"), Some(false)),
            ("pages_json", json!(&page[..9]), None),
            ("pages_json", json!("[{}]"), None),
            ("pages_json", json!(7), None),
            ("metadata_json", json!(noted), Some(true)),
            ("metadata_json", json!("{}"), Some(false)),
            ("metadata_json", json!(r#"{"pages": "2"}"#), None),
        ] {
            let row = json!({ "id": "abc", "url_key": "example,a)/", name: value });
            let found = names_of(&exclusion, row.as_object().expect("an object"));
            match named {
                Some(named) => assert_eq!(found.expect("read").is_empty(), !named, "{row}"),
                None => {
                    let told = found.expect_err("unreadable").to_string();
                    assert!(
                        told.starts_with(&format!("row abc: `{name}` cannot be read")),
                        "{told}"
                    );
                }
            }
        }
    }
}
