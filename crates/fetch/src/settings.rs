//! Settings of the client.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use scutch_memento::{AFTER_429, Sources};
use scutch_url::Url;

use crate::cookies::Cookies;
use crate::header::Header;
use crate::proxy::Proxy;

/// Politeness and limits. Each line ends with the default.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Page or mailbox that says who asks, as a part of the user agent; none.
    pub contact: Option<String>,
    /// User agent in place of ours; none. Rules of robots.txt know us by our name all the same.
    pub agent: Option<String>,
    /// Header fields of every request; none. Those with secrets go to `secret_origins` alone, also
    /// after redirects.
    pub headers: Vec<Header>,
    /// Addresses of the only origins (scheme, host and port) that get header fields with secrets,
    /// whatever redirect leads there; the origin of each request. With https instead of http an
    /// origin gets them, too.
    pub secret_origins: Option<Vec<Url>>,
    /// What becomes of cookies; they are ignored.
    pub cookies: Cookies,
    /// Whether certificates that are not trusted are accepted and noted; false.
    pub insecure: bool,
    /// Time between two requests to a host; 1 s.
    pub delay: Duration,
    /// Requests that a host gets without delay after a pause; 1.
    pub burst: u32,
    /// Time for looking up a name, and for connecting to an address; 10 s.
    pub connect_timeout: Duration,
    /// Time for one exchange, from connecting to the last byte; 120 s.
    pub total_timeout: Duration,
    /// Bytes of an answer, head and body, as sent; 32 MiB, the limit of the archive reader. Long
    /// answers may have 16 times as many.
    pub max_response: usize,
    /// Redirects to follow; 10.
    pub redirects: usize,
    /// Attempts of a request, the first included; 4.
    pub attempts: u32,
    /// Wait before the second attempt, doubled for each further one; 2 s.
    pub backoff: Duration,
    /// Longest wait before an attempt, whatever Retry-After says; 300 s.
    pub max_wait: Duration,
    /// Least wait after status 429 without Retry-After, where `sources` does not say otherwise;
    /// 60 s.
    pub after_429: Duration,
    /// Consecutive failed requests after which a host, or the proxy, is given up; 20.
    pub budget: u32,
    /// Consecutive tries without a byte of an answer after which a host is given up; no limit.
    pub silent_tries: Option<u32>,
    /// What lists of mementos may cost, of which an archive gives many.
    pub lists: ListSettings,
    /// The pace of each service of web archives; the shipped table.
    pub sources: Arc<Sources>,
    /// Seed of the jitter in waits; 0.
    pub seed: u64,
    /// Whether to ask each host for its robots.txt first and obey it; false. Crawls of sites do.
    pub robots: bool,
    /// Longest delay that a robots.txt can demand; 30 s.
    pub max_crawl_delay: Duration,
    /// A proxy for all requests; none. Where it looks up names, their addresses are not checked.
    pub proxy: Option<Proxy>,
    /// Address of this machine to connect from; the system's choice.
    pub bind: Option<IpAddr>,
}

/// Limits of requests for lists. Each line ends with the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListSettings {
    /// Time from connecting to the first byte of an answer; 30 s. Long lists may take longer to
    /// their end.
    pub timeout: Duration,
    /// Attempts of a request, the first included; 2.
    pub attempts: u32,
    /// Consecutive tries without a byte of an answer after which a host gets no more requests for
    /// lists; 3.
    pub silent_tries: u32,
}

impl Default for ListSettings {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(30), attempts: 2, silent_tries: 3 }
    }
}

/// Limits of one answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Bytes of head and body.
    pub(crate) max_bytes: usize,
    /// Whether a larger answer is cut instead of refused.
    pub(crate) cut: bool,
    /// Whether a long answer goes to a temporary file.
    pub(crate) spools: bool,
    /// Time from connecting to the end of the head.
    pub(crate) head_time: Duration,
    /// Time from connecting to the last byte.
    pub(crate) time: Duration,
}

/// Factor by which long answers may exceed [`Settings::max_response`].
const LONG_FACTOR: usize = 16;

impl Default for Settings {
    fn default() -> Self {
        Self {
            contact: None,
            agent: None,
            headers: Vec::new(),
            secret_origins: None,
            cookies: Cookies::Ignored,
            insecure: false,
            delay: Duration::from_secs(1),
            burst: 1,
            connect_timeout: Duration::from_secs(10),
            total_timeout: Duration::from_secs(120),
            max_response: 32 << 20,
            redirects: 10,
            attempts: 4,
            backoff: Duration::from_secs(2),
            max_wait: Duration::from_secs(300),
            after_429: AFTER_429,
            budget: 20,
            silent_tries: None,
            lists: ListSettings::default(),
            sources: Sources::shipped(),
            seed: 0,
            robots: false,
            max_crawl_delay: Duration::from_secs(30),
            proxy: None,
            bind: None,
        }
    }
}

impl Settings {
    /// The limits of an answer.
    pub(crate) fn bounds(&self, is_list: bool) -> Bounds {
        let factor = if is_list { LONG_FACTOR } else { 1 };
        let max_bytes = self.max_response.saturating_mul(factor);
        let time = self.total_timeout;
        let head_time = if is_list { time.min(self.lists.timeout) } else { time };
        Bounds { max_bytes, cut: false, spools: is_list, head_time, time }
    }

    /// Attempts of a request.
    pub(crate) fn attempts(&self, is_list: bool) -> u32 {
        if is_list { self.attempts.min(self.lists.attempts) } else { self.attempts }
    }

    /// Tries without a byte after which a host is given up.
    pub(crate) fn silent_tries(&self, is_list: bool) -> u32 {
        match is_list {
            true => self.lists.silent_tries,
            false => self.silent_tries.unwrap_or(u32::MAX),
        }
    }

    /// The User-Agent field: the user's, or else name, version and contact.
    pub fn user_agent(&self) -> String {
        if let Some(agent) = &self.agent {
            return agent.replace(char::is_control, "");
        }
        // Product, version and a comment (RFC 9110, section 10.1.5).
        let name = concat!("scutch/", env!("CARGO_PKG_VERSION"));
        let contact = self.contact.as_deref().map(|c| c.replace(char::is_control, ""));
        contact.map_or_else(|| name.to_owned(), |contact| format!("{name} (+{contact})"))
    }
}
