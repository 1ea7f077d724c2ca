//! The lines of a stand-off corpus.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use data_encoding::HEXLOWER;
use scutch_folder::config::Format;
use scutch_folder::manifest::Manifest;
use scutch_folder::merkle::{Hash, row_leaf};
use scutch_folder::{RunError, at};
use serde::Deserialize;

use crate::flow::Watch;
use crate::reissue::as_listed;

/// What rebuilding needs of a line; some 600 bytes of memory a row.
#[derive(Debug, Deserialize)]
pub(crate) struct Line {
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) payload_digest: String,
    pub(crate) text_sha256: String,
    pub(crate) row_sha256: String,
}

impl Line {
    /// The leaf of its row in the Merkle tree; `None` where its digest is none.
    pub(crate) fn leaf(&self) -> Option<Hash> {
        let digest = HEXLOWER.decode(self.row_sha256.as_bytes()).ok()?;
        Some(row_leaf(&digest.try_into().ok()?, &self.id))
    }
}

/// Bytes of a line at most. A packed file of some kilobytes may hold a line that fills memory.
const LONGEST: u64 = 64 << 20;

/// The next line with its end; `None` at the end of the file.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let length = input.take(LONGEST).read_until(b'\n', &mut line)?;
    if length as u64 == LONGEST && !line.ends_with(b"\n") {
        return Err(io::Error::other("longer than 64 MiB"));
    }
    Ok((length > 0).then_some(line))
}

/// All lines, in the order of the corpus. `None` when interrupted.
///
/// # Errors
/// A part that cannot be read, that has changed since the run, or that is no table of such lines.
pub(crate) fn lines(
    folder: &Path,
    manifest: &Manifest,
    watch: &dyn Watch,
) -> Result<Option<Vec<Line>>, RunError> {
    let start = format!("{}/", Format::Standoff.folder());
    let mut all = Vec::new();
    for output in manifest.outputs.iter().filter(|output| output.path.starts_with(&start)) {
        let path = folder.join(&output.path);
        // The digests in a changed file would prove nothing.
        if as_listed(folder, [output], watch)?.is_none() {
            return Ok(None);
        }
        let file = File::open(&path).map_err(at(&path))?;
        let mut input = BufReader::new(zstd::Decoder::new(file).map_err(at(&path))?);
        for number in 1_u64.. {
            let failed = |why| at(&path)(io::Error::other(format!("line {number}: {why}")));
            let Some(line) = next_line(&mut input).map_err(|error| failed(error.to_string()))?
            else {
                break;
            };
            all.push(serde_json::from_slice(&line).map_err(|error| failed(error.to_string()))?);
        }
    }
    Ok(Some(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_an_end_in_sight_are_refused() {
        let mut lines = &b"{}\n\nfog"[..];
        for expected in [Some(&b"{}\n"[..]), Some(b"\n"), Some(b"fog"), None] {
            assert_eq!(next_line(&mut lines).expect("read").as_deref(), expected);
        }
        let mut endless = BufReader::new(io::repeat(b'x'));
        let error = next_line(&mut endless).expect_err("endless").to_string();
        assert_eq!(error, "longer than 64 MiB");
    }
}
