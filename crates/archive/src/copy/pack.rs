//! Records into the file of a copy: stored bytes as they lie, or each in a member of its own.

use std::io::{self, Read, Write};

use crate::files::Compression;
use crate::place::Location;
use crate::size::usize_of;
use crate::source::Source;
use crate::writer::{Members, read_some};

/// Level of zstd frames: the default of the library, as [`crate::WarcFiles`] writes them.
const ZSTD_LEVEL: i32 = 3;

/// Writes records one after the other, streamed.
#[derive(Debug)]
pub(super) struct Packer<W> {
    out: W,
    pub(super) compression: Compression,
    members: Members,
    piece: Vec<u8>,
}

impl<W: Write> Packer<W> {
    pub(super) fn new(out: W, compression: Compression) -> Self {
        Self { out, compression, members: Members::default(), piece: vec![0; 64 << 10] }
    }

    /// Copies stored bytes as they lie.
    pub(super) fn stored(&mut self, from: &Source, place: Location) -> io::Result<()> {
        let (mut at, end) = (place.offset, place.offset.saturating_add(place.length));
        while at < end {
            let want = self.piece.len().min(usize_of(end - at));
            let n = from.read_at(at, &mut self.piece[..want])?;
            if n == 0 {
                let sentence = format!("the file ends at offset {at}: it has been cut since");
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, sentence));
            }
            self.out.write_all(&self.piece[..n])?;
            at += n as u64;
        }
        Ok(())
    }

    /// Writes inflated bytes as a member of their own, or as they are.
    pub(super) fn packed(&mut self, mut bytes: impl Read) -> io::Result<()> {
        match self.compression {
            Compression::Gzip => self.members.write_all_of(&mut bytes, &mut self.out).map(drop),
            Compression::Zstd => {
                let mut frame = zstd::Encoder::new(&mut self.out, ZSTD_LEVEL)?;
                frame.include_checksum(true)?;
                copy(&mut bytes, &mut frame, &mut self.piece)?;
                frame.finish().map(drop)
            }
            Compression::None => copy(&mut bytes, &mut self.out, &mut self.piece),
        }
    }

    pub(super) fn into_inner(self) -> W {
        self.out
    }
}

fn copy(from: &mut impl Read, to: &mut impl Write, piece: &mut [u8]) -> io::Result<()> {
    loop {
        match read_some(from, piece)? {
            0 => return Ok(()),
            n => to.write_all(&piece[..n])?,
        }
    }
}
