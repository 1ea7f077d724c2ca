//! One request and its answer.

use std::io::{Read, Write as _};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use scutch_archive::{HttpResponse, Limits, parse_http_response};
use scutch_memento::parse_date;

use crate::body::{BodyEnd, Framing};
use crate::connection::Connection;
use crate::failure::Failure;
use crate::settings::Bounds;
use crate::spool::{Spool, Spooled};
use crate::tls::CertificateFault;

/// A request and its answer as they went over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The URI that was asked for.
    pub uri: String,
    /// Address of the server; unspecified if a proxy alone knows it.
    pub address: SocketAddr,
    /// The bytes of the request.
    pub request: Vec<u8>,
    /// The bytes of the answer, head and body, with all transfer and content codings.
    pub response: Vec<u8>,
    /// The remainder of a long answer, in a temporary file.
    pub rest: Option<Spooled>,
    /// Status code of the answer.
    pub status: u16,
    /// What is wrong with the certificate of the host; only with [`crate::Settings::insecure`].
    pub certificate: Option<CertificateFault>,
}

/// The result of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The exchanges along the redirects, in order. Of a repeated request, the last attempt.
    pub hops: Vec<Exchange>,
    /// Why the last hop is no usable answer, or why it was not followed further.
    pub failure: Option<Failure>,
}

impl Exchange {
    /// The answer with its head parsed.
    pub fn answer(&self) -> Option<HttpResponse<'_>> {
        parse_http_response(&self.response, &Limits::default()).ok()
    }

    /// Reads the whole answer, the remainder in the temporary file included.
    pub fn reader(&self) -> impl Read + '_ {
        let rest = self.rest.as_ref().map(Spooled::spool_reader);
        self.response.as_slice().chain(rest.unwrap_or_default())
    }

    /// Bytes of the answer.
    pub fn size(&self) -> u64 {
        self.response.len() as u64 + self.rest.as_ref().map_or(0, Spooled::size)
    }

    /// The first value of a header field of the answer.
    pub fn header(&self, name: &str) -> Option<String> {
        self.answer()?.headers.get(name).map(str::to_owned)
    }

    /// The wait that the answer asks for, in seconds or as a date (RFC 9110, section 10.2.3). `now`
    /// is in milliseconds since 1970.
    pub(crate) fn retry_after(&self, now: i64) -> Option<Duration> {
        let asked = self.header("Retry-After")?;
        if let Ok(seconds) = asked.trim().parse() {
            return Some(Duration::from_secs(seconds));
        }
        let left = parse_date(&asked)?.unix_ms.saturating_sub(now);
        // A date that has passed asks for no wait.
        Some(Duration::from_millis(u64::try_from(left).unwrap_or_default()))
    }
}

/// Longest head of an answer, in bytes.
const MAX_HEAD: usize = 256 << 10;

/// Answers with status 1xx before the final one. A server could send them without end.
const MAX_INTERIM: usize = 8;

/// An answer, and whether its connection can be used again.
pub(crate) struct Answer {
    pub(crate) response: Vec<u8>,
    pub(crate) rest: Option<Spooled>,
    pub(crate) status: u16,
    pub(crate) reusable: bool,
}

/// Sends a request and reads the answer. The connection has the deadline of the head; `deadline`
/// is that of the body.
pub(crate) fn exchange(
    connection: &mut Connection,
    request: &[u8],
    bounds: &Bounds,
    deadline: Instant,
) -> Result<Answer, Failure> {
    connection.has_head = false;
    connection.write_all(request).map_err(|e| before_answer(e.into()))?;
    connection.flush().map_err(|e| before_answer(e.into()))?;
    let mut arrived = Vec::new();
    for _ in 0..=MAX_INTERIM {
        let head = read_head(connection, &mut arrived)?;
        connection.has_head = true;
        let parsed = parse_http_response(&arrived[..head], &Limits::default());
        let parsed = parsed.map_err(|_| Failure::NotHttp)?;
        let status = parsed.status.ok_or(Failure::NotHttp)?;
        // Interim answers are no part of the exchange that is stored.
        if matches!(status, 100..=199) {
            arrived.drain(..head);
            continue;
        }
        let framing = Framing::from_head(status, &parsed.headers)?;
        let closes = parsed.headers.get("Connection").is_some_and(|value| {
            value.split(',').any(|word| word.trim().eq_ignore_ascii_case("close"))
        });
        // HTTP/1.0 closes after each answer unless both sides agree otherwise.
        let is_old = !arrived.starts_with(b"HTTP/1.1");
        let body = arrived.split_off(head);
        connection.set_deadline(deadline);
        let mut spool = Spool::new(arrived, bounds);
        let clean = read_body(connection, body, BodyEnd::new(framing), &mut spool)?;
        let reusable = clean && !(closes || is_old || framing == Framing::Close);
        let (response, rest) = spool.finish()?;
        return Ok(Answer { response, rest, status, reusable });
    }
    Err(Failure::NotHttp)
}

/// A connection that ends before the first byte of an answer has truncated nothing.
fn before_answer(failure: Failure) -> Failure {
    if failure == Failure::Truncated { Failure::NoAnswer } else { failure }
}

/// Reads up to the end of the head, and returns its length.
fn read_head(connection: &mut Connection, arrived: &mut Vec<u8>) -> Result<usize, Failure> {
    let mut searched = 0;
    loop {
        if let Some(end) = head_end(arrived, searched) {
            return Ok(end);
        }
        if arrived.len() > MAX_HEAD {
            return Err(Failure::HeadTooLarge);
        }
        // A mail server that greets would otherwise be waited for until the timeout.
        if arrived.len() >= 5 && !arrived.starts_with(b"HTTP/") {
            return Err(Failure::NotHttp);
        }
        // The end of the head has at most three bytes in the part that was searched.
        searched = arrived.len().saturating_sub(3);
        let none = arrived.is_empty();
        let got =
            read_more(connection, arrived).map_err(|f| if none { before_answer(f) } else { f })?;
        if got == 0 {
            return Err(if none { Failure::NoAnswer } else { Failure::Truncated });
        }
    }
}

/// The position after the blank line, searched from `from` on. Bare line feeds are accepted.
fn head_end(bytes: &[u8], from: usize) -> Option<usize> {
    let lines = || bytes[from..].iter().enumerate().filter(|(_, b)| **b == b'\n');
    lines().find_map(|(at, _)| match &bytes[from + at + 1..] {
        [b'\n', ..] => Some(from + at + 2),
        [b'\r', b'\n', ..] => Some(from + at + 3),
        _ => None,
    })
}

/// Reads the body, of which a piece has arrived with the head. True if nothing follows it.
fn read_body(
    connection: &mut Connection,
    mut piece: Vec<u8>,
    mut end: BodyEnd,
    spool: &mut Spool,
) -> Result<bool, Failure> {
    // Before any byte is read: a length that is too large costs nothing then.
    if let BodyEnd::Length(length) = end {
        spool.expect(length)?;
    }
    loop {
        let (used, ended) = end.take(&piece)?;
        let whole = spool.take(&piece[..used])?;
        if ended || !whole {
            return Ok(whole && used == piece.len());
        }
        piece.clear();
        if read_more(connection, &mut piece)? == 0 {
            return match end {
                BodyEnd::Close => Ok(true),
                BodyEnd::Length(_) | BodyEnd::Chunks(_) => Err(Failure::Truncated),
            };
        }
    }
}

/// Appends the bytes that arrive next, and returns their number; 0 at the end.
fn read_more(connection: &mut Connection, arrived: &mut Vec<u8>) -> Result<usize, Failure> {
    // As large as a TLS record.
    let mut buffer = [0; 16 << 10];
    loop {
        match connection.read(&mut buffer) {
            Ok(got) => {
                arrived.extend_from_slice(&buffer[..got]);
                return Ok(got);
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            // Many servers end TLS without saying so. Whether bytes are missing shows in the
            // framing.
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(0),
            Err(error) => return Err(error.into()),
        }
    }
}
