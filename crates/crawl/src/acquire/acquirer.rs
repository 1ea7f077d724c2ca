//! Reads a stored answer, or asks and stores the answer.

use std::collections::HashMap;
use std::io::Read;

use scutch_fetch::{Client, Fetched, Request};
use scutch_memento::Guard;

use super::answer::{Unanswered, unanswered};
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
    /// Answers for lists that were asked for before they are read, by URI-T.
    pub(super) prefetched: HashMap<String, Fetched>,
}

impl Acquirer {
    /// Without a client, only stored answers are used. Without a store, answers are not kept.
    pub fn new(client: Option<Client>, store: Option<Store>, guard: Guard) -> Self {
        Self { client, store, guard, prefetched: HashMap::new() }
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
        if let Some(store) = &self.store
            && let Some(location) = store.get(kind, key)
        {
            let (from, mut block) = store.answer(location)?;
            return Ok(read(&from, &mut block));
        }
        let Some(client) = &mut self.client else { return Ok(Err(unanswered(Reason::NotStored))) };
        let fetched = self.prefetched.remove(key).unwrap_or_else(|| client.fetch(request));
        if let Some(failure) = fetched.failure {
            return Ok(Err((failure.id(), failure.to_string())));
        }
        let Some(last) = fetched.hops.last() else {
            return Ok(Err(unanswered(Reason::NotStored)));
        };
        let found = read(&last.uri, &mut last.reader());
        if found.is_ok() {
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
            Some(store) => store.put(&Group { now, ..*group }),
            None => Ok(()),
        }
    }
}
