//! HTTP content codings and chunked transfer.
//!
//! Brotli and Zstandard streams are written with stored blocks: valid streams for any reader,
//! without a compressor for each.

use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::{Deserialize, Serialize};

use super::gzip;

/// A content coding.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Coding {
    Gzip,
    /// The zlib format, as the standard has it.
    Deflate,
    Br,
    Zstd,
}

impl Coding {
    /// The word in the Content-Encoding header.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
            Self::Br => "br",
            Self::Zstd => "zstd",
        }
    }

    /// The body in this coding.
    pub(crate) fn encode(self, body: &[u8]) -> Vec<u8> {
        match self {
            Self::Gzip => gzip::member(body),
            Self::Deflate => compress_to_vec_zlib(body, 9),
            Self::Br => brotli_stored(body),
            Self::Zstd => zstd_stored(body),
        }
    }
}

/// A Brotli stream (RFC 7932) of uncompressed meta-blocks: window bits 16 in the first bit, then
/// for each block ISLAST = 0, MNIBBLES = 4, MLEN - 1 and ISUNCOMPRESSED, padded to a byte.
fn brotli_stored(body: &[u8]) -> Vec<u8> {
    let mut stream = Vec::with_capacity(body.len() + 8);
    // Bits that stand before the first block header.
    let mut lead = 1;
    for block in body.chunks(1 << 16) {
        let header = (block.len() as u32 - 1) << 3 | 1 << 19;
        stream.extend_from_slice(&(header << lead).to_le_bytes()[..3]);
        stream.extend_from_slice(block);
        lead = 0;
    }
    // ISLAST and ISLASTEMPTY.
    stream.push(0b11 << lead);
    stream
}

/// A Zstandard frame (RFC 8878) of raw blocks: single segment, content size in four bytes.
fn zstd_stored(body: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0b1010_0000];
    frame.extend_from_slice(&(body.len() as u32).to_le_bytes());
    let blocks = body.chunks(1 << 17);
    let last = blocks.len().saturating_sub(1);
    for (number, block) in blocks.enumerate() {
        let header = (block.len() as u32) << 3 | u32::from(number == last);
        frame.extend_from_slice(&header.to_le_bytes()[..3]);
        frame.extend_from_slice(block);
    }
    frame
}

/// The body in chunks, the first of them with an extension that readers must skip.
pub(crate) fn chunked(body: &[u8]) -> Vec<u8> {
    const CHUNK: usize = 2000;
    let mut message = Vec::with_capacity(body.len() + 64);
    for (number, chunk) in body.chunks(CHUNK).enumerate() {
        let extension = if number == 0 { ";part=first" } else { "" };
        message.extend_from_slice(format!("{:x}{extension}\r\n", chunk.len()).as_bytes());
        message.extend_from_slice(chunk);
        message.extend_from_slice(b"\r\n");
    }
    message.extend_from_slice(b"0\r\n\r\n");
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_streams_frame_their_bytes() {
        // Window bits 0, then the bits of 2 (length less one) from the fourth, the flag, padding.
        assert_eq!(brotli_stored(b"fog"), [0b0010_0000, 0, 0b0001_0000, b'f', b'o', b'g', 0b11]);
        let frame = zstd_stored(b"fog");
        assert_eq!(frame[5..], [3, 0, 0, 0, 0b1_1001, 0, 0, b'f', b'o', b'g']);
    }

    #[test]
    fn chunks_say_their_length_in_hexadecimal() {
        assert_eq!(chunked(b"fog"), b"3;part=first\r\nfog\r\n0\r\n\r\n");
        assert!(chunked(&[b'x'; 2001]).ends_with(b"\r\n1\r\nx\r\n0\r\n\r\n"));
    }
}
