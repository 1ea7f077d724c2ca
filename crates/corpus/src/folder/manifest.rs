//! `run.json`: the whole record of a run that has nothing of the day or the machine in it.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::digest::{FileDigest, digest_of, files_in};
use super::disk::Folder;
use super::duplicates::DedupCounts;
use super::error::{RunError, at};
pub use super::names::MANIFEST;
use super::tally::Tally;
use crate::config::Config;

/// The manifest of a corpus folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// `scutch VERSION`.
    pub tool: String,
    /// [`scutch_url::Profile::id`] of the profile behind `url_key`; `surt/1` in older corpora.
    pub url_key_profile: String,
    /// The whole configuration.
    pub config: Config,
    /// Every archive file read, in reading order.
    pub inputs: Vec<InputEntry>,
    /// The annotations, where there are any: size and digest of the file, or of the list of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<FileDigest>,
    /// Files in input folders that are not archives.
    pub not_archives: u64,
    /// Number of shards, which is the number of part files per format.
    pub shards: u32,
    /// Everything counted.
    pub counts: Tally,
    /// Parts of every format, `quarantine.jsonl`, and what was made of the rows since (tables of duplicates, labels of
    /// pages), with size and digest, sorted by path.
    pub outputs: Vec<OutputEntry>,
    /// What `scutch dedup` found, where it was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dedup: Option<DedupCounts>,
}

impl Manifest {
    /// Names what stands in the folder of these in the outputs; what does not is named no more.
    pub(crate) fn list(&mut self, folder: &Path, names: &[&str]) -> Result<(), RunError> {
        self.outputs.retain(|output| !names.contains(&&*output.path));
        for name in names {
            let path = folder.join(name);
            if path.exists() {
                let digest = digest_of(&path).map_err(at(&path))?;
                self.outputs.push(OutputEntry {
                    path: (*name).to_owned(),
                    files: files_in(&path).map_err(at(&path))?,
                    digest,
                });
            }
        }
        self.outputs.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(())
    }
}

/// One archive file that was read, or was to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputEntry {
    /// Name in rows: the path relative to the named input.
    pub name: String,
    /// The path as it was opened.
    pub path: String,
    /// Size and sha256 of the file, unless it could not be read.
    #[serde(flatten)]
    pub digest: Option<FileDigest>,
    /// Why it could not be read, in the system's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
    /// It was there and opened, but could not be read to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_part: bool,
}

/// One file of the corpus folder, or a folder with a file for each document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputEntry {
    /// Path relative to the corpus folder.
    pub path: String,
    /// Of a folder, how many files it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u64>,
    /// Size and sha256 of the file; of a folder the size of its files, and the sha256 of what `sha256sum` writes for them.
    #[serde(flatten)]
    pub digest: FileDigest,
}

/// The tool's name and version, with those of its methods: by others, the same configuration gives other rows.
pub fn tool() -> String {
    let methods = [scutch_page::Method::Page.id(), scutch_template::joint::METHOD];
    format!("scutch {} ({})", env!("CARGO_PKG_VERSION"), methods.join(", "))
}

/// Reads the manifest of a complete corpus folder.
///
/// # Errors
/// When `run.json` is missing or is not ours.
pub fn read_manifest(folder: &Path) -> Result<Manifest, RunError> {
    if folder.is_file() {
        return Err(RunError::NoFolder(folder.to_owned()));
    }
    let path = Folder::new(folder).manifest();
    let json = fs::read(&path).map_err(at(&path))?;
    serde_json::from_slice(&json).map_err(|source| RunError::Manifest { path, source })
}
