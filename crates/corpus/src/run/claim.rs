//! Protects files: a run overwrites neither its inputs nor files that no run of ours has written.

use std::fs;
use std::path::Path;

use scutch_folder::config::{Config, Format};
use scutch_folder::inputs::{Inputs, named_path};
use scutch_folder::manifest::Manifest;
use scutch_folder::names::{CARD, PARTIAL};
use scutch_folder::{Folder, RunError};

/// Fails if an archive lies in the output folder, or annotations, decisions or index in a part of it that
/// will be cleared.
pub(crate) fn inputs_outside(
    folder: &Folder,
    inputs: &Inputs,
    config: &Config,
    cleared: &[Format],
) -> Result<(), RunError> {
    // A folder that does not exist yet contains nothing.
    let Ok(root) = fs::canonicalize(folder.root()) else { return Ok(()) };
    let inside = |path: &Path, folder: &Path| {
        fs::canonicalize(path).is_ok_and(|path| path.starts_with(folder))
    };
    let archives = inputs.files.iter().filter(|file| !file.is_spool()).map(|file| &file.path);
    let mut archives = archives.filter(|path| inside(path, &root));
    let index = config.input.index.as_deref().map(named_path);
    let mut others = (config.annotations.iter())
        .chain(&config.decisions)
        .chain(&index)
        .filter(|path| cleared.iter().any(|format| inside(path, &root.join(format.folder()))));
    match archives.next().or(others.next()) {
        None => Ok(()),
        Some(input) => {
            Err(RunError::InputInside { input: input.clone(), folder: folder.root().to_owned() })
        }
    }
}

/// Fails if a file exists under a name that this run writes and the earlier run did not.
pub(crate) fn names_free(
    folder: &Folder,
    config: &Config,
    earlier: Option<&Config>,
) -> Result<(), RunError> {
    let mut names = Folder::names(config);
    if let Some(earlier) = earlier {
        names.retain(|name| !Folder::names(earlier).contains(name));
    }
    names.into_iter().try_for_each(|name| free(folder, name))
}

/// Fails if a finished corpus has a card that is not its own: older versions wrote none.
pub(crate) fn card_free(folder: &Folder, earlier: &Manifest) -> Result<(), RunError> {
    match earlier.outputs.iter().any(|output| output.path == CARD) {
        true => Ok(()),
        false => free(folder, CARD),
    }
}

/// Like [`names_free`], for a folder without a run of ours.
pub(crate) fn all_names_free(folder: &Folder, config: &Config) -> Result<(), RunError> {
    free(folder, PARTIAL)?;
    names_free(folder, config, None)
}

/// Fails if a name exists in the folder.
fn free(folder: &Folder, name: &str) -> Result<(), RunError> {
    // Not `exists`, which follows links: a dangling link would be overwritten too.
    match fs::symlink_metadata(folder.root().join(name)) {
        Ok(_) => Err(RunError::Taken { folder: folder.root().to_owned(), name: name.to_owned() }),
        Err(_) => Ok(()),
    }
}
