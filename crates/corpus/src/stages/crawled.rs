//! What crawls decided of responses: verdict records, joined with the responses they are about.
//!
//! A stage whose keys are record ids. It has a reading of its own, because most archives have no
//! verdicts: another reading has met one before. Verdict and response may lie in any two files.

mod group;
mod judged;
mod keys;

use scutch_archive::{Record, RecordKind};
use scutch_folder::RunError;
use scutch_folder::inputs::RecordPlace;
use scutch_folder::reasons::VerdictFault;
use scutch_portal::{PageVerdict, Verdict};
use scutch_shuffle::{Shuffle, ShuffleError, Store, StoreWriter};

pub(super) use self::group::Crawled;
use self::group::Word;
use self::judged::Judged;
use self::keys::key;
use super::later_pages::LaterPages;
use super::reading::{CRAWLED, Reading, visited};
use super::response_key::ResponseKey;
use super::stage::{Gathering, Stage};
use super::tables::Tables;
use super::visit::Visit;
use crate::flow::{flow, is_verdict};

/// Tables of responses with their verdicts, and of further pages by article.
pub(super) const NAME: &str = "crawled";
pub(super) const LATER: &str = "later-pages";

/// Finds verdicts and what they are about.
pub(super) struct Verdicts;

impl Stage for Verdicts {
    type Observation = Word;
    type Group = Crawled;
    type Evidence = Crawled;
    const NAME: &'static str = NAME;

    fn observe(&self, visit: &Visit<'_>) -> Vec<(String, Word)> {
        word(visit).into_iter().collect()
    }

    fn fold(group: &mut Crawled, observation: Word) {
        group.add(observation);
    }

    fn conclude(&self, group: Crawled) -> Crawled {
        group
    }
}

/// Observes all records of a reading. `None` when interrupted.
pub(super) fn read(
    reading: &Reading<'_>,
) -> Result<Option<Gathering<'static, Verdicts>>, RunError> {
    let mut gathering = Gathering::new(&Verdicts, reading.settings(CRAWLED));
    reading.workers.watch.begins("what crawls decided");
    let observe = |fed| visited(fed, reading.config, |visit| Ok(Verdicts.observe(&visit)));
    let ended = flow(&reading.all(true), reading.workers, observe, |delivered| {
        reading.archives.sound()?;
        delivered.items.into_iter().try_for_each(|words| Ok(gathering.fold(words?)?))
    })?;
    Ok(ended.then_some(gathering))
}

fn word(visit: &Visit<'_>) -> Option<(String, Word)> {
    let record = visit.record;
    if is_verdict(record) {
        // What cannot be read is named when the record is derived: see `fault`.
        let verdict = Verdict::parse(record.block()).ok()?;
        let id = record.header("WARC-Refers-To")?;
        return Some((key(id), Word::Verdict(Judged::new(record, &verdict))));
    }
    // Requests and metadata may have ids, but a crawl judges responses only.
    let is_response = *record.kind() == RecordKind::Response;
    let id = record.record_id().filter(|_| is_response)?;
    Some((key(id), Word::Response(ResponseKey::of_response(record), visit.place)))
}

/// The verdicts of crawls.
pub(crate) struct CrawlVerdicts {
    /// By record id.
    by_id: Store<Crawled>,
    /// Further pages by article.
    later: Store<LaterPages>,
}

impl CrawlVerdicts {
    /// Reads the inputs for verdicts. `None` when interrupted.
    pub(crate) fn gather(reading: &Reading<'_>) -> Result<Option<Self>, RunError> {
        let Some(gathering) = read(reading)? else { return Ok(None) };
        // Grouped twice: verdicts are looked up by record id, later pages by article.
        let mut articles = Shuffle::new("crawled-pages", reading.settings(CRAWLED));
        let by_id = gathering.conclude_each(|crawled: &Crawled| {
            crawled.parts().into_iter().try_for_each(|(article, part)| {
                articles.update(&article, |pages: &mut LaterPages| pages.add(part))
            })
        })?;
        let mut later = StoreWriter::new(LATER, reading.settings(CRAWLED));
        articles.finish()?.into_each(|article, pages| later.put(article, pages))?;
        Ok(Some(Self { by_id, later: later.finish()? }))
    }

    /// The verdicts of these stores.
    pub(super) fn of_stores(by_id: Store<Crawled>, later: Store<LaterPages>) -> Self {
        Self { by_id, later }
    }

    /// Writes the verdicts as tables.
    pub(super) fn write(&self, tables: &mut Tables) -> Result<(), RunError> {
        tables.write_store(NAME, &self.by_id)?;
        tables.write_store(LATER, &self.later)
    }

    /// The verdicts of tables, if there are any.
    pub(super) fn read(tables: &Tables, reading: &Reading<'_>) -> Result<Option<Self>, RunError> {
        let Some(by_id) = tables.read_store(NAME, reading.settings(CRAWLED))? else {
            return Ok(None);
        };
        let later = tables.read_store(LATER, reading.settings(CRAWLED))?;
        Ok(Some(Self { by_id, later: later.unwrap_or_default() }))
    }

    /// The verdict on a response; none on other records.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn on(&self, record: &Record<'_>) -> Result<Option<PageVerdict>, ShuffleError> {
        Ok(self.judged(record)?.and_then(|judged| judged.verdict()))
    }

    /// The column of the portal that listed an article.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn column(&self, record: &Record<'_>) -> Result<Option<String>, ShuffleError> {
        Ok(self.judged(record)?.and_then(|judged| judged.column))
    }

    fn judged(&self, record: &Record<'_>) -> Result<Option<Judged>, ShuffleError> {
        Ok(self.found(record)?.map(|(judged, _)| judged))
    }

    /// The verdict on a response, and the number of the input file of the response.
    fn found(&self, record: &Record<'_>) -> Result<Option<(Judged, u32)>, ShuffleError> {
        let Some(id) = record.record_id().filter(|_| *record.kind() == RecordKind::Response) else {
            return Ok(None);
        };
        let found = self.by_id.get(&key(id))?.filter(|found| found.has_verdicts());
        Ok(found.and_then(|found| {
            let judged = found.judged(ResponseKey::of_response(record))?.clone();
            Some((judged, found.input()))
        }))
    }

    /// The keys of the article of a response with this verdict.
    fn articles(
        &self,
        record: &Record<'_>,
        verdict: PageVerdict,
    ) -> Result<Vec<(String, u32)>, ShuffleError> {
        let found = self.found(record)?;
        let found = found.filter(|(judged, _)| judged.verdict() == Some(verdict));
        Ok(found.map(|(judged, input)| judged.articles(input)).unwrap_or_default())
    }

    /// Where the further pages of an article are, by its first page: a list for each key of it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn behind(
        &self,
        record: &Record<'_>,
    ) -> Result<Vec<Vec<RecordPlace>>, ShuffleError> {
        let mut lists = Vec::new();
        for (article, input) in self.articles(record, PageVerdict::Article)? {
            lists.extend(self.later.get(&article)?.map(|pages| pages.places(input)));
        }
        Ok(lists)
    }

    /// Whether a response is in the row of the first page of its article.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn is_later(
        &self,
        record: &Record<'_>,
        place: RecordPlace,
    ) -> Result<bool, ShuffleError> {
        let articles = self.articles(record, PageVerdict::Continuation)?;
        let Some((article, input)) = articles.first() else { return Ok(false) };
        Ok(self.later.get(article)?.is_some_and(|pages| pages.is_joined(*input, place)))
    }

    /// Why a verdict record is not obeyed.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn fault(&self, record: &Record<'_>) -> Result<Option<VerdictFault>, ShuffleError> {
        let Ok(verdict) = Verdict::parse(record.block()) else {
            return Ok(Some(VerdictFault::Unreadable));
        };
        let Some(id) = record.header("WARC-Refers-To") else {
            return Ok(Some(VerdictFault::NoResponse));
        };
        let on = Judged::new(record, &verdict).on;
        let found = self.by_id.get(&key(id))?;
        Ok(found.map_or(Some(VerdictFault::NoResponse), |found| found.fault(on)))
    }
}
