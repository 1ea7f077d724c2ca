//! The archives behind the names that were typed.

use std::path::{Path, PathBuf};

use scutch_folder::inputs::{InputFile, list, named_path};
use scutch_folder::manifest::{InputEntry, MANIFEST, read_manifest};

use super::SourceError;

/// The archives, and the corpus folder that names them, if one was typed.
pub(crate) struct Listed {
    pub(super) files: Vec<InputFile>,
    pub(super) folder: Option<PathBuf>,
    pub(super) limits: scutch_archive::Limits,
}

/// The corpus folder among names, which is the only one; `None` if they name archives.
///
/// # Errors
/// When a corpus folder stands beside other inputs.
pub fn corpus_folder(named: &[String]) -> Result<Option<PathBuf>, SourceError> {
    let is_corpus = |name: &&String| Path::new(name).join(MANIFEST).is_file();
    let folder = named.iter().find(is_corpus).map(|name| named_path(name));
    match folder {
        Some(folder) if named.len() > 1 => Err(SourceError::FolderAmongOthers(folder)),
        folder => Ok(folder),
    }
}

/// Lists the archives behind names: files, folders, patterns, or one corpus folder.
pub(crate) fn listed(named: &[String]) -> Result<Listed, SourceError> {
    let Some(folder) = corpus_folder(named)? else {
        let files = list(named, None)?.files;
        return Ok(Listed { files, folder: None, limits: scutch_archive::Limits::default() });
    };
    let manifest = read_manifest(&folder)?;
    // As the run listed them: a folder may have gained archives since.
    let file = |entry: &InputEntry| InputFile {
        path: named_path(&entry.path),
        name: entry.name.clone(),
        unreadable: entry.unreadable.clone(),
        content: entry.content.clone(),
        ..InputFile::default()
    };
    let files = manifest.inputs.iter().map(file).collect();
    // With the limits of the run, so that the same records can be read.
    Ok(Listed { files, folder: Some(folder), limits: manifest.config.archive })
}
