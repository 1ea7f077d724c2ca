//! From one archive record to its row, or to the reason why it has none.
//!
//! A pure function of the record and the configuration: workers run it, `verify` runs it again.

mod fill;

use scutch_archive::{Capture, Fault, Record, Severity, capture};
use scutch_page::{
    CharsetRule, Document, Extraction, Hints, Metadata, Method, Page, PageFlag, render,
};
use scutch_portal::{Content, Ruled};
use scutch_template::Key;

use self::fill::{describe, locate, saturate, size};
use crate::config::Config;
use crate::continued::{evidence, join};
use crate::groups::Groups;
use crate::joint::{self, Hosts, Joint};
use crate::mime;
use crate::row::{Identity, Row, schema_org};
use crate::scope::{Filter, PLAIN_TEXT};

/// What became of one record, and what was seen of it on the way.
#[derive(Debug)]
pub struct Derived {
    /// Record type, in lower case.
    pub record_type: String,
    /// HTTP status of a capture.
    pub status: Option<u16>,
    /// Media type of a capture.
    pub mime: Option<String>,
    /// What became of it.
    pub outcome: Outcome,
}

/// The three ways a record can go. Every record goes exactly one.
#[derive(Debug)]
pub enum Outcome {
    /// It became a row.
    Row(Box<Draft>),
    /// A named filter dropped it.
    OutOfScope(Filter),
    /// It cannot be used.
    Quarantined(Rejection),
}

/// A row that lacks only what the whole run knows: its ordinal among equal captures.
#[derive(Debug)]
pub struct Draft {
    /// The row, with the id of ordinal 0.
    pub row: Row,
    /// What its id is made from.
    pub identity: Identity,
    /// What was extracted, where a format is written from it.
    pub document: Document,
}

/// Why a record cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// Reason id.
    pub reason: &'static str,
    /// The reason as a sentence.
    pub sentence: String,
}

/// Derives the row of `record` from the archive file named `file`.
/// `groups` is what all inputs together show, where the configuration asks for that.
pub(crate) fn derive(record: &Record<'_>, file: &str, config: &Config, groups: &Groups) -> Derived {
    let mut derived = Derived {
        record_type: record.kind().name().to_owned(),
        status: None,
        mime: None,
        outcome: Outcome::OutOfScope(Filter::RecordType),
    };
    derived.outcome = outcome(record, file, config, groups, &mut derived);
    derived
}

fn outcome(
    record: &Record<'_>,
    file: &str,
    config: &Config,
    groups: &Groups,
    seen: &mut Derived,
) -> Outcome {
    let scope = &config.scope;
    if let Err(outcome) = usable(record, config) {
        return outcome;
    }
    let capture = match capture(record, &config.archive) {
        Ok(capture) => capture,
        Err(why) => {
            let sentence = format!("{} {}", why.reason.sentence(), why.detail).trim().to_owned();
            return Outcome::Quarantined(Rejection { reason: why.reason.id(), sentence });
        }
    };
    seen.status = capture.status;
    seen.mime = mime::of(&capture).essence;
    let opened = match opened(&capture, file, config, groups) {
        Ok(opened) => opened,
        Err(outcome) => return outcome,
    };
    if groups.continued.is_later(file, &record.location()) {
        return Outcome::OutOfScope(Filter::Continuation);
    }
    let (mut draft, metadata) = drafted(&capture, &opened, file, config, groups);
    add_pages(&mut draft, &capture, opened.page.visible_chars(), config, groups);
    if draft.row.text.is_empty() && !scope.keep_empty {
        return Outcome::OutOfScope(Filter::EmptyText);
    }
    draft.row.schema_json = Some(schema_org(&draft.row, &metadata));
    if let Some(topics) = &groups.topics {
        topics.fill(&mut draft.row);
    }
    Outcome::Row(Box::new(draft))
}

/// The page of a capture, which may be known from an earlier reading, or why it is not looked at.
fn opened(
    capture: &Capture<'_>,
    file: &str,
    config: &Config,
    groups: &Groups,
) -> Result<Opened, Outcome> {
    let known = groups.hosts.as_ref().and_then(|hosts| hosts.shelved(&joint::key(capture, file)));
    known.map_or_else(|| open(capture.record, capture, config), Ok)
}

/// The row of one page, with where it comes from.
fn drafted(
    capture: &Capture<'_>,
    opened: &Opened,
    file: &str,
    config: &Config,
    groups: &Groups,
) -> (Draft, Metadata) {
    let ruled = groups.rules.extract(&opened.page, capture, &config.extract);
    let (mut draft, metadata) = match ruled {
        Some((content, ruled)) => ruled_row(opened, config, content, &ruled),
        None => {
            let beside = groups.hosts.as_ref().map(|hosts| (hosts, joint::key(capture, file)));
            page_row(opened, config, beside)
        }
    };
    locate(&mut draft, capture, file, config);
    (draft, metadata)
}

/// Adds the later pages of an article; of what is said about it, the first page speaks.
fn add_pages(
    draft: &mut Draft,
    capture: &Capture<'_>,
    mut visible: usize,
    config: &Config,
    groups: &Groups,
) {
    let file = draft.row.warc_file.clone();
    let mut pages = Vec::new();
    for (file, record) in groups.continued.after(&file, &capture.record.location(), config) {
        let Ok(capture) = scutch_archive::capture(&record, &config.archive) else { continue };
        let Ok(opened) = open(&record, &capture, config) else { continue };
        let (later, _) = drafted(&capture, &opened, &file, config, groups);
        visible += opened.page.visible_chars();
        pages.push(evidence(&later));
        join(draft, later);
    }
    if !pages.is_empty() {
        size(&mut draft.row, visible);
        draft.row.pages_json = serde_json::to_string(&pages).ok();
    }
}

fn lost(fault: &Fault) -> Rejection {
    let sentence = format!("{} {}", fault.cause.sentence(), fault.detail).trim().to_owned();
    Rejection { reason: fault.cause.id(), sentence }
}

/// What makes a page fail under the strict charset rule.
const STRICT: [PageFlag; 3] =
    [PageFlag::CharsetHttpFails, PageFlag::CharsetDocumentFails, PageFlag::CharsetLabelUnknown];

/// A page that is in scope.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) page: Page,
    pub(crate) mime: mime::Mime,
}

/// Whether a record of this kind and soundness can become a row.
fn usable(record: &Record<'_>, config: &Config) -> Result<(), Outcome> {
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

/// What kind of page a capture is, or why it is not looked at.
pub(crate) fn in_scope(
    record: &Record<'_>,
    capture: &Capture<'_>,
    config: &Config,
) -> Result<mime::Mime, Outcome> {
    usable(record, config)?;
    let mime = mime::of(capture);
    let scope = &config.scope;
    match scope.by_status(capture.status).or_else(|| scope.by_mime(mime.essence.as_deref())) {
        Some(filter) => Err(Outcome::OutOfScope(filter)),
        None => Ok(mime),
    }
}

/// The page of a capture, or why it is not looked at.
pub(crate) fn open(
    record: &Record<'_>,
    capture: &Capture<'_>,
    config: &Config,
) -> Result<Opened, Outcome> {
    let mime = in_scope(record, capture, config)?;
    let hints = Hints {
        url: Some(capture.url),
        http_content_type: capture.content_type.as_deref(),
        capture_ms: capture.date.map(|d| d.unix_ms),
        charset_rule: config.charset_rule,
    };
    let bytes = &capture.payload.content;
    let page = if mime.essence.as_deref() == Some(PLAIN_TEXT) {
        Page::plain_text(bytes, &hints, &config.page)
    } else {
        Page::parse(bytes, &hints, &config.page)
    };
    if config.charset_rule == CharsetRule::Strict
        && let Some(failed) = page.flags().iter().find(|flag| STRICT.contains(flag))
    {
        let sentence = failed.sentence().to_owned();
        return Err(Outcome::Quarantined(Rejection { reason: failed.id(), sentence }));
    }
    Ok(Opened { page, mime })
}

/// Everything that the page, and the pages beside it, say.
fn page_row(opened: &Opened, config: &Config, beside: Option<(&Hosts, Key)>) -> (Draft, Metadata) {
    let page = &opened.page;
    let joint = beside.map(|(hosts, key)| hosts.extract(page, key, config));
    let mut row = Row::default();
    let extraction = match joint {
        Some((extraction, Joint { group, cross, compared, labels })) => {
            (row.template_group, row.cross) = (group, Some(cross));
            (row.nodes_json, row.markup) = (labels.nodes_json, labels.markup);
            if config.template.crosses {
                row.joint_json = serde_json::to_string(&compared).ok();
            }
            extraction
        }
        None => config.extractor.method().extract(page, &config.extract),
    };
    let metadata = page.metadata(&extraction);
    (filled(row, opened, page, &extraction, &metadata, config), metadata)
}

/// Everything that the page says by the rules of its portal.
fn ruled_row(
    opened: &Opened,
    config: &Config,
    content: &Content,
    ruled: &Ruled,
) -> (Draft, Metadata) {
    let mut metadata = ruled.page.metadata(&ruled.extraction);
    content.describe(ruled, &opened.page, &mut metadata);
    let (page, extraction) = (&ruled.page, &ruled.extraction);
    (filled(Row::default(), opened, page, extraction, &metadata, config), metadata)
}

/// A row with what was extracted; `page` is the page that the labels are for.
fn filled(
    mut row: Row,
    opened: &Opened,
    page: &Page,
    extraction: &Extraction,
    metadata: &Metadata,
    config: &Config,
) -> Draft {
    row.text = render::text(page, extraction);
    row.extractor = extraction.method.to_owned();
    for (also, method) in row.also.iter_mut().zip(Method::ALL) {
        if config.also_extract.iter().any(|name| name.method() == method) {
            let page = &opened.page;
            *also = Some(render::text(page, &method.extract(page, &config.extract)));
        }
    }
    size(&mut row, opened.page.visible_chars());
    row.n_blocks = saturate(extraction.kept(page).count());
    describe(&mut row, metadata);
    row.charset = Some(page.charset().to_owned());
    row.charset_source = Some(page.charset_source().as_str().to_owned());
    row.mime.clone_from(&opened.mime.essence);
    let page_flags = page.flags().iter().chain(&extraction.flags).map(|f| f.id());
    row.flags.extend(page_flags.chain(opened.mime.flag).map(str::to_owned));
    let document = match config.formats.iter().any(|format| format.is_of_documents()) {
        true => Document::new(page, extraction),
        false => Document::default(),
    };
    Draft { row, identity: Identity::new("", "", ""), document }
}
