//! Lists of mementos: TimeMaps with all their pages, and TimeGates.

use scutch_fetch::{Client, Failure, Fetched, Request};
use scutch_memento::{Fault, Memento, Mementos, TimeMap, TimeMapPages, fill_uri, http_date};

use super::answer::{Unanswered, negotiated_memento, read_block, read_timemap};
use super::{Acquirer, Problem};
use crate::concurrent::{MakeClient, concurrently};
use crate::hop::MEMENTO_DATETIME;
use crate::store::{GroupKind, StoreError};

/// A list from one archive, and what was wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadList {
    /// Original and TimeGate, as the pages of the list give them.
    pub timemap: TimeMap,
    /// Pages without an answer and faulty entries, in order.
    pub problems: Vec<Problem>,
}

/// Mementos of one list, over all its pages.
const MAX_MEMENTOS: usize = 1 << 20;

/// Problems that are kept of one list, over all its pages.
const MAX_PROBLEMS: usize = 1000;

impl Acquirer {
    /// Reads the list at a URI-T with all its pages, and appends its mementos to `mementos`.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn timemap(
        &mut self,
        uri_t: &str,
        mementos: &mut Mementos,
    ) -> Result<ReadList, StoreError> {
        let mut list = ReadList::default();
        let first = mementos.len();
        let mut pages = TimeMapPages::starting_at(uri_t);
        while let Some(uri) = pages.next_page() {
            let before = mementos.len();
            match self.timemap_page(&uri, mementos, first)? {
                Ok(page) => {
                    pages.add_links_of(&page);
                    if list.add_page(&uri, page) {
                        break;
                    }
                }
                Err((reason, sentence)) => {
                    // Reading may have failed in the middle: half a page would look like all of it.
                    mementos.truncate(before);
                    list.problems.push(Problem { uri, reason, sentence });
                    if reason == Failure::Interrupted.id() {
                        break;
                    }
                }
            }
        }
        if pages.is_cut() {
            let (uri, fault) = (uri_t.to_owned(), Fault::TooManyPages);
            let sentence = fault.sentence().to_owned();
            list.problems.push(Problem { uri, reason: fault.id(), sentence });
        }
        Ok(list)
    }

    /// Reads one page of a list that began at index `first`. A 404 means that there are no
    /// mementos.
    fn timemap_page(
        &mut self,
        uri_t: &str,
        mementos: &mut Mementos,
        first: usize,
    ) -> Result<Result<TimeMap, Unanswered>, StoreError> {
        let guard = self.guard.clone();
        self.ask(GroupKind::TimeMap, uri_t, &list_request(uri_t), |_, block| {
            let mut push = |memento: Memento| match mementos.len() - first < MAX_MEMENTOS {
                true => mementos.push(&memento.uri, memento.unix_ms),
                false => Ok(false),
            };
            read_timemap(uri_t, block, &guard, &mut push)
        })
    }

    /// The memento that a TimeGate gives for a time.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn timegate(
        &mut self,
        pattern: &str,
        uri_r: &str,
        unix_ms: i64,
    ) -> Result<Result<Memento, Problem>, StoreError> {
        let (uri, wanted) = (fill_uri(pattern, uri_r), http_date(unix_ms));
        // One URI has different answers for different times.
        let key = format!("{uri} {wanted}");
        let request = Request {
            uri: uri.clone(),
            headers: vec![("Accept-Datetime", wanted)],
            final_if_header: Some(MEMENTO_DATETIME),
            ..Request::default()
        };
        let guard = self.guard.clone();
        let memento = self.ask(GroupKind::TimeGate, &key, &request, |from, block| {
            negotiated_memento(from, &read_block(block)?, &guard, unix_ms)
        })?;
        Ok(memento.map_err(|(reason, sentence)| Problem { uri, reason, sentence }))
    }

    /// Asks for the first pages of several lists concurrently. [`Acquirer::timemap`] takes the
    /// answers from there, so that slow archives are waited for together.
    pub fn prefetch(&mut self, lists: &[String], make: MakeClient<'_>) {
        let is_stored = |uri_t: &str| {
            self.store.as_ref().is_some_and(|store| store.get(GroupKind::TimeMap, uri_t).is_some())
        };
        let is_needed = |uri_t: &&String| self.client.is_some() && !is_stored(uri_t);
        let lists: Vec<&String> = lists.iter().filter(is_needed).collect();
        if lists.len() < 2 {
            return;
        }
        let ask = |client: &mut Client, uri_t: &String| client.fetch(&list_request(uri_t));
        let answers: Vec<(String, Fetched)> = concurrently(make, &ask, |workers| {
            let numbers: Vec<usize> =
                lists.iter().map(|uri_t| workers.submit(uri_t, (*uri_t).clone())).collect();
            let answer = |(number, uri_t): (usize, &&String)| {
                Some(((*uri_t).clone(), workers.answer(number)?))
            };
            numbers.into_iter().zip(&lists).filter_map(answer).collect()
        });
        self.prefetched.extend(answers);
    }
}

impl ReadList {
    /// Adds a page of the list. True if it reached the limit of mementos, so that reading ends.
    fn add_page(&mut self, uri: &str, page: TimeMap) -> bool {
        let problems = page.faults.iter().map(|(fault, entry)| Problem {
            uri: uri.to_owned(),
            reason: fault.id(),
            sentence: format!("{} ({})", fault.sentence(), entry.escape_debug()),
        });
        let room = MAX_PROBLEMS.saturating_sub(self.problems.len());
        self.problems.extend(problems.take(room));
        let timemap = &mut self.timemap;
        timemap.original = timemap.original.take().or(page.original);
        timemap.timegate = timemap.timegate.take().or(page.timegate);
        page.faults.iter().any(|(fault, _)| *fault == Fault::TooMany)
    }
}

fn list_request(uri_t: &str) -> Request {
    Request { uri: uri_t.to_owned(), may_be_long: true, ..Request::default() }
}
