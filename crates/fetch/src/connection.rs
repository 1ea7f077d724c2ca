//! A connection whose every read and write ends before a deadline.

use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use socket2::{Domain, Protocol, Socket, Type};

use crate::failure::Failure;
use crate::proxy::{Proxy, Tunnel};
use crate::tls::{CertificateFault, Tls, Tolerated};

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
    /// The address it leads to; unspecified if a proxy alone knows it.
    pub(crate) address: SocketAddr,
    /// What is wrong with the certificate, if that is tolerated.
    tolerated: Tolerated,
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
    /// Whether `addresses` are those of a proxy.
    pub(crate) to_proxy: bool,
    /// The proxy at `addresses`, and what it shall connect to; `None` without such a tunnel.
    pub(crate) tunnel: Option<(&'a Proxy, &'a Tunnel)>,
    /// TLS settings and the name that the certificate must have; `None` for plain HTTP.
    pub(crate) tls: Option<(&'a Tls, &'a str)>,
}

impl Connection {
    /// Connects to the first address that accepts.
    pub(crate) fn open(
        route: &Route<'_>,
        connect_timeout: Duration,
        deadline: Instant,
    ) -> Result<Self, Failure> {
        // A proxy that is not there is no failure of the host.
        let of_host = |failure| if route.to_proxy { Failure::NoProxy } else { failure };
        let mut failure = of_host(Failure::Connect);
        for address in route.addresses {
            let left = deadline.saturating_duration_since(Instant::now()).min(connect_timeout);
            if left.is_zero() {
                return Err(of_host(Failure::Timeout));
            }
            match connect(address, route.bind, left) {
                Ok(socket) => return Self::establish(route, socket, *address, deadline),
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                    failure = of_host(Failure::Timeout);
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
        if let Some((proxy, to)) = route.tunnel {
            proxy.connect(&mut timed, to)?;
        }
        let (stream, tolerated) = match route.tls {
            None => (Stream::Plain(timed), Tolerated::default()),
            Some((tls, host)) => {
                let (config, tolerated) = tls.connection()?;
                (Stream::Tls(start_tls(timed, config, host)?), tolerated)
            }
        };
        Ok(Self { stream, address, tolerated, used: false, has_head: false })
    }

    /// What is wrong with the certificate of the host, if that is tolerated.
    pub(crate) fn certificate(&self) -> Option<CertificateFault> {
        self.tolerated.get().copied()
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

fn start_tls(
    timed: Timed,
    config: Arc<ClientConfig>,
    host: &str,
) -> Result<Box<StreamOwned<ClientConnection, Timed>>, Failure> {
    let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let name = ServerName::try_from(bare).map_err(|_| Failure::Tls)?;
    let session = ClientConnection::new(config, name).map_err(|_| Failure::Tls)?;
    Ok(Box::new(StreamOwned::new(session, timed)))
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
