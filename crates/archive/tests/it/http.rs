//! HTTP messages: codings put on here and taken off again, whole and broken.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use proptest::prelude::*;
use scutch_archive::{HttpFlag, Limits, parse_http_response, stream_http_response};

/// A coding by its name.
fn encode(coding: &str, bytes: &[u8]) -> Vec<u8> {
    let level = Compression::fast();
    match coding {
        "gzip" | "x-gzip" => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
            encoder.write_all(bytes).expect("memory");
            encoder.finish().expect("memory")
        }
        "deflate" => {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
            encoder.write_all(bytes).expect("memory");
            encoder.finish().expect("memory")
        }
        "raw deflate" => {
            let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), level);
            encoder.write_all(bytes).expect("memory");
            encoder.finish().expect("memory")
        }
        "zstd" => zstd::encode_all(bytes, 1).expect("memory"),
        _ => bytes.to_vec(),
    }
}

/// Chunks of the given sizes, over and over, with an extension and a trailer.
fn chunked(bytes: &[u8], sizes: &[usize]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::new(), bytes);
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (chunk, behind) = rest.split_at((*size).min(rest.len()));
        out.extend(format!("{:X};n=v\r\n", chunk.len()).bytes());
        out.extend(chunk);
        out.extend(b"\r\n");
        rest = behind;
    }
    out.extend(b"0\r\nTrailer: x\r\n\r\n");
    out
}

fn message(head: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n").as_bytes(), body].concat()
}

fn decoded(head: &str, body: &[u8]) -> (Vec<u8>, Vec<HttpFlag>) {
    let (block, limits) = (message(head, body), Limits::default());
    let http = parse_http_response(&block, &limits).expect("a response");
    let payload = http.payload(&limits);
    (payload.content.into_owned(), payload.flags)
}

fn streamed(head: &str, body: &[u8]) -> Option<Vec<u8>> {
    let block = message(head, body);
    let mut response = stream_http_response(&block[..], &Limits::default()).ok()?;
    let mut content = Vec::new();
    response.content.read_to_end(&mut content).ok()?;
    Some(content)
}

/// Text that compresses, with what makes it long enough to need more than one look.
fn text() -> impl Strategy<Value = Vec<u8>> {
    (prop::collection::vec(any::<u8>(), 1..200), 1..400_usize)
        .prop_map(|(piece, times)| piece.repeat(times))
}

const CODINGS: [&str; 5] = ["gzip", "x-gzip", "deflate", "raw deflate", "zstd"];

fn name(coding: &str) -> &str {
    coding.trim_start_matches("raw ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn codings_are_undone_in_memory_and_as_streams(
        text in text(),
        coding in 0..CODINGS.len(),
        sizes in prop::collection::vec(1..5000_usize, 1..4),
    ) {
        let coding = CODINGS[coding];
        let head = format!("Content-Encoding: {}", name(coding));
        let body = encode(coding, &text);
        prop_assert_eq!(decoded(&head, &body), (text.clone(), Vec::new()), "{}", coding);
        prop_assert_eq!(streamed(&head, &body), Some(text.clone()), "{}", coding);
        let head = format!("Transfer-Encoding: chunked\r\n{head}");
        let body = chunked(&body, &sizes);
        prop_assert_eq!(decoded(&head, &body), (text.clone(), Vec::new()), "{}", coding);
        prop_assert_eq!(streamed(&head, &body), Some(text), "{}", coding);
    }

    #[test]
    fn codings_on_codings_are_undone_from_the_last(
        text in text(),
        order in prop::sample::subsequence(vec!["gzip", "deflate", "zstd"], 1..=3),
    ) {
        let body = order.iter().fold(text.clone(), |body, coding| encode(coding, &body));
        let head = format!("Content-Encoding: {}", order.join(", "));
        prop_assert_eq!(decoded(&head, &body), (text.clone(), Vec::new()));
        let line = |coding: &&str| format!("Content-Encoding: {coding}");
        let lines: Vec<String> = order.iter().map(line).collect();
        prop_assert_eq!(decoded(&lines.join("\r\n"), &body), (text, Vec::new()));
    }

    #[test]
    fn bodies_that_break_off_give_their_beginning(
        text in text(),
        coding in 0..CODINGS.len(),
        cut in any::<prop::sample::Index>(),
    ) {
        let coding = CODINGS[coding];
        let mut body = encode(coding, &text);
        body.truncate(cut.index(body.len()));
        let head = format!("Content-Encoding: {}", name(coding));
        let (found, flags) = decoded(&head, &body);
        if flags.contains(&HttpFlag::NotEncoded) || body.is_empty() {
            // Nothing could be made of it: the bytes as they stand.
            prop_assert_eq!(found, body);
        } else {
            prop_assert!(text.starts_with(&found));
            prop_assert_eq!(flags, [HttpFlag::EncodingBroken]);
        }
    }

    #[test]
    fn chunks_that_break_off_give_their_beginning(
        text in text(),
        size in 1..3000_usize,
        cut in any::<prop::sample::Index>(),
    ) {
        let mut body = chunked(&text, &[size]);
        body.truncate(cut.index(body.len()));
        let (found, flags) = decoded("Transfer-Encoding: chunked", &body);
        match flags[..] {
            // Cut inside the trailer.
            [] if !body.is_empty() => prop_assert_eq!(found, text),
            [HttpFlag::ChunksBroken] => prop_assert!(text.starts_with(&found)),
            _ => prop_assert_eq!(found, body),
        }
    }

    #[test]
    fn any_block_may_be_asked_for_its_payload(block in prop::collection::vec(any::<u8>(), 0..300)) {
        let limits = Limits::default();
        for block in [block.clone(), [b"HTTP/1.1 200 OK\r\n", &block[..]].concat()] {
            if let Ok(http) = parse_http_response(&block, &limits) {
                let payload = http.payload(&limits);
                prop_assert!(http.body.len() <= block.len());
                prop_assert!(payload.flags.len() < 10);
            }
        }
    }
}

#[test]
fn header_fields_are_found_in_any_case_and_order() {
    let block = b"HTTP/1.1 200 OK\r\nA: 1\r\nb : 2\r\nA: 3\r\nfolded: x\r\n\ty\r\nEmpty:\r\n\r\n";
    let http = parse_http_response(block, &Limits::default()).expect("a response");
    for (name, value) in [
        ("a", Some("1")),
        ("B", Some("2")),
        ("FOLDED", Some("x y")),
        ("empty", Some("")),
        ("c", None),
    ] {
        assert_eq!(http.headers.get(name), value, "{name}");
    }
    let names: Vec<&str> = http.headers.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["A", "b", "A", "folded", "Empty"]);
}

#[test]
fn several_types_are_told_when_they_differ() {
    for (head, flagged) in [
        ("Content-Type: text/html\r\nContent-Type: text/html", false),
        ("Content-Type: text/html\r\ncontent-type: text/plain", true),
        ("Content-Type: text/html", false),
    ] {
        let (_, flags) = decoded(head, b"x");
        assert_eq!(flags.contains(&HttpFlag::ContentTypes), flagged, "{head}");
    }
}

#[test]
fn streams_end_at_the_cap_and_tell_broken_codings() {
    let text = b"the tide comes in ".repeat(5000);
    let limits = Limits { payload: 1000, ..Limits::default() };
    for head in ["Content-Encoding: gzip", "A: b"] {
        let body = if head.starts_with("Content") { encode("gzip", &text) } else { text.clone() };
        let block = message(head, &body);
        let mut content = Vec::new();
        let mut response = stream_http_response(&block[..], &limits).expect("a response");
        let error = response.content.read_to_end(&mut content).expect_err("too large");
        assert_eq!(error.kind(), std::io::ErrorKind::FileTooLarge, "{head}");
        assert!(text.starts_with(&content) && content.len() <= 1000, "{head}");
    }
    let broken = encode("gzip", &text);
    assert_eq!(streamed("Content-Encoding: gzip", &broken[..broken.len() / 2]), None);
}
