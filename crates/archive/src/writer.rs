//! Writes WARC/1.1 records, plain or one gzip member per record.

use std::io::{self, Read, Write};

use flate2::{Compress, Compression, Crc, FlushCompress, Status};

use crate::size::usize_of;

/// Writes records to `out`. Everything that identifies a record (id, date, digests) comes from the
/// caller, so that the same calls write the same bytes.
#[derive(Debug)]
pub struct WarcWriter<W> {
    out: W,
    members: Option<Members>,
}

impl<W: Write> WarcWriter<W> {
    /// A writer of uncompressed records.
    pub fn plain(out: W) -> Self {
        Self { out, members: None }
    }

    /// A writer of one gzip member per record.
    pub fn gzip(out: W) -> Self {
        Self { out, members: Some(Members::default()) }
    }

    /// Writes one record; `Content-Length` is added to the fields.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&mut self, fields: &[(&str, &str)], block: &[u8]) -> io::Result<()> {
        // One write per record, so that a crash leaves whole records or one torn one.
        let mut record = Vec::with_capacity(block.len() + 1024);
        record.extend_from_slice(b"WARC/1.1\r\n");
        for (name, value) in fields {
            write!(record, "{name}: {value}\r\n")?;
        }
        write!(record, "Content-Length: {}\r\n\r\n", block.len())?;
        record.extend_from_slice(block);
        record.extend_from_slice(b"\r\n\r\n");
        match &mut self.members {
            Some(members) => members.write(&record, &mut self.out),
            None => self.out.write_all(&record),
        }
    }

    /// The output behind the writer.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// Gzip members (RFC 1952) from one compressor: its state is large, and made anew for each record
/// it scatters what is kept of records all over memory.
#[derive(Debug)]
pub(crate) struct Members {
    deflate: Compress,
    buffer: Vec<u8>,
}

/// Bytes of input that are compressed at a time.
const PIECE: usize = 64 << 10;

/// Deflate, no flags, no time, no system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

impl Default for Members {
    fn default() -> Self {
        let deflate = Compress::new(Compression::default(), false);
        Self { deflate, buffer: vec![0; 32 << 10] }
    }
}

impl Members {
    /// Writes one member.
    pub(crate) fn write(&mut self, input: &[u8], out: &mut impl Write) -> io::Result<()> {
        self.begin(out)?;
        self.deflate(input, FlushCompress::Finish, out)?;
        let mut crc = Crc::new();
        crc.update(input);
        end(&crc, out)
    }

    /// Writes one member with all that `input` gives, whatever its length. Returns that length.
    pub(crate) fn write_all_of(
        &mut self,
        input: &mut impl Read,
        out: &mut impl Write,
    ) -> io::Result<u64> {
        self.begin(out)?;
        let (mut crc, mut piece, mut length) = (Crc::new(), vec![0; PIECE], 0);
        loop {
            let n = read_some(input, &mut piece)?;
            let flush = if n == 0 { FlushCompress::Finish } else { FlushCompress::None };
            crc.update(&piece[..n]);
            self.deflate(&piece[..n], flush, out)?;
            if n == 0 {
                break;
            }
            length += n as u64;
        }
        end(&crc, out)?;
        Ok(length)
    }

    /// Writes the head of a member.
    fn begin(&mut self, out: &mut impl Write) -> io::Result<()> {
        // No state passes from one record to the next: each can be read alone.
        self.deflate.reset();
        out.write_all(&HEADER)
    }

    /// Deflates all of `rest`, and with `Finish` the end of the member's data.
    fn deflate(
        &mut self,
        mut rest: &[u8],
        flush: FlushCompress,
        out: &mut impl Write,
    ) -> io::Result<()> {
        loop {
            let (read, made) = (self.deflate.total_in(), self.deflate.total_out());
            let status = self.deflate.compress(rest, &mut self.buffer, flush);
            let status = status.map_err(io::Error::other)?;
            rest = &rest[usize_of(self.deflate.total_in() - read)..];
            let made = usize_of(self.deflate.total_out() - made);
            out.write_all(&self.buffer[..made])?;
            let finishing = matches!(flush, FlushCompress::Finish);
            // A full buffer may hide more output of the same input.
            let all = rest.is_empty() && made < self.buffer.len();
            if status == Status::StreamEnd || (all && !finishing) {
                return Ok(());
            }
        }
    }
}

/// Writes the trailer of a member (RFC 1952, section 2.3.1).
fn end(crc: &Crc, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&crc.sum().to_le_bytes())?;
    // Modulo 2^32, as the format has it.
    out.write_all(&crc.amount().to_le_bytes())
}

/// Reads until there is something or the end; a signal is no error.
pub(crate) fn read_some(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use flate2::GzBuilder;

    use super::*;

    #[test]
    fn one_compressor_writes_the_members_of_many() {
        let (mut members, mut out, mut expected) = (Members::default(), Vec::new(), Vec::new());
        for length in [0, 1, 500, 70_000, 300_000, 20] {
            let input: Vec<u8> =
                (0..length).map(|n: u32| (n.wrapping_mul(n) % 251) as u8).collect();
            members.write(&input, &mut out).expect("memory");
            let mut one = GzBuilder::new().mtime(0).write(&mut expected, Compression::default());
            one.write_all(&input).and_then(|()| one.try_finish()).expect("memory");
            drop(one);
            assert!(out == expected, "{length}");
            let mut streamed = Vec::new();
            let n = members.write_all_of(&mut input.as_slice(), &mut streamed).expect("memory");
            assert_eq!(n, u64::from(length));
            let mut inflated = Vec::new();
            let mut decoder = flate2::read::MultiGzDecoder::new(streamed.as_slice());
            decoder.read_to_end(&mut inflated).expect("a sound member");
            assert!(inflated == input, "{length}");
        }
    }
}
