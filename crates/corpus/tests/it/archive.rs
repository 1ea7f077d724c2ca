//! Archives of a small press, and corpora of them.

use std::fs;
use std::path::{Path, PathBuf};

use scutch_corpus::{Config, Ended, Extractor, Format, Manifest, Request, Unwatched, run};
use serde_json::Value;

/// A record with its closing lines; `headers` end with a line break each.
pub(crate) fn record(kind: &str, headers: &str, block: &str) -> Vec<u8> {
    let length = block.len();
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\n{headers}Content-Length: {length}\r\n\r\n{block}\r\n\r\n"
    )
    .into_bytes()
}

/// A response to a request for a page, captured on this day of May 2019.
pub(crate) fn response(url: &str, day: u32, status: &str, mime: &str, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n\r\n{body}");
    let headers = format!(
        "WARC-Target-URI: {url}\r\nWARC-Date: 2019-05-{day:02}T10:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:{:032x}>\r\nContent-Type: application/http; msgtype=response\r\n",
        url.bytes().fold(u128::from(day), |hash, byte| hash.wrapping_mul(257) + u128::from(byte))
    );
    record("response", &headers, &block)
}

/// A page with a text of its own, between words that all pages of the host have.
pub(crate) fn page(host: &str, number: u32, day: u32) -> Vec<u8> {
    let url = format!("http://{host}/{number}");
    response(&url, day, "200 OK", "text/html; charset=utf-8", &html(host, number))
}

pub(crate) fn html(host: &str, number: u32) -> String {
    let words: Vec<String> =
        (0..60).map(|word| format!("word{}", (number * 7919 + word * 104_729) % 9973)).collect();
    format!(
        "<html lang=en><head><title>Story {number} - {host}</title></head><body>\
         <nav><a href=/>Home</a> <a href=/about>About {host}</a></nav><article><h1>Story {number}</h1>\
         <p>The ferry number {number} left the harbour late, and nobody on board minded: {}.</p>\
         <p>It came back in the evening with {}.</p></article><footer>All rights {host}</footer></body></html>",
        words[..30].join(" "),
        words[30..].join(" "),
    )
}

/// A folder for archives and corpora.
pub(crate) struct Press {
    folder: tempfile::TempDir,
}

impl Press {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> &Self {
        fs::create_dir_all(self.path(name).parent().expect("a parent")).expect("folders");
        fs::write(self.path(name), bytes).expect("writes");
        self
    }

    /// A configuration over these inputs, of one page at a time.
    pub(crate) fn config(&self, inputs: &[&str], formats: &[Format]) -> Config {
        Config {
            inputs: inputs.iter().map(|name| self.path(name).display().to_string()).collect(),
            formats: formats.to_vec(),
            extractor: Extractor::Page,
            ..Config::default()
        }
    }

    pub(crate) fn request(&self, config: &Config, output: &str) -> Request {
        Request { jobs: 2, ..Request::new(config.clone(), self.path(output)) }
    }

    /// Makes a corpus to its end.
    pub(crate) fn run(&self, config: &Config, output: &str) -> Manifest {
        match run(&self.request(config, output), &Unwatched).expect("a corpus") {
            Ended::Complete(manifest) => *manifest,
            other => panic!("not made: {other:?}"),
        }
    }

    /// Rows of a corpus with JSON lines, part after part.
    pub(crate) fn rows(&self, output: &str) -> Vec<Value> {
        let mut parts: Vec<PathBuf> = fs::read_dir(self.path(output).join("docs"))
            .expect("rows")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "zst"))
            .collect();
        parts.sort();
        let lines = parts.iter().flat_map(|part| lines(&decoded(part)));
        lines.collect()
    }
}

pub(crate) fn decoded(part: &Path) -> Vec<u8> {
    zstd::decode_all(&fs::read(part).expect("reads")[..]).expect("zstd")
}

pub(crate) fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Lines of a file in a folder.
pub(crate) fn read_lines(folder: &Path, name: &str) -> Vec<Value> {
    lines(&fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}")))
}
