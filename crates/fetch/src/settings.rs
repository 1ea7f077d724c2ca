//! How the client behaves.

use std::net::IpAddr;
use std::time::Duration;

/// Politeness and limits. Each default is in its line.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Address of a page or mailbox that tells who asks; none. Part of the user agent.
    pub contact: Option<String>,
    /// Time between two requests to a host; 1 s.
    pub delay: Duration,
    /// Requests to a host that may follow each other without delay after a pause; 1.
    pub burst: u32,
    /// Time for looking up a name, and for connecting to an address; 10 s.
    pub connect_timeout: Duration,
    /// Time for one exchange, from connecting to the last byte; 120 s.
    pub total_timeout: Duration,
    /// Bytes of an answer, head and body, as sent; 32 MiB, what the reader of archives takes. Of a long
    /// answer 16 times as many.
    pub max_response: usize,
    /// Redirects followed; 10.
    pub redirects: usize,
    /// Tries of a request, the first included; 4.
    pub attempts: u32,
    /// Wait before the second try, doubled before each one after it; 2 s.
    pub backoff: Duration,
    /// Longest wait before a try, also where Retry-After asks for more; 300 s.
    pub max_wait: Duration,
    /// Requests to a host that may fail one after the other before it is given up; 20.
    pub budget: u32,
    /// Seed of the jitter of waits; 0.
    pub seed: u64,
    /// Ask each host for its robots.txt first and keep to it; no. A crawl of a site wants it.
    pub robots: bool,
    /// Longest time between two requests that a robots.txt may ask for; 30 s.
    pub max_crawl_delay: Duration,
    /// Host and port of an HTTP proxy that is asked for everything; none. It looks names up, so what they
    /// stand for is not checked.
    pub proxy: Option<(String, u16)>,
    /// Address of this machine that connections come from; the system's choice.
    pub bind: Option<IpAddr>,
}

/// How much is taken in of one answer, and how long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Bytes, head and body.
    pub(crate) most: usize,
    /// An answer that is larger is cut there, instead of refused.
    pub(crate) cut: bool,
    /// What is behind the first piece of it goes to a temporary file.
    pub(crate) spools: bool,
    /// From connecting to the last byte.
    pub(crate) time: Duration,
}

/// How many times longer a long answer may be.
const LONG: usize = 16;

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
    /// Bounds of an answer that may be long, or not.
    pub(crate) fn bounds(&self, long: bool) -> Bounds {
        let most = self.max_response.saturating_mul(if long { LONG } else { 1 });
        Bounds { most, cut: false, spools: long, time: self.total_timeout }
    }

    /// What the client calls itself.
    pub fn user_agent(&self) -> String {
        let name = concat!("scutch/", env!("CARGO_PKG_VERSION"));
        let contact = self.contact.as_deref().map(|c| c.replace(char::is_control, ""));
        contact.map_or_else(|| name.to_owned(), |contact| format!("{name} (+{contact})"))
    }
}
