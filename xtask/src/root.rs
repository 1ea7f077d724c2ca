//! Where things are: the root of the repository and cargo's target folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The root of the repository, whatever the current folder.
pub(crate) fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Cargo's target folder, which also holds what the chores set up.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => repository().join(folder),
        None => repository().join("target"),
    }
}

/// The cargo that runs this chore.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}
