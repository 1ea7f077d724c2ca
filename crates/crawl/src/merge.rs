//! Files of several runs to one.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use crate::found::{Span, spans};
use crate::store::StoreError;

/// What became of the groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Merged {
    /// Groups in the new file.
    pub groups: usize,
    /// Groups that an earlier file had already.
    pub repeated: usize,
}

/// Writes the groups of files that were begun by us to a new one, byte by byte and each once, in the
/// order of the files. What is not whole at the end of a file is left out. The new file can be gone
/// on with. All files are stored alike: by the endings of their names.
///
/// # Errors
/// When a file cannot be read, or the new one is there already or cannot be written.
pub fn merge(from: &[&Path], to: &Path) -> Result<Merged, StoreError> {
    let cannot = |source| StoreError::Write { path: to.to_owned(), source };
    // All are looked at before there is a new file, which would be in the way of the next try.
    let all = from.iter().map(|path| spans(path)).collect::<Result<Vec<_>, _>>()?;
    let mut out = OpenOptions::new().write(true).create_new(true).open(to).map_err(cannot)?;
    let mut seen: HashSet<u64> = HashSet::new();
    let mut merged = Merged::default();
    for (number, (path, (head, groups))) in from.iter().zip(all).enumerate() {
        let unread = |source| StoreError::Unread { path: (*path).to_owned(), source };
        let mut input = File::open(path).map_err(unread)?;
        let mut copy = |span: &Span| copy(&mut input, span, &mut out);
        if number == 0 {
            copy(&head).map_err(cannot)?;
        }
        for (name, span) in groups {
            if seen.insert(name) {
                copy(&span).map_err(cannot)?;
                merged.groups += 1;
            } else {
                merged.repeated += 1;
            }
        }
    }
    out.sync_data().map_err(cannot)?;
    Ok(merged)
}

fn copy(input: &mut File, span: &Span, out: &mut File) -> io::Result<u64> {
    input.seek(SeekFrom::Start(span.start))?;
    io::copy(&mut input.take(span.end - span.start), out)
}
