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
}

#[test]
fn a_file_that_cannot_be_opened_is_told_and_the_others_are_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let (missing, sound) = (folder.path().join("a.warc"), folder.path().join("b.warc"));
    fs::write(&sound, page("http://a.example/1", NEW, 1, "first")).expect("written");
    let (holdings, told) = held(&[&missing, &sound]);
    let shown: Vec<_> = told.iter().map(|file| (&*file.path, file.pages, file.damages)).collect();
    assert_eq!(shown, [(&*missing, 0, 1), (&*sound, 1, 0)]);
    assert!(told[0].first_damage.as_ref().is_some_and(|damage| !damage.detail.is_empty()));
    assert_eq!(body(&holdings, "http://a.example/1").as_deref(), Some("first"));
}

#[test]
fn answers_that_are_not_what_they_declare_do_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, uri) = (folder.path().join("a.warc"), "http://a.example/x");
    let sha1 =
        |bytes: &str| format!("sha1:{}", scutch_archive::digest::sha1_base32(bytes.as_bytes()));
    let answer = |fields: &str, body: &str| format!("HTTP/1.1 200 OK\r\n{fields}\r\n{body}");
    let (plain, chunks) = (answer("", "new"), "3\r\nnew\r\n0\r\n\r\n");
    let chunked = |body: &str| answer("Transfer-Encoding: chunked\r\n", body);
    let block = |bytes: &str| format!("WARC-Block-Digest: {}\r\n", sha1(bytes));
    let payload = |bytes: &str| format!("WARC-Payload-Digest: {}\r\n", sha1(bytes));
    for (more, answer, is_taken) in [
        (block(&plain), plain.clone(), true),
        (block("other"), plain.clone(), false),
        (payload("new"), plain.clone(), true),
        (payload("other"), plain.clone(), false),
        (payload("new"), chunked(chunks), true),
        (payload(chunks), chunked(chunks), true),
        (payload("other"), chunked(chunks), false),
        ("WARC-Payload-Digest: sha1:nonsense\r\n".to_owned(), plain, true),
        (String::new(), chunked("3\r\nnew\r\n9\r\nne"), false),
        (String::new(), answer("Content-Length: 3\r\n", "new"), true),
        (String::new(), answer("Content-Length: 4\r\n", "new"), false),
        // As crawlers leave it that undo a coding.
        (String::new(), answer("Content-Length: 2\r\n", "new"), true),
    ] {
        let records = [page(uri, OLD, 1, "old"), record("response", uri, NEW, 2, &more, &answer)];
        fs::write(&path, records.concat()).expect("written");
        let (holdings, told) = held(&[&path]);
        let is_old = body(&holdings, uri).as_deref() == Some("old");
        assert_eq!((is_old, told[0].pages), (!is_taken, 1 + u64::from(is_taken)), "{more}{answer}");
    }
}
