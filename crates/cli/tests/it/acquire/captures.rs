//! What is stored of mementos, and what reads it.

use std::fs;

use scutch_archive::{Limits, parse_http_response};
use serde_json::Value;

use super::{
    ORIGINAL, archive, datetime, fetch, host, list, memento, number, records, rows, run, stamp,
    texts,
};
use crate::harness::{Env, article};
use crate::server::{Reply, Server};

#[test]
fn mementos_go_into_a_warc_as_captures_of_their_originals() {
    let (env, server) = (Env::new(), archive(3));
    let output = run(&env, 0, &fetch(&server, &["-o", "out.warc.gz"]));
    let rows = rows(&output);
    assert_eq!(texts(&rows, "timestamp"), [stamp(0), stamp(1), stamp(2)]);
    assert_eq!(texts(&rows, "url"), [ORIGINAL; 3]);
    let records = records(&env.path("out.warc.gz"));
    let kinds: Vec<&str> = records.iter().map(|(kind, ..)| kind.name()).collect();
    let group = ["request", "response", "metadata"];
    let list = ["request", "metadata", "metadata"];
    assert_eq!(kinds, [&["warcinfo"][..], &list, &group, &group, &group].concat());
    let (_, uri, date, block) = &records[8];
    assert_eq!((uri.as_str(), date), (ORIGINAL, &stamp(1)));
    let answer = parse_http_response(block, &Limits::default()).expect("an answer");
    assert_eq!(answer.body, article(1).as_bytes());
    let (_, _, _, request) = &records[7];
    assert!(
        request.starts_with(format!("GET /web/{}id_/{ORIGINAL} HTTP/1.1", stamp(1)).as_bytes())
    );
    let facts = String::from_utf8(records[9].3.clone()).expect("UTF-8");
    for fact in ["route: timemap", "position: 2", "form: raw-guessed", "hops: 1", "urit: http"] {
        assert!(facts.contains(fact), "{fact} in {facts}");
    }
    // The list stands under its own address and time.
    assert_eq!(records[2].1, server.uri(&format!("/timemap/{ORIGINAL}")));
    assert_eq!(records[2].2, "20261121120000");
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
}

#[test]
fn fetched_mementos_become_a_corpus() {
    let (env, server) = (Env::new(), archive(3));
    run(&env, 0, &fetch(&server, &["-o", "out.warc.gz"]));
    env.expect(0, &["corpus", "out.warc.gz", "-o", "corpus", "--format", "jsonl", "-q"]);
    let docs = fs::read(env.path("corpus/docs/part-00000.jsonl.zst")).expect("a part");
    let docs = String::from_utf8(zstd::decode_all(&*docs).expect("zstd")).expect("UTF-8");
    let rows: Vec<Value> = docs.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(texts(&rows, "url"), [ORIGINAL; 3]);
    assert!(rows[2]["text"].as_str().is_some_and(|text| text.contains("Number 2 of our notes")));
}

#[test]
fn timemaps_by_address_are_judged() {
    let env = Env::new();
    let parked = "<html><title>For sale</title><p>This domain name is for sale. Buy it now.</html>";
    let server = Server::start(move |asked| match number(&asked.target) {
        Some(3) => Reply::Fine(200, vec![("Memento-Datetime", datetime(3))], parked.into()),
        Some(n) => memento(n),
        None => list(host(asked), 0..5, None),
    });
    let list = format!("timemap={}", server.uri("/timemap/"));
    let args = ["offtopic", "-i", &list, "--allow-private", "127.0.0.1", "--delay", "0"];
    let args = [&args[..], &["-tm", "jaccard=0.8", "--format", "jsonl"]].concat();
    let expected = ["on-topic", "on-topic", "on-topic", "off-topic", "on-topic"];
    assert_eq!(texts(&rows(&env.expect(0, &args)), "status"), expected);
    let kept = [&args[..], &["--fetched", "kept.warc.gz"]].concat();
    env.expect(0, &kept);
    let before = server.asked().len();
    assert_eq!(texts(&rows(&env.expect(0, &kept)), "status"), expected);
    assert_eq!(server.asked().len(), before, "kept mementos are not asked for again");
}

#[test]
fn a_folder_keeps_what_is_fetched() {
    let env = Env::new();
    let server = Server::start(move |asked| match number(&asked.target) {
        Some(n) => memento(n),
        None => list(host(asked), 0..3, None),
    });
    let list = format!("timemap={}", server.uri("/timemap/"));
    let args = ["offtopic", "-i", &list, "--allow-private", "127.0.0.1", "--delay", "0"];
    let args = [&args[..], &["-d", "kept/here", "--format", "jsonl"]].concat();
    let first = env.expect(0, &args).stdout;
    let before = server.asked().len();
    assert!(env.path("kept/here/fetched.warc.gz").is_file());
    assert_eq!(first, env.expect(0, &args).stdout);
    assert_eq!(server.asked().len(), before, "kept mementos are not asked for again");
}

#[test]
fn archives_by_address_are_judged() {
    let env = Env::new();
    let mut archive = crate::harness::page(ORIGINAL, 2, "200 OK", &article(1));
    archive.extend(crate::harness::page(ORIGINAL, 3, "200 OK", "<h1>404 Not Found</h1>"));
    let served = archive.clone();
    let server = Server::start(move |asked| match asked.target.as_str() {
        "/w/a.warc" => Reply::Fine(200, Vec::new(), served.clone()),
        "/moved" => Reply::Fine(302, vec![("Location", "/w/a.warc".to_owned())], Vec::new()),
        _ => Reply::Fine(404, Vec::new(), b"nothing".to_vec()),
    });
    let network = ["--allow-private", "127.0.0.1", "--delay", "0", "--tries", "1"];
    let judge = |inputs: &[&str], code: i32| {
        let form = ["--format", "golddatafile"];
        env.expect(code, &[&["offtopic"], inputs, &network[..], &form[..]].concat())
    };
    env.write("a.warc", &archive);
    let expected = judge(&["a.warc"], 0).stdout;
    let address = server.uri("/w/a.warc");
    assert_eq!(judge(&[&address], 0).stdout, expected);
    assert_eq!(judge(&["-i", &format!("warc={address}")], 0).stdout, expected);
    assert_eq!(judge(&[&server.uri("/moved")], 0).stdout, expected);
    // With a list that selects among its captures, and kept for the next run.
    env.write("seeds.txt", b"http://other.example/\n");
    judge(&[&address, "--seed-list", "seeds.txt", "-d", "kept"], 5);
    let before = server.asked().len();
    assert_eq!(judge(&[&address, "-d", "kept"], 0).stdout, expected);
    assert_eq!(server.asked().len(), before, "a kept archive is not asked for again");
    let gone = judge(&[&server.uri("/gone")], 1);
    let said = String::from_utf8(gone.stderr).expect("UTF-8");
    assert!(said.contains("/gone: ") && said.contains("404"), "{said}");
}

#[test]
fn frames_are_judged_as_one_page() {
    let env = Env::new();
    let server = Server::start(|asked| match number(&asked.target) {
        Some(_) => {
            let date = datetime(number(&asked.target).expect("a memento"));
            let fields = vec![("Memento-Datetime", date), ("Content-Type", "text/html".to_owned())];
            let frames = "<title>Notes</title><frameset><frame src=top><frame src=text></frameset>";
            Reply::Fine(200, fields, frames.into())
        }
        None if asked.target.ends_with("/text") => memento(1),
        None if asked.target.ends_with("/top") => Reply::Fine(404, Vec::new(), Vec::new()),
        None => list(host(asked), 0..2, None),
    });
    run(&env, 0, &fetch(&server, &["-o", "out.warc.gz"]));
    let listed = rows(&env.expect(0, &["memento", "list", "out.warc.gz"]));
    let pages: Vec<&Value> = listed.iter().filter(|row| row["url"] == ORIGINAL).collect();
    assert_eq!(pages.len(), 2, "{listed:?}");
    assert!(pages.iter().all(|row| row["bytes"].as_u64() > Some(500)), "{pages:?}");
    env.expect(0, &["corpus", "out.warc.gz", "-o", "corpus", "--format", "jsonl", "-q"]);
    let docs = fs::read(env.path("corpus/docs/part-00000.jsonl.zst")).expect("a part");
    let docs = String::from_utf8(zstd::decode_all(&*docs).expect("zstd")).expect("UTF-8");
    let pages = docs.lines().map(|l| serde_json::from_str::<Value>(l).expect("JSON"));
    let pages: Vec<Value> = pages.filter(|row| row["url"] == ORIGINAL).collect();
    assert!(pages[0]["text"].as_str().is_some_and(|text| text.contains("Number 1 of our notes")));
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
}

#[test]
fn a_page_that_nobody_archived_is_no_error() {
    let server = Server::start(|_| Reply::Fine(404, Vec::new(), Vec::new()));
    let output = run(&Env::new(), 5, &fetch(&server, &["-o", "out.warc.gz"]));
    assert!(output.stdout.is_empty());
}
