//! Proxies: how they are written, and how a connection goes through them.

use std::fmt;
use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use crate::failure::Failure;

/// How a proxy is talked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyKind {
    /// HTTP, with CONNECT for https (RFC 9110, section 9.3.6). The proxy looks names up.
    Http,
    /// SOCKS 5 (RFC 1928). Names are looked up here, so that their addresses are checked.
    Socks5,
    /// SOCKS 5. The proxy looks names up.
    Socks5h,
}

/// The schemes of proxies.
const SCHEMES: &[(&str, ProxyKind)] =
    &[("http", ProxyKind::Http), ("socks5", ProxyKind::Socks5), ("socks5h", ProxyKind::Socks5h)];

/// A proxy that is asked in the place of every host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proxy {
    /// How it is talked to.
    pub kind: ProxyKind,
    /// Its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// User and password of a SOCKS proxy (RFC 1929).
    login: Option<Login>,
}

/// A user name and a password, which no output shows.
#[derive(Clone, PartialEq, Eq)]
struct Login {
    user: String,
    password: String,
}

impl fmt::Debug for Login {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:***", self.user)
    }
}

/// What a proxy shall connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tunnel {
    /// A host by its name, and a port.
    Name(String, u16),
    /// An address that was looked up and checked here.
    Address(SocketAddr),
}

impl fmt::Display for Tunnel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(host, port) => write!(out, "{host}:{port}"),
            Self::Address(address) => write!(out, "{address}"),
        }
    }
}

impl Proxy {
    /// Whether plain requests are sent to the proxy itself, with the host in their first line.
    pub(crate) fn forwards(&self) -> bool {
        self.kind == ProxyKind::Http
    }

    /// Asks the proxy on an open connection to connect to a host.
    pub(crate) fn connect(
        &self,
        stream: &mut (impl Read + Write),
        to: &Tunnel,
    ) -> Result<(), Failure> {
        match self.kind {
            ProxyKind::Http => connect_http(stream, to),
            ProxyKind::Socks5 | ProxyKind::Socks5h => self.connect_socks(stream, to),
        }
    }

    /// The exchange of RFC 1928, sections 3 to 6.
    fn connect_socks(&self, stream: &mut (impl Read + Write), to: &Tunnel) -> Result<(), Failure> {
        let methods: &[u8] = if self.login.is_some() { &[NO_LOGIN, LOGIN] } else { &[NO_LOGIN] };
        stream.write_all(&[&[SOCKS, length(methods)?], methods].concat())?;
        match (read::<2>(stream)?, &self.login) {
            ([SOCKS, NO_LOGIN], _) => {}
            ([SOCKS, LOGIN], Some(login)) => log_in(stream, login)?,
            _ => return Err(Failure::NoProxy),
        }
        stream.write_all(&connect_request(to)?)?;
        let [version, reply, _, kind] = read::<4>(stream)?;
        if version != SOCKS || reply != 0 {
            return Err(Failure::Proxy);
        }
        // The address that the proxy connects from is of no use here.
        let rest = match kind {
            IP_V4 => 4,
            IP_V6 => 16,
            NAME => usize::from(read::<1>(stream)?[0]),
            _ => return Err(Failure::Proxy),
        };
        stream.read_exact(&mut vec![0; rest + 2])?;
        Ok(())
    }
}

/// The version of SOCKS.
const SOCKS: u8 = 5;
/// Methods of authentication: none, and user with password.
const NO_LOGIN: u8 = 0;
const LOGIN: u8 = 2;
/// The command CONNECT.
const CONNECT: u8 = 1;
/// Kinds of addresses.
const IP_V4: u8 = 1;
const NAME: u8 = 3;
const IP_V6: u8 = 4;

/// The request to connect to a host.
fn connect_request(to: &Tunnel) -> Result<Vec<u8>, Failure> {
    let mut request = vec![SOCKS, CONNECT, 0];
    let port = match to {
        Tunnel::Address(address) => {
            match address.ip() {
                IpAddr::V4(ip) => request.extend([&[IP_V4][..], &ip.octets()].concat()),
                IpAddr::V6(ip) => request.extend([&[IP_V6][..], &ip.octets()].concat()),
            }
            address.port()
        }
        Tunnel::Name(host, port) => {
            request.extend([NAME, length(host.as_bytes())?]);
            request.extend_from_slice(host.as_bytes());
            *port
        }
    };
    request.extend(port.to_be_bytes());
    Ok(request)
}

/// The exchange of RFC 1929.
fn log_in(stream: &mut (impl Read + Write), login: &Login) -> Result<(), Failure> {
    let (user, password) = (login.user.as_bytes(), login.password.as_bytes());
    let request = [&[1, length(user)?], user, &[length(password)?], password].concat();
    stream.write_all(&request)?;
    let [_, status] = read::<2>(stream)?;
    (status == 0).then_some(()).ok_or(Failure::NoProxy)
}

fn length(bytes: &[u8]) -> Result<u8, Failure> {
    u8::try_from(bytes.len()).map_err(|_| Failure::Proxy)
}

fn read<const N: usize>(stream: &mut impl Read) -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    // A proxy that hangs up refuses; one that is silent is late.
    stream.read_exact(&mut bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => Failure::Proxy,
        _ => error.into(),
    })?;
    Ok(bytes)
}

/// Longest answer of a proxy to CONNECT, in bytes.
const MAX_PROXY_ANSWER: usize = 8 << 10;

fn connect_http(proxy: &mut (impl Read + Write), to: &Tunnel) -> Result<(), Failure> {
    write!(proxy, "CONNECT {to} HTTP/1.1\r\nHost: {to}\r\n\r\n")?;
    let mut answer = Vec::new();
    let mut byte = [0];
    // Byte by byte: what follows the head already belongs to the TLS session with the host.
    while !answer.ends_with(b"\r\n\r\n") {
        if answer.len() > MAX_PROXY_ANSWER || proxy.read(&mut byte)? == 0 {
            return Err(Failure::Proxy);
        }
        answer.push(byte[0]);
    }
    match answer.split(|b| *b == b' ' || *b == b'\r').nth(1).unwrap_or_default() {
        [b'2', ..] => Ok(()),
        // The proxy wants to know who asks (RFC 9110, section 15.5.8), whatever the host.
        b"407" => Err(Failure::NoProxy),
        _ => Err(Failure::Proxy),
    }
}

impl FromStr for Proxy {
    type Err = &'static str;

    /// Parses `http://host:port`, `socks5://user:password@host:port` and the like. Without a scheme
    /// it is HTTP.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let known = SCHEMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(scheme));
        let (_, kind) = known.ok_or("the scheme of a proxy is http, socks5 or socks5h")?;
        let rest = rest.trim_end_matches('/');
        let (login, place) = match rest.rsplit_once('@') {
            Some((login, place)) => (Some(login), place),
            None => (None, rest),
        };
        // It would stand in each request, and these are stored as they are sent.
        if login.is_some() && *kind == ProxyKind::Http {
            return Err("user and password are for SOCKS proxies alone");
        }
        // From the right: an IPv6 address has colons of its own.
        let parts = place.rsplit_once(':');
        let parts = parts.and_then(|(host, port)| Some((host, port.parse().ok()?)));
        let (host, port) = parts.filter(|(host, _)| !host.is_empty()).ok_or("no host and port")?;
        let login = login.map(|login| {
            let (user, password) = login.split_once(':').unwrap_or((login, ""));
            Login { user: user.to_owned(), password: password.to_owned() }
        });
        Ok(Self { kind: *kind, host: host.to_owned(), port, login })
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    /// What a proxy says, and what it was told.
    struct Played {
        says: io::Cursor<Vec<u8>>,
        told: Vec<u8>,
    }

    impl Read for Played {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.says.read(buffer)
        }
    }

    impl Write for Played {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.told.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn play(proxy: &str, to: &Tunnel, says: &[u8]) -> (Result<(), Failure>, Vec<u8>) {
        let proxy: Proxy = proxy.parse().expect("a proxy");
        let mut played = Played { says: io::Cursor::new(says.to_vec()), told: Vec::new() };
        let result = proxy.connect(&mut played, to);
        // What follows belongs to the host.
        let left = says.len() as u64 - played.says.position();
        assert!(result.is_err() || left == 0, "{left} bytes left");
        (result, played.told)
    }

    #[test]
    fn proxies_are_read_and_passwords_not_shown() {
        for (text, kind, host, port) in [
            ("proxy.example:3128", ProxyKind::Http, "proxy.example", 3128),
            ("http://proxy.example:3128/", ProxyKind::Http, "proxy.example", 3128),
            ("SOCKS5://[::1]:1080", ProxyKind::Socks5, "[::1]", 1080),
            ("socks5h://me:p@ss@tor.example:9050", ProxyKind::Socks5h, "tor.example", 9050),
        ] {
            let proxy: Proxy = text.parse().expect(text);
            assert_eq!((proxy.kind, proxy.host.as_str(), proxy.port), (kind, host, port), "{text}");
            assert!(!format!("{proxy:?}").contains("p@ss"));
        }
        for text in [
            "",
            "proxy.example",
            ":3128",
            "ftp://a:1",
            "socks4://a:1",
            "http://me:x@a:1",
            "a:99999",
        ] {
            assert!(text.parse::<Proxy>().is_err(), "{text}");
        }
    }

    #[test]
    fn socks_connects_by_name_or_address() {
        let v4 = Tunnel::Address("192.0.2.7:80".parse().expect("an address"));
        let v6 = Tunnel::Address("[2001:db8::1]:443".parse().expect("an address"));
        let name = Tunnel::Name("a.hu".to_owned(), 80);
        let greeted = [5, 1, 0];
        for (to, request) in [
            (&v4, vec![5, 1, 0, 1, 192, 0, 2, 7, 0, 80]),
            (&name, vec![5, 1, 0, 3, 4, b'a', b'.', b'h', b'u', 0, 80]),
            (&v6, [&[5, 1, 0, 4, 0x20, 1, 0xd, 0xb8], &[0; 11][..], &[1, 1, 187]].concat()),
        ] {
            let bound: [&[u8]; 3] = [
                &[5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0],
                &[5, 0, 5, 0, 0, 3, 2, b'x', b'y', 0, 0],
                &[&[5, 0, 5, 0, 0, 4][..], &[0; 18]].concat(),
            ];
            for says in bound {
                let (result, told) = play("socks5://a:1", to, says);
                assert_eq!(result, Ok(()), "{to}");
                assert_eq!(told, [&greeted[..], &request].concat(), "{to}");
            }
        }
    }

    #[test]
    fn socks_logs_in_if_asked() {
        let to = Tunnel::Name("a".to_owned(), 80);
        let says = [5, 2, 1, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        let (result, told) = play("socks5://me:pw@a:1", &to, &says);
        assert_eq!(result, Ok(()));
        assert!(told.starts_with(&[5, 2, 0, 2, 1, 2, b'm', b'e', 2, b'p', b'w']));
        for says in [&[5, 2, 1, 1][..], &[5, 0xff], &[5, 2]] {
            assert_eq!(play("socks5://a:1", &to, says).0, Err(Failure::NoProxy), "{says:?}");
        }
    }

    #[test]
    fn proxies_that_refuse_or_talk_nonsense_fail() {
        let long = Tunnel::Name("x".repeat(256), 80);
        let to = Tunnel::Name("a".to_owned(), 80);
        let cases: [(&str, &Tunnel, &[u8]); 6] = [
            ("socks5h://a:1", &to, &[5, 0, 5, 5, 0, 1, 0, 0, 0, 0, 0, 0]),
            ("socks5h://a:1", &to, &[]),
            ("socks5h://a:1", &to, &[5, 0, 5, 0, 0, 9, 0, 0]),
            ("socks5h://a:1", &long, &[5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
            ("http://a:1", &to, b"HTTP/1.1 403 No\r\n\r\n"),
            ("http://a:1", &to, b"HTTP/1.1 200"),
        ];
        for (proxy, to, says) in cases {
            assert_eq!(play(proxy, to, says).0, Err(Failure::Proxy), "{proxy} {says:?}");
        }
        // Nothing is wrong with the host there.
        for (proxy, says) in [
            ("socks5h://a:1", &[4, 0][..]),
            ("http://a:1", b"HTTP/1.1 407 No\r\n\r\n"),
            ("http://a:1", b"HTTP/1.1 407\r\n\r\n"),
        ] {
            assert_eq!(play(proxy, &to, says).0, Err(Failure::NoProxy), "{proxy} {says:?}");
        }
        let (result, told) = play("http://a:1", &to, b"HTTP/1.1 200 OK\r\n\r\n");
        assert_eq!(
            (result, told),
            (Ok(()), b"CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n".to_vec())
        );
    }
}
