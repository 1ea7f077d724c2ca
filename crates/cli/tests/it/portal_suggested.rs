//! From a site that nobody has described to its articles, by what `scutch portal suggest` proposes.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::harness::Env;
use crate::server::{Asked, Reply, Server};

const STORIES: usize = 23;
const PER_LIST: usize = 5;

fn html(body: &str) -> Reply {
    let kind = ("Content-Type", "text/html; charset=utf-8".to_owned());
    Reply::Fine(200, vec![kind], body.as_bytes().to_vec())
}

/// A list of stories, with a link to the older ones and one to a page that is no story.
fn list(number: usize) -> Reply {
    let first = (number - 1) * PER_LIST;
    let items = (first..STORIES.min(first + PER_LIST)).map(|n| {
        format!(
            "<div class=teaser><h2><a href=/story/{n}-the-ferry-was-late-again/>The ferry was late \
             again, as on the day before ({n})</a></h2></div>"
        )
    });
    let older = (first + PER_LIST < STORIES).then(|| {
        format!("<p class=pager><a class=older href=/archive/{}>Older stories</a></p>", number + 1)
    });
    let menu =
        "<ul id=menu><li><a href=/archive/1>Archive</a><li><a href=/imprint>Imprint</a></ul>";
    html(&format!("<body>{menu}{}{}", items.collect::<String>(), older.unwrap_or_default()))
}

/// A newspaper of no known publishing program.
fn newspaper(asked: &Asked) -> Reply {
    let target = asked.target.as_str();
    if let Some(story) = target.strip_prefix("/story/") {
        let number = story.split('-').next().unwrap_or_default();
        return html(&format!(
            "<body><ul id=menu><li><a href=/imprint>Imprint</a></ul><div class=story><h1>The ferry was \
             late again ({number})</h1><p>The ferry to the islands left the harbour {number} minutes late \
             this morning, and nobody on board seemed to mind, for the fog had only just lifted.</p></div>"
        ));
    }
    match target {
        "/imprint" => html("<body><h1>Imprint</h1><p>Printed at the harbour."),
        "/" => list(1),
        _ => match target.strip_prefix("/archive/").and_then(|n| n.parse().ok()) {
            Some(number) if number > 0 => list(number),
            _ => Reply::Fine(404, Vec::new(), b"none".to_vec()),
        },
    }
}

#[test]
fn from_a_site_that_nobody_has_described_to_its_articles() {
    let server = Server::start(newspaper);
    let env = Env::new();
    let local = ["--delay", "0", "--allow-private", "127.0.0.1", "--tries", "1"];
    let site = server.uri("/");
    let proposed = env.output(&[&["portal", "suggest", &site], &local[..]].concat());
    assert_snapshot!(env.shown(&proposed).replace(&server.uri(""), "http://site"));
    // Nothing is edited: the file asks for nothing.
    env.write("p.toml", &proposed.stdout);
    env.expect(0, &["portal", "check", "p.toml"]);
    env.expect(0, &[&["portal", "crawl", "p.toml", "-o", "out"], &local[..]].concat());
    let articles = fs::read_to_string(env.path("out/articles.jsonl")).expect("articles");
    let mut urls: Vec<String> = articles
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["url"].to_string())
        .collect();
    urls.sort();
    let story =
        |n: usize| format!("\"{}\"", server.uri(&format!("/story/{n}-the-ferry-was-late-again/")));
    let mut expected: Vec<String> = (0..STORIES).map(story).collect();
    expected.sort();
    assert_eq!(urls, expected, "all articles and nothing else");
}
