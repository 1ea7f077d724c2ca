//! Heads before the response: interim ones, and answers of proxies to CONNECT.

use super::{status, status_line};
use crate::record::header;

/// Length of the heads that stand before the final response. Zero where the first head is the
/// response: an interim head is passed over only if another status line follows it.
pub(super) fn length(block: &[u8], cap: usize) -> usize {
    let mut passed = 0;
    // All heads together are bound as one head is.
    while passed < cap {
        let Some(end) = end_of_interim(&block[passed..]) else { break };
        passed += end;
    }
    passed
}

/// The end of a first head that is not the response.
fn end_of_interim(block: &[u8]) -> Option<usize> {
    let line = status_line(block);
    if !(is_interim(line) || is_tunnel(line)) {
        return None;
    }
    let (_, end) = header::blank_line(block, line.len())?;
    status(status_line(&block[end..]), &mut Vec::new()).flatten().map(|_| end)
}

/// RFC 9110, section 15.2: 1xx.
fn is_interim(line: &[u8]) -> bool {
    status(line, &mut Vec::new()).flatten().is_some_and(|code| code / 100 == 1)
}

/// Proxies say `200 Connection established` in many spellings. The reason is the only sign of it.
fn is_tunnel(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).skip(1);
    let is_success = words.next().is_some_and(|code| code.starts_with(b"2"));
    let subject = words.next().unwrap_or_default();
    let verb = words.next().unwrap_or_default();
    is_success
        && [&b"connection"[..], b"tunnel"].iter().any(|word| subject.eq_ignore_ascii_case(word))
        && verb.eq_ignore_ascii_case(b"established")
}

/// Whether the beginning of a block holds the whole head of its response. Behind an interim head
/// the next line has to be seen, too.
pub(crate) fn is_head_whole(start: &[u8]) -> bool {
    let passed = length(start, usize::MAX);
    let response = &start[passed..];
    let line = status_line(response);
    let Some((_, end)) = header::blank_line(response, line.len()) else { return false };
    let is_last = !(is_interim(line) || is_tunnel(line));
    is_last || response[end..].contains(&b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    const OK: &str = "HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody";

    #[test]
    fn heads_before_the_response_are_passed_over() {
        let cases = [
            ("HTTP/1.1 100 Continue\r\n\r\n", true),
            ("HTTP/1.1 100 Continue\n\n", true),
            ("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n", true),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n", true),
            ("HTTP/1.0 200 Connection established\r\n\r\n", true),
            ("HTTP/1.1 200 Connection Established\r\nProxy-Agent: x\r\n\r\n", true),
            ("HTTP/1.1 200 Tunnel established\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n", true),
            // A page may well show a status line.
            ("HTTP/1.1 200 OK\r\n\r\n", false),
            ("HTTP/1.1 404 Connection established\r\n\r\n", false),
            ("", false),
        ];
        for (before, passes) in cases {
            let block = format!("{before}{OK}");
            let expected = if passes { before.len() } else { 0 };
            assert_eq!(length(block.as_bytes(), usize::MAX), expected, "{before:?}");
            assert!(is_head_whole(block.as_bytes()), "{before:?}");
        }
    }

    #[test]
    fn an_interim_head_with_nothing_behind_it_is_the_response() {
        for block in [
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n<p>HTTP/1.1 200 OK",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP is a protocol\n",
            "HTTP/1.1 200 Connection established\r\n\r\n",
        ] {
            assert_eq!(length(block.as_bytes(), usize::MAX), 0, "{block:?}");
        }
        assert_eq!(length(b"HTTP/1.1 100 Continue", usize::MAX), 0);
    }

    #[test]
    fn heads_that_are_cut_are_not_whole() {
        let block = format!("HTTP/1.1 100 Continue\r\n\r\n{OK}");
        let whole = block.len() - "body".len();
        for end in 0..block.len() {
            assert_eq!(is_head_whole(&block.as_bytes()[..end]), end >= whole, "{end}");
        }
    }

    #[test]
    fn a_block_of_interim_heads_ends_at_the_cap() {
        let heads = "HTTP/1.1 100 Continue\r\n\r\n".repeat(1000);
        let passed = length(heads.as_bytes(), 100);
        assert!((100..200).contains(&passed), "{passed}");
    }
}
