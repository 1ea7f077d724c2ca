//! `run.json`: everything about a run except time and machine, which are in `timing.json`.
//!
//! Equal inputs and settings give equal bytes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path};

use scutch_archive::{PathKind, RemoteVersion, path_kind};
use serde::de::Error as _;
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::decisions::DecisionTally;
use crate::digest::{FileDigest, digest_of, files_in};
use crate::disk::Folder;
use crate::duplicates::DedupCounts;
use crate::error::{RunError, at};
use crate::files::write_json;
use crate::inputs::{Content, IndexTally};
pub use crate::names::MANIFEST;
use crate::tally::Tally;

/// The manifest of a corpus folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// `scutch VERSION`.
    pub tool: String,
    /// [`scutch_url::Profile::id`] of the profile behind `url_key`; `surt/1` in older corpora.
    pub url_key_profile: String,
    /// The complete configuration.
    pub config: Config,
    /// Every archive file read, in reading order.
    pub inputs: Vec<InputEntry>,
    // What older versions did not write has a default; what a run does not have is left out, so that
    // its manifest has the bytes that an older version gave it.
    /// Size and digest of the annotations (a file, or the list of files), if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<FileDigest>,
    /// What became of the decisions on rows, if there are any. Their digest is in the configuration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisions: Option<DecisionTally>,
    /// Files in input folders that are not archives.
    pub not_archives: u64,
    /// What the index said that chose among the records, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<IndexTally>,
    /// Paths of the files that are not archives; of very many the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_files: Vec<String>,
    /// Whether rows were made by what crawls decided; `None` in older corpora.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crawled: Option<bool>,
    /// Number of shards, which is the number of part files per format.
    pub shards: u32,
    /// Everything counted.
    pub counts: Tally,
    /// Root of the [Merkle tree](crate::merkle) over the rows, in their order; `None` in older corpora.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_root: Option<String>,
    /// All files of the corpus with size and digest, sorted by path: parts of every format,
    /// `quarantine.jsonl`, and tables that later commands added.
    pub outputs: Vec<OutputEntry>,
    /// Counts of `scutch dedup`, if it was run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dedup: Option<DedupCounts>,
    /// What was taken out after the run, by `scutch redact`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redacted: Option<Redacted>,
    /// Which duplicates were left out after the run, by `scutch dedup --drop`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dropped: Option<DroppedDuplicates>,
}

/// Duplicates that a copy of a corpus lacks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DroppedDuplicates {
    /// Rows left out, by kind. A kind that was asked for and did not occur is there with 0.
    pub kinds: BTreeMap<String, u64>,
    /// Counts of the search that found them, over the rows before the copy; of several copies the last.
    pub search: DedupCounts,
}

/// What was taken out of a finished corpus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redacted {
    /// Rows.
    pub rows: u64,
    /// Lines of the quarantine.
    pub quarantined: u64,
}

impl Manifest {
    /// Writes the manifest of a complete corpus folder.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, folder: &Folder) -> Result<(), RunError> {
        write_json(&folder.manifest(), self)
    }

    /// Updates the entries of these files: adds those in the folder, removes those that are gone.
    ///
    /// # Errors
    /// When a file of these cannot be read.
    pub fn list(&mut self, folder: &Path, names: &[&str]) -> Result<(), RunError> {
        // Removed first, so that a table that is gone loses its entry.
        self.outputs.retain(|output| !names.contains(&&*output.path));
        for name in names {
            let path = folder.join(name);
            if path_kind(&path).map_err(at(&path))?.is_some() {
                let digest = digest_of(&path).map_err(at(&path))?;
                self.outputs.push(OutputEntry {
                    path: (*name).to_owned(),
                    files: files_in(&path).map_err(at(&path))?,
                    digest,
                });
            }
        }
        // By path, so that the manifest does not depend on the order of commands.
        self.outputs.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(())
    }
}

/// One input file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputEntry {
    /// Name in rows: the path relative to the named input.
    pub name: String,
    /// The path it was opened by.
    pub path: String,
    /// Size and sha256 of what was read: all of the file, or its ranges one after the other. `None` if it could
    /// not be read, and for objects behind addresses that were read whole.
    #[serde(flatten)]
    pub digest: Option<FileDigest>,
    /// Which version of an object was read, for inputs behind an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<ObjectVersion>,
    /// Why it could not be read, in the words of the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
    /// It could be opened, but not be read to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_part: bool,
    /// What it holds, unless that is an archive.
    #[serde(default, skip_serializing_if = "Content::is_archive")]
    pub content: Content,
}

/// What tells that an object behind an address still has the bytes it had.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectVersion {
    /// Bytes of the whole object.
    pub size: u64,
    /// Its ETag, as the server sent it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// Time of its last change in nanoseconds since 1970, for servers that send no ETag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified_ns: Option<u128>,
}

impl From<RemoteVersion> for ObjectVersion {
    fn from(version: RemoteVersion) -> Self {
        let RemoteVersion { size, etag, modified_ns } = version;
        let modified_ns = if etag.is_none() { modified_ns } else { None };
        Self { size, etag, modified_ns }
    }
}

/// One file of the corpus, or a folder with one file per document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputEntry {
    /// Path relative to the corpus folder.
    pub path: String,
    /// The number of files, for a folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u64>,
    /// Size and sha256. The digest of a folder is that of the output of `sha256sum *` in it.
    #[serde(flatten)]
    pub digest: FileDigest,
}

/// Version of the columns: their names and types. Parts of two versions must not stand in one folder.
// Part of the tool's name: resuming, merging and verifying compare names and need know no more.
const COLUMNS: &str = "rows/2";

/// Name and version of the tool, of its methods and of its columns. With others, the same configuration
/// gives other rows.
pub fn tool() -> String {
    let methods = [scutch_page::Method::Page.id(), scutch_template::Method::Learned.id(), COLUMNS];
    format!("scutch {} ({})", env!("CARGO_PKG_VERSION"), methods.join(", "))
}

/// Reads the manifest of a complete corpus folder.
///
/// # Errors
/// When `run.json` is missing or cannot be parsed.
pub fn read_manifest(folder: &Path) -> Result<Manifest, RunError> {
    match path_kind(folder).map_err(at(folder))? {
        Some(PathKind::Folder) => {}
        // A frequent mistake is to name `run.json` itself.
        Some(_) => return Err(RunError::NoFolder(folder.to_owned())),
        None => return Err(RunError::NoSuchFolder(folder.to_owned())),
    }
    // A folder without a manifest is unfinished, and its parts may be replaced.
    let path = Folder::new(folder).manifest();
    let json = match fs::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(RunError::NoManifest(folder.to_owned()));
        }
        read => read.map_err(at(&path))?,
    };
    match serde_json::from_slice(&json).and_then(with_outputs_inside) {
        Ok(manifest) => Ok(manifest),
        Err(source) => Err(RunError::Manifest { path, source }),
    }
}

/// Refuses a manifest that leads out of its folder: corpora come from others.
fn with_outputs_inside(manifest: Manifest) -> Result<Manifest, serde_json::Error> {
    let is_inside = |path: &str| {
        let mut parts = Path::new(path).components();
        !path.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
    };
    match manifest.outputs.iter().find(|output| !is_inside(&output.path)) {
        None => Ok(manifest),
        Some(output) => Err(serde_json::Error::custom(format!(
            "outputs: `{}` names no file in the folder",
            output.path
        ))),
    }
}
