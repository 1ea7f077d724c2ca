//! Requests and the responses to them, which lie near each other.

use std::collections::VecDeque;

use super::Sent;
use crate::record::{Record, RecordKind, unbracketed};

/// Records between a request and its response at most. Writers put them side by side, with metadata
/// between, or a batch of the one behind a batch of the other.
const WINDOW: usize = 64;

/// Brings requests together with their responses, in the order of a file. A response waits with its
/// value `T` until its request came, or so many records later.
#[derive(Debug)]
pub struct Pairs<T> {
    near: VecDeque<Near<T>>,
}

/// A record that may have a partner.
#[derive(Debug)]
struct Near<T> {
    is_request: bool,
    is_response: bool,
    is_paired: bool,
    id: Option<String>,
    concurrent: Vec<String>,
    uri: Option<String>,
    date: Option<i64>,
    sent: Option<Sent>,
    value: T,
}

impl<T> Default for Pairs<T> {
    fn default() -> Self {
        Self { near: VecDeque::new() }
    }
}

impl<T> Pairs<T> {
    /// Takes the next record of a file, with a value. Returns what need not wait longer, in the order
    /// in which it came, each with what was sent for it.
    pub fn push(&mut self, record: &Record<'_>, value: T) -> Vec<(T, Option<Sent>)> {
        let mut near = Near::new(record, value);
        let place = |is: fn(&Near<T>, &Near<T>) -> bool| {
            self.near.iter().rposition(|other| other.may_pair(&near) && is(other, &near))
        };
        if let Some(at) = place(Near::names).or_else(|| place(Near::is_like)) {
            let partner = &mut self.near[at];
            let sent = near.sent.take().or_else(|| partner.sent.take());
            (partner.sent, near.sent) = (sent.clone(), sent);
            (partner.is_paired, near.is_paired) = (true, true);
        }
        self.near.push_back(near);
        self.release(WINDOW)
    }

    /// The rest, at the end of a file.
    pub fn finish(&mut self) -> Vec<(T, Option<Sent>)> {
        self.release(0)
    }

    fn release(&mut self, keep: usize) -> Vec<(T, Option<Sent>)> {
        let count = self.near.len().saturating_sub(keep);
        self.near.drain(..count).map(|near| (near.value, near.sent)).collect()
    }
}

impl<T> Near<T> {
    fn new(record: &Record<'_>, value: T) -> Self {
        use RecordKind::{Request, Response, Revisit};
        let all = record.headers().filter(|(name, _)| name.eq_ignore_ascii_case(CONCURRENT));
        Self {
            is_request: *record.kind() == Request,
            is_response: matches!(record.kind(), Response | Revisit),
            is_paired: false,
            id: record.record_id().map(str::to_owned),
            concurrent: all.map(|(_, id)| unbracketed(id).to_owned()).collect(),
            uri: record.target_uri().map(str::to_owned),
            date: record.date().map(|date| date.unix_ms),
            sent: Sent::from_request(record),
            value,
        }
    }

    /// Whether one is a request of the URI and the other an answer from there. One request has one
    /// answer: the next one looks for another.
    fn may_pair(&self, other: &Self) -> bool {
        let are_two = self.is_request && other.is_response || self.is_response && other.is_request;
        are_two && !self.is_paired && !other.is_paired && self.uri == other.uri
    }

    /// Whether one names the other (ISO 28500, section 5.7).
    fn names(&self, other: &Self) -> bool {
        let is_named = |by: &Self, id: &Option<String>| {
            id.as_ref().is_some_and(|id| by.concurrent.contains(id))
        };
        is_named(self, &other.id) || is_named(other, &self.id)
    }

    /// Whether they are of one moment, where neither names anything.
    fn is_like(&self, other: &Self) -> bool {
        let name_nothing = self.concurrent.is_empty() && other.concurrent.is_empty();
        name_nothing && self.date.is_some() && self.date == other.date
    }
}

const CONCURRENT: &str = "WARC-Concurrent-To";
