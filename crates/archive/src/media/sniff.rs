//! Media types by the first bytes (WHATWG MIME Sniffing, section 7.1).

use super::formats::{self, BOM, other_format};

/// Bytes that are looked at (WHATWG MIME Sniffing, section 5.2).
const LOOK: usize = 1445;

/// Tags that HTML begins with, as the standard lists them; `<meta` besides.
const HTML_OPENINGS: &[&[u8]] = &[
    b"<!doctype html",
    b"<html",
    b"<head",
    b"<script",
    b"<iframe",
    b"<h1",
    b"<div",
    b"<font",
    b"<table",
    b"<a",
    b"<style",
    b"<title",
    b"<b",
    b"<body",
    b"<br",
    b"<p",
    b"<!--",
    b"<meta",
];

/// The type of a page, or of XML: what begins with markup.
pub(super) fn page(bytes: &[u8]) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(LOOK)];
    let head = head.strip_prefix(BOM).unwrap_or(head).trim_ascii_start();
    if opens(head, b"<?xml") {
        // The standard stops here. XHTML pages have this declaration, too.
        let rest = memchr::memmem::find(head, b"?>").map(|end| head[end + 2..].trim_ascii_start());
        let is_xhtml =
            rest.is_some_and(|rest| opens(rest, HTML_OPENINGS[0]) || opens(rest, b"<html"));
        return Some(if is_xhtml { "application/xhtml+xml" } else { "text/xml" });
    }
    HTML_OPENINGS.iter().any(|opening| opens(head, opening)).then_some("text/html")
}

/// Whether bytes begin with an opening, which must end there: `<a` is none of `<abbr>`.
fn opens(head: &[u8], opening: &[u8]) -> bool {
    let Some((start, rest)) = head.split_at_checked(opening.len()) else { return false };
    let ends = opening.starts_with(b"<!--")
        || rest.first().is_none_or(|b| b.is_ascii_whitespace() || matches!(b, b'>' | b'/'));
    start.eq_ignore_ascii_case(opening) && ends
}

/// Any other type: a known format, text, or bytes. `None` for no bytes.
pub(super) fn any(bytes: &[u8]) -> Option<&'static str> {
    if bytes.is_empty() {
        return None;
    }
    let by_format = other_format(bytes);
    Some(by_format.unwrap_or(if is_binary(bytes) { super::OCTET_STREAM } else { "text/plain" }))
}

/// Whether bytes are no text (WHATWG MIME Sniffing, section 7.2): they have controls that no text
/// has, and no byte order mark.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(LOOK)];
    let marks = [BOM, b"\xFE\xFF", b"\xFF\xFE"];
    let is_control = |b: &u8| matches!(b, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    !marks.iter().any(|mark| head.starts_with(mark)) && head.iter().any(is_control)
}

/// Whether bytes are neither text nor a file of a known format: they are coded, most likely.
pub(crate) fn is_unintelligible(bytes: &[u8]) -> bool {
    let codings = ["application/gzip", "application/zstd"];
    let format = formats::opening(bytes);
    let is_coding = format.is_some_and(|format| codings.contains(&format));
    let is_known = format.is_some() && !is_coding;
    // A page with a stray control is a page.
    is_coding || !is_known && page(bytes).is_none() && is_binary(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings() {
        let xhtml = "application/xhtml+xml";
        let cases: &[(&[u8], Option<&str>, Option<&str>)] = &[
            (b"  <!DOCTYPE html>", Some("text/html"), Some("text/plain")),
            (b"<HTML>", Some("text/html"), Some("text/plain")),
            (b"\xEF\xBB\xBF<p class=x>", Some("text/html"), Some("text/plain")),
            (b"<!-- x -->", Some("text/html"), Some("text/plain")),
            (b"<!--x", Some("text/html"), Some("text/plain")),
            (b"<iframe src=a>", Some("text/html"), Some("text/plain")),
            (b"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC ''>", Some(xhtml), Some("text/plain")),
            (b"<?xml version='1.0'?><html xmlns=''>", Some(xhtml), Some("text/plain")),
            (b"<?xml version='1.0'?><rss>", Some("text/xml"), Some("text/plain")),
            (b"<?xml", Some("text/xml"), Some("text/plain")),
            (b"", None, None),
            (b"<pre", None, Some("text/plain")),
            (b"<abbr>", None, Some("text/plain")),
            (b"text", None, Some("text/plain")),
            (b"\x1B$B", None, Some("text/plain")),
            (b"\xFF\xFEa\0", None, Some("text/plain")),
            (b"GIF89a\x01\0", None, Some("image/gif")),
            (b"%PDF-1.7", None, Some("application/pdf")),
            (b"{\"a\":1}", None, Some("application/json")),
            (b"a\0b", None, Some("application/octet-stream")),
        ];
        for (bytes, markup, other) in cases {
            assert_eq!(page(bytes), *markup, "{}", bytes.escape_ascii());
            assert_eq!(any(bytes), *other, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn coded_bytes_are_unintelligible() {
        for coded in [&b"\x1f\x8b\x08\0"[..], b"\x28\xb5\x2f\xfd\x04", b"\x1b\x03\0\xf8"] {
            assert!(is_unintelligible(coded), "{}", coded.escape_ascii());
        }
        let late = [vec![b'a'; LOOK], vec![0]].concat();
        for plain in [&b""[..], b"text", b"<p>\x01", b"%PDF-1.7\0", b"{\"a\":1}", &late] {
            assert!(!is_unintelligible(plain), "{}", plain.escape_ascii());
        }
    }
}
