//! From a record to its page, or to the reason why nobody looks at it.

use scutch_archive::{Capture, Fault, HttpFlag, MediaType, Record, Severity};
use scutch_folder::config::Config;
use scutch_folder::config::scope::{Filter, PLAIN_TEXT};
use scutch_page::{Document, Hints, Page};

use crate::row::{Identity, PageFacts, Row};

/// What became of one record, and what was seen of it on the way.
#[derive(Debug)]
pub(crate) struct Derived {
    /// Record type, in lower case.
    pub(crate) record_type: String,
    /// HTTP status of a capture.
    pub(crate) status: Option<u16>,
    /// Media type of a capture.
    pub(crate) mime: Option<String>,
    /// What became of it.
    pub(crate) outcome: Outcome,
    /// What becomes of it in place of `outcome` where somebody decided on its row.
    pub(crate) decided: Option<Box<DecidedCopies>>,
}

impl Derived {
    /// Whether the record, as one copy or another, is quarantined.
    pub(crate) fn may_be_quarantined(&self) -> bool {
        let copies = self.decided.iter().flat_map(|decided| &decided.copies);
        let mut outcomes = copies.map(|copy| &copy.outcome).chain([&self.outcome]);
        outcomes.any(|outcome| matches!(outcome, Outcome::Quarantined(_)))
    }
}

/// Copies of one capture on whose rows somebody decided.
#[derive(Debug)]
pub(crate) struct DecidedCopies {
    /// Key of the capture, by which its copies are counted.
    pub(crate) capture: u64,
    /// What becomes of them.
    pub(crate) copies: Vec<DecidedCopy>,
}

/// A copy of a capture on whose row somebody decided.
#[derive(Debug)]
pub(crate) struct DecidedCopy {
    /// Number of copies before it.
    pub(crate) ordinal: u32,
    /// Id of its row.
    pub(crate) id: String,
    /// What becomes of it. A row has the id of ordinal 0.
    pub(crate) outcome: Outcome,
}

/// The three ways a record can go. Every record goes exactly one.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It became a row.
    Row(Box<Draft>),
    /// A named filter dropped it.
    OutOfScope(Filter),
    /// It cannot be used.
    Quarantined(Rejection),
}

/// A row that lacks only what the whole run knows: its ordinal among equal captures.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    /// The row, with the id of ordinal 0.
    pub(crate) row: Row,
    /// Facts about the page that are in no column.
    pub(crate) facts: PageFacts,
    /// What its id is made from.
    pub(crate) identity: Identity,
    /// What was extracted, where a format is written from it.
    pub(crate) document: Document,
}

/// Why a record cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rejection {
    /// Reason id.
    pub(crate) reason: &'static str,
    /// The reason as a sentence.
    pub(crate) sentence: String,
}

fn lost(fault: &Fault) -> Rejection {
    let sentence = format!("{} {}", fault.cause.sentence(), fault.detail).trim().to_owned();
    Rejection { reason: fault.cause.id(), sentence }
}

/// A page that is in scope.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) page: Page,
    pub(crate) mime: MediaType,
}

/// Passes records of a kind and soundness that can become rows.
pub(crate) fn usable(record: &Record<'_>, config: &Config) -> Result<(), Outcome> {
    // Before the type filter: a damaged record is reported, even if its type is out of scope.
    if let Some(fault) = record.faults().iter().find(|f| f.severity == Severity::Lost)
        && !config.scope.keep_damaged
    {
        return Err(Outcome::Quarantined(lost(fault)));
    }
    match config.scope.by_type(record.kind().name()) {
        Some(filter) => Err(Outcome::OutOfScope(filter)),
        None => Ok(()),
    }
}

/// Passes captures of a status and type that are asked for, and of a content that can be read.
pub(crate) fn wanted(
    capture: &Capture<'_>,
    mime: MediaType,
    config: &Config,
) -> Result<MediaType, Outcome> {
    let scope = &config.scope;
    if let Some(filter) = scope.by_status(capture.status) {
        return Err(Outcome::OutOfScope(filter));
    }
    let lost = capture.payload.flags.contains(&HttpFlag::EncodingLost);
    match scope.by_mime(mime.essence.as_deref()) {
        // Without a declared type it might be anything, a page too.
        Some(filter) if !lost || mime.essence.is_some() => Err(Outcome::OutOfScope(filter)),
        _ if lost => Err(Outcome::Quarantined(undecoded(capture))),
        _ => Ok(mime),
    }
}

/// The rejection of a content whose coding cannot be undone.
fn undecoded(capture: &Capture<'_>) -> Rejection {
    let why = HttpFlag::EncodingLost;
    let fields = capture.http.as_ref().map(|http| &http.headers);
    let stated = fields.and_then(|fields| fields.get("Content-Encoding")).unwrap_or_default();
    // A field of an archive may be as long as its cap on headers.
    let stated: String = stated.chars().take(80).collect();
    Rejection {
        reason: why.id(),
        sentence: format!("{} {stated}", why.sentence()).trim().to_owned(),
    }
}

/// What kind of page a capture is, or why it is not looked at.
pub(crate) fn in_scope(capture: &Capture<'_>, config: &Config) -> Result<MediaType, Outcome> {
    usable(capture.record, config)?;
    wanted(capture, capture.media_type(), config)
}

/// The page of a capture, or why it is not looked at.
pub(crate) fn open(capture: &Capture<'_>, config: &Config) -> Result<Opened, Outcome> {
    page_of(capture, in_scope(capture, config)?, config)
}

pub(crate) fn page_of(
    capture: &Capture<'_>,
    mime: MediaType,
    config: &Config,
) -> Result<Opened, Outcome> {
    let hints = Hints {
        url: Some(capture.url),
        http_content_type: capture.content_type.as_deref(),
        guessed_charset: capture.guessed_charset.as_deref(),
        capture_ms: capture.date.map(|d| d.unix_ms),
        charset_rule: config.charset_rule,
    };
    let bytes = &capture.payload.content;
    // Read as HTML, a `<` in plain text would start a tag and lose words.
    let page = if mime.essence.as_deref() == Some(PLAIN_TEXT) {
        Page::plain_text(bytes, &hints, &config.page)
    } else {
        Page::parse(bytes, &hints, &config.page)
    };
    // The strict rule prefers no text to a garbled one.
    if let Some(failed) = config.charset_rule.refusal(page.flags()) {
        let sentence = failed.sentence().to_owned();
        return Err(Outcome::Quarantined(Rejection { reason: failed.id(), sentence }));
    }
    Ok(Opened { page, mime })
}
