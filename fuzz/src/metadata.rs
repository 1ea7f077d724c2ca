//! Any text as a page, as structured data in a page, and as meta elements: what it says about itself.

use scutch_page::{ExtractConfig, Hints, Limits, Page, extract};

/// May 2019.
const CAPTURED: i64 = 1_558_000_000_000;

/// One execution.
pub fn run(data: &[u8]) {
    let (choice, rest) = data.split_first().map_or((0, data), |(choice, rest)| (*choice, rest));
    let url = std::str::from_utf8(&rest[..rest.len().min(60)]).unwrap_or_default();
    let (before, after): (&[u8], &[u8]) = match choice % 4 {
        0 => (b"", b""),
        1 => (b"<script type=application/ld+json>", b"</script><p>Text."),
        2 => (b"<h1>The ferry</h1><p class=byline>", b"</p><p>The ferry was late on Monday."),
        _ => (b"<meta name=\"", b"\"><p>Text."),
    };
    let html = [before, rest, after].concat();
    let hints = Hints {
        url: Some(url).filter(|_| choice >= 128),
        capture_ms: Some(CAPTURED),
        ..Hints::default()
    };
    let page = Page::parse(&html, &hints, &Limits::default());
    let metadata = page.metadata(&extract(&page, &ExtractConfig::default()));
    for date in [&metadata.date_published, &metadata.date_modified].into_iter().flatten() {
        // ISO 8601, not after the capture (a day for time zones).
        assert!(date.len() >= 4 && date.as_str() < "2019-05-18", "{date}");
    }
    for value in metadata.candidates.values().flatten() {
        assert!(!value.value.is_empty() && !value.value.chars().any(char::is_control));
    }
}
