//! A connection whose every read and write ends before a deadline.

use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use socket2::{Domain, Protocol, Socket, Type};

use crate::failure::Failure;

/// A socket with a deadline: a server that sends a byte now and then does not move it.
#[derive(Debug)]
struct Timed {
    socket: TcpStream,
    deadline: Instant,
}

impl Timed {
    fn left(&self) -> io::Result<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(Some(self.left()?))?;
        self.socket.read(buffer)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(Some(self.left()?))?;
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
    /// Where it leads.
    pub(crate) address: SocketAddr,
    /// It has answered before.
    pub(crate) used: bool,
}

/// The way to a host.
#[derive(Debug)]
pub(crate) struct Route<'a> {
    /// Whom to connect to, the first that answers.
    pub(crate) addresses: &'a [SocketAddr],
    /// Which of our addresses to come from.
    pub(crate) bind: Option<IpAddr>,
    /// Those are a proxy's; host and port that it is to connect to, `None` where it takes requests as
    /// they are.
    pub(crate) tunnel: Option<String>,
    /// With TLS, and the name to check.
    pub(crate) tls: Option<(&'a Arc<ClientConfig>, &'a str)>,
}

impl Connection {
    /// Connects.
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
                Ok(socket) => {
                    // Requests are one small write each; without it they might wait for a reply.
                    socket.set_nodelay(true)?;
                    let mut timed = Timed { socket, deadline };
                    if let Some(host) = &route.tunnel {
                        tunnel(&mut timed, host)?;
                    }
                    let stream = match route.tls {
                        None => Stream::Plain(timed),
                        Some((config, host)) => Stream::Tls(secured(timed, config, host)?),
                    };
                    return Ok(Self { stream, address: *address, used: false });
                }
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                    failure = Failure::Timeout;
                }
                Err(_) => {}
            }
        }
        Err(failure)
    }

    /// Sets the deadline of the next exchange.
    pub(crate) fn until(&mut self, deadline: Instant) {
        match &mut self.stream {
            Stream::Plain(timed) => timed.deadline = deadline,
            Stream::Tls(stream) => stream.sock.deadline = deadline,
        }
    }
}

fn connect(address: &SocketAddr, bind: Option<IpAddr>, time: Duration) -> io::Result<TcpStream> {
    let Some(bind) = bind else { return TcpStream::connect_timeout(address, time) };
    let socket = Socket::new(Domain::for_address(*address), Type::STREAM, Some(Protocol::TCP))?;
    socket.bind(&SocketAddr::new(bind, 0).into())?;
    socket.connect_timeout(&(*address).into(), time)?;
    Ok(socket.into())
}

/// Longest answer of a proxy, in bytes.
const LONGEST_ANSWER: usize = 8 << 10;

/// Has a proxy connect to a host (RFC 9110, section 9.3.6).
fn tunnel(proxy: &mut Timed, host: &str) -> Result<(), Failure> {
    write!(proxy, "CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
    let mut answer = Vec::new();
    let mut byte = [0];
    // Not one byte more: what follows is the host's.
    while !answer.ends_with(b"\r\n\r\n") {
        if answer.len() > LONGEST_ANSWER || proxy.read(&mut byte)? == 0 {
            return Err(Failure::Proxy);
        }
        answer.push(byte[0]);
    }
    let status = answer.split(|b| *b == b' ').nth(1).unwrap_or_default();
    status.starts_with(b"2").then_some(()).ok_or(Failure::Proxy)
}

fn secured(
    timed: Timed,
    config: &Arc<ClientConfig>,
    host: &str,
) -> Result<Box<StreamOwned<ClientConnection, Timed>>, Failure> {
    let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let name = ServerName::try_from(bare).map_err(|_| Failure::Tls)?;
    let session = ClientConnection::new(config.clone(), name).map_err(|_| Failure::Tls)?;
    Ok(Box::new(StreamOwned::new(session, timed)))
}

/// TLS with the certificates the system trusts.
pub(crate) fn tls() -> Result<Arc<ClientConfig>, Failure> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
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
