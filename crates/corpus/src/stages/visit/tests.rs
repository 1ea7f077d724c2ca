use scutch_archive::{Item, Limits, Reader};

use super::*;
use crate::fixture;

fn read(bytes: &[u8]) -> Record<'static> {
    match Reader::from_bytes(bytes, &Limits::default()).next() {
        Some(Item::Record(record)) => record.into_owned(),
        _ => panic!("no record"),
    }
}

fn page() -> Record<'static> {
    read(&fixture::response("http://a.example/", 1, "<p>The fog came in at four."))
}

#[test]
fn a_page_is_opened_only_when_it_is_asked_for() {
    let (record, config) = (page(), Config::default());
    let visit = Visit::new(RecordPlace::default(), &record, &config);
    assert!(visit.opened_before().is_none());
    assert_eq!(visit.capture().map(|capture| capture.url), Some("http://a.example/"));
    assert!(visit.opened_before().is_none(), "reading the capture opens no page");
    let opened: *const Opened = visit.opened().expect("a page");
    let before: *const Opened = visit.opened_before().expect("the page");
    assert_eq!(before, opened, "a page is parsed once");
    let (key, opened) = visit.into_opened().expect("the page");
    assert_eq!(key.url, "http://a.example/");
    assert_eq!(opened.mime.essence.as_deref(), Some("text/html"));
}

#[test]
fn a_page_that_nobody_opened_is_handed_to_nobody() {
    let (record, config) = (page(), Config::default());
    assert!(Visit::new(RecordPlace::default(), &record, &config).into_opened().is_none());
}

#[test]
fn what_is_out_of_scope_is_a_capture_without_a_page() {
    let config = Config::default();
    let headers = "WARC-Target-URI: http://a.example/\r\n";
    let gone = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>Gone.";
    let picture = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x01PNG";
    for block in [&gone[..], picture] {
        let record = read(&fixture::record("response", headers, block));
        let visit = Visit::new(RecordPlace::default(), &record, &config);
        assert!(visit.capture().is_some() && visit.opened().is_none());
        assert!(visit.opened_before().is_none(), "that it has none is remembered");
        assert!(visit.into_opened().is_none());
    }
}

#[test]
fn a_record_that_is_no_capture_has_neither() {
    let config = Config::default();
    let headers = "WARC-Target-URI: http://a.example/\r\n";
    for (kind, block) in
        [("warcinfo", &b"software: test"[..]), ("request", b"GET / HTTP/1.1\r\n\r\n")]
    {
        let record = read(&fixture::record(kind, headers, block));
        let visit = Visit::new(RecordPlace::default(), &record, &config);
        assert!(visit.capture().is_none() && visit.opened().is_none(), "{kind}");
    }
}

#[test]
fn the_scope_decides_what_is_opened() {
    let mut config = Config::default();
    let record = page();
    config.scope.statuses = vec!["404".to_owned()];
    assert!(Visit::new(RecordPlace::default(), &record, &config).opened().is_none());
    config.scope.statuses = vec!["2xx".to_owned()];
    assert!(Visit::new(RecordPlace::default(), &record, &config).opened().is_some());
}
