//! Any text as the CoNLL-U of a tagger.

/// One execution.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(sentences) = scutch_corpus::annotated_sentences(text) {
        assert!(sentences <= text.lines().count());
    }
}
