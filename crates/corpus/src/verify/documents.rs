//! Which files of a folder with one document each are missing or more, by the rows of its shard.

use std::collections::BTreeSet;
use std::path::Path;

use scutch_archive::paths_in;
use scutch_folder::config::{Format, Layout};
use scutch_folder::manifest::{Manifest, OutputEntry};

use crate::format::{file_of, id_of};
use crate::row::columns;
use crate::row::stored::{self, StoredRow};

/// Files that a folder lacks, and files in it that are of no row.
#[derive(Debug, Default)]
pub(super) struct Documents {
    pub(super) missing: Vec<String>,
    pub(super) more: Vec<String>,
}

/// The files that are missing or more in an output. None where it is no folder, or where rows do not
/// tell.
pub(super) fn documents(folder: &Path, manifest: &Manifest, output: &OutputEntry) -> Documents {
    compared(folder, manifest, output).unwrap_or_default()
}

fn compared(folder: &Path, manifest: &Manifest, output: &OutputEntry) -> Option<Documents> {
    let config = &manifest.config;
    let (name, shard) = output.path.split_once('/')?;
    let shard = shard.parse().ok()?;
    let is_it = |format: &&Format| {
        format.folder() == name && format.layout(config.layout) == Layout::Document
    };
    let format = *config.formats.iter().find(is_it)?;
    let mut ids = ids(folder, manifest, shard)?;
    // Rows of another number are not those that the files were written of.
    if output.files != Some(ids.len() as u64) {
        return None;
    }
    let mut more = Vec::new();
    for path in paths_in(&folder.join(&output.path)).ok()? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !id_of(&name, format, config.file_names).is_some_and(|id| ids.remove(id)) {
            more.push(name);
        }
    }
    more.sort();
    let missing = ids.iter().map(|id| file_of(id, format, config.file_names)).collect();
    Some(Documents { missing, more })
}

/// The ids of the rows of a shard.
fn ids(folder: &Path, manifest: &Manifest, shard: u32) -> Option<BTreeSet<String>> {
    let config = &manifest.config;
    let format = config.formats.iter().filter(|format| format.is_of_rows()).min()?;
    let part = folder.join(format.folder()).join(format.part(shard, config.layout));
    let mut columns = columns(config);
    columns.retain(|column| column.name == "id");
    let mut ids = BTreeSet::new();
    let id = |row: StoredRow| {
        ids.insert(row.id);
    };
    stored::for_each(&part, &columns, id).ok()?;
    Some(ids)
}
