//! The corpus folder on disk: where things stand, and how a file becomes complete or stays absent.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::error::{RunError, at};
use super::names::{
    CLUSTERS, LABELS, MANIFEST, MARKUP, PARAGRAPHS, PARTIAL, QUARANTINE, REPORT, TIMING,
    TIMING_PAGE, VERSIONS,
};
use crate::config::{Config, Extractor, Format};

/// A corpus folder, existing or to be made.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    root: PathBuf,
}

/// What stands in a folder before a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing, or an empty folder.
    Nothing,
    /// A finished corpus.
    Complete,
    /// A run that was interrupted.
    Unfinished {
        /// Whether it came far enough to clear the folder.
        begun: bool,
    },
    /// Files of somebody else.
    Foreign,
}

impl Folder {
    pub(crate) fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn look(&self) -> io::Result<Found> {
        if self.manifest().exists() {
            return Ok(if self.has_own_manifest()? { Found::Complete } else { Found::Foreign });
        }
        if self.partial().is_dir() {
            let unfinished = Found::Unfinished { begun: self.was_begun() };
            return Ok(if self.has_own_partial()? { unfinished } else { Found::Foreign });
        }
        match fs::read_dir(&self.root) {
            Ok(mut entries) => {
                Ok(if entries.next().is_none() { Found::Nothing } else { Found::Foreign })
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Found::Nothing),
            Err(e) => Err(e),
        }
    }

    /// Other programs write a `run.json` too; ours names us, whatever the version.
    fn has_own_manifest(&self) -> io::Result<bool> {
        let json: Option<Value> = serde_json::from_slice(&fs::read(self.manifest())?).ok();
        let tool = json.as_ref().and_then(|json| json["tool"].as_str());
        Ok(tool.is_some_and(|tool| tool.starts_with("scutch ")))
    }

    /// A run killed at its very beginning leaves an empty one.
    fn has_own_partial(&self) -> io::Result<bool> {
        let begun = [self.lock(), self.plan(), self.spool()].iter().any(|path| path.exists());
        Ok(begun || fs::read_dir(self.partial())?.next().is_none())
    }

    /// Who copies standard input holds the lock before it is known whether the run is accepted.
    fn was_begun(&self) -> bool {
        self.plan().exists() || (self.lock().exists() && !self.arriving().exists())
    }

    /// Names of what a run under this configuration writes into the folder, or what is made of it later.
    pub(crate) fn names(config: &Config) -> BTreeSet<&'static str> {
        let mut names = BTreeSet::from([MANIFEST, REPORT, TIMING, TIMING_PAGE, QUARANTINE]);
        names.extend([CLUSTERS, PARAGRAPHS, VERSIONS]);
        names.extend(config.formats.iter().map(|format| format.folder()));
        if Self::holds_labels(config) {
            names.extend(LABELS);
        }
        names
    }

    /// Whether labels of pages come to stand beside the rows, as `scutch template` writes them.
    pub(crate) fn holds_labels(config: &Config) -> bool {
        config.extractor == Extractor::Template && config.template.crosses
    }

    /// What marks the folder as ours comes first: a run killed in between must find it again.
    pub(crate) fn create(&self) -> io::Result<()> {
        fs::create_dir_all(self.partial())
    }

    /// Removes what a run writes, and nothing else that may lie in the folder; its lock and the standard input it kept
    /// stay. The manifest goes first: without it the folder is no corpus any more.
    pub(crate) fn clear(&self, formats: &[Format]) -> io::Result<()> {
        let files = [self.manifest(), self.report(), self.timing(), self.timing_page()];
        for file in files.into_iter().chain([self.quarantine()]) {
            absent_is_fine(fs::remove_file(file))?;
        }
        for table in [CLUSTERS, PARAGRAPHS, VERSIONS] {
            absent_is_fine(fs::remove_file(self.root.join(table)))?;
        }
        for format in formats {
            absent_is_fine(fs::remove_dir_all(self.root.join(format.folder())))?;
        }
        self.empty_partial(&[self.lock(), self.spool()])
    }

    /// Removes the standard input that a run kept which is not gone on with.
    pub(crate) fn forget_spool(&self) -> io::Result<()> {
        absent_is_fine(fs::remove_file(self.arriving()))?;
        absent_is_fine(fs::remove_file(self.spool()))
    }

    /// The lock goes last: as long as anything is left, the folder must be known as ours.
    pub(crate) fn remove_partial(&self) -> io::Result<()> {
        self.empty_partial(&[self.lock()])?;
        absent_is_fine(fs::remove_dir_all(self.partial()))
    }

    fn empty_partial(&self, kept: &[PathBuf]) -> io::Result<()> {
        let entries = match fs::read_dir(self.partial()) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let path = entry?.path();
            match path.is_dir() {
                true => fs::remove_dir_all(path)?,
                false if !kept.contains(&path) => fs::remove_file(path)?,
                false => {}
            }
        }
        Ok(())
    }

    pub(crate) fn partial(&self) -> PathBuf {
        self.root.join(PARTIAL)
    }

    pub(crate) fn manifest(&self) -> PathBuf {
        self.root.join(MANIFEST)
    }

    pub(crate) fn report(&self) -> PathBuf {
        self.root.join(REPORT)
    }

    pub(crate) fn timing(&self) -> PathBuf {
        self.root.join(TIMING)
    }

    pub(crate) fn timing_page(&self) -> PathBuf {
        self.root.join(TIMING_PAGE)
    }

    pub(crate) fn quarantine(&self) -> PathBuf {
        self.root.join(QUARANTINE)
    }

    /// The plan an unfinished run was started with.
    pub(crate) fn plan(&self) -> PathBuf {
        self.partial().join("plan.json")
    }

    pub(crate) fn lock(&self) -> PathBuf {
        self.partial().join("lock")
    }

    /// Where standard input is kept while the run needs it.
    pub(crate) fn spool(&self) -> PathBuf {
        self.partial().join("stdin")
    }

    /// Where standard input is copied before it is known that the run may write.
    pub(crate) fn arriving(&self) -> PathBuf {
        self.partial().join("stdin.new")
    }

    /// The mark that a shard is complete, with what the end of the run needs of it.
    pub(crate) fn shard_mark(&self, shard: u32) -> PathBuf {
        self.partial().join(format!("shard-{shard:05}.json"))
    }

    pub(crate) fn shard_quarantine(&self, shard: u32) -> PathBuf {
        self.partial().join(format!("quarantine-{shard:05}.jsonl"))
    }

    /// What a shard leaves in one format, a file or a folder, relative to the corpus folder.
    pub(crate) fn part_name(shard: u32, config: &Config, format: Format) -> String {
        format!("{}/{}", format.folder(), format.part(shard, config.layout))
    }

    pub(crate) fn part(&self, shard: u32, config: &Config, format: Format) -> PathBuf {
        self.root.join(Self::part_name(shard, config, format))
    }

    pub(crate) fn unfinished_part(&self, shard: u32, config: &Config, format: Format) -> PathBuf {
        self.partial().join(format!("{}-{}", format.name(), format.part(shard, config.layout)))
    }
}

/// Writes a small file so that it is complete or absent: temporary name, sync, rename, sync folder.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("tmp");
    let mut file = File::create(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    rename_whole(&temporary, path)
}

/// Moves a complete, synced file to its place and syncs the folder that names it.
pub(crate) fn rename_whole(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    match to.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// Removes the labels that another run has left: they must not stand beside the texts of this one.
pub(crate) fn clear_labels(folder: &Path) -> Result<(), RunError> {
    for name in LABELS.into_iter().filter(|name| *name != MARKUP) {
        let path = folder.join(name);
        absent_is_fine(fs::remove_file(&path)).map_err(at(&path))?;
    }
    let path = folder.join(MARKUP);
    absent_is_fine(fs::remove_dir_all(&path)).map_err(at(&path))
}

/// Moves what a shard leaves, a file or a folder, to its place; what a run killed before its mark left
/// there goes.
pub(crate) fn place_whole(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    if to.is_dir() {
        fs::remove_dir_all(to)?;
    }
    rename_whole(from, to)
}

pub(crate) fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<(), RunError> {
    let mut json = serde_json::to_vec_pretty(value).map_err(|e| at(path)(e.into()))?;
    json.push(b'\n');
    write_whole(path, &json).map_err(at(path))
}

fn absent_is_fine(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
