//! What a crawl decides of pages, and what a corpus makes of it.

use std::fs;

use serde_json::Value;

use crate::harness::Env;
use crate::server::{Reply, Server};

const LOCAL: &[&str] = &["--allow-private", "127.0.0.1", "--delay", "0", "--tries", "1"];

fn html(body: &str) -> Reply {
    let kind = vec![("Content-Type", "text/html; charset=utf-8".to_owned())];
    Reply::Fine(200, kind, body.as_bytes().to_vec())
}

fn text(what: &str) -> String {
    format!(
        "The {what} left the harbour this morning, ten minutes late, with everybody who had waited \
         for it on the pier, and nobody minded the {what} at all."
    )
}

/// A story of three pages, one behind a paywall, one marked as paid but whole, and one that is gone without saying so.
fn site() -> Server {
    Server::start(|asked| match asked.target.as_str() {
        "/" => html(
            "<title>News</title><h2><a href=/long>Long</a></h2><h2><a href=/paid>Paid</a></h2>\
             <h2><a href=/whole>Whole</a></h2>\
             <h2><a href=/gone>Gone</a></h2><h2><a href=/lost>Lost</a></h2>\
             <h2><a href=/void>Void</a></h2>",
        ),
        "/paid" | "/whole" => html(&format!(
            "<title>Paid</title><script type='application/ld+json'>\
             {{\"@type\":\"NewsArticle\",\"isAccessibleForFree\":false}}</script>\
             <h1>Paid</h1><p>{}",
            if asked.target == "/paid" { "Subscribe.".to_owned() } else { text("yacht") }
        )),
        "/gone" => html("<title>Page not found</title><h1>Page not found</h1><p>Sorry."),
        "/long" | "/long/2" | "/long/3" => {
            let (what, next) = match asked.target.as_str() {
                "/long" => ("ferry", "<a rel=next href=/long/2>2</a>"),
                "/long/2" => ("barge", "<a rel=next href=/long/3>3</a>"),
                _ => ("canoe", ""),
            };
            html(&format!("<title>Long</title><h1>Long</h1><p>{}{next}", text(what)))
        }
        "/robots.txt" => Reply::Fine(404, Vec::new(), Vec::new()),
        // In place of everything that it does not have, the site gives its search page.
        _ => html(&format!("<title>Search</title><form><input></form><p>{}", text("gull"))),
    })
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn paywalls_and_soft_404s_are_no_articles_and_pages_of_one_are_joined() {
    let (env, server) = (Env::new(), site());
    let file = format!(
        "url = '{}'\n[links]\nlink = 'h2 a'\n[archive.all]\nurl = '/'\n[article.next]\n\
         link = 'a[rel=next]'\n",
        server.uri("/")
    );
    env.write("site.toml", file.as_bytes());
    let told = env.shot(&[&["portal", "crawl", "site.toml", "-o", "news"], LOCAL].concat());
    assert!(told.contains("1 page left out behind a paywall, 1 article marked as paid"), "{told}");
    let read = |name: &str| fs::read_to_string(env.path(name)).expect(name);
    let articles = lines(&read("news/articles.jsonl"));
    let articles: Vec<_> = articles.iter().map(|a| (&a["url"], &a["marked_paid"])).collect();
    let [long, whole] = ["/long", "/whole"].map(|path| Value::from(server.uri(path)));
    assert_eq!(articles, [(&long, &Value::Null), (&whole, &Value::Bool(true))]);
    let problems = lines(&read("news/problems.jsonl"));
    let problems: Vec<_> = problems.iter().map(|p| (&p["url"], &p["reason"])).collect();
    let (paywall, missing) = ("page-paywall", "page-soft-404");
    let expected = [("/paid", paywall), ("/gone", missing), ("/lost", missing), ("/void", missing)];
    let expected = expected.map(|(path, reason)| (Value::from(server.uri(path)), reason.into()));
    assert_eq!(problems, expected.each_ref().map(|(url, reason): &(Value, Value)| (url, reason)));
    // The archive alone says which pages are one article.
    let args = ["corpus", "news/pages.warc.gz", "-o", "corpus", "--format", "jsonl", "-q"];
    env.expect(0, &args);
    let part = fs::read(env.path("corpus/docs/part-00000.jsonl.zst")).expect("a part");
    let part = String::from_utf8(zstd::decode_all(&*part).expect("zstd")).expect("UTF-8");
    let rows = lines(&part);
    assert_eq!(rows.len(), 2);
    let joined = rows[0]["text"].as_str().expect("a text");
    let places = ["ferry", "barge", "canoe"].map(|what| joined.find(&text(what)));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{joined}");
}
