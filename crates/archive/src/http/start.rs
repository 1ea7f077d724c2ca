//! The first bytes of the content of a response, without decoding all of it.

use std::borrow::Cow;

use super::{HttpFlag, HttpResponse};
use crate::limits::Limits;

/// Bytes of a coded body that give some of the content.
const CODED: usize = 8 << 10;

/// The same of zstd, which gives nothing before the end of a block (RFC 8878, section 3.1.1.2.4).
const ZSTD: usize = 136 << 10;

impl<'a> HttpResponse<'a> {
    /// At least the first `most` bytes of the content, or all of it where it is shorter. Codings are
    /// undone as far as that takes; a body that is cut gives what it has, and nothing where that is
    /// too little to undo them.
    pub(crate) fn content_start(&self, most: usize) -> Cow<'a, [u8]> {
        let codings = ["Transfer-Encoding", "Content-Encoding", "X-Archive-Orig-Content-Encoding"];
        if !codings.iter().any(|field| self.headers.all(field).next().is_some()) {
            return Cow::Borrowed(self.body);
        }
        // Compressed bytes are never many more than what they stand for, framing included.
        let mut names = self.headers.codings("Content-Encoding");
        let is_zstd = names.any(|name| name.to_ascii_lowercase().ends_with("zstd"));
        let needed = most.saturating_mul(2).max(if is_zstd { ZSTD } else { CODED });
        let body = &self.body[..self.body.len().min(needed)];
        let start = HttpResponse { body, flags: Vec::new(), ..self.clone() };
        let limits = Limits { payload: most as u64, ..Limits::default() };
        let payload = start.payload(&limits);
        if payload.flags.contains(&HttpFlag::EncodingLost) {
            Cow::default()
        } else {
            payload.content
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Limits;
    use crate::http::parse_http_response;
    use crate::http::payload::tests::gzip;

    #[test]
    fn the_start_of_a_content_is_that_of_the_whole() {
        let text: Vec<u8> = (0..40_000_u32).flat_map(|n| n.to_string().into_bytes()).collect();
        let packed = gzip(&text);
        let size = format!("{:x}\r\n", packed.len());
        let chunks = [size.as_bytes(), &packed, b"\r\n0\r\n\r\n"].concat();
        let limits = Limits::default();
        for (head, body) in [
            ("A: b", text.clone()),
            ("Content-Encoding: gzip", packed.clone()),
            ("Content-Encoding: gzip", text.clone()),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", chunks.clone()),
            ("Transfer-Encoding: gzip, chunked", chunks.clone()),
        ] {
            let block = [format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n").as_bytes(), &body].concat();
            let http = parse_http_response(&block, &limits).expect("HTTP");
            for most in [1, 64, 4096] {
                let start = http.content_start(most);
                assert!(start.len() >= most && text.starts_with(&start), "{head} {most}");
            }
        }
    }

    #[test]
    fn where_too_little_is_there_nothing_is_said() {
        let text: Vec<u8> = (0..40_000_u32).flat_map(|n| n.to_string().into_bytes()).collect();
        let packed = zstd::encode_all(text.as_slice(), 1).expect("memory");
        let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: zstd\r\n\r\n";
        let block = [&head[..], &packed[..2000]].concat();
        let http = parse_http_response(&block, &Limits::default()).expect("HTTP");
        assert!(http.content_start(64).is_empty());
        assert_eq!(http.media_type(None).essence.as_deref(), Some("text/html"));
    }
}
