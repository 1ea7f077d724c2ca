//! The body of a response, its codings undone.

use std::borrow::Cow;

use super::chunked::{self, Joined};
use super::coding::{self, End};
use super::{HttpFlag, HttpResponse};
use crate::limits::Limits;
use crate::window::usize_of;

/// A body, decoded.
#[derive(Debug, Clone)]
pub struct Payload<'a> {
    /// After transfer decoding, before content decoding: what payload digests are over.
    pub after_transfer: Cow<'a, [u8]>,
    /// After content decoding: the resource.
    pub content: Cow<'a, [u8]>,
    /// What was noteworthy, status line and header included.
    pub flags: Vec<HttpFlag>,
}

impl<'a> HttpResponse<'a> {
    /// Undoes transfer and content codings. Labels that lie fall back to the bytes as they stand,
    /// with a flag.
    pub fn payload(&self, limits: &Limits) -> Payload<'a> {
        let mut flags = self.flags.clone();
        let after_transfer = self.transfer_decoded(&mut flags);
        let content = self.content_decoded(&after_transfer, limits, &mut flags);
        let content = content.map_or_else(|| after_transfer.clone(), Cow::Owned);
        Payload { after_transfer, content, flags }
    }

    fn transfer_decoded(&self, flags: &mut Vec<HttpFlag>) -> Cow<'a, [u8]> {
        let mut codings = self.headers.all("Transfer-Encoding").flat_map(|v| v.split(','));
        // Anywhere in the list: servers repeat it and add others.
        let chunked = codings.any(|coding| coding.trim().eq_ignore_ascii_case("chunked"));
        if !chunked {
            // Crawlers that undo codings leave the length of the coded body.
            let length = self.headers.get("Content-Length").and_then(|v| v.parse::<u64>().ok());
            if length.is_some_and(|length| length != self.body.len() as u64) {
                flags.push(HttpFlag::ContentLength);
            }
            return Cow::Borrowed(self.body);
        }
        match chunked::join(self.body) {
            Joined::Whole(bytes) => Cow::Owned(bytes),
            Joined::Truncated(bytes) => {
                flags.push(HttpFlag::ChunksBroken);
                Cow::Owned(bytes)
            }
            Joined::Not => {
                // An empty body is no chunks and nothing is lost.
                if !self.body.is_empty() {
                    flags.push(HttpFlag::NotChunked);
                }
                Cow::Borrowed(self.body)
            }
        }
    }

    /// A coding that an archive names as the original's and has not undone, though it says so: pywb
    /// knows no zstd. Only what says it is text and begins as such a coding does.
    fn still_coded(&self, bytes: &[u8]) -> Option<&str> {
        let name = self.headers.original("Content-Encoding").map(str::trim)?;
        let media = self.headers.get("Content-Type").unwrap_or_default().to_ascii_lowercase();
        // A download of a `.gz` file has that type and must stay packed.
        let text = ["text/", "html", "xml", "json"].iter().any(|text| media.contains(text));
        (text && coding::begins_as(name, bytes)).then_some(name)
    }

    /// `None` when the content stands as it is.
    fn content_decoded(
        &self,
        bytes: &[u8],
        limits: &Limits,
        flags: &mut Vec<HttpFlag>,
    ) -> Option<Vec<u8>> {
        let names = self.headers.all("Content-Encoding").flat_map(|v| v.split(',')).map(str::trim);
        let names = names.filter(|n| !n.is_empty() && !n.eq_ignore_ascii_case("identity"));
        // One more than allowed, to see that there are too many.
        let mut names: Vec<_> = names.take(limits.codings as usize + 1).collect();
        names.extend(self.still_coded(bytes).filter(|_| names.is_empty()));
        if names.is_empty() || bytes.is_empty() {
            return None;
        }
        if names.len() > limits.codings as usize {
            flags.push(HttpFlag::EncodingsTooMany);
        }
        let mut content = None;
        // They were applied in this order (RFC 9110, section 8.4), so the last goes first.
        for name in names.iter().rev() {
            let input: &[u8] = content.as_deref().unwrap_or(bytes);
            let Some(decode) = coding::named(name) else {
                flags.push(HttpFlag::EncodingUnknown);
                break;
            };
            let decoded = decode(input, usize_of(limits.payload));
            match decoded.end {
                End::Whole => {}
                // The label lies: the crawler had undone the coding.
                End::Broken if decoded.bytes.is_empty() => {
                    flags.push(HttpFlag::NotEncoded);
                    break;
                }
                End::Broken => flags.push(HttpFlag::EncodingBroken),
                End::Capped => flags.push(HttpFlag::PayloadTooLarge),
            }
            content = Some(decoded.bytes);
        }
        content
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::http::parse_http_response;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).expect("memory");
        encoder.finish().expect("memory")
    }

    fn content(header: &str, body: &[u8], limits: &Limits) -> (Vec<u8>, Vec<HttpFlag>) {
        let block = [format!("HTTP/1.1 200 OK\r\n{header}\r\n\r\n").as_bytes(), body].concat();
        let payload = parse_http_response(&block, limits).expect("a response").payload(limits);
        (payload.content.into_owned(), payload.flags)
    }

    #[test]
    fn labels_true_and_false() {
        use HttpFlag as F;
        let (once, twice) = (gzip(b"text"), gzip(&gzip(b"text")));
        let chunked = [b"18\r\n", &once[..], b"\r\n0\r\n\r\n"].concat();
        assert_eq!(once.len(), 0x18);
        type Case<'c> = (&'c str, &'c [u8], &'c [u8], &'c [F]);
        let cases: [Case<'_>; 12] = [
            (
                "Content-Type: text/html\r\nX-Archive-Orig-Content-Encoding: gzip",
                &once,
                b"text",
                &[],
            ),
            (
                "Content-Type: text/html\r\nX-Archive-Orig-Content-Encoding: gzip",
                b"text",
                b"text",
                &[],
            ),
            (
                "Content-Type: application/gzip\r\nX-Archive-Orig-Content-Encoding: gzip",
                &once,
                &once,
                &[],
            ),
            ("A: b", b"text", b"text", &[]),
            ("Content-Length: 9", b"text", b"text", &[F::ContentLength]),
            ("Content-Encoding: gzip", &once, b"text", &[]),
            ("Content-Encoding: GZIP , gzip", &twice, b"text", &[]),
            ("Content-Encoding: gzip, gzip", &once, b"text", &[F::NotEncoded]),
            ("Content-Encoding: gzip", b"text", b"text", &[F::NotEncoded]),
            ("Content-Encoding: x-foo", b"text", b"text", &[F::EncodingUnknown]),
            ("Content-Encoding: identity", b"text", b"text", &[]),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", &chunked, b"text", &[]),
        ];
        for (header, body, expected, flags) in cases {
            let found = content(header, body, &Limits::default());
            assert_eq!(found, (expected.to_vec(), flags.to_vec()), "{header}");
        }
    }

    #[test]
    fn too_many_codings() {
        let header = format!("Content-Encoding: {}", ["gzip"; 50].join(", "));
        let (bytes, flags) = content(&header, &gzip(b"text"), &Limits::default());
        assert_eq!(bytes, b"text");
        assert_eq!(flags, [HttpFlag::EncodingsTooMany, HttpFlag::NotEncoded]);
    }

    #[test]
    fn payloads_over_the_cap() {
        let limits = Limits { payload: 1000, ..Limits::default() };
        let (bytes, flags) = content("Content-Encoding: gzip", &gzip(&[7; 5000]), &limits);
        assert_eq!((bytes.len(), flags), (1000, vec![HttpFlag::PayloadTooLarge]));
    }
}
