//! Settings of the client.

use std::net::IpAddr;
use std::time::Duration;

/// Politeness and limits. Each line ends with the default.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Page or mailbox that says who asks, as a part of the user agent; none.
    pub contact: Option<String>,
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
    /// Consecutive failed requests after which a host is given up; 20.
    pub budget: u32,
    /// Seed of the jitter in waits; 0.
    pub seed: u64,
    /// Whether to ask each host for its robots.txt first and obey it; false. Crawls of sites do.
    pub robots: bool,
    /// Longest delay that a robots.txt can demand; 30 s.
    pub max_crawl_delay: Duration,
    /// Host and port of an HTTP proxy for all requests; none. The proxy looks up names, so that
    /// their addresses are not checked.
    pub proxy: Option<(String, u16)>,
    /// Address of this machine to connect from; the system's choice.
    pub bind: Option<IpAddr>,
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
    /// Time from connecting to the last byte.
    pub(crate) time: Duration,
}

/// Factor by which long answers may exceed [`Settings::max_response`].
const LONG_FACTOR: usize = 16;

impl Default for Settings {
    fn default() -> Self {
        Self {
            contact: None,
            delay: Duration::from_secs(1),
            burst: 1,
            connect_timeout: Duration::from_secs(10),
            total_timeout: Duration::from_secs(120),
            max_response: 32 << 20,
            redirects: 10,
            attempts: 4,
            backoff: Duration::from_secs(2),
            max_wait: Duration::from_secs(300),
            budget: 20,
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
    pub(crate) fn bounds(&self, may_be_long: bool) -> Bounds {
        let factor = if may_be_long { LONG_FACTOR } else { 1 };
        let max_bytes = self.max_response.saturating_mul(factor);
        Bounds { max_bytes, cut: false, spools: may_be_long, time: self.total_timeout }
    }

    /// The User-Agent field: name, version and contact.
    pub fn user_agent(&self) -> String {
        // Product, version and a comment (RFC 9110, section 10.1.5).
        let name = concat!("scutch/", env!("CARGO_PKG_VERSION"));
        let contact = self.contact.as_deref().map(|c| c.replace(char::is_control, ""));
        contact.map_or_else(|| name.to_owned(), |contact| format!("{name} (+{contact})"))
    }
}
