//! Tables beside the documents, without lines of rows that are gone.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;

use scutch_archive::uninterrupted;
use scutch_folder::names::{QUARANTINE, TOMBSTONES};
use scutch_folder::quarantine::{QuarantineLine, QuarantineSubject};
use scutch_folder::tally::Tally;
use scutch_folder::{Folder, RunError, at};

use super::is_there;

/// Copies the lines of a table: `change` gives the line to write, or `None` for none.
fn copy_lines(
    old: &Path,
    new: &Path,
    mut change: impl FnMut(String) -> io::Result<Option<String>>,
) -> Result<(), RunError> {
    let input = BufReader::new(File::open(old).map_err(at(old))?);
    let mut out = BufWriter::new(File::create(new).map_err(at(new))?);
    for line in input.lines() {
        if let Some(line) = line.and_then(&mut change).map_err(at(old))? {
            writeln!(out, "{line}").map_err(at(new))?;
        }
    }
    let file = out.into_inner().map_err(|error| at(new)(error.into_error()))?;
    file.sync_all().map_err(at(new))
}

/// Copies the quarantine without the lines that `keep` refuses, and takes these out of the counts. How
/// many there were.
pub(super) fn quarantine(
    old: &Path,
    new: &Path,
    counts: &mut Tally,
    mut keep: impl FnMut(&QuarantineLine) -> bool,
) -> Result<u64, RunError> {
    let mut gone = 0;
    copy_lines(&old.join(QUARANTINE), &new.join(QUARANTINE), |line| {
        let parsed = QuarantineLine::from_json(&line)?;
        if is_range(&parsed) || keep(&parsed) {
            return Ok(Some(line));
        }
        gone += 1;
        if let Some(count) = counts.quarantined.0.get_mut(&parsed.reason) {
            *count = count.saturating_sub(1);
        }
        Ok(None)
    })?;
    // A run lists no reason without records either.
    counts.quarantined.0.retain(|_, count| *count > 0);
    Ok(gone)
}

/// Damaged ranges have no address, and are no records of the account.
fn is_range(line: &QuarantineLine) -> bool {
    line.loss == QuarantineSubject::Range
}

/// Calls `take` with each record of a quarantine.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn quarantined(
    folder: &Path,
    mut take: impl FnMut(&QuarantineLine),
) -> Result<(), RunError> {
    let path = folder.join(QUARANTINE);
    let input = BufReader::new(File::open(&path).map_err(at(&path))?);
    for line in input.lines() {
        let line =
            line.and_then(|line| Ok(QuarantineLine::from_json(&line)?)).map_err(at(&path))?;
        if !is_range(&line) {
            take(&line);
        }
    }
    Ok(())
}

/// Copies the tombstones of earlier redactions, if there are any.
pub(super) fn tombstones(old: &Path, new: &Path) -> Result<(), RunError> {
    match is_there(&old.join(TOMBSTONES))? {
        true => copy_lines(&old.join(TOMBSTONES), &new.join(TOMBSTONES), |line| Ok(Some(line))),
        false => Ok(()),
    }
}

/// Copies the files of times: they say how long the run took, and nothing of its pages.
pub(super) fn times(old: &Path, new: &Path) -> Result<(), RunError> {
    let (old, new) = (Folder::new(old), Folder::new(new));
    for (from, to) in [(old.timing(), new.timing()), (old.timing_page(), new.timing_page())] {
        if is_there(&from)? {
            uninterrupted(|| fs::copy(&from, &to)).map_err(at(&from))?;
        }
    }
    Ok(())
}
