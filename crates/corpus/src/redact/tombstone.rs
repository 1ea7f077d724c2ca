//! `tombstones.jsonl` and its lines.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use scutch_archive::path_kind;
use scutch_folder::exclusion::ExclusionLine;
use scutch_folder::names::TOMBSTONES;
use scutch_folder::quarantine::QuarantineLine;
use scutch_folder::{RunError, at};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What was taken out, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Tombstone {
    /// Id of the row; none for a line of the quarantine.
    id: Option<String>,
    /// Its address, unless that was not to be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Date of capture as the archive writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    warc_date: Option<String>,
    /// Reason id in the quarantine.
    #[serde(skip_serializing_if = "Option::is_none")]
    quarantined: Option<String>,
    /// The row on the list whose text it has, if it is not on the list itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_text_as: Option<String>,
    /// Why, as the list says.
    why: Option<String>,
    /// Line of the list, from 1.
    line: u64,
    /// sha256 of the list.
    list: String,
    /// What another version has written into its tombstones.
    #[serde(flatten)]
    further: Map<String, Value>,
    #[serde(skip)]
    addresses: bool,
}

impl Tombstone {
    /// By a line of a list.
    pub(super) fn new(line: &ExclusionLine, list: &str, addresses: bool) -> Self {
        let (why, list) = (line.why.clone(), list.to_owned());
        Self { why, line: line.number, list, addresses, ..Self::default() }
    }

    /// Of a row, which may have the text of another.
    pub(super) fn of_row(self, columns: &Map<String, Value>, same_text_as: Option<String>) -> Self {
        let text = |name: &str| columns.get(name).and_then(Value::as_str).map(str::to_owned);
        let url = text("url").filter(|_| self.addresses);
        Self { id: text("id"), url, warc_date: text("warc_date"), same_text_as, ..self }
    }

    /// Of a line of the quarantine.
    pub(super) fn of_quarantine(self, line: &QuarantineLine) -> Self {
        let url = line.url.clone().filter(|_| self.addresses);
        Self { url, quarantined: Some(line.reason.clone()), ..self }
    }
}

/// The table of tombstones.
pub(super) struct TombstoneWriter {
    out: BufWriter<File>,
    path: PathBuf,
}

impl TombstoneWriter {
    /// Begins the table of the folder `new` with the tombstones of `old`, of earlier redactions, with
    /// their addresses or without.
    pub(super) fn begin(old: &Path, new: &Path, addresses: bool) -> Result<Self, RunError> {
        let (old, path) = (old.join(TOMBSTONES), new.join(TOMBSTONES));
        let out = BufWriter::new(File::create(&path).map_err(at(&path))?);
        let mut writer = Self { out, path };
        if path_kind(&old).map_err(at(&old))?.is_none() {
            return Ok(writer);
        }
        let earlier = BufReader::new(File::open(&old).map_err(at(&old))?);
        for line in earlier.lines() {
            // A line stays as it is unless it must change: another version may have written it.
            let line = line.and_then(|line| if addresses { Ok(line) } else { without_url(&line) });
            let line = line.map_err(at(&old))?;
            writeln!(writer.out, "{line}").map_err(at(&writer.path))?;
        }
        Ok(writer)
    }

    pub(super) fn line(&mut self, tombstone: &Tombstone) -> Result<(), RunError> {
        let line =
            serde_json::to_string(tombstone).map_err(|error| at(&self.path)(error.into()))?;
        writeln!(self.out, "{line}").map_err(at(&self.path))
    }

    /// Syncs the table to disk.
    pub(super) fn finish(self) -> Result<(), RunError> {
        let file = self.out.into_inner().map_err(|error| at(&self.path)(error.into_error()))?;
        file.sync_all().map_err(at(&self.path))
    }
}

/// A tombstone of an earlier redaction without its address.
fn without_url(line: &str) -> io::Result<String> {
    let tombstone: Tombstone = serde_json::from_str(line)?;
    Ok(serde_json::to_string(&Tombstone { url: None, ..tombstone })?)
}
