//! Pages inflated while they are read. Snappy and LZ4 have decoders for whole pages only, so these two are
//! decoded here, with the window that their encoders look back in.

use std::io::{self, BufRead, Read};

use parquet::basic::Compression;

use super::compact::invalid;

/// Bytes that copies can reach back: LZ4 by its format, Snappy because encoders work in blocks of that size.
const WINDOW: usize = 64 << 10;
/// Bytes that are made at a time.
const STEP: usize = 64 << 10;
/// Shortest match of LZ4.
const LZ4_MATCH: u64 = 4;

/// Whether pages of a codec can be inflated while they are read.
pub(super) fn is_known(codec: Compression) -> bool {
    matches!(
        codec,
        Compression::UNCOMPRESSED
            | Compression::SNAPPY
            | Compression::GZIP(_)
            | Compression::ZSTD(_)
            | Compression::LZ4_RAW
    )
}

/// The bytes of a page behind its codec.
pub(super) fn inflated<'r>(
    codec: Compression,
    page: impl BufRead + Send + 'r,
) -> io::Result<Box<dyn Read + Send + 'r>> {
    Ok(match codec {
        Compression::UNCOMPRESSED => Box::new(page),
        Compression::GZIP(_) => Box::new(flate2::bufread::MultiGzDecoder::new(page)),
        Compression::ZSTD(_) => Box::new(zstd::Decoder::with_buffer(page)?),
        Compression::SNAPPY => {
            let mut page = page;
            // The length of the whole, which the header of the page has, too.
            while byte(&mut page)? >= 0x80 {}
            Box::new(Copies::new(page, Form::Snappy))
        }
        Compression::LZ4_RAW => Box::new(Copies::new(page, Form::Lz4)),
        _ => return Err(invalid("a codec that is read as a whole only")),
    })
}

/// How literals and copies are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Snappy,
    Lz4,
}

/// Literals, and copies of what came before.
struct Copies<R> {
    input: R,
    form: Form,
    window: Vec<u8>,
    /// Bytes of the window that were handed out.
    given: usize,
    /// Literals that come next.
    literals: u64,
    /// The copy behind them: how far back, and how many bytes.
    copy: (usize, u64),
    /// Behind the literals of LZ4 stands a match; the four bits of its length.
    matches: Option<u8>,
}

impl<R: BufRead> Copies<R> {
    fn new(input: R, form: Form) -> Self {
        Self { input, form, window: Vec::new(), given: 0, literals: 0, copy: (0, 0), matches: None }
    }

    /// Makes more bytes. False at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.given > 4 * WINDOW {
            self.window.drain(..self.given - WINDOW);
            self.given = WINDOW;
        }
        loop {
            if self.literals > 0 {
                let most = self.literals.min(STEP as u64);
                let read = (&mut self.input).take(most).read_to_end(&mut self.window)? as u64;
                self.literals -= read;
                return if read == most { Ok(true) } else { Err(cut()) };
            }
            if self.copy.1 > 0 {
                self.repeat()?;
                return Ok(true);
            }
            if let Some(bits) = self.matches.take() {
                if self.is_at_end()? {
                    return Ok(false);
                }
                let back = self.little_endian(2)?;
                let length = LZ4_MATCH + self.lz4_length(bits)?;
                self.copy = (usize::try_from(back).unwrap_or(usize::MAX), length);
                continue;
            }
            if self.is_at_end()? {
                return Ok(false);
            }
            match self.form {
                Form::Snappy => self.snappy()?,
                Form::Lz4 => {
                    let token = byte(&mut self.input)?;
                    self.literals = self.lz4_length(token >> 4)?;
                    self.matches = Some(token & 15);
                }
            }
        }
    }

    /// Copies some bytes of the window to its end.
    fn repeat(&mut self) -> io::Result<()> {
        let (back, length) = self.copy;
        let step = length.min(STEP as u64);
        let from = self.window.len().checked_sub(back).filter(|_| back > 0);
        let from = from.ok_or_else(|| invalid("a copy reaches too far back"))?;
        for at in 0..usize::try_from(step).unwrap_or(STEP) {
            // One by one: a copy may run into what it has just written.
            self.window.push(self.window[from + at]);
        }
        self.copy.1 -= step;
        Ok(())
    }

    /// Reads an element of Snappy.
    fn snappy(&mut self) -> io::Result<()> {
        let tag = byte(&mut self.input)?;
        let (kind, bits) = (tag & 3, tag >> 2);
        let (back, length) = match kind {
            0 => {
                let length = match bits {
                    60.. => self.little_endian(u32::from(bits) - 59)?,
                    bits => u64::from(bits),
                };
                self.literals = length + 1;
                return Ok(());
            }
            1 => {
                let low = byte(&mut self.input)?;
                ((u64::from(bits >> 3) << 8) | u64::from(low), 4 + u64::from(bits & 7))
            }
            2 => (self.little_endian(2)?, 1 + u64::from(bits)),
            _ => (self.little_endian(4)?, 1 + u64::from(bits)),
        };
        self.copy = (usize::try_from(back).unwrap_or(usize::MAX), length);
        Ok(())
    }

    /// A length of LZ4 that begins with these bits.
    fn lz4_length(&mut self, bits: u8) -> io::Result<u64> {
        let mut length = u64::from(bits);
        if bits == 15 {
            loop {
                let more = byte(&mut self.input)?;
                length += u64::from(more);
                if more < 255 {
                    break;
                }
            }
        }
        Ok(length)
    }

    fn little_endian(&mut self, bytes: u32) -> io::Result<u64> {
        (0..bytes)
            .try_fold(0, |number, at| Ok(number | (u64::from(byte(&mut self.input)?) << (8 * at))))
    }

    fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.input.fill_buf()?.is_empty())
    }
}

impl<R: BufRead> Read for Copies<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.window.len() && !out.is_empty() {
            if !self.fill()? {
                return Ok(0);
            }
        }
        let there = &self.window[self.given..];
        let taken = there.len().min(out.len());
        out[..taken].copy_from_slice(&there[..taken]);
        self.given += taken;
        Ok(taken)
    }
}

/// The next byte.
pub(super) fn byte(input: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    input.read_exact(&mut byte)?;
    Ok(byte[0])
}

fn cut() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(codec: Compression, bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        inflated(codec, bytes)?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn literals_and_copies_are_put_together() {
        let (snappy, lz4) = (Compression::SNAPPY, Compression::LZ4_RAW);
        for (codec, bytes, expected) in [
            (snappy, &b"\x05\x00a\x0e\x01\x00"[..], Some("aaaaa")),
            (snappy, b"\x06\x04ab\x01\x02", Some("ababab")),
            (snappy, b"\x02\xf0\x01ab", Some("ab")),
            (snappy, b"\x00", Some("")),
            (lz4, b"\x10a\x01\x00\x10b", Some("aaaaab")),
            (lz4, b"\x1fa\x01\x00\x00\x00", Some("aaaaaaaaaaaaaaaaaaaa")),
            (lz4, b"", Some("")),
            // A copy of nothing, one from before the beginning, and ends within an element.
            (snappy, b"\x05\x00a\x0e\x00\x00", None),
            (snappy, b"\x05\x00a\x0e\x02\x00", None),
            (snappy, b"\x05\x10a", None),
            (snappy, b"\x05\x00a\x0e\x01", None),
            (snappy, b"\x85", None),
            (lz4, b"\x10a\x02\x00", None),
            (lz4, b"\x10a\x01", None),
            (lz4, b"\x30a", None),
        ] {
            let found = read(codec, bytes).ok();
            assert_eq!(
                found.as_deref(),
                expected,
                "{codec}: {:?}",
                bytes.escape_ascii().to_string()
            );
        }
        assert!(inflated(Compression::LZ4, &b""[..]).is_err());
    }

    /// Copies reach over what was handed out and forgotten.
    #[test]
    fn the_window_keeps_what_copies_reach() {
        let word = "tide over the flats ".repeat(50_000);
        let mut packed = Vec::new();
        // A literal, and copies of 64 bytes from 20 bytes back.
        packed.extend(b"\x80\x89\x7a\x4ctide over the flats ");
        let copies = (word.len() - 20) / 64;
        packed.extend(b"\xfe\x14\x00".repeat(copies));
        let found = read(Compression::SNAPPY, &packed).expect("inflated");
        assert!(word.starts_with(&found) && found.len() == 20 + 64 * copies);
    }
}
