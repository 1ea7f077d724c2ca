//! Where the body of an answer ends (RFC 9112, section 6.3). The bytes stay as they are sent.

use scutch_archive::HttpHeaders;

use crate::failure::Failure;

/// How the end of a body shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// After so many bytes.
    Length(usize),
    /// After the last chunk.
    Chunks,
    /// Where the connection ends.
    Close,
}

impl Framing {
    pub(crate) fn of(status: u16, headers: &HttpHeaders<'_>) -> Result<Self, Failure> {
        if matches!(status, 100..=199 | 204 | 304) {
            return Ok(Self::Length(0));
        }
        let all = |wanted: &'static str| {
            headers.iter().filter(move |(name, _)| name.eq_ignore_ascii_case(wanted))
        };
        if let Some((_, coding)) = all("Transfer-Encoding").last() {
            let last = coding.rsplit(',').next().unwrap_or_default().trim();
            return Ok(if last.eq_ignore_ascii_case("chunked") {
                Self::Chunks
            } else {
                Self::Close
            });
        }
        let mut lengths = all("Content-Length").flat_map(|(_, value)| value.split(','));
        let Some(first) = lengths.next().map(str::trim) else { return Ok(Self::Close) };
        if first.is_empty()
            || !first.bytes().all(|b| b.is_ascii_digit())
            || lengths.any(|other| other.trim() != first)
        {
            return Err(Failure::BadLength);
        }
        first.parse().map(Self::Length).map_err(|_| Failure::TooLarge)
    }
}

/// Finds the end of a chunked body while it arrives.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    /// Where the next line of a chunk's size, or of the trailer, begins.
    at: usize,
    trailer: bool,
}

/// Longest line with the size of a chunk, or in a trailer.
const LONGEST_LINE: usize = 4096;

impl Chunks {
    /// Length of the body, once it is all there. `body` is what has arrived so far.
    pub(crate) fn end(&mut self, body: &[u8]) -> Result<Option<usize>, Failure> {
        while let Some(rest) = body.get(self.at..) {
            let Some(line_end) = rest.iter().take(LONGEST_LINE).position(|b| *b == b'\n') else {
                let long = rest.len() >= LONGEST_LINE;
                return if long { Err(Failure::BadChunks) } else { Ok(None) };
            };
            let line = rest[..line_end].trim_ascii();
            self.at += line_end + 1;
            if self.trailer {
                if line.is_empty() {
                    return Ok(Some(self.at));
                }
                continue;
            }
            match size(line).ok_or(Failure::BadChunks)? {
                0 => self.trailer = true,
                size => {
                    let data_end = self.at.checked_add(size).ok_or(Failure::BadChunks)?;
                    // The line end behind the data goes with it.
                    self.at = data_end.checked_add(2).ok_or(Failure::BadChunks)?;
                    let behind = body.get(data_end..self.at);
                    if behind.is_some_and(|behind| behind != b"\r\n") {
                        return Err(Failure::BadChunks);
                    }
                }
            }
        }
        Ok(None)
    }
}

fn size(line: &[u8]) -> Option<usize> {
    let digits = line.split(|b| *b == b';').next()?.trim_ascii();
    let hex = !digits.is_empty() && digits.len() <= 15 && digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| hex)?;
    usize::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_end_where_they_end_however_they_arrive() {
        let body = b"5\r\nhello\r\n1a;x=y\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\nA: b\r\n\r\nnext";
        let whole = body.len() - 4;
        let mut chunks = Chunks::default();
        for arrived in 0..=body.len() {
            let end = chunks.end(&body[..arrived]);
            if arrived < whole {
                assert_eq!(end, Ok(None), "{arrived}");
            } else {
                assert_eq!(end, Ok(Some(whole)), "{arrived}");
                chunks = Chunks::default();
            }
        }
    }

    #[test]
    fn what_are_no_chunks() {
        let long = [b'1'; LONGEST_LINE + 1];
        let wrong: [&[u8]; 6] =
            [b"x\r\n", b"\r\n", b"-1\r\n", b"ffffffffffffffff\r\n", b"1\r\nabc\r\n", &long];
        for body in wrong {
            assert_eq!(Chunks::default().end(body), Err(Failure::BadChunks));
        }
    }
}
