//! Inputs that are read to their end before the frontier is locked.
//!
//! In `next | fetch | done` the last program would hold the lock that the first one waits for, and
//! wait for its lines.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tempfile::NamedTempFile;

use crate::verbs::url::input;

/// An input that waits for no other program.
pub(super) struct Input {
    /// Its name in messages.
    pub(super) shown: PathBuf,
    /// What came through a pipe.
    spool: Option<NamedTempFile>,
}

impl Input {
    /// The file to read.
    pub(super) fn path(&self) -> &Path {
        self.spool.as_ref().map_or(&self.shown, NamedTempFile::path)
    }
}

/// The inputs, each whole on disk. Fails if one cannot be read or stored.
pub(super) fn whole(inputs: &[PathBuf]) -> anyhow::Result<Vec<Input>> {
    let stored = |shown: PathBuf| {
        let spool = if is_stored(&shown) { None } else { Some(stored(&shown)?) };
        Ok(Input { shown, spool })
    };
    input::named(inputs).into_iter().map(stored).collect()
}

/// Whether a path names a file or folder, or nothing, which fails where it is read.
fn is_stored(path: &Path) -> bool {
    let found = || fs::metadata(path);
    // A named pipe waits for its writer as standard input does.
    path != Path::new("-") && found().map_or(true, |found| found.is_file() || found.is_dir())
}

/// What a pipe holds, in a temporary file.
fn stored(path: &Path) -> anyhow::Result<NamedTempFile> {
    let shown = || format!("{}: cannot be read", path.display());
    let mut spool = NamedTempFile::new().context("no temporary file can be made")?;
    if path == Path::new("-") {
        io::copy(&mut io::stdin().lock(), &mut spool).with_context(shown)?;
    } else {
        io::copy(&mut File::open(path).with_context(shown)?, &mut spool).with_context(shown)?;
    }
    Ok(spool)
}
