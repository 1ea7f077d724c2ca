//! Fetches live pages from a list of addresses, and along their links.

mod bounds;
mod held;
mod judge;
mod outlinks;
mod row;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::io;
use std::path::Path;

use scutch_fetch::{Client, Failure, Fetched, Request};
use scutch_memento::cdx_timestamp;
use scutch_url::frontier::{AddError, Added, Frontier, Handout, Settings};
use scutch_url::{Url, host, site};

pub use self::bounds::Bounds;
use self::held::Origin;
use self::judge::every_link;
pub use self::judge::{Judge, Refusal};
use self::outlinks::outlinks;
pub use self::row::PageRow;
use crate::concurrent::{MAX_AHEAD, MakeClient, concurrently};
use crate::holdings::Holdings;
use crate::hop::Hop;
use crate::reason::Reason;
use crate::store::{Facts, Group, GroupKind, Store, StoreError, first_facts};

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PagesProgress {
    /// Addresses in any state.
    pub known: usize,
    /// Addresses that are still to be fetched.
    pub waiting: usize,
}

/// Fetches pages. Registrable domains take turns.
pub struct Pages {
    /// `None` without the network.
    client: Option<Client>,
    store: Store,
    frontier: Frontier,
    bounds: Bounds,
    /// Domains that links may lead to.
    domains: HashSet<String>,
    judge: Judge,
    /// Archives of others.
    holdings: Option<Holdings>,
    handed_out: usize,
}

impl Pages {
    /// Starts without addresses. `log` must not exist yet: it holds the waiting addresses, which do
    /// not fit in memory.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn new(
        client: Option<Client>,
        store: Store,
        log: &Path,
        bounds: Bounds,
    ) -> io::Result<Self> {
        // The client obeys pace and robots.txt, so that the frontier need not.
        let settings = Settings { delay: 0, agent: None, max_tries: 1, lease: None };
        let domains = bounds.domains.iter().map(|domain| domain.to_lowercase()).collect();
        let frontier = Frontier::open(log, settings)?;
        let judge = every_link();
        let (holdings, handed_out) = (None, 0);
        Ok(Self { client, store, frontier, bounds, domains, judge, holdings, handed_out })
    }

    /// Follows only links that the judge lets pass. The addresses of the list are not judged.
    #[must_use]
    pub fn judged_by(self, judge: Judge) -> Self {
        Self { judge, ..self }
    }

    /// How far links are followed.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Adds an address of the list. False if it is no http(s) URL or was added before.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn add(&mut self, uri: &str) -> io::Result<bool> {
        let is_new = is_new(self.frontier.add(uri, 0, 0))?;
        // Addresses of the list are fetched wherever they are: domains limit links alone.
        if is_new && self.bounds.depth > 0 {
            self.domains.extend(domain(uri));
        }
        Ok(is_new)
    }

    /// Fetches the pages, several hosts concurrently. `take` gets each row in order, whether it was
    /// asked for, and the progress; false ends the run.
    ///
    /// The order depends only on the links of the pages, not on the speed of hosts: pages are
    /// always handed out the same number ahead of the first unanswered one.
    ///
    /// # Errors
    /// When the store or the log cannot be read or written.
    pub fn each<E>(
        &mut self,
        make: MakeClient<'_>,
        mut take: impl FnMut(&PageRow, bool, PagesProgress) -> Result<bool, E>,
    ) -> Result<Result<(), E>, StoreError> {
        let ask = |client: &mut Client, request: &Request| client.fetch(request);
        concurrently(make, &ask, |workers| {
            let mut ahead: VecDeque<(Handout, Origin)> = VecDeque::new();
            loop {
                while ahead.len() < MAX_AHEAD
                    && let Some(handout) = self.hand_out()?
                {
                    let uri = handout.url.as_str();
                    let request = Request { uri: uri.to_owned(), ..Request::default() };
                    let origin = match self.local(uri)? {
                        Some(origin) => origin,
                        None => Origin::Asked(workers.submit(uri, request)),
                    };
                    ahead.push_back((handout, origin));
                }
                let Some((handout, origin)) = ahead.pop_front() else { return Ok(Ok(())) };
                let was_asked = matches!(origin, Origin::Asked(_));
                let row = match origin {
                    Origin::Stored => self.read_stored(&handout)?,
                    Origin::Held(held) => self.copy(&handout, held)?,
                    Origin::Asked(number) => self.finish(&handout, workers.answer(number))?,
                };
                let waiting = self.waiting() + ahead.len();
                let progress = PagesProgress { known: self.frontier.len(), waiting };
                match take(&row, was_asked, progress) {
                    Ok(true) => {}
                    Ok(false) => return Ok(Ok(())),
                    Err(error) => return Ok(Err(error)),
                }
            }
        })
    }

    /// The next address, up to the limit of pages.
    fn hand_out(&mut self) -> Result<Option<Handout>, StoreError> {
        if self.handed_out >= self.bounds.pages {
            return Ok(None);
        }
        let handout = self.frontier.next(0).map_err(StoreError::Frontier)?;
        self.handed_out += usize::from(handout.is_some());
        Ok(handout)
    }

    /// The row of a page, after storing what was fetched.
    fn finish(
        &mut self,
        handout: &Handout,
        fetched: Option<Fetched>,
    ) -> Result<PageRow, StoreError> {
        if let Some(fetched) = fetched
            && let Err(failure) = self.put(handout, fetched)?
        {
            return Ok(PageRow::failed(handout, failure.id()));
        }
        self.read_stored(handout)
    }

    /// Number of addresses that are still to be handed out.
    pub fn waiting(&self) -> usize {
        self.frontier.waiting()
    }

    /// Stores what was fetched. The inner error says why there is nothing to store.
    fn put(
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
        let status = fetched.hops.last().map(|hop| hop.status);
        let facts = page_facts(handout, (status, fetched.hops.len()), now);
        let hops = fetched.hops.into_iter().map(|exchange| {
            // Live pages are captures of the time of the request.
            let capture = Some((exchange.uri.clone(), now));
            Hop { exchange, capture, is_archive_page: false }
        });
        let hops: Vec<Hop> = hops.collect();
        let kind = GroupKind::Page;
        let group = Group { kind, key: uri, hops: &hops, joined: None, now, facts: &facts };
        self.store.put(&group)?;
        Ok(Ok(()))
    }

    /// The row of a stored page. Its links are added to the waiting addresses.
    fn read_stored(&mut self, handout: &Handout) -> Result<PageRow, StoreError> {
        let Some(location) = self.store.get(GroupKind::Page, handout.url.as_str()) else {
            return Ok(PageRow::failed(handout, Reason::NotStored.id()));
        };
        let facts = self.store.facts(location)?;
        let mut row = PageRow::new(facts.facts(), (self.store.file(), location.answer));
        let (response, block) = self.store.whole_answer(location)?;
        let added = self.add_links(handout, &response.target, &block);
        row.refused = added.map_err(StoreError::Frontier)?;
        Ok(row)
    }

    /// Adds the links of an answer; returns those that were refused, each once.
    fn add_links(
        &mut self,
        handout: &Handout,
        from: &str,
        block: &[u8],
    ) -> io::Result<Vec<Refusal>> {
        let mut refused = BTreeMap::new();
        let Ok(url) = Url::parse(from) else { return Ok(Vec::new()) };
        // The target of a redirect needs no request of its own any more.
        self.frontier.visited(&url)?;
        if handout.depth >= self.bounds.depth {
            return Ok(Vec::new());
        }
        let mut left = self.bounds.breadth;
        let depth = handout.depth + 1;
        for link in outlinks(&url, block) {
            if left == 0 {
                break;
            }
            let is_allowed = domain(link.url.as_str()).is_some_and(|d| self.domains.contains(&d))
                && self.bounds.accepts(link.url.as_str());
            // The frontier has four priorities: the pages nearest to the list come first.
            let priority = depth.min(3);
            if !is_allowed {
                continue;
            }
            match (self.judge)(link.url.as_str()) {
                Ok(address) => {
                    left -= usize::from(is_new(self.frontier.add(&address, priority, depth))?);
                }
                Err(why) => drop(refused.insert(link.url.as_str().to_owned(), why)),
            }
        }
        let refusal = |(url, (reason, what))| Refusal { url, reason, what };
        Ok(refused.into_iter().map(refusal).collect())
    }
}

/// Whether an address is new. What is no http(s) URL is not.
fn is_new(added: Result<Added, AddError>) -> io::Result<bool> {
    match added {
        Ok(added) => Ok(added == Added::New),
        Err(AddError::Log(error)) => Err(error),
        Err(_) => Ok(false),
    }
}

fn domain(uri: &str) -> Option<String> {
    Some(site(&host(uri)?))
}

/// The facts of a page of a time, with its status and the number of its hops.
fn page_facts(handout: &Handout, (status, hops): (Option<u16>, usize), time: i64) -> Facts {
    let mut facts = first_facts(GroupKind::Page, handout.url.as_str());
    let status = status.map(|status| status.to_string());
    facts.extend([
        ("url", handout.url.as_str().to_owned()),
        ("timestamp", cdx_timestamp(time)),
        ("http_status", status.unwrap_or_default()),
        ("depth", handout.depth.to_string()),
        ("hops", hops.to_string()),
    ]);
    facts
}
