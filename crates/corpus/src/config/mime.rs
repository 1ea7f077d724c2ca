//! The media type of a capture: what the server said, what the archive identified, or, without
//! either, what the first bytes show. Bytes that are no web page overrule those who call them one.

use scutch_archive::Capture;
use scutch_page::other_format;

/// Media type of a capture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Mime {
    /// Type and subtype in lower case, without parameters.
    pub(crate) essence: Option<String>,
    /// Reason id, when the server's word was not what settled it.
    pub(crate) flag: Option<&'static str>,
}

/// The archive's identification replaced a missing `Content-Type`.
pub(crate) const IDENTIFIED: &str = "mime-identified";
/// The first bytes replaced a missing `Content-Type`.
pub(crate) const SNIFFED: &str = "mime-sniffed";
/// Called a web page, but the bytes are of another format.
pub(crate) const OVERRULED: &str = "mime-overruled";

/// Media types of web pages.
pub(crate) const PAGES: [&str; 2] = ["text/html", "application/xhtml+xml"];

/// Bytes looked at when nobody said what a capture is (WHATWG MIME Sniffing, section 5).
const SNIFF_BYTES: usize = 1445;

/// Openings that make unlabelled bytes HTML (WHATWG MIME Sniffing, section 7.1).
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

pub(crate) fn of(capture: &Capture<'_>) -> Mime {
    let said = said(capture);
    let page = said.essence.as_deref().is_some_and(|essence| PAGES.contains(&essence));
    match page.then(|| other_format(&capture.payload.content)).flatten() {
        Some(other) => Mime { essence: Some(other.to_owned()), flag: Some(OVERRULED) },
        None => said,
    }
}

fn said(capture: &Capture<'_>) -> Mime {
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

/// `Text/HTML; charset=x` becomes `text/html`; what has no slash is nothing.
pub(crate) fn essence(header: &str) -> Option<String> {
    let essence = header.split([';', ',']).next()?.trim().to_ascii_lowercase();
    (essence.contains('/') && !essence.contains(char::is_whitespace)).then_some(essence)
}

fn looks_like_html(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(SNIFF_BYTES)];
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    HTML_OPENINGS.iter().any(|opening| {
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
