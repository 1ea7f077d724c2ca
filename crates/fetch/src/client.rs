//! Requests along their redirects, tried again where that may help.

use std::borrow::Cow;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use rustls::ClientConfig;
use scutch_memento::{Guard, Refusal, moment};
use scutch_url::robots::Robots;
use scutch_url::{Url, host};

use crate::address::{Resolve, SystemResolver, allowed};
use crate::clock::{Clock, SystemClock};
use crate::connection::{self, Connection, Route};
use crate::exchange::{Exchange, exchange};
use crate::failure::Failure;
use crate::hosts::Hosts;
use crate::request::{Request, is_unavailable};
use crate::robots;
use crate::settings::{Bounds, Settings};

/// What came of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The exchanges along the redirects, in order; of requests that were tried again the last try.
    pub hops: Vec<Exchange>,
    /// Why the last hop is no answer to go on with, or why there was no next one.
    pub failure: Option<Failure>,
}

/// A client; one request at a time.
pub struct Client {
    settings: Settings,
    guard: Guard,
    clock: Box<dyn Clock>,
    resolver: Box<dyn Resolve>,
    stop: fn() -> bool,
    hosts: Hosts,
    tls: Option<Arc<ClientConfig>>,
    /// Connections that may be used again, by origin.
    open: HashMap<String, Connection>,
}

/// Connections kept open, at most.
const MOST_OPEN: usize = 32;

/// Who is asked behind a proxy.
const UNKNOWN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);

/// The user's wish to stop is looked at this often while waiting.
const SLICE: Duration = Duration::from_millis(200);

impl Client {
    /// A client with the clock and the names of the system. `stop` says whether to stop.
    pub fn new(settings: Settings, guard: Guard, stop: fn() -> bool) -> Self {
        let (clock, resolver) = (Box::new(SystemClock::default()), Box::new(SystemResolver));
        Self::with(settings, guard, stop, clock, resolver)
    }

    /// A client with another clock and other names.
    pub fn with(
        settings: Settings,
        guard: Guard,
        stop: fn() -> bool,
        clock: Box<dyn Clock>,
        resolver: Box<dyn Resolve>,
    ) -> Self {
        let (hosts, open) = (Hosts::new(&settings), HashMap::new());
        Self { settings, guard, clock, resolver, stop, hosts, tls: None, open }
    }

    /// The same client, beside others that know the same hosts. Their clocks must be one.
    #[must_use]
    pub fn beside(self, hosts: Hosts) -> Self {
        Self { hosts, ..self }
    }

    /// What it knows of hosts.
    pub fn hosts(&self) -> &Hosts {
        &self.hosts
    }

    /// The clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// The guard.
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Asks, and follows redirects; each is checked as the first address is.
    pub fn fetch(&mut self, request: &Request) -> Fetched {
        self.follow(request, self.settings.robots, self.settings.bounds(request.long))
    }

    /// The rules of an address's origin, asked for where they are not known.
    ///
    /// # Errors
    /// [`Failure::RobotsUnknown`] where the host did not say what it allows.
    pub fn robots(&mut self, url: &Url) -> Result<Arc<Robots>, Failure> {
        let origin = url.origin();
        if let Some(rules) = self.hosts.lock().robots.get(&origin, self.clock.now()) {
            return rules;
        }
        let request = Request { uri: format!("{origin}/robots.txt"), ..Request::default() };
        let fetched = self.follow(&request, false, robots::BOUNDS);
        let rules = self.hosts.lock().robots.put(origin, &fetched, self.clock.now());
        // A copy on one's own machine has the robots.txt of the site it was made of.
        let own_copy = self.settings.delay.is_zero() && self.guard.allows(url.host());
        if let Ok(rules) = &rules
            && !own_copy
            && let Some(seconds) = rules.crawl_delay(robots::AGENT)
        {
            let asked = Duration::try_from_secs_f32(seconds).unwrap_or(Duration::MAX);
            let asked = asked.min(self.settings.max_crawl_delay);
            self.hosts.lock().pace.slow(url.host_and_port(), asked);
        }
        rules
    }

    /// Asks along redirects, keeping to robots.txt or not.
    fn follow(&mut self, request: &Request, with_robots: bool, bounds: Bounds) -> Fetched {
        let mut hops: Vec<Exchange> = Vec::new();
        let mut uri = request.uri.clone();
        let mut request = Cow::Borrowed(request);
        loop {
            let exchange = match self.ask(&request, &uri, with_robots, &bounds) {
                Ok(exchange) => exchange,
                Err((failure, last)) => {
                    hops.extend(last.map(|last| *last));
                    return Fetched { hops, failure: Some(failure) };
                }
            };
            let location = exchange.header("Location");
            let leads = location.filter(|_| matches!(exchange.status, 301 | 302 | 303 | 307 | 308));
            let leads = leads.map(|location| {
                request.leads.and_then(|leads| leads(&exchange)).unwrap_or(location)
            });
            hops.push(exchange);
            let Some(location) = leads else { return Fetched { hops, failure: None } };
            match self.next(&uri, &location, &hops) {
                Ok(next) => {
                    // What a host has asked to be told is for nobody else.
                    if host(&next) != host(&uri) {
                        request.to_mut().headers.retain(|(name, _)| *name != "Cookie");
                    }
                    uri = next;
                }
                Err(failure) => return Fetched { hops, failure: Some(failure) },
            }
        }
    }

    /// Where a redirect leads.
    fn next(&self, uri: &str, location: &str, hops: &[Exchange]) -> Result<String, Failure> {
        let refused = |_| Failure::Refused(Refusal::NotHttp);
        if location.chars().any(char::is_control) {
            return Err(Failure::Refused(Refusal::ControlCharacter));
        }
        let next = Url::parse(uri).and_then(|url| url.join(location)).map_err(refused)?;
        let next = next.into_string();
        let bare = |uri: &str| uri.split('#').next().unwrap_or_default().to_owned();
        if hops.iter().any(|hop| bare(&hop.uri) == bare(&next)) {
            return Err(Failure::RedirectLoop);
        }
        if hops.len() > self.settings.redirects {
            return Err(Failure::TooManyRedirects);
        }
        Ok(next)
    }

    /// One address, with all tries. The exchange beside a failure is the last answer there was.
    fn ask(
        &mut self,
        request: &Request,
        uri: &str,
        with_robots: bool,
        bounds: &Bounds,
    ) -> Result<Exchange, (Failure, Option<Box<Exchange>>)> {
        if let Some(refusal) = self.guard.refuse(uri) {
            return Err((Failure::Refused(refusal), None));
        }
        let refused = |_| (Failure::Refused(Refusal::NotHttp), None);
        let url = Url::parse(uri).map_err(refused)?;
        if with_robots {
            self.allowed_by_robots(&url).map_err(|failure| (failure, None))?;
        }
        let host = url.host_and_port().to_owned();
        let turn = self.hosts.turn(&host);
        let mut attempt = 1;
        loop {
            let failed = |failure| (failure, None);
            let tried = {
                let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
                if self.hosts.lock().pace.is_given_up(&host) {
                    return Err(failed(Failure::HostGivenUp));
                }
                self.wait(&host).map_err(failed)?;
                self.once(&url, uri, request, bounds)
            };
            self.counted(&host, attempt, &tried);
            let (failure, last) = match tried {
                Ok(exchange) if request.settles(&exchange) => {
                    self.hosts.lock().pace.passed(&host);
                    return Ok(exchange);
                }
                Ok(exchange) if is_unavailable(exchange.status) => {
                    (Failure::Status(exchange.status), Some(Box::new(exchange)))
                }
                Ok(exchange) => (Failure::ErrorPage, Some(Box::new(exchange))),
                Err(failure) => (failure, None),
            };
            if !failure.may_pass() || attempt >= self.settings.attempts {
                if failure.is_of_host() {
                    self.hosts.lock().pace.failed(&host);
                    self.hosts.count(&host, |counts| counts.failures += 1);
                }
                return Err((failure, last));
            }
            let asked = last.and_then(|exchange| self.retry_after(&exchange));
            self.hosts.lock().pace.hold(&host, self.clock.now(), attempt, asked);
            attempt += 1;
        }
    }

    fn counted(&self, host: &str, attempt: u32, tried: &Result<Exchange, Failure>) {
        let bytes = tried.as_ref().map_or(0, Exchange::size);
        self.hosts.count(host, |counts| {
            counts.requests += 1;
            counts.retries += u64::from(attempt > 1);
            counts.bytes += bytes;
        });
    }

    fn allowed_by_robots(&mut self, url: &Url) -> Result<(), Failure> {
        let rules = self.robots(url)?;
        let allowed = rules.allows(robots::AGENT, url.path_and_query());
        allowed.then_some(()).ok_or(Failure::RobotsDisallowed)
    }

    /// Waits for the turn of a host.
    fn wait(&mut self, host: &str) -> Result<(), Failure> {
        let at = self.hosts.next(host, self.clock.now());
        loop {
            if (self.stop)() {
                return Err(Failure::Interrupted);
            }
            let left = at.saturating_sub(self.clock.now());
            if left.is_zero() {
                return Ok(());
            }
            self.clock.sleep(left.min(SLICE));
        }
    }

    /// Time that an answer asks to wait: seconds, or a date.
    fn retry_after(&self, exchange: &Exchange) -> Option<Duration> {
        let asked = exchange.header("Retry-After")?;
        if let Ok(seconds) = asked.trim().parse() {
            return Some(Duration::from_secs(seconds));
        }
        let until = moment(&asked)?.unix_ms;
        let left = until.saturating_sub(self.clock.unix_ms());
        Some(Duration::from_millis(u64::try_from(left).unwrap_or_default()))
    }

    /// One try.
    fn once(
        &mut self,
        url: &Url,
        uri: &str,
        request: &Request,
        bounds: &Bounds,
    ) -> Result<Exchange, Failure> {
        let bytes = request.bytes(url, &self.settings);
        let deadline = Instant::now() + bounds.time.min(self.settings.total_timeout);
        let origin = url.origin();
        let mut fresh = false;
        loop {
            let kept = if fresh { None } else { self.open.remove(&origin) };
            let mut connection = match kept {
                Some(connection) => connection,
                None => self.connect(url, deadline)?,
            };
            connection.until(deadline);
            match exchange(&mut connection, &bytes, bounds) {
                // The server may have ended a connection that was kept, or have sent more on it than it
                // said before: that is no failure of this answer.
                Err(Failure::NoAnswer | Failure::NotHttp) if connection.used => fresh = true,
                Err(failure) => return Err(failure),
                Ok(answer) => {
                    let address = match self.settings.proxy {
                        Some(_) => UNKNOWN,
                        None => connection.address,
                    };
                    if answer.reusable && self.open.len() < MOST_OPEN {
                        connection.used = true;
                        self.open.insert(origin, connection);
                    }
                    let (response, rest, status) = (answer.response, answer.rest, answer.status);
                    let uri = uri.to_owned();
                    return Ok(Exchange { uri, address, request: bytes, response, rest, status });
                }
            }
        }
    }

    fn connect(&mut self, url: &Url, deadline: Instant) -> Result<Connection, Failure> {
        let secure = url.scheme() == "https";
        let port = url.port().unwrap_or(if secure { 443 } else { 80 });
        let time = self.settings.connect_timeout;
        let addresses = match &self.settings.proxy {
            // The user named it: its address may be any.
            Some((host, port)) => {
                let own = Guard::allowing([host.clone()]);
                allowed(host, *port, &own, &*self.resolver, time)?
            }
            None => allowed(url.host(), port, &self.guard, &*self.resolver, time)?,
        };
        if secure && self.tls.is_none() {
            self.tls = Some(connection::tls()?);
        }
        let tls = self.tls.as_ref().filter(|_| secure).map(|config| (config, url.host()));
        let through = self.settings.proxy.is_some() && secure;
        let tunnel = through.then(|| format!("{}:{port}", url.host()));
        let route = Route { addresses: &addresses, bind: self.settings.bind, tunnel, tls };
        Connection::open(&route, time, deadline)
    }
}
