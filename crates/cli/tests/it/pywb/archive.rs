//! A pywb, the archives it serves, and what is in them.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use scutch_archive::{Item, Limits, Reader, RecordKind, parse_http_response};

use crate::harness::{Env, article, free_port, root};

/// A page with eleven captures, one of them off-topic.
pub(super) const NOTES: &str = "http://harbour.example/notes";

/// The capture that is off-topic.
pub(super) const PARKED: &str = "20140730235959";

const CAPTURES: [&str; 11] = [
    "2014-03-01T12:00:00Z",
    "2014-01-31T00:00:00Z",
    "2014-01-31T08:00:00Z",
    "2014-02-07T00:00:00Z",
    "2014-02-28T00:00:00Z",
    "2014-03-01T00:00:00Z",
    "2014-03-30T23:59:59Z",
    "2014-07-31T00:00:00Z",
    "2014-07-30T23:59:59Z",
    "2014-12-31T23:59:59Z",
    "2015-01-01T00:00:00Z",
];

const SAMPLES: [&str; 3] = ["abendblatt.warc.gz", "courier-old.warc.gz", "courier-modern.warc.gz"];

/// Archives that stand beside the repository where it is worked on.
const SHARED: [&str; 11] = [
    "archive/samples/pywb/example.warc.gz",
    "archive/samples/pywb/example2.warc.gz",
    "archive/samples/pywb/example-extra.warc",
    "archive/samples/pywb/example-wget-1-14.warc.gz",
    "archive/samples/pywb/example-wpull.warc.gz",
    "archive/samples/pywb/httpbin-resource.warc.gz",
    "archive/samples/pywb/iana.warc.gz",
    "template/de-r-kurs/de-r-kurs.warc.gz",
    "template/en-flink/en-flink.warc.gz",
    "template/fr-5432/fr-5432.warc.gz",
    "template/ja-trpl/ja-trpl.warc.gz",
];

/// The archive with the notes.
fn notes() -> Vec<u8> {
    let mut out = Vec::new();
    for (number, date) in CAPTURES.iter().enumerate() {
        let html = match *date {
            "2014-07-30T23:59:59Z" => {
                "<html><title>For sale</title><p>This domain is for sale. Buy it now.</p></html>"
                    .to_owned()
            }
            _ => article(number as u32 % 3),
        };
        let http = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n\
             {html}",
            html.len()
        );
        out.extend(format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {NOTES}\r\nWARC-Date: {date}\r\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        ).into_bytes());
    }
    out
}

/// A running pywb.
pub(super) struct Pywb {
    child: Child,
    port: u16,
    /// What it serves.
    pub(super) archives: Vec<PathBuf>,
}

impl Drop for Pywb {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Pywb {
    /// With the shared archives, or without them.
    pub(super) fn start(programs: &Path, env: &Env, configuration: &str, all: bool) -> Self {
        env.write("config.yaml", configuration.as_bytes()).write("notes.warc", &notes());
        let shared = root().join("../shared/data");
        let mut archives = vec![env.path("notes.warc")];
        archives.extend(SAMPLES.map(|sample| root().join("samples").join(sample)));
        match shared.exists() {
            _ if !all => {}
            true => archives.extend(SHARED.map(|archive| shared.join(archive))),
            false => eprintln!("SKIPPED: shared archives in pywb: {} absent", shared.display()),
        }
        let manage = |args: &[&str]| {
            let mut command = Command::new(programs.join("wb-manager"));
            let output = command.args(args).current_dir(env.path("")).output();
            assert!(output.expect("wb-manager runs").status.success(), "{args:?}");
        };
        manage(&["init", "coll"]);
        let names = archives.iter().map(|path| path.display().to_string());
        let names: Vec<String> = names.collect();
        manage(
            &[&["add", "coll"], &names.iter().map(String::as_str).collect::<Vec<_>>()[..]].concat(),
        );
        let port = free_port();
        let mut command = Command::new(programs.join("wayback"));
        command.args(["-b", "127.0.0.1", "-p", &port.to_string()]).current_dir(env.path(""));
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let pywb = Self { child: child.expect("pywb starts"), port, archives };
        for _ in 0..600 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return pywb;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("pywb does not answer");
    }

    pub(super) fn uri(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

/// The payloads of captures with status 200, by key and time.
pub(super) type Payloads = BTreeMap<(String, String), BTreeSet<Vec<u8>>>;

/// Adds the payloads of a file; their addresses.
pub(super) fn payloads(path: &Path, into: &mut Payloads) -> BTreeSet<String> {
    let mut addresses = BTreeSet::new();
    each_capture(path, |uri, time, _, content| {
        into.entry((scutch_url::surt(uri), time)).or_default().insert(content);
        addresses.insert(uri.to_owned());
    });
    addresses
}

/// Each capture with status 200: address, time, media type, content.
pub(super) fn each_capture(path: &Path, mut take: impl FnMut(&str, String, &str, Vec<u8>)) {
    let limits = Limits::default();
    let mut reader = Reader::open(path, &limits).expect("opens");
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage in {}", path.display()) };
        if *record.kind() != RecordKind::Response {
            continue;
        }
        let Ok(http) = parse_http_response(record.block(), &limits) else { continue };
        let uri = record.target_uri().unwrap_or_default();
        // What the archive itself says stands under its own addresses.
        if http.status != Some(200)
            || !uri.starts_with("http")
            || uri.starts_with("http://127.0.0.1:")
        {
            continue;
        }
        let time = record.date().expect("a date").timestamp();
        let media = http.headers.get("Content-Type").unwrap_or_default().to_owned();
        take(uri, time, &media, http.payload(&limits).content.into_owned());
    }
}
