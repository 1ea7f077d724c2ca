//! Answers that are malformed, endless, slow or contradictory.

use std::time::{Duration, Instant};

use scutch_fetch::{Failure, Request, Settings};
use scutch_memento::Refusal;

use super::server::{Reply, Server};
use super::{client, fine, get, redirect, settings};

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
