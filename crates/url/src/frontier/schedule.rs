//! Whose turn it is: origins wait within their registrable domain, domains wait for their delay.
//!
//! An *origin* is scheme, user, host and port; robots.txt holds for one. A *domain* is a
//! registrable domain; the delay holds for all its origins together, and they take turns.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::names::Names;
use super::queue::{Entries, Queue, Waiting};
use crate::robots::Robots;

/// Number of an origin, in order of arrival.
pub(super) type OriginId = u32;
/// Number of a domain, in order of arrival.
pub(super) type DomainId = u32;

/// What waits at one origin, and its rules.
#[derive(Debug)]
struct Origin {
    domain: DomainId,
    /// The next origin of the domain; the last one points to the first.
    next: OriginId,
    queue: Queue,
    robots: Option<Arc<Robots>>,
    discarded: bool,
}

/// A registrable domain, as a ring of origins.
#[derive(Debug)]
struct Domain {
    /// The origin that came last.
    last: OriginId,
    /// The origin whose turn it is.
    turn: OriginId,
    /// Time from which on the next URL may be handed out.
    ready: u64,
    /// The heap has an entry for the domain.
    lined_up: bool,
}

/// Waiting URLs by origin and domain.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    entries: Entries,
    origins: Vec<Origin>,
    origin_names: Names,
    /// Origins with a user name, by the same origin without.
    with_user: FxHashMap<Box<str>, Vec<OriginId>>,
    domains: Vec<Domain>,
    domain_names: Names,
    /// Domains with something waiting: ready time, order of arrival, domain; the least on top.
    line: BinaryHeap<Reverse<(u64, u64, DomainId)>>,
    arrivals: u64,
}

impl Schedule {
    /// The origin with this text, if it is known.
    pub(super) fn origin(&self, text: &str) -> Option<OriginId> {
        self.origin_names.get(text)
    }

    /// The text of an origin: scheme, user, host and port.
    pub(super) fn origin_text(&self, id: OriginId) -> Option<&str> {
        self.origin_names.text(id)
    }

    /// Texts of all origins in order of arrival.
    pub(super) fn origin_texts(&self) -> impl Iterator<Item = &str> {
        self.origin_names.iter()
    }

    pub(super) fn origin_count(&self) -> u32 {
        self.origin_names.len() as u32
    }

    /// The origin with this text, entered at the end of its domain's ring where it is new.
    pub(super) fn enter_origin(&mut self, text: &str) -> OriginId {
        if let Some(id) = self.origin_names.get(text) {
            return id;
        }
        // The delay is one per registrable domain: its hosts often share a machine.
        let host = crate::host(text).unwrap_or_default();
        let domain = self.domain_names.enter(&crate::site(&host));
        let id = self.origin_names.enter(text);
        let mut next = id;
        match self.domains.get_mut(domain as usize) {
            Some(known) => {
                let before = &mut self.origins[known.last as usize];
                (next, before.next, known.last) = (before.next, id, id);
            }
            None => self.domains.push(Domain { last: id, turn: id, ready: 0, lined_up: false }),
        }
        let queue = Queue::default();
        self.origins.push(Origin { domain, next, queue, robots: None, discarded: false });
        self.copy_from_host(id, text);
        id
    }

    /// Rules and discarding hold for a host, whoever logs in there: a new origin takes them over.
    fn copy_from_host(&mut self, id: OriginId, text: &str) {
        let plain = without_user(text);
        let other = self.origins_of_host(&plain).find(|other| *other != id);
        if let Some(other) = other {
            let other = &self.origins[other as usize];
            let (robots, discarded) = (other.robots.clone(), other.discarded);
            let origin = &mut self.origins[id as usize];
            (origin.robots, origin.discarded) = (robots, discarded);
        }
        if plain != text {
            self.with_user.entry(plain.into()).or_default().push(id);
        }
    }

    /// Known origins of a host, given as an origin without user name.
    fn origins_of_host(&self, plain: &str) -> impl Iterator<Item = OriginId> {
        let with_user = self.with_user.get(plain).map_or(&[][..], Vec::as_slice);
        self.origin(plain).into_iter().chain(with_user.iter().copied())
    }

    /// Puts a URL at the end of the queue of its origin and priority.
    pub(super) fn push(&mut self, origin: OriginId, priority: u8, waiting: Waiting) {
        let domain = self.origins[origin as usize].domain;
        self.entries.push(&mut self.origins[origin as usize].queue, priority, waiting);
        self.line_up(domain);
    }

    /// Takes the most urgent URL of an origin.
    pub(super) fn pop(&mut self, origin: OriginId) -> Option<Waiting> {
        self.entries.pop(&mut self.origins[origin as usize].queue)
    }

    /// Replaces each waiting URL of an origin, or drops it.
    pub(super) fn replace<E>(
        &mut self,
        origin: OriginId,
        mut replacement: impl FnMut(&Self, Waiting) -> Result<Option<(u8, Waiting)>, E>,
    ) -> Result<(), E> {
        let mut old = std::mem::take(&mut self.origins[origin as usize].queue);
        let mut kept = Queue::default();
        while let Some(waiting) = self.entries.pop(&mut old) {
            if let Some((priority, waiting)) = replacement(self, waiting)? {
                self.entries.push(&mut kept, priority, waiting);
            }
        }
        self.origins[origin as usize].queue = kept;
        Ok(())
    }

    /// Takes the domain that is ready at `now` and has waited the longest.
    pub(super) fn take_ready(&mut self, now: u64) -> Option<DomainId> {
        let Reverse((ready, _, id)) = *self.line.peek()?;
        // The domain on top is ready first: no other one is ready, either.
        if ready > now {
            return None;
        }
        self.line.pop();
        self.domains[id as usize].lined_up = false;
        Some(id)
    }

    /// Lets a domain rest until `ready`; it lines up again if something waits there.
    pub(super) fn rest_until(&mut self, id: DomainId, ready: u64) {
        self.domains[id as usize].ready = ready;
        if self.ring(id).any(|origin| !self.origins[origin as usize].queue.is_empty()) {
            self.line_up(id);
        }
    }

    /// Lets the domains of origins rest until a time, each until the latest of its own. Domains that
    /// are ready at one time keep the order in which they lined up.
    pub(super) fn rest_origins(&mut self, rests: impl Iterator<Item = (OriginId, u64)>) {
        for (origin, until) in rests {
            let id = self.origins[origin as usize].domain;
            let ready = &mut self.domains[id as usize].ready;
            *ready = until.max(*ready);
        }
        // Once for all: a frontier may have as many domains as the web.
        let lined_up = std::mem::take(&mut self.line).into_iter();
        let ready = |id: DomainId| self.domains[id as usize].ready;
        self.line =
            lined_up.map(|Reverse((_, arrival, id))| Reverse((ready(id), arrival, id))).collect();
    }

    /// When the first domain with something waiting is ready, if there is one.
    pub(super) fn first_ready(&self) -> Option<u64> {
        self.line.peek().map(|Reverse((ready, _, _))| *ready)
    }

    /// The origin of a domain whose turn it is.
    pub(super) fn turn(&self, id: DomainId) -> OriginId {
        self.domains[id as usize].turn
    }

    /// Takes the turn of an origin: the next one of the ring is next.
    pub(super) fn take_turn(&mut self, id: DomainId) -> OriginId {
        let origin = self.domains[id as usize].turn;
        // Also when the origin has nothing: its turn passes.
        self.domains[id as usize].turn = self.origins[origin as usize].next;
        origin
    }

    fn line_up(&mut self, id: DomainId) {
        let domain = &mut self.domains[id as usize];
        if !domain.lined_up {
            domain.lined_up = true;
            // Domains that are ready at one time go in the order in which they lined up.
            self.arrivals += 1;
            self.line.push(Reverse((domain.ready, self.arrivals, id)));
        }
    }

    /// The origins of a domain, from the one whose turn it is.
    fn ring(&self, id: DomainId) -> impl Iterator<Item = OriginId> {
        let first = self.turn(id);
        let next = move |origin: &OriginId| {
            Some(self.origins[*origin as usize].next).filter(|next| *next != first)
        };
        std::iter::successors(Some(first), next)
    }

    pub(super) fn robots(&self, origin: OriginId) -> Option<&Robots> {
        self.origins[origin as usize].robots.as_deref()
    }

    /// Sets the rules of a host, by an origin's text. An unknown host stays unknown.
    pub(super) fn set_robots(&mut self, text: &str, robots: Robots) {
        let robots = Arc::new(robots);
        let origins: Vec<OriginId> = self.origins_of_host(&without_user(text)).collect();
        for origin in origins {
            self.origins[origin as usize].robots = Some(Arc::clone(&robots));
        }
    }

    pub(super) fn is_discarded(&self, origin: OriginId) -> bool {
        self.origins[origin as usize].discarded
    }

    /// Discards the host of an origin and forgets what waits there.
    pub(super) fn discard(&mut self, id: OriginId) {
        // Ids come from the log and may be wrong.
        let Some(text) = self.origin_text(id) else { return };
        let origins: Vec<OriginId> = self.origins_of_host(&without_user(text)).collect();
        for id in origins {
            let origin = &mut self.origins[id as usize];
            origin.discarded = true;
            let mut queue = std::mem::take(&mut origin.queue);
            while self.entries.pop(&mut queue).is_some() {}
        }
    }

    /// URLs waiting.
    pub(super) fn waiting(&self) -> usize {
        self.entries.waiting()
    }

    /// Bytes of memory for waiting URLs.
    pub(super) fn memory(&self) -> usize {
        self.entries.memory()
    }
}

/// An origin without user name and password.
fn without_user(origin: &str) -> Cow<'_, str> {
    match (origin.find("://"), origin.rfind('@')) {
        (Some(scheme), Some(at)) => Cow::Owned([&origin[..scheme + 3], &origin[at + 1..]].concat()),
        _ => Cow::Borrowed(origin),
    }
}
