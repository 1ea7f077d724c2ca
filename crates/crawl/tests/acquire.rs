//! Lists and mementos are asked for once, stored, and read again: after a kill at any point,
//! without the network, from several archives at once.

#[path = "../../fetch/tests/server/mod.rs"]
mod server;

use std::fs;
use std::path::Path;
use std::time::Duration;

use scutch_archive::{Item, Limits, Reader, RecordKind, WarcWriter};
use scutch_crawl::{Acquirer, Event, Row, RunOptions, Store, StoreError, Subject, Targets, merge};
use scutch_fetch::{Client, Clock, Hosts, ListSettings, Settings, SystemResolver};
use scutch_memento::{Collection, Guard, Selection, parse_date};
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

#[test]
fn answers_that_are_no_lists_are_problems_and_asked_for_again() {
    let server = Server::start(|asked| match (asked.target.as_str(), asked.before) {
        ("/forbidden", _) => Reply::Fine(403, Vec::new(), Vec::new()),
        ("/page", _) => found("text/html", "<!DOCTYPE html><p>Sign in"),
        ("/later", 0) => Reply::Fine(503, Vec::new(), Vec::new()),
        ("/later", _) => found("text/plain", &links(asked, &["20140127171200"])),
        ("/faulty", _) => found("text/plain", "<http://10.0.0.1/x>; rel=memento, <x"),
        _ => archived("<p>x"),
    });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.warc.gz");
    for (list, expected) in [
        ("/forbidden", vec!["timemap-not-given"]),
        ("/page", vec!["timemap-unreadable"]),
        ("/none", vec!["timemap-unreadable"]),
        ("/faulty", vec!["uri-private-host", "timemap-link-unterminated"]),
        ("/later", vec!["fetch-unavailable"]),
    ] {
        let (rows, problems) = rows(&mut online(&path), &server.uri(list));
        assert_eq!((rows, problems), (Vec::new(), expected), "{list}");
    }
    let (found, problems) = rows(&mut online(&path), &server.uri("/later"));
    assert_eq!((found.len(), problems), (1, Vec::new()));
}

#[test]
fn a_404_means_that_an_archive_has_no_mementos() {
    let server = Server::start(|_| missing());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.warc.gz");
    for _ in 0..2 {
        let (rows, problems) = rows(&mut online(&path), &server.uri("/timemap"));
        assert_eq!((rows, problems), (Vec::new(), Vec::new()));
    }
    assert_eq!(server.asked().len(), 1, "the answer is stored");
}

/// The list has some megabytes: it is stored in segments, which are read as one.
#[test]
fn long_lists_are_stored_in_segments() {
    let stamp = |n: usize| format!("20140101{:02}{:02}{:02}", n / 3600, n / 60 % 60, n % 60);
    let stamps: Vec<String> = (0..30_000).map(stamp).collect();
    let server = Server::start(move |asked| {
        let entry = |n: usize| {
            format!("<http://{}/m/{n}>; rel=memento; datetime=\"{}\"", host(asked), stamps[n])
        };
        let list: Vec<String> = (0..stamps.len()).map(entry).collect();
        found("text/plain", &list.join(",\n"))
    });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.warc.gz");
    let uri_t = server.uri("/timemap");
    let count = |acquirer: &mut Acquirer| {
        let mut targets = Targets::default();
        let list = acquirer.timemap(&uri_t, targets.begin_list(&uri_t)).expect("a store");
        let keep = Selection::default();
        targets.end_page(None, "timemap", &keep, None).expect("selected");
        (targets.listed(), list.problems.len())
    };
    let first = count(&mut online(&path));
    assert!(first.0 > 20_000, "{first:?}");
    assert_eq!(count(&mut online(&path)), first);
    assert_eq!(server.asked().len(), 1);
    let mut reader = Reader::open(&path, &Limits::default()).expect("opens");
    let mut segments = 0;
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage") };
        assert!(record.is_sound());
        segments += usize::from(*record.kind() == RecordKind::Continuation);
    }
    assert!(segments >= 1, "the list is longer than what stays in memory");
}

#[test]
fn files_of_other_programs_and_damaged_files_are_refused_and_left_alone() {
    let server = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let ours = at("ours.warc.gz");
    rows(&mut online(&ours), &server.uri("/timemap/1"));
    let bytes = fs::read(&ours).expect("the file");

    let foreign = at("foreign.warc.gz");
    let mut record = Vec::new();
    let fields = [("WARC-Type", "warcinfo"), ("WARC-Record-ID", "<urn:x:1>")];
    WarcWriter::gzip(&mut record).write(&fields, b"software: other/1\r\n").expect("memory");
    fs::write(&foreign, &record).expect("written");
    let error = Store::open(&foreign, "scutch/test", 0).expect_err("foreign");
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    assert_eq!(fs::read(&foreign).expect("the file"), record);

    let damaged = at("damaged.warc.gz");
    let mut broken = bytes.clone();
    let middle = broken.len() / 2;
    broken[middle..middle + 40].fill(0);
    fs::write(&damaged, &broken).expect("written");
    let error = Store::open(&damaged, "scutch/test", 0).expect_err("damaged");
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert_eq!(fs::read(&damaged).expect("the file"), broken);

    let error = Store::read_only(&at("none.warc.gz")).expect_err("missing");
    assert!(matches!(error, StoreError::Missing(_)), "{error}");
    let _first = Store::open(&ours, "scutch/test", 0).expect("a store");
    let error = Store::open(&ours, "scutch/test", 0).expect_err("busy");
    assert!(matches!(error, StoreError::Busy(_)), "{error}");
}

#[test]
fn merged_files_answer_as_their_parts_do() {
    let server = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b, both] = ["a", "b", "both"].map(|n| folder.path().join(format!("{n}.warc.gz")));
    let (first, second) = (server.uri("/timemap/1"), server.uri("/timemap/2"));
    let (of_first, _) = rows(&mut online(&a), &first);
    let (of_second, _) = rows(&mut online(&b), &second);
    let merged = merge(&[&a, &b], &both).expect("merged");
    assert_eq!(merged.groups, 6);
    assert!(merged.repeated > 0, "the second list is a page of the first");
    // Rows name the file and the offset, which a merge changes.
    let without_place = |rows: &[Value]| -> Vec<Value> {
        let mut rows = rows.to_vec();
        for row in &mut rows {
            row["warc_file"] = Value::Null;
            row["warc_offset"] = Value::Null;
        }
        rows
    };
    let again = |uri_t: &str| rows(&mut offline(&both), uri_t).0;
    assert_eq!(without_place(&again(&first)), without_place(&of_first));
    let urim = |rows: &[Value]| rows.iter().map(|row| row["urim"].clone()).collect::<Vec<_>>();
    assert_eq!(urim(&again(&second)), urim(&of_second));
}

/// Two archives and a memento that both name: asked for once, rows in the order of the lists.
#[test]
fn several_archives_are_asked_at_once_and_rows_keep_their_order() {
    let slow = Server::start(|asked| {
        std::thread::sleep(Duration::from_millis(30));
        archive(asked)
    });
    let fast = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let mut acquirer = online(&folder.path().join("out.warc.gz"));
    let lists = [slow.uri("/timemap/1"), fast.uri("/timemap/1"), slow.uri("/timemap/2")];
    let make = || {
        let settings = Settings { delay: Duration::ZERO, attempts: 1, ..Settings::default() };
        Client::new(settings, guard(), || false)
    };
    let subject = |lists: &[String]| Subject::Page { original: None, lists: lists.to_vec() };
    let expected: Vec<String> = {
        let mut targets = Targets::default();
        let mut sequential = online(&folder.path().join("other.warc.gz"));
        for uri_t in &lists {
            sequential.timemap(uri_t, targets.begin_list(uri_t)).expect("a store");
        }
        targets.end_page(None, "timemap", &Selection::default(), None).expect("selected");
        (0..targets.len()).map(|n| targets.get(n).expect("a target").uri_m).collect()
    };
    let before = slow.asked().len() + fast.asked().len();
    let mut run = |most: usize, options: &RunOptions| {
        let mut taken = Vec::new();
        let mut take = |event: Event<'_>| -> Result<bool, ()> {
            if let Event::Row(row, was_asked) = event {
                taken.push((row.uri_m().to_owned(), was_asked));
            }
            Ok(taken.len() < most)
        };
        let mut subjects = [subject(&lists)].into_iter();
        let run = acquirer.run(&mut subjects, options, &make, &mut take);
        assert!(matches!(run, Ok(Ok(()))));
        taken
    };
    let all = RunOptions::default();
    let first = run(2, &RunOptions { limit: Some(2), ..all });
    assert_eq!(first, [(expected[0].clone(), true), (expected[1].clone(), true)]);
    let taken = run(99, &all);
    let uris: Vec<String> = taken.iter().map(|(uri, _)| uri.clone()).collect();
    assert_eq!((uris.len(), uris), (8, expected));
    assert_eq!(taken.iter().filter(|(_, was_asked)| *was_asked).count(), 6);
    let mementos = slow.asked().len() + fast.asked().len() - before;
    // The second page of the first list is a list of its own, too. Two mementos are not there, and
    // asked for in three forms.
    assert_eq!(mementos, 5 + 6 + 2 * 3, "each list and each memento once");
    assert!(run(3, &all).iter().all(|(_, was_asked)| !was_asked));
    let mut fail = |_: Event<'_>| Err("full");
    let failed = acquirer.run(&mut [subject(&lists)].into_iter(), &all, &make, &mut fail);
    assert!(matches!(failed, Ok(Err("full"))));
}

/// A list that hangs keeps neither the mementos of others nor their lists waiting; rows are told
/// in order all the same, and the silent archive is given up after a few tries.
#[test]
fn a_silent_archive_holds_back_no_other() {
    let silent = Server::start(|_| Reply::Stall);
    let fine = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let lists = ListSettings { timeout: Duration::from_millis(300), ..ListSettings::default() };
    let settings = Settings {
        delay: Duration::ZERO,
        backoff: Duration::from_millis(10),
        lists,
        ..Settings::default()
    };
    let hosts = Hosts::new(&settings);
    let make = || Client::new(settings.clone(), guard(), || false).sharing(hosts.clone());
    let store = Store::open(&folder.path().join("out.warc.gz"), "x", 0).expect("a store");
    let mut acquirer = Acquirer::new(Some(make()), Some(store), guard());
    let mut subjects = (0..10).map(|n| Subject::Page {
        original: None,
        lists: vec![silent.uri(&format!("/timemap/{n}")), fine.uri("/timemap/1")],
    });
    let (mut pages, mut rows, mut reasons) = (0, Vec::new(), Vec::new());
    let mut asked_before = 0;
    let mut take = |event: Event<'_>| -> Result<bool, ()> {
        match event {
            Event::Page(targets, problems) => {
                if pages == 0 {
                    asked_before = fine.asked().len();
                }
                pages += 1;
                assert_eq!(targets.len(), 4);
                reasons.extend(problems.iter().map(|problem| problem.reason));
            }
            Event::Row(row, _) => rows.push(row.uri_m().to_owned()),
        }
        Ok(true)
    };
    let run = acquirer.run(&mut subjects, &RunOptions::default(), &make, &mut take);
    assert!(matches!(run, Ok(Ok(()))));
    assert_eq!((pages, rows.len()), (10, 40));
    assert!(asked_before >= 6, "{asked_before} requests before the first page was complete");
    assert!(rows.chunks(4).all(<[String]>::is_sorted), "in the order of time");
    let given_up = reasons.iter().filter(|reason| **reason == "fetch-host-given-up").count();
    assert_eq!((reasons.len(), given_up), (10, 8), "{reasons:?}");
    assert_eq!(silent.asked().len(), 3);
    assert!(hosts.counts()[&silent.address.to_string()].is_given_up);
}

#[test]
fn timegates_are_asked_once_for_each_time() {
    let server = Server::start(|asked| {
        let year = match asked.head.contains("Accept-Datetime: Wed, 01 Jan 2014") {
            true => "2014",
            false => "2020",
        };
        let location = format!("http://{}/c/{year}0101000000/http://x.org/", host(asked));
        match asked.target.as_str() {
            "/gate/http://x.org/" => Reply::Fine(302, vec![("Location", location)], Vec::new()),
            "/gate/http://none.org/" => missing(),
            _ => archived("<p>x"),
        }
    });
    let folder = tempfile::tempdir().expect("a folder");
    let mut acquirer = online(&folder.path().join("out.warc.gz"));
    let gate = server.uri("/gate/{uri}");
    let time = |date: &str| parse_date(date).expect("a date").unix_ms;
    for (date, year) in [("20140101000000", "/2014"), ("20200101000000", "/2020")] {
        for _ in 0..2 {
            let given = acquirer.timegate(&gate, "http://x.org/", time(date)).expect("a store");
            assert!(given.expect("a memento").uri.contains(year), "{date}");
        }
    }
    assert_eq!(server.asked().len(), 4, "gate and memento for each time");
    let none = acquirer.timegate(&gate, "http://none.org/", time("20140101000000"));
    assert_eq!(none.expect("a store").expect_err("none").reason, "timegate-no-memento");
}

#[test]
fn seeds_of_a_collection_come_from_its_list_and_its_pages() {
    let server = Server::start(|asked| match asked.target.as_str() {
        list if list.starts_with("/api/seed?collection=7") => {
            found("text/csv", "Seed URL\nhttp://a.example/\nhttp://b.example\n")
        }
        "/collections/7?page=1&show=Sites" => found(
            "text/html",
            "<a href=/7/*/http://b.example/>b</a><a href=/7/*/http://c.example/>c</a>",
        ),
        // Like real ones, the last page is given for all further numbers.
        "/collections/7?page=2&show=Sites" | "/collections/7?page=3&show=Sites" => {
            found("text/html", "<a href=/7/*/http://d.example/>d</a>")
        }
        _ => missing(),
    });
    let folder = tempfile::tempdir().expect("a folder");
    let mut acquirer = online(&folder.path().join("out.warc.gz"));
    let collection = Collection::new("7", Some(&server.uri(""))).expect("a collection");
    let found = acquirer.seeds(&collection).expect("a store");
    let expected =
        ["http://a.example/", "http://b.example", "http://c.example/", "http://d.example/"];
    assert_eq!(found.seeds, expected, "one spelling of b");
    assert_eq!(found.problems, []);
    assert_eq!(server.asked().len(), 4, "up to the first page without a new seed");
    let other = Collection::new("8", Some(&server.uri(""))).expect("a collection");
    let none = acquirer.seeds(&other).expect("a store");
    let reasons: Vec<_> = none.problems.iter().map(|problem| problem.reason).collect();
    assert_eq!((none.seeds.len(), reasons), (0, vec!["seeds-not-given", "seeds-not-given"]));
}

/// How Common Crawl serves mementos: an index names records of archive files.
#[test]
fn records_of_archive_files_are_stored_as_what_they_captured() {
    let mut member = Vec::new();
    let fields = [
        ("WARC-Type", "response"),
        ("WARC-Record-ID", "<urn:x:1>"),
        ("WARC-Date", "2014-01-27T17:12:00Z"),
        ("WARC-Target-URI", "http://x.org/page"),
        ("Content-Type", "application/http;msgtype=response"),
    ];
    let block = b"HTTP/1.1 203 Kept\r\nContent-Type: text/html\r\n\r\n<p>kept";
    WarcWriter::gzip(&mut member).write(&fields, block).expect("memory");
    let file = [vec![b'.'; 100], member.clone(), vec![b'.'; 100]].concat();
    let (first, last) = (100, 100 + member.len() - 1);
    let server = Server::start(move |asked| match asked.target.as_str() {
        index if index.starts_with("/CC-MAIN-2024-10-index?") => {
            let line = |name: &str| {
                let length = last - first + 1;
                format!(
                    "org,x)/page 20140127171200 {{\"url\": \"http://x.org/page\", \"filename\": \
                     \"{name}\", \"offset\": \"{first}\", \"length\": \"{length}\"}}\n"
                )
            };
            found("text/plain", &["whole.gz", "none.gz", "ignored.gz"].map(line).concat())
        }
        "/whole.gz" => {
            assert!(asked.head.contains(&format!("\r\nRange: bytes={first}-{last}\r\n")));
            Reply::Fine(206, Vec::new(), file[first..=last].to_vec())
        }
        "/ignored.gz" => Reply::Fine(200, Vec::new(), file.clone()),
        _ => missing(),
    });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.warc.gz");
    let uri_t = server.uri("/CC-MAIN-2024-10-index?url=x.org");
    let (rows, problems) = rows(&mut online(&path), &uri_t);
    assert_eq!(problems, [""; 0]);
    let mut outcomes: Vec<_> = rows
        .iter()
        .map(|row| (row["reason"].clone(), row["http_status"].clone(), row["form"].clone()))
        .collect();
    outcomes.sort_by_key(|outcome| format!("{outcome:?}"));
    assert_eq!(
        outcomes,
        [
            (Value::Null, Value::from(203), Value::from("record")),
            (Value::from("memento-gone"), Value::from(404), Value::from("record")),
            (Value::from("memento-not-given"), Value::Null, Value::Null),
        ]
    );
    let mut reader = Reader::open(&path, &Limits::default()).expect("opens");
    let mut captures = Vec::new();
    while let Some(Item::Record(record)) = reader.next() {
        if *record.kind() == RecordKind::Response {
            captures.push((record.target_uri().map(str::to_owned), record.block().to_vec()));
        }
    }
    let gone = captures.iter().filter(|(uri, _)| uri.as_deref() != Some("http://x.org/page"));
    assert!(gone.count() <= 1, "only the 404 of the archive is another answer");
    assert!(captures.contains(&(Some("http://x.org/page".to_owned()), block.to_vec())));
}
