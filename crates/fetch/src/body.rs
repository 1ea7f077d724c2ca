//! Where the body of an answer ends (RFC 9112, section 6.3). Bodies are kept as they are sent.

use scutch_archive::HttpHeaders;

use crate::failure::Failure;

/// How the end of a body is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// By its length in bytes.
    Length(usize),
    /// By a chunk of length 0.
    Chunks,
    /// By the end of the connection.
    Close,
}

impl Framing {
    /// Reads the framing from the status and the header fields of an answer.
    pub(crate) fn from_head(status: u16, headers: &HttpHeaders<'_>) -> Result<Self, Failure> {
        if matches!(status, 100..=199 | 204 | 304) {
            return Ok(Self::Length(0));
        }
        let all = |wanted: &'static str| {
            headers.iter().filter(move |(name, _)| name.eq_ignore_ascii_case(wanted))
        };
        // It wins over Content-Length. A coding other than chunked at its end leaves no length.
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
        // Two different lengths are how requests are smuggled: neither can be trusted.
        if first.is_empty()
            || !first.bytes().all(|b| b.is_ascii_digit())
            || lengths.any(|other| other.trim() != first)
        {
            return Err(Failure::BadLength);
        }
        first.parse().map(Self::Length).map_err(|_| Failure::TooLarge)
    }
}

/// Finds the end of a body while it arrives.
#[derive(Debug)]
pub(crate) enum BodyEnd {
    /// After so many further bytes.
    Length(usize),
    Chunks(Chunks),
    Close,
}

impl BodyEnd {
    pub(crate) fn new(framing: Framing) -> Self {
        match framing {
            Framing::Length(length) => Self::Length(length),
            Framing::Chunks => Self::Chunks(Chunks::default()),
            Framing::Close => Self::Close,
        }
    }

    /// The number of arrived bytes that belong to the body, and whether it ends with them.
    pub(crate) fn take(&mut self, arrived: &[u8]) -> Result<(usize, bool), Failure> {
        match self {
            Self::Length(left) => {
                let used = arrived.len().min(*left);
                *left -= used;
                Ok((used, *left == 0))
            }
            Self::Chunks(chunks) => {
                let end = chunks.take(arrived)?;
                Ok((end.unwrap_or(arrived.len()), end.is_some()))
            }
            Self::Close => Ok((arrived.len(), false)),
        }
    }
}

/// Finds the end of a chunked body while it arrives.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    state: ChunkState,
    /// The part of a line that has arrived.
    line: Vec<u8>,
}

/// What the next bytes are.
#[derive(Debug, Default)]
enum ChunkState {
    /// The line with the size of a chunk.
    #[default]
    Size,
    /// So many bytes of a chunk.
    Data(usize),
    /// The line break after a chunk.
    AfterData,
    /// A line of the trailer.
    Trailer,
}

/// Longest line with the size of a chunk or in a trailer, in bytes.
const MAX_LINE: usize = 4096;

impl Chunks {
    /// Takes bytes; where the body ends among them, the number of bytes that belong to it.
    fn take(&mut self, arrived: &[u8]) -> Result<Option<usize>, Failure> {
        let mut at = 0;
        while at < arrived.len() {
            if let ChunkState::Data(left) = &mut self.state {
                let passed = (arrived.len() - at).min(*left);
                (at, *left) = (at + passed, *left - passed);
                if *left == 0 {
                    self.state = ChunkState::AfterData;
                }
                continue;
            }
            self.line.push(arrived[at]);
            at += 1;
            if arrived[at - 1] == b'\n' {
                if self.end_line()? {
                    return Ok(Some(at));
                }
                self.line.clear();
            }
            // After a chunk only a line break may follow, of which one byte is in the line here.
            let max = if matches!(self.state, ChunkState::AfterData) { 1 } else { MAX_LINE };
            if self.line.len() > max {
                return Err(Failure::BadChunks);
            }
        }
        Ok(None)
    }

    /// Handles a complete line. True if the body ends with it.
    fn end_line(&mut self) -> Result<bool, Failure> {
        let line = self.line.trim_ascii();
        self.state = match self.state {
            ChunkState::Trailer if line.is_empty() => return Ok(true),
            ChunkState::AfterData if self.line == b"\r\n" => ChunkState::Size,
            ChunkState::AfterData => return Err(Failure::BadChunks),
            ChunkState::Size | ChunkState::Data(_) => {
                match chunk_size(line).ok_or(Failure::BadChunks)? {
                    0 => ChunkState::Trailer,
                    size => ChunkState::Data(size),
                }
            }
            ChunkState::Trailer => ChunkState::Trailer,
        };
        Ok(false)
    }
}

/// The size in a line such as `1a;name=value`, in hexadecimal.
fn chunk_size(line: &[u8]) -> Option<usize> {
    let digits = line.split(|b| *b == b';').next()?.trim_ascii();
    // Fifteen digits cannot overflow 64 bits.
    let hex = !digits.is_empty() && digits.len() <= 15 && digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| hex)?;
    usize::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_chunks_does_not_depend_on_how_they_arrive() {
        let body = b"5\r\nhello\r\n1a;x=y\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\nA: b\r\n\r\nnext";
        let whole = body.len() - 4;
        for size in 1..=body.len() {
            let mut chunks = Chunks::default();
            let (mut before, mut end) = (0, None);
            for piece in body.chunks(size) {
                end = end.or(chunks.take(piece).expect("chunks").map(|used| before + used));
                before += piece.len();
                if end.is_some() {
                    break;
                }
            }
            assert_eq!(end, Some(whole), "{size}");
        }
    }

    #[test]
    fn malformed_chunks_are_refused() {
        let long = [b'1'; MAX_LINE + 1];
        let wrong: [&[u8]; 6] =
            [b"x\r\n", b"\r\n", b"-1\r\n", b"ffffffffffffffff\r\n", b"1\r\nabc\r\n", &long];
        for body in wrong {
            assert_eq!(Chunks::default().take(body), Err(Failure::BadChunks));
        }
    }

    #[test]
    fn framing_follows_the_rules_of_http() {
        for (status, fields, expected) in [
            (200, "Content-Length: 5\r\n", Ok(Framing::Length(5))),
            (200, "Content-Length: 5, 5\r\n", Ok(Framing::Length(5))),
            (200, "Content-Length: 5\r\nContent-Length: 6\r\n", Err(Failure::BadLength)),
            (200, "Content-Length: \r\n", Err(Failure::BadLength)),
            (200, "Content-Length: +5\r\n", Err(Failure::BadLength)),
            (200, "Content-Length: 99999999999999999999999\r\n", Err(Failure::TooLarge)),
            (200, "Content-Length: 5\r\nTransfer-Encoding: gzip, Chunked\r\n", Ok(Framing::Chunks)),
            (200, "Content-Length: 5\r\nTransfer-Encoding: gzip\r\n", Ok(Framing::Close)),
            (200, "", Ok(Framing::Close)),
            (204, "Content-Length: 5\r\n", Ok(Framing::Length(0))),
            (304, "Transfer-Encoding: chunked\r\n", Ok(Framing::Length(0))),
        ] {
            let head = format!("HTTP/1.1 {status} X\r\n{fields}\r\n");
            let limits = scutch_archive::Limits::default();
            let answer = scutch_archive::parse_http_response(head.as_bytes(), &limits);
            let answer = answer.expect("a head");
            assert_eq!(Framing::from_head(status, &answer.headers), expected, "{head}");
        }
    }
}
