//! The inflated bytes of records, streamed from where they are stored.

use std::io::{self, Read};
use std::ops::Range;

use crate::member::{Decoder, Decoders, MemberKind, zstandard};
use crate::package;
use crate::place::{Extent, Position};
use crate::size::usize_of;
use crate::source::Source;
use crate::standard::Blocks;
use crate::window::Window;

/// Stored bytes asked for when a decoder makes nothing of fewer: the largest lz4 block.
const MOST_AHEAD: usize = 5 << 20;
/// Stored bytes that show what begins at a place: the longest head of a gzip member.
const LOOK: usize = 96 << 10;
/// Bytes passed over at a time.
const PIECE: usize = 64 << 10;

/// Streams the records of one file, whatever their length: memory stays the same.
///
/// Records are cheapest in the order of the file: those that share a member are inflated in one
/// go, and a step back inflates the member again from its start.
#[derive(Debug)]
pub struct RecordBytes {
    source: Source,
    window: Window,
    decoders: Decoders,
    /// The archives in the file: one, or those of a package.
    parts: Vec<Range<u64>>,
    /// Start of the archive whose dictionary the decoders have.
    part: Option<u64>,
    has_dictionary: bool,
    member: Option<Member>,
}

impl Blocks for RecordBytes {
    fn block<'s>(&'s mut self, extent: Extent) -> io::Result<Box<dyn Read + 's>> {
        Ok(Box::new(RecordBytes::block(self, extent)?))
    }
}

/// The member that was read last.
#[derive(Debug)]
struct Member {
    kind: MemberKind,
    offset: u64,
    /// Inflated bytes delivered of it.
    inner: u64,
    /// Offset of the next stored byte.
    raw: u64,
    decoder: Option<Decoder>,
    ended: bool,
    /// Why it has no more bytes than those delivered.
    failure: Option<String>,
}

impl RecordBytes {
    /// Streams from a file that is already open.
    pub fn new(source: Source) -> Self {
        let mut head = [0; 64];
        let n = source.read_at(0, &mut head).unwrap_or_default();
        let whole = 0..source.len();
        let parts = match package::is_package(&source, &head[..n]) {
            true => package::read(&source, false).parts,
            false => vec![whole],
        };
        let window = Window::new(source.clone());
        let decoders = Decoders::default();
        Self { source, window, decoders, parts, part: None, has_dictionary: false, member: None }
    }

    /// The file.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// All bytes of a record: header, block and separator as they lie.
    ///
    /// # Errors
    /// When the place cannot be read.
    pub fn record(&mut self, extent: Extent) -> io::Result<RecordReader<'_>> {
        self.part(extent, 0, extent.inflated())
    }

    /// Header and block of a record.
    ///
    /// # Errors
    /// When the place cannot be read.
    pub fn header_and_block(&mut self, extent: Extent) -> io::Result<RecordReader<'_>> {
        self.part(extent, 0, extent.header.saturating_add(extent.block))
    }

    /// The block of a record.
    ///
    /// # Errors
    /// When the place cannot be read.
    pub fn block(&mut self, extent: Extent) -> io::Result<RecordReader<'_>> {
        self.part(extent, extent.header, extent.block)
    }

    /// `length` bytes of a record from byte `from` of it on.
    fn part(&mut self, extent: Extent, from: u64, length: u64) -> io::Result<RecordReader<'_>> {
        let at = extent.location.position();
        self.go_to(Position { inner_offset: at.inner_offset.saturating_add(from), ..at })?;
        Ok(RecordReader { from: self, left: length })
    }

    /// Whether frames at a place of the file need the dictionary at the head of their archive.
    pub(super) fn needs_dictionary(&mut self, offset: u64) -> bool {
        self.enter_part(offset);
        self.has_dictionary
    }

    /// How the bytes at a place are stored.
    pub(super) fn kind_at(&mut self, offset: u64) -> io::Result<MemberKind> {
        let stored = self.window.at(offset, LOOK)?;
        Ok(MemberKind::from_magic(stored).unwrap_or(MemberKind::Plain))
    }

    /// Moves to an inflated byte of a member; uncompressed bytes count from the place itself.
    fn go_to(&mut self, to: Position) -> io::Result<()> {
        self.enter_part(to.offset);
        let ahead = |m: &Member| m.offset == to.offset && m.inner <= to.inner_offset;
        if !self.member.as_ref().is_some_and(ahead) {
            self.begin(to.offset)?;
        }
        self.pass_over(to)
    }

    fn pass_over(&mut self, to: Position) -> io::Result<()> {
        let Some(member) = &mut self.member else { return Ok(()) };
        let mut left = to.inner_offset - member.inner;
        if member.kind == MemberKind::Plain {
            member.raw += left;
            member.inner += left;
            return Ok(());
        }
        let mut piece = vec![0; PIECE.min(usize_of(left))];
        while left > 0 {
            let most = piece.len().min(usize_of(left));
            match self.pull(&mut piece[..most])? {
                0 => return Err(self.too_short()),
                n => left -= n as u64,
            }
        }
        Ok(())
    }

    /// Takes the dictionary of the archive that an offset lies in.
    fn enter_part(&mut self, offset: u64) {
        let part = self.parts.iter().find(|part| part.contains(&offset));
        let start = part.map(|part| part.start);
        if start.is_none() || start == self.part {
            return;
        }
        self.part = start;
        // Decoders keep the dictionary they were made with.
        self.decoders = Decoders::default();
        self.member = None;
        let dictionary = start.and_then(|start| dictionary_at(&self.source, start));
        self.has_dictionary = dictionary.is_some();
        if let Some(dictionary) = dictionary {
            self.decoders.set_dictionary(dictionary);
        }
    }

    fn begin(&mut self, offset: u64) -> io::Result<()> {
        if let Some(decoder) = self.member.take().and_then(|m| m.decoder) {
            self.decoders.give_back(decoder);
        }
        let kind = self.kind_at(offset)?;
        let decoder = match kind {
            MemberKind::Plain => None,
            kind => Some(self.decoders.take(kind).ok_or(io::ErrorKind::OutOfMemory)?),
        };
        let (inner, raw, ended, failure) = (0, offset, false, None);
        self.member = Some(Member { kind, offset, inner, raw, decoder, ended, failure });
        Ok(())
    }

    /// The next inflated bytes; 0 where there are no more.
    fn pull(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(member) = &mut self.member else { return Ok(0) };
            if member.kind == MemberKind::Plain {
                let n = self.source.read_at(member.raw, out)?;
                member.raw += n as u64;
                member.inner += n as u64;
                return Ok(n);
            }
            if member.ended {
                // A record may go on in the next member.
                let (next, kind) = (member.raw, member.kind);
                if member.failure.is_some() || self.kind_at(next)? != kind {
                    return Ok(0);
                }
                self.begin(next)?;
                continue;
            }
            let made = self.inflate(out)?;
            if made > 0 {
                return Ok(made);
            }
        }
    }

    /// One step of the member's decoder that makes something, or ends it.
    fn inflate(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut want = 1;
        loop {
            let Some(member) = &mut self.member else { return Ok(0) };
            let Some(decoder) = &mut member.decoder else { return Ok(0) };
            let input = self.window.at(member.raw, want)?;
            let at_hand = input.len();
            let last = at_hand < want || member.raw + at_hand as u64 >= self.source.len();
            let step = decoder.step(input, last, out);
            member.raw += step.used as u64;
            member.inner += step.made as u64;
            let stuck = step.is_starved() && at_hand >= MOST_AHEAD;
            if let Some(failure) = &step.end {
                member.ended = true;
                member.failure = failure.as_ref().map(|f| f.cause.sentence().to_owned());
            } else if stuck {
                member.ended = true;
                member.failure = Some("A block is larger than is read at once.".to_owned());
            }
            if step.made > 0 || member.ended {
                return Ok(step.made);
            }
            // Without progress the decoder needs more at once: a whole lz4 block, say.
            want = if step.used > 0 { 1 } else { (at_hand * 2).clamp(PIECE, MOST_AHEAD) };
        }
    }

    /// The stored bytes hold less than the reader of records saw.
    fn too_short(&self) -> io::Error {
        let (offset, failure) = self
            .member
            .as_ref()
            .map_or((0, None), |member| (member.raw, member.failure.as_deref()));
        let why = failure.unwrap_or("The bytes end there.");
        let sentence = format!("the record cannot be read on at offset {offset}: {why}");
        io::Error::new(io::ErrorKind::UnexpectedEof, sentence)
    }
}

/// The dictionary at the head of an archive of zstd frames.
fn dictionary_at(source: &Source, start: u64) -> Option<Vec<u8>> {
    let mut head = [0; 8];
    let n = source.read_at(start, &mut head).ok()?;
    let length = zstandard::dictionary_length(&head[..n])?;
    let mut frame = vec![0; usize_of(length).min(zstandard::LARGEST_DICTIONARY)];
    let n = source.read_at(start, &mut frame).ok()?;
    zstandard::dictionary(&frame[..n])
}

/// Some bytes of a record, streamed. That fewer are there than were promised is an error.
#[derive(Debug)]
pub struct RecordReader<'a> {
    from: &'a mut RecordBytes,
    left: u64,
}

impl Read for RecordReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(usize_of(self.left));
        if most == 0 {
            return Ok(0);
        }
        match self.from.pull(&mut buffer[..most])? {
            0 => Err(self.from.too_short()),
            n => {
                self.left -= n as u64;
                Ok(n)
            }
        }
    }
}
