//! Looks up the addresses of a host, and checks whether they may be asked.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use scutch_memento::{Guard, Refusal};

use crate::failure::Failure;

/// Looks up host names. A trait, so that tests need no name server.
pub trait Resolve {
    /// The addresses of a host, in the order to try them.
    ///
    /// # Errors
    /// When the name is unknown or the time is over.
    fn resolve(&self, host: &str, port: u16, time: Duration) -> io::Result<Vec<SocketAddr>>;
}

/// Looks up names as the system does.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, host: &str, port: u16, time: Duration) -> io::Result<Vec<SocketAddr>> {
        let (sender, receiver) = mpsc::sync_channel(1);
        let host = host.to_owned();
        // The system call has no timeout. Its thread may outlive the request that started it.
        thread::spawn(move || {
            let found = (host.as_str(), port).to_socket_addrs().map(Iterator::collect);
            // Sending fails if the request has timed out and nobody receives any more.
            let _ = sender.send(found);
        });
        receiver.recv_timeout(time).map_err(|_| io::ErrorKind::TimedOut)?
    }
}

/// The addresses to connect to, checked against the guard. One private address refuses the host: a
/// name with a public and a private address is an attack (DNS rebinding).
pub(crate) fn checked_addresses(
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
    let is_private = |address: &SocketAddr| Guard::is_private(address.ip());
    if !guard.allows(host) && addresses.iter().any(is_private) {
        return Err(Failure::Refused(Refusal::PrivateHost));
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(Result<Vec<SocketAddr>, io::ErrorKind>);

    impl Resolve for Fixed {
        fn resolve(&self, _: &str, _: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
            self.0.clone().map_err(io::Error::from)
        }
    }

    #[test]
    fn hosts_are_refused_unless_all_their_addresses_are_public() {
        let [public, private]: [SocketAddr; 2] =
            ["93.184.216.34:80", "10.0.0.1:80"].map(|text| text.parse().expect("an address"));
        let refused = Err(Failure::Refused(Refusal::PrivateHost));
        for (host, found, expected) in [
            ("a.example", Ok(vec![public]), Ok(vec![public])),
            ("a.example", Ok(vec![private]), refused.clone()),
            ("a.example", Ok(vec![public, private]), refused.clone()),
            ("intranet.example", Ok(vec![private]), Ok(vec![private])),
            ("a.example", Ok(Vec::new()), Err(Failure::NameNotFound)),
            ("a.example", Err(io::ErrorKind::NotFound), Err(Failure::NameNotFound)),
            ("a.example", Err(io::ErrorKind::TimedOut), Err(Failure::Timeout)),
            // A literal address is not looked up.
            ("93.184.216.34", Err(io::ErrorKind::NotFound), Ok(vec![public])),
            ("[::1]", Ok(vec![public]), refused),
        ] {
            let guard = Guard::allowing(["intranet.example".to_owned()]);
            let found = checked_addresses(host, 80, &guard, &Fixed(found), Duration::ZERO);
            assert_eq!(found, expected, "{host}");
        }
    }
}
