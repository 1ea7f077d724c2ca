//! Asks for pages, or takes them from the store.

use std::collections::HashMap;

use scutch_fetch::{Client, Failure, Request};
use scutch_portal::Document;

use super::answer::{Answer, PageReason};
use super::result::Problem;
use crate::found::first_facts;
use crate::group::{Kind, records};
use crate::store::{Store, StoreError};
use crate::way::Hop;

/// Why there is no answer: a reason id and a sentence.
pub(super) type Unanswered = (String, String);

/// Asks, and stores what is answered.
pub(super) struct Asker {
    /// `None`: without the network.
    client: Option<Client>,
    store: Store,
    /// What an earlier run could not have, for runs without the network.
    told: HashMap<String, Unanswered>,
    /// The run that asks.
    run: u32,
    /// Requests made, redirects not counted.
    pub(super) asked: usize,
    /// Whether the user wants to stop.
    pub(super) stopped: bool,
}

impl Asker {
    pub(super) fn new(client: Option<Client>, store: Store, run: u32, told: &[Problem]) -> Self {
        let told = told.iter().map(|p| (p.url.clone(), (p.reason.clone(), p.sentence.clone())));
        Self { client, store, told: told.collect(), run, asked: 0, stopped: false }
    }

    /// The run that asks.
    pub(super) fn run(&self) -> u32 {
        self.run
    }

    /// The first run that stored an address.
    pub(super) fn first_run(&self, address: &str) -> Option<u32> {
        self.runs(address).next()
    }

    /// The runs that stored an address, the earliest first.
    pub(super) fn runs(&self, address: &str) -> impl Iterator<Item = u32> {
        (0..=self.run).filter(move |run| self.store.get(Kind::Page, &key(*run, address)).is_some())
    }

    /// The answer that a run stored.
    pub(super) fn stored(&self, address: &str, run: u32) -> Result<Option<Answer>, StoreError> {
        let Some(stored) = self.store.get(Kind::Page, &key(run, address)) else { return Ok(None) };
        let (from, block) = self.store.whole(stored)?;
        Ok(Answer::read(&from, &block, run))
    }

    /// Asks, and stores the answer with the number of this run.
    pub(super) fn ask(&mut self, address: &str) -> Result<Result<Answer, Unanswered>, StoreError> {
        let Some(client) = &mut self.client else {
            let reason = PageReason::NotStored;
            let unstored = || (reason.id().to_owned(), reason.sentence().to_owned());
            return Ok(Err(self.told.get(address).cloned().unwrap_or_else(unstored)));
        };
        self.asked += 1;
        let run = self.run;
        let request = Request { uri: address.to_owned(), ..Request::default() };
        let fetched = client.fetch(&request);
        if let Some(failure) = fetched.failure {
            self.stopped |= failure == Failure::Interrupted;
            return Ok(Err((failure.id().to_owned(), failure.to_string())));
        }
        let answer = fetched.hops.last().and_then(|hop| Answer::read(&hop.uri, &hop.response, run));
        let Some(answer) = answer else {
            let failure = Failure::NotHttp;
            return Ok(Err((failure.id().to_owned(), failure.to_string())));
        };
        let key = key(self.run, address);
        let mut facts = first_facts(Kind::Page, &key);
        facts.push(("http_status", answer.status.to_string()));
        facts.push(("hops", fetched.hops.len().to_string()));
        let now = client.clock().unix_ms();
        let hops: Vec<Hop> = fetched.hops.into_iter().map(Hop::plain).collect();
        let group = records(Kind::Page, &key, &hops, None, now, &facts);
        self.store.put(Kind::Page, &key, &group)?;
        Ok(Ok(answer))
    }

    /// What was stored last of an address that does not change, or the answer to asking for it. What
    /// was no page for an earlier run is asked for again where that is wanted.
    pub(super) fn latest(
        &mut self,
        address: &str,
        again: bool,
    ) -> Result<Result<Answer, Unanswered>, StoreError> {
        let last = self.runs(address).last();
        let stored = last.map(|run| self.stored(address, run)).transpose()?.flatten();
        match stored {
            Some(answer) if answer.is_page() || !again || answer.run == self.run => Ok(Ok(answer)),
            Some(answer) => Ok(Ok(self.ask(address)?.unwrap_or(answer))),
            None => self.ask(address),
        }
    }
}

fn key(run: u32, address: &str) -> String {
    format!("{run} {address}")
}

/// One page, from the store or asked for and stored.
///
/// # Errors
/// When the store cannot be read or written.
pub fn page(
    client: Client,
    store: Store,
    address: &str,
) -> Result<Result<Document, Problem>, StoreError> {
    let mut asker = Asker::new(Some(client), store, 0, &[]);
    let problem = |reason: String, sentence| {
        let (url, found_on) = (address.to_owned(), String::new());
        Err(Problem { url, reason, sentence, found_on })
    };
    Ok(match asker.latest(address, false)? {
        Ok(answer) if answer.is_page() => Ok(answer.into_document()),
        Ok(answer) => {
            let reason = PageReason::Status;
            let sentence = format!("{} (status {})", reason.sentence(), answer.status);
            problem(reason.id().to_owned(), sentence)
        }
        Err((reason, sentence)) => problem(reason, sentence),
    })
}
