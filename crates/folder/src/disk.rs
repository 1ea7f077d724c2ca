//! Paths in a corpus folder, the state of a folder before a run, and what a run clears away.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::{PathKind, path_kind, uninterrupted};
use serde_json::Value;

use crate::config::{Config, Extractor, Format};
use crate::error::{RunError, at};
use crate::files::{absent_is_fine, is_empty};
use crate::names::{
    CARD, CITATION, CLUSTERS, LABELS, MANIFEST, MARKUP, METADATA, PARAGRAPHS, PARTIAL, QUARANTINE,
    RECORDS, REPORT, RO_CRATE, TIMING, TIMING_PAGE, TOMBSTONES, VERSIONS,
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
        names.extend([CLUSTERS, PARAGRAPHS, VERSIONS, TOMBSTONES]);
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

    /// Removes the files that a run writes, and nothing else. Lock and kept standard input stay.
    /// The manifest is removed first: without it the folder does not count as a corpus.
    ///
    /// # Errors
    /// When a file or folder cannot be removed.
    pub fn clear(&self, formats: &[Format]) -> io::Result<()> {
        let files = [self.manifest(), self.report(), self.timing(), self.timing_page()];
        for file in files.into_iter().chain([self.quarantine(), self.root.join(CARD)]) {
            absent_is_fine(uninterrupted(|| fs::remove_file(&file)))?;
        }
        // They describe rows that are about to be replaced.
        for table in [CLUSTERS, PARAGRAPHS, VERSIONS, TOMBSTONES] {
            absent_is_fine(uninterrupted(|| fs::remove_file(self.root.join(table))))?;
        }
        for format in formats {
            let parts = self.root.join(format.folder());
            absent_is_fine(uninterrupted(|| fs::remove_dir_all(&parts)))?;
        }
        self.empty_partial(&[self.lock(), self.spool()])
    }

    /// Empties `.partial/` except for the lock.
    ///
    /// # Errors
    /// When a file or folder cannot be removed.
    pub fn clear_partial(&self) -> io::Result<()> {
        self.empty_partial(&[self.lock()])
    }

    /// Removes kept standard input of a run that will not be resumed.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn forget_spool(&self) -> io::Result<()> {
        absent_is_fine(uninterrupted(|| fs::remove_file(self.arriving())))?;
        absent_is_fine(uninterrupted(|| fs::remove_file(self.spool())))
    }

    /// Removes the plan of a run that cannot be resumed.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn forget_plan(&self) -> io::Result<()> {
        absent_is_fine(uninterrupted(|| fs::remove_file(self.plan())))
    }

    /// Removes `.partial/`. The lock goes last: until then the folder must be recognised as ours.
    ///
    /// # Errors
    /// When a file or folder cannot be removed.
    pub fn remove_partial(&self) -> io::Result<()> {
        self.empty_partial(&[self.lock()])?;
        absent_is_fine(uninterrupted(|| fs::remove_dir_all(self.partial())))
    }

    /// Empties `.partial/` except for these files.
    fn empty_partial(&self, kept: &[PathBuf]) -> io::Result<()> {
        let listed = || fs::read_dir(self.partial())?.collect::<io::Result<Vec<_>>>();
        let entries = match uninterrupted(listed) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let path = entry.path();
            match uninterrupted(|| entry.file_type())?.is_dir() {
                true => uninterrupted(|| fs::remove_dir_all(&path))?,
                false if !kept.contains(&path) => uninterrupted(|| fs::remove_file(&path))?,
                false => {}
            }
        }
        Ok(())
    }

    /// The folder of unfinished files.
    pub fn partial(&self) -> PathBuf {
        self.root.join(PARTIAL)
    }

    /// The path of the manifest.
    pub fn manifest(&self) -> PathBuf {
        self.root.join(MANIFEST)
    }

    /// The path of the report.
    pub fn report(&self) -> PathBuf {
        self.root.join(REPORT)
    }

    /// The path of the times.
    pub fn timing(&self) -> PathBuf {
        self.root.join(TIMING)
    }

    /// The path of the page about times.
    pub fn timing_page(&self) -> PathBuf {
        self.root.join(TIMING_PAGE)
    }

    /// The path of the quarantine.
    pub fn quarantine(&self) -> PathBuf {
        self.root.join(QUARANTINE)
    }

    /// The plan of an unfinished run.
    pub fn plan(&self) -> PathBuf {
        self.partial().join("plan.json")
    }

    /// The lock of a running process.
    pub fn lock(&self) -> PathBuf {
        self.partial().join("lock")
    }

    /// The copy of standard input, kept while the run needs it.
    pub fn spool(&self) -> PathBuf {
        self.partial().join("stdin")
    }

    /// Where standard input is copied before the run is accepted.
    pub fn arriving(&self) -> PathBuf {
        self.partial().join("stdin.new")
    }

    /// The completion mark of a shard, with its counts and digests.
    pub fn shard_mark(&self, shard: u32) -> PathBuf {
        self.partial().join(format!("shard-{shard:05}.json"))
    }

    /// The quarantine lines of a shard, merged at the end.
    pub fn shard_quarantine(&self, shard: u32) -> PathBuf {
        self.partial().join(format!("quarantine-{shard:05}.jsonl"))
    }

    /// The output of a shard in one format, a file or a folder, relative to the corpus folder.
    pub fn part_name(shard: u32, config: &Config, format: Format) -> String {
        format!("{}/{}", format.folder(), format.part(shard, config.layout))
    }

    /// The final path of the output of a shard.
    pub fn part(&self, shard: u32, config: &Config, format: Format) -> PathBuf {
        self.root.join(Self::part_name(shard, config, format))
    }

    /// The path of the output of a shard while it is written.
    pub fn unfinished_part(&self, shard: u32, config: &Config, format: Format) -> PathBuf {
        self.partial().join(format!("{}-{}", format.name(), format.part(shard, config.layout)))
    }
}

/// Removes the tables of labels of an earlier run: they would not fit the rows of this one.
///
/// # Errors
/// The first file or folder that cannot be removed.
pub fn clear_labels(folder: &Path) -> Result<(), RunError> {
    for name in LABELS.into_iter().filter(|name| *name != MARKUP) {
        let path = folder.join(name);
        absent_is_fine(uninterrupted(|| fs::remove_file(&path))).map_err(at(&path))?;
    }
    let path = folder.join(MARKUP);
    absent_is_fine(uninterrupted(|| fs::remove_dir_all(&path))).map_err(at(&path))
}

/// Removes the records for repositories from a corpus folder.
///
/// # Errors
/// The first file that cannot be removed.
pub fn clear_records(folder: &Path) -> Result<(), RunError> {
    for name in RECORDS {
        let path = folder.join(name);
        absent_is_fine(uninterrupted(|| fs::remove_file(&path))).map_err(at(&path))?;
    }
    // Empty by now, unless somebody added files of their own.
    match uninterrupted(|| fs::remove_dir(folder.join(METADATA))) {
        Err(e) if e.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => absent_is_fine(removed).map_err(at(&folder.join(METADATA))),
    }
}
