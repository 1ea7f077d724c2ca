//! The client against a hostile server, and what it sends.

#[path = "../server/mod.rs"]
mod server;

mod budget;
mod hostile;
mod pace;
mod private;
mod robots;

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use scutch_fetch::{Client, Clock, Failure, Fetched, Request, Resolve, Settings};
use scutch_memento::{Guard, Refusal};
use server::{Reply, Server, fine, redirect};

/// A clock that moves only while the client waits.
#[derive(Clone, Default)]
struct Still(Rc<Cell<Duration>>);

/// 2014-01-27 17:12:00 UTC.
const BEGIN: i64 = 1_390_842_720_000;

impl Clock for Still {
    fn now(&self) -> Duration {
        self.0.get()
    }

    fn unix_ms(&self) -> i64 {
        BEGIN + i64::try_from(self.now().as_millis()).expect("small")
    }

    fn sleep(&self, time: Duration) {
        self.0.set(self.now() + time);
    }
}

/// A name server that knows every name, and gives these addresses.
struct Names(Vec<SocketAddr>);

impl Resolve for Names {
    fn resolve(&self, _: &str, _: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        Ok(self.0.clone())
    }
}

fn settings() -> Settings {
    Settings {
        total_timeout: Duration::from_millis(700),
        max_response: 100_000,
        attempts: 2,
        ..Settings::default()
    }
}

fn client(settings: Settings, names: Vec<SocketAddr>) -> (Client, Still) {
    let clock = Still::default();
    let guard = Guard::allowing(["127.0.0.1".to_owned()]);
    let names = Box::new(Names(names));
    (Client::with(settings, guard, || false, Box::new(clock.clone()), names), clock)
}

fn get(client: &mut Client, uri: impl Into<String>) -> Fetched {
    client.fetch(&Request { uri: uri.into(), ..Request::default() })
}

#[test]
fn cookies_are_not_sent_to_other_hosts() {
    let elsewhere = Server::start(|asked| {
        assert!(!asked.head.contains("Cookie"));
        fine("x")
    });
    let port = elsewhere.address.port();
    let server = Server::start(move |asked| {
        assert!(asked.head.contains("\r\nCookie: a=b\r\n"));
        match asked.target.as_str() {
            "/here" => redirect("/there"),
            _ => redirect(&format!("http://localhost:{port}/")),
        }
    });
    let guard = Guard::allowing(["127.0.0.1", "localhost"].map(str::to_owned));
    let names = Box::new(Names(vec![elsewhere.address]));
    let clock = Box::new(Still::default());
    let mut client = Client::with(settings(), guard, || false, clock, names);
    let headers = vec![("Cookie", "a=b".to_owned())];
    let request = Request { uri: server.uri("/here"), headers, ..Request::default() };
    let fetched = client.fetch(&request);
    assert_eq!((fetched.failure, fetched.hops.len()), (None, 3));
}

#[test]
fn an_archived_error_is_a_final_answer() {
    let fields = vec![("Memento-Datetime", "Mon, 27 Jan 2014 17:12:00 GMT".to_owned())];
    let server = Server::start(move |_| Reply::Fine(503, fields.clone(), b"archived".to_vec()));
    let (mut client, _) = client(settings(), Vec::new());
    let final_if_header = Some("memento-datetime");
    let request = Request { uri: server.uri("/"), final_if_header, ..Request::default() };
    assert_eq!(client.fetch(&request).failure, None);
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn requests_and_answers_are_kept_byte_by_byte() {
    let chunked = "HTTP/1.1 200 Sure thing\r\nX-ODD:  spaced \r\nTransfer-Encoding: chunked\r\n\r\n\
                   5;ext=1\r\nhello\r\n0\r\nTrailer: x\r\n\r\n";
    let closed = "HTTP/1.0 200 OK\nServer: old\n\nuntil the end";
    let server = Server::start(move |asked| match asked.target.as_str() {
        "/chunked" => Reply::Raw(chunked.into()),
        "/closed" => Reply::Raw(closed.into()),
        _ => redirect("/chunked"),
    });
    let (mut client, _) = client(settings(), Vec::new());
    let fetched = get(&mut client, server.uri("/x?a=b#c"));
    assert_eq!(fetched.failure, None);
    assert_eq!(fetched.hops.len(), 2);
    assert!(fetched.hops[0].request.starts_with(b"GET /x?a=b HTTP/1.1\r\nHost: 127.0.0.1:"));
    assert_eq!(fetched.hops[1].response, chunked.as_bytes());
    assert_eq!(get(&mut client, server.uri("/closed")).hops[0].response, closed.as_bytes());
}

#[test]
fn all_requests_go_through_the_proxy() {
    let proxy = Server::start(|asked| match asked.target.as_str() {
        "http://harbour.example/a?b" => fine("through"),
        _ => Reply::Raw(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n".to_vec()),
    });
    let named = proxy.address.to_string().parse().ok();
    let guard = Guard::default();
    let clock = Box::new(Still::default());
    let settings = Settings { proxy: named, ..settings() };
    let names = Box::new(Names(Vec::new()));
    let mut client = Client::with(settings, guard, || false, clock, names);
    let fetched = get(&mut client, "http://harbour.example/a?b");
    assert_eq!(fetched.failure, None);
    assert!(fetched.hops[0].address.ip().is_unspecified());
    // https needs a tunnel, which this proxy refuses.
    let fetched = get(&mut client, "https://harbour.example/a");
    assert_eq!(fetched.failure, Some(Failure::Proxy));
    assert!(proxy.asked().contains(&"harbour.example:443".to_owned()));
    // The guard holds behind a proxy too.
    let refused = Some(Failure::Refused(Refusal::PrivateHost));
    assert_eq!(get(&mut client, "http://10.0.0.1/").failure, refused);
}

#[test]
fn connections_come_from_the_bound_address() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("loopback");
    let address = listener.local_addr().expect("bound");
    let from = std::thread::spawn(move || listener.accept().expect("somebody").1.ip());
    let bind = "127.0.0.3".parse().ok();
    let (mut client, _) = client(Settings { bind, attempts: 1, ..settings() }, Vec::new());
    get(&mut client, format!("http://{address}/"));
    assert_eq!(from.join().expect("told").to_string(), "127.0.0.3");
}
