//! Records in segments become one row, however they are cut into files, or are told as incomplete.

use std::fs;

use proptest::prelude::*;
use scutch_corpus::verify::{VerifyRequest, verify};
use scutch_corpus::{Config, Format};

use crate::archive::{Press, html, page, record};

/// The response to a request for a page, in segments that end at these places of its block.
fn segments(number: u32, ends: &[usize]) -> Vec<Vec<u8>> {
    let page = html("a.example", number);
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
    let mut ends: Vec<usize> = ends.iter().map(|end| (*end).min(block.len())).collect();
    ends.push(block.len());
    let mut from = 0;
    let last = ends.len();
    (1..)
        .zip(ends)
        .map(|(n, end)| {
            let more = match n {
                1 => format!("WARC-Record-ID: <urn:first:{number}>\r\n"),
                _ => format!(
                    "WARC-Record-ID: <urn:{n}:{number}>\r\n\
                     WARC-Segment-Origin-ID: <urn:first:{number}>\r\n"
                ),
            };
            let total = match n == last {
                true => format!("WARC-Segment-Total-Length: {}\r\n", block.len()),
                false => String::new(),
            };
            let headers = format!(
                "{more}WARC-Target-URI: http://a.example/{number}\r\n\
                 WARC-Date: 2019-05-17T10:00:00Z\r\nWARC-Segment-Number: {n}\r\n{total}"
            );
            let kind = if n == 1 { "response" } else { "continuation" };
            let segment = record(kind, &headers, &block[from..end]);
            from = end;
            segment
        })
        .collect()
}

fn config(press: &Press, inputs: &[&str]) -> Config {
    press.config(inputs, &[Format::Jsonl])
}

/// Text and flags of the row of each page.
fn rows(press: &Press, output: &str) -> Vec<(String, String, Vec<String>)> {
    let rows = press.rows(output);
    let mut rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().expect("text").to_owned();
            let flags = row["flags"].as_array().expect("flags").iter();
            let flags = flags.map(|flag| flag.as_str().expect("an id").to_owned());
            (text("url"), text("text"), flags.collect())
        })
        .collect();
    rows.sort();
    rows
}

fn quarantine(press: &Press, output: &str) -> Vec<String> {
    let lines = fs::read_to_string(press.path(output).join("quarantine.jsonl")).expect("a file");
    let reason = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        line["reason"].as_str().expect("an id").to_owned()
    };
    lines.lines().map(reason).collect()
}

#[test]
fn what_is_incomplete_is_told() {
    let press = Press::new();
    let all = segments(1, &[300, 500]);
    // Which segments are there, rows, lines of the quarantine.
    let cases: [(&[usize], usize, usize); 6] = [
        (&[0, 1, 2], 2, 0),
        (&[2, 0, 1], 2, 0),
        (&[0, 1], 1, 1),
        (&[0, 2], 1, 1),
        (&[0], 1, 1),
        (&[1, 2], 1, 2),
    ];
    for (n, (there, rows, lines)) in cases.into_iter().enumerate() {
        let mut bytes = page("b.example", 7, 1);
        there.iter().for_each(|segment| bytes.extend(&all[*segment]));
        let (name, output) = (format!("{n}.warc"), format!("out{n}"));
        press.write(&name, &bytes);
        press.run(&config(&press, &[&name]), &output);
        let reasons = quarantine(&press, &output);
        assert_eq!((press.rows(&output).len(), reasons.len()), (rows, lines), "{there:?}");
        assert!(reasons.iter().all(|reason| reason == "segments-missing"), "{reasons:?}");
    }
}

#[test]
fn a_joined_record_is_the_same_again() {
    let press = Press::new();
    let [first, second, third] = <[_; 3]>::try_from(segments(1, &[300, 500])).expect("three");
    press.write("a.warc", &[page("b.example", 7, 1), second].concat());
    press.write("b.warc", &[third, first].concat());
    let config = config(&press, &["a.warc", "b.warc"]);
    press.run(&config, "out");
    let found = rows(&press, "out");
    assert_eq!(found.len(), 2);
    assert!(found[0].2.contains(&"segments-joined".to_owned()), "{:?}", found[0].2);
    let request = VerifyRequest { folder: press.path("out"), jobs: 2, ..VerifyRequest::default() };
    assert!(verify(&request).expect("verifies").sound());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Cut anywhere, in any order, over any files: the row is that of the whole record.
    #[test]
    fn segments_are_one_row_in_any_order(
        mut ends in prop::collection::vec(1..900_usize, 0..5),
        files in prop::collection::vec(0..3_usize, 6),
        turn in 0..6_usize,
    ) {
        ends.sort_unstable();
        let mut parts = segments(1, &ends);
        let count = parts.len();
        parts.rotate_left(turn % count);
        let press = Press::new();
        let mut bytes = vec![page("b.example", 7, 1); 3];
        for (part, file) in parts.iter().zip(&files) {
            bytes[*file].extend(part);
        }
        let names = ["a.warc", "b.warc", "c.warc"];
        names.iter().zip(&bytes).for_each(|(name, bytes)| { press.write(name, bytes); });
        press.write("whole.warc", &[page("b.example", 7, 1), segments(1, &[]).concat()].concat());
        press.run(&config(&press, &names), "out");
        press.run(&config(&press, &["whole.warc"]), "whole");
        prop_assert_eq!(quarantine(&press, "out"), Vec::<String>::new());
        let joined = rows(&press, "out").swap_remove(0);
        let whole = rows(&press, "whole").swap_remove(0);
        prop_assert_eq!((joined.0, joined.1), (whole.0, whole.1));
    }
}
