//! Any text as the code of a language, and as a text whose language is identified.

use scutch_page::{ExtractConfig, Hints, Limits, Method, Page, language_tag};

/// One execution.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    assert!(language_tag(text).len() <= text.len().max(16), "{text:?}");
    let page = Page::plain_text(data, &Hints::default(), &Limits::default());
    let metadata = page.metadata(&Method::AllText.extract(&page, &ExtractConfig::default()));
    if let Some(score) = metadata.language_score {
        assert!((0.0..=1.0).contains(&score), "{score}");
    }
}
