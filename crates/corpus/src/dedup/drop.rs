//! A copy of a corpus without its duplicates: rows of the kinds named are left out, and counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::{BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use serde_json::{Map, Value};

use super::DupKind;
use super::write::lines;
use crate::format::rows::json_object;
use crate::format::{Format, Layout};
use crate::manifest::read_manifest;
use crate::row::columns;
use crate::run::{RunError, at};
use crate::verify::stored;
use crate::write::copy_parquet;

/// What was left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Rows kept.
    pub kept: u64,
    /// Rows left out, by kind.
    pub dropped: BTreeMap<String, u64>,
    /// Formats of the corpus that were not copied: their files hold many documents each.
    pub not_copied: Vec<Format>,
}

/// Copies the rows of a corpus folder whose duplicates are marked, and the files of one document each, to
/// the new folder `output`; without those of `kinds`.
///
/// # Errors
/// When the corpus was not searched for duplicates, the output folder exists, or a file cannot be read or written.
pub fn drop_duplicates(
    folder: &Path,
    kinds: &[DupKind],
    output: &Path,
) -> Result<Dropped, RunError> {
    let manifest = read_manifest(folder)?;
    if manifest.dedup.is_none() {
        return Err(RunError::NotSearched(folder.to_owned()));
    }
    if output.exists() {
        return Err(RunError::Exists(output.to_owned()));
    }
    let names: BTreeSet<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let mut gone = BTreeSet::new();
    let mut dropped = Dropped::default();
    let all = columns(&manifest.config);
    let read: Vec<_> =
        all.iter().copied().filter(|c| ["id", "dup_kind"].contains(&c.name)).collect();
    for part in stored::parts(folder, &manifest) {
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
    for output_entry in &manifest.outputs {
        let Some((name, rest)) = output_entry.path.split_once('/') else { continue };
        let layout = manifest.config.layout;
        let of_it = |format: &&Format| {
            format.folder() == name
                && (format.layout(layout) == Layout::Document || rest.ends_with(format.extension()))
        };
        let Some(format) = manifest.config.formats.iter().find(of_it).copied() else { continue };
        let (old, new) = (folder.join(&output_entry.path), output.join(&output_entry.path));
        let parent = new.parent().unwrap_or(output);
        fs::create_dir_all(parent).map_err(at(parent))?;
        match format {
            Format::Parquet => {
                let keep = |batch: RecordBatch| kept(&batch, &gone);
                copy_parquet(&old, &new, &all, keep).map_err(at(&old))?;
            }
            Format::Jsonl => {
                let keep = |line: &mut Map<String, Value>| {
                    let id = line.get("id").and_then(Value::as_str).unwrap_or_default();
                    (!gone.contains(id)).then(|| json_object(line, &all))
                };
                lines(&old, &new, keep).map_err(at(&old))?;
            }
            _ if format.layout(layout) == Layout::Document => {
                copy_files(&old, &new, |id| !gone.contains(id)).map_err(at(&old))?;
            }
            _ if !dropped.not_copied.contains(&format) => dropped.not_copied.push(format),
            _ => {}
        }
    }
    Ok(dropped)
}

/// The rows of a batch that stay.
fn kept(batch: &RecordBatch, gone: &BTreeSet<String>) -> io::Result<RecordBatch> {
    let ids = batch.column_by_name("id").and_then(|column| column.as_string_opt::<i32>());
    let ids = ids.ok_or_else(|| io::Error::other("the rows have no column `id`"))?;
    let stays: BooleanArray =
        ids.iter().map(|id| Some(id.is_none_or(|id| !gone.contains(id)))).collect();
    filter_record_batch(batch, &stays).map_err(io::Error::other)
}

/// Copies the files whose name, without its ending, is the id of a row that stays.
fn copy_files(old: &Path, new: &Path, keep: impl Fn(&str) -> bool) -> io::Result<()> {
    fs::create_dir_all(new)?;
    for entry in fs::read_dir(old)? {
        let path = entry?.path();
        let id = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if let Some(name) = path.file_name().filter(|_| keep(id)) {
            fs::copy(&path, new.join(name))?;
        }
    }
    Ok(())
}
