//! The HTTP layer: a response inside a block, its transfer and content encodings undone.

use std::borrow::Cow;
use std::io::Read;

use crate::limits::Limits;
use crate::record::{Fields, blank_line, text};

/// An HTTP response as archived.
#[derive(Debug, Clone)]
pub struct HttpResponse<'a> {
    /// Status code.
    pub status: u16,
    /// Header fields.
    pub headers: HttpHeaders,
    /// Body as archived, encodings and all.
    pub body: &'a [u8],
}

/// Header fields of an HTTP message, in order.
#[derive(Debug, Clone, Default)]
pub struct HttpHeaders(Fields);

impl HttpHeaders {
    /// First value of a field, whatever the case of its name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)
    }

    /// All fields in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter()
    }
}

/// A block that holds no HTTP response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HttpError {
    /// The first line is no status line.
    #[error("the block does not start with an HTTP status line")]
    NoStatusLine,
    /// The header does not end within the cap.
    #[error("the HTTP header exceeds the cap")]
    HeaderTooLarge,
}

/// Something noteworthy about a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
#[allow(missing_docs)] // the sentences below say it
pub enum HttpFlag {
    NotChunked,
    ChunksBroken,
    NotEncoded,
    EncodingBroken,
    EncodingUnknown,
    PayloadTooLarge,
    NoHttpHeader,
}

impl HttpFlag {
    /// Every flag.
    pub const ALL: &'static [Self] = &[
        Self::NotChunked,
        Self::ChunksBroken,
        Self::NotEncoded,
        Self::EncodingBroken,
        Self::EncodingUnknown,
        Self::PayloadTooLarge,
        Self::NoHttpHeader,
    ];

    /// Reason id.
    pub fn id(self) -> &'static str {
        self.text().0
    }

    /// What it means, as a sentence.
    pub fn sentence(self) -> &'static str {
        self.text().1
    }

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::NotChunked => {
                ("not-chunked", "Labelled as chunked but is not: taken as it stands.")
            }
            Self::ChunksBroken => {
                ("chunks-broken", "The chunks break off: what came before is used.")
            }
            Self::NotEncoded => {
                ("not-encoded", "The content encoding does not fit the bytes: taken as they stand.")
            }
            Self::EncodingBroken => {
                ("encoding-broken", "The content encoding breaks off: what came before is used.")
            }
            Self::EncodingUnknown => (
                "encoding-unknown",
                "The content encoding is not known: bytes taken as they stand.",
            ),
            Self::PayloadTooLarge => {
                ("payload-too-large", "The decoded body exceeds the cap and is cut.")
            }
            Self::NoHttpHeader => {
                ("no-http-header", "A response without an HTTP header: all of it is body.")
            }
        }
    }
}

/// A body, decoded.
#[derive(Debug, Clone)]
pub struct Payload<'a> {
    /// After transfer decoding, before content decoding.
    pub after_transfer: Cow<'a, [u8]>,
    /// After content decoding.
    pub content: Cow<'a, [u8]>,
    /// What was noteworthy.
    pub flags: Vec<HttpFlag>,
}

/// Reads the HTTP response in a block.
///
/// # Errors
/// When there is none.
pub fn parse_http_response<'a>(
    block: &'a [u8],
    limits: &Limits,
) -> Result<HttpResponse<'a>, HttpError> {
    let line_end =
        memchr::memchr(b'\n', &block[..block.len().min(8192)]).unwrap_or(block.len().min(8192));
    let status = status(&text(block[..line_end].trim_ascii())).ok_or(HttpError::NoStatusLine)?;
    let cap = usize::try_from(limits.http_header).unwrap_or(usize::MAX);
    let (header, body) = blank_line(block, 0).unwrap_or((block.len(), block.len()));
    if header > cap {
        return Err(HttpError::HeaderTooLarge);
    }
    let lines = block.get(line_end + 1..header).unwrap_or_default();
    let headers = HttpHeaders(Fields::parse(lines).0);
    Ok(HttpResponse { status, headers, body: &block[body..] })
}

/// `HTTP/1.1 200 OK`, `HTTP/1.0 200`, `ICY 200 OK`.
fn status(line: &str) -> Option<u16> {
    let mut words = line.split_ascii_whitespace();
    let protocol = words.next()?;
    if !(protocol.starts_with("HTTP") || protocol == "ICY") {
        return None;
    }
    words.next()?.get(..3)?.parse().ok()
}

impl<'a> HttpResponse<'a> {
    /// Undoes transfer and content encoding. Labels that lie fall back to the bytes as they
    /// stand, with a flag.
    pub fn payload(&self, limits: &Limits) -> Payload<'a> {
        let mut flags = Vec::new();
        let after_transfer = self.transfer_decoded(&mut flags);
        let content = self.content_decoded(&after_transfer, limits, &mut flags);
        let content = content.map_or_else(|| after_transfer.clone(), Cow::Owned);
        Payload { after_transfer, content, flags }
    }

    fn transfer_decoded(&self, flags: &mut Vec<HttpFlag>) -> Cow<'a, [u8]> {
        let chunked = self.headers.get("Transfer-Encoding");
        if !chunked.is_some_and(|t| t.to_ascii_lowercase().contains("chunked")) {
            return Cow::Borrowed(self.body);
        }
        let (bytes, whole) = unchunk(self.body);
        match (whole, bytes.is_empty()) {
            (true, _) => Cow::Owned(bytes),
            (false, true) => {
                flags.push(HttpFlag::NotChunked);
                Cow::Borrowed(self.body)
            }
            (false, false) => {
                flags.push(HttpFlag::ChunksBroken);
                Cow::Owned(bytes)
            }
        }
    }

    /// `None` when the content stands as it is.
    fn content_decoded(
        &self,
        bytes: &[u8],
        limits: &Limits,
        flags: &mut Vec<HttpFlag>,
    ) -> Option<Vec<u8>> {
        let names = self.headers.get("Content-Encoding")?.to_ascii_lowercase();
        let names: Vec<_> = names.split(',').map(str::trim).filter(|n| !n.is_empty()).collect();
        let mut content = None;
        // The encodings were applied in this order (RFC 9110, section 8.4), so the last goes first.
        for name in names.iter().rev().take(MOST_ENCODINGS) {
            let input = content.as_deref().unwrap_or(bytes);
            let Some(decoded) = decode(name, input, limits.payload) else {
                if *name != "identity" && !input.is_empty() {
                    flags.push(HttpFlag::EncodingUnknown);
                }
                continue;
            };
            flags.extend(decoded.flag);
            if decoded.flag == Some(HttpFlag::NotEncoded) {
                break;
            }
            content = Some(decoded.bytes);
        }
        content
    }
}

/// Encodings applied one over another that are undone.
const MOST_ENCODINGS: usize = 4;

/// Joins chunks (RFC 9112, section 7.1). False when they break off; what came before is returned.
fn unchunk(mut body: &[u8]) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(body.len());
    loop {
        let Some(line) = memchr::memchr(b'\n', &body[..body.len().min(4096)]) else {
            return (out, false);
        };
        let size = text(body[..line].trim_ascii());
        let size = size.split(';').next().unwrap_or_default().trim();
        let Ok(size) = usize::from_str_radix(size, 16) else { return (out, false) };
        body = &body[line + 1..];
        if size == 0 {
            return (out, true);
        }
        if size > body.len() {
            out.extend_from_slice(body);
            return (out, false);
        }
        out.extend_from_slice(&body[..size]);
        body = &body[size..];
        body = body.strip_prefix(b"\r\n").or_else(|| body.strip_prefix(b"\n")).unwrap_or(body);
    }
}

struct Decoded {
    bytes: Vec<u8>,
    flag: Option<HttpFlag>,
}

/// `None` for encodings we do not know.
fn decode(name: &str, input: &[u8], cap: u64) -> Option<Decoded> {
    Some(match name {
        "gzip" | "x-gzip" => read_capped(flate2::read::MultiGzDecoder::new(input), input, cap),
        "deflate" => {
            // The standard means zlib; many servers sent raw deflate.
            let zlib = read_capped(flate2::read::ZlibDecoder::new(input), input, cap);
            if zlib.flag == Some(HttpFlag::NotEncoded) {
                read_capped(flate2::read::DeflateDecoder::new(input), input, cap)
            } else {
                zlib
            }
        }
        "br" => read_capped(brotli_decompressor::Decompressor::new(input, 4096), input, cap),
        "zstd" => match zstd::stream::read::Decoder::new(input) {
            Ok(decoder) => read_capped(decoder, input, cap),
            Err(_) => Decoded { bytes: Vec::new(), flag: Some(HttpFlag::NotEncoded) },
        },
        _ => return None,
    })
}

/// Reads all a decoder gives, up to the cap. Nothing at all means that the label lied.
fn read_capped(decoder: impl Read, input: &[u8], cap: u64) -> Decoded {
    let mut bytes = Vec::new();
    let result = decoder.take(cap.saturating_add(1)).read_to_end(&mut bytes);
    let mut flag = match result {
        Ok(_) => None,
        Err(_) if bytes.is_empty() && !input.is_empty() => Some(HttpFlag::NotEncoded),
        Err(_) => Some(HttpFlag::EncodingBroken),
    };
    if bytes.len() as u64 > cap {
        bytes.truncate(usize::try_from(cap).unwrap_or(usize::MAX));
        flag = Some(HttpFlag::PayloadTooLarge);
    }
    Decoded { bytes, flag }
}
