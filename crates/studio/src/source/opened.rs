//! A page, read at its place.

use scutch_archive::{Capture, Position, Record, RecordKind, capture};
use scutch_folder::inputs::RecordPlace;
use scutch_page::{Hints, Limits, Page, charset};
use scutch_template::nodes::{PageStyles, page_styles};
use scutch_url::surt;

use super::{PageCapture, Source, SourceError};

/// Captures of a resource that are tried, the nearest ones.
pub(super) const MOST_TRIED: usize = 4;

/// A page with what it is shown with.
#[derive(Debug)]
pub struct Opened {
    /// The page, as a corpus would read it.
    pub page: Page,
    /// Its style sheets, from the archives.
    pub styles: PageStyles,
}

/// A page with the bytes that it was parsed from.
#[derive(Debug)]
pub struct Content {
    /// The page.
    pub page: Page,
    /// What the server said the bytes are.
    pub content_type: Option<String>,
    /// The bytes, decoded.
    pub bytes: Vec<u8>,
}

fn hints<'c>(capture: &'c Capture<'_>, page: &PageCapture) -> Hints<'c> {
    Hints {
        url: Some(capture.url),
        http_content_type: capture.content_type.as_deref(),
        guessed_charset: capture.guessed_charset.as_deref(),
        capture_ms: Some(page.unix_ms),
        ..Hints::default()
    }
}

impl Source {
    /// Opens a page.
    ///
    /// # Errors
    /// When its record is gone, no capture, or a revisit of none.
    pub fn opened(&self, page: &PageCapture) -> Result<Opened, SourceError> {
        let record = self.record(page.place)?;
        let no_capture = |_| self.no_capture(page.place);
        let capture = capture(&record, &self.limits).map_err(no_capture)?;
        let hints = hints(&capture, page);
        let content = &capture.payload.content;
        let whole = charset::decode(content, &hints).text;
        let find = &mut |address: &str| self.sheet(address, page.unix_ms);
        let styles = page_styles(&whole, capture.url, find);
        Ok(Opened { page: Page::parse(content, &hints, &Limits::default()), styles })
    }

    /// A page alone, without what it is shown with.
    ///
    /// # Errors
    /// As [`Source::opened`].
    pub fn page(&self, page: &PageCapture) -> Result<Page, SourceError> {
        Ok(self.content(page)?.page)
    }

    /// A page with the bytes that it was parsed from.
    ///
    /// # Errors
    /// As [`Source::opened`].
    pub fn content(&self, page: &PageCapture) -> Result<Content, SourceError> {
        let record = self.record(page.place)?;
        let no_capture = |_| self.no_capture(page.place);
        let capture = capture(&record, &self.limits).map_err(no_capture)?;
        let parsed =
            Page::parse(&capture.payload.content, &hints(&capture, page), &Limits::default());
        let content_type = capture.content_type.as_deref().map(str::to_owned);
        Ok(Content { page: parsed, content_type, bytes: capture.payload.content.to_vec() })
    }

    /// The record at a place; for a revisit with the block of the capture it stands for.
    pub(super) fn record(&self, place: RecordPlace) -> Result<Record<'static>, SourceError> {
        let (file, offset) = (self.file_name(place.input).to_owned(), place.offset);
        let archives = self.archives();
        let Some(record) = archives.record(place) else {
            return Err(SourceError::Gone { file, offset });
        };
        // Only a revisit needs another record: its own content was not stored again.
        if *record.kind() != RecordKind::Revisit {
            return Ok(record);
        }
        let original = self.originals.resolve(&record, |found| {
            let Position { offset, inner_offset } = found.position;
            archives.record(RecordPlace { input: found.file, offset, inner_offset })
        });
        let original = original.map_err(|_| SourceError::Dangling { file, offset })?;
        Ok(record.with_block_of(original))
    }

    pub(super) fn no_capture(&self, place: RecordPlace) -> SourceError {
        let file = self.file_name(place.input).to_owned();
        SourceError::NoCapture { file, offset: place.offset }
    }

    /// The style sheet of an address that is nearest in time. A revisit of what is not in the archives
    /// has none; the next capture may have.
    fn sheet(&self, address: &str, unix_ms: i64) -> Option<String> {
        // The nearest: after a redesign an old page would get a style that it never had.
        let places = self.nearest(address, unix_ms);
        places.into_iter().take(MOST_TRIED).find_map(|place| {
            let record = self.record(place).ok()?;
            let capture = capture(&record, &self.limits).ok()?;
            // Hashes may agree by chance, addresses do not.
            if surt(capture.url) != surt(address) {
                return None;
            }
            let hints =
                Hints { http_content_type: capture.content_type.as_deref(), ..Hints::default() };
            Some(charset::decode(&capture.payload.content, &hints).text.into_owned())
        })
    }
}
