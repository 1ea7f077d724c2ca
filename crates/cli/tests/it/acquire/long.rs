//! Lists that are longer than what is taken into memory.

use std::io::Write as _;

use scutch_archive::{Item, Limits, Reader, RecordKind};

use super::{ORIGINAL, rows, sound_for_warcio, texts};
use crate::harness::Env;
use crate::server::{Reply, Server};

const MEMENTOS: usize = 20_000;

/// Memento `n`: a minute after the one before.
fn stamp(n: usize) -> String {
    format!("200001{:02}{:02}{:02}00", 1 + n / 1440, n / 60 % 24, n % 60)
}

/// The list in several dialects, as it goes over the wire.
fn list(dialect: &str, host: &str) -> Reply {
    let mut text = String::new();
    for n in 0..MEMENTOS {
        let (stamp, separator) = (stamp(n), if n == 0 { "" } else { "," });
        let uri = format!("http://{host}/web/{stamp}/{ORIGINAL}");
        text += &match dialect {
            "link" => {
                let (day, clock) = (&stamp[6..8], [&stamp[8..10], &stamp[10..12], "00"].join(":"));
                format!(
                    "{separator}\n<{uri}>; rel=\"memento\"; datetime=\"Sat, {day} Jan 2000 {clock} GMT\""
                )
            }
            "object" => format!("{separator}{{\"uri\":\"{uri}\",\"datetime\":\"{stamp}\"}}"),
            "array" => format!(
                ",[\"harbour,example)/\",\"{stamp}\",\"{ORIGINAL}\",\"text/html\",\"200\",\"-\",\"900\"]"
            ),
            _ => format!("{stamp} {{\"uri\":\"{uri}\",\"rel\":\"memento\"}}\n"),
        };
    }
    let text = match dialect {
        "object" => {
            format!("{{\"original_uri\":\"{ORIGINAL}\",\"mementos\":{{\"list\":[{text}]}}}}")
        }
        "array" => format!("[[\"urlkey\",\"timestamp\",\"original\"]{text}]"),
        _ => text,
    };
    assert!(text.len() > 1_300_000, "{dialect}: {} bytes prove nothing", text.len());
    Reply::Fine(200, Vec::new(), text.into_bytes())
}

fn memento() -> Reply {
    let date = "Sun, 02 Jan 2000 00:00:00 GMT".to_owned();
    Reply::Fine(200, vec![("Memento-Datetime", date)], b"<p>The ferry left late.".to_vec())
}

#[test]
fn long_lists_are_read_kept_and_read_again() {
    let server = Server::start(|asked| match asked.target.strip_prefix("/web/timemap/") {
        Some(rest) => list(rest.split('/').next().unwrap_or_default(), super::host(asked)),
        None => memento(),
    });
    let env = Env::new();
    for dialect in ["link", "object", "array", "lines"] {
        let (list, out) =
            (server.uri(&format!("/web/timemap/{dialect}/{{uri}}")), format!("{dialect}.warc.gz"));
        let args = ["memento", "fetch", ORIGINAL, "--timemap", &list, "-o", &out, "--delay", "0"];
        let args = [&args[..], &["--allow-private", "127.0.0.1", "--every", "7d"]].concat();
        let online = env.expect(0, &args);
        let expected = ["20000101000000", "20000108000000"];
        assert_eq!(texts(&rows(&online), "urim").len(), expected.len(), "{dialect}");
        assert!(
            texts(&rows(&online), "urim")
                .iter()
                .zip(expected)
                .all(|(uri, time)| uri.contains(time))
        );
        let asked = server.asked().len();
        assert_eq!(env.expect(0, &args).stdout, online.stdout, "{dialect}");
        let offline = [&args[..7], &["--every", "7d", "--offline"]].concat();
        assert_eq!(env.expect(0, &offline).stdout, online.stdout, "{dialect}");
        assert_eq!(server.asked().len(), asked, "{dialect}");
        env.expect(0, &["archive", "check", &out, "-q"]);
        sound_for_warcio(&env, &out);
        assert!(segments(&env, &out) > 0, "{dialect}");
        env.expect(0, &["memento", "merge", &out, "-o", &format!("copy-{out}")]);
        let bytes = |name: &str| std::fs::read(env.path(name)).expect("there");
        assert!(bytes(&out) == bytes(&format!("copy-{out}")));
    }
}

fn segments(env: &Env, name: &str) -> usize {
    let mut reader = Reader::open(&env.path(name), &Limits::default()).expect("opens");
    let mut found = 0;
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage") };
        found += usize::from(*record.kind() == RecordKind::Continuation);
    }
    found
}

/// A list whose own bounds are passed ends with its reason, and what is cut off in it is not believed.
#[test]
fn lists_have_their_bounds() {
    let server = Server::start(|asked| match asked.target.contains("/cut/") {
        false if asked.target.contains("/endless/") => {
            Reply::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec())
        }
        false => list("array", super::host(asked)),
        true => {
            let Reply::Fine(_, _, text) = list("link", super::host(asked)) else { unreachable!() };
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            out.write_all(&text).expect("memory");
            let mut gzip = out.finish().expect("memory");
            gzip.truncate(gzip.len() / 2);
            Reply::Fine(200, vec![("Content-Encoding", "gzip".to_owned())], gzip)
        }
    });
    let env = Env::new();
    for (path, reason) in [
        ("/web/timemap/array/{uri}", "fetch-too-large"),
        ("/web/timemap/endless/{uri}", "fetch-too-large"),
        ("/web/timemap/cut/{uri}", "timemap-unreadable"),
    ] {
        let list = server.uri(path);
        let args =
            ["memento", "fetch", ORIGINAL, "--timemap", &list, "-o", "out.warc.gz", "--delay", "0"];
        let more = ["--allow-private", "127.0.0.1", "--max-bytes", "80000", "--tries", "1"];
        let output = env.expect(1, &[&args[..], &more].concat());
        assert!(String::from_utf8(output.stderr).expect("UTF-8").contains(reason), "{path}");
    }
}

/// Where there is no room for a long list, its host is not to blame.
#[test]
fn no_room_is_no_failure_of_the_host() {
    let server = Server::start(|asked| match asked.target.contains("/short/") {
        true => Reply::Fine(200, Vec::new(), b"<http://x.org/>; rel=original".to_vec()),
        false => list("link", super::host(asked)),
    });
    let (long, short) = (server.uri("/web/timemap/link/{uri}"), server.uri("/short/{uri}"));
    let env = Env::new();
    let args = ["memento", "timemap", ORIGINAL, "--timemap", &long, "--timemap", &short];
    let more = ["--allow-private", "127.0.0.1", "--delay", "0", "--budget", "1"];
    let mut command = env.command(&[&args[..], &more].concat());
    let output = command.env("TMPDIR", env.path("none")).output().expect("the binary runs");
    let shown = env.shown(&output);
    assert!(shown.contains("link/http://") && shown.contains("fetch-no-room"), "{shown}");
    assert!(!shown.contains("given-up") && server.asked().len() == 2, "{shown}");
}
