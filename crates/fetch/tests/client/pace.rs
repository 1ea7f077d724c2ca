//! How long a host is left in peace.

use std::sync::Arc;
use std::time::Duration;

use scutch_fetch::{Clock as _, Settings};
use scutch_memento::Sources;

use super::server::{Reply, Server};
use super::{client, fine, get, settings};

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
