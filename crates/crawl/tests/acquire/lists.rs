//! What is asked for: TimeMaps, TimeGates, the seeds of a collection.

use scutch_memento::{Collection, parse_date};

use crate::server::{Reply, Server};
use crate::{archived, found, host, links, missing, online, rows};

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
