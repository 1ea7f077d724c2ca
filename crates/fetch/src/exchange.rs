//! One request and its answer.

use std::io::{Read, Write as _};
use std::net::SocketAddr;

use scutch_archive::{HttpResponse, Limits, parse_http_response};

use crate::body::{End, Framing};
use crate::connection::Connection;
use crate::failure::Failure;
use crate::settings::Bounds;
use crate::spool::{Spool, Spooled};

/// A request and its answer, as they went over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// What was asked for.
    pub uri: String,
    /// Who was asked; unspecified behind a proxy.
    pub address: SocketAddr,
    /// The request, byte by byte.
    pub request: Vec<u8>,
    /// The answer, byte by byte: head and body with all codings.
    pub response: Vec<u8>,
    /// What is behind that of a long answer.
    pub rest: Option<Spooled>,
    /// Status code of the answer.
    pub status: u16,
}

impl Exchange {
    /// The answer, its head read.
    pub fn answer(&self) -> Option<HttpResponse<'_>> {
        parse_http_response(&self.response, &Limits::default()).ok()
    }

    /// The answer with all that is behind it.
    pub fn reader(&self) -> impl Read + '_ {
        let rest = self.rest.as_ref().map(Spooled::beginning);
        self.response.as_slice().chain(rest.unwrap_or_default())
    }

    /// Bytes of the answer.
    pub fn size(&self) -> u64 {
        self.response.len() as u64 + self.rest.as_ref().map_or(0, Spooled::size)
    }

    /// The first value of a field of the answer.
    pub fn header(&self, name: &str) -> Option<String> {
        self.answer()?.headers.get(name).map(str::to_owned)
    }
}

/// Longest head of an answer, in bytes.
const LONGEST_HEAD: usize = 256 << 10;

/// Answers with a status of 1xx before the one that counts, at most.
const MOST_INTERIM: usize = 8;

/// What came back, and whether the connection can be used again.
pub(crate) struct Answer {
    pub(crate) response: Vec<u8>,
    pub(crate) rest: Option<Spooled>,
    pub(crate) status: u16,
    pub(crate) reusable: bool,
}

/// Sends a request and reads the answer.
pub(crate) fn exchange(
    connection: &mut Connection,
    request: &[u8],
    bounds: &Bounds,
) -> Result<Answer, Failure> {
    connection.write_all(request).map_err(|e| no_answer(e.into()))?;
    connection.flush().map_err(|e| no_answer(e.into()))?;
    let mut arrived = Vec::new();
    for _ in 0..=MOST_INTERIM {
        let head = head(connection, &mut arrived)?;
        let parsed = parse_http_response(&arrived[..head], &Limits::default());
        let parsed = parsed.map_err(|_| Failure::NotHttp)?;
        let status = parsed.status.ok_or(Failure::NotHttp)?;
        if matches!(status, 100..=199) {
            arrived.drain(..head);
            continue;
        }
        let framing = Framing::of(status, &parsed.headers)?;
        let closes = parsed.headers.get("Connection").is_some_and(|value| {
            value.split(',').any(|word| word.trim().eq_ignore_ascii_case("close"))
        });
        let old = !arrived.starts_with(b"HTTP/1.1");
        let body = arrived.split_off(head);
        let mut spool = Spool::of(arrived, bounds);
        let clean = read_body(connection, body, End::of(framing), &mut spool)?;
        let reusable = clean && !(closes || old || framing == Framing::Close);
        let (response, rest) = spool.end()?;
        return Ok(Answer { response, rest, status, reusable });
    }
    Err(Failure::NotHttp)
}

/// Before the first byte of an answer, an end of the connection is no truncation.
fn no_answer(failure: Failure) -> Failure {
    if failure == Failure::Truncated { Failure::NoAnswer } else { failure }
}

/// Reads up to the end of the head; its length.
fn head(connection: &mut Connection, arrived: &mut Vec<u8>) -> Result<usize, Failure> {
    let mut looked = 0;
    loop {
        if let Some(end) = head_end(arrived, looked) {
            return Ok(end);
        }
        if arrived.len() > LONGEST_HEAD {
            return Err(Failure::HeadTooLarge);
        }
        if arrived.len() >= 5 && !arrived.starts_with(b"HTTP/") {
            return Err(Failure::NotHttp);
        }
        looked = arrived.len().saturating_sub(3);
        let none = arrived.is_empty();
        let got = more(connection, arrived).map_err(|f| if none { no_answer(f) } else { f })?;
        if got == 0 {
            return Err(if none { Failure::NoAnswer } else { Failure::Truncated });
        }
    }
}

/// Behind the blank line, looked for from a place on.
fn head_end(bytes: &[u8], from: usize) -> Option<usize> {
    let lines = || bytes[from..].iter().enumerate().filter(|(_, b)| **b == b'\n');
    lines().find_map(|(at, _)| match &bytes[from + at + 1..] {
        [b'\n', ..] => Some(from + at + 2),
        [b'\r', b'\n', ..] => Some(from + at + 3),
        _ => None,
    })
}

/// Reads the body, of which a piece has arrived with the head. Whether nothing came behind it.
fn read_body(
    connection: &mut Connection,
    mut piece: Vec<u8>,
    mut end: End,
    spool: &mut Spool,
) -> Result<bool, Failure> {
    if let End::Length(told) = end {
        spool.expect(told)?;
    }
    loop {
        let (used, ended) = end.take(&piece)?;
        let whole = spool.take(&piece[..used])?;
        if ended || !whole {
            return Ok(whole && used == piece.len());
        }
        piece.clear();
        if more(connection, &mut piece)? == 0 {
            return match end {
                End::Close => Ok(true),
                End::Length(_) | End::Chunks(_) => Err(Failure::Truncated),
            };
        }
    }
}

/// Takes in what arrives next; 0 at the end.
fn more(connection: &mut Connection, arrived: &mut Vec<u8>) -> Result<usize, Failure> {
    let mut buffer = [0; 16 << 10];
    loop {
        match connection.read(&mut buffer) {
            Ok(got) => {
                arrived.extend_from_slice(&buffer[..got]);
                return Ok(got);
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            // Servers that end TLS without saying so are common; what they sent has its own length.
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(0),
            Err(error) => return Err(error.into()),
        }
    }
}
