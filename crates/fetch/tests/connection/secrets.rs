//! Header fields of the user, and whom those with secrets are sent to.

use scutch_fetch::{Failure, Request, Settings};
use scutch_url::Url;

use super::server::Server;
use super::{client, fine, get, redirect, settings};

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
