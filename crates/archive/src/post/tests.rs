use super::*;
use crate::{Item, Reader};

fn record(kind: &str, id: &str, uri: &str, more: &str, block: &[u8]) -> Record<'static> {
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:{id}>\r\n\
         WARC-Date: 2020-02-02T02:02:02Z\r\nWARC-Target-URI: {uri}\r\n{more}\
         Content-Length: {}\r\n\r\n",
        block.len()
    );
    let bytes = [head.as_bytes(), block, b"\r\n\r\n"].concat();
    match Reader::from_bytes(&bytes, &Limits::default()).next() {
        Some(Item::Record(record)) => record.into_owned(),
        other => panic!("{other:?}"),
    }
}

fn request(method: &str, media_type: &str, length: Option<&str>, body: &[u8]) -> Record<'static> {
    let media_type = match media_type {
        "" => String::new(),
        media_type => format!("Content-Type: {media_type}\r\n"),
    };
    let own = body.len().to_string();
    let length = format!("Content-Length: {}\r\n", length.unwrap_or(&own));
    let head = format!("{method} /find HTTP/1.1\r\nHost: a.example\r\n{media_type}{length}\r\n");
    record("request", "q", U, "", &[head.as_bytes(), body].concat())
}

const U: &str = "http://example.com/";
const FORM: &str = "application/x-www-form-urlencoded";

/// Cases of the tests of cdxj-indexer, and others after its rules.
#[test]
fn bodies_are_queries() {
    let post = b"foo=bar&dir=%2Fbaz";
    let binary = b"\x816l`L\xa04P\x0e\xe0r\x02\xb5\x89\x19\x00fP\xdb\x0e\xb0\x02,";
    let multipart = b"--X\r\nContent-Disposition: form-data;name=\"ts\"\r\n\r\n17 61\r\n\
        --X\r\nContent-Disposition: form-data; name=\"p;0\"; filename=\"blob\"\r\n\
        Content-Type: application/octet-stream\r\n\r\n\x9c\r\n--X--\r\n";
    let cases: &[(&str, &str, &[u8], &str)] = &[
        ("POST", FORM, post, "__wb_method=POST&foo=bar&dir=/baz"),
        (
            "PUT",
            "application/x-www-form-urlencoded; charset=utf-8",
            post,
            "__wb_method=PUT&foo=bar&dir=/baz",
        ),
        ("POST", FORM, b"q=a+b%C3%A4%zz%4", "__wb_method=POST&q=a b\u{e4}%zz%4"),
        ("POST", FORM, b"", "__wb_method=POST"),
        ("POST", FORM, binary, "__wb_method=POST&__wb_post_data=gTZsYEygNFAO4HICtYkZAGZQ2w6wAiw="),
        (
            "POST",
            "application/octet-stream",
            post,
            "__wb_method=POST&__wb_post_data=Zm9vPWJhciZkaXI9JTJGYmF6",
        ),
        ("POST", "text/plain", post, "__wb_method=POST&__wb_post_data=Zm9vPWJhciZkaXI9JTJGYmF6"),
        ("POST", "text/plain;charset=UTF-8", b"{\"a\": [1, 2]}", "__wb_method=POST&a=1&a.2_=2"),
        ("POST", "", post, "__wb_method=POST&__wb_post_data=Zm9vPWJhciZkaXI9JTJGYmF6"),
        (
            "POST",
            "application/json",
            b"{\"a\": \"b\", \"c\": {\"a\": 2}, \"d\": \"e\"}",
            "__wb_method=POST&a=b&a.2_=2&d=e",
        ),
        (
            "POST",
            "application/json",
            b"[{\"a\": \"b\", \"c\": {\"a\": 2}}, {\"d\": \"e\"}, \"ignored\", false, null, 0]",
            "__wb_method=POST&a=b&a.2_=2&d=e",
        ),
        (
            "POST",
            "application/json",
            b"{\"a\": \"b\"}\n{\"c\": {\"a\": 2}, \"d\": \"e\"}",
            "__wb_method=POST&a=b&a.2_=2&d=e",
        ),
        (
            "POST",
            "application/json",
            b"\xEF\xBB\xBF{\"z\": true, \"b\": null, \"f\": 1.50, \"z\": \"\xC3\xA9 ~/\"}",
            "__wb_method=POST&z=%C3%A9+~%2F&b=None&f=1.5",
        ),
        ("POST", "application/json", b"no json", "__wb_method=POST"),
        (
            "POST",
            "multipart/form-data; boundary=X",
            multipart,
            "__wb_method=POST&ts=17+61&p%3B0=%9C",
        ),
        (
            "POST",
            "multipart/form-data; charset=\"a;b\"; boundary=\"X\"",
            multipart,
            "__wb_method=POST&ts=17+61&p%3B0=%9C",
        ),
        (
            "POST",
            "multipart/form-data",
            post,
            "__wb_method=POST&__wb_post_data=Zm9vPWJhciZkaXI9JTJGYmF6",
        ),
        (
            "POST",
            "multipart/form-data; boundary=Y",
            b"--X\r\n",
            "__wb_method=POST&__wb_post_data=LS1YDQo=",
        ),
    ];
    for (method, media_type, body, expected) in cases {
        let sent = Sent::from_request(&request(method, media_type, None, body)).expect("sent");
        assert_eq!(sent.url(U), format!("{U}?{expected}"), "{media_type}");
        assert_eq!(sent.url("http://a.example/?b"), format!("http://a.example/?b&{expected}"));
    }
}

#[test]
fn the_length_of_the_request_counts() {
    for (length, query) in
        [("14", "foo=bar&dir=%2"), ("1000", "foo=bar&dir=/baz"), ("0", ""), ("abc", ""), ("-1", "")]
    {
        let sent = Sent::from_request(&request("POST", FORM, Some(length), b"foo=bar&dir=%2Fbaz"));
        assert_eq!(sent.expect("sent").query, query, "{length}");
    }
    let long = format!("q={}", "\u{e4}".repeat(9000));
    let sent = Sent::from_request(&request("POST", FORM, None, long.as_bytes())).expect("sent");
    assert_eq!(sent.query.chars().count(), LONGEST);
}

#[test]
fn requests_that_only_ask_send_nothing() {
    for method in ["GET", "HEAD", "OPTIONS", "post"] {
        assert_eq!(Sent::from_request(&request(method, FORM, None, b"a=b")), None, "{method}");
    }
    let block = b"POST /find HTTP/1.1\r\nContent-Length: 1\r\n\r\na";
    assert_eq!(Sent::from_request(&record("response", "r", U, "", block)), None);
    assert_eq!(Sent::from_request(&record("request", "r", U, "", b"POST of a letter")), None);
    assert_eq!(Sent::from_request(&record("request", "r", U, "", b"")), None);
}

/// What each response of a file was sent, by its id.
fn paired(records: &[Record<'_>]) -> Vec<(String, Option<String>)> {
    let mut pairs = Pairs::default();
    let mut found = Vec::new();
    for record in records {
        let id = record.record_id().unwrap_or_default().trim_start_matches("urn:x:").to_owned();
        found.extend(pairs.push(record, (id, record.kind().clone())));
    }
    found.extend(pairs.finish());
    assert_eq!(found.len(), records.len(), "all come out");
    let responses = found.into_iter().filter(|((_, kind), _)| *kind == RecordKind::Response);
    responses.map(|((id, _), sent)| (id, sent.map(|sent| sent.query))).collect()
}

#[test]
fn responses_find_the_request_they_answer() {
    let ask = |id: &str, uri: &str, more: &str, body: &str| {
        let head = format!(
            "POST / HTTP/1.1\r\nContent-Type: {FORM}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        record("request", id, uri, more, head.as_bytes())
    };
    let answer = |id: &str, uri: &str, more: &str| {
        record("response", id, uri, more, b"HTTP/1.1 200 OK\r\n\r\nx")
    };
    let to = |id: &str| format!("WARC-Concurrent-To: <urn:x:{id}>\r\n");
    let note = record("metadata", "m", U, &to("r1"), b"");
    type Case<'c> = (&'c str, Vec<Record<'static>>, &'c [(&'c str, Option<&'c str>)]);
    let both: &[_] = &[("r1", Some("a=1")), ("r2", Some("a=2"))];
    let cases: Vec<Case<'_>> = vec![
        (
            "request behind",
            vec![
                answer("r1", U, ""),
                ask("q1", U, &to("r1"), "a=1"),
                note.clone(),
                answer("r2", U, ""),
                ask("q2", U, &to("r2"), "a=2"),
            ],
            both,
        ),
        (
            "request before",
            vec![
                ask("q1", U, "", "a=1"),
                answer("r1", U, &to("q1")),
                ask("q2", U, "", "a=2"),
                answer("r2", U, &to("q2")),
            ],
            both,
        ),
        (
            "crossed",
            vec![
                answer("r1", U, ""),
                answer("r2", U, ""),
                ask("q2", U, &to("r2"), "a=2"),
                note,
                ask("q1", U, &to("r1"), "a=1"),
            ],
            both,
        ),
        (
            "no names",
            vec![
                ask("q1", U, "", "a=1"),
                answer("r1", U, ""),
                ask("q2", U, "", "a=2"),
                answer("r2", U, ""),
            ],
            both,
        ),
        (
            "another address, another name",
            vec![
                ask("q1", "http://b.example/", "", "a=1"),
                answer("r1", U, ""),
                ask("q2", U, &to("r9"), "a=2"),
                answer("r2", U, ""),
            ],
            &[("r1", None), ("r2", None)],
        ),
    ];
    for (name, records, expected) in cases {
        let expected: Vec<_> = expected
            .iter()
            .map(|(id, query)| ((*id).to_owned(), query.map(str::to_owned)))
            .collect();
        assert_eq!(paired(&records), expected, "{name}");
    }
}

#[test]
fn a_request_that_is_far_away_is_not_waited_for() {
    let mut records = vec![record("response", "r1", U, "", b"HTTP/1.1 200 OK\r\n\r\nx")];
    records.extend((0..100).map(|n| record("metadata", &format!("m{n}"), U, "", b"")));
    let to = "WARC-Concurrent-To: <urn:x:r1>\r\n";
    let head = b"POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\na";
    records.push(record("request", "q1", U, to, head));
    assert_eq!(paired(&records), [("r1".to_owned(), None)]);
}
