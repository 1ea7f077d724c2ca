//! Asks for pages, or takes them from the store.

use std::collections::{HashMap, HashSet};

use scutch_fetch::{Client, Failure, Request};
use scutch_portal::Document;

use super::answer::{Answer, PageReason};
use super::result::PageProblem;
use crate::holdings::{HeldPage, Holdings};
use crate::hop::Hop;
use crate::store::{
    Facts, Group, GroupKind, NewVerdict, ResponseRef, Store, StoreError, first_facts,
    group_key as hashed,
};

/// Why there is no answer: a reason id and a sentence.
pub(super) type Unanswered = (String, String);

/// Asks, and stores the answers.
pub(super) struct Asker {
    /// `None` without the network.
    client: Option<Client>,
    store: Store,
    /// Archives of others, whose pages are copied instead of asked for.
    holdings: Option<Holdings>,
    /// Problems of an earlier run by address. Without the network they are repeated.
    earlier: HashMap<String, Unanswered>,
    /// The number of this run.
    run: u32,
    /// Keys of the groups that were read or written.
    used: HashSet<u64>,
    /// Requests, without redirects.
    pub(super) requests: usize,
    /// Pages that holdings gave.
    pub(super) held: usize,
    /// Whether the user wants to stop.
    pub(super) is_stopped: bool,
}

impl Asker {
    pub(super) fn new(
        client: Option<Client>,
        store: Store,
        run: u32,
        earlier: &[PageProblem],
    ) -> Self {
        let unanswered = |p: &PageProblem| (p.reason.clone(), p.sentence.clone());
        let earlier = earlier.iter().map(|p| (p.url.clone(), unanswered(p))).collect();
        let (used, requests, held) = (HashSet::new(), 0, 0);
        let (holdings, is_stopped) = (None, false);
        Self { client, store, holdings, earlier, run, used, requests, held, is_stopped }
    }

    /// The same with archives of others.
    pub(super) fn holding(self, holdings: Option<Holdings>) -> Self {
        Self { holdings, ..self }
    }

    /// The number of this run.
    pub(super) fn run(&self) -> u32 {
        self.run
    }

    /// The first run that stored an address.
    pub(super) fn first_run(&self, address: &str) -> Option<u32> {
        self.runs(address).next()
    }

    /// The runs that stored an address, the earliest first.
    pub(super) fn runs(&self, address: &str) -> impl Iterator<Item = u32> {
        let is_stored =
            move |run: &u32| self.store.get(GroupKind::Page, &group_key(*run, address)).is_some();
        (0..=self.run).filter(is_stored)
    }

    /// The answer that a run stored.
    pub(super) fn stored(&mut self, address: &str, run: u32) -> Result<Option<Answer>, StoreError> {
        let key = group_key(run, address);
        let Some(location) = self.store.get(GroupKind::Page, &key) else { return Ok(None) };
        // Answers that no run reads any more are found by what is missing here.
        self.used.insert(hashed(GroupKind::Page.name(), &key));
        let (response, block) = self.store.whole_answer(location)?;
        let holding = self.store.facts(location)?.fact("holding").map(str::to_owned);
        let answer = Answer::parse(&response.target, &block, run);
        Ok(answer.map(|answer| answer.stored_as(response, holding)))
    }

    /// What holdings have of an address, stored as a copy under the number of this run. Only what
    /// no run has stored as a page is looked for there: an update wants what is new.
    fn copy(&mut self, address: &str) -> Result<Option<Answer>, StoreError> {
        let (Some(holdings), Some(_)) = (&self.holdings, &self.client) else { return Ok(None) };
        let Some(held) = holdings.page(address)? else { return Ok(None) };
        self.held += 1;
        self.put_held(address, held)
    }

    fn put_held(&mut self, address: &str, held: HeldPage) -> Result<Option<Answer>, StoreError> {
        let (now, file, more) = (held.unix_ms, held.file(), held.facts());
        let hop = held.into_hop(address);
        let answer = Answer::parse(address, &hop.exchange.response, self.run);
        let response = self.put(address, 200, &[hop], (now, more))?;
        Ok(answer.map(|answer| answer.stored_as(response, Some(file))))
    }

    /// Asks, or takes a page from a holding if no run has stored it.
    pub(super) fn ask_anew(
        &mut self,
        address: &str,
        is_first: bool,
    ) -> Result<Result<Answer, Unanswered>, StoreError> {
        if is_first { self.ask_first(address) } else { self.ask(address) }
    }

    /// Asks, unless a holding has the page, and stores the answer under the number of this run.
    fn ask_first(&mut self, address: &str) -> Result<Result<Answer, Unanswered>, StoreError> {
        match self.copy(address)? {
            Some(answer) => Ok(Ok(answer)),
            None => self.ask(address),
        }
    }

    /// Asks, and stores the answer under the number of this run.
    fn ask(&mut self, address: &str) -> Result<Result<Answer, Unanswered>, StoreError> {
        let Some(client) = &mut self.client else {
            let reason = PageReason::NotStored;
            let not_stored = || (reason.id().to_owned(), reason.sentence().to_owned());
            return Ok(Err(self.earlier.get(address).cloned().unwrap_or_else(not_stored)));
        };
        self.requests += 1;
        let run = self.run;
        let request = Request { uri: address.to_owned(), ..Request::default() };
        let fetched = client.fetch(&request);
        if let Some(failure) = fetched.failure {
            // The user wants to stop: nothing else is asked for in this run.
            self.is_stopped |= failure == Failure::Interrupted;
            return Ok(Err((failure.id().to_owned(), failure.to_string())));
        }
        let answer =
            fetched.hops.last().and_then(|hop| Answer::parse(&hop.uri, &hop.response, run));
        let Some(answer) = answer else {
            let failure = Failure::NotHttp;
            return Ok(Err((failure.id().to_owned(), failure.to_string())));
        };
        let now = client.clock().unix_ms();
        let hops: Vec<Hop> = fetched.hops.into_iter().map(Hop::plain).collect();
        let response = self.put(address, answer.status, &hops, (now, Facts::new()))?;
        Ok(Ok(answer.stored_as(response, None)))
    }

    /// Stores the answer for an address with a time and further facts.
    fn put(
        &mut self,
        address: &str,
        status: u16,
        hops: &[Hop],
        (now, more): (i64, Facts),
    ) -> Result<ResponseRef, StoreError> {
        let key = group_key(self.run, address);
        let (kind, joined) = (GroupKind::Page, None);
        let mut facts = first_facts(kind, &key);
        facts.push(("http_status", status.to_string()));
        facts.push(("hops", hops.len().to_string()));
        facts.extend(more);
        self.used.insert(hashed(kind.name(), &key));
        self.store.put(&Group { kind, key: &key, hops, joined, now, facts: &facts })
    }

    /// The number of the next batch of verdicts.
    pub(super) fn next_batch(&self) -> u32 {
        self.store.next_batch()
    }

    /// Stores verdicts.
    pub(super) fn put_verdicts(
        &mut self,
        verdicts: impl Iterator<Item = NewVerdict>,
    ) -> Result<(), StoreError> {
        self.store.put_verdicts(verdicts)
    }

    /// Stored answers that this run has not looked at.
    pub(super) fn unused(&self) -> Result<Vec<ResponseRef>, StoreError> {
        let locations = self.store.others(&self.used).into_iter();
        locations.map(|location| Ok(self.store.answer(location)?.0)).collect()
    }

    /// The last stored answer for an address that does not change, or else the answer to a request.
    /// If `retry`, an error that an earlier run stored is asked for again.
    pub(super) fn latest(
        &mut self,
        address: &str,
        retry: bool,
    ) -> Result<Result<Answer, Unanswered>, StoreError> {
        let last = self.runs(address).last();
        let stored = last.map(|run| self.stored(address, run)).transpose()?.flatten();
        let stored = match stored {
            Some(answer) if answer.is_page() => return Ok(Ok(answer)),
            stored => stored,
        };
        // Holdings may have been named since the error was stored.
        if let Some(answer) = self.copy(address)? {
            return Ok(Ok(answer));
        }
        match stored {
            Some(answer) if !retry || answer.run == self.run => Ok(Ok(answer)),
            // The stored error is still the best answer if asking fails.
            Some(answer) => Ok(Ok(self.ask(address)?.unwrap_or(answer))),
            None => self.ask(address),
        }
    }
}

/// With the number of the run: an update stores an archive page again, beside the earlier ones.
pub(super) fn group_key(run: u32, address: &str) -> String {
    format!("{run} {address}")
}

/// One page, from the store or else fetched and stored.
///
/// # Errors
/// When the store cannot be read or written.
pub fn fetch_page(
    client: Client,
    store: Store,
    address: &str,
) -> Result<Result<Document, PageProblem>, StoreError> {
    let mut asker = Asker::new(Some(client), store, 0, &[]);
    Ok(match asker.latest(address, false)? {
        Ok(answer) if answer.is_page() => Ok(answer.into_document()),
        Ok(answer) => Err(PageProblem::with_status(address, answer.status, "")),
        Err(unanswered) => Err(PageProblem::unanswered(address, unanswered, "")),
    })
}
