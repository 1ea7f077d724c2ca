//! Rows and files of documents, copied without some.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::{BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use scutch_archive::uninterrupted;
use scutch_folder::{RunError, at, is_full};

use super::shard_row::{ShardRow, other_documents};

/// The remaining rows of a batch.
pub(super) fn kept(batch: &RecordBatch, gone: &BTreeSet<String>) -> io::Result<RecordBatch> {
    let ids = batch.column_by_name("id").and_then(|column| column.as_string_opt::<i32>());
    let ids = ids.ok_or_else(|| io::Error::other("the rows have no column `id`"))?;
    let stays: BooleanArray =
        ids.iter().map(|id| Some(id.is_none_or(|id| !gone.contains(id)))).collect();
    filter_record_batch(batch, &stays).map_err(io::Error::other)
}

/// Copies the documents of the rows that stay, from a folder with one file per row. `id_of` tells of which row
/// a file is, by its name.
///
/// # Errors
/// A file of no row, a row without a file, and those of reading and writing.
pub(super) fn copy_documents(
    old: &Path,
    new: &Path,
    rows: &[ShardRow],
    id_of: impl Fn(&str) -> Option<&str>,
) -> io::Result<()> {
    uninterrupted(|| fs::create_dir_all(new))?;
    let mut awaited: HashMap<&str, bool> =
        rows.iter().map(|row| (row.id.as_str(), row.stays)).collect();
    let entries: Vec<_> = uninterrupted(|| fs::read_dir(old)?.collect())?;
    for entry in entries {
        let name = entry.file_name();
        let stays = name.to_str().and_then(&id_of).and_then(|id| awaited.remove(id));
        let stays = stays.ok_or_else(|| of_no_row(&name.to_string_lossy()))?;
        if stays {
            uninterrupted(|| fs::copy(entry.path(), new.join(&name)))?;
        }
    }
    // The first by its id: the error is the same each time.
    match awaited.into_keys().min() {
        None => Ok(()),
        Some(id) => Err(io::Error::other(format!("the file of row {id} is missing"))),
    }
}

fn of_no_row(name: &str) -> io::Error {
    io::Error::other(format!("{}: {name} is of no row", other_documents()))
}

/// The path to blame for a failed copy: the new file if the disk is full, else probably the old one.
pub(crate) fn at_either(old: &Path, new: &Path) -> impl FnOnce(io::Error) -> RunError {
    let (old, new) = (old.to_owned(), new.to_owned());
    move |error| {
        let path = if is_full(error.kind()) { new } else { old };
        at(&path)(error)
    }
}
