//! When a host is given up, and for what.

use std::time::{Duration, Instant};

use scutch_fetch::{Failure, ListSettings, Request, Settings};

use super::server::{Reply, Server};
use super::{client, fine, get, settings};

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
