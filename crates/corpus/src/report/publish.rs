//! The report and the manifest of a corpus folder, written anew.

use std::path::{Path, PathBuf};

use super::render;
use crate::folder::manifest::{Manifest, read_manifest};
use crate::folder::{Folder, RunError, at, write_json, write_whole};

/// Writes the report of a complete corpus folder anew; its path.
///
/// # Errors
/// When the manifest cannot be read or the page cannot be written.
pub fn rewrite_report(root: &Path) -> Result<PathBuf, RunError> {
    write(root, &read_manifest(root)?)
}

/// Writes the report of a corpus folder; its path.
pub(crate) fn write(root: &Path, manifest: &Manifest) -> Result<PathBuf, RunError> {
    let path = Folder::new(root).report();
    write_whole(&path, render(manifest).as_bytes()).map_err(at(&path))?;
    Ok(path)
}

/// Writes the manifest of a complete corpus folder anew, and its report.
pub(crate) fn write_manifest(root: &Path, manifest: &Manifest) -> Result<(), RunError> {
    write_json(&Folder::new(root).manifest(), manifest)?;
    // The report shows the manifest, so it is written after it.
    write(root, manifest).map(drop)
}
