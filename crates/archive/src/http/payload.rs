//! The body of a response, its codings undone.

use std::borrow::Cow;

use super::coding::{self, Decoded, End};
use super::expansion::Expansion;
use super::{HttpFlag, HttpResponse};
use crate::limits::Limits;
use crate::media;

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
        let mut expansion = Expansion::new(self.body.len(), limits);
        let after_transfer = self.transfer_decoded_within(&mut expansion, limits, &mut flags);
        let content = self.content_decoded(&after_transfer, limits, &mut expansion, &mut flags);
        let content = content.map_or_else(|| after_transfer.clone(), Cow::Owned);
        // A label that lies leaves text, or a file of a known format. What is neither is coded still.
        let unfit = [HttpFlag::NotEncoded, HttpFlag::EncodingUnknown];
        if unfit.iter().any(|flag| flags.contains(flag)) && media::is_unintelligible(&content) {
            flags.push(HttpFlag::EncodingLost);
        }
        Payload { after_transfer, content, flags }
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
        expansion: &mut Expansion,
        flags: &mut Vec<HttpFlag>,
    ) -> Option<Vec<u8>> {
        // One more than allowed, to see that there are too many.
        let names = self.headers.codings("Content-Encoding").take(limits.codings as usize + 1);
        let mut names: Vec<_> = names.collect();
        names.extend(self.still_coded(bytes).filter(|_| names.is_empty()));
        if names.is_empty() || bytes.is_empty() {
            return None;
        }
        if names.len() > limits.codings as usize {
            flags.push(HttpFlag::EncodingsTooMany);
        }
        let mut content: Option<Vec<u8>> = None;
        // They were applied in this order (RFC 9110, section 8.4), so the last goes first.
        for name in names.iter().rev() {
            if expansion.is_spent() {
                // A coding that is cut gives no coding within it.
                flags.push(HttpFlag::EncodingLost);
                break;
            }
            let input: &[u8] = content.as_deref().unwrap_or(bytes);
            match undo(name, input, expansion) {
                Ok((decoded, flag)) => {
                    flags.extend(flag);
                    content = Some(decoded);
                }
                Err(flag) => {
                    flags.push(flag);
                    break;
                }
            }
        }
        content
    }
}

/// The bytes without a coding, with what was odd about that; or the flag of a label that lies.
fn undo(
    name: &str,
    input: &[u8],
    expansion: &mut Expansion,
) -> Result<(Vec<u8>, Option<HttpFlag>), HttpFlag> {
    let cap = expansion.cap();
    let lie = coding::named(name).map_or(HttpFlag::EncodingUnknown, |_| HttpFlag::NotEncoded);
    let decoded = coding::named(name).map(|decode| decode(input, cap));
    if let Some(decoded) = decoded.filter(|decoded| is_believed(name, input, decoded)) {
        let flag = expansion.count(&decoded);
        return Ok((decoded.bytes, flag));
    }
    // The crawler had undone the coding, mostly. What is text, or a file of a format that is no
    // coding, stands as it is.
    if !media::is_unintelligible(input) {
        return Err(lie);
    }
    let other = coding::unlabelled(name, input, cap).ok_or(lie)?;
    // How it ended matters less than that it is another.
    expansion.count(&other);
    Ok((other.bytes, Some(HttpFlag::EncodingMislabelled)))
}

/// Whether decoding came to anything. Codings without a mark make a few bytes of anything before
/// they notice; so what broke off must have been no text before, and be text now.
fn is_believed(name: &str, input: &[u8], decoded: &Decoded) -> bool {
    match decoded.end {
        End::Whole | End::Capped => true,
        End::Broken if decoded.bytes.is_empty() => false,
        End::Broken if coding::begins_as(name, input) => true,
        End::Broken => media::is_unintelligible(input) && !media::is_unintelligible(&decoded.bytes),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::http::parse_http_response;

    pub(in crate::http) fn gzip(text: &[u8]) -> Vec<u8> {
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
    fn wrong_labels_are_seen_through_and_lost_codings_told() {
        use HttpFlag as F;
        let page = "<!DOCTYPE html><p>The tide comes in. ".repeat(20).into_bytes();
        let packed = gzip(&page);
        let zstd = zstd::encode_all(page.as_slice(), 3).expect("memory");
        let noise: Vec<u8> =
            (0..500_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        // A stored meta-block of brotli: 16 window bits, length, bytes, the empty last block.
        let bits = (((page.len() - 1) as u32) << 4) | 1 << 20;
        let brotli = [&bits.to_le_bytes()[..3], &page, &[3]].concat();
        let pdf = [b"%PDF-1.4\0\x01", noise.as_slice()].concat();
        type Case<'c> = (&'c str, &'c [u8], &'c [u8], &'c [F]);
        let cases: [Case<'_>; 14] = [
            ("none", &page, &page, &[]),
            ("gzip;q=1", &packed, &page, &[]),
            ("\"gzip\"", &packed, &page, &[]),
            ("br", &packed, &page, &[F::EncodingMislabelled]),
            ("deflate", &zstd, &page, &[F::EncodingMislabelled]),
            ("gzip", &brotli, &page, &[F::EncodingMislabelled]),
            ("x-foo", &packed, &page, &[F::EncodingMislabelled]),
            ("utf-8", &page, &page, &[F::EncodingUnknown]),
            // The label lies: a file of another format is none of the codings.
            ("gzip", &pdf, &pdf, &[F::NotEncoded]),
            ("gzip", &noise, &noise, &[F::NotEncoded, F::EncodingLost]),
            ("dcb", &noise, &noise, &[F::EncodingUnknown, F::EncodingLost]),
            ("deflate", &noise, &noise, &[F::NotEncoded, F::EncodingLost]),
            ("br", &noise, &noise, &[F::NotEncoded, F::EncodingLost]),
            ("br", &brotli[..203], &page[..200], &[F::EncodingBroken]),
        ];
        for (value, body, expected, flags) in cases {
            let found = content(&format!("Content-Encoding: {value}"), body, &Limits::default());
            assert_eq!(found, (expected.to_vec(), flags.to_vec()), "{value}");
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
    fn nested_codings_share_what_they_may_give() {
        use HttpFlag as F;
        let large = vec![b'a'; 32 << 20];
        let (once, twice) = (gzip(&large), gzip(&gzip(&large)));
        let thrice = gzip(&twice);
        let page: Vec<u8> = (0..400_000_u32).flat_map(|n| n.to_string().into_bytes()).collect();
        let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 1).expect("memory");
        let chunked = |bytes: &[u8]| {
            [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n0\r\n\r\n"].concat()
        };
        let gzip_of_gzip = "Content-Encoding: gzip, gzip";
        let gzip_thrice = "Content-Encoding: gzip, gzip, gzip";
        let transfer = "Transfer-Encoding: gzip, gzip\r\nContent-Encoding: gzip";
        let mixed = "Transfer-Encoding: gzip, chunked\r\nContent-Encoding: zstd, gzip";
        let bomb = &[F::DecompressionBomb][..];
        type Case<'c> = (&'c str, Vec<u8>, Option<usize>, &'c [F]);
        // Codings, body, the length of what comes of it where it is not cut, flags.
        let cases: [Case<'_>; 8] = [
            ("Content-Encoding: gzip", once, Some(large.len()), &[]),
            (gzip_of_gzip, gzip(&gzip(&page)), Some(page.len()), &[]),
            (gzip_of_gzip, twice, None, bomb),
            (gzip_thrice, thrice.clone(), None, bomb),
            (transfer, thrice, None, bomb),
            (mixed, chunked(&gzip(&gzip(&zstd(&large)))), None, bomb),
            ("Content-Encoding: zstd", zstd(&large), None, bomb),
            // What is within a coding that is cut cannot be had.
            (
                gzip_thrice,
                gzip(&gzip(&[gzip(b"text"), large].concat())),
                None,
                &[F::DecompressionBomb, F::EncodingLost],
            ),
        ];
        for (header, body, length, flags) in cases {
            let (content, found) = content(header, &body, &Limits::default());
            let most = (1100 * body.len()).max(2 << 20);
            assert!(length.map_or(content.len() <= most, |n| content.len() == n), "{header}");
            assert_eq!(found, flags, "{header}");
        }
    }

    #[test]
    fn payloads_over_the_cap() {
        let limits = Limits { payload: 1000, ..Limits::default() };
        let (bytes, flags) = content("Content-Encoding: gzip", &gzip(&[7; 5000]), &limits);
        assert_eq!((bytes.len(), flags), (1000, vec![HttpFlag::PayloadTooLarge]));
    }
}
