//! A corpus folder: its state before a run (here), its paths (`paths`), and what is cleared away (`clear`).

mod clear;
mod paths;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::{PathKind, path_kind, uninterrupted};
use serde_json::Value;

pub use self::clear::{clear_labels, clear_records};
use crate::config::{Config, Extractor};
use crate::files::is_empty;
use crate::names::{
    CARD, CITATION, DUPLICATES, LABELS, MANIFEST, METADATA, QUARANTINE, REPORT, RO_CRATE, TIMING,
    TIMING_PAGE, TOMBSTONES,
};

/// A corpus folder that exists or will be created.
#[derive(Debug, Clone)]
pub struct Folder {
    root: PathBuf,
}

/// The state of an output folder before a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// It does not exist or is empty.
    Nothing,
    /// It holds a finished corpus.
    Complete,
    /// It holds an interrupted run.
    Unfinished {
        /// Whether that run had cleared the folder already.
        begun: bool,
    },
    /// It holds files of another program.
    Foreign,
}

impl Folder {
    /// A corpus folder at this path.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// The path of the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The state of the folder.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn state(&self) -> io::Result<Found> {
        // Asked first: a run killed at its very end leaves a complete corpus with a `.partial/`.
        if path_kind(&self.manifest())?.is_some() {
            return Ok(if self.has_own_manifest()? { Found::Complete } else { Found::Foreign });
        }
        if path_kind(&self.partial())? == Some(PathKind::Folder) {
            let unfinished = Found::Unfinished { begun: self.was_begun()? };
            return Ok(if self.has_own_partial()? { unfinished } else { Found::Foreign });
        }
        match is_empty(&self.root) {
            Ok(true) => Ok(Found::Nothing),
            Ok(false) => Ok(Found::Foreign),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Found::Nothing),
            Err(e) => Err(e),
        }
    }

    /// Other programs also write a `run.json`. Ours has `tool: "scutch VERSION ..."`.
    fn has_own_manifest(&self) -> io::Result<bool> {
        // Parsed as any JSON: manifests of other versions have other fields.
        let json: Option<Value> = serde_json::from_slice(&fs::read(self.manifest())?).ok();
        let tool = json.as_ref().and_then(|json| json["tool"].as_str());
        Ok(tool.is_some_and(|tool| tool.starts_with("scutch ")))
    }

    /// Whether `.partial/` is ours. A run killed right at its start leaves it empty.
    fn has_own_partial(&self) -> io::Result<bool> {
        for path in [self.lock(), self.plan(), self.spool()] {
            if path_kind(&path)?.is_some() {
                return Ok(true);
            }
        }
        is_empty(&self.partial())
    }

    /// While a run copies standard input it holds the lock, but has not been accepted yet.
    fn was_begun(&self) -> io::Result<bool> {
        let exists = |path: PathBuf| Ok::<_, io::Error>(path_kind(&path)?.is_some());
        Ok(exists(self.plan())? || (exists(self.lock())? && !exists(self.arriving())?))
    }

    /// Names of all files and folders that a run with this configuration, or a later command on its
    /// corpus, writes.
    pub fn names(config: &Config) -> BTreeSet<&'static str> {
        let mut names = BTreeSet::from([MANIFEST, REPORT, CARD, TIMING, TIMING_PAGE, QUARANTINE]);
        // Written by a later command, but in the same folder and cleared with it.
        names.extend(DUPLICATES);
        names.insert(TOMBSTONES);
        names.extend(config.formats.iter().map(|format| format.folder()));
        if Self::holds_labels(config) {
            names.extend(LABELS);
        }
        if config.corpus.is_some() {
            names.extend([CITATION, RO_CRATE, METADATA]);
        }
        names
    }

    /// Whether `scutch template` adds tables of labels to the corpus.
    pub fn holds_labels(config: &Config) -> bool {
        config.extractor == Extractor::Template && config.template.crosses
    }

    /// Creates the folder with its `.partial/`, which marks it as ours for a resumed run.
    ///
    /// # Errors
    /// When the folder cannot be created.
    pub fn create(&self) -> io::Result<()> {
        uninterrupted(|| fs::create_dir_all(self.partial()))
    }
}
