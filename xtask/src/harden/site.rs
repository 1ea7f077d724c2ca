//! A small site on loopback, and a web archive beside it: what verbs of the network fetch before
//! they are tried.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::Result;

/// Stands for the address of the site.
pub(super) const SITE: &str = "{site}";

/// Path, media type and body of the pages; the list leads to the others.
const PAGES: [(&str, &str); 3] = [
    ("/", "<html><body><ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>"),
    ("/1", "<html><title>One</title><h1>One</h1><p>The tide came in, and the ferry left late."),
    ("/2", "<html><title>Two</title><h1>Two</h1><p>The fog has lifted over the harbour at last."),
];

/// Timestamps of the mementos, and the same as HTTP writes them.
const MEMENTOS: [(&str, &str); 2] = [
    ("20190517100000", "Fri, 17 May 2019 10:00:00 GMT"),
    ("20200517100000", "Sun, 17 May 2020 10:00:00 GMT"),
];

/// The original of the mementos.
const ORIGINAL: &str = "http://x.example/";

/// How long a client may say nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// The site, until the program ends.
#[derive(Debug)]
pub(super) struct Site(SocketAddr);

impl Site {
    /// Begins to answer.
    pub(super) fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A client that breaks off gets no answer; its own end says so.
                thread::spawn(move || drop(serve(&stream)));
            }
        });
        Ok(Self(address))
    }

    /// A text with the address of the site in the place of `{site}`.
    pub(super) fn named_in(&self, text: &str) -> String {
        text.replace(SITE, &format!("http://{}", self.0))
    }
}

/// Answers one request, and closes the connection.
fn serve(mut stream: &TcpStream) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let (mut target, mut host) = (String::new(), String::new());
    for (number, line) in BufReader::new(stream).lines().enumerate() {
        let line = line?;
        if line.is_empty() {
            break;
        }
        if number == 0 {
            target = line.split(' ').nth(1).unwrap_or_default().to_owned();
        } else if let Some(named) = line.strip_prefix("Host: ") {
            named.clone_into(&mut host);
        }
    }
    stream.write_all(answer(&target, &host).as_bytes())
}

/// The whole answer to a request.
fn answer(target: &str, host: &str) -> String {
    let (status, fields, body) = match target {
        _ if target.starts_with("/timemap/") => {
            ("200 OK", "Content-Type: application/link-format\r\n".to_owned(), list(host))
        }
        _ => match (page(target), memento(target)) {
            (Some(body), _) => ("200 OK", HTML.to_owned(), body.to_owned()),
            (None, Some(date)) => {
                let fields = format!("{HTML}Memento-Datetime: {date}\r\n");
                ("200 OK", fields, PAGES[1].1.to_owned())
            }
            (None, None) => ("404 Not Found", String::new(), String::new()),
        },
    };
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n{fields}\r\n{body}"
    )
}

const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";

fn page(target: &str) -> Option<&'static str> {
    PAGES.iter().find(|(path, _)| *path == target).map(|(_, body)| *body)
}

/// The time of the memento that a URI-M names, raw or not.
fn memento(target: &str) -> Option<&'static str> {
    let (time, original) = target.strip_prefix("/web/")?.split_once('/')?;
    let time = time.trim_end_matches("id_");
    let known = MEMENTOS.iter().find(|(stamp, _)| *stamp == time && original == ORIGINAL);
    known.map(|(_, date)| *date)
}

/// The TimeMap.
fn list(host: &str) -> String {
    let link = |(stamp, date): &(&str, &str)| {
        format!(",\n<http://{host}/web/{stamp}/{ORIGINAL}>; rel=\"memento\"; datetime=\"{date}\"")
    };
    let links: String = MEMENTOS.iter().map(link).collect();
    format!("<{ORIGINAL}>; rel=\"original\"{links}")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn the_site_has_pages_a_timemap_and_its_mementos() {
        let site = Site::start().expect("loopback");
        let address = site.named_in(SITE);
        let host = address.trim_start_matches("http://");
        let asked = |target: &str| {
            let mut stream = TcpStream::connect(host).expect("connects");
            write!(stream, "GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("asks");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("an answer");
            answer
        };
        for (target, status, part) in [
            ("/", "200", "href=/2"),
            ("/2", "200", "The fog"),
            ("/robots.txt", "404", "Length: 0"),
            ("/timemap/http://x.example/", "200", "/web/20200517100000/http://x.example/>"),
            ("/web/20190517100000id_/http://x.example/", "200", "Datetime: Fri, 17 May 2019"),
            ("/web/20190517100000/http://y.example/", "404", "Length: 0"),
        ] {
            let answer = asked(target);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{target}: {answer}");
            assert!(answer.contains(part), "{target}: {answer}");
        }
    }
}
