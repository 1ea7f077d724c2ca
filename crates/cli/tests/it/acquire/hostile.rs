//! Servers that lie and stall.

use super::{ORIGINAL, archive, fetch, host, list, memento, number, rows, run, stamp, texts};
use crate::harness::Env;
use crate::server::{Reply, Server};

#[test]
fn without_allowance_loopback_is_not_asked() {
    let (env, server) = (Env::new(), archive(3));
    let list = server.uri("/timemap/{uri}");
    let args = ["memento", "fetch", ORIGINAL, "--timemap", &list, "-o", "out.warc.gz"];
    let output = env.expect(1, &args);
    assert!(String::from_utf8(output.stderr).expect("UTF-8").contains("uri-private-host"));
    assert_eq!(server.connections(), 0);
}

/// What the archive of lies does about its mementos, and what is said of each.
const LIES: &[&str] = &[
    "fetch-unavailable",
    "fetch-truncated",
    "fetch-timeout",
    "fetch-too-large",
    "fetch-redirect-loop",
    "uri-private-host",
    "uri-control-character",
    "fetch-bad-chunks",
    "memento-gone",
    "memento-not-given",
    "memento-astray",
    "-",
];

fn lie(n: usize, target: &str, private: &str) -> Reply {
    let raw = |text: &str| Reply::Raw(text.as_bytes().to_vec());
    let redirect = |to: String| Reply::Fine(302, vec![("Location", to)], Vec::new());
    match LIES[n] {
        "fetch-unavailable" => {
            Reply::Fine(429, vec![("Retry-After", "86400".to_owned())], Vec::new())
        }
        "fetch-truncated" => raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort"),
        "fetch-timeout" => Reply::Stall,
        "fetch-too-large" => Reply::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec()),
        "fetch-redirect-loop" => redirect(target.to_owned()),
        "uri-private-host" => redirect(private.to_owned()),
        "uri-control-character" => redirect("/a\u{1}b".to_owned()),
        "fetch-bad-chunks" => raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        "memento-not-given" => Reply::Fine(403, Vec::new(), b"Who are you?".to_vec()),
        "memento-astray" => redirect("/front".to_owned()),
        "memento-gone" => Reply::Fine(404, Vec::new(), Vec::new()),
        _ => memento(n),
    }
}

#[test]
fn every_lie_has_its_reason_and_the_run_goes_on() {
    let secret = Server::start(|_| Reply::Fine(200, Vec::new(), b"secret".to_vec()));
    let private = format!("http://127.0.0.2:{}/", secret.address.port());
    let server = Server::start(move |asked| match asked.target.as_str() {
        "/front" => Reply::Fine(200, Vec::new(), b"Welcome".to_vec()),
        target if target.starts_with("/timemap/") => {
            // A page that leads to itself, and one that leads to and fro.
            let next =
                if target.ends_with("b") { target.trim_end_matches('b') } else { "/timemap/b" };
            list(host(asked), 0..LIES.len(), Some(next))
        }
        target => {
            let known = number(target);
            let plain = target.replacen("/http", "id_/http", 1);
            let of = known.or_else(|| number(&plain));
            of.map_or(Reply::Fine(404, Vec::new(), Vec::new()), |n| lie(n, target, &private))
        }
    });
    let env = Env::new();
    let max = ["-o", "out.warc.gz", "--max-bytes", "100000"];
    let output = run(&env, 0, &fetch(&server, &max));
    // Counted, not timed: on a busy machine it takes long, but asks no more.
    let asked = server.asked().len();
    assert!(asked < 20 * LIES.len(), "{asked} requests");
    assert_eq!(texts(&rows(&output), "reason"), LIES);
    assert_eq!(secret.connections(), 0);
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
    // What may be there another time is asked for again, what is stored is not.
    let before = server.asked();
    let output = run(&env, 3, &fetch(&server, &[&max[..], &["--strict"]].concat()));
    assert_eq!(texts(&rows(&output), "reason"), LIES);
    let stored = ["memento-gone", "-"].map(|lie| {
        let n = LIES.iter().position(|l| *l == lie).expect("there");
        format!("/web/{}id_/{ORIGINAL}", stamp(n))
    });
    let again = &server.asked()[before.len()..];
    assert!(!again.is_empty() && !again.iter().any(|target| stored.contains(target)));
    assert!(!again.iter().any(|target| target.starts_with("/timemap/")));
}

#[test]
fn a_bomb_as_a_list_is_no_list() {
    let bomb = zeros_in_gzip();
    let server = Server::start(move |_| {
        Reply::Fine(200, vec![("Content-Encoding", "gzip".to_owned())], bomb.clone())
    });
    let env = Env::new();
    let output = run(&env, 1, &fetch(&server, &["-o", "out.warc.gz"]));
    assert!(String::from_utf8(output.stderr).expect("UTF-8").contains("timemap-unreadable"));
}

/// 64 MiB of zeros.
fn zeros_in_gzip() -> Vec<u8> {
    use std::io::Write as _;
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..64 {
        out.write_all(&[0; 1 << 20]).expect("memory");
    }
    out.finish().expect("memory")
}
