//! The media type of a capture.
//!
//! The first of these that exists: the `Content-Type` of the server, the type the archive
//! identified, the type the first bytes suggest. If the bytes contradict a web page type, the bytes
//! win.

use scutch_archive::Capture;
use scutch_page::other_format;

/// Media type of a capture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Mime {
    /// Type and subtype in lower case, without parameters.
    pub(crate) essence: Option<String>,
    /// Reason id, if something other than the `Content-Type` decided.
    pub(crate) flag: Option<&'static str>,
}

/// Reason id: the archive's identification replaced a missing `Content-Type`.
pub(crate) const IDENTIFIED: &str = "mime-identified";
/// Reason id: the first bytes replaced a missing `Content-Type`.
pub(crate) const SNIFFED: &str = "mime-sniffed";
/// Reason id: labelled as a web page, but the bytes are of another format.
pub(crate) const OVERRULED: &str = "mime-overruled";

/// Media types of web pages.
pub(crate) const PAGES: [&str; 2] = ["text/html", "application/xhtml+xml"];

/// Bytes examined for an unlabelled capture (WHATWG MIME Sniffing, section 5).
const SNIFF_BYTES: usize = 1445;

/// Prefixes that identify unlabelled bytes as HTML (WHATWG MIME Sniffing, section 7.1).
const HTML_OPENINGS: &[&[u8]] = &[
    b"<!doctype html",
    b"<html",
    b"<head",
    b"<body",
    b"<title",
    b"<script",
    b"<!--",
    b"<h1",
    b"<div",
    b"<table",
    b"<p",
    b"<a",
    b"<br",
    b"<meta",
];

/// The media type of a capture.
pub(crate) fn of_capture(capture: &Capture<'_>) -> Mime {
    let declared = declared(capture);
    // Only page types are checked: servers often label PDF and images as HTML, rarely the reverse.
    let page = declared.essence.as_deref().is_some_and(|essence| PAGES.contains(&essence));
    match page.then(|| other_format(&capture.payload.content)).flatten() {
        Some(other) => Mime { essence: Some(other.to_owned()), flag: Some(OVERRULED) },
        None => declared,
    }
}

/// The type by headers, else by the first bytes.
fn declared(capture: &Capture<'_>) -> Mime {
    if let Some(essence) = capture.content_type.as_deref().and_then(essence) {
        return Mime { essence: Some(essence), flag: None };
    }
    let identified = capture.record.header("WARC-Identified-Payload-Type").and_then(essence);
    if identified.is_some() {
        return Mime { essence: identified, flag: Some(IDENTIFIED) };
    }
    if looks_like_html(&capture.payload.content) {
        return Mime { essence: Some("text/html".to_owned()), flag: Some(SNIFFED) };
    }
    Mime::default()
}

/// Type and subtype of a header in lower case: `Text/HTML; charset=x` becomes `text/html`. `None`
/// without a slash.
pub(crate) fn essence(header: &str) -> Option<String> {
    // Repeated headers arrive joined by commas; the first one counts.
    let essence = header.split([';', ',']).next()?.trim().to_ascii_lowercase();
    (essence.contains('/') && !essence.contains(char::is_whitespace)).then_some(essence)
}

/// Whether bytes start like HTML, after a byte order mark and white space.
fn looks_like_html(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(SNIFF_BYTES)];
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    HTML_OPENINGS.iter().any(|opening| {
        // `<a` must not match `<abbr>`: a tag name ends at a space, a slash or a bracket.
        let ends = |next: Option<&u8>| {
            opening.starts_with(b"<!") || next.is_none_or(|b| b" \t\r\n\x0c/>".contains(b))
        };
        head.len() >= opening.len()
            && head[..opening.len()].eq_ignore_ascii_case(opening)
            && ends(head.get(opening.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn essences() {
        assert_eq!(essence("Text/HTML; charset=x").as_deref(), Some("text/html"));
        assert_eq!(essence("text/html,text/html").as_deref(), Some("text/html"));
        assert_eq!(essence("html"), None);
        assert_eq!(essence(""), None);
    }

    #[test]
    fn openings() {
        for html in ["  <!DOCTYPE html>", "<HTML>", "\u{feff}<p class=x>", "<!-- x -->"] {
            assert!(looks_like_html(html.as_bytes()), "{html}");
        }
        for other in ["", "<pre", "<abbr>", "GIF89a", "{\"a\":1}", "text"] {
            assert!(!looks_like_html(other.as_bytes()), "{other}");
        }
    }
}
