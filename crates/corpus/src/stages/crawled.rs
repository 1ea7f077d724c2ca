//! What crawls decided of responses: verdict records, joined with the responses they are about.
//!
//! A stage whose keys are record ids. It has a reading of its own, because most archives have no
//! verdicts: another reading has met one before. Verdict and response may lie in any two files.

use std::cmp::Reverse;

use scutch_archive::digest::{self, Declared};
use scutch_archive::{Record, RecordKind};
use scutch_learn::{hashed, mixed};
use scutch_portal::{PageVerdict, Verdict};
use scutch_shuffle::{Evidence, Group, ShuffleError, Store};
use serde::{Deserialize, Serialize};

use super::reading::{CRAWLED, Reading, visited};
use super::stage::{Gathering, Stage};
use super::visit::Visit;
use crate::flow::{flow, is_verdict};
use crate::folder::RunError;

scutch_url::reasons! {
    /// Why a verdict is not obeyed.
    pub enum VerdictFault {
        Unreadable = "verdict-unreadable", "A record that begins as the verdict of a crawl cannot be read as one.";
        NoResponse = "verdict-no-response", "The verdict of a crawl refers to a response that is not among the inputs.";
        OtherUrl = "verdict-other-url", "The verdict of a crawl refers to a response with another address.";
        OtherDigest = "verdict-other-digest", "The verdict of a crawl refers to a response with another content.";
    }
}

/// Hashes of the address and of the content of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct ResponseKey {
    url: u64,
    content: u64,
}

impl ResponseKey {
    fn new(record: &Record<'_>, content: &str) -> Self {
        let url = hashed(record.target_uri().unwrap_or_default().as_bytes());
        // Who copies an archive may spell digests in another way.
        let content =
            Declared::parse(content).map_or_else(String::new, |declared| declared.spelling());
        Self { url, content: hashed(content.as_bytes()) }
    }

    fn of_response(record: &Record<'_>) -> Self {
        let is_sha1 = |d: &&str| Declared::parse(d).is_some_and(|d| d.spelling().starts_with(SHA1));
        let declared = record.header("WARC-Block-Digest").filter(is_sha1);
        match declared {
            Some(declared) => Self::new(record, declared),
            None => {
                let computed = digest::sha1_base32(record.block());
                Self::new(record, &format!("{SHA1}{computed}"))
            }
        }
    }
}

/// The algorithm of digests in verdicts.
const SHA1: &str = "sha1:";

/// A verdict on a response.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Judged {
    /// Verdicts of one response are ordered by it: the highest first.
    batch: Reverse<u32>,
    /// Position in the table of verdicts. Of two in one batch the first in the table counts.
    page: u8,
    on: ResponseKey,
    /// The column of the portal that listed the article.
    column: Option<String>,
}

impl Judged {
    fn new(record: &Record<'_>, verdict: &Verdict) -> Self {
        let place = PageVerdict::ALL.iter().position(|page| *page == verdict.page);
        let page = place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX);
        let on = ResponseKey::new(record, &verdict.digest);
        Self { batch: Reverse(verdict.batch), page, on, column: verdict.column.clone() }
    }
}

/// What a record says of a record id.
#[derive(Debug, Clone)]
pub(crate) enum Word {
    Response(ResponseKey),
    Verdict(Judged),
}

/// Different responses and verdicts of one id that are kept: ids are unique but for copies and
/// forgeries, and a crawl changes its mind a few times.
const KEPT: usize = 64;

/// The responses and verdicts of a record id, sorted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Crawled {
    responses: Vec<ResponseKey>,
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
            + self.responses.capacity() * size_of::<ResponseKey>()
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

    /// Why a verdict on these responses is not obeyed.
    fn fault(&self, on: ResponseKey) -> Option<VerdictFault> {
        if self.responses.contains(&on) {
            None
        } else if self.responses.is_empty() {
            Some(VerdictFault::NoResponse)
        } else if self.responses.iter().any(|response| response.url == on.url) {
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
        word(visit.record).into_iter().collect()
    }

    fn fold(group: &mut Crawled, observation: Word) {
        match observation {
            Word::Response(key) => keep(&mut group.responses, key),
            Word::Verdict(judged) => keep(&mut group.verdicts, judged),
        }
    }

    fn conclude(&self, group: Crawled) -> Crawled {
        group
    }
}

fn word(record: &Record<'_>) -> Option<(String, Word)> {
    if is_verdict(record) {
        let verdict = Verdict::parse(record.block()).ok()?;
        let id = record.header("WARC-Refers-To")?;
        return Some((key(id), Word::Verdict(Judged::new(record, &verdict))));
    }
    let is_response = *record.kind() == RecordKind::Response;
    let id = record.record_id().filter(|_| is_response)?;
    Some((key(id), Word::Response(ResponseKey::of_response(record))))
}

/// Ids are looked up by hash; address and content are compared then.
fn key(id: &str) -> String {
    let bare = id.trim().trim_start_matches('<').trim_end_matches('>');
    format!("{:016x}", mixed(hashed(bare.as_bytes())))
}

/// The verdicts of crawls, by record id.
pub(crate) struct CrawlVerdicts(Store<Crawled>);

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
        Ok(Some(Self(gathering.conclude()?)))
    }

    /// The verdict on a response; none on other records.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn on(&self, record: &Record<'_>) -> Result<Option<PageVerdict>, ShuffleError> {
        let judged = self.judged(record)?;
        Ok(judged.and_then(|judged| PageVerdict::ALL.get(usize::from(judged.page)).copied()))
    }

    /// The column of the portal that listed an article.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) fn column(&self, record: &Record<'_>) -> Result<Option<String>, ShuffleError> {
        Ok(self.judged(record)?.and_then(|judged| judged.column))
    }

    fn judged(&self, record: &Record<'_>) -> Result<Option<Judged>, ShuffleError> {
        let Some(id) = record.record_id().filter(|_| *record.kind() == RecordKind::Response) else {
            return Ok(None);
        };
        let found = self.0.get(&key(id))?.filter(|found| !found.verdicts.is_empty());
        Ok(found.and_then(|found| found.judged(ResponseKey::of_response(record)).cloned()))
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
        let found = self.0.get(&key(id))?;
        Ok(found.map_or(Some(VerdictFault::NoResponse), |found| found.fault(on)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scutch_archive::{Item, Limits, Reader};

    use super::*;

    fn judged(batch: u32, page: u8, on: u64) -> Judged {
        Judged { batch: Reverse(batch), page, on: response(on, on), column: None }
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
        assert_eq!(group.judged(response(7, 7)).map(|judged| judged.page), Some(1));
        assert_eq!(group.judged(response(7, 8)), None);
    }

    #[test]
    fn verdicts_that_contradict_their_response_are_faults() {
        use VerdictFault::{NoResponse, OtherDigest, OtherUrl};
        let group = crawled(&[Word::Response(response(1, 1)), Word::Response(response(2, 2))]);
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
                0 => Word::Response(response(on, u64::from(batch))),
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
