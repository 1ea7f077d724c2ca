//! The client against a hostile server: malformed, endless, slow and contradictory answers.

mod server;

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use scutch_fetch::{Client, Clock, Failure, Fetched, ListSettings, Request, Resolve, Settings};
use scutch_memento::{Guard, Refusal, Sources};
use server::{Reply, Server};

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

fn fine(body: &str) -> Reply {
    Reply::Fine(200, Vec::new(), body.into())
}

fn redirect(to: &str) -> Reply {
    Reply::Fine(302, vec![("Location", to.to_owned())], Vec::new())
}

#[test]
fn every_hostile_answer_ends_with_its_failure() {
    let raw = |text: &str| Reply::Raw(text.as_bytes().to_vec());
    let server = Server::start(move |asked| match asked.target.as_str() {
        "/truncated" => raw("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort"),
        "/half-a-head" => raw("HTTP/1.1 200 OK\r\nContent-Le"),
        "/chunks-cut" => raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"),
        "/chunks-bad" => raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhel"),
        "/length-minus" => raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"),
        "/lengths" => raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 4\r\n\r\nhello"),
        "/huge" => raw("HTTP/1.1 200 OK\r\nContent-Length: 5368709120\r\n\r\n"),
        "/endless" => Reply::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec()),
        "/endless-head" => Reply::Endless(b"HTTP/1.1 200 OK\r\nA: ".to_vec()),
        "/endless-interim" => raw(&"HTTP/1.1 100 Continue\r\n\r\n".repeat(50)),
        "/nothing" => Reply::Raw(Vec::new()),
        "/other" => raw("220 mail.example ESMTP ready\r\n"),
        "/stall" => Reply::Stall,
        "/drip" => Reply::Drip(
            b"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n".to_vec(),
            Duration::from_millis(100),
        ),
        "/unavailable" => Reply::Fine(503, Vec::new(), b"later".to_vec()),
        "/loop" => redirect("/loop2"),
        "/loop2" => redirect("/loop#again"),
        "/far" => redirect("/far/x"),
        far if far.starts_with("/far/") => redirect(&format!("{far}x")),
        "/file" => redirect("file:///etc/passwd"),
        _ => Reply::Fine(404, Vec::new(), Vec::new()),
    });
    let expected = [
        ("/truncated", Failure::Truncated),
        ("/half-a-head", Failure::Truncated),
        ("/chunks-cut", Failure::Truncated),
        ("/chunks-bad", Failure::BadChunks),
        ("/length-minus", Failure::BadLength),
        ("/lengths", Failure::BadLength),
        ("/huge", Failure::TooLarge),
        ("/endless", Failure::TooLarge),
        ("/endless-head", Failure::HeadTooLarge),
        ("/endless-interim", Failure::NotHttp),
        ("/nothing", Failure::NoAnswer),
        ("/other", Failure::NotHttp),
        ("/stall", Failure::Timeout),
        ("/drip", Failure::Timeout),
        ("/unavailable", Failure::Status(503)),
        ("/loop", Failure::RedirectLoop),
        ("/far", Failure::TooManyRedirects),
        ("/file", Failure::Refused(Refusal::NotHttp)),
    ];
    let (mut client, _) = client(Settings { budget: 1000, ..settings() }, Vec::new());
    for (path, failure) in expected {
        let begin = Instant::now();
        let fetched = get(&mut client, server.uri(path));
        assert_eq!(fetched.failure, Some(failure), "{path}");
        assert!(begin.elapsed() < Duration::from_secs(4), "{path}");
    }
    assert_eq!(get(&mut client, server.uri("/gone")).failure, None);
}

#[test]
fn private_addresses_are_never_connected_to() {
    let private = Server::start(|_| fine("secret"));
    let port = private.address.port();
    let targets = [
        format!("http://127.0.0.2:{port}/"),
        format!("http://localhost:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://0x7f.1.0.1:{port}/"),
        format!("http://2130706434:{port}/"),
        format!("http://0.0.0.0:{port}/"),
        format!("http://10.0.0.1:{port}/"),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://224.0.0.1/".to_owned(),
        // Looked up in `Names`.
        format!("http://innocent.example:{port}/"),
    ];
    let list = targets.clone();
    let open = Server::start(move |asked| {
        let number = asked.target.trim_start_matches('/').parse::<usize>().expect("a number");
        redirect(&list[number])
    });
    let (mut client, _) = client(settings(), vec![private.address]);
    for (number, target) in targets.iter().enumerate() {
        let direct = get(&mut client, target.as_str());
        assert_eq!(direct.failure, Some(Failure::Refused(Refusal::PrivateHost)), "{target}");
        assert_eq!(direct.hops, []);
        let led = get(&mut client, open.uri(&format!("/{number}")));
        assert_eq!(led.failure, Some(Failure::Refused(Refusal::PrivateHost)), "to {target}");
        assert_eq!(led.hops.len(), 1);
    }
    assert_eq!(private.connections(), 0);
    // The counter works: the same server is asked when it is allowed.
    assert_eq!(get(&mut client, private.uri("/")).failure, None);
    assert_eq!(private.connections(), 1);
}

#[test]
fn a_name_with_one_private_address_is_refused() {
    let server = Server::start(|_| fine("secret"));
    let public = "93.184.216.34:80".parse().expect("an address");
    let (mut client, _) = client(settings(), vec![public, server.address]);
    let fetched = get(&mut client, "http://two-faced.example/");
    assert_eq!(fetched.failure, Some(Failure::Refused(Refusal::PrivateHost)));
    assert_eq!(server.connections(), 0);
}

#[test]
fn a_control_character_is_never_sent() {
    let server = Server::start(|asked| redirect(&format!("{}\u{1}", asked.target)));
    let (mut client, _) = client(settings(), Vec::new());
    let refused = Some(Failure::Refused(Refusal::ControlCharacter));
    assert_eq!(get(&mut client, server.uri("/\r\nX-Injected: yes")).failure, refused);
    assert_eq!(server.asked().len(), 0);
    assert_eq!(get(&mut client, server.uri("/a")).failure, refused);
    let request = Request {
        uri: server.uri("/b"),
        headers: vec![("Accept-Datetime", "x\r\nX-Injected: yes".to_owned())],
        ..Request::default()
    };
    let hops = client.fetch(&request).hops;
    assert!(hops[0].request.windows(4).filter(|w| w == b"\r\nX-").count() == 0);
}

#[test]
fn retry_after_is_obeyed_and_capped() {
    let server = Server::start(|asked| {
        let wait = match asked.target.as_str() {
            "/seconds" => "7",
            "/date" => "Mon, 27 Jan 2014 17:13:30 GMT",
            _ => "86400",
        };
        match asked.before {
            0 => Reply::Fine(429, vec![("Retry-After", wait.to_owned())], Vec::new()),
            _ => fine("now"),
        }
    });
    for (path, least, most) in [("/seconds", 7, 8), ("/date", 90, 91), ("/day", 300, 301)] {
        let (mut client, clock) = client(settings(), Vec::new());
        let fetched = get(&mut client, server.uri(path));
        assert_eq!((fetched.failure, fetched.hops.len()), (None, 1), "{path}");
        let waited = clock.now();
        assert!(waited >= Duration::from_secs(least) && waited <= Duration::from_secs(most));
    }
}

#[test]
fn requests_to_a_host_are_a_second_apart_on_one_connection() {
    let server = Server::start(|_| fine("x"));
    let (mut client, clock) = client(settings(), Vec::new());
    let times: Vec<u64> = (0..4)
        .map(|number| {
            assert_eq!(get(&mut client, server.uri(&format!("/{number}"))).failure, None);
            clock.now().as_secs()
        })
        .collect();
    assert_eq!(times, [0, 1, 2, 3]);
    assert_eq!(server.connections(), 1, "the connection is kept");
}

#[test]
fn a_failing_host_is_given_up_and_others_are_still_asked() {
    let broken = Server::start(|_| Reply::Fine(500, Vec::new(), Vec::new()));
    let sound = Server::start(|_| fine("x"));
    let (mut client, _) = client(Settings { budget: 3, ..settings() }, Vec::new());
    let failures: Vec<_> = (0..5).map(|_| get(&mut client, broken.uri("/")).failure).collect();
    let (status, given_up) = (Some(Failure::Status(500)), Some(Failure::HostGivenUp));
    assert_eq!(failures, [status, status, status, given_up, given_up]);
    assert_eq!(broken.asked().len(), 6, "two tries each");
    assert_eq!(get(&mut client, sound.uri("/")).failure, None);
}

#[test]
fn large_answers_do_not_count_against_the_host() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/small" => fine("x"),
        _ => Reply::Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 5368709120\r\n\r\n".to_vec()),
    });
    let (mut client, _) = client(Settings { budget: 2, ..settings() }, Vec::new());
    for _ in 0..4 {
        assert_eq!(get(&mut client, server.uri("/large")).failure, Some(Failure::TooLarge));
    }
    assert_eq!(get(&mut client, server.uri("/small")).failure, None);
}

#[test]
fn bytes_beyond_the_length_are_not_the_next_answer() {
    let server = Server::start(|asked| match (asked.target.as_str(), asked.before) {
        ("/empty", _) => Reply::Late(
            b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".to_vec(),
            b"and yet something".to_vec(),
        ),
        _ => fine("next"),
    });
    let (mut client, _) = client(Settings { attempts: 1, ..settings() }, Vec::new());
    assert_eq!(get(&mut client, server.uri("/empty")).failure, None);
    std::thread::sleep(Duration::from_millis(200));
    let next = get(&mut client, server.uri("/next"));
    assert_eq!(next.failure, None);
    assert!(next.hops[0].response.ends_with(b"next"));
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

const RULES: &str = "User-agent: scutch\nCrawl-delay: 4\nDisallow: /private/\nAllow: /\n\n\
                     User-agent: *\nDisallow: /\nSitemap: http://x.example/map.xml\n";

fn with_robots() -> Settings {
    Settings { robots: true, ..settings() }
}

#[test]
fn robots_txt_is_asked_once_and_obeyed() {
    let elsewhere = Server::start(|asked| match asked.target.as_str() {
        "/robots.txt" => fine("User-agent: *\nDisallow: /\n"),
        _ => fine("not to be had"),
    });
    let to = elsewhere.uri("/page");
    let server = Server::start(move |asked| match asked.target.as_str() {
        "/robots.txt" => redirect("/rules"),
        "/rules" => fine(RULES),
        "/away" => redirect(&to),
        "/inside" => redirect("/private/x"),
        _ => fine("page"),
    });
    let (mut client, clock) = client(with_robots(), Vec::new());
    let disallowed = Some(Failure::RobotsDisallowed);
    for (path, failure) in
        [("/a", None), ("/private/x?y", disallowed), ("/inside", disallowed), ("/away", disallowed)]
    {
        assert_eq!(get(&mut client, server.uri(path)).failure, failure, "{path}");
    }
    assert_eq!(server.asked(), ["/robots.txt", "/rules", "/a", "/inside", "/away"]);
    assert_eq!(elsewhere.asked(), ["/robots.txt"]);
    // One second before the rules were known, four between requests from then on.
    assert_eq!(clock.now(), Duration::from_secs(1 + 3 * 4));
    let url = scutch_url::Url::parse(&server.uri("/")).expect("a URL");
    let rules = client.robots(&url).expect("known");
    assert_eq!(rules.sitemaps(), ["http://x.example/map.xml"]);
    // A day later they are asked for again.
    clock.sleep(Duration::from_secs(24 * 60 * 60));
    assert_eq!(get(&mut client, server.uri("/b")).failure, None);
    assert_eq!(server.asked()[5..], ["/robots.txt", "/rules", "/b"]);
}

#[test]
fn crawl_delays_do_not_slow_down_local_copies() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/robots.txt" => fine(RULES),
        _ => fine("page"),
    });
    let without_delay = Settings { delay: Duration::ZERO, ..with_robots() };
    let (mut client, clock) = client(without_delay, Vec::new());
    for path in ["/a", "/b", "/c"] {
        assert_eq!(get(&mut client, server.uri(path)).failure, None);
    }
    let disallowed = get(&mut client, server.uri("/private/x")).failure;
    assert_eq!(disallowed, Some(Failure::RobotsDisallowed));
    assert_eq!(clock.now(), Duration::ZERO);
}

#[test]
fn what_keeps_the_host_from_being_asked_is_not_blamed_on_its_robots_txt() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let closed = closed.expect("a port that is free again");
    for (uri, expected) in [
        (format!("http://{closed}/page"), Failure::Connect),
        ("http://unknown.example/page".to_owned(), Failure::NameNotFound),
    ] {
        let (mut client, _) = client(with_robots(), Vec::new());
        for _ in 0..2 {
            assert_eq!(get(&mut client, uri.clone()).failure, Some(expected), "{uri}");
        }
    }
}

#[test]
fn a_missing_robots_txt_allows_everything_and_a_failing_one_nothing() {
    let unknown = Some(Failure::RobotsUnknown);
    type Case = (fn() -> Reply, Option<Failure>);
    let cases: [Case; 8] = [
        (|| Reply::Fine(404, Vec::new(), b"Disallow".to_vec()), None),
        (|| Reply::Fine(403, Vec::new(), Vec::new()), None),
        (|| Reply::Fine(429, Vec::new(), Vec::new()), unknown),
        (|| Reply::Fine(503, Vec::new(), Vec::new()), unknown),
        (|| redirect("/robots.txt?"), unknown),
        (|| redirect("http://10.0.0.1/robots.txt"), unknown),
        (|| Reply::Stall, unknown),
        // Cut at its cap, whatever it says of its length; what came before counts.
        (
            || {
                Reply::Endless(b"HTTP/1.1 200 OK\r\nContent-Length: 5368709120\r\n\r\nUser-agent: *\nDisallow: /\n".to_vec())
            },
            Some(Failure::RobotsDisallowed),
        ),
    ];
    for (number, (robots, failure)) in cases.into_iter().enumerate() {
        let server = Server::start(move |asked| match asked.target.as_str() {
            "/page" => fine("page"),
            _ => robots(),
        });
        let (mut client, _) = client(with_robots(), Vec::new());
        for _ in 0..2 {
            assert_eq!(get(&mut client, server.uri("/page")).failure, failure, "{number}");
        }
        let asked = server.asked();
        let pages = asked.iter().filter(|target| *target == "/page").count();
        assert_eq!(pages, if failure.is_none() { 2 } else { 0 }, "{number}");
        assert!(asked.iter().filter(|target| *target == "/robots.txt").count() <= 2, "{number}");
    }
}

#[test]
fn crawl_delays_are_capped() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/robots.txt" => fine("User-agent: *\nCrawl-delay: 1e30\n"),
        _ => fine("page"),
    });
    let (mut client, clock) = client(with_robots(), Vec::new());
    assert_eq!(get(&mut client, server.uri("/a")).failure, None);
    assert_eq!(clock.now(), Duration::from_secs(30));
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

/// RFC 6585 names no time for 429, and archives block whoever comes back at once.
#[test]
fn after_429_without_a_time_a_minute_passes() {
    let server = Server::start(|asked| match asked.before {
        0 => Reply::Fine(429, Vec::new(), Vec::new()),
        _ => fine("now"),
    });
    for (after_429, least) in [(Duration::from_secs(60), 60), (Duration::from_secs(5), 5)] {
        let settings = Settings { after_429, ..settings() };
        let (mut client, clock) = client(settings, Vec::new());
        let fetched = get(&mut client, server.uri(&format!("/{least}")));
        assert_eq!(fetched.failure, None);
        let waited = clock.now().as_secs();
        assert!((least..least + 3).contains(&waited), "{waited} s");
    }
}

/// The pace of a table, on a host of which only one service is limited.
#[test]
fn services_of_an_archive_have_their_own_pace() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/list/429" if asked.before == 0 => Reply::Fine(429, Vec::new(), Vec::new()),
        _ => fine("x"),
    });
    let table = format!(
        "a\tlist\t{}\topen\t30\t90\tme\na\tgate\t{}\topen\t-\t60\tme\n",
        server.uri("/list/{uri}"),
        server.uri("/web/{uri}")
    );
    let sources = Arc::new(Sources::parse(&table).expect("a table"));
    let settings = Settings { delay: Duration::from_secs(1), sources, ..settings() };
    let times = |paths: [&str; 4]| {
        let (mut client, clock) = client(settings.clone(), Vec::new());
        paths.map(|path| {
            assert_eq!(get(&mut client, server.uri(path)).failure, None, "{path}");
            clock.now().as_millis()
        })
    };
    // 24 a minute of 30 that are allowed.
    assert_eq!(times(["/list/1", "/list/2", "/list/3", "/list/4"]), [0, 2500, 5000, 7500]);
    assert_eq!(times(["/web/1", "/web/2", "/list/1", "/list/2"]), [0, 1000, 1000, 3500]);
    let waited = times(["/web/1", "/list/429", "/web/2", "/list/1"])[1];
    assert!((90_000..93_000).contains(&waited), "{waited} ms");
}

/// Lists of an archive that says nothing: a few tries, each short, and then none; pages go on.
#[test]
fn an_archive_without_lists_is_given_up_for_lists_alone() {
    let server = Server::start(|asked| match asked.target.starts_with("/list") {
        true => Reply::Stall,
        false => fine("x"),
    });
    let lists = ListSettings { timeout: Duration::from_millis(100), ..ListSettings::default() };
    let settings = Settings { total_timeout: Duration::from_secs(10), lists, ..settings() };
    let (mut client, _) = client(settings, Vec::new());
    let begin = Instant::now();
    let failures: Vec<_> = (0..5)
        .map(|n| {
            let uri = server.uri(&format!("/list/{n}"));
            client.fetch(&Request { uri, is_list: true, ..Request::default() }).failure
        })
        .collect();
    let (late, gone) = (Some(Failure::Timeout), Some(Failure::HostGivenUp));
    assert_eq!(failures, [late, late, gone, gone, gone]);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert_eq!(server.asked().len(), 3);
    assert_eq!(get(&mut client, server.uri("/page")).failure, None);
    let counts = client.hosts().counts();
    assert!(counts.values().all(|counts| counts.is_given_up && counts.requests == 4), "{counts:?}");
}

/// Who begins an answer is there, however slow the rest of it is.
#[test]
fn an_archive_that_is_slow_to_end_is_not_silent() {
    let server = Server::start(|asked| match asked.before {
        0 => Reply::Late(b"HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\nx".to_vec(), Vec::new()),
        _ => fine("x"),
    });
    let lists = ListSettings { attempts: 1, ..ListSettings::default() };
    let total_timeout = Duration::from_millis(150);
    let settings = Settings { total_timeout, lists, budget: 1000, ..settings() };
    let (mut client, _) = client(settings, Vec::new());
    for n in 0..5 {
        let uri = server.uri(&format!("/list/{n}"));
        let request = Request { uri, is_list: true, ..Request::default() };
        assert_eq!(client.fetch(&request).failure, Some(Failure::Timeout), "{n}");
    }
    let request = Request { uri: server.uri("/list/0"), is_list: true, ..Request::default() };
    assert_eq!(client.fetch(&request).failure, None);
}

/// A long list may take its time, once it has begun.
#[test]
fn the_time_of_lists_ends_with_their_head() {
    let server = Server::start(|_| {
        let body = b"HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n".to_vec();
        Reply::Late(body, vec![b'x'; 40])
    });
    let lists = ListSettings { timeout: Duration::from_millis(40), ..ListSettings::default() };
    let (mut client, _) = client(Settings { lists, ..settings() }, Vec::new());
    let request = Request { uri: server.uri("/"), is_list: true, ..Request::default() };
    assert_eq!(client.fetch(&request).failure, None);
}
