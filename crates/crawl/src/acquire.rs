//! Asks archives which mementos there are, and for the mementos; what is stored is not asked again.

use std::collections::{HashMap, VecDeque};
use std::io::Read;

use scutch_fetch::{Client, Failure, Fetched, Request};
use scutch_memento::{
    Fault, Guard, Memento, Mementos, Pages, TimeMap, filled, http_date, same_memento, stamp,
};

use crate::answer::{Unanswered, negotiated, plain, read_page, whole};
use crate::beside::{Horizon, MakeClient, side_by_side};
use crate::found::first_facts;
use crate::group::{Facts, Kind, records};
use crate::judge::{DATETIME, Judged};
use crate::reason::Reason;
use crate::row::Row;
use crate::store::{Store, StoreError};
use crate::way::{Hop, Joined, Way, way};
use crate::wishes::{Wish, Wishes};

/// Something that did not work and stops nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// What was asked.
    pub uri: String,
    /// Reason id.
    pub reason: &'static str,
    /// What it means, as a sentence.
    pub sentence: String,
}

/// A list from one source, and what was wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    /// What its pages say of themselves.
    pub timemap: TimeMap,
    /// Pages that could not be had, in order.
    pub troubles: Vec<Trouble>,
}

/// Mementos of a list, over all its pages.
const MOST: usize = 1 << 20;

/// Faults that are kept of a list, over all its pages.
const MOST_FAULTS: usize = 1000;

/// Asks, and stores what is answered.
pub struct Acquirer {
    /// `None`: without the network.
    client: Option<Client>,
    store: Option<Store>,
    guard: Guard,
    /// What lists came to that were asked for before they are read.
    early: HashMap<String, Fetched>,
}

impl Acquirer {
    /// Asks through a client, or not at all; keeps what is answered in a store, or nowhere.
    pub fn new(client: Option<Client>, store: Option<Store>, guard: Guard) -> Self {
        Self { client, store, guard, early: HashMap::new() }
    }

    /// Whether the first page of a list is stored.
    pub(crate) fn is_listed(&self, uri_t: &str) -> bool {
        self.store.as_ref().is_some_and(|store| store.get(Kind::TimeMap, uri_t).is_some())
    }

    pub(crate) fn take_early(&mut self, answers: Vec<(String, Fetched)>) {
        self.early.extend(answers);
    }

    /// The list at a URI-T with all its pages, each asked for once; its mementos go where they are kept.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn timemap(&mut self, uri_t: &str, mementos: &mut Mementos) -> Result<Listed, StoreError> {
        let mut listed = Listed::default();
        let before = mementos.len();
        let mut pages = Pages::from(uri_t);
        while let Some(uri) = pages.next_page() {
            let begin = mementos.len();
            match self.page(&uri, mementos, before)? {
                Ok(page) => {
                    pages.took(&page);
                    let what = page.faults.iter().map(|(fault, what)| Trouble {
                        uri: uri.clone(),
                        reason: fault.id(),
                        sentence: format!("{} ({})", fault.sentence(), what.escape_debug()),
                    });
                    let room = MOST_FAULTS.saturating_sub(listed.troubles.len());
                    listed.troubles.extend(what.take(room));
                    let all = &mut listed.timemap;
                    all.original = all.original.take().or(page.original);
                    all.timegate = all.timegate.take().or(page.timegate);
                    if page.faults.iter().any(|(fault, _)| *fault == Fault::TooMany) {
                        break;
                    }
                }
                Err((reason, sentence)) => {
                    mementos.truncate(begin);
                    listed.troubles.push(Trouble { uri, reason, sentence });
                    if reason == Failure::Interrupted.id() {
                        break;
                    }
                }
            }
        }
        Ok(listed)
    }

    /// One page of a list, of which the first memento is at place `before`; empty where the archive says
    /// that there is none.
    fn page(
        &mut self,
        uri_t: &str,
        mementos: &mut Mementos,
        before: usize,
    ) -> Result<Result<TimeMap, Unanswered>, StoreError> {
        let guard = self.guard.clone();
        self.question(Kind::TimeMap, uri_t, &list(uri_t), |_, block| {
            let mut take = |memento: Memento| match mementos.len() - before < MOST {
                true => mementos.push(&memento.uri, memento.unix_ms),
                false => Ok(false),
            };
            read_page(uri_t, block, &guard, &mut take)
        })
    }

    /// The memento a TimeGate gives for a time.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn timegate(
        &mut self,
        pattern: &str,
        uri_r: &str,
        unix_ms: i64,
    ) -> Result<Result<Memento, Trouble>, StoreError> {
        let (uri, wanted) = (filled(pattern, uri_r), http_date(unix_ms));
        let key = format!("{uri} {wanted}");
        let request = Request {
            uri: uri.clone(),
            headers: vec![("Accept-Datetime", wanted)],
            settled_by: Some(DATETIME),
            ..Request::default()
        };
        let guard = self.guard.clone();
        let given =
            |from: &str, block: &mut dyn Read| negotiated(from, &whole(block)?, &guard, unix_ms);
        let given = self.question(Kind::TimeGate, &key, &request, given)?;
        Ok(given.map_err(|(reason, sentence)| Trouble { uri, reason, sentence }))
    }

    /// Asks, or looks into the store; answers that make no sense are not stored.
    pub(crate) fn question<T>(
        &mut self,
        kind: Kind,
        key: &str,
        request: &Request,
        read: impl FnOnce(&str, &mut dyn Read) -> Result<T, Unanswered>,
    ) -> Result<Result<T, Unanswered>, StoreError> {
        if let Some(store) = &self.store
            && let Some(stored) = store.get(kind, key)
        {
            let (from, mut block) = store.answer(stored)?;
            return Ok(read(&from, &mut block));
        }
        let Some(client) = &mut self.client else { return Ok(Err(plain(Reason::NotStored))) };
        let fetched = self.early.remove(key).unwrap_or_else(|| client.fetch(request));
        if let Some(failure) = fetched.failure {
            return Ok(Err((failure.id(), failure.to_string())));
        }
        let Some(last) = fetched.hops.last() else { return Ok(Err(plain(Reason::NotStored))) };
        let found = read(&last.uri, &mut last.reader());
        if found.is_ok() {
            let mut facts = first_facts(kind, key);
            facts.push(("http_status", last.status.to_string()));
            facts.push(("hops", fetched.hops.len().to_string()));
            let hops: Vec<Hop> = fetched.hops.into_iter().map(Hop::plain).collect();
            self.keep(kind, key, &hops, None, &facts)?;
        }
        Ok(found)
    }

    fn keep(
        &mut self,
        kind: Kind,
        key: &str,
        hops: &[Hop],
        joined: Option<&Joined>,
        facts: &Facts,
    ) -> Result<(), StoreError> {
        let now = self.client.as_ref().map_or(0, |client| client.clock().unix_ms());
        if let Some(store) = &mut self.store {
            let records = records(kind, key, hops, joined, now, facts);
            store.put(kind, key, &records)?;
        }
        Ok(())
    }

    /// A memento: its row, and whether it had to be asked for.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn memento(&mut self, wish: &Wish) -> Result<(Row, bool), StoreError> {
        let is_stored = self.is_stored(&wish.uri_m);
        let way = match &mut self.client {
            Some(client) if !is_stored => Some(way(client, wish)),
            _ => None,
        };
        let asked = way.is_some();
        Ok((self.settled(wish, way)?, asked))
    }

    /// Mementos, in the order of the list: the row of each, and whether it had to be asked for. Several
    /// hosts are asked side by side. `take` says whether to go on.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn mementos<E>(
        &mut self,
        wishes: &Wishes,
        make: MakeClient<'_>,
        mut take: impl FnMut(Row, bool) -> Result<bool, E>,
    ) -> Result<Result<(), E>, StoreError> {
        side_by_side(make, &way, |asking| {
            let mut ahead: VecDeque<(Wish, Option<usize>)> = VecDeque::new();
            let mut places = 0..wishes.len();
            let mut horizon = Horizon::default();
            loop {
                while ahead.len() < horizon.questions()
                    && let Some(place) = places.next()
                {
                    let wish = wishes.get(place).map_err(StoreError::Frontier)?;
                    let is_waiting = ahead.iter().any(|(other, _)| is_same(other, &wish));
                    let asks = !(is_waiting || self.is_offline() || self.is_stored(&wish.uri_m));
                    let number = asks.then(|| asking.submit(&wish.uri_m, wish.clone()));
                    ahead.push_back((wish, number));
                }
                let Some((wish, number)) = ahead.pop_front() else { return Ok(Ok(())) };
                let lacks = || !(self.is_offline() || self.is_stored(&wish.uri_m));
                // One that was named before and did not come is asked for by itself.
                let number =
                    number.or_else(|| lacks().then(|| asking.submit(&wish.uri_m, wish.clone())));
                let way = number.and_then(|number| asking.answer(number));
                horizon.saw(way.as_ref().map_or(0, Way::bytes));
                let asked = way.is_some();
                let row = self.settled(&wish, way)?;
                match take(row, asked) {
                    Ok(true) => {}
                    Ok(false) => return Ok(Ok(())),
                    Err(error) => return Ok(Err(error)),
                }
            }
        })
    }

    /// The row of a memento, after it was asked for where it is not stored.
    pub(crate) fn settled(&mut self, wish: &Wish, way: Option<Way>) -> Result<Row, StoreError> {
        if let Some(row) = self.stored(&wish.uri_m)? {
            return Ok(row);
        }
        let Some(way) = way else { return Ok(Row::failed(wish, Reason::NotStored.id())) };
        let (time, reason) = match way.judged {
            Judged::Nothing(failure) => return Ok(Row::failed(wish, failure.id())),
            Judged::Other(reason) => return Ok(Row::failed(wish, reason.id())),
            Judged::Memento(time) => (time, None),
            Judged::Gone => (wish.unix_ms, Some(Reason::Gone.id())),
        };
        let facts = facts(wish, &way, time, reason);
        self.keep(Kind::Memento, &wish.uri_m, &way.hops, way.joined.as_ref(), &facts)?;
        let unstored = || Row::new(facts.iter().map(|(n, v)| (*n, v.as_str())), None);
        Ok(self.stored(&wish.uri_m)?.unwrap_or_else(unstored))
    }

    /// Whether nobody is asked.
    pub(crate) fn is_offline(&self) -> bool {
        self.client.is_none()
    }

    pub(crate) fn is_stored(&self, uri_m: &str) -> bool {
        self.store.as_ref().is_some_and(|store| store.get(Kind::Memento, uri_m).is_some())
    }

    fn stored(&self, uri_m: &str) -> Result<Option<Row>, StoreError> {
        let Some(store) = &self.store else { return Ok(None) };
        let Some(stored) = store.get(Kind::Memento, uri_m) else { return Ok(None) };
        let place = Some((store.file(), stored.answer));
        Ok(Some(Row::new(store.facts(stored)?.facts(), place)))
    }
}

/// Whether two lists name one memento, in one spelling or two.
fn is_same(one: &Wish, other: &Wish) -> bool {
    let spelled_anew =
        || one.unix_ms == other.unix_ms && same_memento(&one.uri_m) == same_memento(&other.uri_m);
    one.uri_m == other.uri_m || spelled_anew()
}

/// The question for a list.
pub(crate) fn list(uri_t: &str) -> Request {
    Request { uri: uri_t.to_owned(), long: true, ..Request::default() }
}

fn facts(wish: &Wish, way: &Way, time: i64, reason: Option<&'static str>) -> Facts {
    let mut facts = first_facts(Kind::Memento, &wish.uri_m);
    // Of a record, its own address counts: a list may name those of a whole site.
    let captured = way.hops.last().and_then(|hop| hop.capture.as_ref());
    let original = captured.map(|(uri_r, _)| uri_r).filter(|_| way.form == "record");
    let of = way.joined.as_ref().and_then(|joined| way.hops.get(joined.of));
    let status = of.or(way.hops.last()).map(|hop| hop.exchange.status);
    facts.extend([
        ("urim", wish.uri_m.clone()),
        ("urit", wish.via.clone()),
        ("url", original.unwrap_or(&wish.uri_r).clone()),
        ("timestamp", stamp(time)),
        ("http_status", status.map(|status| status.to_string()).unwrap_or_default()),
        ("form", way.form.to_owned()),
        ("route", wish.route.to_owned()),
        ("hops", way.hops.len().to_string()),
        ("position", wish.position.to_string()),
    ]);
    if !way.through.is_empty() {
        facts.push(("through", way.through.join(" ")));
    }
    let archive = scutch_url::Memento::split(&wish.uri_m).and_then(|memento| memento.archive);
    facts.extend(archive.map(|archive| ("archive", archive.id.to_owned())));
    facts.extend(reason.map(|reason| ("reason", reason.to_owned())));
    facts
}
