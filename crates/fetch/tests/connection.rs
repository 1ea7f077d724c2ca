//! How hosts are reached and what they are told: proxies, cookies, header fields, certificates.

mod server;

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use scutch_fetch::{
    CertificateFault, Client, Cookie, Cookies, Failure, Fetched, Request, Resolve, Settings,
    SystemClock,
};
use scutch_memento::{Guard, Refusal};
use scutch_url::Url;
use server::{Reply, Server};

/// A name server that knows every name, and gives these addresses.
struct Names(Vec<SocketAddr>);

impl Resolve for Names {
    fn resolve(&self, _: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        Ok(self.0.iter().map(|address| SocketAddr::new(address.ip(), port)).collect())
    }
}

fn settings() -> Settings {
    let total_timeout = Duration::from_secs(5);
    Settings { delay: Duration::ZERO, total_timeout, attempts: 1, ..Settings::default() }
}

/// A client for which every name stands for one address.
fn client(settings: Settings, allowed: &[&str], names: &str) -> Client {
    let guard = Guard::allowing(allowed.iter().map(|host| (*host).to_owned()));
    let names = Names(vec![SocketAddr::new(names.parse().expect("an address"), 0)]);
    Client::with(settings, guard, || false, Box::new(SystemClock::default()), Box::new(names))
}

fn get(client: &mut Client, uri: impl Into<String>) -> Fetched {
    client.fetch(&Request { uri: uri.into(), ..Request::default() })
}

fn fine(body: &str) -> Reply {
    Reply::Fine(200, Vec::new(), body.into())
}

fn redirect(to: &str) -> Reply {
    Reply::Fine(302, vec![("Location", to.to_owned())], Vec::new())
}

/// Sets a cookie and redirects.
fn setting(cookie: &str, to: &str) -> Reply {
    let fields = vec![("Set-Cookie", cookie.to_owned()), ("Location", to.to_owned())];
    Reply::Fine(302, fields, Vec::new())
}

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
    let gone = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("bound");
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
    let gone = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("bound");
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

/// A site that shows its pages only to who has agreed.
fn consenting() -> Server {
    Server::start(|asked| match asked.target.as_str() {
        "/agree" => setting("agreed=yes; Path=/", "/page"),
        "/count" if asked.head.contains("\r\nCookie: seen=1\r\n") => fine("again"),
        "/count" => Reply::Fine(200, vec![("Set-Cookie", "seen=1".to_owned())], b"first".to_vec()),
        _ if asked.head.contains("agreed=yes") => fine("text"),
        _ => redirect("/agree"),
    })
}

#[test]
fn consent_cookies_are_sent_back_along_redirects() {
    for (cookies, failure, hops) in [
        (Cookies::Ignored, Some(Failure::RedirectLoop), 2),
        (Cookies::Redirects, None, 3),
        (Cookies::Kept(Vec::new()), None, 3),
    ] {
        let server = consenting();
        let kept = matches!(cookies, Cookies::Kept(_));
        let mut client = client(Settings { cookies, ..settings() }, &["127.0.0.1"], "192.0.2.7");
        let fetched = get(&mut client, server.uri("/page"));
        assert_eq!((fetched.failure, fetched.hops.len()), (failure, hops));
        let fetched = get(&mut client, server.uri("/page"));
        // Only a run that keeps cookies comes back with them.
        assert_eq!(fetched.hops.len(), if kept { 1 } else { hops });
    }
}

#[test]
fn cookies_are_kept_for_a_run_or_forgotten() {
    for (cookies, expected) in [
        (Cookies::Ignored, ["first", "first"]),
        (Cookies::Redirects, ["first", "first"]),
        (Cookies::Kept(Vec::new()), ["first", "again"]),
    ] {
        let server = consenting();
        let mut client = client(Settings { cookies, ..settings() }, &["127.0.0.1"], "192.0.2.7");
        for body in expected {
            let fetched = get(&mut client, server.uri("/count"));
            assert!(fetched.hops[0].response.ends_with(body.as_bytes()), "{body}");
        }
    }
}

#[test]
fn cookies_of_a_file_go_to_their_hosts_alone() {
    let elsewhere = Server::start(|asked| {
        assert!(!asked.head.contains("Cookie"), "{}", asked.head);
        fine("x")
    });
    let to = format!("http://localhost:{}/", elsewhere.address.port());
    let server = Server::start(move |asked| {
        assert!(asked.head.contains("\r\nCookie: sid=9\r\n"), "{}", asked.head);
        setting("other=1; Domain=localhost", &to)
    });
    let file = "127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t9\n127.0.0.1\tFALSE\t/\tFALSE\t5\told\t1\n";
    let cookies = Cookies::Kept(Cookie::parse_file(file).expect("a file"));
    let settings = Settings { cookies, ..settings() };
    let mut client = client(settings, &["127.0.0.1", "localhost"], "127.0.0.1");
    let fetched = get(&mut client, server.uri("/"));
    assert_eq!((fetched.failure, fetched.hops.len()), (None, 2));
}

#[test]
fn the_users_header_fields_are_sent_and_secrets_stay_at_home() {
    let elsewhere = Server::start(|asked| {
        let is_leaked = asked.head.contains("Authorization") || asked.head.contains("Cookie");
        assert!(!is_leaked && asked.head.contains("\r\nAccept-Language: hu\r\n"), "{}", asked.head);
        fine("x")
    });
    let to = format!("http://localhost:{}/", elsewhere.address.port());
    let server = Server::start(move |asked| match asked.target.as_str() {
        "/robots.txt" => {
            assert!(!asked.head.contains("Authorization"), "{}", asked.head);
            fine("User-agent: scutch\nDisallow: /private\n")
        }
        target => {
            assert!(asked.head.contains("\r\nAuthorization: Basic eDp5\r\n"), "{}", asked.head);
            assert!(asked.head.contains("\r\nCookie: a=b\r\n"), "{}", asked.head);
            assert!(asked.head.contains("\r\nUser-Agent: Mozilla/5.0 (x)\r\n"), "{}", asked.head);
            assert!(asked.head.contains("\r\nAccept: text/html\r\n"), "{}", asked.head);
            assert_eq!(asked.head.matches("Accept:").count(), 1, "{}", asked.head);
            if target == "/here" { redirect("/there") } else { redirect(&to) }
        }
    });
    let headers =
        ["Authorization: Basic eDp5", "Cookie: a=b", "Accept-Language: hu", "Accept: text/html"];
    let headers = headers.iter().map(|text| text.parse().expect("a field")).collect();
    let agent = Some("Mozilla/5.0 (x)".to_owned());
    let settings = Settings { headers, agent, robots: true, ..settings() };
    let allowed = ["127.0.0.1", "localhost"];
    let mut client = client(settings.clone(), &allowed, "127.0.0.1");
    let fetched = get(&mut client, server.uri("/here"));
    assert_eq!((fetched.failure, fetched.hops.len()), (None, 3));
    // Rules for scutch hold under any user agent.
    let fetched = get(&mut client, server.uri("/private/x"));
    assert_eq!(fetched.failure, Some(Failure::RobotsDisallowed));
}

#[test]
fn only_the_origins_that_are_named_get_secrets() {
    let server = Server::start(|_| fine("x"));
    let (port, other) = (server.address.port(), server.address.port() ^ 1);
    for (named, is_sent) in [
        (vec![format!("http://127.0.0.1:{port}/a")], true),
        (vec!["http://a.example/".to_owned(), format!("http://127.0.0.1:{port}")], true),
        (vec![], false),
        (vec!["http://127.0.0.1/".to_owned()], false),
        (vec![format!("http://127.0.0.1:{other}/")], false),
        (vec![format!("http://localhost:{port}/")], false),
        // Others would read along.
        (vec![format!("https://127.0.0.1:{port}/")], false),
    ] {
        let urls = named.iter().map(|uri| Url::parse(uri).expect("a URL"));
        let (secret_origins, own) = (Some(urls.collect()), ("Cookie", "own=1".to_owned()));
        let headers = ["X-ApiKey: k", "DNT: 1"].map(|text| text.parse().expect("a field"));
        let settings = Settings { secret_origins, headers: headers.to_vec(), ..settings() };
        let mut client = client(settings, &["127.0.0.1"], "127.0.0.1");
        let request = Request { uri: server.uri("/b"), headers: vec![own], ..Request::default() };
        let fetched = client.fetch(&request);
        let sent = String::from_utf8(fetched.hops[0].request.clone()).expect("ASCII");
        assert_eq!(sent.contains("X-ApiKey: k"), is_sent, "{named:?}");
        // Cookies of the request itself are for the host that it asks.
        assert!(sent.contains("DNT: 1") && sent.contains("Cookie: own=1"), "{sent}");
    }
}

#[test]
fn redirects_take_secrets_to_origins_that_are_named_and_to_no_other() {
    let other = Server::start(|_| fine("x"));
    let to = other.uri("/b");
    let home = Server::start(move |_| redirect(&to));
    for (named, expected) in [
        (None, [true, false]),
        (Some(vec![]), [false, false]),
        (Some(vec![&home]), [true, false]),
        (Some(vec![&other]), [false, true]),
        (Some(vec![&home, &other]), [true, true]),
    ] {
        let urls = |all: Vec<&Server>| all.iter().flat_map(|s| Url::parse(&s.uri("/"))).collect();
        let headers = ["X-ApiKey: k", "DNT: 1"].map(|text| text.parse().expect("a field"));
        let (secret_origins, headers) = (named.map(urls), headers.to_vec());
        let settings = Settings { secret_origins, headers, ..settings() };
        let mut client = client(settings.clone(), &["127.0.0.1"], "127.0.0.1");
        let own = vec![("Cookie", "own=1".to_owned())];
        let request = Request { uri: home.uri("/a"), headers: own, ..Request::default() };
        let fetched = client.fetch(&request);
        assert_eq!((fetched.failure, fetched.hops.len()), (None, 2));
        let sent = fetched.hops.into_iter().map(|hop| hop.request);
        let sent: Vec<_> = sent.map(|bytes| String::from_utf8(bytes).expect("ASCII")).collect();
        let has = |field: &str| [0, 1].map(|hop: usize| sent[hop].contains(field));
        let origins = settings.secret_origins;
        assert_eq!(has("X-ApiKey: k"), expected, "{origins:?}");
        // The request's own cookies are for the host that it asks, whoever is named.
        assert_eq!((has("DNT: 1"), has("own=1")), ([true; 2], [true, false]), "{origins:?}");
    }
}

/// A server that has signed its certificate itself and answers with a status, and the number of its
/// handshakes.
fn self_signed(status: &'static str) -> (SocketAddr, Arc<AtomicUsize>) {
    let cert = CertificateDer::from_pem_slice(include_bytes!("tls/self-signed.pem"));
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/self-signed-key.pem"));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![cert.expect("a certificate")], key.expect("a key"));
    let config = Arc::new(config.expect("a configuration"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback");
    let address = listener.local_addr().expect("bound");
    let shaken = Arc::new(AtomicUsize::new(0));
    let counted = shaken.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let session = ServerConnection::new(config.clone()).expect("a session");
            let mut stream = StreamOwned::new(session, stream);
            let mut head = [0; 1024];
            if stream.read(&mut head).is_ok_and(|got| got > 0) {
                counted.fetch_add(1, Ordering::SeqCst);
                let _ = write!(stream, "HTTP/1.0 {status}\r\nContent-Length: 1\r\n\r\nx");
                stream.conn.send_close_notify();
                let _ = stream.flush();
            }
        }
    });
    (address, shaken)
}

#[test]
fn bad_certificates_are_refused_or_tolerated_and_noted() {
    let (address, shaken) = self_signed("200 OK");
    let uri = format!("https://{address}/");
    let mut strict = client(settings(), &["127.0.0.1"], "192.0.2.7");
    assert_eq!(get(&mut strict, &uri).failure, Some(Failure::Tls));
    assert_eq!(shaken.load(Ordering::SeqCst), 0);
    let tolerant = Settings { insecure: true, ..settings() };
    let mut tolerant = client(tolerant, &["127.0.0.1"], "192.0.2.7");
    // Twice: a session that is taken up again must not hide the fault.
    for _ in 0..2 {
        let fetched = get(&mut tolerant, &uri);
        assert_eq!(fetched.failure, None);
        assert_eq!(fetched.hops[0].certificate, Some(CertificateFault::UnknownIssuer));
        assert!(fetched.hops[0].response.ends_with(b"x"));
    }
    let server = Server::start(|_| fine("plain"));
    assert_eq!(get(&mut tolerant, server.uri("/")).hops[0].certificate, None);
}
