//! Crawls of some days, on a site whose lists are by column and tell no day.

use std::fs;

use insta::assert_snapshot;

use crate::harness::Env;
use crate::server::{Asked, Reply, Server};

const ARTICLES: usize = 127;
const PER_LIST: usize = 10;

fn html(body: &str) -> Reply {
    let kind = ("Content-Type", "text/html; charset=utf-8".to_owned());
    Reply::Fine(200, vec![kind], body.as_bytes().to_vec())
}

/// The day of an article: three articles a day, the newest first.
fn day(article: usize) -> String {
    let day = (ARTICLES - 1 - article) / 3;
    format!("2020-{:02}-{:02}", 1 + day / 28, 1 + day % 28)
}

/// A newspaper with columns. Addresses tell the day of an article if they are `dated`, and its page
/// does in any case.
fn newspaper(asked: &Asked, dated: bool) -> Reply {
    let target = asked.target.as_str();
    if let Some(page) = target.strip_prefix("/home/").and_then(|page| page.parse::<usize>().ok()) {
        let articles = (0..ARTICLES).skip((page - 1) * PER_LIST).take(PER_LIST);
        let link = |n: usize| match dated {
            true => format!("<h2><a href=/{}/article-{n}>x</a></h2>", day(n).replace('-', "/")),
            false => format!("<h2><a href=/article-{n}>x</a></h2>"),
        };
        return html(&articles.map(link).collect::<String>());
    }
    match target.split("article-").nth(1).and_then(|n| n.parse::<usize>().ok()) {
        Some(n) => html(&format!(
            "<meta property=article:published_time content={}T08:00:00Z><h1>Article {n}</h1><p>Text.",
            day(n)
        )),
        None => Reply::Fine(404, Vec::new(), b"none".to_vec()),
    }
}

/// Crawls five days. Returns what is said, the number of articles and of requests.
fn crawl(dated: bool) -> (String, usize, usize) {
    let server = Server::start(move |asked| newspaper(asked, dated));
    let env = Env::new();
    let site = server.uri("/");
    let file = format!(
        "url = '{site}'\ncolumns = ['home']\n[links]\nlink = 'h2 a'\n[archive.column]\nurl = '/{{column}}/{{page}}'\n"
    );
    env.write("p.toml", file.as_bytes());
    let local = ["--delay", "0", "--allow-private", "127.0.0.1", "--tries", "1"];
    let days = ["--from", "2020-01-20", "--to", "2020-01-24"];
    let all = [&["portal", "crawl", "p.toml", "-o", "out"], &local[..]].concat();
    let shown = env.shot(&[&all[..], &days].concat());
    let articles = fs::read_to_string(env.path("out/articles.jsonl")).expect("articles");
    let asked = server.asked().len();
    // What was left out is there for a run that wants it.
    env.expect(0, &all);
    let whole = fs::read_to_string(env.path("out/articles.jsonl")).expect("articles");
    assert_eq!(whole.lines().count(), ARTICLES);
    (shown, articles.lines().count(), asked)
}

#[test]
fn a_route_without_dates_gives_the_articles_of_the_days_asked_for() {
    let (shown, articles, asked) = crawl(true);
    assert_eq!(articles, 15);
    // The newer lists, those of the days, and two older ones; robots.txt; no other article.
    assert!(asked < 15 + 13, "{asked}");
    assert_snapshot!(shown);
}

#[test]
fn where_addresses_tell_no_day_the_pages_do() {
    let (shown, articles, asked) = crawl(false);
    assert_eq!((articles, asked), (15, 127 + 14 + 1));
    assert_snapshot!(shown);
}
