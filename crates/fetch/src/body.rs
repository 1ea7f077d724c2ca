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

/// Finds the end of a body while it arrives.
#[derive(Debug)]
pub(crate) enum End {
    /// Behind so many further bytes.
    Length(usize),
    Chunks(Chunks),
    Close,
}

impl End {
    pub(crate) fn of(framing: Framing) -> Self {
        match framing {
            Framing::Length(length) => Self::Length(length),
            Framing::Chunks => Self::Chunks(Chunks::default()),
            Framing::Close => Self::Close,
        }
    }

    /// How many of the bytes that arrived belong to the body, and whether it ends with them.
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
    at: At,
    /// What has arrived of a line.
    line: Vec<u8>,
}

/// What comes next.
#[derive(Debug, Default)]
enum At {
    /// The line with the size of a chunk.
    #[default]
    Size,
    /// So many bytes of a chunk.
    Data(usize),
    /// The line end behind a chunk.
    Behind,
    /// A line of the trailer.
    Trailer,
}

/// Longest line with the size of a chunk, or in a trailer.
const LONGEST_LINE: usize = 4096;

impl Chunks {
    /// Takes in what arrived; how many of the bytes belong to the body, where it ends among them.
    fn take(&mut self, arrived: &[u8]) -> Result<Option<usize>, Failure> {
        let mut at = 0;
        while at < arrived.len() {
            if let At::Data(left) = &mut self.at {
                let passed = (arrived.len() - at).min(*left);
                (at, *left) = (at + passed, *left - passed);
                if *left == 0 {
                    self.at = At::Behind;
                }
                continue;
            }
            self.line.push(arrived[at]);
            at += 1;
            if arrived[at - 1] == b'\n' {
                if self.line_ends()? {
                    return Ok(Some(at));
                }
                self.line.clear();
            }
            let longest = if matches!(self.at, At::Behind) { 1 } else { LONGEST_LINE };
            if self.line.len() > longest {
                return Err(Failure::BadChunks);
            }
        }
        Ok(None)
    }

    /// A line is there; whether the body ends with it.
    fn line_ends(&mut self) -> Result<bool, Failure> {
        let line = self.line.trim_ascii();
        self.at = match self.at {
            At::Trailer if line.is_empty() => return Ok(true),
            At::Behind if self.line == b"\r\n" => At::Size,
            At::Behind => return Err(Failure::BadChunks),
            At::Size | At::Data(_) => match size(line).ok_or(Failure::BadChunks)? {
                0 => At::Trailer,
                size => At::Data(size),
            },
            At::Trailer => At::Trailer,
        };
        Ok(false)
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
    fn what_are_no_chunks() {
        let long = [b'1'; LONGEST_LINE + 1];
        let wrong: [&[u8]; 6] =
            [b"x\r\n", b"\r\n", b"-1\r\n", b"ffffffffffffffff\r\n", b"1\r\nabc\r\n", &long];
        for body in wrong {
            assert_eq!(Chunks::default().take(body), Err(Failure::BadChunks));
        }
    }
}
