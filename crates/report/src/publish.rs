//! The report and the manifest of a corpus folder, written anew.

use std::path::{Path, PathBuf};

use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::{Folder, RunError, at, write_whole};

use crate::sections::render;

/// Writes the report of a complete corpus folder anew; its path. No archive is read: all numbers
/// are in the manifest.
///
/// # Errors
/// When the manifest cannot be read or the page cannot be written.
pub fn rewrite_report(root: &Path) -> Result<PathBuf, RunError> {
    write_report(root, &read_manifest(root)?)
}

/// Writes the report of a corpus folder; its path.
///
/// # Errors
/// When the page cannot be written.
pub fn write_report(root: &Path, manifest: &Manifest) -> Result<PathBuf, RunError> {
    let path = Folder::new(root).report();
    write_whole(&path, render(manifest).as_bytes()).map_err(at(&path))?;
    Ok(path)
}

/// Writes the manifest of a complete corpus folder anew, and its report. For commands that add tables
/// to a corpus: the manifest lists them, and the report shows what they found.
///
/// # Errors
/// When the manifest or the page cannot be written.
pub fn write_manifest(root: &Path, manifest: &Manifest) -> Result<(), RunError> {
    manifest.write(&Folder::new(root))?;
    // The report shows the manifest, so it is written after it.
    write_report(root, manifest).map(drop)
}
