//! Captures of archives, as all programs here read them.

use std::path::Path;

use anyhow::Result;
use scutch_archive::{Capture, Item, Limits, Reader, capture};
use scutch_page::{Hints, Page};

/// Passes each capture of an archive on, in the order of the file.
pub(crate) fn for_each_capture(
    archive: &Path,
    mut with: impl FnMut(&Capture<'_>) -> Result<()>,
) -> Result<()> {
    let limits = Limits::default();
    let mut reader = Reader::open(archive, &limits)?;
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { continue };
        if let Ok(capture) = capture(&record, &limits) {
            with(&capture)?;
        }
    }
    Ok(())
}

/// The page of a capture, read as `scutch corpus` reads it.
pub(crate) fn parse(capture: &Capture<'_>) -> Page {
    let hints = Hints {
        url: Some(capture.url),
        http_content_type: capture.content_type.as_deref(),
        guessed_charset: capture.guessed_charset.as_deref(),
        ..Hints::default()
    };
    Page::parse(&capture.payload.content, &hints, &Default::default())
}
