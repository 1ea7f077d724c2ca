//! One request, read within bounds.

use std::io::{self, Read};

/// Bytes of a request line with its header fields.
const MOST_HEAD: usize = 16 << 10;
/// Bytes of a body: a page of a hundred thousand nodes, all of them hidden.
pub(super) const MOST_BODY: usize = 1 << 20;

/// What a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Read.
    Get,
    /// Change.
    Post,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// GET or POST.
    pub method: Method,
    /// The path as sent, without the query.
    pub path: String,
    /// The query as sent, without the question mark; empty if there is none.
    pub query: String,
    /// Header fields in their order, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body; empty if there is none.
    pub body: Vec<u8>,
}

/// Why a request is not answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadRequest {
    /// It is not HTTP/1.1 as browsers write it.
    #[error("The request cannot be read: {0}.")]
    Malformed(&'static str),
    /// Its head or its body exceeds the bounds.
    #[error("The request is larger than {0} bytes.")]
    TooLarge(usize),
    /// Another method than GET and POST.
    #[error("Only GET and POST are answered.")]
    Method,
    /// The connection ended or stalled.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// When it is malformed, too large, or the connection fails.
    pub fn read(stream: &mut impl Read) -> Result<Self, BadRequest> {
        let (head, rest) = head(stream)?;
        let head = std::str::from_utf8(&head).map_err(|_| BadRequest::Malformed("no text"))?;
        let mut lines = head.split("\r\n");
        let (method, target) = request_line(lines.next().unwrap_or_default())?;
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let headers = lines.map(field).collect::<Result<Vec<_>, _>>()?;
        let mut request = Self {
            method,
            path: path.to_owned(),
            query: query.to_owned(),
            headers,
            body: Vec::new(),
        };
        request.body = request.body_behind(rest, stream)?;
        Ok(request)
    }

    /// The value of a header field that is sent once; `None` also for one that is sent twice, whose
    /// values browsers and servers choose among differently.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(known, _)| known == name);
        let (_, value) = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// How often a header field is sent.
    pub(super) fn count(&self, name: &str) -> usize {
        self.headers.iter().filter(|(known, _)| known == name).count()
    }

    /// The body, of which `rest` was read with the head.
    fn body_behind(&self, rest: Vec<u8>, stream: &mut impl Read) -> Result<Vec<u8>, BadRequest> {
        // Ambiguous lengths let one request hide in another (RFC 9112, section 11.2).
        if self.count("transfer-encoding") > 0 || self.count("content-length") > 1 {
            return Err(BadRequest::Malformed("the length of its body is not plain"));
        }
        let Some(length) = self.header("content-length") else { return Ok(Vec::new()) };
        // `parse` accepts a plus sign, HTTP does not.
        let digits = !length.is_empty() && length.bytes().all(|b| b.is_ascii_digit());
        let length = length.parse::<usize>().ok().filter(|_| digits);
        let length = length.ok_or(BadRequest::Malformed("its length is no number"))?;
        // Checked before the buffer is made: the length is only what the client says.
        if length > MOST_BODY {
            return Err(BadRequest::TooLarge(MOST_BODY));
        }
        let mut body = rest;
        // Bytes behind the body would be a second request, and the connection is not kept.
        body.truncate(length);
        let read = body.len();
        body.resize(length, 0);
        stream.read_exact(&mut body[read..])?;
        Ok(body)
    }
}

/// The head without the empty line behind it, and what was read beyond.
fn head(stream: &mut impl Read) -> Result<(Vec<u8>, Vec<u8>), BadRequest> {
    let mut read = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        if let Some(end) = read.windows(4).position(|at| at == b"\r\n\r\n") {
            let rest = read.split_off(end + 4);
            read.truncate(end);
            return Ok((read, rest));
        }
        if read.len() > MOST_HEAD {
            return Err(BadRequest::TooLarge(MOST_HEAD));
        }
        match stream.read(&mut chunk) {
            Ok(0) => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            Ok(count) => read.extend_from_slice(&chunk[..count]),
            // A signal is not the end of a request.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn request_line(line: &str) -> Result<(Method, &str), BadRequest> {
    let parts: Vec<&str> = line.split(' ').collect();
    let [method, target, "HTTP/1.1" | "HTTP/1.0"] = parts[..] else {
        return Err(BadRequest::Malformed("its first line is none of HTTP"));
    };
    // Forms with a host in the target are for proxies.
    if !target.starts_with('/') || !target.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(BadRequest::Malformed("its target is no path"));
    }
    match method {
        "GET" => Ok((Method::Get, target)),
        "POST" => Ok((Method::Post, target)),
        _ => Err(BadRequest::Method),
    }
}

fn field(line: &str) -> Result<(String, String), BadRequest> {
    let (name, value) = line.split_once(':').ok_or(BadRequest::Malformed("a field has no name"))?;
    let is_name = |b: u8| b.is_ascii_alphanumeric() || b"-_".contains(&b);
    // A space before the colon, or a line that goes on, is read differently by different servers.
    if name.is_empty() || !name.bytes().all(is_name) {
        return Err(BadRequest::Malformed("the name of a field is none"));
    }
    Ok((name.to_ascii_lowercase(), value.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(request: &str) -> Result<Request, BadRequest> {
        Request::read(&mut request.as_bytes())
    }

    #[test]
    fn requests_are_read_with_their_bodies() {
        let request = read("POST /a/b?c=d HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcd");
        let request = request.expect("a request");
        assert_eq!(
            (request.method, &*request.path, &*request.query),
            (Method::Post, "/a/b", "c=d")
        );
        assert_eq!((request.header("host"), &*request.body), (Some("x"), &b"abc"[..]));
        let twice = read("GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n").expect("a request");
        assert_eq!((twice.header("host"), twice.count("host")), (None, 2));
    }

    #[test]
    fn what_is_no_plain_request_is_refused() {
        let huge = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(MOST_HEAD + 5000));
        for (request, expected) in [
            ("GET http://far.example/ HTTP/1.1\r\n\r\n", "no path"),
            ("GET / HTTP/2\r\n\r\n", "first line"),
            ("BREW / HTTP/1.1\r\n\r\n", "Only GET and POST"),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "not plain"),
            ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "not plain"),
            ("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\na", "no number"),
            ("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", "larger than 1048576"),
            ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", "name of a field"),
            ("GET / HTTP/1.1\r\nHost: x\r\n more\r\n\r\n", "a field has no name"),
            (&huge, "larger than 16384"),
        ] {
            let error = read(request).expect_err("no request").to_string();
            assert!(error.contains(expected), "{request:.80}: {error}");
        }
        assert!(matches!(read("GET / HT"), Err(BadRequest::Io(_))));
    }
}
