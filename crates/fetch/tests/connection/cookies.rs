//! Cookies along redirects, of a run and of a file.

use scutch_fetch::{Cookie, Cookies, Failure, Settings};

use super::server::{Reply, Server};
use super::{client, fine, get, redirect, settings};

/// Sets a cookie and redirects.
fn setting(cookie: &str, to: &str) -> Reply {
    let fields = vec![("Set-Cookie", cookie.to_owned()), ("Location", to.to_owned())];
    Reply::Fine(302, fields, Vec::new())
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
