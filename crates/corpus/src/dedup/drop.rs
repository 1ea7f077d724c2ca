//! Copies a corpus without its duplicates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use scutch_archive::uninterrupted;
use scutch_folder::config::{Format, Layout};
use scutch_folder::duplicates::DupKind;
use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::{RunError, at};
use serde_json::{Map, Value};

use super::write::lines;
use crate::card::Card;
use crate::reissue::{at_either, complete_or_absent, copy_files, kept};
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
    complete_or_absent(output, |unfinished| {
        let mut copy = Copy {
            folder,
            output: unfinished,
            manifest: &manifest,
            columns: columns(&manifest.config),
            gone: BTreeSet::new(),
            dropped: Dropped::default(),
        };
        copy.read_marks(kinds).and_then(|()| copy.make(kinds))?;
        Ok(Some(copy.dropped))
    })
    .map(Option::unwrap_or_default)
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
    fn make(&mut self, kinds: &[DupKind]) -> Result<(), RunError> {
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
        // Kinds that were asked for and do not occur are told, too.
        let count = |name| self.dropped.dropped.get(name).copied().unwrap_or_default();
        let asked = kinds.iter().map(|kind| (kind.name().to_owned(), count(kind.name())));
        Card::of_copy(self.manifest, formats, self.dropped.kept, asked.collect()).write(self.output)
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
