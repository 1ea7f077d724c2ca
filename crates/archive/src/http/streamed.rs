//! An answer that is read as it comes: memory does not depend on its size.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::rc::Rc;

use flate2::bufread::GzDecoder;

use super::expansion::Meter;
use super::{HttpError, coding, is_head_whole, parse_http_response};
use crate::limits::Limits;
use crate::size::usize_of;

/// Bytes at a time.
const PIECE: usize = 64 << 10;

/// Longest line with a chunk's size and extensions.
const LONGEST_LINE: u64 = 4096;

/// A response, of which the body is still to be read.
pub struct StreamedResponse<'a> {
    /// Status code; `None` where the status line has none.
    pub status: Option<u16>,
    /// The body, its codings undone. Reading ends with an error where they do not hold together,
    /// and with [`io::ErrorKind::FileTooLarge`] behind as many bytes as a payload may have, or where
    /// nested codings expand it as those of a decompression bomb do.
    pub content: Box<dyn Read + 'a>,
}

/// Reads the head of the HTTP response in a block.
///
/// # Errors
/// When there is none, or the block cannot be read.
pub fn stream_http_response<'a>(
    mut block: impl Read + 'a,
    limits: &Limits,
) -> io::Result<StreamedResponse<'a>> {
    let head = head(&mut block, limits)?;
    let invalid = |error: HttpError| io::Error::new(io::ErrorKind::InvalidData, error);
    let response = parse_http_response(&head, limits).map_err(invalid)?;
    let lower = |field| {
        let names = response.headers.codings(field).take(limits.codings as usize);
        names.map(str::to_ascii_lowercase).collect::<Vec<_>>()
    };
    let (transfer, codings) = (lower("Transfer-Encoding"), lower("Content-Encoding"));
    let meter = Rc::new(Meter::default());
    let body = Cursor::new(response.body.to_vec()).chain(block);
    let stored = Rc::clone(&meter);
    let count = move |bytes| {
        stored.stored(bytes);
        Ok(())
    };
    let body = Metered { input: body, count };
    let mut content: Box<dyn Read + 'a> = match transfer.iter().any(|name| name == "chunked") {
        true => Box::new(without_chunks(body)),
        false => Box::new(body),
    };
    // As in memory the chunks come off first, and a coding before them is undone where it fits.
    let transfer = transfer.iter().filter(|name| *name != "chunked");
    let codings: Vec<&String> = codings.iter().chain(transfer).collect();
    for coding in codings.iter().rev() {
        content = decoded(content, coding)?;
        // A single coding may expand what it likes: somebody asked for it, and memory is bounded.
        if codings.len() > 1 {
            let meter = Rc::clone(&meter);
            content = Box::new(Metered { input: content, count: move |n| meter.made(n) });
        }
    }
    Ok(StreamedResponse {
        status: response.status,
        content: Box::new(Capped { input: content, left: limits.payload }),
    })
}

/// The start of a block: its head, and some of what is behind.
fn head(block: &mut impl Read, limits: &Limits) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    while !is_head_whole(&head) && head.len() < usize_of(limits.http_header) {
        let got = block.by_ref().take(PIECE as u64).read_to_end(&mut head)?;
        if got == 0 {
            break;
        }
    }
    Ok(head)
}

/// A body without its chunks. Reading ends with [`io::ErrorKind::InvalidData`] where there are
/// none, and with [`io::ErrorKind::UnexpectedEof`] where they are cut off.
pub(crate) fn without_chunks(body: impl Read) -> impl Read {
    Chunks { input: BufReader::with_capacity(PIECE, body), left: 0, ended: false }
}

/// Undoes a coding; labels that lie, and codings that are not known, leave the bytes as they are.
fn decoded<'a>(mut input: Box<dyn Read + 'a>, coding: &str) -> io::Result<Box<dyn Read + 'a>> {
    // A chunk or a packet may end within the mark, so one read does not do.
    let mut begin = Vec::with_capacity(PIECE);
    let failed = Failed(input.by_ref().take(PIECE as u64).read_to_end(&mut begin).err());
    // RFC 1950, section 2.2: method 8, and a first word that 31 divides.
    let is_zlib = match &begin[..] {
        [a, b, ..] => a & 15 == 8 && (u16::from(*a) << 8 | u16::from(*b)) % 31 == 0,
        _ => false,
    };
    let is_deflate = is_zlib || begins(flate2::bufread::DeflateDecoder::new(&begin[..]));
    let is_br = coding == "br" && begins(brotli_decompressor::Decompressor::new(&begin[..], PIECE));
    let is_marked = coding::begins_as(coding, &begin);
    let [is_gzip, is_zstd] = ["gzip", "zstd"].map(|name| coding::begins_as(name, &begin));
    let input = Cursor::new(begin).chain(failed).chain(input);
    let input = BufReader::with_capacity(PIECE, input);
    Ok(match coding {
        "gzip" | "x-gzip" if is_marked => Box::new(Members(Some(GzDecoder::new(input)))),
        "deflate" if is_zlib => Box::new(flate2::bufread::ZlibDecoder::new(input)),
        "deflate" if is_deflate => Box::new(flate2::bufread::DeflateDecoder::new(input)),
        "br" if is_br => Box::new(brotli_decompressor::Decompressor::new(input, PIECE)),
        "zstd" | "x-zstd" if is_marked => Box::new(zstd::Decoder::with_buffer(input)?),
        // The label names another coding than the one that the bytes are marked with.
        _ if is_gzip => Box::new(Members(Some(GzDecoder::new(input)))),
        _ if is_zstd => Box::new(zstd::Decoder::with_buffer(input)?),
        _ => Box::new(input),
    })
}

/// An error of a reader, where it belongs among what was read.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Whether the beginning of a body comes to anything, or may with what is behind it.
fn begins(mut decoder: impl Read) -> bool {
    let begun = decoder.read_exact(&mut [0]);
    begun.map_or_else(|error| error.kind() == io::ErrorKind::UnexpectedEof, |()| true)
}

/// The members of a gzip body; what stands behind the last one is none of it.
struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let got = member.read(buffer)?;
            if got > 0 || buffer.is_empty() {
                return Ok(got);
            }
            let Some(mut input) = self.0.take().map(GzDecoder::into_inner) else { break };
            // Of the two bytes that a member begins with, one alone may be at hand.
            let is_member = input.fill_buf()?.first() == Some(&0x1f);
            self.0 = is_member.then(|| GzDecoder::new(input));
        }
        Ok(0)
    }
}

/// The chunked transfer coding undone (RFC 9112, section 7.1).
struct Chunks<R> {
    input: R,
    /// Bytes left of the chunk.
    left: u64,
    ended: bool,
}

impl<R: BufRead> Chunks<R> {
    /// The line with the size of the next chunk; blank ones end the one before.
    fn begin(&mut self) -> io::Result<()> {
        let mut line = Vec::new();
        while line.trim_ascii().is_empty() {
            line.clear();
            if self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let size = line.split(|b| *b == b';').next().unwrap_or_default().trim_ascii();
        let size = std::str::from_utf8(size).ok().and_then(|s| u64::from_str_radix(s, 16).ok());
        self.left = size.ok_or(io::ErrorKind::InvalidData)?;
        self.ended = self.left == 0;
        Ok(())
    }
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !self.ended {
            self.begin()?;
        }
        if self.ended || buffer.is_empty() {
            return Ok(0);
        }
        let most = buffer.len().min(usize_of(self.left));
        let got = self.input.read(&mut buffer[..most])?;
        if got == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= got as u64;
        Ok(got)
    }
}

/// Tells how many bytes are read, and ends with an error where they are too many.
struct Metered<R, F> {
    input: R,
    count: F,
}

impl<R: Read, F: Fn(usize) -> io::Result<()>> Read for Metered<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.input.read(buffer)?;
        (self.count)(got)?;
        Ok(got)
    }
}

/// Ends with an error behind so many bytes.
struct Capped<R> {
    input: R,
    left: u64,
}

impl<R: Read> Read for Capped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.input.read(buffer)?;
        let left = self.left.checked_sub(got as u64);
        self.left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(got)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn content(head: &str, body: &[u8], payload: u64) -> io::Result<Vec<u8>> {
        let block = [format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n").as_bytes(), body].concat();
        let limits = Limits { payload, ..Limits::default() };
        let mut response = stream_http_response(block.as_slice(), &limits)?;
        assert_eq!(response.status, Some(200));
        let mut content = Vec::new();
        response.content.read_to_end(&mut content)?;
        // What can be read at once is the same.
        let whole = parse_http_response(&block, &limits).expect("a response").payload(&limits);
        assert!(content == *whole.content, "{head}");
        Ok(content)
    }

    #[test]
    fn codings_are_undone() {
        let text: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
        let level = flate2::Compression::fast();
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), level);
        gzip.write_all(&text).expect("memory");
        let gzip = gzip.finish().expect("memory");
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), level);
        zlib.write_all(&text).expect("memory");
        let zlib = zlib.finish().expect("memory");
        let zstd = zstd::encode_all(text.as_slice(), 1).expect("memory");
        let chunked = |body: &[u8], first: usize| {
            let (first, rest) = body.split_at(first);
            let chunk = |chunk: &[u8]| {
                [format!("{:x};a=b\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat()
            };
            let chunks = std::iter::once(first).chain(rest.chunks(77_777)).flat_map(chunk);
            chunks.chain(*b"0\r\nA: b\r\n\r\n").collect::<Vec<u8>>()
        };
        // A chunk of one byte parts the mark of a coding.
        let [large, small] = [77_777, 1].map(|first| chunked(&gzip, first));
        let [small_zlib, small_zstd] = [&zlib, &zstd].map(|body| chunked(body, 1));
        for (head, body) in [
            ("A: b", &text),
            ("Content-Encoding: gzip", &gzip),
            ("Content-Encoding: gzip", &text),
            ("Content-Encoding: x-unknown", &text),
            ("Content-Encoding: deflate", &zlib),
            ("Content-Encoding: zstd", &zstd),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", &large),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", &small),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: deflate", &small_zlib),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: zstd", &small_zstd),
        ] {
            assert!(content(head, body, 32 << 20).expect(head) == text, "{head}");
        }
        let error = |body: &[u8], most| {
            content("Content-Encoding: gzip", body, most).map(|_| ()).map_err(|e| e.kind())
        };
        assert_eq!(error(&gzip, 1000), Err(io::ErrorKind::FileTooLarge));
        assert!(error(&gzip[..5000], 32 << 20).is_err());
        assert!(stream_http_response(&b"no HTTP"[..], &Limits::default()).is_err());
    }

    /// Memory is bounded in any case; time is, too, where codings are nested.
    #[test]
    fn nested_bombs_end_and_a_single_coding_does_not() {
        let zeros = vec![b'0'; 8 << 20];
        let gzip = |bytes: &[u8]| super::super::payload::tests::gzip(bytes);
        let (once, twice) = (gzip(&zeros), gzip(&gzip(&zeros)));
        let read = |head: &str, body: &[u8]| {
            let block = [format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n").as_bytes(), body].concat();
            let limits = Limits { payload: u64::MAX, ..Limits::default() };
            let mut content = stream_http_response(block.as_slice(), &limits)?.content;
            io::copy(&mut content, &mut io::sink())
        };
        assert_eq!(read("Content-Encoding: gzip", &once).expect("whole"), 8 << 20);
        for head in
            ["Content-Encoding: gzip, gzip", "Transfer-Encoding: gzip\r\nContent-Encoding: gzip"]
        {
            let error = read(head, &twice).expect_err("a bomb");
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge, "{head}");
            assert!(error.to_string().contains("1,100 times"), "{error}");
        }
        // A text that is coded twice by mistake comes out whole.
        let text: Vec<u8> = (0..900_000_u32).flat_map(|n| n.to_string().into_bytes()).collect();
        let read = read("Content-Encoding: gzip, gzip", &gzip(&gzip(&text)));
        assert_eq!(read.expect("whole"), text.len() as u64);
    }

    #[test]
    fn labels_lie_and_members_have_something_behind_them() {
        let text = b"<http://x.org/>; rel=\"original\",\n".repeat(9000);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text).expect("memory");
        let gzip = gzip.finish().expect("memory");
        for (coding, body, times) in [
            ("br", text.clone(), 1),
            ("deflate", text.clone(), 1),
            ("zstd", text.clone(), 1),
            ("gzip", text.clone(), 1),
            ("gzip", [gzip.as_slice(), &gzip].concat(), 2),
            ("gzip", [gzip.as_slice(), &[0; 512]].concat(), 1),
            ("gzip", [gzip.as_slice(), b"behind"].concat(), 1),
        ] {
            let head = format!("Content-Encoding: {coding}");
            assert!(
                content(&head, &body, 32 << 20).expect(coding) == text.repeat(times),
                "{coding}"
            );
        }
    }
}
