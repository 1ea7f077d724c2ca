//! Verbs over several corpus folders.

use std::fs;
use std::path::PathBuf;

use scutch_folder::inputs::display_name;
use scutch_foreign::escaped;

use crate::exit::UsageError;

/// Fails where a folder is named twice, under whatever names. One that is not there is for others to
/// report.
pub(crate) fn distinct(folders: &[PathBuf]) -> Result<(), UsageError> {
    let known = folders.iter().map(|folder| fs::canonicalize(folder).unwrap_or(folder.clone()));
    let known: Vec<PathBuf> = known.collect();
    for (number, folder) in known.iter().enumerate() {
        if known[..number].contains(folder) {
            let name = display_name(&folders[number]);
            return Err(UsageError(format!("{}: named twice", escaped(&name))));
        }
    }
    Ok(())
}

/// What stands before a line about a folder, where there are several.
pub(crate) fn prefix(folders: &[PathBuf], folder: &std::path::Path) -> String {
    match folders.len() {
        1 => String::new(),
        _ => format!("{}: ", escaped(&display_name(folder))),
    }
}
