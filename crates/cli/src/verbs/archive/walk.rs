//! From what was named to the items of the files, one after the other.

use std::fs::File;
use std::io;

use anyhow::Context as _;
use scutch_archive::{Item, Limits, Position, Reader};
use scutch_corpus::inputs::{self, InputFile, STDIN};

/// Calls `visit` with each item of each file. A file that cannot be opened is an error.
pub(super) fn walk(
    named: &[String],
    mut visit: impl FnMut(&InputFile, Item<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let spool = spool(named)?;
    let inputs = inputs::list(named, spool.as_ref().map(tempfile::NamedTempFile::path))?;
    let limits = Limits::default();
    for file in &inputs.files {
        let mut reader = Reader::open_at(&file.path, Position::START, &limits)?;
        while let Some(item) = reader.next() {
            visit(file, item)?;
        }
    }
    Ok(())
}

/// Standard input as a file, where it is named: archives are read at any place.
fn spool(named: &[String]) -> anyhow::Result<Option<tempfile::NamedTempFile>> {
    if !named.iter().any(|name| name == STDIN) {
        return Ok(None);
    }
    let mut file =
        tempfile::NamedTempFile::new().context("no temporary file for standard input")?;
    io::copy(&mut io::stdin().lock(), &mut file).context("standard input cannot be read")?;
    Ok(Some(file))
}

/// The file behind an input, to copy bytes from.
pub(super) fn open(file: &InputFile) -> anyhow::Result<File> {
    File::open(&file.path).with_context(|| format!("{}: cannot be opened", file.shown_path()))
}
