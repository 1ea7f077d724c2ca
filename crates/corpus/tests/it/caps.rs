//! The cap on blocks bounds what is parsed. It decides no digest.

use scutch_archive::digest::sha1_base32;
use scutch_corpus::Format;
use serde_json::Value;

use crate::archive::{Press, html, record};

/// A response with a digest that it declares of its body.
fn declaring(url: &str, digest: &str, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
    let headers = format!(
        "WARC-Target-URI: {url}\r\nWARC-Date: 2019-05-17T10:00:00Z\r\nWARC-Record-ID: <urn:{url}>\r\n\
         WARC-Payload-Digest: sha1:{digest}\r\n"
    );
    record("response", &headers, &block)
}

#[test]
fn digests_are_of_all_bytes_whatever_the_cap_keeps() {
    let press = Press::new();
    let body = html("a.example", 1) + &"<!-- more -->".repeat(1000);
    let archive: Vec<u8> = [
        declaring("http://a.example/own", &sha1_base32(body.as_bytes()), &body),
        // What a cap keeps has this digest, and the body has not.
        declaring("http://a.example/start", &sha1_base32(&body.as_bytes()[..3000]), &body),
    ]
    .concat();
    press.write("a.warc", &archive);
    let mut config = press.config(&["a.warc"], &[Format::Jsonl]);
    press.run(&config, "whole");
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n".len() as u64;
    config.archive.block = head + 3000;
    press.run(&config, "cut");
    let told = |output: &str| {
        let rows = press.rows(output);
        let of = |row: &Value| {
            [&row["url"], &row["digest_status"], &row["payload_digest"]].map(Value::to_string)
        };
        rows.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(told("cut"), told("whole"));
    assert_eq!(told("cut").concat().iter().filter(|cell| *cell == "\"agree\"").count(), 1);
    let is_cut = |row: &Value| row["flags"].to_string().contains("block-too-large");
    assert!(press.rows("cut").iter().all(is_cut) && !press.rows("whole").iter().any(is_cut));
}
