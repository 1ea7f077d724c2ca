//! What a crawl would ask for, and crawls of a few articles.

use std::fs;

use crate::harness::Env;
use crate::server::{Asked, Reply, Server};

const ARTICLES: usize = 40;
const PER_LIST: usize = 5;

fn html(body: &str) -> Reply {
    let kind = ("Content-Type", "text/html; charset=utf-8".to_owned());
    Reply::Fine(200, vec![kind], body.as_bytes().to_vec())
}

/// A journal with numbered lists, on which every second link leads to no article.
fn journal(asked: &Asked) -> Reply {
    let target = asked.target.as_str();
    let number = |prefix: &str| target.strip_prefix(prefix)?.parse::<usize>().ok();
    if let Some(list) = number("/list/") {
        let articles = (0..ARTICLES).skip((list - 1) * PER_LIST).take(PER_LIST);
        let links = articles.map(|n| format!("<h2><a href=/a/{n}>x</a> <a href=/b/{n}>x</a></h2>"));
        return html(&links.collect::<String>());
    }
    match (number("/a/"), number("/b/")) {
        (Some(n), _) => html(&format!("<div class=article><h1>Article {n}</h1><p>Text.</div>")),
        (_, Some(n)) => html(&format!("<h1>Letter {n}</h1><p>Text.")),
        _ => Reply::Fine(404, Vec::new(), b"none".to_vec()),
    }
}

const ROUTES: &str = "\
[links]
link = 'h2 a'
[article]
is = ['div.article']
[archive.bounded]
url = '/list/{page}'
page = { first = 7, max = 8 }
[archive.lists]
url = '/list/{page}'
[archive.tag]
pages = ['^/tag/']
";

fn with_portal() -> (Env, Server) {
    let (env, server) = (Env::new(), Server::start(journal));
    env.write("p.toml", format!("url = '{}'\n{ROUTES}", server.uri("/")).as_bytes());
    (env, server)
}

/// The call of a crawl without waits.
fn crawl<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["portal", "crawl", "p.toml", "-o", "out", "--allow-private", "127.0.0.1"];
    [&fixed[..], &["--tries", "1"], more].concat()
}

fn articles(env: &Env) -> Vec<String> {
    let text = fs::read_to_string(env.path("out/articles.jsonl")).expect("articles");
    let value = |line| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    text.lines().map(|line| value(line)["url"].as_str().expect("a URL").to_owned()).collect()
}

#[test]
fn a_dry_run_asks_nobody_and_begins_nothing() {
    let (env, server) = with_portal();
    let dry = crawl(&["--dry-run", "--delay", "30"]);
    let shown = env.shot(&dry).replace(&server.uri(""), "");
    assert_eq!((server.connections(), env.path("out").exists()), (0, false));
    insta::assert_snapshot!("before_a_first_run", shown);
    env.expect(0, &crawl(&["--delay", "0", "--limit", "3"]));
    let (asked, before) = (server.asked(), fs::read(env.path("out/pages.warc.gz")).expect("there"));
    insta::assert_snapshot!("after_a_few_pages", env.shot(&dry).replace(&server.uri(""), ""));
    // An update is announced, and not begun.
    env.expect(0, &[&dry[..], &["--update"]].concat());
    assert_eq!(server.asked(), asked);
    assert_eq!(fs::read(env.path("out/pages.warc.gz")).expect("there"), before);
}

#[test]
fn a_crawl_of_a_few_articles_goes_on_as_one_of_all() {
    let (env, server) = with_portal();
    let output = env.expect(0, &crawl(&["--delay", "0", "--limit", "3"]));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.contains("stopped at --limit"), "{said}");
    let few: Vec<String> = [30, 31, 32].map(|n| server.uri(&format!("/a/{n}"))).into();
    assert_eq!(articles(&env), few);
    // One list has them, and every second link on it leads to no article.
    assert_eq!(server.asked().len(), 1 + 1 + 5, "{:?}", server.asked());
    // The folder is no complete one, which an update would take for old.
    let state = fs::read_to_string(env.path("out/state.json")).ok();
    assert!(state.is_none_or(|state| state.contains("false")), "the run is not complete");
    env.expect(0, &crawl(&["--delay", "0"]));
    let (whole, asked) = (articles(&env), server.asked().len());
    assert_eq!(whole.len(), ARTICLES);
    env.expect(
        0,
        &crawl(&["--delay", "0"])
            .iter()
            .map(|arg| if *arg == "out" { "new" } else { arg })
            .collect::<Vec<_>>(),
    );
    let new = server.asked().split_off(asked);
    let mut pages = server.asked();
    pages.truncate(asked);
    pages.retain(|target| target != "/robots.txt");
    let (mut before, mut after) = (pages.clone(), new);
    after.retain(|target| target != "/robots.txt");
    before.sort();
    after.sort();
    assert_eq!(before, after, "nothing is asked for twice, and nothing is left out");
}
