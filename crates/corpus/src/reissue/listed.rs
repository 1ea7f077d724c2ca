//! Files of a corpus, compared with its manifest before they are copied.

use std::io;
use std::path::Path;

use scutch_folder::digest::digest_of;
use scutch_folder::manifest::OutputEntry;
use scutch_folder::{RunError, at};

use crate::flow::Watch;

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
