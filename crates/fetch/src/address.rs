//! Which addresses a host stands for, and whether they may be asked.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use scutch_memento::{Guard, Refusal};

use crate::failure::Failure;

/// Looks names up.
pub trait Resolve {
    /// The addresses of a host, in the order to try them.
    ///
    /// # Errors
    /// When the name is not known, or the time is over.
    fn resolve(&self, host: &str, port: u16, time: Duration) -> io::Result<Vec<SocketAddr>>;
}

/// Looks names up as the system does.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, host: &str, port: u16, time: Duration) -> io::Result<Vec<SocketAddr>> {
        let (answer, waiting) = mpsc::sync_channel(1);
        let host = host.to_owned();
        // The system's call knows no time limit: it gets a thread, which may outlive our patience.
        thread::spawn(move || {
            let found = (host.as_str(), port).to_socket_addrs().map(Iterator::collect);
            // Nobody waits any more where this fails.
            let _ = answer.send(found);
        });
        waiting.recv_timeout(time).map_err(|_| io::ErrorKind::TimedOut)?
    }
}

/// The addresses to connect to, all of them checked. One refused address refuses the host: a name
/// that stands for a public and a private address is a trap.
pub(crate) fn allowed(
    host: &str,
    port: u16,
    guard: &Guard,
    resolver: &dyn Resolve,
    time: Duration,
) -> Result<Vec<SocketAddr>, Failure> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let addresses = match bare.parse::<IpAddr>() {
        Ok(address) => vec![SocketAddr::new(address, port)],
        Err(_) => resolver.resolve(host, port, time).map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => Failure::Timeout,
            _ => Failure::NameNotFound,
        })?,
    };
    if addresses.is_empty() {
        return Err(Failure::NameNotFound);
    }
    let refused = |address: &SocketAddr| Guard::address(address.ip());
    if !guard.allows(host) && addresses.iter().any(refused) {
        return Err(Failure::Refused(Refusal::PrivateHost));
    }
    Ok(addresses)
}
