//! `--holdings`: archives of others in place of requests.

use std::fs;

use scutch_archive::{Item, Limits, Reader, RecordKind};
use serde_json::Value;

use crate::harness::{Env, page};
use crate::server::{Reply, Server};

const LOCAL: &[&str] = &["--allow-private", "127.0.0.1", "--delay", "0", "--tries", "1"];
const TEXT: &str = "The fog lifted from the harbour this morning, and the ferry left ten minutes late \
    with everybody who had waited for it on the pier, and nobody minded at all.";

fn html(body: &str) -> Reply {
    let kind = vec![("Content-Type", "text/html".to_owned())];
    Reply::Fine(200, kind, format!("<title>Notes</title>{body}").into_bytes())
}

/// A list of three stories.
fn site() -> Server {
    Server::start(|asked| match asked.target.as_str() {
        "/" => html("<h2><a href=/1>1</a></h2><h2><a href=/2>2</a></h2><h2><a href=/3>3</a></h2>"),
        "/1" | "/2" | "/3" => {
            html(&format!("<h1>Story {}</h1><p class=story>{TEXT}", &asked.target[1..]))
        }
        _ => Reply::Fine(404, Vec::new(), Vec::new()),
    })
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn kinds(env: &Env, file: &str) -> Vec<RecordKind> {
    let mut reader = Reader::open(&env.path(file), &Limits::default()).expect("opens");
    let mut kinds = Vec::new();
    while let Some(Item::Record(record)) = reader.next() {
        kinds.push(record.kind().clone());
    }
    kinds
}

#[test]
fn held_pages_are_copied_and_not_asked_for() {
    let (env, server) = (Env::new(), site());
    let (one, two) = (server.uri("/1"), server.uri("/2"));
    // An archive of another program, the second page damaged in it.
    let mut old = page(&one, 1, "200 OK", &format!("<h1>Old story</h1><p>{TEXT}"));
    old.extend(b"these bytes are no record\r\n".repeat(9));
    old.extend(page(&server.uri("/gone"), 2, "404 Not Found", "gone"));
    fs::create_dir(env.path("old")).expect("a folder");
    env.write("old/old.warc", &old);
    let args = ["fetch", &one, &two, "-o", "out.warc.gz", "--holdings", "old"];
    let args = [&args[..], LOCAL].concat();
    let output = env.expect(0, &args);
    let rows = lines(&output.stdout);
    assert_eq!(rows[0]["holding"], Value::from("old/old.warc"));
    assert_eq!((&rows[0]["holding_offset"], &rows[0]["http_status"]), (&0.into(), &200.into()));
    assert_eq!(rows[1]["holding"], Value::Null);
    assert_eq!(server.asked(), ["/robots.txt", "/2"]);
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    for told in ["1 page in 1 archive\n", "old/old.warc: byte", "1 copied from holdings"] {
        assert!(stderr.contains(told), "{told}: {stderr}");
    }
    // The file is whole without the holding: an answer and its facts, but no request.
    let (info, response, facts) =
        (RecordKind::Warcinfo, RecordKind::Response, RecordKind::Metadata);
    let request = RecordKind::Request;
    let expected = [info, response.clone(), facts.clone(), request, response, facts];
    assert_eq!(kinds(&env, "out.warc.gz"), expected);
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
    fs::remove_dir_all(env.path("old")).expect("removed");
    let again = env.expect(0, &[&args[..5], LOCAL].concat());
    assert_eq!(lines(&again.stdout), rows, "what was copied is stored");
    let offline = env.expect(0, &[&args[..5], &["--offline"]].concat());
    assert_eq!(lines(&offline.stdout), rows);
    env.expect(0, &["corpus", "out.warc.gz", "-o", "corpus", "-q"]);
}

#[test]
fn a_portal_is_crawled_from_the_archive_of_another_crawl() {
    let (env, server) = (Env::new(), site());
    let file =
        format!("url = '{}'\n[links]\nlink = 'h2 a'\n[archive.all]\nurl = '/'\n", server.uri("/"));
    env.write("site.toml", file.as_bytes());
    let crawl = |code, folder: &str, more: &[&str]| {
        let args = ["portal", "crawl", "site.toml", "-o", folder];
        env.expect(code, &[&args[..], LOCAL, more].concat());
        lines(&fs::read(env.path(&format!("{folder}/articles.jsonl"))).expect("articles"))
    };
    let first = crawl(0, "first", &[]);
    let asked = server.asked();
    let second = crawl(0, "second", &["--holdings", "first/pages.warc.gz"]);
    assert_eq!(server.asked(), asked, "nothing is asked for, not even robots.txt");
    let urls = |lines: &[Value]| lines.iter().map(|l| l["url"].clone()).collect::<Vec<_>>();
    assert_eq!((urls(&first), first.len()), (urls(&second), 3));
    for line in &second {
        assert_eq!(line["holding"], Value::from("first/pages.warc.gz"));
    }
    assert!(first.iter().all(|line| line.get("holding").is_none()));
    // An update asks for lists that may have changed; articles stay as they are.
    crawl(0, "second", &["--update", "--holdings", "first/pages.warc.gz"]);
    assert_eq!(server.asked()[asked.len()..], ["/robots.txt", "/"]);
    env.expect(0, &["archive", "check", "second/pages.warc.gz", "-q"]);
}

#[test]
fn holdings_that_cannot_be_used_are_refused() {
    let (env, server) = (Env::new(), site());
    env.write("empty.txt", b"no archive");
    let uri = server.uri("/1");
    for (holdings, code) in [("none.warc", 1), ("empty.txt", 1)] {
        env.expect(code, &["fetch", &uri, "-o", "out.warc.gz", "--holdings", holdings]);
    }
    let offline = ["fetch", &uri, "-o", "out.warc.gz", "--offline", "--holdings", "none.warc"];
    env.expect(2, &offline);
    assert_eq!(server.asked(), [] as [String; 0]);
}

#[test]
fn a_stored_error_does_not_hide_what_holdings_have() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/" => html("<h2><a href=/1>1</a></h2><h2><a href=/2>2</a></h2>"),
        "/1" => html(&format!("<h1>Story 1</h1><p class=story>{TEXT}")),
        _ => Reply::Fine(404, Vec::new(), Vec::new()),
    });
    let (env, gone) = (Env::new(), server.uri("/2"));
    env.write("old.warc", &page(&gone, 1, "200 OK", &format!("<h1>Old story</h1><p>{TEXT}")));
    let file =
        format!("url = '{}'\n[links]\nlink = 'h2 a'\n[archive.all]\nurl = '/'\n", server.uri("/"));
    env.write("site.toml", file.as_bytes());
    let fetch = ["fetch", &gone, "-o", "out.warc.gz"];
    let crawl = ["portal", "crawl", "site.toml", "-o", "folder"];
    let holdings = ["--holdings", "old.warc"];
    let from = |bytes: &[u8]| lines(bytes).last().map(|line| line["holding"].clone());
    let articles = || fs::read(env.path("folder/articles.jsonl")).expect("articles");
    env.expect(0, &[&fetch, LOCAL].concat());
    env.expect(0, &[&crawl[..], LOCAL].concat());
    assert_eq!((lines(&articles()).len(), from(&articles())), (1, Some(Value::Null)));
    let asked = server.asked();
    // Once copied, the page is stored.
    for more in [&holdings[..], &[]] {
        let output = env.expect(0, &[&fetch, LOCAL, more].concat());
        assert_eq!(from(&output.stdout), Some("old.warc".into()));
        env.expect(0, &[&crawl[..], LOCAL, more].concat());
        assert_eq!((lines(&articles()).len(), from(&articles())), (2, Some("old.warc".into())));
    }
    assert_eq!(server.asked(), asked, "nobody is asked again");
}
