//! Files of a corpus, compared with its manifest before they are copied.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use scutch_folder::digest::digest_of;
use scutch_folder::manifest::{Manifest, OutputEntry};
use scutch_folder::names::{QUARANTINE, TOMBSTONES};
use scutch_folder::{RunError, at};

use crate::flow::Watch;

/// The outputs that a copy reads: parts of all formats, quarantine, tombstones.
pub(crate) fn read_by_copies(manifest: &Manifest) -> impl Iterator<Item = &OutputEntry> {
    let folders: BTreeSet<&str> =
        manifest.config.formats.iter().map(|format| format.folder()).collect();
    manifest.outputs.iter().filter(move |output| match output.path.split_once('/') {
        Some((folder, _)) => folders.contains(folder),
        None => [QUARANTINE, TOMBSTONES].contains(&output.path.as_str()),
    })
}

/// Fails unless these files have the bytes that their manifest says. `None` when interrupted.
///
/// # Errors
/// The first file that differs or cannot be read.
pub(crate) fn as_listed<'a>(
    folder: &Path,
    outputs: impl IntoIterator<Item = &'a OutputEntry>,
    watch: &dyn Watch,
) -> Result<Option<()>, RunError> {
    for output in outputs {
        if watch.interrupted() {
            return Ok(None);
        }
        let path = folder.join(&output.path);
        if digest_of(&path).map_err(at(&path))? != output.digest {
            return Err(at(&path)(io::Error::other("has other bytes than run.json says")));
        }
    }
    Ok(Some(()))
}
