//! Proxies, and whom their failures count against.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use scutch_fetch::{Client, Failure, Settings};
use scutch_memento::Refusal;

use super::certificates::self_signed;
use super::server::{Reply, Server, refusing};
use super::{client, fine, get, settings};

/// A SOCKS proxy that notes what it was asked to connect to, and connects to one server instead.
struct Socks {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Socks {
    fn start(to: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let address = listener.local_addr().expect("bound");
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let seen = asked.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let seen = seen.clone();
                thread::spawn(move || relay(stream, to, &seen));
            }
        });
        Self { address, asked }
    }

    fn settings(&self, scheme: &str) -> Settings {
        let proxy = format!("{scheme}://{}", self.address).parse().ok();
        Settings { proxy, ..settings() }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("whole").clone()
    }
}

fn bytes<const N: usize>(stream: &mut TcpStream) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    stream.read_exact(&mut bytes).ok().map(|()| bytes)
}

fn relay(mut stream: TcpStream, to: SocketAddr, asked: &Mutex<Vec<String>>) -> Option<()> {
    assert_eq!(bytes::<3>(&mut stream)?, [5, 1, 0]);
    stream.write_all(&[5, 0]).ok()?;
    let [_, _, _, kind] = bytes::<4>(&mut stream)?;
    let host = match kind {
        1 => bytes::<4>(&mut stream)?.map(|octet| octet.to_string()).join("."),
        _ => {
            let [length] = bytes::<1>(&mut stream)?;
            let mut name = vec![0; usize::from(length)];
            stream.read_exact(&mut name).ok()?;
            String::from_utf8(name).ok()?
        }
    };
    let port = u16::from_be_bytes(bytes::<2>(&mut stream)?);
    asked.lock().expect("whole").push(format!("{host}:{port}"));
    let server = TcpStream::connect(to).ok()?;
    stream.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).ok()?;
    pass_on(stream, server)
}

#[test]
fn socks_proxies_get_names_or_addresses() {
    let server = Server::start(|asked| {
        // No absolute address in the first line: the proxy only passes bytes on.
        assert_eq!(asked.target, "/a?b");
        fine("through")
    });
    for (scheme, expected, address) in
        [("socks5", "192.0.2.7:80", Some("192.0.2.7")), ("socks5h", "harbour.example:80", None)]
    {
        let proxy = Socks::start(server.address);
        let mut client = client(proxy.settings(scheme), &["harbour.example"], "192.0.2.7");
        let fetched = get(&mut client, "http://harbour.example/a?b");
        assert_eq!(fetched.failure, None, "{scheme}");
        assert!(fetched.hops[0].response.ends_with(b"through"));
        let ip = fetched.hops[0].address.ip();
        assert_eq!((!ip.is_unspecified()).then(|| ip.to_string()).as_deref(), address, "{scheme}");
        assert_eq!(proxy.asked(), [expected], "{scheme}");
        // The connection is kept, as one without a proxy is.
        assert_eq!(get(&mut client, "http://harbour.example/a?b").failure, None);
        assert_eq!(proxy.asked().len(), 1);
    }
}

#[test]
fn private_addresses_are_refused_behind_socks_proxies() {
    let server = Server::start(|_| fine("secret"));
    let proxy = Socks::start(server.address);
    let refused = Some(Failure::Refused(Refusal::PrivateHost));
    for (scheme, names, uri, failure) in [
        ("socks5", "10.0.0.1", "http://inner.example/", refused),
        ("socks5", "192.0.2.7", "http://10.0.0.1/", refused),
        ("socks5h", "192.0.2.7", "http://127.0.0.1/", refused),
        ("socks5h", "192.0.2.7", "http://[::1]/", refused),
        ("socks5h", "192.0.2.7", "http://localhost/", refused),
        // The proxy looks the name up: what it stands for is known there alone.
        ("socks5h", "10.0.0.1", "http://inner.example/", None),
    ] {
        let mut client = client(proxy.settings(scheme), &[], names);
        assert_eq!(get(&mut client, uri).failure, failure, "{scheme} {uri}");
    }
    assert_eq!(proxy.asked(), ["inner.example:80"]);
}

#[test]
fn an_unreachable_proxy_is_named_as_such() {
    let refusing = Server::start(|_| Reply::Raw(b"\x05\xff".to_vec()));
    for scheme in ["socks5", "socks5h"] {
        let proxy = format!("{scheme}://{}", refusing.address).parse().ok();
        let settings = Settings { proxy, total_timeout: Duration::from_millis(300), ..settings() };
        let mut client = client(settings, &["a.example"], "192.0.2.7");
        // It speaks only after a request, so that the time ends.
        let failure = get(&mut client, "http://a.example/").failure;
        assert!(matches!(failure, Some(Failure::NoProxy | Failure::Timeout)), "{failure:?}");
    }
}

#[test]
fn answers_of_a_proxy_itself_are_not_the_sites() {
    let locked = Server::start(|_| Reply::Fine(407, Vec::new(), b"log in".to_vec()));
    let gone = refusing();
    let asking = format!("http://{}", locked.address);
    for (proxy, uri) in [
        (asking.clone(), "http://a.example/"),
        (asking, "https://a.example/"),
        (format!("http://{gone}"), "http://a.example/"),
        (format!("http://{gone}"), "https://a.example/"),
        (format!("socks5://{gone}"), "http://a.example/"),
        (format!("socks5h://{gone}"), "http://a.example/"),
    ] {
        for robots in [false, true] {
            let settings = Settings { proxy: proxy.parse().ok(), robots, budget: 1, ..settings() };
            let mut client = client(settings, &["a.example"], "192.0.2.7");
            // No budget of the host ends, and nothing is kept of its robots.txt.
            for _ in 0..3 {
                let fetched = get(&mut client, uri);
                assert_eq!(fetched.failure, Some(Failure::NoProxy), "{proxy} {uri}");
                assert!(fetched.hops.is_empty());
            }
            assert_eq!(client.hosts().counts()["a.example"].failures, 0, "{proxy} {uri}");
        }
    }
}

#[test]
fn a_407_that_the_proxy_only_passes_on_is_the_sites() {
    let locked = Server::start(|_| Reply::Fine(407, Vec::new(), b"log in".to_vec()));
    let (secure, _) = self_signed("407 Who");
    let (socks, connect) = (Socks::start(locked.address), connecting(secure));
    let direct = locked.uri("/");
    for (proxy, uri) in [
        (None, &*direct),
        (Some(format!("socks5h://{}", socks.address)), "http://a.example/"),
        (Some(format!("http://{connect}")), "https://a.example/"),
    ] {
        let named = proxy.as_ref().and_then(|proxy| proxy.parse().ok());
        assert_eq!(named.is_some(), proxy.is_some());
        let settings = Settings { proxy: named, insecure: true, ..settings() };
        let fetched = get(&mut client(settings, &["127.0.0.1"], "127.0.0.1"), uri);
        assert_eq!(fetched.failure, None, "{proxy:?}");
        assert_eq!(fetched.hops[0].status, 407, "{proxy:?}");
    }
}

/// An HTTP proxy that connects to one server, whatever it is asked for.
fn connecting(to: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let address = listener.local_addr().expect("bound");
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.extend(bytes::<1>(&mut stream).expect("a whole head"));
            }
            assert!(head.starts_with(b"CONNECT a.example:443 HTTP/1.1\r\n"));
            stream.write_all(b"HTTP/1.1 200 Connected\r\n\r\n").expect("open");
            let server = TcpStream::connect(to).expect("there");
            thread::spawn(move || pass_on(stream, server));
        }
    });
    address
}

/// Passes bytes on in both directions.
fn pass_on(mut stream: TcpStream, mut server: TcpStream) -> Option<()> {
    let (mut up, mut down) = (stream.try_clone().ok()?, server.try_clone().ok()?);
    thread::spawn(move || io::copy(&mut up, &mut down));
    io::copy(&mut server, &mut stream).ok().map(|_| ())
}

/// The failures of requests, and how many were sent.
fn failures(client: &mut Client, uris: &[&str]) -> (Vec<Option<Failure>>, u64) {
    let failures = uris.iter().map(|uri| get(client, *uri).failure).collect();
    (failures, client.hosts().counts().values().map(|counts| counts.requests).sum())
}

#[test]
fn a_proxy_that_is_down_ends_the_run_when_its_own_budget_does() {
    let gone = refusing();
    let locked = Server::start(|_| Reply::Fine(407, Vec::new(), b"log in".to_vec()));
    for proxy in [format!("http://{gone}"), format!("socks5h://{gone}"), locked.uri("")] {
        for (robots, uris) in [
            (false, ["http://a.example/", "http://b.example/", "https://c.example/"]),
            (true, ["http://a.example/", "http://a.example/b", "http://c.example/"]),
        ] {
            let uris = uris.repeat(4);
            let (attempts, backoff) = (2, Duration::ZERO);
            let settings = Settings { attempts, backoff, robots, budget: 2, ..settings() };
            let settings = Settings { proxy: proxy.parse().ok(), ..settings };
            let mut client = client(settings, &[], "192.0.2.7");
            let (failures, requests) = failures(&mut client, &uris);
            assert_eq!(failures, [Some(Failure::NoProxy); 12], "{proxy}");
            assert_eq!(requests, 4, "{proxy}: two requests with two attempts each");
            let counts = client.hosts().counts();
            assert!(counts.values().all(|counts| !counts.is_given_up), "{counts:?}");
        }
    }
}

#[test]
fn a_proxy_that_answers_for_others_is_not_given_up_but_a_site_that_plays_it_is() {
    // A forwarding proxy hands on what sites answer: 407 may be its own or the site's.
    let proxy = Server::start(|asked| match asked.target.as_str() {
        "http://liar.example/" => Reply::Fine(407, Vec::new(), b"log in".to_vec()),
        "http://a.example/" => fine("through"),
        // Of https it cannot reach the host, which shows that it is there itself.
        _ => Reply::Raw(b"HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n".to_vec()),
    });
    for (other, expected) in [("http://a", None), ("https://a", Some(Failure::Proxy))] {
        let settings = Settings { proxy: proxy.uri("").parse().ok(), budget: 3, ..settings() };
        let mut client = client(settings, &[], "192.0.2.7");
        let other = format!("{other}.example/");
        let (failures, _) = failures(&mut client, &["http://liar.example/", &other].repeat(4));
        let (lies, others): (Vec<_>, Vec<_>) =
            failures.chunks(2).map(|pair| (pair[0], pair[1])).unzip();
        assert_eq!(lies[..3], [Some(Failure::NoProxy); 3]);
        assert_eq!(lies[3], Some(Failure::HostGivenUp));
        assert_eq!(others[..3], [expected; 3]);
        assert!(client.hosts().counts()["liar.example"].is_given_up);
    }
}
