//! Open connections, and exchanges over them.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use rustls::ClientConfig;
use scutch_memento::Guard;
use scutch_url::Url;

use crate::connection::{self, Connection, Route};
use crate::exchange::{Exchange, exchange};
use crate::failure::Failure;
use crate::resolve::{Resolve, checked_addresses};
use crate::settings::{Bounds, Settings};

/// Connections that are kept open.
// A crawl of thousands of hosts would otherwise run out of file descriptors.
const MAX_OPEN: usize = 32;

/// The address of exchanges through a proxy, which knows the real one alone.
const UNKNOWN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);

/// Connects to hosts and keeps connections for further requests.
pub(crate) struct ConnectionPool {
    settings: Settings,
    guard: Guard,
    resolver: Box<dyn Resolve>,
    /// Loaded with the first https request, because reading certificates takes time.
    tls: Option<Arc<ClientConfig>>,
    /// Idle connections, by origin.
    open: HashMap<String, Connection>,
    /// Whether the last exchange got as far as the head of an answer.
    has_head: bool,
}

impl ConnectionPool {
    pub(crate) fn new(settings: Settings, guard: Guard, resolver: Box<dyn Resolve>) -> Self {
        Self { settings, guard, resolver, tls: None, open: HashMap::new(), has_head: false }
    }

    /// Whether the head of an answer arrived in the last exchange, however that ended.
    pub(crate) fn has_head(&self) -> bool {
        self.has_head
    }

    /// Sends the bytes of a request to a URL's origin and reads the answer.
    pub(crate) fn exchange(
        &mut self,
        url: &Url,
        uri: &str,
        request: Vec<u8>,
        bounds: &Bounds,
    ) -> Result<Exchange, Failure> {
        let time = bounds.time.min(self.settings.total_timeout);
        let begin = Instant::now();
        let (deadline, head) = (begin + time, begin + bounds.head_time.min(time));
        let origin = url.origin();
        loop {
            self.has_head = false;
            let mut connection = match self.open.remove(&origin) {
                Some(connection) => connection,
                None => self.connect(url, head)?,
            };
            connection.set_deadline(head);
            let answer = exchange(&mut connection, &request, bounds, deadline);
            self.has_head = connection.has_head;
            let answer = match answer {
                // The server may have closed an idle connection, or sent more on it than it
                // announced. That is no failure of this request: it is sent again over a new
                // connection.
                Err(Failure::NoAnswer | Failure::NotHttp) if connection.used => continue,
                answer => answer?,
            };
            let address = self.settings.proxy.as_ref().map_or(connection.address, |_| UNKNOWN);
            if answer.reusable && self.open.len() < MAX_OPEN {
                connection.used = true;
                self.open.insert(origin, connection);
            }
            let (response, rest, status) = (answer.response, answer.rest, answer.status);
            return Ok(Exchange { uri: uri.to_owned(), address, request, response, rest, status });
        }
    }

    fn connect(&mut self, url: &Url, deadline: Instant) -> Result<Connection, Failure> {
        let is_secure = url.scheme() == "https";
        let port = url.port().unwrap_or(if is_secure { 443 } else { 80 });
        let time = self.settings.connect_timeout;
        let addresses = match &self.settings.proxy {
            // The user named the proxy: it may well be in the local network.
            Some((host, port)) => {
                let guard = Guard::allowing([host.clone()]);
                checked_addresses(host, *port, &guard, &*self.resolver, time)?
            }
            None => checked_addresses(url.host(), port, &self.guard, &*self.resolver, time)?,
        };
        if is_secure && self.tls.is_none() {
            self.tls = Some(connection::tls_config()?);
        }
        let tls = self.tls.as_ref().filter(|_| is_secure).map(|config| (config, url.host()));
        let tunnels = self.settings.proxy.is_some() && is_secure;
        let tunnel = tunnels.then(|| format!("{}:{port}", url.host()));
        let route = Route { addresses: &addresses, bind: self.settings.bind, tunnel, tls };
        Connection::open(&route, time, deadline)
    }
}
