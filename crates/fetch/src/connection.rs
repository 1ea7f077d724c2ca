//! A connection whose every read and write ends before a deadline.

use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use socket2::{Domain, Protocol, Socket, Type};

use crate::failure::Failure;

/// A socket with a deadline for a whole exchange. A timeout per read would let a server go on for
/// ever by sending a byte now and then.
#[derive(Debug)]
struct Timed {
    socket: TcpStream,
    deadline: Instant,
}

impl Timed {
    fn time_left(&self) -> io::Result<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        // A timeout of zero would mean to wait without end.
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(Some(self.time_left()?))?;
        self.socket.read(buffer)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(Some(self.time_left()?))?;
        self.socket.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

#[derive(Debug)]
enum Stream {
    Plain(Timed),
    Tls(Box<StreamOwned<ClientConnection, Timed>>),
}

/// An open connection.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: Stream,
    /// The address it leads to.
    pub(crate) address: SocketAddr,
    /// Whether it has carried an answer before.
    pub(crate) used: bool,
    /// Whether the head of an answer to the last request arrived.
    pub(crate) has_head: bool,
}

/// The route to a host.
#[derive(Debug)]
pub(crate) struct Route<'a> {
    /// Addresses to connect to; the first that accepts is used.
    pub(crate) addresses: &'a [SocketAddr],
    /// Address of this machine to connect from.
    pub(crate) bind: Option<IpAddr>,
    /// Host and port that a proxy at `addresses` shall connect to; `None` without such a tunnel.
    pub(crate) tunnel: Option<String>,
    /// TLS settings and the name that the certificate must have; `None` for plain HTTP.
    pub(crate) tls: Option<(&'a Arc<ClientConfig>, &'a str)>,
}

impl Connection {
    /// Connects to the first address that accepts.
    pub(crate) fn open(
        route: &Route<'_>,
        connect_timeout: Duration,
        deadline: Instant,
    ) -> Result<Self, Failure> {
        let mut failure = Failure::Connect;
        for address in route.addresses {
            let left = deadline.saturating_duration_since(Instant::now()).min(connect_timeout);
            if left.is_zero() {
                return Err(Failure::Timeout);
            }
            match connect(address, route.bind, left) {
                Ok(socket) => return Self::establish(route, socket, *address, deadline),
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                    failure = Failure::Timeout;
                }
                Err(_) => {}
            }
        }
        Err(failure)
    }

    /// Sets up tunnel and TLS on a connected socket.
    fn establish(
        route: &Route<'_>,
        socket: TcpStream,
        address: SocketAddr,
        deadline: Instant,
    ) -> Result<Self, Failure> {
        // A request is one small write, which Nagle's algorithm would delay.
        socket.set_nodelay(true)?;
        let mut timed = Timed { socket, deadline };
        if let Some(host) = &route.tunnel {
            open_tunnel(&mut timed, host)?;
        }
        let stream = match route.tls {
            None => Stream::Plain(timed),
            Some((config, host)) => Stream::Tls(start_tls(timed, config, host)?),
        };
        Ok(Self { stream, address, used: false, has_head: false })
    }

    /// Sets the deadline of the next exchange.
    pub(crate) fn set_deadline(&mut self, deadline: Instant) {
        match &mut self.stream {
            Stream::Plain(timed) => timed.deadline = deadline,
            Stream::Tls(stream) => stream.sock.deadline = deadline,
        }
    }
}

/// Connects a socket. The standard library cannot bind one before it connects, so that needs
/// socket2.
fn connect(address: &SocketAddr, bind: Option<IpAddr>, time: Duration) -> io::Result<TcpStream> {
    let Some(bind) = bind else { return TcpStream::connect_timeout(address, time) };
    let socket = Socket::new(Domain::for_address(*address), Type::STREAM, Some(Protocol::TCP))?;
    socket.bind(&SocketAddr::new(bind, 0).into())?;
    socket.connect_timeout(&(*address).into(), time)?;
    Ok(socket.into())
}

/// Longest answer of a proxy to CONNECT, in bytes.
const MAX_PROXY_ANSWER: usize = 8 << 10;

/// Asks a proxy to connect to a host (RFC 9110, section 9.3.6).
fn open_tunnel(proxy: &mut Timed, host: &str) -> Result<(), Failure> {
    write!(proxy, "CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
    let mut answer = Vec::new();
    let mut byte = [0];
    // Byte by byte: what follows the head already belongs to the TLS session with the host.
    while !answer.ends_with(b"\r\n\r\n") {
        if answer.len() > MAX_PROXY_ANSWER || proxy.read(&mut byte)? == 0 {
            return Err(Failure::Proxy);
        }
        answer.push(byte[0]);
    }
    let status = answer.split(|b| *b == b' ').nth(1).unwrap_or_default();
    status.starts_with(b"2").then_some(()).ok_or(Failure::Proxy)
}

fn start_tls(
    timed: Timed,
    config: &Arc<ClientConfig>,
    host: &str,
) -> Result<Box<StreamOwned<ClientConnection, Timed>>, Failure> {
    let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let name = ServerName::try_from(bare).map_err(|_| Failure::Tls)?;
    let session = ClientConnection::new(config.clone(), name).map_err(|_| Failure::Tls)?;
    Ok(Box::new(StreamOwned::new(session, timed)))
}

/// TLS settings with the certificates that the system trusts.
pub(crate) fn tls_config() -> Result<Arc<ClientConfig>, Failure> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    // Some archives still offer TLS 1.2 alone.
    let versions = [&rustls::version::TLS13, &rustls::version::TLS12];
    let builder = ClientConfig::builder_with_provider(provider).with_protocol_versions(&versions);
    let builder = builder.map_err(|_| Failure::Tls)?;
    Ok(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::Plain(timed) => timed.read(buffer),
            Stream::Tls(stream) => stream.read(buffer),
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::Plain(timed) => timed.write(bytes),
            Stream::Tls(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Stream::Plain(timed) => timed.flush(),
            Stream::Tls(stream) => stream.flush(),
        }
    }
}
