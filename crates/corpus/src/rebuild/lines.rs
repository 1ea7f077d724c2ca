//! The lines of a stand-off corpus.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;

use scutch_folder::config::Format;
use scutch_folder::manifest::Manifest;
use scutch_folder::{RunError, at};
use serde::Deserialize;

use super::as_listed;

/// What rebuilding needs of a line; about 300 bytes of memory a row.
#[derive(Debug, Deserialize)]
pub(super) struct Line {
    pub(super) id: String,
    pub(super) url: String,
    pub(super) payload_digest: String,
    pub(super) text_sha256: String,
    pub(super) row_sha256: String,
}

/// All lines, in the order of the corpus.
///
/// # Errors
/// A part that cannot be read, that has changed since the run, or that is no table of such lines.
pub(super) fn lines(folder: &Path, manifest: &Manifest) -> Result<Vec<Line>, RunError> {
    let start = format!("{}/", Format::Standoff.folder());
    let mut all = Vec::new();
    for output in manifest.outputs.iter().filter(|output| output.path.starts_with(&start)) {
        let path = folder.join(&output.path);
        as_listed(&path, &output.digest.sha256)?;
        let file = File::open(&path).map_err(at(&path))?;
        let input = BufReader::new(zstd::Decoder::new(file).map_err(at(&path))?);
        for (number, line) in (1..).zip(input.lines()) {
            let line = serde_json::from_str(&line.map_err(at(&path))?);
            all.push(
                line.map_err(|error| {
                    at(&path)(io::Error::other(format!("line {number}: {error}")))
                })?,
            );
        }
    }
    Ok(all)
}
