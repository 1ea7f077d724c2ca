use proptest::prelude::*;

use super::*;

const HTML: &[u8] = b"<!DOCTYPE html><p>The tide.";

fn read(declared: Option<&str>, identified: Option<&str>, bytes: &[u8]) -> (String, MediaSource) {
    let found = MediaType::read(declared, identified, |most| bytes[..bytes.len().min(most)].into());
    (found.essence.unwrap_or_default(), found.source)
}

#[test]
fn essences() {
    for (header, expected) in [
        ("Text/HTML; charset=x", Some("text/html")),
        ("text/HTML ;charset=utf-8", Some("text/html")),
        ("text/html charset=utf-8", Some("text/html")),
        ("text/html\tcharset=utf-8", Some("text/html")),
        ("text/html, text/html; charset=utf-8", Some("text/html")),
        ("text/html,text/plain", Some("text/html")),
        ("*/*, text/html", Some("text/html")),
        ("*/*, unknown/unknown", Some("*/*")),
        ("html, text/css", Some("text/css")),
        ("\"text/html; charset=utf-8\"", Some("text/html")),
        (" 'image/png' ", Some("image/png")),
        ("image/svg+xml;", Some("image/svg+xml")),
        ("html", None),
        ("text/", None),
        ("/html", None),
        ("text/html/x", None),
        ("text/{html}", None),
        ("; charset=utf-8", None),
        ("", None),
    ] {
        assert_eq!(essence(header).as_deref(), expected, "{header:?}");
    }
}

#[test]
fn types_that_say_nothing_are_sniffed_and_others_are_believed() {
    use MediaSource::{Declared, Identified, Overruled, Sniffed};
    let octets = "application/octet-stream";
    type Case<'c> = (Option<&'c str>, Option<&'c str>, &'c [u8], &'c str, MediaSource);
    let mut cases: Vec<Case<'_>> = vec![
        (Some("text/html"), None, b"no markup", "text/html", Declared),
        (Some("image/png"), Some("text/html"), HTML, "image/png", Declared),
        (Some("application/xml"), None, HTML, "application/xml", Declared),
        // Section 7.2 of the standard: never a page.
        (Some("text/plain"), None, HTML, "text/plain", Declared),
        (Some("text/plain"), None, b"a\0", octets, Overruled),
        (Some("text/plain; charset=UTF-8"), None, b"a\0", octets, Overruled),
        (Some("text/plain; charset=utf-16le"), None, b"a\0", "text/plain", Declared),
        (Some("text/html"), None, b"%PDF-1.7", "application/pdf", Overruled),
        (None, Some("text/html"), b"%PDF-1.7", "application/pdf", Overruled),
        (None, Some("image/gif"), HTML, "image/gif", Identified),
        (Some(octets), Some("image/gif"), HTML, "image/gif", Identified),
        (None, Some("no-type"), HTML, "text/html", Sniffed),
        (None, None, b"plain words", "text/plain", Sniffed),
        (Some("unknown/unknown"), None, b"GIF89a", "image/gif", Sniffed),
        (Some("html"), None, b"a\0", octets, Sniffed),
        // A download is not taken for more than a page.
        (Some(octets), None, b"GIF89a", octets, Declared),
        (Some(octets), None, b"plain words", octets, Declared),
        (None, None, b"", "", Declared),
        (Some("*/*"), None, b"", "*/*", Declared),
    ];
    for said in [None, Some(""), Some("html"), Some("; charset=utf-8"), Some("text/html/x")] {
        cases.push((said, None, HTML, "text/html", Sniffed));
    }
    for said in SAY_NOTHING {
        cases.push((Some(said), None, HTML, "text/html", Sniffed));
        cases.push((Some(said), Some("*/*"), HTML, "text/html", Sniffed));
    }
    for (declared, identified, bytes, expected, source) in cases {
        let found = read(declared, identified, bytes);
        assert_eq!(found, (expected.to_owned(), source), "{declared:?} {identified:?}");
    }
}

#[test]
fn bytes_are_not_asked_for_where_the_type_says_enough() {
    for declared in ["image/png", "text/css", "text/plain; charset=koi8-r"] {
        MediaType::read(Some(declared), None, |_| panic!("{declared}"));
    }
}

proptest! {
    #[test]
    fn the_essence_of_an_essence_is_itself(header in "[ -~]{0,24}") {
        if let Some(once) = essence(&header) {
            prop_assert_eq!(essence(&once), Some(once.clone()));
            prop_assert!(!once.contains([';', ',', ' ']));
            prop_assert_eq!(&once, &once.to_ascii_lowercase());
        }
    }

    /// Who has the start of a content, and who has all of it, read one type.
    #[test]
    fn the_start_decides(
        declared in prop::option::of(prop::sample::select(vec!["text/html", "*/*", "text/plain"])),
        mut bytes in prop::collection::vec(prop::sample::select(b"{[\"a, ]}<p>\0".to_vec()), 0..9),
        times in 1..1500_usize,
    ) {
        bytes = bytes.repeat(times);
        let whole = MediaType::read(declared, None, |_| bytes.as_slice().into());
        let found = read(declared, None, &bytes);
        prop_assert_eq!(found, (whole.essence.unwrap_or_default(), whole.source));
    }
}
