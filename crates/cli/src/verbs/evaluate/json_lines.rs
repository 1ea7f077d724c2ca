//! Files of JSON lines that people and other programs write.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde_json::Value;

use super::notes::Notes;

/// The lines of a file of JSON lines; those that are none are noted.
pub(super) fn rows(path: &Path, notes: &mut Notes) -> anyhow::Result<Vec<Value>> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let (path, at) = (path.display(), error.valid_up_to() + 1);
        anyhow!("{path}: not JSON lines: byte {at} is not UTF-8 (compressed? unpack it first)")
    })?;
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        // Python writes NaN for a value it does not have, which is no JSON.
        let read = serde_json::from_str(line);
        match read.or_else(|_| serde_json::from_str(&line.replace(": NaN", ": null"))) {
            Ok(row) => rows.push(row),
            Err(_) => notes.add("left out: no JSON"),
        }
    }
    Ok(rows)
}
