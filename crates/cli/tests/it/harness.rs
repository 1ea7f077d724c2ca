//! Runs the real binary in a temporary folder; a snapshot is exit code, stdout and stderr.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output};
use std::sync::atomic::{AtomicU16, Ordering};

use tempfile::TempDir;

/// A temporary folder the binary runs in.
pub(crate) struct Env {
    dir: TempDir,
}

impl Env {
    pub(crate) fn new() -> Self {
        Self { dir: tempfile::tempdir().expect("temporary folder") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("parent")).expect("folder");
        fs::write(path, bytes).expect("file");
        self
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_scutch"));
        command.args(args).current_dir(self.dir.path());
        command
    }

    pub(crate) fn output(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the binary runs")
    }

    /// Runs and asserts the exit code.
    pub(crate) fn expect(&self, code: i32, args: &[&str]) -> Output {
        let output = self.output(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", self.shown(&output));
        output
    }

    /// What the user sees of a command, with the temporary folder's name taken out.
    pub(crate) fn shot(&self, args: &[&str]) -> String {
        self.shown(&self.output(args))
    }

    pub(crate) fn shown(&self, output: &Output) -> String {
        let text = format!(
            "exit: {}\n--- stdout\n{}--- stderr\n{}",
            output.status.code().map_or_else(|| "killed".to_owned(), |code| code.to_string()),
            String::from_utf8(output.stdout.clone()).expect("UTF-8 on stdout"),
            String::from_utf8(output.stderr.clone()).expect("UTF-8 on stderr"),
        );
        text.replace(&self.dir.path().display().to_string(), "[DIR]")
    }
}

/// Every file below a folder but `timing.json` and `timing.html`, as (relative path, bytes), sorted.
pub(crate) fn bytes_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(next) = pending.pop() {
        for entry in fs::read_dir(&next).expect("folder") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.file_stem().is_some_and(|name| name != "timing") {
                let name = path.strip_prefix(folder).expect("below").display().to_string();
                files.push((name, fs::read(&path).expect("file")));
            }
        }
    }
    files.sort();
    files
}

/// Asserts that two corpus folders hold the same bytes.
pub(crate) fn assert_same(a: &Path, b: &Path) {
    let (a, b) = (bytes_of(a), bytes_of(b));
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|f| f.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(&a), names(&b));
    for (one, two) in a.iter().zip(&b) {
        assert!(one.1 == two.1, "{} differs", one.0);
    }
}

/// A port that a program can be told to listen at. Below the ports that the system gives away
/// (from 32768), so that no other test is given it meanwhile.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + process::id() as u16 % 8_192;
    loop {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed) % 4_096;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// One WARC record.
pub(crate) fn record(kind: &str, uri: &str, id: u32, content_type: &str, block: &[u8]) -> Vec<u8> {
    let mut out = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n\
         WARC-Date: 2019-05-17T10:00:{:02}Z\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{id:012}>\r\n\
         Content-Type: {content_type}\r\nContent-Length: {}\r\n\r\n",
        id % 60,
        block.len()
    )
    .into_bytes();
    out.extend_from_slice(block);
    out.extend_from_slice(b"\r\n\r\n");
    out
}

/// A response record with an HTML page.
pub(crate) fn page(uri: &str, id: u32, status: &str, html: &str) -> Vec<u8> {
    let block =
        format!("HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}");
    record("response", uri, id, "application/http; msgtype=response", block.as_bytes())
}

/// An article of our own long enough to be text.
pub(crate) fn article(n: u32) -> String {
    format!(
        "<!doctype html><html lang=en><head><title>Harbour notes {n}</title></head><body>\
         <nav><a href=/>Home</a> <a href=/about>About</a></nav><article><h1>Harbour notes {n}</h1>\
         <p>The ferry to the islands left the harbour ten minutes late this morning, and nobody on \
         board seemed to mind, for the fog had only just lifted from the water.</p>\
         <p>Number {n} of our notes is about the lighthouse keeper, who counts the ships that pass \
         and writes their names into a book that is older than the tower itself.</p></article>\
         <footer><a href=/imprint>Imprint</a></footer></body></html>"
    )
}

/// A small sound archive: a warcinfo record, three pages, a request, a redirect and an image.
pub(crate) fn small_archive() -> Vec<u8> {
    let mut out =
        record("warcinfo", "urn:info", 1, "application/warc-fields", b"software: test\r\n");
    for n in 2..5 {
        out.extend(page(&format!("http://harbour.example/{n}"), n, "200 OK", &article(n)));
    }
    out.extend(record(
        "request",
        "http://harbour.example/2",
        5,
        "application/http; msgtype=request",
        b"GET /2 HTTP/1.1\r\n\r\n",
    ));
    out.extend(page("http://harbour.example/old", 6, "301 Moved Permanently", "<p>Moved.</p>"));
    let gif = b"HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n\r\nGIF89a";
    out.extend(record(
        "response",
        "http://harbour.example/x.gif",
        7,
        "application/http; msgtype=response",
        gif,
    ));
    out
}

/// A folder `in` with the small archive.
pub(crate) fn with_archive() -> Env {
    let env = Env::new();
    env.write("in/small.warc", &small_archive());
    env
}
