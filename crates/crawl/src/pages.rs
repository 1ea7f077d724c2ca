//! Pages of the web as they are now, from a list of addresses along their links.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::path::Path;

use scutch_archive::{Limits, parse_http_response};
use scutch_fetch::{Client, Failure, Fetched, Request};
use scutch_memento::{Period, moment, stamp};
use scutch_page::{Hints, charset};
use scutch_url::frontier::{AddError, Added, Frontier, Handout, Settings};
use scutch_url::links::{Link, LinkKind, links};
use scutch_url::{Url, host, site};

use crate::beside::{AHEAD, MakeClient, side_by_side};
use crate::found::first_facts;
use crate::group::{Facts, Kind, records};
use crate::page_row::PageRow;
use crate::reason::Reason;
use crate::shard::Shard;
use crate::store::{Store, StoreError};
use crate::way::Hop;

/// How far links are followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// Links away from the list; 0 fetches the list alone.
    pub depth: u8,
    /// Links followed of each page.
    pub breadth: usize,
    /// Pages, the list included.
    pub pages: usize,
    /// Registrable domains that links may lead to; those of the list where none is named.
    pub domains: Vec<String>,
    /// Ask again for what is stored, once it is so old.
    pub repeat: Option<Period>,
    /// Only addresses whose registrable domains belong to this share, in the list and of links.
    pub shard: Option<Shard>,
}

impl Bounds {
    /// Whether an address belongs to the share.
    pub fn takes(&self, uri: &str) -> bool {
        self.shard.is_none_or(|shard| shard.takes(&domain(uri).unwrap_or_default()))
    }
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Addresses that are known, in any state.
    pub known: usize,
    /// Addresses that wait.
    pub waiting: usize,
}

/// Fetches pages, of each registrable domain in its turn.
pub struct Pages {
    /// Knows the time; `None`: without the network.
    client: Option<Client>,
    store: Store,
    frontier: Frontier,
    bounds: Bounds,
    /// Domains that links may lead to.
    domains: HashSet<String>,
    taken: usize,
}

impl Pages {
    /// `log` is a file that is not there yet: what waits stands in it, not in memory.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn new(
        client: Option<Client>,
        store: Store,
        log: &Path,
        bounds: Bounds,
    ) -> io::Result<Self> {
        // The client knows the pace and asks for robots.txt.
        let settings = Settings { delay: 0, agent: None, max_tries: 1 };
        let domains = bounds.domains.iter().map(|domain| domain.to_lowercase()).collect();
        let frontier = Frontier::open(log, settings)?;
        Ok(Self { client, store, frontier, bounds, domains, taken: 0 })
    }

    /// How far links are followed.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Adds an address of the list; false where it is no http(s) address or was added before.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn add(&mut self, uri: &str) -> io::Result<bool> {
        let added = added(self.frontier.add(uri, 0, 0))?;
        // Only links are bound to domains.
        if added && self.bounds.depth > 0 {
            self.domains.extend(domain(uri));
        }
        Ok(added)
    }

    /// The pages in their order: the row of each, whether it had to be asked for, and how far it is.
    /// Several hosts are asked side by side. `take` says whether to go on.
    ///
    /// Pages are handed out as far ahead of the first one without an answer as there may be
    /// questions, whoever is fast: so their order depends on what they link to alone.
    ///
    /// # Errors
    /// When the store or the log cannot be read or written.
    pub fn each<E>(
        &mut self,
        make: MakeClient<'_>,
        mut take: impl FnMut(&PageRow, bool, Reach) -> Result<bool, E>,
    ) -> Result<Result<(), E>, StoreError> {
        let ask = |client: &mut Client, request: &Request| client.fetch(request);
        side_by_side(make, &ask, |asking| {
            let mut ahead: VecDeque<(Handout, Option<usize>)> = VecDeque::new();
            loop {
                while ahead.len() < AHEAD
                    && let Some(handout) = self.hand_out()?
                {
                    let uri = handout.url.as_str();
                    let request = Request { uri: uri.to_owned(), ..Request::default() };
                    let number = self.is_due(uri)?.then(|| asking.submit(uri, request));
                    ahead.push_back((handout, number));
                }
                let Some((handout, number)) = ahead.pop_front() else { return Ok(Ok(())) };
                let fetched = number.and_then(|number| asking.answer(number));
                let asked = fetched.is_some();
                let row = self.settled(&handout, fetched)?;
                let reach =
                    Reach { known: self.frontier.len(), waiting: self.waiting() + ahead.len() };
                match take(&row, asked, reach) {
                    Ok(true) => {}
                    Ok(false) => return Ok(Ok(())),
                    Err(error) => return Ok(Err(error)),
                }
            }
        })
    }

    /// The next page to look at, while there may be more.
    fn hand_out(&mut self) -> Result<Option<Handout>, StoreError> {
        if self.taken >= self.bounds.pages {
            return Ok(None);
        }
        let handout = self.frontier.next(0).map_err(StoreError::Frontier)?;
        self.taken += usize::from(handout.is_some());
        Ok(handout)
    }

    /// The row of a page, after it was asked for where that was due.
    fn settled(
        &mut self,
        handout: &Handout,
        fetched: Option<Fetched>,
    ) -> Result<PageRow, StoreError> {
        if let Some(fetched) = fetched
            && let Err(failure) = self.keep(handout, fetched)?
        {
            return Ok(PageRow::failed(handout, failure.id()));
        }
        self.stored(handout)
    }

    /// Whether an address is to be asked for: it is not stored, or too long ago.
    fn is_due(&self, uri: &str) -> Result<bool, StoreError> {
        let Some(client) = &self.client else { return Ok(false) };
        let Some(stored) = self.store.get(Kind::Page, uri) else { return Ok(true) };
        let Some(period) = self.bounds.repeat else { return Ok(false) };
        let stated = self.store.facts(stored)?;
        let due = stated.fact("timestamp").and_then(|time| period.after(moment(time)?.unix_ms));
        Ok(due.is_some_and(|due| due <= client.clock().unix_ms()))
    }

    /// Addresses that wait.
    pub fn waiting(&self) -> usize {
        self.frontier.waiting()
    }

    /// Stores what was answered.
    fn keep(
        &mut self,
        handout: &Handout,
        fetched: Fetched,
    ) -> Result<Result<(), Failure>, StoreError> {
        let Some(client) = &self.client else { return Ok(Ok(())) };
        let uri = handout.url.as_str();
        if let Some(failure) = fetched.failure {
            return Ok(Err(failure));
        }
        let now = client.clock().unix_ms();
        let facts = facts(handout, &fetched, now);
        let hops = fetched.hops.into_iter().map(|exchange| {
            let capture = Some((exchange.uri.clone(), now));
            Hop { exchange, capture, around: false }
        });
        let hops: Vec<Hop> = hops.collect();
        let records = records(Kind::Page, uri, &hops, None, now, &facts);
        self.store.put(Kind::Page, uri, &records)?;
        Ok(Ok(()))
    }

    /// The row of what is stored; its links wait from now on.
    fn stored(&mut self, handout: &Handout) -> Result<PageRow, StoreError> {
        let Some(stored) = self.store.get(Kind::Page, handout.url.as_str()) else {
            return Ok(PageRow::failed(handout, Reason::NotStored.id()));
        };
        let stated = self.store.facts(stored)?;
        let row = PageRow::new(stated.facts(), (self.store.file(), stored.answer));
        let (from, block) = self.store.whole(stored)?;
        self.follow(handout, &from, &block).map_err(StoreError::Frontier)?;
        Ok(row)
    }

    /// Adds the links of an answer.
    fn follow(&mut self, handout: &Handout, from: &str, block: &[u8]) -> io::Result<()> {
        let Ok(url) = Url::parse(from) else { return Ok(()) };
        self.frontier.visited(&url)?;
        if handout.depth >= self.bounds.depth {
            return Ok(());
        }
        let mut left = self.bounds.breadth;
        let depth = handout.depth + 1;
        for link in outlinks(&url, block) {
            let allowed = domain(link.url.as_str()).is_some_and(|d| self.domains.contains(&d));
            if left == 0 {
                break;
            }
            // The shallower goes first.
            let allowed = allowed && self.bounds.takes(link.url.as_str());
            if allowed && added(self.frontier.add(link.url.as_str(), depth.min(3), depth))? {
                left -= 1;
            }
        }
        Ok(())
    }
}

/// Whether an address is new; what is no address is not.
fn added(added: Result<Added, AddError>) -> io::Result<bool> {
    match added {
        Ok(added) => Ok(added == Added::New),
        Err(AddError::Log(error)) => Err(error),
        Err(_) => Ok(false),
    }
}

fn domain(uri: &str) -> Option<String> {
    Some(site(&host(uri)?))
}

/// What a page leads readers to.
fn outlinks(url: &Url, block: &[u8]) -> Vec<Link> {
    let limits = Limits::default();
    let Ok(answer) = parse_http_response(block, &limits) else { return Vec::new() };
    let content_type = answer.headers.get("Content-Type");
    if content_type.is_some_and(|value| !value.contains("html")) {
        return Vec::new();
    }
    let payload = answer.payload(&limits);
    let hints =
        Hints { http_content_type: content_type, url: Some(url.as_str()), ..Hints::default() };
    let html = charset::decode(&payload.content, &hints).text;
    let mut found = links(&html, url);
    let kinds = [LinkKind::Anchor, LinkKind::Area, LinkKind::Frame, LinkKind::Refresh];
    found.retain(|link| kinds.contains(&link.kind));
    found
}

fn facts(handout: &Handout, fetched: &Fetched, now: i64) -> Facts {
    let mut facts = first_facts(Kind::Page, handout.url.as_str());
    let status = fetched.hops.last().map(|hop| hop.status.to_string());
    facts.extend([
        ("url", handout.url.as_str().to_owned()),
        ("timestamp", stamp(now)),
        ("http_status", status.unwrap_or_default()),
        ("depth", handout.depth.to_string()),
        ("hops", fetched.hops.len().to_string()),
    ]);
    facts
}
