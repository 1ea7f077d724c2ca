//! Derives a row from an archive record, or the reason for having none.
//!
//! A pure function of record, configuration and group evidence. Workers call it, and verification
//! calls it again.

mod fill;
mod join;

use std::panic::{AssertUnwindSafe, catch_unwind};

use scutch_archive::{Capture, Record, capture};
use scutch_page::{Document, Extraction, Metadata, Method, Page, Recurring, render};
use scutch_portal::{Content, RuledPage};
use scutch_template::Key;

use self::fill::{describe, locate, saturate, size};
use self::join::{evidence, join};
use crate::config::Config;
use crate::config::mime;
use crate::config::scope::Filter;
use crate::row::{Identity, Row, schema_org};
use crate::stages::Groups;
use crate::stages::joint::{self, Joint};
use crate::stages::opened::{
    Derived, Draft, Opened, Outcome, Rejection, open, page_of, usable, wanted,
};

/// Derives the row of `record` from the archive file named `file`.
/// `groups` is the evidence of all inputs together, as configured.
pub(crate) fn derive(record: &Record<'_>, file: &str, config: &Config, groups: &Groups) -> Derived {
    let mut derived = Derived {
        record_type: record.kind().name().to_owned(),
        status: None,
        mime: None,
        outcome: Outcome::OutOfScope(Filter::RecordType),
    };
    let drafted = Deriving { file, config, groups }.draft(record, &mut derived);
    derived.outcome = drafted.map_or_else(|why| why, |draft| Outcome::Row(Box::new(draft)));
    derived
}

/// The context of deriving records of one archive file.
#[derive(Clone, Copy)]
struct Deriving<'a> {
    /// Name of the file in rows.
    file: &'a str,
    config: &'a Config,
    groups: &'a Groups,
}

impl Deriving<'_> {
    /// The row of a record, or its other outcome. Status and type go to `seen` in any case.
    fn draft(&self, record: &Record<'_>, seen: &mut Derived) -> Result<Draft, Outcome> {
        let Self { file, config, groups } = *self;
        usable(record, config)?;
        let capture = capture(record, &config.archive).map_err(|why| {
            let sentence = format!("{} {}", why.reason.sentence(), why.detail).trim().to_owned();
            Outcome::Quarantined(Rejection { reason: why.reason.id(), sentence })
        })?;
        let mime = mime::of_capture(&capture);
        seen.status = capture.status;
        seen.mime.clone_from(&mime.essence);
        // A cached page with the same key may have another type: status and type are not in the key.
        let mime = wanted(&capture, mime, config)?;
        let key = self.key(&capture);
        let shelved = key.as_ref().and_then(|key| self.shelved(key));
        let opened = match shelved.filter(|opened| opened.mime == mime) {
            Some(opened) => opened,
            None => page_of(&capture, mime, config)?,
        };
        if groups.continued.is_later(file, &record.location()) {
            return Err(Outcome::OutOfScope(Filter::Continuation));
        }
        let (mut draft, metadata) = self.row(&capture, key, &opened);
        self.add_pages(&mut draft, &capture, opened.page.visible_chars());
        if draft.row.text.is_empty() && !config.scope.keep_empty {
            return Err(Outcome::OutOfScope(Filter::EmptyText));
        }
        draft.row.schema_json = Some(schema_org(&draft.row, &metadata));
        if let Some(topics) = &groups.topics {
            topics.fill(&mut draft.row);
        }
        Ok(draft)
    }

    /// The key of a capture, if pages are compared.
    fn key(&self, capture: &Capture<'_>) -> Option<Key> {
        self.groups.hosts.as_ref().map(|_| joint::key(capture))
    }

    /// The page of a capture from the page cache.
    fn shelved(&self, key: &Key) -> Option<Opened> {
        self.groups.hosts.as_ref()?.shelved(key)
    }

    /// The row of one page, with its source columns.
    fn row(&self, capture: &Capture<'_>, key: Option<Key>, opened: &Opened) -> (Draft, Metadata) {
        let ruled = self.groups.rules.extract(&opened.page, capture, &self.config.extract);
        let (mut draft, metadata) = match ruled {
            Some((content, ruled)) => self.by_rules(opened, content, &ruled),
            None => self.by_extractor(key, opened),
        };
        locate(&mut draft, capture, self.file, self.config);
        (draft, metadata)
    }

    /// The row by the configured extractor, with evidence of other pages if there is any.
    fn by_extractor(&self, key: Option<Key>, opened: &Opened) -> (Draft, Metadata) {
        let (page, config) = (&opened.page, self.config);
        let hosts = self.groups.hosts.as_ref();
        let joint = hosts.zip(key).map(|(hosts, key)| hosts.extract(page, key, config));
        let (mut row, mut recurring) = (Row::default(), Recurring::default());
        let extraction = match joint {
            Some((extraction, Joint { group, cross, compared, titles, labels, flags })) => {
                (row.template_group, row.cross) = (group, Some(cross));
                (row.nodes_json, row.markup) = (labels.nodes_json, labels.markup);
                if config.template.crosses {
                    row.joint_json = serde_json::to_string(&compared).ok();
                }
                row.flags.extend(flags.iter().map(|flag| flag.id().to_owned()));
                recurring = titles;
                extraction
            }
            None => config.extractor.method().extract(page, &config.extract),
        };
        let metadata = page.metadata_beside(&extraction, &recurring);
        (self.filled(row, opened, page, &extraction, &metadata), metadata)
    }

    /// The row by the content rules of a portal.
    fn by_rules(&self, opened: &Opened, content: &Content, ruled: &RuledPage) -> (Draft, Metadata) {
        let (page, extraction) = (&ruled.page, &ruled.extraction);
        let mut metadata = page.metadata(extraction);
        content.describe(ruled, &opened.page, &mut metadata);
        let draft = self.filled(Row::default(), opened, page, extraction, &metadata);
        (draft, metadata)
    }

    /// A row with text and metadata. `page` is the page that `extraction` labels; rules may have edited
    /// it.
    fn filled(
        &self,
        mut row: Row,
        opened: &Opened,
        page: &Page,
        extraction: &Extraction,
        metadata: &Metadata,
    ) -> Draft {
        let config = self.config;
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

    /// Appends the texts of the later pages of an article. Metadata comes from the first page only.
    fn add_pages(&self, draft: &mut Draft, capture: &Capture<'_>, mut visible: usize) {
        let Self { config, groups, .. } = *self;
        let mut pages = Vec::new();
        let later = groups.continued.after(self.file, &capture.record.location(), config);
        for (file, record) in later {
            let Ok(capture) = scutch_archive::capture(&record, &config.archive) else { continue };
            let Ok(opened) = open(&capture, config) else { continue };
            let (later, _) =
                Deriving { file: &file, ..*self }.row(&capture, self.key(&capture), &opened);
            visible += opened.page.visible_chars();
            pages.push(evidence(&later));
            join(draft, later);
        }
        if !pages.is_empty() {
            size(&mut draft.row, visible);
            draft.row.pages_json = serde_json::to_string(&pages).ok();
        }
    }
}

/// Reason id of a record that made the program panic.
pub(crate) const INTERNAL_ERROR: &str = "internal-error";

/// The rejection of a record that made the program panic.
pub(crate) fn failed() -> Rejection {
    Rejection {
        reason: INTERNAL_ERROR,
        sentence: "scutch failed on this record; this is a fault of the program.".to_owned(),
    }
}

/// The outcome of a record that made the program panic.
pub(crate) fn lost(record_type: String) -> Derived {
    Derived { record_type, status: None, mime: None, outcome: Outcome::Quarantined(failed()) }
}

/// Like [`derive`], but a record that causes a panic is quarantined, so that the run goes on.
pub(crate) fn derive_guarded(
    record: &Record<'_>,
    file: &str,
    config: &Config,
    groups: &Groups,
) -> Derived {
    let derive = || derive(record, file, config, groups);
    catch_unwind(AssertUnwindSafe(derive)).unwrap_or_else(|_| lost(record.kind().name().to_owned()))
}
