//! Rows of a complete corpus, as the tables of labels read them.

use std::io;
use std::path::Path;

use scutch_archive::WarcDate;
use scutch_folder::manifest::Manifest;
use scutch_folder::{RunError, at};
use scutch_template::compared::{Alone, timestamp};
use scutch_template::patterns::has_partner;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::row::{columns, stored};

/// The columns of a document by name.
pub(super) type Row = Map<String, Value>;

/// Calls `write` for each row of a corpus, in order, until it fails.
pub(super) fn for_each_row(
    folder: &Path,
    manifest: &Manifest,
    mut write: impl FnMut(&Row) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let columns = columns(&manifest.config);
    for part in stored::parts(folder, manifest) {
        // The reader of rows cannot be stopped from within, so the first error is kept.
        let mut failed = None;
        let each = |row: stored::StoredRow| {
            if failed.is_none() {
                failed = write(&row.columns).err();
            }
        };
        stored::for_each(&part, &columns, each).map_err(at(&part))?;
        failed.map_or(Ok(()), Err)?;
    }
    Ok(())
}

/// The labels of nodes in a row.
pub(super) fn nodes<N: DeserializeOwned>(folder: &Path, row: &Row) -> Result<Vec<N>, RunError> {
    let nodes = row.get("nodes_json").and_then(Value::as_str).unwrap_or("[]");
    let unreadable = |error| at(folder)(io::Error::new(io::ErrorKind::InvalidData, error));
    serde_json::from_str(nodes).map_err(|error: serde_json::Error| unreadable(error))
}

/// The row of a page in the table of pages.
pub(super) fn page(row: &Row, reason: Option<Alone>) -> Value {
    let column = |name: &str| row.get(name).cloned().unwrap_or(Value::Null);
    // UTC with 14 digits whatever the spelling in the archive, so that `crosses.jsonl` and this table
    // name a capture alike.
    let date = row.get("warc_date").and_then(Value::as_str).and_then(WarcDate::parse);
    let timestamp = date.map(|date| timestamp(date.unix_ms)).unwrap_or_default();
    let alone = !row.get("cross").and_then(Value::as_str).is_some_and(has_partner);
    json!({
        "id": column("id"),
        "warc_record_id": column("warc_record_id"),
        "url": column("url"),
        "timestamp": timestamp,
        "text": column("text"),
        "method": column("extractor"),
        "cross": column("cross"),
        "group": column("template_group"),
        "status": if alone { "no-cross" } else { "joint" },
        "reason": reason.map(Alone::id),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page and its neighbours say the same time of one capture.
    #[test]
    fn times_are_fourteen_digits_in_utc_however_the_archive_writes_them() {
        let cases = [
            ("2019-05-17T10:00:00Z", "20190517100000"),
            ("2019-05-17T10:00:00+02:00", "20190517080000"),
            ("2019-05", "20190501000000"),
            ("20190517100000", "20190517100000"),
            ("soon", ""),
        ];
        for (date, expected) in cases {
            let row = Row::from_iter([("warc_date".to_owned(), json!(date))]);
            assert_eq!(page(&row, None)["timestamp"], expected, "{date}");
        }
    }
}
