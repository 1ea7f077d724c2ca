//! Lists of mementos: TimeMaps with all their pages, and TimeGates.

use std::io;

use scutch_fetch::{Failure, Fetched, Request};
use scutch_memento::{
    Collapse, Fault, Memento, Mementos, OnMemento, Selection, TimeMap, TimeMapPages, fill_uri,
    http_date,
};

use super::answer::{Unanswered, negotiated_memento, read_block, read_timemap, unanswered};
use super::{Acquirer, Problem};
use crate::hop::MEMENTO_DATETIME;
use crate::reason::Reason;
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

/// Digests of the mementos that came last: outside of the span that is wanted, and within.
type LastDigests = [Option<String>; 2];

/// A list that is being read, page by page.
pub(super) struct OpenList {
    /// URI-T of its first page.
    pub(super) uri_t: String,
    pages: TimeMapPages,
    pub(super) mementos: Mementos,
    pub(super) found: ReadList,
    is_at_end: bool,
    /// Which of its mementos are wanted. Only neighbours with one digest are left out here.
    selection: Selection,
    last_digests: LastDigests,
}

impl OpenList {
    pub(super) fn new(uri_t: &str, selection: Selection) -> Self {
        Self {
            uri_t: uri_t.to_owned(),
            pages: TimeMapPages::starting_at(uri_t),
            mementos: Mementos::default(),
            found: ReadList::default(),
            is_at_end: false,
            selection,
            last_digests: LastDigests::default(),
        }
    }

    /// Reads pages while they are stored. Returns the next one to ask for; `None` at the end.
    pub(super) fn read_stored(
        &mut self,
        acquirer: &Acquirer,
    ) -> Result<Option<String>, StoreError> {
        while !self.is_at_end
            && let Some(uri) = self.pages.next_page()
        {
            if acquirer.has(GroupKind::TimeMap, &uri) {
                let guard = &acquirer.guard;
                let read = self.taking(|push| {
                    acquirer.stored(GroupKind::TimeMap, &uri, |_, block| {
                        read_timemap(&uri, block, guard, push)
                    })
                })?;
                self.add(&uri, read);
            } else if acquirer.client.is_some() {
                return Ok(Some(uri));
            } else {
                self.add(&uri, Err(unanswered(Reason::NotStored)));
            }
        }
        if self.pages.is_cut() {
            let (uri, fault) = (self.uri_t.clone(), Fault::TooManyPages);
            let sentence = fault.sentence().to_owned();
            self.found.problems.push(Problem { uri, reason: fault.id(), sentence });
        }
        Ok(None)
    }

    /// Reads the answer for a page that was asked for, and stores it.
    pub(super) fn read_answer(
        &mut self,
        acquirer: &mut Acquirer,
        uri: &str,
        fetched: Fetched,
    ) -> Result<(), StoreError> {
        let guard = acquirer.guard.clone();
        let read = self.taking(|push| {
            acquirer.keep(GroupKind::TimeMap, uri, fetched, |_, block| {
                read_timemap(uri, block, &guard, push)
            })
        })?;
        self.add(uri, read);
        Ok(())
    }

    /// Lets `read` push the mementos of a page. What it pushes before it fails is taken back.
    fn taking(
        &mut self,
        read: impl FnOnce(OnMemento<'_>) -> Result<Result<TimeMap, Unanswered>, StoreError>,
    ) -> Result<Result<TimeMap, Unanswered>, StoreError> {
        let (mementos, selection) = (&mut self.mementos, self.selection);
        let (before, mut last) = (mementos.len(), self.last_digests.clone());
        let mut push = |memento| push_unlike(mementos, &mut last, selection, memento);
        let page = read(&mut push)?;
        match page {
            Ok(_) => self.last_digests = last,
            // Reading may have failed in the middle: half a page would look like all of it.
            Err(_) => self.mementos.truncate(before),
        }
        Ok(page)
    }

    /// Adds a page, or why there is none.
    fn add(&mut self, uri: &str, page: Result<TimeMap, Unanswered>) {
        match page {
            Ok(page) => {
                self.pages.add_links_of(&page);
                self.is_at_end = self.found.add_page(uri, page);
            }
            Err((reason, sentence)) => {
                self.is_at_end = reason == Failure::Interrupted.id();
                let uri = uri.to_owned();
                self.found.problems.push(Problem { uri, reason, sentence });
            }
        }
    }
}

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
        let mut list = OpenList::new(uri_t, Selection::default());
        while let Some(uri) = list.read_stored(self)? {
            let Some(client) = &mut self.client else { break };
            let fetched = client.fetch(&list_request(&uri));
            list.read_answer(self, &uri, fetched)?;
        }
        mementos.append(&list.mementos).map_err(StoreError::Frontier)?;
        Ok(list.found)
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
}

impl ReadList {
    /// Adds a page of the list. True if it reached the limit of mementos, so that reading ends.
    fn add_page(&mut self, uri: &str, page: TimeMap) -> bool {
        let problems = page.faults.iter().map(|(fault, entry)| Problem {
            uri: uri.to_owned(),
            reason: fault.id(),
            sentence: format!("{} ({})", fault.sentence(), entry.escape_debug()),
        });
        // A list of faults alone would fill the memory otherwise.
        let room = MAX_PROBLEMS.saturating_sub(self.problems.len());
        self.problems.extend(problems.take(room));
        let timemap = &mut self.timemap;
        // The first page that names them counts; later pages change nothing.
        timemap.original = timemap.original.take().or(page.original);
        timemap.timegate = timemap.timegate.take().or(page.timegate);
        page.faults.iter().any(|(fault, _)| *fault == Fault::TooMany)
    }
}

pub(super) fn list_request(uri_t: &str) -> Request {
    Request { uri: uri_t.to_owned(), is_list: true, ..Request::default() }
}

/// Puts a memento into a list, unless it is left out for being like the one before. False when the
/// list takes no more.
fn push_unlike(
    mementos: &mut Mementos,
    last: &mut LastDigests,
    selection: Selection,
    memento: Memento,
) -> io::Result<bool> {
    // Apart, so that one outside of the span stands for none within.
    let last = &mut last[usize::from(selection.accepts(memento.unix_ms))];
    let collapses = selection.collapse == Some(Collapse::Digest);
    // Before they are counted: a page that never changed must not fill the list.
    if collapses && memento.digest.is_some() && *last == memento.digest {
        return Ok(true);
    }
    *last = memento.digest;
    match mementos.len() < MAX_MEMENTOS {
        true => mementos.push(&memento.uri, memento.unix_ms),
        false => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mementos of a list after a page with these digests, which fails at its end if not whole.
    fn read_page(list: &mut OpenList, digests: &[&str], is_whole: bool) -> usize {
        let page = list.taking(|push| {
            for digest in digests {
                let (uri, digest) = (format!("http://a.example/{digest}"), *digest);
                let digest = Some(digest.to_owned());
                let memento = Memento { uri, unix_ms: 7, date_is_standard: true, digest };
                assert!(push(memento).expect("kept"));
            }
            let fault = || ("fetch-truncated", String::new());
            Ok(is_whole.then(TimeMap::default).ok_or_else(fault))
        });
        assert_eq!(page.expect("no store").is_ok(), is_whole);
        list.mementos.len()
    }

    /// What a page named before it failed stands for nothing on the next one.
    #[test]
    fn a_page_that_fails_leaves_no_digest_behind() {
        let selection = Selection { collapse: Some(Collapse::Digest), ..Selection::default() };
        let mut list = OpenList::new("http://a.example/", selection);
        let mut read = |digests: &[&str], is_whole| read_page(&mut list, digests, is_whole);
        assert_eq!(read(&["A", "A"], true), 1);
        assert_eq!(read(&["A", "B"], false), 1);
        assert_eq!(read(&["B", "B", "A"], true), 3);
        assert_eq!(read(&["A", "B"], false), 3);
        assert_eq!(read(&["A"], true), 3);
    }
}
