//! From a record to its observation, and from its content to a sketch.

use std::io;

use scutch_archive::{Capture, Limits, Record, RecordKind, capture};
use scutch_page::{Hints, Page};

use crate::collection::observation::{
    CaptureKind, CaptureObservation, Names, names_of, references_of,
};
use crate::collection::timemap::CapturePlace;
use crate::sketch::config::SketchConfig;
use crate::sketch::sketcher::{Media, Sketcher};
use crate::sketch::store::{ContentRef, SketchStore, content_key};

/// A memento that stands in a file of its own.
#[derive(Debug, Clone, Default)]
pub struct FileCapture<'b> {
    /// URI-M, where there is one.
    pub uri_m: Option<String>,
    /// URI-R.
    pub url: String,
    /// When it was captured, milliseconds since 1970 UTC; `None` where the date cannot be read.
    pub unix_ms: Option<i64>,
    /// The date as written, where it is not the 14 digits of `unix_ms`.
    pub written: Option<String>,
    /// HTTP status, where it is known.
    pub status: Option<u16>,
    /// Number of the file.
    pub file: u32,
    /// What the server said the bytes are.
    pub content_type: Option<&'b str>,
    /// Where it redirects to.
    pub location: Option<&'b str>,
    /// The bytes, decoded.
    pub bytes: &'b [u8],
}

/// Observes captures. Each thread has one, since it remembers hashes of words between pages; the
/// [`SketchStore`] is shared.
pub struct Observer<'a> {
    config: &'a SketchConfig,
    limits: &'a Limits,
    store: &'a SketchStore,
    sketcher: Sketcher,
}

impl<'a> Observer<'a> {
    /// An observer; `limits` cap what is read of a record.
    pub fn new(config: &'a SketchConfig, limits: &'a Limits, store: &'a SketchStore) -> Self {
        Self { config, limits, store, sketcher: Sketcher::default() }
    }

    /// Observes a record of the file of this number. `None` for what is no capture of a page's
    /// address.
    ///
    /// # Errors
    /// When the temporary file for sketches cannot be written.
    pub fn record(
        &mut self,
        file: u32,
        record: &Record<'_>,
    ) -> io::Result<Option<CaptureObservation>> {
        if *record.kind() == RecordKind::Revisit {
            return Ok(observed(file, record, CaptureKind::Revisit));
        }
        match capture(record, self.limits) {
            Ok(capture) => self.capture(file, &capture, None),
            Err(_) => Ok(None),
        }
    }

    /// Observes a capture whose page may be parsed already: with the hints of [`hints`] and the
    /// limits of the configuration.
    ///
    /// # Errors
    /// When the temporary file for sketches cannot be written.
    pub fn capture(
        &mut self,
        file: u32,
        capture: &Capture<'_>,
        page: Option<&Page>,
    ) -> io::Result<Option<CaptureObservation>> {
        let kind = match capture.record.kind() {
            RecordKind::Conversion => CaptureKind::Conversion,
            _ => CaptureKind::Original,
        };
        let Some(mut observed) = observed(file, capture.record, kind) else { return Ok(None) };
        // A revisit keeps no status: that of its original may differ.
        observed.status = capture.status;
        let headers = capture.http.as_ref().map(|http| &http.headers);
        let location = headers.and_then(|headers| headers.get("Location"));
        observed.location = location.map(str::to_owned);
        observed.content = Some(self.content(
            &capture.payload.content,
            Media::of_capture(capture),
            &hints(capture),
            page,
        )?);
        Ok(Some(observed))
    }

    /// Observes a memento that stands in a file of its own.
    ///
    /// # Errors
    /// When the temporary file for sketches cannot be written.
    pub fn file(&mut self, file: &FileCapture<'_>) -> io::Result<CaptureObservation> {
        let hints = Hints {
            url: Some(&file.url),
            http_content_type: file.content_type,
            capture_ms: file.unix_ms,
            ..Hints::default()
        };
        Ok(CaptureObservation {
            kind: CaptureKind::Original,
            uri_m: file.uri_m.clone(),
            url: file.url.clone(),
            unix_ms: file.unix_ms,
            written: file.written.clone(),
            status: file.status,
            place: CapturePlace { file: file.file, ..CapturePlace::default() },
            content: Some(self.content(
                file.bytes,
                Media::of_bytes(file.content_type, file.bytes),
                &hints,
                None,
            )?),
            location: file.location.map(str::to_owned),
            names: Names::default(),
            refers_to: None,
        })
    }

    /// The content of these bytes; its sketch is made unless it is known.
    fn content(
        &mut self,
        bytes: &[u8],
        media: Media,
        hints: &Hints<'_>,
        page: Option<&Page>,
    ) -> io::Result<ContentRef> {
        // Captures of an unchanged page are the rule: most contents are known already.
        let key = content_key(bytes, media, hints);
        if let Some(known) = self.store.known(key) {
            return Ok(known);
        }
        // A page that the caller parsed must not be used for what is no page to this crate.
        let sketch = match page.filter(|_| media != Media::Other) {
            Some(page) => self.sketcher.sketch_page(bytes, page, self.config),
            None => self.sketcher.sketch(bytes, media, hints, self.config),
        };
        self.store.add(key, &sketch)
    }
}

/// What is known of a page besides its bytes. A page that is parsed with these hints may be handed
/// to [`Observer::capture`].
pub fn hints<'c>(capture: &'c Capture<'_>) -> Hints<'c> {
    Hints {
        url: Some(capture.url),
        http_content_type: capture.content_type.as_deref(),
        guessed_charset: capture.guessed_charset.as_deref(),
        capture_ms: capture.date.map(|date| date.unix_ms),
        ..Hints::default()
    }
}

/// What the header of a record says.
fn observed(file: u32, record: &Record<'_>, kind: CaptureKind) -> Option<CaptureObservation> {
    let url = record.target_uri().filter(|url| is_page_uri(url))?;
    let place = record.location();
    let refers_to = (kind != CaptureKind::Original).then(|| references_of(record));
    Some(CaptureObservation {
        kind,
        uri_m: None,
        url: url.to_owned(),
        unix_ms: record.date().map(|date| date.unix_ms),
        written: None,
        status: None,
        place: CapturePlace { file, offset: place.offset, inner_offset: place.inner_offset },
        content: None,
        location: None,
        names: names_of(record),
        refers_to,
    })
}

/// Captures of names and notes of crawlers are no mementos.
fn is_page_uri(url: &str) -> bool {
    // Heritrix and others write DNS answers, notes and screenshots as records.
    let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
    !matches!(scheme.as_str(), "dns" | "metadata" | "screenshot" | "urn" | "warcinfo" | "filedesc")
}
