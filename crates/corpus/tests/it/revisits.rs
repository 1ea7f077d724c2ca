//! Revisits become rows of the captures they stand for, whatever the order of the archives.

use std::collections::BTreeMap;

use scutch_corpus::verify::{VerifyRequest, verify};
use scutch_corpus::{Config, Format};
use serde_json::Value;

use crate::archive::{Press, html, page, record, response};

/// A capture with an id, a second of the hour, and a digest that may be any word.
fn original(url: &str, id: &str, second: u32, digest: &str, html: &str) -> Vec<u8> {
    capture("response", url, id, second, &format!("WARC-Payload-Digest: sha1:{digest}\r\n"), html)
}

/// A revisit that refers to what `references`, header lines, say.
fn revisit(url: &str, id: &str, references: &str) -> Vec<u8> {
    let profile = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
    capture("revisit", url, id, 59, &format!("{profile}\r\n{references}"), "")
}

fn capture(kind: &str, url: &str, id: &str, second: u32, more: &str, html: &str) -> Vec<u8> {
    let headers = format!(
        "WARC-Target-URI: {url}\r\nWARC-Date: 2019-05-17T10:00:{second:02}Z\r\n\
         WARC-Record-ID: <urn:test:{id}>\r\nContent-Type: application/http; msgtype=response\r\n{more}"
    );
    record(kind, &headers, &format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}"))
}

fn by_uri(url: &str, second: u32) -> String {
    format!(
        "WARC-Refers-To-Target-URI: {url}\r\nWARC-Refers-To-Date: 2019-05-17T10:00:{second:02}Z\r\n"
    )
}

fn by_id(id: &str) -> String {
    format!("WARC-Refers-To: <urn:test:{id}>\r\n")
}

fn by_digest(digest: &str) -> String {
    format!("WARC-Payload-Digest: sha1:{digest}\r\n")
}

/// A configuration that takes revisits.
pub(crate) fn config(press: &Press, inputs: &[&str]) -> Config {
    let mut config = press.config(inputs, &[Format::Jsonl]);
    config.scope.record_types = ["response", "resource", "revisit"].map(str::to_owned).to_vec();
    config
}

/// Texts of the rows of a corpus by the id of their record.
fn texts(press: &Press, output: &str) -> BTreeMap<String, String> {
    let text = |row: &Value, name: &str| row[name].as_str().expect("text").to_owned();
    let rows = press.rows(output);
    rows.iter().map(|row| (text(row, "warc_record_id"), text(row, "text"))).collect()
}

/// Two originals, and a revisit for each way in which one refers to a record, or to none.
pub(crate) fn archives() -> (Vec<u8>, Vec<u8>) {
    let one = original("http://a.example/1", "one", 1, "AAAA", &html("a.example", 1));
    let two = original("http://a.example/2", "two", 2, "BBBB", &html("a.example", 2));
    let seen = |id: &str, references: &str| revisit("http://a.example/again", id, references);
    let revisits = [
        seen("by-id", &(by_id("two") + &by_digest("BBBB"))),
        // The digest is right more often than the id.
        seen("other-id", &(by_id("two") + &by_digest("AAAA"))),
        seen("other-digest", &(by_id("two") + &by_digest("CCCC"))),
        seen("by-uri", &by_uri("http://a.example/2", 2)),
        seen("by-digest", &by_digest("aaaa")),
        seen("chain", &by_id("by-digest")),
        seen("fallback", &(by_id("none") + &by_digest("BBBB"))),
        seen("other-date", &(by_uri("http://a.example/2", 3) + &by_digest("AAAA"))),
        seen("dangling", &by_id("none")),
        seen("nothing", ""),
        seen("circle", &by_id("back")),
        seen("back", &by_id("circle")),
        seen("self", &by_id("self")),
    ];
    ([one, two].concat(), revisits.concat())
}

#[test]
fn each_kind_of_reference_leads_to_its_original() {
    let press = Press::new();
    let (originals, revisits) = archives();
    // Revisits lie before their originals, in another file.
    press.write("in/a.warc", &revisits).write("in/b.warc", &originals);
    let manifest = press.run(&config(&press, &["in"]), "c");
    let texts = texts(&press, "c");
    for (revisit, original) in [
        ("by-id", "two"),
        ("other-id", "one"),
        ("by-uri", "two"),
        ("by-digest", "one"),
        ("chain", "one"),
        ("fallback", "two"),
        ("other-date", "one"),
    ] {
        let text = |id: &str| texts.get(&format!("urn:test:{id}"));
        assert!(text(original).is_some(), "{texts:?}");
        assert_eq!(text(revisit), text(original), "{revisit}");
    }
    let unresolved = &manifest.counts.out_of_scope.0;
    for (reason, count) in [
        ("revisit-without-reference", 1),
        ("revisit-dangling", 1),
        ("revisit-digest", 1),
        ("revisit-cycle", 3),
    ] {
        assert_eq!(unresolved.get(reason).copied(), Some(count), "{reason}");
    }
    assert_eq!(manifest.counts.rows, 9);
    assert_eq!(manifest.counts.record_types.0["revisit"], 13);
    assert!(manifest.counts.adds_up());
}

#[test]
fn a_row_of_a_revisit_has_its_own_address_and_date_and_the_payload_of_the_original() {
    let press = Press::new();
    let (originals, revisits) = archives();
    press.write("a.warc", &[originals, revisits].concat());
    press.run(&config(&press, &["a.warc"]), "c");
    let rows = press.rows("c");
    let row = |id: &str| {
        rows.iter().find(|row| row["warc_record_id"] == format!("urn:test:{id}")).expect("a row")
    };
    let (again, one) = (row("by-digest"), row("one"));
    assert_eq!(again["url"], "http://a.example/again");
    assert_eq!(again["warc_date"], "2019-05-17T10:00:59Z");
    for column in ["text", "title", "payload_digest", "charset", "n_words"] {
        assert_eq!(again[column], one[column], "{column}");
    }
    assert_ne!(again["id"], one["id"]);
    assert_ne!(again["warc_offset"], one["warc_offset"], "a row names the record of the revisit");
}

#[test]
fn without_being_asked_for_revisits_are_out_of_scope() {
    let press = Press::new();
    let (originals, revisits) = archives();
    press.write("a.warc", &[originals, revisits].concat());
    let manifest = press.run(&press.config(&["a.warc"], &[Format::Jsonl]), "c");
    assert_eq!(manifest.counts.rows, 2);
    assert_eq!(manifest.counts.out_of_scope.0["revisit-unresolved"], 13);
}

#[test]
fn of_several_originals_the_same_one_is_taken_whatever_their_order() {
    let of = |number, id, second, digest| {
        original("http://a.example/1", id, second, digest, &html("a.example", number))
    };
    let named = revisit("http://b.example/", "named", &by_digest("AAAA"));
    let dated = revisit("http://b.example/", "dated", &by_uri("http://a.example/1", 7));
    let empty = revisit("http://a.example/1", "empty", &by_digest("NONE"));
    let records = [
        of(5, "late", 9, "AAAA"),
        of(4, "early", 3, "AAAA"),
        // Two captures of one second, which only their content tells apart.
        of(6, "twin", 7, "CCCC"),
        of(7, "sister", 7, "DDDD"),
        named,
        dated,
        empty,
    ];
    let press = Press::new();
    let mut found = Vec::new();
    for turn in 0..records.len() {
        let mut order = records.clone();
        order.rotate_left(turn);
        if turn % 2 == 1 {
            order.reverse();
        }
        let (first, second) = order.split_at(turn);
        let (input, output) = (format!("in-{turn}"), format!("out-{turn}"));
        press.write(&format!("{input}/b.warc"), &first.concat());
        press.write(&format!("{input}/a.warc"), &second.concat());
        press.run(&config(&press, &[&input]), &output);
        found.push(texts(&press, &output));
    }
    assert!(found[0]["urn:test:named"].contains("ferry number 4"), "the earliest");
    assert!(found[0].contains_key("urn:test:dated") && !found[0].contains_key("urn:test:empty"));
    for texts in &found[1..] {
        assert_eq!(texts, &found[0]);
    }
}

#[test]
fn a_revisit_of_what_is_no_page_is_no_row() {
    let press = Press::new();
    let gone = response("http://a.example/gone", 3, "404 Not Found", "text/html", "<p>Gone.");
    let picture = response("http://a.example/i.png", 3, "200 OK", "image/png", "\u{1}PNG");
    let date = "WARC-Refers-To-Date: 2019-05-03T10:00:00Z\r\n";
    // Status and type are those that the revisit has itself.
    let of = |url: &str, status: &str, mime: &str| {
        let headers = format!(
            "WARC-Target-URI: {url}\r\nWARC-Date: 2019-05-17T10:00:59Z\r\n\
             WARC-Refers-To-Target-URI: {url}\r\n{date}"
        );
        let head = format!("HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n\r\n");
        record("revisit", &headers, &head)
    };
    let again = [
        of("http://a.example/gone", "404 Not Found", "text/html"),
        of("http://a.example/i.png", "200 OK", "image/png"),
    ];
    press.write("a.warc", &[gone, picture, again.concat()].concat());
    let manifest = press.run(&config(&press, &["a.warc"]), "c");
    assert_eq!(manifest.counts.rows, 0);
    // Captures and their revisits are dropped for the same reasons.
    assert_eq!(manifest.counts.out_of_scope.0["status"], 2, "{:?}", manifest.counts.out_of_scope);
    assert_eq!(manifest.counts.out_of_scope.0["mime"], 2, "{:?}", manifest.counts.out_of_scope);
}

#[test]
fn a_corpus_with_revisits_is_verified_and_a_changed_original_shows_in_both_rows() {
    let press = Press::new();
    let (originals, revisits) = archives();
    press.write("in/a.warc", &revisits).write("in/b.warc", &originals);
    press.run(&config(&press, &["in"]), "c");
    let request = VerifyRequest { folder: press.path("c"), jobs: 2, ..VerifyRequest::default() };
    let sound = verify(&request).expect("verifies");
    assert!(sound.sound(), "{:?}", sound.differences);
    assert_eq!((sound.rows, sound.derived), (9, 9));
    let changed = String::from_utf8(originals.clone()).expect("UTF-8");
    press.write("in/b.warc", changed.replace("number 1 left", "number 9 left").as_bytes());
    let verified = verify(&request).expect("verifies");
    let texts = verified.differences.iter().filter(|found| found.what == "text");
    assert_eq!(texts.count(), 5, "the original and four revisits of it: {verified:?}");
    // An original that is gone leaves its revisits without a record.
    let second = originals.windows(8).rposition(|bytes| bytes == b"WARC/1.0").expect("two records");
    press.write("in/b.warc", &originals[second..]);
    let verified = verify(&request).expect("verifies");
    let records = verified.differences.iter().filter(|found| found.what == "record");
    assert!(records.count() >= 3, "{verified:?}");
}

#[test]
fn a_page_that_was_captured_twice_is_one_original() {
    let press = Press::new();
    press.write("in/a.warc", &page("a.example", 1, 1)).write("in/b.warc", &page("a.example", 1, 1));
    let reference = "WARC-Refers-To-Target-URI: http://a.example/1\r\nWARC-Refers-To-Date: 2019-05-01T10:00:00Z\r\n";
    press.write("in/c.warc", &revisit("http://a.example/1", "again", reference));
    let manifest = press.run(&config(&press, &["in"]), "c");
    assert_eq!((manifest.counts.rows, manifest.counts.repeated_texts), (3, 2));
}

#[test]
fn a_revisit_has_its_own_status_and_an_unchanged_page_is_found_without_a_reference() {
    let press = Press::new();
    let page = html("a.example", 1);
    let states = [
        original("http://a.example/1", "old", 1, "AAAA", &html("a.example", 7)),
        original("http://a.example/1", "latest", 2, "BBBB", &page),
        original("http://a.example/1", "later", 58, "CCCC", &html("a.example", 8)),
    ];
    let headers = "WARC-Target-URI: http://a.example/1\r\nWARC-Date: 2019-05-17T10:00:30Z\r\n\
        WARC-Record-ID: <urn:test:unchanged>\r\n\
        WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified\r\n";
    let unchanged = record("revisit", headers, "HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n");
    press.write("in/a.warc", &unchanged).write("in/b.warc", &states.concat());
    let mut config = config(&press, &["in"]);
    let manifest = press.run(&config, "without");
    assert_eq!(manifest.counts.out_of_scope.0.get("status").copied(), Some(1));
    config.scope.statuses.push("304".to_owned());
    press.run(&config, "with");
    let rows = press.rows("with");
    let row = |id: &str| {
        rows.iter().find(|row| row["warc_record_id"] == format!("urn:test:{id}")).expect("a row")
    };
    assert_eq!(row("unchanged")["http_status"], 304);
    assert_eq!(row("unchanged")["mime"], "text/html");
    assert_eq!(row("unchanged")["text"], row("latest")["text"]);
}
