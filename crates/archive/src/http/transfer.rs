//! Transfer codings undone (RFC 9112, sections 6.1 and 7).

use std::borrow::Cow;

use super::chunked::{self, Joined};
use super::coding::{self, End};
use super::expansion::Expansion;
use super::{HttpFlag, HttpResponse};
use crate::limits::Limits;

/// What became of one coding.
enum Undone {
    /// It does not fit the bytes.
    Not,
    /// These bytes, and what was odd.
    To(Vec<u8>, Option<HttpFlag>),
}

impl<'a> HttpResponse<'a> {
    /// The body without its transfer codings. They were applied in the order of the field, so the
    /// last goes first. Labels that fit nowhere are lies.
    pub(crate) fn transfer_decoded(
        &self,
        limits: &Limits,
        flags: &mut Vec<HttpFlag>,
    ) -> Cow<'a, [u8]> {
        let mut expansion = Expansion::new(self.body.len(), limits);
        self.transfer_decoded_within(&mut expansion, limits, flags)
    }

    /// The same, where content codings share the expansion.
    pub(super) fn transfer_decoded_within(
        &self,
        expansion: &mut Expansion,
        limits: &Limits,
        flags: &mut Vec<HttpFlag>,
    ) -> Cow<'a, [u8]> {
        let names = self.headers.codings("Transfer-Encoding").take(limits.codings as usize);
        let mut names: Vec<&str> = names.collect();
        if names.is_empty() {
            // Crawlers that undo codings leave the length of the coded body.
            let length = self.headers.get("Content-Length").and_then(|v| v.parse::<u64>().ok());
            if length.is_some_and(|length| length != self.body.len() as u64) {
                flags.push(HttpFlag::ContentLength);
            }
            return Cow::Borrowed(self.body);
        }
        // Servers repeat it, and a body has it once.
        dedup_chunked(&mut names);
        let mut bytes = Cow::Borrowed(self.body);
        // Some servers write the list the wrong way round, so each of what is left may be next.
        while let Some((at, to, flag)) = next(&names, &bytes, expansion) {
            names.remove(at);
            flags.extend(flag);
            bytes = Cow::Owned(to);
        }
        // An empty body has no coding and nothing is lost.
        if !self.body.is_empty() {
            flags.extend(names.iter().map(|name| unfit(name)));
        }
        bytes
    }
}

/// The last coding that fits the bytes: where it stands, the bytes without it, what was odd.
fn next(
    names: &[&str],
    bytes: &[u8],
    expansion: &mut Expansion,
) -> Option<(usize, Vec<u8>, Option<HttpFlag>)> {
    names.iter().enumerate().rev().find_map(|(at, name)| match undo(name, bytes, expansion) {
        Undone::To(to, flag) => Some((at, to, flag)),
        Undone::Not => None,
    })
}

fn undo(name: &str, bytes: &[u8], expansion: &mut Expansion) -> Undone {
    if is_chunked(name) {
        return match chunked::join(bytes) {
            Joined::Whole(joined) => Undone::To(joined, None),
            Joined::Truncated(joined) => Undone::To(joined, Some(HttpFlag::ChunksBroken)),
            Joined::Not => Undone::Not,
        };
    }
    // Of `compress` there is no body left in the world; it counts as unknown.
    let Some(decode) = coding::named(name).filter(|_| !bytes.is_empty()) else {
        return Undone::Not;
    };
    if expansion.is_spent() {
        return Undone::Not;
    }
    let decoded = decode(bytes, expansion.cap());
    if decoded.end == End::Broken && decoded.bytes.is_empty() {
        return Undone::Not;
    }
    let flag = expansion.count(&decoded);
    Undone::To(decoded.bytes, flag)
}

fn is_chunked(name: &str) -> bool {
    name.eq_ignore_ascii_case("chunked")
}

fn dedup_chunked(names: &mut Vec<&str>) {
    let mut seen = false;
    names.retain(|name| !(is_chunked(name) && std::mem::replace(&mut seen, true)));
}

/// The flag of a label that fits nowhere.
fn unfit(name: &str) -> HttpFlag {
    match name {
        name if is_chunked(name) => HttpFlag::NotChunked,
        name if coding::named(name).is_some() => HttpFlag::NotEncoded,
        _ => HttpFlag::EncodingUnknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::parse_http_response;
    use crate::http::payload::tests::gzip;

    fn chunks(bytes: &[u8]) -> Vec<u8> {
        [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n0\r\n\r\n"].concat()
    }

    #[test]
    fn transfer_codings_are_undone_from_the_last_to_the_first() {
        use HttpFlag as F;
        let (packed, plain) = (gzip(b"text"), b"text");
        type Case<'c> = (&'c str, Vec<u8>, &'c [F]);
        let cases: [Case<'_>; 13] = [
            ("chunked", chunks(plain), &[]),
            ("gzip, chunked", chunks(&packed), &[]),
            ("gzip\r\nTransfer-Encoding: chunked", chunks(&packed), &[]),
            ("GZIP , Chunked", chunks(&packed), &[]),
            // The wrong way round in the field, and in the body.
            ("chunked, gzip", chunks(&packed), &[]),
            ("chunked, gzip", gzip(&chunks(plain)), &[]),
            ("chunked, chunked", chunks(plain), &[]),
            ("identity, chunked", chunks(plain), &[]),
            ("gzip", packed.clone(), &[]),
            // The crawler had undone one, or both.
            ("gzip, chunked", packed.clone(), &[F::NotChunked]),
            ("gzip, chunked", chunks(plain), &[F::NotEncoded]),
            ("gzip, chunked", plain.to_vec(), &[F::NotEncoded, F::NotChunked]),
            ("x-foo, chunked", chunks(plain), &[F::EncodingUnknown]),
        ];
        for (value, body, flags) in cases {
            let head = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: {value}\r\n\r\n");
            let block = [head.as_bytes(), &body].concat();
            let limits = Limits::default();
            let payload = parse_http_response(&block, &limits).expect("HTTP").payload(&limits);
            assert_eq!(&*payload.content, plain, "{value}");
            assert_eq!(&*payload.after_transfer, plain, "{value}");
            assert_eq!(payload.flags, flags, "{value}");
        }
    }

    #[test]
    fn a_transfer_bomb_stops_at_the_cap() {
        let block = [
            &b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"[..],
            &chunks(&gzip(&vec![b'a'; 1_000_000])),
        ];
        let block = block.concat();
        let limits = Limits { payload: 1000, ..Limits::default() };
        let payload = parse_http_response(&block, &limits).expect("HTTP").payload(&limits);
        assert_eq!(payload.content.len(), 1000);
        assert_eq!(payload.flags, [HttpFlag::PayloadTooLarge]);
    }
}
