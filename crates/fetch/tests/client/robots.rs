//! The robots.txt of a host.

use std::time::Duration;

use scutch_fetch::{Clock as _, Failure, Settings};

use super::server::{Reply, Server, refusing};
use super::{client, fine, get, redirect, settings};

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
    let closed = refusing();
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
