//! Any text as the structured data of a page.

use scutch_page::{ExtractConfig, Hints, Limits, Method, Page};

/// One execution.
pub fn run(data: &[u8]) {
    let html = [b"<script type='application/ld+json'>", data, b"</script><p>Text."].concat();
    let page = Page::parse(&html, &Hints::default(), &Limits::default());
    let metadata = page.metadata(&Method::AllText.extract(&page, &ExtractConfig::default()));
    for value in metadata.candidates.values().flatten() {
        assert!(!value.value.is_empty() && !value.value.chars().any(char::is_control));
    }
}
