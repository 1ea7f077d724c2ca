//! Roads from one verb to the next, as people go them in a shell, against loopback.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::harness::Env;
use crate::portal::{articles, crawl, journal};
use crate::server::{Reply, Server};

/// Runs a line of shell in the folder, with `scutch` on the path.
fn shell(env: &Env, line: &str) -> Output {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_scutch"));
    let folder = program.parent().expect("a folder").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-e", "-c", line]).env("PATH", format!("{folder}:{path}"));
    let output = command.current_dir(env.path("")).output().expect("a shell");
    assert!(output.status.success(), "{line}: {}", env.shown(&output));
    output
}

/// Addresses of the rows of a corpus.
fn urls(env: &Env, corpus: &str) -> Vec<String> {
    let parts = fs::read_dir(env.path(corpus).join("docs")).expect("rows");
    let parts = parts.map(|entry| entry.expect("an entry").path());
    let parts = parts.filter(|path| path.extension().is_some_and(|kind| kind == "zst"));
    let mut urls = Vec::new();
    for part in parts {
        let text = zstd::decode_all(&fs::read(part).expect("a part")[..]).expect("zstd");
        let text = String::from_utf8(text).expect("UTF-8");
        let row = |line| serde_json::from_str::<Value>(line).expect("JSON");
        urls.extend(text.lines().map(|line| row(line)["url"].as_str().expect("url").to_owned()));
    }
    urls.sort();
    urls
}

#[test]
fn a_crawl_that_was_killed_becomes_a_corpus_of_exactly_its_articles() {
    let (server, _) = journal(38, Duration::from_millis(5));
    let env = Env::new();
    let url = server.uri("/");
    for moment in [60, 180] {
        let mut child = env.command(&crawl(&url, "out", &["-q"])).spawn().expect("it runs");
        thread::sleep(Duration::from_millis(moment));
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    let crawl = crawl(&url, "out", &["-q"]).join(" ");
    let output = shell(
        &env,
        &format!(
            "scutch {crawl} && scutch corpus out -o corpus --format jsonl,tei && scutch verify corpus"
        ),
    );
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("out of scope: not-an-article"), "{said}");
    let wanted: BTreeSet<String> = articles(&env, "out")
        .iter()
        .map(|line| line["url"].as_str().expect("url").to_owned())
        .collect();
    let found = urls(&env, "corpus");
    assert_eq!(found.len(), 38);
    assert_eq!(BTreeSet::from_iter(found), wanted);
    let tei = shell(&env, "grep -rl '<TEI' corpus/tei | wc -l");
    assert_eq!(String::from_utf8(tei.stdout).expect("UTF-8").trim(), "38");
    // Everything is one word away.
    shell(&env, "scutch -q corpus out -o all --format jsonl --everything");
    assert!(urls(&env, "all").len() > 38);
}

#[test]
fn addresses_are_checked_sampled_fetched_and_made_into_a_corpus() {
    let text = "The ferry left the harbour late this morning, and nobody on board minded, because the \
        fog had lifted and the islands could be seen for the first time in a week.";
    let server = Server::start(move |asked| {
        let html = match asked.target.as_str() {
            "/robots.txt" => return Reply::Fine(404, Vec::new(), Vec::new()),
            // What the pages link to is judged as the list was.
            target => format!(
                "<html lang=en><title>{target}</title><p>{text} This was {target}.</p>\
                 <a href=/film.mp4>film</a> <a href=/feed/>feed</a>\
                 <a href='{target}-more-of-it?utm_source=link'>more</a>"
            ),
        };
        Reply::Fine(200, vec![("Content-Type", "text/html".to_owned())], html.into_bytes())
    });
    let env = Env::new();
    let page = |path: &str| server.uri(path);
    let stories = (0..30).map(|n| page(&format!("/stories/the-ferry-of-day-{n}")));
    let mut list: Vec<String> = stories.collect();
    list.extend(["/picture.png", "/feed/", "/film.mp4"].map(page));
    list.extend(["mailto:a@b.example", "no address", "http://"].map(str::to_owned));
    env.write("urls.txt", list.join("\n").as_bytes());
    let polite = "--delay 0 --tries 1 --allow-private 127.0.0.1";
    shell(
        &env,
        &format!(
            "scutch -q url check urls.txt --private-hosts | scutch -q url sample -n 10 - \
             | scutch fetch - -o out.warc.gz --depth 1 --refused refused.jsonl {polite} > table.jsonl\n\
             scutch corpus out.warc.gz -o corpus --format jsonl --min-words 5"
        ),
    );
    let found = urls(&env, "corpus");
    let (more, sampled): (Vec<&String>, Vec<&String>) =
        found.iter().partition(|url| url.ends_with("-more-of-it"));
    assert_eq!((sampled.len(), more.len()), (10, 10), "{found:?}");
    assert!(found.iter().all(|url| url.contains("/stories/the-ferry-of-day-")), "{found:?}");
    let refused = fs::read_to_string(env.path("refused.jsonl")).expect("a table");
    let reasons: BTreeSet<String> = refused
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|row| row["reason"].as_str().expect("a reason").to_owned())
        .collect();
    assert!(reasons.contains("file-video") && reasons.contains("segment-feed"), "{reasons:?}");
    let asked = server.asked();
    assert!(asked.iter().all(|target| !target.contains("film") && !target.contains("utm_")));
}
