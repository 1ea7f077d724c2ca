//! Derives a row from an archive record, or the reason for having none.
//!
//! A pure function of record, configuration and group evidence. Workers call it, and verification
//! calls it again.

mod decided;
mod excluded;
mod fill;
mod join;
mod later;
mod masked;
mod no_row;
mod one_page;

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use scutch_archive::{Capture, MediaType, NotCapture, Record, capture};
use scutch_folder::config::Config;
use scutch_folder::config::scope::Filter;
use scutch_folder::decisions::Decisions;
use scutch_folder::inputs::{Archives, RecordPlace};
use scutch_folder::reasons::{INTERNAL_ERROR, TOKENS_BY_DICTIONARY};
use scutch_page::{Metadata, render};
use scutch_shuffle::ShuffleError;
use scutch_template::Key;

use self::fill::size;
use self::join::{evidence, join, note_page};
use self::later::united;
use self::masked::mask;
use self::no_row::NoRow;
use crate::flow::is_verdict;
use crate::row::{Row, has_pages_column, schema_org};
use crate::stages::Evidence;
use crate::stages::opened::{
    Derived, Draft, Opened, Outcome, Rejection, open, page_of, usable, wanted,
};
use crate::stages::visit::capture_key;

/// What rows are derived by.
#[derive(Clone, Copy)]
pub(crate) struct Deriving<'a> {
    pub(crate) archives: Archives<'a>,
    pub(crate) config: &'a Config,
    /// What the stages found.
    pub(crate) evidence: &'a Evidence,
    /// What people decided on rows.
    pub(crate) decisions: Option<&'a Decisions>,
}

impl Deriving<'_> {
    /// Derives the row of a record of the archive number `input`. A record that panics is
    /// quarantined and named.
    ///
    /// # Errors
    /// When evidence cannot be read.
    pub(crate) fn derive(
        &self,
        input: usize,
        record: &Record<'_>,
    ) -> Result<Derived, ShuffleError> {
        let derive = || self.derived(input, record);
        // One bad page must not end a run of days.
        catch_unwind(AssertUnwindSafe(derive))
            .unwrap_or_else(|_| Ok(lost(record.kind().name().to_owned())))
    }

    fn derived(&self, input: usize, record: &Record<'_>) -> Result<Derived, ShuffleError> {
        let mut derived = Derived {
            record_type: record.kind().name().to_owned(),
            status: None,
            mime: None,
            outcome: Outcome::OutOfScope(Filter::RecordType),
            decided: None,
        };
        derived.outcome = match self.outcome(input, record, &mut derived) {
            Ok(outcome) | Err(NoRow::Outcome(outcome)) => outcome,
            Err(NoRow::Failed(error)) => return Err(error),
        };
        Ok(derived)
    }

    /// The row of a record, or what else becomes of it; `seen` takes what is known of either.
    fn outcome(
        &self,
        input: usize,
        record: &Record<'_>,
        seen: &mut Derived,
    ) -> Result<Outcome, NoRow> {
        let Self { config, evidence, .. } = *self;
        if is_verdict(record) {
            return Err(self.of_verdict(record)?.into());
        }
        usable(record, config)?;
        let capture = capture(record, &config.archive).map_err(|why| no_capture(&why))?;
        let mime = capture.media_type();
        // Known from here on, whatever becomes of the capture.
        seen.status = capture.status;
        seen.mime.clone_from(&mime.essence);
        let mime = wanted(&capture, mime, config)?;
        let place = RecordPlace::of_record(input, record);
        let chains = evidence.chains(capture.url)?;
        let is_later = chains.as_ref().is_some_and(|chains| chains.is_later(place))
            || self.obeys_crawls() && evidence.is_later_by_crawl(&capture, place)?;
        // A later page goes where its article goes.
        if !is_later && let Some(filter) = self.unselected(&capture)? {
            return Err(Outcome::OutOfScope(filter).into());
        }
        let key = self.key(&capture);
        let opened = self.opened(&capture, mime, key.as_ref())?;
        if is_later {
            return Err(Outcome::OutOfScope(Filter::Continuation).into());
        }
        let (mut draft, metadata) = self.row(input, &capture, key, &opened)?;
        let later = chains.map(|chains| chains.behind(place)).unwrap_or_default();
        let later = self.with_crawls(later, &capture)?;
        self.add_pages(&mut draft, &later, opened.page.visible_chars())?;
        self.add_topic(&mut draft.row, &capture, place)?;
        // After the later pages: a list may name one of them.
        if self.is_excluded(&draft) {
            return Err(Outcome::OutOfScope(Filter::Excluded).into());
        }
        if let Some(filter) = self.refused(&draft.row) {
            return Err(Outcome::OutOfScope(filter).into());
        }
        seen.decided = self.decided(&draft, &metadata);
        Ok(self.concluded(draft, &metadata))
    }

    /// The row with what follows from its other columns, or the filter that drops it by these.
    fn concluded(&self, mut draft: Draft, metadata: &Metadata) -> Outcome {
        let mut metadata = Cow::Borrowed(metadata);
        if self.config.mask {
            mask(&mut draft, metadata.to_mut());
        }
        // After the later pages: a first page may have nothing but a link to them.
        if let Some(filter) = self.unselected_text(&draft) {
            return Outcome::OutOfScope(filter);
        }
        self.fill_of_article(&mut draft, &metadata);
        Outcome::Row(Box::new(draft))
    }

    /// Fills the columns that follow from all pages of an article.
    fn fill_of_article(&self, draft: &mut Draft, metadata: &Metadata) {
        flag_long(&mut draft.row);
        if self.config.markdown {
            let markdown = render::markdown(&draft.document);
            draft.row.markdown = Some(markdown.trim_end_matches('\n').to_owned());
        }
        // It quotes the other columns, so it comes after them.
        draft.row.schema = Some(schema_org(&draft.row, metadata));
    }

    /// Adds whether the memento is off-topic.
    fn add_topic(
        &self,
        row: &mut Row,
        capture: &Capture<'_>,
        place: RecordPlace,
    ) -> Result<(), ShuffleError> {
        if let Some((status, score)) = self.evidence.verdict(capture.url, place)? {
            (row.topic_status, row.topic_score) = (Some(status.to_owned()), score);
        }
        Ok(())
    }

    /// Whether the word of crawls counts.
    fn obeys_crawls(&self) -> bool {
        !self.config.scope.everything
    }

    /// Further pages by a portal file and on the word of crawls.
    fn with_crawls(
        &self,
        later: Vec<RecordPlace>,
        capture: &Capture<'_>,
    ) -> Result<Vec<RecordPlace>, ShuffleError> {
        if !self.obeys_crawls() {
            return Ok(later);
        }
        let mut lists = vec![later];
        lists.extend(self.evidence.behind_by_crawl(capture)?);
        Ok(united(lists, |place| {
            let record = self.archives.record(place)?;
            Some(scutch_url::surt(record.target_uri()?))
        }))
    }

    /// What becomes of the verdict of a crawl: it is no page, and quarantined if it contradicts the
    /// response it is about.
    fn of_verdict(&self, record: &Record<'_>) -> Result<Outcome, ShuffleError> {
        let crawled = self.evidence.crawled.as_ref().filter(|_| self.obeys_crawls());
        let fault = crawled.map(|crawled| crawled.fault(record)).transpose()?.flatten();
        Ok(fault.map_or(Outcome::OutOfScope(Filter::RecordType), |fault| {
            let sentence = fault.sentence().to_owned();
            Outcome::Quarantined(Rejection { reason: fault.id(), sentence })
        }))
    }

    /// The filter that drops a capture before its page is opened.
    fn unselected(&self, capture: &Capture<'_>) -> Result<Option<Filter>, ShuffleError> {
        let filter = self.evidence.selection.filter(capture);
        if filter.is_some() || !self.obeys_crawls() {
            return Ok(filter);
        }
        Ok((!self.evidence.is_article(capture)?).then_some(Filter::NotArticle))
    }

    /// The filter that drops a row by its text.
    fn unselected_text(&self, draft: &Draft) -> Option<Filter> {
        let (Draft { row, facts, .. }, scope) = (draft, &self.config.scope);
        if row.text.is_empty() && !scope.keep_empty {
            return Some(Filter::EmptyText);
        }
        scope.select.by_text(facts.page_type.as_deref(), row.language.as_deref(), row.n_words)
    }

    /// The page of a capture: that of an earlier stage, or else opened now.
    fn opened(
        &self,
        capture: &Capture<'_>,
        mime: MediaType,
        key: Option<&Key>,
    ) -> Result<Opened, Outcome> {
        let cached = key.and_then(|key| self.evidence.cached_page(key));
        // A cached page with the same key may have another type: status and type are not in the key.
        match cached.filter(|opened| opened.mime == mime) {
            Some(opened) => Ok(opened),
            None => page_of(capture, mime, self.config),
        }
    }

    /// The key of a capture, if pages are compared.
    fn key(&self, capture: &Capture<'_>) -> Option<Key> {
        self.evidence.is_joint().then(|| capture_key(capture))
    }

    /// Adds the later pages of an article. Its metadata are those of the first page. A later
    /// page that cannot be read again is left out.
    fn add_pages(
        &self,
        draft: &mut Draft,
        later: &[RecordPlace],
        mut visible: usize,
    ) -> Result<(), ShuffleError> {
        let config = self.config;
        let mut pages = Vec::new();
        for place in later {
            let Some(record) = self.archives.record(*place) else { continue };
            let Ok(record) = self.evidence.resolved(record, self.archives)? else { continue };
            let Ok(capture) = capture(&record, &config.archive) else { continue };
            let Ok(opened) = open(&capture, config) else { continue };
            let (later, _) =
                self.row(place.input as usize, &capture, self.key(&capture), &opened)?;
            // The ratio is that of all pages of the article together.
            visible += opened.page.visible_chars();
            pages.push(evidence(&later));
            if !has_pages_column(config) {
                note_page(draft, &later);
            }
            join(draft, later);
        }
        if !pages.is_empty() {
            size(&mut draft.row, visible);
            draft.row.pages = Some(pages);
        }
        Ok(())
    }
}

/// What becomes of a record that is no capture.
fn no_capture(why: &NotCapture) -> Outcome {
    let sentence = format!("{} {}", why.reason.sentence(), why.detail).trim().to_owned();
    Outcome::Quarantined(Rejection { reason: why.reason.id(), sentence })
}

/// Flags a row whose text is too long for the models of a segmenter.
fn flag_long(row: &mut Row) {
    if scutch_segment::is_long(&[row.text.as_str()]) {
        row.flags.push(TOKENS_BY_DICTIONARY.to_owned());
        row.flags.sort_unstable();
    }
}

/// The rejection of a record that made the program panic.
pub(crate) fn failed() -> Rejection {
    Rejection {
        reason: INTERNAL_ERROR,
        sentence: "scutch failed on this record; this is a fault of the program.".to_owned(),
    }
}

/// The outcome of a record that made the program panic.
pub(crate) fn lost(record_type: String) -> Derived {
    let outcome = Outcome::Quarantined(failed());
    Derived { record_type, status: None, mime: None, outcome, decided: None }
}
