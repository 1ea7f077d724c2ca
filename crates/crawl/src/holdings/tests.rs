//! Archives of others: which of their pages count, whatever their order and their damage.

use std::fs;
use std::path::Path;

use super::*;

/// A record with an answer.
fn record(kind: &str, uri: &str, date: &str, id: u32, more: &str, answer: &str) -> String {
    let length = answer.len();
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{id:012}>\r\n{more}\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n\
         {answer}\r\n\r\n"
    )
}

fn page(uri: &str, date: &str, id: u32, body: &str) -> String {
    record("response", uri, date, id, "", &format!("HTTP/1.1 200 OK\r\n\r\n{body}"))
}

fn held(paths: &[&Path]) -> (Holdings, Vec<HeldFile>) {
    let mut told = Vec::new();
    let paths = paths.iter().map(|path| path.to_path_buf());
    let holdings = Holdings::index(paths, &mut |file| told.push(file), || false);
    (holdings.expect("an index"), told)
}

/// The body that is held of an address.
fn body(holdings: &Holdings, uri: &str) -> Option<String> {
    let page = holdings.page(uri).expect("an index")?;
    let text = String::from_utf8(page.response).expect("UTF-8");
    Some(text.split("\r\n\r\n").nth(1).unwrap_or_default().to_owned())
}

const OLD: &str = "2014-01-27T17:12:00Z";
const NEW: &str = "2019-05-17T10:00:00Z";

#[test]
fn the_newest_whole_answer_with_status_200_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("one.warc"), folder.path().join("two.warc"));
    let gone = "HTTP/1.1 404 Not Found\r\n\r\ngone";
    let whole = "HTTP/1.1 200 OK\r\n\r\ncut";
    let records = [
        page("http://a.example/x", OLD, 1, "old"),
        page("http://a.example/only", OLD, 2, "only"),
        page("http://a.example/frag#top", OLD, 3, "frag"),
        record("response", "http://a.example/x", "2020-01-01T00:00:00Z", 4, "", gone),
        record("response", "http://a.example/x", NEW, 5, "WARC-Truncated: length\r\n", whole),
        record("response", "http://a.example/x", NEW, 6, "WARC-Segment-Number: 1\r\n", whole),
        record("resource", "http://a.example/r", NEW, 7, "", "text"),
        record("response", "dns:a.example", NEW, 8, "", whole),
    ];
    fs::write(&one, records.concat()).expect("written");
    fs::write(&two, page("http://a.example/x", NEW, 9, "new")).expect("written");
    for paths in [[&*one, &*two], [&*two, &*one]] {
        let (holdings, told) = held(&paths);
        for (uri, expected) in [
            ("http://a.example/x", Some("new")),
            ("http://A.example:80/x", Some("new")),
            ("http://a.example/only", Some("only")),
            ("http://a.example/frag", Some("frag")),
            ("https://a.example/x", None),
            ("http://a.example/x/", None),
            ("http://a.example/X", None),
            ("http://a.example/r", None),
            ("dns:a.example", None),
            ("nonsense", None),
        ] {
            assert_eq!(body(&holdings, uri).as_deref(), expected, "{uri}");
        }
        let pages: Vec<_> = told.iter().map(|file| (file.path.as_path(), file.pages)).collect();
        assert_eq!(pages, [(&*one, 3), (&*two, 1)]);
    }
}

#[test]
fn of_two_answers_of_one_time_the_same_counts_in_any_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let uri = "http://a.example/x";
    let pages = [page(uri, NEW, 1, "one"), page(uri, NEW, 2, "two")];
    let bodies: Vec<_> = [[0, 1], [1, 0]]
        .iter()
        .map(|order| {
            let path = folder.path().join("a.warc");
            fs::write(&path, order.map(|n| pages[n].as_str()).concat()).expect("written");
            body(&held(&[&path]).0, uri)
        })
        .collect();
    assert!(bodies[0].is_some() && bodies[0] == bodies[1], "{bodies:?}");
}

#[test]
fn damage_is_told_and_the_rest_is_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("damaged.warc");
    let bytes = [
        page("http://a.example/1", NEW, 1, "first"),
        "these bytes are no record\r\n".repeat(20),
        page("http://a.example/2", NEW, 2, "last"),
    ];
    fs::write(&path, bytes.concat()).expect("written");
    let (holdings, told) = held(&[&path, &path]);
    assert_eq!((told.len(), told[0].pages), (1, 2), "named twice, read once");
    assert!(told[0].damages > 0 && told[0].first_damage.is_some());
    assert_eq!(body(&holdings, "http://a.example/1").as_deref(), Some("first"));
    assert_eq!(body(&holdings, "http://a.example/2").as_deref(), Some("last"));
    // Overwritten since: what stands there now is another page.
    fs::write(&path, page("http://b.example/", NEW, 3, "other")).expect("written");
    assert_eq!(body(&holdings, "http://a.example/1"), None);
    let missing = folder.path().join("none.warc");
    let error = Holdings::index([missing], &mut |_| {}, || false).expect_err("no file");
    assert!(error.to_string().contains("none.warc"), "{error}");
}
