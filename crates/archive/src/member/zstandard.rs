//! zstd frames (RFC 8878), and the dictionary at the head of `.warc.zst` files.
//!
//! A `.warc.zst` file holds a frame per record. Where the frames use a dictionary, it is the content
//! of a skippable frame at the very start of the file, itself raw or compressed as one zstd frame.

use zstd::stream::raw::{Decoder, InBuffer, Operation as _, OutBuffer};
use zstd::zstd_safe::DParameter;

use super::Step;
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
            None if made == out.len() && made < LARGEST_DICTIONARY => out.resize(made * 2, 0),
            None if made == out.len() => return None,
            None => {}
        }
    }
    out.truncate(made);
    Some(out)
}

/// Inflates one frame after the other, in pieces.
pub(crate) struct ZstdStream {
    decoder: Decoder<'static>,
}

impl std::fmt::Debug for ZstdStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ZstdStream").finish_non_exhaustive()
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
        Some(Self { decoder })
    }

    /// Starts over with another frame; the dictionary stays.
    pub(crate) fn reset(&mut self) {
        // Cannot fail: it only forgets.
        let _ = self.decoder.reinit();
    }

    pub(crate) fn step(&mut self, input: &[u8], last: bool, out: &mut [u8]) -> Step {
        let mut from = InBuffer::around(input);
        let mut to = OutBuffer::around(out);
        let result = self.decoder.run(&mut from, &mut to);
        let (used, made) = (from.pos(), to.pos());
        match result {
            Ok(0) => Step { used, made, end: Some(None) },
            Ok(_) if used > 0 || made > 0 => Step::progress(used, made),
            Ok(_) => Step::starved(last),
            Err(error) => {
                let detail = error.to_string();
                let (cause, detail) = match &*detail {
                    d if d.contains("too much memory") => {
                        (Cause::MemberOverLimit, "its window is larger than 64 MiB".to_owned())
                    }
                    d if d.contains("ictionary") => (Cause::Dictionary, detail),
                    d if d.contains("checksum") => (Cause::ChecksumMismatch, detail),
                    _ => (Cause::CorruptMember, detail),
                };
                Step::failed(used, made, cause, &detail)
            }
        }
    }
}
