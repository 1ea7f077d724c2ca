//! Content codings undone: gzip, deflate, br, zstd (RFC 9110, section 8.4.1; RFC 7932; RFC 8878).

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::{Decompress, FlushDecompress, Status};

use crate::member::gzip::{GzipStream, MAGIC as GZIP_MAGIC};
use crate::member::libdeflate::{Libdeflate, Whole};
use crate::member::zstandard::ZstdStream;
use crate::member::{Step, zstandard};

/// What decoding brought.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    pub(super) bytes: Vec<u8>,
    pub(super) end: End,
}

/// How decoding ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// With the coding's own end.
    Whole,
    /// In the middle: cut off or damaged.
    Broken,
    /// At the cap.
    Capped,
}

type Decode = fn(&[u8], usize) -> Decoded;

/// Names in lower case, and what undoes them.
const CODINGS: &[(&str, Decode)] = &[
    ("gzip", gzip),
    ("x-gzip", gzip),
    ("deflate", deflate),
    ("br", brotli),
    ("zstd", zstd),
    ("x-zstd", zstd),
];

/// What undoes the coding of this name.
pub(super) fn named(name: &str) -> Option<Decode> {
    CODINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, decode)| *decode)
}

/// Whether bytes begin as the coding of this name does; not every coding has such a mark.
pub(super) fn begins_as(name: &str, bytes: &[u8]) -> bool {
    match name.to_ascii_lowercase().as_str() {
        "gzip" | "x-gzip" => bytes.starts_with(&GZIP_MAGIC),
        "zstd" | "x-zstd" => bytes.starts_with(&zstandard::MAGIC),
        _ => false,
    }
}

/// The coding that bytes have beside the one that their label names. Only a whole body is believed:
/// deflate and br have no mark, and other bytes may begin as they do.
pub(super) fn unlabelled(label: &str, bytes: &[u8], cap: usize) -> Option<Decoded> {
    let others = ["gzip", "zstd", "br", "deflate"].into_iter();
    let mut others = others.filter(|name| !name.eq_ignore_ascii_case(label));
    others.find_map(|name| {
        let marked = begins_as(name, bytes);
        if !marked && matches!(name, "gzip" | "zstd") {
            return None;
        }
        let decoded = named(name)?(bytes, cap);
        let is_whole = decoded.end == End::Whole && !decoded.bytes.is_empty();
        (is_whole || marked && !decoded.bytes.is_empty()).then_some(decoded)
    })
}

/// Output made at first; more as it comes.
const FIRST: usize = 64 << 10;
/// Largest output trusted to a trailer's word before it is made.
const TRUSTED: usize = 8 << 20;

fn gzip(input: &[u8], cap: usize) -> Decoded {
    in_one_go(input, cap).unwrap_or_else(|| {
        let mut stream = GzipStream::new();
        piecewise(input, cap, |input, out| {
            let step = stream.step(input, true, out);
            // Bodies may hold several members, too (RFC 1952, section 2.2).
            let again = step.end == Some(None) && input[step.used..].starts_with(&GZIP_MAGIC);
            if again {
                stream.reset();
                return Step { end: None, ..step };
            }
            step
        })
    })
}

/// Most bodies are one small sound member.
fn in_one_go(input: &[u8], cap: usize) -> Option<Decoded> {
    let length = input.last_chunk::<4>().map(|length| u32::from_le_bytes(*length) as usize)?;
    // A wrong length is noticed: it costs a second try, no more.
    let room = length
        .checked_add(1)
        .filter(|room| *room <= TRUSTED.min(cap) && length / 1100 <= input.len())?;
    let mut bytes = vec![0; room];
    match Libdeflate::new()?.gzip(input, &mut bytes) {
        Whole::Done { used, made } if used == input.len() => {
            bytes.truncate(made);
            Some(Decoded { bytes, end: End::Whole })
        }
        _ => None,
    }
}

/// The standard means zlib; many servers sent raw deflate.
fn deflate(input: &[u8], cap: usize) -> Decoded {
    let with_header = inflate(input, true, cap);
    // Only where zlib makes nothing of it: a broken zlib body must not be read twice.
    if with_header.bytes.is_empty() && with_header.end == End::Broken {
        inflate(input, false, cap)
    } else {
        with_header
    }
}

/// Deflate, with the header of zlib or without.
fn inflate(input: &[u8], header: bool, cap: usize) -> Decoded {
    let mut inflate = Decompress::new(header);
    piecewise(input, cap, |input, out| {
        let (before_in, before_out) = (inflate.total_in(), inflate.total_out());
        let result = inflate.decompress(input, out, FlushDecompress::None);
        let used = (inflate.total_in() - before_in) as usize;
        let made = (inflate.total_out() - before_out) as usize;
        match result {
            Ok(Status::StreamEnd) => Step { used, made, end: Some(None) },
            Ok(_) if used > 0 || made > 0 => Step::progress(used, made),
            Ok(_) | Err(_) => Step::broken(used, made),
        }
    })
}

fn zstd(input: &[u8], cap: usize) -> Decoded {
    let Some(mut stream) = ZstdStream::new(None) else {
        return Decoded { bytes: Vec::new(), end: End::Broken };
    };
    piecewise(input, cap, |input, out| {
        let step = stream.step(input, true, out);
        let again = step.end == Some(None) && input[step.used..].starts_with(&zstandard::MAGIC);
        if again {
            stream.reset();
            return Step { end: None, ..step };
        }
        step
    })
}

fn brotli(input: &[u8], cap: usize) -> Decoded {
    let mut state = BrotliState::<StandardAlloc, StandardAlloc, StandardAlloc>::new_strict(
        StandardAlloc::default(),
        StandardAlloc::default(),
        StandardAlloc::default(),
    );
    let mut total = 0;
    piecewise(input, cap, |input, out| {
        let (mut left, mut used) = (input.len(), 0);
        let (mut room, mut made) = (out.len(), 0);
        let result = BrotliDecompressStream(
            &mut left, &mut used, input, &mut room, &mut made, out, &mut total, &mut state,
        );
        match result {
            BrotliResult::ResultSuccess => Step { used, made, end: Some(None) },
            BrotliResult::NeedsMoreOutput => Step::progress(used, made),
            BrotliResult::NeedsMoreInput | BrotliResult::ResultFailure => Step::broken(used, made),
        }
    })
}

/// Decodes until the end, damage, or the cap. Output grows as it is made, whatever a label claims.
fn piecewise(
    mut input: &[u8],
    cap: usize,
    mut step: impl FnMut(&[u8], &mut [u8]) -> Step,
) -> Decoded {
    // One byte more than the cap shows that there is more.
    let most = cap.saturating_add(1);
    let mut bytes = vec![0; FIRST.min(most)];
    let mut made = 0;
    let end = loop {
        if made == bytes.len() {
            if made == most {
                made = cap;
                break End::Capped;
            }
            bytes.resize(made.saturating_mul(2).min(most), 0);
        }
        let step = step(input, &mut bytes[made..]);
        made += step.made;
        input = &input[step.used..];
        match step.end {
            Some(None) if made > cap => {
                made = cap;
                break End::Capped;
            }
            Some(None) => break End::Whole,
            Some(Some(_)) => break End::Broken,
            None if step.is_starved() => break End::Broken,
            None => {}
        }
    };
    bytes.truncate(made);
    Decoded { bytes, end }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = b"Text that is repeated. Text that is repeated. Text that is repeated.";

    fn encoded(name: &str, text: &[u8]) -> Vec<u8> {
        let level = Compression::default();
        match name {
            "gzip" => {
                let mut encoder = GzEncoder::new(Vec::new(), level);
                encoder.write_all(text).expect("memory");
                encoder.finish().expect("memory")
            }
            "raw" => {
                let mut encoder = DeflateEncoder::new(Vec::new(), level);
                encoder.write_all(text).expect("memory");
                encoder.finish().expect("memory")
            }
            "deflate" => {
                let mut encoder = ZlibEncoder::new(Vec::new(), level);
                encoder.write_all(text).expect("memory");
                encoder.finish().expect("memory")
            }
            "zstd" => ::zstd::encode_all(text, 3).expect("memory"),
            // A stored meta-block: window bits, length, bytes, and the empty last block.
            "br" => {
                let length = text.len() - 1;
                // WBITS 16 is one zero bit, ISLAST 0, MNIBBLES 0 (four), MLEN-1, ISUNCOMPRESSED 1.
                let bits: u32 = (length as u32) << 4 | 1 << 20;
                [&bits.to_le_bytes()[..3], text, &[3]].concat()
            }
            _ => unreachable!("{name}"),
        }
    }

    fn undo(name: &str, input: &[u8], cap: usize) -> Decoded {
        named(name).expect("known")(input, cap)
    }

    #[test]
    fn whole_bodies() {
        let whole = Decoded { bytes: TEXT.into(), end: End::Whole };
        for name in ["gzip", "deflate", "zstd", "br"] {
            assert_eq!(undo(name, &encoded(name, TEXT), 1000), whole, "{name}");
        }
        assert_eq!(undo("deflate", &encoded("raw", TEXT), 1000), whole);
        let two = [encoded("gzip", &TEXT[..9]), encoded("gzip", &TEXT[9..])].concat();
        assert_eq!(undo("gzip", &two, 1000), whole);
    }

    #[test]
    fn cut_bodies_give_what_is_there() {
        let text: Vec<u8> =
            (0..20_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        for name in ["gzip", "deflate", "zstd"] {
            let input = encoded(name, &text);
            let decoded = undo(name, &input[..input.len() / 2], 1_000_000);
            assert_eq!(decoded.end, End::Broken, "{name}");
            assert!(!decoded.bytes.is_empty() && text.starts_with(&decoded.bytes), "{name}");
        }
    }

    #[test]
    fn bombs_stop_at_the_cap() {
        let zeros = vec![0; 5_000_000];
        for name in ["gzip", "deflate", "zstd"] {
            let decoded = undo(name, &encoded(name, &zeros), 100_000);
            assert_eq!((decoded.bytes.len(), decoded.end), (100_000, End::Capped), "{name}");
        }
        let exact = undo("gzip", &encoded("gzip", &zeros[..100_000]), 100_000);
        assert_eq!((exact.bytes.len(), exact.end), (100_000, End::Whole));
    }

    #[test]
    fn other_bytes_give_nothing() {
        for name in ["gzip", "deflate", "zstd", "br"] {
            let decoded = undo(name, b"<html><body>plain</body></html>", 1000);
            assert_eq!(decoded.end, End::Broken, "{name}");
        }
    }
}
