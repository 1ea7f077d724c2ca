//! zstd frames (RFC 8878), and the dictionary at the head of `.warc.zst` files.
//!
//! A `.warc.zst` file holds a frame per record. Where the frames use a dictionary, it is the
//! content of a skippable frame at the very start of the file, itself raw or compressed as one zstd
//! frame.

use zstd::stream::raw::{Decoder, InBuffer, Operation as _, OutBuffer};
use zstd::zstd_safe::{self, DParameter};

use super::{Failure, Step};
use crate::cause::Cause;

pub(crate) const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Magic number of the skippable frame that holds the dictionary of a `.warc.zst` file.
const DICTIONARY: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];
/// Largest dictionary taken, inflated.
pub(crate) const LARGEST_DICTIONARY: usize = 16 << 20;
/// Base-2 logarithm of the largest window a frame may ask for.
const WINDOW_LOG: u32 = 26;

/// True at the start of a skippable frame (16 magic numbers).
pub(crate) fn is_skippable(bytes: &[u8]) -> bool {
    bytes.len() >= 4 && bytes[0] & 0xf0 == 0x50 && bytes[1..4] == [0x2a, 0x4d, 0x18]
}

/// Length of the skippable frame at the start of `bytes`, its 8 header bytes included.
pub(crate) fn skippable_length(bytes: &[u8]) -> Option<u64> {
    let size = bytes.get(4..8)?;
    let size = u32::from_le_bytes([size[0], size[1], size[2], size[3]]);
    is_skippable(bytes).then_some(8 + u64::from(size))
}

/// Length of the dictionary frame at the start of a file, if there is one.
pub(crate) fn dictionary_length(head: &[u8]) -> Option<u64> {
    head.starts_with(&DICTIONARY).then(|| skippable_length(head)).flatten()
}

/// The dictionary in a dictionary frame; `None` when it is too large or cannot be inflated.
pub(crate) fn dictionary(frame: &[u8]) -> Option<Vec<u8>> {
    let content = frame.get(8..)?;
    // Small dictionaries are stored as they are.
    if !content.starts_with(&MAGIC) {
        return (content.len() <= LARGEST_DICTIONARY).then(|| content.to_vec());
    }
    let mut stream = ZstdStream::new(None)?;
    let (mut out, mut made, mut used) = (vec![0; 64 << 10], 0, 0);
    loop {
        let step = stream.step(&content[used..], true, &mut out[made..]);
        used += step.used;
        made += step.made;
        match step.end {
            Some(None) => break,
            Some(Some(_)) => return None,
            // Twice as much each time, up to the cap.
            None if made == out.len() && made < LARGEST_DICTIONARY => out.resize(made * 2, 0),
            None if made == out.len() => return None,
            None => {}
        }
    }
    out.truncate(made);
    Some(out)
}

/// Inflates one frame after the other.
///
/// A frame that is all there goes in one call, which is fastest. Everything else goes block by
/// block: what a failing call made is lost, and so no more than a block is.
pub(crate) struct ZstdStream {
    decoder: Decoder<'static>,
    pace: Pace,
}

/// How much of the input goes into one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// To be decided at the frame's start.
    Start,
    /// All of it.
    Frame,
    /// As many bytes as the decoder asked for.
    Block(usize),
}

/// The shortest frame header with its magic number; the decoder says how it goes on.
const SHORTEST_HEADER: usize = 5;

impl std::fmt::Debug for ZstdStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ZstdStream").field("pace", &self.pace).finish_non_exhaustive()
    }
}

impl ZstdStream {
    /// `None` when there is no memory for it.
    pub(crate) fn new(dictionary: Option<&[u8]>) -> Option<Self> {
        let mut decoder = match dictionary {
            Some(dictionary) => Decoder::with_dictionary(dictionary).ok()?,
            None => Decoder::new().ok()?,
        };
        decoder.set_parameter(DParameter::WindowLogMax(WINDOW_LOG)).ok()?;
        Some(Self { decoder, pace: Pace::Start })
    }

    /// Starts over with another frame; the dictionary stays.
    pub(crate) fn reset(&mut self) {
        // Cannot fail: it only forgets.
        let _ = self.decoder.reinit();
        self.pace = Pace::Start;
    }

    pub(crate) fn step(&mut self, input: &[u8], last: bool, out: &mut [u8]) -> Step {
        if self.pace == Pace::Start {
            let whole = fits(input, out.len());
            self.pace = if whole { Pace::Frame } else { Pace::Block(SHORTEST_HEADER) };
        }
        let input = match self.pace {
            Pace::Block(asked) => &input[..input.len().min(asked)],
            Pace::Frame | Pace::Start => input,
        };
        let mut from = InBuffer::around(input);
        let mut to = OutBuffer::around(out);
        let result = self.decoder.run(&mut from, &mut to);
        let (used, made) = (from.pos(), to.pos());
        match result {
            Ok(0) => Step { used, made, end: Some(None) },
            Ok(asked) => {
                if self.pace != Pace::Frame {
                    self.pace = Pace::Block(asked);
                }
                if used > 0 || made > 0 { Step::progress(used, made) } else { Step::starved(last) }
            }
            Err(_) if self.pace == Pace::Frame => {
                self.reset();
                self.pace = Pace::Block(SHORTEST_HEADER);
                self.step(input, last, out)
            }
            Err(error) => failed(used, made, &error.to_string()),
        }
    }
}

/// True when a whole frame is at hand, and room for its content.
fn fits(input: &[u8], room: usize) -> bool {
    let content = zstd_safe::get_frame_content_size(input).ok().flatten();
    content.is_some_and(|content| content <= room as u64)
        && zstd_safe::find_frame_compressed_size(input).is_ok_and(|length| length <= input.len())
}

fn failed(used: usize, made: usize, detail: &str) -> Step {
    let (cause, detail) = match detail {
        d if d.contains("too much memory") => {
            (Cause::MemberOverLimit, "its window is larger than 64 MiB")
        }
        d if d.contains("ictionary") => (Cause::Dictionary, d),
        d if d.contains("checksum") => (Cause::ChecksumMismatch, "its content has another"),
        _ => (Cause::CorruptMember, "its zstd stream is invalid"),
    };
    let whole = cause == Cause::ChecksumMismatch;
    let failure = Failure { cause, detail: detail.to_owned(), whole };
    Step { used, made, end: Some(Some(failure)) }
}
