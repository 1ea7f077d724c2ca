//! Zip files of ours, taken apart.

use std::io::{self, BufRead, Read};

use flate2::read::DeflateDecoder;

use super::shard_row::other_documents;
use crate::format::article::Piece;

/// Bytes of a local header of a zip file before the name.
const HEADER: usize = 30;

/// Hands out the documents of a zip file of ours: all sizes stand in the headers before the files.
///
/// # Errors
/// Those of `take` and of reading, and files that are none of ours.
pub(super) fn read_zip(
    mut input: impl BufRead,
    mut take: impl FnMut(Piece) -> io::Result<()>,
) -> io::Result<()> {
    loop {
        let mut header = [0; HEADER];
        input.read_exact(&mut header[..4])?;
        if header[..4] != *b"PK\x03\x04" {
            // The directory follows, or the end of an empty file.
            return if header[..2] == *b"PK" { Ok(()) } else { Err(other_documents()) };
        }
        input.read_exact(&mut header[4..])?;
        let number = |at: usize| {
            u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
        };
        let (packed, size) = (number(18), number(22));
        let (name, extra) = (
            u16::from_le_bytes([header[26], header[27]]),
            u16::from_le_bytes([header[28], header[29]]),
        );
        let mut text = vec![0; usize::from(name) + usize::from(extra)];
        input.read_exact(&mut text)?;
        text.truncate(usize::from(name));
        let mut bytes = Vec::new();
        let mut limited = input.by_ref().take(u64::from(packed));
        DeflateDecoder::new(&mut limited).read_to_end(&mut bytes)?;
        io::copy(&mut limited, &mut io::sink())?;
        if bytes.len() as u64 != u64::from(size) {
            return Err(other_documents());
        }
        let name = String::from_utf8(text).map_err(|_| other_documents())?;
        take(Piece { name, bytes })?;
    }
}
