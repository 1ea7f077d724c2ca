//! Open connections, and exchanges over them.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Instant;

use scutch_memento::Guard;
use scutch_url::Url;

use crate::connection::{Connection, Route};
use crate::exchange::{Exchange, exchange};
use crate::failure::Failure;
use crate::proxy::{Proxy, ProxyKind, Tunnel};
use crate::resolve::{Resolve, checked_addresses};
use crate::settings::{Bounds, Settings};
use crate::tls::Tls;

/// Connections that are kept open.
// A crawl of thousands of hosts would otherwise run out of file descriptors.
const MAX_OPEN: usize = 32;

/// The address of exchanges through a proxy that alone knows the real one.
const UNKNOWN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);

/// Connects to hosts and keeps connections for further requests.
pub(crate) struct ConnectionPool {
    settings: Settings,
    guard: Guard,
    resolver: Box<dyn Resolve>,
    /// Loaded with the first https request, because reading certificates takes time.
    tls: Option<Tls>,
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
            if answer.status == 407 && self.forwards(url) {
                return Err(Failure::NoProxy);
            }
            let (address, certificate) = (connection.address, connection.certificate());
            if answer.reusable && self.open.len() < MAX_OPEN {
                connection.used = true;
                self.open.insert(origin, connection);
            }
            let (response, rest, status) = (answer.response, answer.rest, answer.status);
            let uri = uri.to_owned();
            return Ok(Exchange { uri, address, request, response, rest, status, certificate });
        }
    }

    /// Whether a proxy answers itself for a URL, so that 407 is its own answer.
    fn forwards(&self, url: &Url) -> bool {
        self.settings.proxy.as_ref().is_some_and(Proxy::forwards) && url.scheme() == "http"
    }

    fn connect(&mut self, url: &Url, deadline: Instant) -> Result<Connection, Failure> {
        let is_secure = url.scheme() == "https";
        let port = url.port().unwrap_or(if is_secure { 443 } else { 80 });
        if is_secure && self.tls.is_none() {
            self.tls = Some(Tls::load(self.settings.insecure)?);
        }
        let tls = self.tls.as_ref().filter(|_| is_secure).map(|tls| (tls, url.host()));
        let (time, bind) = (self.settings.connect_timeout, self.settings.bind);
        let Some(proxy) = &self.settings.proxy else {
            let addresses = &self.addresses(url.host(), port)?;
            let route = Route { addresses, bind, to_proxy: false, tunnel: None, tls };
            return Connection::open(&route, time, deadline);
        };
        let tunnels = self.tunnels(proxy, url, port)?;
        // The user named the proxy: it may well be in the local network.
        let guard = Guard::allowing([proxy.host.clone()]);
        let addresses = &checked_addresses(&proxy.host, proxy.port, &guard, &*self.resolver, time)
            .map_err(|_| Failure::NoProxy)?;
        let mut failure = Failure::Proxy;
        for to in &tunnels {
            let tunnel = to.as_ref().map(|to| (proxy, to));
            let route = Route { addresses, bind, to_proxy: true, tunnel, tls };
            match Connection::open(&route, time, deadline) {
                Ok(mut connection) => {
                    connection.address = match to {
                        Some(Tunnel::Address(address)) => *address,
                        _ => UNKNOWN,
                    };
                    return Ok(connection);
                }
                Err(Failure::Proxy) => {}
                Err(other) => failure = other,
            }
        }
        Err(failure)
    }

    /// The addresses of a host that may be asked.
    fn addresses(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, Failure> {
        let time = self.settings.connect_timeout;
        checked_addresses(host, port, &self.guard, &*self.resolver, time)
    }

    /// What a proxy shall connect to, in the order to try it; `None` if it is sent the request
    /// itself.
    fn tunnels(&self, proxy: &Proxy, url: &Url, port: u16) -> Result<Vec<Option<Tunnel>>, Failure> {
        let bare = url.host().trim_start_matches('[').trim_end_matches(']');
        let named = |host: &str| match bare.parse::<IpAddr>() {
            Ok(ip) => Tunnel::Address(SocketAddr::new(ip, port)),
            Err(_) => Tunnel::Name(host.to_owned(), port),
        };
        Ok(match proxy.kind {
            ProxyKind::Http if self.forwards(url) => vec![None],
            ProxyKind::Http | ProxyKind::Socks5h => vec![Some(named(url.host()))],
            ProxyKind::Socks5 => {
                let addresses = self.addresses(url.host(), port)?.into_iter();
                addresses.map(|address| Some(Tunnel::Address(address))).collect()
            }
        })
    }
}
