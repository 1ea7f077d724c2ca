//! Reads a stored answer, or asks and stores the answer.

use std::io::Read;

use scutch_fetch::{Client, Fetched, Request};
use scutch_memento::Guard;

use super::answer::{Unanswered, unanswered};
use super::drift::Drift;
use crate::hop::Hop;
use crate::reason::Reason;
use crate::store::{Group, GroupKind, Store, StoreError, first_facts};

/// A question without a usable answer. The run goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The URI that was asked for.
    pub uri: String,
    /// Reason id.
    pub reason: &'static str,
    /// The reason as an English sentence.
    pub sentence: String,
}

/// Asks archives, and stores their answers.
pub struct Acquirer {
    /// `None` without the network.
    pub(super) client: Option<Client>,
    pub(super) store: Option<Store>,
    pub(super) guard: Guard,
    pub(super) drift: Drift,
}

impl Acquirer {
    /// Without a client, only stored answers are used. Without a store, answers are not kept.
    pub fn new(client: Option<Client>, store: Option<Store>, guard: Guard) -> Self {
        Self { client, store, guard, drift: Drift::default() }
    }

    /// The same acquirer with another limit of drift.
    #[must_use]
    pub fn with_drift(self, drift: Drift) -> Self {
        Self { drift, ..self }
    }

    /// Reads the stored answer to a question, or else asks and stores the answer. Answers that
    /// `read` does not understand are not stored, so that a later run asks again.
    pub(super) fn ask<T>(
        &mut self,
        kind: GroupKind,
        key: &str,
        request: &Request,
        read: impl FnOnce(&str, &mut dyn Read) -> Result<T, Unanswered>,
    ) -> Result<Result<T, Unanswered>, StoreError> {
        if self.has(kind, key) {
            return self.stored(kind, key, read);
        }
        let Some(client) = &mut self.client else { return Ok(Err(unanswered(Reason::NotStored))) };
        let fetched = client.fetch(request);
        self.keep(kind, key, fetched, read)
    }

    /// Whether the answer to a question is stored.
    pub(super) fn has(&self, kind: GroupKind, key: &str) -> bool {
        self.store.as_ref().is_some_and(|store| store.get(kind, key).is_some())
    }

    /// Reads the stored answer to a question.
    pub(super) fn stored<T>(
        &self,
        kind: GroupKind,
        key: &str,
        read: impl FnOnce(&str, &mut dyn Read) -> Result<T, Unanswered>,
    ) -> Result<Result<T, Unanswered>, StoreError> {
        let Some((store, location)) =
            self.store.as_ref().and_then(|store| Some((store, store.get(kind, key)?)))
        else {
            return Ok(Err(unanswered(Reason::NotStored)));
        };
        let (response, mut block) = store.answer(location)?;
        Ok(read(&response.target, &mut block))
    }

    /// Reads an answer, and stores it if `read` understands it or it is final.
    pub(super) fn keep<T>(
        &mut self,
        kind: GroupKind,
        key: &str,
        fetched: Fetched,
        read: impl FnOnce(&str, &mut dyn Read) -> Result<T, Unanswered>,
    ) -> Result<Result<T, Unanswered>, StoreError> {
        if let Some(failure) = fetched.failure {
            return Ok(Err((failure.id(), failure.to_string())));
        }
        let Some(last) = fetched.hops.last() else {
            return Ok(Err(unanswered(Reason::NotStored)));
        };
        let found = read(&last.uri, &mut last.reader());
        // An archive that excludes a page says so each time: asking again would bring nothing.
        let is_final = |(reason, _): &Unanswered| *reason == Reason::Excluded.id();
        if found.as_ref().err().is_none_or(is_final) {
            let mut facts = first_facts(kind, key);
            facts.push(("http_status", last.status.to_string()));
            facts.push(("hops", fetched.hops.len().to_string()));
            let hops: Vec<Hop> = fetched.hops.into_iter().map(Hop::plain).collect();
            self.put(&Group { kind, key, hops: &hops, joined: None, now: 0, facts: &facts })?;
        }
        Ok(found)
    }

    /// Stores a group, dated now.
    pub(super) fn put(&mut self, group: &Group<'_>) -> Result<(), StoreError> {
        let now = self.client.as_ref().map_or(0, |client| client.clock().unix_ms());
        match &mut self.store {
            Some(store) => store.put(&Group { now, ..*group }).map(drop),
            None => Ok(()),
        }
    }
}
