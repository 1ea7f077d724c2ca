//! A running studio, and requests to it as a browser sends them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Env, page};
use crate::template::story;

/// Longer than an end takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A studio that runs until it is dropped.
pub(super) struct Served {
    child: Child,
    pub(super) port: u16,
    pub(super) token: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    /// Starts `scutch studio` with arguments and waits for its address.
    pub(super) fn start(env: &Env, args: &[&str]) -> Self {
        let mut command = env.command(&[&["studio"], args].concat());
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("starts");
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout"));
        stdout.read_line(&mut line).expect("an address");
        let rest = line.trim().strip_prefix("http://127.0.0.1:").expect("loopback");
        let (port, token) = rest.trim_end_matches('/').split_once('/').expect("a token");
        Self { port: port.parse().expect("a port"), token: token.to_owned(), child }
    }

    /// Stops it where it is, as a disk that hangs.
    pub(super) fn stop(&self) {
        self.signal("-STOP");
    }

    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().expect("kill").success());
    }

    /// Ends it as Ctrl-C does; its exit code and what it said.
    pub(super) fn interrupt(mut self) -> (Option<i32>, String) {
        self.signal("-INT");
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("waits") {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "it never ends");
            std::thread::sleep(Duration::from_millis(10));
        };
        let mut said = String::new();
        self.child.stderr.take().expect("stderr").read_to_string(&mut said).expect("UTF-8");
        (status.code(), said)
    }

    pub(super) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{}/{path}", self.port, self.token)
    }

    /// Sends bytes and reads what comes back.
    pub(super) fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connects");
        // A server that answers early closes early; what it said counts.
        let _ = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy_of(&answer)
    }

    /// Head and body of a page.
    pub(super) fn get(&self, path: &str) -> (String, String) {
        let (token, port) = (&self.token, self.port);
        let answer =
            self.raw(&format!("GET /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_owned(), body.to_owned())
    }

    /// Sends a change as our script does.
    pub(super) fn post(&self, path: &str, json: &str) -> (String, String) {
        let (token, port, length) = (&self.token, self.port, json.len());
        let answer = self.raw(&format!(
            "POST /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             Content-Type: application/json\r\nX-Scutch-Studio: 1\r\nContent-Length: {length}\r\n\r\n{json}"
        ));
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_owned(), body.to_owned())
    }
}

/// Bytes as text, whatever they are.
trait Lossy {
    fn from_utf8_lossy_of(bytes: &[u8]) -> String;
}

impl Lossy for String {
    fn from_utf8_lossy_of(bytes: &[u8]) -> String {
        std::str::from_utf8(bytes).map_or_else(|_| bytes.escape_ascii().to_string(), str::to_owned)
    }
}

/// Twelve pages of three hosts, and the corpus made of them.
pub(super) fn corpus(env: &Env, more: &[u8]) {
    env.write("a.warc", &[archive(), more.to_vec()].concat());
    env.expect(0, &["corpus", "a.warc", "-o", "corpus", "-q"]);
}

/// Twelve pages of three hosts.
pub(super) fn archive() -> Vec<u8> {
    let mut archive = Vec::new();
    for number in 1..=12 {
        let host = ["fair", "ferry", "tower"][number as usize % 3];
        let text = format!(
            "<p>The ferry number {number} left at dawn and nobody was on it but the pilot.</p>\
             <p style='display:none'>Seen by nobody {number}</p>"
        );
        let uri = format!("http://{host}.example/{number}");
        archive.extend(page(&uri, number, "200 OK", &story(&format!("story {number}"), &text)));
    }
    archive
}
