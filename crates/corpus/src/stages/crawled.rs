//! What crawls decided of responses: verdict records, joined with the responses they are about.
//!
//! A stage whose keys are record ids. It has a reading of its own, because most archives have no
//! verdicts: another reading has met one before. Verdict and response may lie in any two files.

use std::cmp::Reverse;

use scutch_archive::{Record, RecordKind};
use scutch_learn::{hashed, mixed};
use scutch_portal::{PageVerdict, Verdict};
use scutch_shuffle::{Evidence, Group, Shuffle, ShuffleError, Store, StoreWriter};
use serde::{Deserialize, Serialize};

use super::later_pages::{LaterPages, Part};
use super::reading::{CRAWLED, Reading, visited};
use super::response_key::ResponseKey;
use super::stage::{Gathering, Stage};
use super::visit::Visit;
use crate::flow::{flow, is_verdict};
use crate::folder::RunError;
use crate::inputs::RecordPlace;

scutch_url::reasons! {
    /// Why a verdict is not obeyed.
    pub enum VerdictFault {
        Unreadable = "verdict-unreadable", "A record that begins as the verdict of a crawl cannot be read as one.";
        NoResponse = "verdict-no-response", "The verdict of a crawl refers to a response that is not among the inputs.";
        OtherUrl = "verdict-other-url", "The verdict of a crawl refers to a response with another address.";
        OtherDigest = "verdict-other-digest", "The verdict of a crawl refers to a response with another content.";
    }
}

/// A verdict on a response.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Judged {
    /// Verdicts of one response are ordered by it: the highest first.
    batch: Reverse<u32>,
    /// Position in the table of verdicts. Of two in one batch the first in the table counts.
    page: u8,
    /// Hash of the address of the article that the page belongs to, and the number of the page.
    /// Zero if the verdict names none.
    part: (u64, u32),
    /// Hash of the record id of the article's first page; zero if the verdict names none.
    first: u64,
    on: ResponseKey,
    /// The column of the portal that listed the article.
    column: Option<String>,
}

impl Judged {
    fn verdict(&self) -> Option<PageVerdict> {
        PageVerdict::ALL.get(usize::from(self.page)).copied()
    }

    /// The keys of the article of a response in the input number `input`, each with the input that
    /// the pages of the article share: by the record of the first page, which is in whatever file,
    /// and else by address. An article is found by both, a further page by one.
    fn articles(&self, input: u32) -> Vec<(String, u32)> {
        let by_first = (self.first != 0).then(|| (hex(self.first), 0));
        // Verdicts of older crawls: two crawls of one site have one address, but two files.
        let by_address = (self.part.0 != 0).then(|| (hex(self.part.0), input));
        match self.verdict() {
            Some(PageVerdict::Article) => by_first.into_iter().chain(by_address).collect(),
            Some(PageVerdict::Continuation) => by_first.or(by_address).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn new(record: &Record<'_>, verdict: &Verdict) -> Self {
        let place = PageVerdict::ALL.iter().position(|page| *page == verdict.page);
        let page = place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX);
        let on = ResponseKey::new(record, &verdict.digest);
        let article = verdict.article.as_deref().map_or(0, |article| hashed(article.as_bytes()));
        let part = (article, verdict.number.unwrap_or_default());
        let first = match verdict.page {
            PageVerdict::Article => record.header("WARC-Refers-To"),
            _ => verdict.first.as_deref(),
        };
        let first = first.map_or(0, |id| hashed(bare(id).as_bytes()));
        let column = verdict.column.clone();
        Self { batch: Reverse(verdict.batch), page, part, first, on, column }
    }
}

/// What a record says of a record id.
#[derive(Debug, Clone)]
pub(crate) enum Word {
    Response(ResponseKey, RecordPlace),
    Verdict(Judged),
}

/// Different responses and verdicts of one id that are kept: ids are unique but for copies and
/// forgeries, and a crawl changes its mind a few times.
const KEPT: usize = 64;

/// The responses and verdicts of a record id, sorted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Crawled {
    responses: Vec<(ResponseKey, RecordPlace)>,
    verdicts: Vec<Judged>,
}

/// Adds a value to the smallest ones, once.
fn keep<T: Ord>(kept: &mut Vec<T>, value: T) {
    if let Err(place) = kept.binary_search(&value)
        && place < KEPT
    {
        kept.insert(place, value);
        kept.truncate(KEPT);
    }
}

impl Group for Crawled {
    fn merge(&mut self, other: Self) {
        other.responses.into_iter().for_each(|key| keep(&mut self.responses, key));
        other.verdicts.into_iter().for_each(|judged| keep(&mut self.verdicts, judged));
    }

    fn memory(&self) -> usize {
        let columns = self.verdicts.iter().filter_map(|judged| judged.column.as_ref());
        size_of::<Self>()
            + self.responses.capacity() * size_of::<(ResponseKey, RecordPlace)>()
            + self.verdicts.capacity() * size_of::<Judged>()
            + columns.map(String::capacity).sum::<usize>()
    }
}

impl Evidence for Crawled {
    fn memory(&self) -> usize {
        Group::memory(self)
    }
}

impl Crawled {
    /// The verdict on a response that counts.
    fn judged(&self, on: ResponseKey) -> Option<&Judged> {
        self.verdicts.iter().find(|judged| judged.on == on)
    }

    /// The input file of the response; of copies the first.
    fn input(&self) -> u32 {
        self.responses.first().map_or(0, |(_, place)| place.input)
    }

    /// What the response is in an article, by each key of the article.
    fn parts(&self) -> Vec<(String, Part)> {
        let Some((on, place)) = self.responses.first() else { return Vec::new() };
        let Some(judged) = self.judged(*on) else { return Vec::new() };
        let is_first = judged.verdict() == Some(PageVerdict::Article);
        let (number, batch, place) = (judged.part.1, judged.batch, *place);
        let part = |input| match is_first {
            true => Part::First { input },
            false => Part::Later { input, number, batch, place },
        };
        let articles = judged.articles(place.input).into_iter();
        articles.map(|(key, input)| (key, part(input))).collect()
    }

    /// Why a verdict on these responses is not obeyed.
    fn fault(&self, on: ResponseKey) -> Option<VerdictFault> {
        let mut responses = self.responses.iter().map(|(response, _)| response);
        if responses.clone().any(|response| *response == on) {
            None
        } else if self.responses.is_empty() {
            Some(VerdictFault::NoResponse)
        } else if responses.any(|response| response.url == on.url) {
            Some(VerdictFault::OtherDigest)
        } else {
            Some(VerdictFault::OtherUrl)
        }
    }
}

/// Finds verdicts and what they are about.
struct Verdicts;

impl Stage for Verdicts {
    type Observation = Word;
    type Group = Crawled;
    type Evidence = Crawled;
    const NAME: &'static str = "crawled";

    fn observe(&self, visit: &Visit<'_>) -> Vec<(String, Word)> {
        word(visit).into_iter().collect()
    }

    fn fold(group: &mut Crawled, observation: Word) {
        match observation {
            Word::Response(key, place) => keep(&mut group.responses, (key, place)),
            Word::Verdict(judged) => keep(&mut group.verdicts, judged),
        }
    }

    fn conclude(&self, group: Crawled) -> Crawled {
        group
    }
}

fn word(visit: &Visit<'_>) -> Option<(String, Word)> {
    let record = visit.record;
    if is_verdict(record) {
        let verdict = Verdict::parse(record.block()).ok()?;
        let id = record.header("WARC-Refers-To")?;
        return Some((key(id), Word::Verdict(Judged::new(record, &verdict))));
    }
    let is_response = *record.kind() == RecordKind::Response;
    let id = record.record_id().filter(|_| is_response)?;
    Some((key(id), Word::Response(ResponseKey::of_response(record), visit.place)))
}

/// Ids are looked up by hash; address and content are compared then.
fn key(id: &str) -> String {
    hex(hashed(bare(id).as_bytes()))
}

/// A record id without its brackets.
fn bare(id: &str) -> &str {
    id.trim().trim_start_matches('<').trim_end_matches('>')
}

fn hex(hash: u64) -> String {
    format!("{:016x}", mixed(hash))
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
        let mut gathering = Gathering::new(&Verdicts, reading.settings(CRAWLED));
        reading.workers.watch.begins("what crawls decided");
        let observe = |fed| visited(fed, reading.config, |visit| Ok(Verdicts.observe(&visit)));
        let ended = flow(&reading.all(true), reading.workers, observe, |delivered| {
            reading.archives.sound()?;
            delivered.items.into_iter().try_for_each(|words| Ok(gathering.fold(words?)?))
        })?;
        if !ended {
            return Ok(None);
        }
        let mut articles = Shuffle::new("crawled-pages", reading.settings(CRAWLED));
        let by_id = gathering.conclude_each(|crawled: &Crawled| {
            crawled.parts().into_iter().try_for_each(|(article, part)| {
                articles.update(&article, |pages: &mut LaterPages| pages.add(part))
            })
        })?;
        let mut later = StoreWriter::new("later-pages", reading.settings(CRAWLED));
        articles.finish()?.into_each(|article, pages| later.put(article, pages))?;
        Ok(Some(Self { by_id, later: later.finish()? }))
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
        let found = self.by_id.get(&key(id))?.filter(|found| !found.verdicts.is_empty());
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

    /// Where the further pages of an article are, by its first page.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn behind(&self, record: &Record<'_>) -> Result<Vec<RecordPlace>, ShuffleError> {
        for (article, input) in self.articles(record, PageVerdict::Article)? {
            let pages = self.later.get(&article)?.map(|pages| pages.places(input));
            if let Some(places) = pages.filter(|places| !places.is_empty()) {
                return Ok(places);
            }
        }
        Ok(Vec::new())
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scutch_archive::{Item, Limits, Reader};

    use super::*;

    fn judged(batch: u32, page: u8, on: u64) -> Judged {
        let on = response(on, on);
        Judged { batch: Reverse(batch), page, part: (0, 0), first: 0, on, column: None }
    }

    fn response(url: u64, content: u64) -> ResponseKey {
        ResponseKey { url, content }
    }

    fn crawled(words: &[Word]) -> Crawled {
        let mut group = Crawled::default();
        words.iter().for_each(|word| Verdicts::fold(&mut group, word.clone()));
        group
    }

    #[test]
    fn digests_count_in_any_spelling() {
        let declared = |digest: &str| {
            let archive = format!(
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:a:1>\r\nWARC-Target-URI: \
                 http://a.example/\r\n{digest}Content-Length: 3\r\n\r\nabc\r\n\r\n"
            );
            let mut reader = Reader::from_bytes(archive.as_bytes(), &Limits::default());
            let Some(Item::Record(record)) = reader.next() else { panic!("no record") };
            ResponseKey::of_response(&record)
        };
        let computed = declared("");
        for digest in [
            "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5",
            "sha1:vgmt4nsha2awvor6evyxqugcnsonbwe5",
            "SHA-1:a9993e364706816aba3e25717850c26c9cd0d89d",
            // By another algorithm it says nothing of the one in verdicts.
            "md5:900150983cd24fb0d6963f7d28e17f72",
        ] {
            assert_eq!(declared(&format!("WARC-Block-Digest: {digest}\r\n")), computed, "{digest}");
        }
        let other = "WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";
        assert_ne!(declared(other), computed);
    }

    #[test]
    fn the_last_verdict_on_the_same_response_counts() {
        let group = crawled(&[
            Word::Verdict(judged(1, 0, 7)),
            Word::Verdict(judged(3, 1, 7)),
            Word::Verdict(judged(2, 0, 7)),
            Word::Verdict(judged(9, 0, 8)),
        ]);
        let verdict = |on| group.judged(on).and_then(Judged::verdict);
        assert_eq!(verdict(response(7, 7)), Some(PageVerdict::Again));
        assert_eq!(verdict(response(7, 8)), None);
    }

    #[test]
    fn verdicts_that_contradict_their_response_are_faults() {
        use VerdictFault::{NoResponse, OtherDigest, OtherUrl};
        let group = crawled(&[
            Word::Response(response(1, 1), RecordPlace::default()),
            Word::Response(response(2, 2), RecordPlace::default()),
        ]);
        for (on, expected) in [
            (response(2, 2), None),
            (response(1, 2), Some(OtherDigest)),
            (response(3, 1), Some(OtherUrl)),
        ] {
            assert_eq!(group.fault(on), expected);
        }
        assert_eq!(crawled(&[]).fault(response(1, 1)), Some(NoResponse));
    }

    proptest! {
        #[test]
        fn groups_are_the_same_in_any_order(
            words in proptest::collection::vec((0_u32..4, 0_u8..3, 0_u64..90), 0..200),
            cut in 0_usize..200,
        ) {
            let words: Vec<Word> = words.into_iter().map(|(batch, page, on)| match page {
                0 => Word::Response(response(on, u64::from(batch)), RecordPlace::default()),
                _ => Word::Verdict(judged(batch, page, on)),
            }).collect();
            let (first, second) = words.split_at(cut.min(words.len()));
            let mut merged = crawled(second);
            merged.merge(crawled(first));
            let whole = crawled(&words);
            prop_assert_eq!(merged.responses, whole.responses);
            prop_assert_eq!(merged.verdicts, whole.verdicts);
        }
    }
}
