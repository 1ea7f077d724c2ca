//! A server of ranges that misbehaves on demand. Tests of the program use it, too.
#![allow(dead_code)] // not every test asks for all

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the server does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// What was asked for.
    Sound,
    /// Refuses with this status.
    Refuses(u16),
    /// Sends half of each range, and says that it is that.
    Half,
    /// Cuts every tenth connection in the middle of an answer.
    Cuts,
    /// Announces ranges as asked for, and sends half of each.
    Stops,
    /// Sends all of an object, whatever range was asked for.
    Whole,
    /// Has a new version of the object from the third request on: with another ETag, or longer by a byte.
    Changes,
    Grows,
    /// Is overloaded in two requests of three.
    Overloaded,
}

/// A running server; it ends with the process.
pub(crate) struct Server {
    address: SocketAddr,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    requests: AtomicU64,
    bytes: AtomicU64,
    under_way: AtomicU64,
    most: AtomicU64,
}

impl Server {
    /// Serves objects by their paths.
    pub(crate) fn start(objects: HashMap<String, Vec<u8>>, manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (objects, counts) = (Arc::new(objects), Arc::new(Counts::default()));
        let shared = Arc::clone(&counts);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (objects, counts) = (Arc::clone(&objects), Arc::clone(&shared));
                std::thread::spawn(move || drop(serve(stream, &objects, &counts, manner)));
            }
        });
        Self { address, counts }
    }

    /// The address of an object.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    /// Bytes of bodies sent so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.counts.bytes.load(Ordering::SeqCst)
    }

    /// Requests so far.
    pub(crate) fn requests(&self) -> u64 {
        self.counts.requests.load(Ordering::SeqCst)
    }

    /// Requests under way at once, at most.
    pub(crate) fn most_at_once(&self) -> u64 {
        self.counts.most.load(Ordering::SeqCst)
    }
}

/// Answers the requests of a connection, one after the other.
fn serve(
    stream: TcpStream,
    objects: &HashMap<String, Vec<u8>>,
    counts: &Counts,
    manner: Manner,
) -> std::io::Result<()> {
    let mut input = BufReader::new(stream.try_clone()?);
    let mut output = stream;
    loop {
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            match line.trim_end() {
                "" => break,
                line => head.push(line.to_owned()),
            }
        }
        let number = counts.requests.fetch_add(1, Ordering::SeqCst) + 1;
        let under_way = counts.under_way.fetch_add(1, Ordering::SeqCst) + 1;
        counts.most.fetch_max(under_way, Ordering::SeqCst);
        let goes_on = answer(&mut output, &head, objects, (number, manner, &counts.bytes));
        counts.under_way.fetch_sub(1, Ordering::SeqCst);
        if !goes_on? {
            return Ok(());
        }
    }
}

/// Writes an answer; whether the connection goes on. Bytes of the body are counted before they are sent, as who
/// gets them may look at once.
fn answer(
    output: &mut TcpStream,
    head: &[String],
    objects: &HashMap<String, Vec<u8>>,
    (number, manner, sent): (u64, Manner, &AtomicU64),
) -> std::io::Result<bool> {
    let mut words = head.first().map(String::as_str).unwrap_or_default().split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if let Manner::Refuses(status) = manner {
        write!(output, "HTTP/1.1 {status} No\r\nContent-Length: 0\r\n\r\n")?;
        return Ok(true);
    }
    let Some(object) = objects.get(path.trim_start_matches('/')) else {
        write!(output, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")?;
        return Ok(true);
    };
    if manner == Manner::Overloaded && !number.is_multiple_of(3) {
        write!(output, "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n")?;
        return Ok(true);
    }
    let is_new = number > 2;
    let etag = if is_new && manner == Manner::Changes { 2 } else { 1 };
    let grown = usize::from(is_new && manner == Manner::Grows);
    let size = object.len() + grown;
    let about = format!(
        "Last-Modified: Sat, 02 Mar 2024 10:00:00 GMT\r\nETag: \"{etag}\"\r\nAccept-Ranges: bytes"
    );
    if method == "HEAD" {
        write!(output, "HTTP/1.1 200 OK\r\n{about}\r\nContent-Length: {size}\r\n\r\n")?;
        return Ok(true);
    }
    let (from, to) = match asked(head) {
        Some(range) if manner != Manner::Whole => range,
        _ => {
            write!(output, "HTTP/1.1 200 OK\r\n{about}\r\nContent-Length: {size}\r\n\r\n")?;
            sent.fetch_add(size as u64, Ordering::SeqCst);
            output.write_all(object)?;
            return Ok(true);
        }
    };
    if from >= object.len() {
        write!(output, "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n")?;
        return Ok(true);
    }
    let mut body = &object[from..(to + 1).min(object.len())];
    if manner == Manner::Half {
        body = &body[..body.len() / 2];
    }
    let last = (from + body.len()).saturating_sub(1);
    let (length, range) = (body.len(), format!("bytes {from}-{last}/{size}"));
    write!(
        output,
        "HTTP/1.1 206 Partial Content\r\n{about}\r\nContent-Range: {range}\r\nContent-Length: {length}\r\n\r\n"
    )?;
    let is_cut = manner == Manner::Cuts && number.is_multiple_of(10) || manner == Manner::Stops;
    if is_cut {
        body = &body[..length / 2];
    }
    sent.fetch_add(body.len() as u64, Ordering::SeqCst);
    output.write_all(body)?;
    Ok(!is_cut)
}

/// First and last byte of the range that a request asks for.
fn asked(head: &[String]) -> Option<(usize, usize)> {
    head.iter().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let range = value.trim().strip_prefix("bytes=")?;
        let (from, to) = range.split_once('-')?;
        name.eq_ignore_ascii_case("range").then_some((from.parse().ok()?, to.parse().ok()?))
    })
}
