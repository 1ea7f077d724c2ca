//! `pages.jsonl`: what the joint method made of each page, a line each.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::row::columns;
use crate::run::{RunError, at, read_manifest, rename_whole};
use crate::verify::stored;

/// The file in the corpus folder.
pub const PAGES: &str = "pages.jsonl";

/// Writes `pages.jsonl` into a complete corpus folder: record id, URL, timestamp (14 digits), text, method, cross,
/// template group and status of each document, in order. Gives back how many pages have partners, and how many not.
///
/// # Errors
/// When the folder is no complete corpus, or a file cannot be read or written.
pub fn write_pages(folder: &Path) -> Result<(u64, u64), RunError> {
    let manifest = read_manifest(folder)?;
    // Complete or absent: a run killed while it writes leaves no half of it under its name.
    let whole = folder.join(PAGES);
    let path = whole.with_extension("partial");
    let mut out = BufWriter::new(File::create(&path).map_err(at(&path))?);
    let columns = columns(&manifest.config.also_extract);
    let (mut with, mut without) = (0, 0);
    for part in stored::parts(folder, &manifest) {
        let mut failed = None;
        let write = |row: stored::StoredRow| {
            let line = line(&row.columns);
            *(if line["status"] == "joint" { &mut with } else { &mut without }) += 1;
            if let Err(error) = writeln!(out, "{line}") {
                failed.get_or_insert(error);
            }
        };
        stored::for_each(&part, &columns, write).map_err(at(&part))?;
        failed.map_or(Ok(()), |error| Err(at(&path)(error)))?;
    }
    let file = out.into_inner().map_err(|error| at(&path)(error.into_error()))?;
    file.sync_all().map_err(at(&path))?;
    rename_whole(&path, &whole).map_err(at(&whole))?;
    Ok((with, without))
}

fn line(row: &Map<String, Value>) -> Value {
    let column = |name: &str| row.get(name).cloned().unwrap_or(Value::Null);
    let date = row.get("warc_date").and_then(Value::as_str).unwrap_or_default();
    let timestamp: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
    let alone =
        row.get("cross").and_then(Value::as_str).is_none_or(|cross| !cross.starts_with("11"));
    json!({
        "warc_record_id": column("warc_record_id"),
        "url": column("url"),
        "timestamp": timestamp,
        "text": column("text"),
        "method": column("extractor"),
        "cross": column("cross"),
        "group": column("template_group"),
        "status": if alone { "no-cross" } else { "joint" },
    })
}
