//! `scutch memento timemap` and `fetch` against an archive of our own on loopback.

mod captures;
mod hostile;
mod long;
mod roads;
pub(crate) mod sources;
mod state;
mod together;

use std::path::Path;
use std::process::Output;

use scutch_archive::{Item, Limits, Reader, RecordKind};
use serde_json::Value;

use crate::harness::{Env, article};
use crate::server::{Asked, Reply, Server};

const ORIGINAL: &str = "http://harbour.example/";

/// The time of memento `n`: a day after the one before.
fn stamp(n: usize) -> String {
    format!("20{:02}{:02}{:02}120000", 10 + n / 336, 1 + n / 28 % 12, 1 + n % 28)
}

fn datetime(n: usize) -> String {
    let months =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (day, month, year) = (1 + n % 28, months[n / 28 % 12], 2010 + n / 336);
    format!("Fri, {day:02} {month} {year} 12:00:00 GMT")
}

/// A list of mementos from `first` on, and a link to the next page.
fn list(host: &str, range: std::ops::Range<usize>, next: Option<&str>) -> Reply {
    let mut text = format!("<{ORIGINAL}>; rel=\"original\"");
    for n in range {
        let (stamp, date) = (stamp(n), datetime(n));
        text += &format!(
            ",\n<http://{host}/web/{stamp}/{ORIGINAL}>; rel=\"memento\"; datetime=\"{date}\""
        );
    }
    if let Some(next) = next {
        text += &format!(",\n<http://{host}{next}>; rel=\"timemap\"");
    }
    let date = ("Date", "Sat, 21 Nov 2026 12:00:00 GMT".to_owned());
    Reply::Fine(200, vec![date], text.into_bytes())
}

fn host(asked: &Asked) -> &str {
    let line = asked.head.lines().find_map(|line| line.strip_prefix("Host: "));
    line.expect("every request has a host")
}

/// The number of the memento that a raw URI-M asks for.
fn number(target: &str) -> Option<usize> {
    let time = target.strip_prefix("/web/")?.strip_suffix(&format!("id_/{ORIGINAL}"))?;
    (0..5000).find(|n| stamp(*n) == time)
}

/// The number and the original of the memento that a raw URI-M of any page asks for.
fn number_of(target: &str) -> Option<(usize, String)> {
    let (time, original) = target.strip_prefix("/web/")?.split_once('/')?;
    let time = time.trim_end_matches("id_");
    Some(((0..5000).find(|n| stamp(*n) == time)?, original.to_owned()))
}

fn memento(n: usize) -> Reply {
    let fields = vec![
        ("Memento-Datetime", datetime(n)),
        ("Content-Type", "text/html; charset=utf-8".to_owned()),
    ];
    Reply::Fine(200, fields, article(n as u32).into_bytes())
}

/// An archive of so many mementos, on pages of 200.
fn archive(mementos: usize) -> Server {
    Server::start(move |asked| {
        let (path, page) = asked.target.rsplit_once("?page=").unwrap_or((&asked.target, "0"));
        if path == format!("/timemap/{ORIGINAL}") {
            let page: usize = page.parse().expect("a number");
            let (first, last) = (page * 200, mementos.min((page + 1) * 200));
            let next = format!("{path}?page={}", page + 1);
            let next = (last < mementos).then_some(next.as_str());
            return list(host(asked), first..last, next);
        }
        number(&asked.target).map_or(Reply::Fine(404, Vec::new(), Vec::new()), memento)
    })
}

fn fetch(server: &Server, more: &[&str]) -> Vec<String> {
    let list = server.uri("/timemap/{uri}");
    let args = ["memento", "fetch", ORIGINAL, "--timemap", &list, "--allow-private", "127.0.0.1"];
    let args = [&args[..], &["--delay", "0", "--timeout", "1", "--tries", "1"], more].concat();
    args.into_iter().map(str::to_owned).collect()
}

fn run(env: &Env, code: i32, args: &[String]) -> Output {
    env.expect(code, &args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn rows(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn texts(rows: &[Value], column: &str) -> Vec<String> {
    rows.iter().map(|row| row[column].as_str().unwrap_or("-").to_owned()).collect()
}

/// Type, address and time of each record, with its block.
type Records = Vec<(RecordKind, String, String, Vec<u8>)>;

fn records(path: &Path) -> Records {
    let mut reader = Reader::open(path, &Limits::default()).expect("opens");
    let mut all = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage in {}", path.display()) };
        assert!(record.is_sound());
        let date = record.date().map(scutch_archive::WarcDate::timestamp).unwrap_or_default();
        let uri = record.target_uri().unwrap_or_default().to_owned();
        all.push((record.kind().clone(), uri, date, record.block().to_vec()));
    }
    all
}

/// Another reader finds no fault in the file either.
fn sound_for_warcio(env: &Env, file: &str) {
    let Some(python) = std::env::var_os("SCUTCH_TEST_PYTHON") else {
        eprintln!("SKIPPED: warcio check of {file}: SCUTCH_TEST_PYTHON not set");
        return;
    };
    let mut command = std::process::Command::new(python);
    let code = "import sys; from warcio.cli import main; main(sys.argv[1:])";
    command.args(["-c", code, "check", file]).current_dir(env.path(""));
    let output = command.output().expect("python runs");
    assert!(output.status.success(), "{}", env.shown(&output));
}
