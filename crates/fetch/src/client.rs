//! Requests with redirects and retries.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use scutch_memento::{Guard, Refusal};
use scutch_url::Url;
use scutch_url::robots::Robots;

use crate::chain::{Chain, Sent};
use crate::clock::{Clock, SystemClock};
use crate::exchange::{Exchange, Fetched};
use crate::failure::Failure;
use crate::hosts::Hosts;
use crate::lane::{Lane, PROXY};
use crate::pool::ConnectionPool;
use crate::request::{Request, is_unavailable};
use crate::resolve::{Resolve, SystemResolver};
use crate::robots;
use crate::settings::{Bounds, Settings};

/// A client; one request at a time.
pub struct Client {
    settings: Settings,
    guard: Guard,
    clock: Box<dyn Clock>,
    stop: fn() -> bool,
    hosts: Hosts,
    pool: ConnectionPool,
}

/// Longest pause between two looks at the user's wish to stop.
const STOP_CHECK: Duration = Duration::from_millis(200);

/// A failure and the last answer that led to it, if any.
type Failed = (Failure, Option<Box<Exchange>>);

impl Client {
    /// A client with the system's clock and name server. `stop` says whether the user wants to
    /// stop.
    pub fn new(settings: Settings, guard: Guard, stop: fn() -> bool) -> Self {
        let (clock, resolver) = (Box::new(SystemClock::default()), Box::new(SystemResolver));
        Self::with(settings, guard, stop, clock, resolver)
    }

    /// A client with another clock and name server.
    pub fn with(
        settings: Settings,
        guard: Guard,
        stop: fn() -> bool,
        clock: Box<dyn Clock>,
        resolver: Box<dyn Resolve>,
    ) -> Self {
        let hosts = Hosts::new(&settings);
        let pool = ConnectionPool::new(settings.clone(), guard.clone(), resolver);
        Self { settings, guard, clock, stop, hosts, pool }
    }

    /// The same client, sharing what it knows of hosts with others. All need one clock.
    #[must_use]
    pub fn sharing(self, hosts: Hosts) -> Self {
        Self { hosts, ..self }
    }

    /// What the client knows of hosts.
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

    /// Sends a request and follows redirects, each of which is checked as the first URI is.
    pub fn fetch(&mut self, request: &Request) -> Fetched {
        let chain = Chain::new(&request.uri, &self.settings);
        self.follow(request, chain, self.settings.bounds(request.is_list))
    }

    /// The robots.txt rules of a URL's origin, fetched unless they are cached.
    ///
    /// # Errors
    /// Why the host cannot be asked for anything, or [`Failure::RobotsUnknown`] if it gave no answer.
    pub fn robots(&mut self, url: &Url) -> Result<Arc<Robots>, Failure> {
        let origin = url.origin();
        if let Some(rules) = self.hosts.lock().robots.get(&origin, self.clock.now()) {
            return rules;
        }
        let request = Request { uri: format!("{origin}/robots.txt"), ..Request::default() };
        let fetched = self.follow(&request, Chain::of_robots(&self.settings), robots::BOUNDS);
        let rules = self.hosts.lock().robots.insert(origin, &fetched, self.clock.now());
        // A local copy of a site has the robots.txt of the original, whose delay is not meant for
        // it.
        let is_local_copy = self.settings.delay.is_zero() && self.guard.allows(url.host());
        if let Ok(rules) = &rules
            && !is_local_copy
            && let Some(seconds) = rules.crawl_delay(robots::AGENT)
        {
            let asked = Duration::try_from_secs_f32(seconds).unwrap_or(Duration::MAX);
            let asked = asked.min(self.settings.max_crawl_delay);
            self.hosts.lock().pace.set_crawl_delay(url.host_and_port(), asked);
        }
        rules
    }

    /// Follows redirects.
    fn follow(&mut self, request: &Request, mut chain: Chain, bounds: Bounds) -> Fetched {
        let mut hops: Vec<Exchange> = Vec::new();
        let mut uri = request.uri.clone();
        loop {
            let now = self.clock.unix_ms();
            let Some(sent) = chain.next(&uri, &self.settings, &self.hosts, now) else {
                return Fetched { hops, failure: Some(Failure::RedirectLoop) };
            };
            if hops.len() > self.settings.redirects {
                return Fetched { hops, failure: Some(Failure::TooManyRedirects) };
            }
            let exchange = match self.ask(request, &uri, &sent, &bounds) {
                Ok(exchange) => exchange,
                Err((failure, last)) => {
                    hops.extend(last.map(|last| *last));
                    return Fetched { hops, failure: Some(failure) };
                }
            };
            chain.take_cookies(&exchange, &self.hosts, self.clock.unix_ms());
            // 300 offers a choice, and 304 answers a condition that is never sent.
            let is_redirect = matches!(exchange.status, 301 | 302 | 303 | 307 | 308);
            let target = exchange.header("Location").filter(|_| is_redirect).map(|location| {
                request.redirect_target.and_then(|target| target(&exchange)).unwrap_or(location)
            });
            hops.push(exchange);
            let Some(target) = target else { return Fetched { hops, failure: None } };
            match redirected(&uri, &target) {
                Ok(next) => uri = next,
                Err(refusal) => {
                    return Fetched { hops, failure: Some(Failure::Refused(refusal)) };
                }
            }
        }
    }

    /// Asks for one URI, with all attempts.
    fn ask(
        &mut self,
        request: &Request,
        uri: &str,
        sent: &Sent,
        bounds: &Bounds,
    ) -> Result<Exchange, Failed> {
        let failed = |failure| (failure, None);
        if let Some(refusal) = self.guard.refuse(uri) {
            return Err(failed(Failure::Refused(refusal)));
        }
        let url = Url::parse(uri).map_err(|_| failed(Failure::Refused(Refusal::NotHttp)))?;
        if sent.obeys_robots {
            self.check_robots(&url).map_err(failed)?;
        }
        let lane = Lane::new(&url, uri, request.is_list, &self.settings);
        let bytes = request.bytes(&url, &self.settings, sent);
        let mut attempt = 1;
        loop {
            let result = self.attempt(&lane, &url, &bytes, bounds).map_err(failed)?;
            self.count_attempt(&lane, attempt, &result);
            let (failure, last) = match final_answer(request, result) {
                Ok(exchange) => {
                    self.hosts.lock().pace.record_success(&lane.failures);
                    return Ok(exchange);
                }
                Err(failed) => failed,
            };
            let is_last = attempt >= self.settings.attempts(request.is_list);
            if !failure.is_transient() || is_last || self.given_up(&lane).is_some() {
                self.count_failure(&lane, failure);
                return Err((failure, last));
            }
            let asked = last.and_then(|exchange| self.wait_asked(&exchange, &lane));
            self.hosts.lock().pace.back_off(&lane.pace, self.clock.now(), attempt, asked);
            attempt += 1;
        }
    }

    /// One attempt when the host's turn has come. The outer error means that nothing was sent.
    fn attempt(
        &mut self,
        lane: &Lane,
        url: &Url,
        request: &[u8],
        bounds: &Bounds,
    ) -> Result<Result<Exchange, Failure>, Failure> {
        // Held while waiting too: clients of other threads queue up behind this request.
        let turn = self.hosts.request_lock(&lane.pace);
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = self.given_up(lane) {
            return Err(failure);
        }
        self.wait(lane)?;
        // Services wait apart, each at its own pace, but their host has one request at a time.
        let host = (lane.pace != lane.host).then(|| self.hosts.request_lock(&lane.host));
        let _host = host.as_ref().map(|host| host.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(self.pool.exchange(url, &lane.uri, request.to_vec(), bounds))
    }

    /// Why nothing more is asked, if so. The proxy comes first: without it no host is to blame.
    fn given_up(&self, lane: &Lane) -> Option<Failure> {
        let pace = &self.hosts.lock().pace;
        let budgets = [(PROXY, Failure::NoProxy), (&*lane.failures, Failure::HostGivenUp)];
        let used_up = budgets.into_iter().find(|(name, _)| pace.is_given_up(name));
        used_up.map(|(_, failure)| failure)
    }

    fn count_attempt(&self, lane: &Lane, attempt: u32, result: &Result<Exchange, Failure>) {
        let bytes = result.as_ref().map_or(0, Exchange::size);
        self.hosts.count(&lane.host, |counts| {
            counts.requests += 1;
            counts.retries += u64::from(attempt > 1);
            counts.bytes += bytes;
        });
        // Who began an answer is there, even if it was not complete in time.
        let is_silent = !self.pool.has_head()
            && result.as_ref().err().is_some_and(|failure| failure.is_silence());
        let pace = &mut self.hosts.lock().pace;
        pace.record_try(&lane.failures, is_silent, lane.silent_tries);
        // What the proxy hands on, or says of a host, shows that it is there.
        if matches!(result, Ok(_) | Err(Failure::Proxy)) {
            pace.record_success(PROXY);
        }
    }

    fn count_failure(&self, lane: &Lane, failure: Failure) {
        if failure == Failure::NoProxy {
            self.hosts.lock().pace.record_failure(PROXY);
        }
        // Proxies hand on what hosts answer: 407 may be the host's own, unless all others end so.
        let is_answer = failure == Failure::NoProxy && self.pool.has_head();
        let given_up = self.given_up(lane);
        if given_up == Some(Failure::NoProxy) || !(is_answer || failure.counts_against_host()) {
            return;
        }
        self.hosts.lock().pace.record_failure(&lane.failures);
        let is_given_up = self.given_up(lane).is_some();
        self.hosts.count(&lane.host, |counts| {
            counts.failures += 1;
            counts.is_given_up |= is_given_up;
        });
    }

    fn check_robots(&mut self, url: &Url) -> Result<(), Failure> {
        let rules = self.robots(url)?;
        let allowed = rules.allows(robots::AGENT, url.path_and_query());
        allowed.then_some(()).ok_or(Failure::RobotsDisallowed)
    }

    /// Waits until the host may be asked.
    fn wait(&mut self, lane: &Lane) -> Result<(), Failure> {
        let at = self.hosts.reserve(&lane.pace, lane.delay, self.clock.now());
        loop {
            if (self.stop)() {
                return Err(Failure::Interrupted);
            }
            let left = at.saturating_sub(self.clock.now());
            if left.is_zero() {
                return Ok(());
            }
            self.clock.sleep(left.min(STOP_CHECK));
        }
    }

    /// The wait before the next attempt, by what an answer says and what is known of the service.
    fn wait_asked(&self, exchange: &Exchange, lane: &Lane) -> Option<Duration> {
        let unsaid = (exchange.status == 429).then_some(lane.after_429);
        exchange.retry_after(self.clock.unix_ms()).or(unsaid)
    }
}

/// The absolute URI of a redirect's target.
fn redirected(uri: &str, target: &str) -> Result<String, Refusal> {
    if target.chars().any(char::is_control) {
        return Err(Refusal::ControlCharacter);
    }
    let next = Url::parse(uri).and_then(|url| url.join(target)).map_err(|_| Refusal::NotHttp)?;
    Ok(next.into_string())
}

/// The answer if it is final, or else why it is not.
fn final_answer(request: &Request, result: Result<Exchange, Failure>) -> Result<Exchange, Failed> {
    match result {
        Ok(exchange) if request.is_final(&exchange) => Ok(exchange),
        Ok(exchange) if is_unavailable(exchange.status) => {
            Err((Failure::Status(exchange.status), Some(Box::new(exchange))))
        }
        Ok(exchange) => Err((Failure::ErrorPage, Some(Box::new(exchange)))),
        Err(failure) => Err((failure, None)),
    }
}
