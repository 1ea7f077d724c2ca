//! Copies a corpus without its duplicates.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray as _;
use arrow_array::{BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use scutch_archive::uninterrupted;
use scutch_folder::config::{Format, Layout};
use scutch_folder::duplicates::DupKind;
use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::{RunError, at};
use serde_json::{Map, Value};

use super::write::{at_either, lines};
use crate::card::Card;
use crate::row::json::json_object;
use crate::row::{Column, columns, stored};
use crate::table::copy_parquet;

/// Counts of a copy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Rows kept.
    pub kept: u64,
    /// Rows dropped, by kind.
    pub dropped: BTreeMap<String, u64>,
    /// Formats that were not copied, because their files hold many documents each.
    pub not_copied: Vec<Format>,
}

/// Copies the rows of a corpus, and its files with one document each, to the new folder `output`, without
/// duplicates of `kinds`. The copy is complete or absent.
///
/// # Errors
/// When the corpus was not searched for duplicates, the output folder exists, or reading or writing
/// fails.
pub fn drop_duplicates(
    folder: &Path,
    kinds: &[DupKind],
    output: &Path,
) -> Result<Dropped, RunError> {
    let manifest = read_manifest(folder)?;
    if manifest.dedup.is_none() {
        return Err(RunError::NotSearched(folder.to_owned()));
    }
    // The copy is renamed when complete, so that half a copy is never taken for a corpus.
    let unfinished = unfinished(output);
    if output.symlink_metadata().is_ok() {
        return Err(RunError::Exists(output.to_owned()));
    }
    let _lock = claim(&unfinished)?;
    let mut copy = Copy {
        folder,
        output: &unfinished,
        manifest: &manifest,
        columns: columns(&manifest.config),
        gone: BTreeSet::new(),
        dropped: Dropped::default(),
    };
    let made = copy.read_marks(kinds).and_then(|()| copy.make());
    let made =
        made.and_then(|()| uninterrupted(|| fs::rename(&unfinished, output)).map_err(at(output)));
    if made.is_err() {
        // An error of tidying up would hide the error that matters.
        let _ = absent(&unfinished);
    }
    made.map(|()| copy.dropped)
}

/// The temporary name of a copy, in the same folder so that renaming is atomic.
fn unfinished(output: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(output.file_name().unwrap_or_default());
    name.push(".unfinished-copy");
    output.with_file_name(name)
}

/// Makes the folder of a copy, and locks it. One that a killed process left behind is emptied.
fn claim(unfinished: &Path) -> Result<File, RunError> {
    if unfinished.is_symlink() {
        return Err(RunError::Exists(unfinished.to_owned()));
    }
    uninterrupted(|| fs::create_dir_all(unfinished)).map_err(at(unfinished))?;
    let lock = uninterrupted(|| File::open(unfinished)).map_err(at(unfinished))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(RunError::Locked(unfinished.to_owned())),
        Err(TryLockError::Error(error)) => return Err(at(unfinished)(error)),
    }
    for entry in uninterrupted(|| fs::read_dir(unfinished)).map_err(at(unfinished))? {
        let entry = entry.map_err(at(unfinished))?;
        let kind = entry.file_type().map_err(at(&entry.path()))?;
        if kind.is_dir() {
            absent(&entry.path())?;
        } else {
            uninterrupted(|| fs::remove_file(entry.path())).map_err(at(&entry.path()))?;
        }
    }
    Ok(lock)
}

/// Removes a folder, if it exists.
fn absent(folder: &Path) -> Result<(), RunError> {
    match uninterrupted(|| fs::remove_dir_all(folder)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(folder)(error)),
        _ => Ok(()),
    }
}

/// A copy in progress.
struct Copy<'a> {
    folder: &'a Path,
    output: &'a Path,
    manifest: &'a Manifest,
    columns: Vec<&'static Column>,
    /// Ids of the rows to drop.
    gone: BTreeSet<String>,
    dropped: Dropped,
}

impl Copy<'_> {
    /// Reads which rows to drop. The marks are in the rows, so this needs a reading of its own.
    fn read_marks(&mut self, kinds: &[DupKind]) -> Result<(), RunError> {
        // Marks are stored by name, as in the column.
        let names: BTreeSet<&str> = kinds.iter().map(|kind| kind.name()).collect();
        let read = self.columns.iter().copied().filter(|c| ["id", "dup_kind"].contains(&c.name));
        let read: Vec<_> = read.collect();
        let (gone, dropped) = (&mut self.gone, &mut self.dropped);
        for part in stored::parts(self.folder, self.manifest) {
            let taken = stored::for_each(&part, &read, |row| {
                match row.columns.get("dup_kind").and_then(Value::as_str) {
                    Some(kind) if names.contains(kind) => {
                        *dropped.dropped.entry(kind.to_owned()).or_default() += 1;
                        gone.insert(row.id);
                    }
                    _ => dropped.kept += 1,
                }
            });
            taken.map_err(at(&part))?;
        }
        Ok(())
    }

    /// Copies the parts of all formats that can be copied.
    fn make(&mut self) -> Result<(), RunError> {
        uninterrupted(|| fs::create_dir_all(self.output)).map_err(at(self.output))?;
        for entry in &self.manifest.outputs {
            // Tables of duplicates and labels describe the old rows, so they are not copied.
            let Some(format) = self.format_of(&entry.path) else { continue };
            let of_documents = format.layout(self.manifest.config.layout) == Layout::Document;
            if format.is_of_rows() || of_documents {
                self.part(format, &entry.path)?;
            } else if !self.dropped.not_copied.contains(&format) {
                self.dropped.not_copied.push(format);
            }
        }
        let mut formats = self.manifest.config.formats.clone();
        formats.retain(|format| !self.dropped.not_copied.contains(format));
        Card::of_copy(self.manifest, formats, self.dropped.kept).write(self.output)
    }

    /// The format of an output, if it is a part of documents.
    fn format_of(&self, path: &str) -> Option<Format> {
        let (name, rest) = path.split_once('/')?;
        let config = &self.manifest.config;
        let of_it = |format: &&Format| {
            format.folder() == name
                && (format.layout(config.layout) == Layout::Document
                    || rest.ends_with(format.extension()))
        };
        config.formats.iter().find(of_it).copied()
    }

    /// Copies one part without the rows to drop.
    fn part(&self, format: Format, name: &str) -> Result<(), RunError> {
        let (old, new) = (self.folder.join(name), self.output.join(name));
        let parent = new.parent().unwrap_or(self.output);
        uninterrupted(|| fs::create_dir_all(parent)).map_err(at(parent))?;
        let (gone, columns) = (&self.gone, &self.columns);
        let copied = match format {
            Format::Parquet => {
                copy_parquet(&old, &new, columns, |batch| kept(&batch, gone)).map(drop)
            }
            Format::Jsonl => {
                let keep = |line: &mut Map<String, Value>| {
                    let id = line.get("id").and_then(Value::as_str).unwrap_or_default();
                    (!gone.contains(id)).then(|| json_object(line, columns))
                };
                lines(&old, &new, keep).map(drop)
            }
            _ => copy_files(&old, &new, |id| !gone.contains(id)),
        };
        copied.map_err(at_either(&old, &new))
    }
}

/// The remaining rows of a batch.
fn kept(batch: &RecordBatch, gone: &BTreeSet<String>) -> io::Result<RecordBatch> {
    let ids = batch.column_by_name("id").and_then(|column| column.as_string_opt::<i32>());
    let ids = ids.ok_or_else(|| io::Error::other("the rows have no column `id`"))?;
    let stays: BooleanArray =
        ids.iter().map(|id| Some(id.is_none_or(|id| !gone.contains(id)))).collect();
    filter_record_batch(batch, &stays).map_err(io::Error::other)
}

/// Copies the files of the remaining rows. The name of a file is the row id.
fn copy_files(old: &Path, new: &Path, keep: impl Fn(&str) -> bool) -> io::Result<()> {
    uninterrupted(|| fs::create_dir_all(new))?;
    let entries: Vec<_> = uninterrupted(|| fs::read_dir(old)?.collect())?;
    for entry in entries {
        let path = entry.path();
        let id = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if let Some(name) = path.file_name().filter(|_| keep(id)) {
            // Copied and not linked: a change in one corpus must not reach the other.
            uninterrupted(|| fs::copy(&path, new.join(name)))?;
        }
    }
    Ok(())
}
