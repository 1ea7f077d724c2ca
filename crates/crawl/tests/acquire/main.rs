//! Lists and mementos are asked for once, stored, and read again: after a kill at any point,
//! without the network, from several archives at once.

#[path = "../../../fetch/tests/server/mod.rs"]
mod server;

mod captures;
mod files;
mod lists;
mod together;

use std::fs;
use std::path::Path;
use std::time::Duration;

use scutch_crawl::{Acquirer, Row, Store, Targets};
use scutch_fetch::{Client, Clock, Settings, SystemResolver};
use scutch_memento::{Guard, Selection};
use serde_json::Value;
use server::{Asked, Reply, Server};

/// A clock that stands still: files of equal runs are equal.
struct Still;

impl Clock for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn unix_ms(&self) -> i64 {
        1_790_000_000_000
    }

    fn sleep(&self, _: Duration) {}
}

fn guard() -> Guard {
    Guard::allowing(["127.0.0.1".to_owned()])
}

fn client() -> Client {
    let settings = Settings { delay: Duration::ZERO, attempts: 1, ..Settings::default() };
    Client::with(settings, guard(), || false, Box::new(Still), Box::new(SystemResolver))
}

/// An acquirer that writes to a file.
fn online(path: &Path) -> Acquirer {
    let store = Store::open(path, "scutch/test", 0).expect("a store");
    Acquirer::new(Some(client()), Some(store), guard())
}

/// An acquirer that only reads a file.
fn offline(path: &Path) -> Acquirer {
    Acquirer::new(None, Some(Store::read_only(path).expect("a store")), guard())
}

fn json(row: &Row) -> Value {
    Value::Object(row.json())
}

/// The rows of all mementos of a list, and the reasons of problems with the list.
fn rows(acquirer: &mut Acquirer, uri_t: &str) -> (Vec<Value>, Vec<&'static str>) {
    let mut targets = Targets::default();
    let list = acquirer.timemap(uri_t, targets.begin_list(uri_t)).expect("a store");
    let original = list.timemap.original;
    targets.end_page(original, "timemap", &Selection::default(), None).expect("selected");
    let row = |index| {
        let target = targets.get(index).expect("a target");
        json(&acquirer.memento(&target).expect("a store").0)
    };
    let rows = (0..targets.len()).map(row).collect();
    (rows, list.problems.iter().map(|problem| problem.reason).collect())
}

fn host(asked: &Asked) -> &str {
    asked.head.lines().find_map(|line| line.strip_prefix("Host: ")).expect("a host")
}

fn found(kind: &str, body: &str) -> Reply {
    Reply::Fine(200, vec![("Content-Type", kind.to_owned())], body.as_bytes().to_vec())
}

fn missing() -> Reply {
    Reply::Fine(404, Vec::new(), Vec::new())
}

fn archived(body: &str) -> Reply {
    let date = ("Memento-Datetime", "Mon, 27 Jan 2014 17:12:00 GMT".to_owned());
    let kind = ("Content-Type", "text/html".to_owned());
    Reply::Fine(200, vec![date, kind], body.as_bytes().to_vec())
}

/// Links to mementos with these timestamps, as a TimeMap of the archive that was asked.
fn links(asked: &Asked, stamps: &[&str]) -> String {
    let link = |stamp: &&str| {
        let host = host(asked);
        format!("<http://{host}/c/{stamp}/http://x.org/>; rel=memento; datetime=\"{stamp}\"")
    };
    let mementos: Vec<String> = stamps.iter().map(link).collect();
    format!("<http://x.org/>; rel=original,\n{}", mementos.join(",\n"))
}

/// An archive with three mementos in two pages of a list, and a fourth that it does not have.
fn archive(asked: &Asked) -> Reply {
    let link_format = "application/link-format";
    match asked.target.as_str() {
        "/timemap/1" => {
            let next = format!(",<http://{}/timemap/2>; rel=timemap", host(asked));
            let list = links(asked, &["20140127171200", "20150127171200"]);
            found(link_format, &(list + &next))
        }
        "/timemap/2" => found(link_format, &links(asked, &["20160127171200", "20170127171200"])),
        target if target.contains("2017") => missing(),
        target if target.contains("id_/") => archived(&format!("<p>{target}")),
        _ => missing(),
    }
}

#[test]
fn a_run_that_is_cut_off_anywhere_continues_to_the_same_file() {
    let server = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole.warc.gz");
    let uri_t = server.uri("/timemap/1");
    let (expected, problems) = rows(&mut online(&whole), &uri_t);
    assert_eq!((expected.len(), problems), (4, Vec::new()));
    assert_eq!(expected[3]["reason"], "memento-gone");
    let bytes = fs::read(&whole).expect("the file");
    let cut_file = folder.path().join("cut").join("whole.warc.gz");
    fs::create_dir(folder.path().join("cut")).expect("a folder");
    for part in 0..24 {
        fs::write(&cut_file, &bytes[..bytes.len() * part / 24]).expect("written");
        let (rows, _) = rows(&mut online(&cut_file), &uri_t);
        assert_eq!(rows, expected, "part {part}");
        assert!(fs::read(&cut_file).expect("the file") == bytes, "part {part}");
    }
}

#[test]
fn stored_answers_are_not_asked_for_again() {
    let server = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.warc.gz");
    let uri_t = server.uri("/timemap/1");
    let (first, _) = rows(&mut online(&path), &uri_t);
    let asked = server.asked().len();
    assert_eq!(rows(&mut online(&path), &uri_t).0, first);
    assert_eq!(rows(&mut offline(&path), &uri_t).0, first);
    assert_eq!(server.asked().len(), asked);
    let store = Store::read_only(&path).expect("a store");
    assert_eq!(store.hosts().collect::<Vec<_>>(), ["127.0.0.1"]);
    assert_eq!((store.len(), store.is_empty()), (6, false), "two pages of a list, four mementos");
    let (none, problems) = rows(&mut offline(&path), &server.uri("/timemap/3"));
    assert_eq!((none, problems), (Vec::new(), vec!["not-stored"]));
}
