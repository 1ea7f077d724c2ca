//! Portals by declaration: routes, stops and rules against a server on loopback.

#[path = "../../fetch/tests/server/mod.rs"]
mod server;

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use scutch_crawl::portal::{Crawled, Date, Folder, Terms, crawl};
use scutch_fetch::{Client, Settings};
use scutch_memento::Guard;
use scutch_portal::Portal;
use server::{Reply, Server};

fn page(body: &str) -> Reply {
    let kind = ("Content-Type", "text/html; charset=utf-8".to_owned());
    Reply::Fine(200, vec![kind], body.as_bytes().to_vec())
}

fn links(targets: &[&str]) -> String {
    targets.iter().map(|target| format!("<li><a href='{target}'>x</a></li>")).collect()
}

fn missing() -> Reply {
    Reply::Fine(404, Vec::new(), Vec::new())
}

/// A news site with one archive of each kind.
fn answer(target: &str) -> Reply {
    match target {
        "/2020/02/28" => page(&links(&["/a1", "/a2#part", "/bad"])),
        "/2020/02/29?page=1" => page(&links(&["/a3"])),
        "/2020/02/29" => page(&(links(&["/a1", "/gone"]) + "<a class=next href='?page=1'>»</a>")),
        "/world/1" => page(&links(&["/a2", "/w1"])),
        "/world/2" => page(&links(&["/w2"])),
        // A server that gives its last page for every number.
        _ if target.starts_with("/world/") => page(&links(&["/w2"])),
        "/more?from=0" => Reply::Fine(
            200,
            vec![("Content-Type", "application/json".to_owned())],
            br#"{"items": ["<li><a href='/j1'>x</a>"], "next": "/more?from=1"}"#.to_vec(),
        ),
        "/more?from=1" => page(r#"{"items": ["<li><a href='/j2'>x</a>"], "next": ""}"#),
        "/map.xml" => page("<sitemapindex><sitemap><loc>/map-1.xml</loc></sitemap></sitemapindex>"),
        "/map-1.xml" => page("<urlset><url><loc>/a1</loc></url><url><loc>/m1</loc></url></urlset>"),
        "/long" => page("<p>one<a rel=next href='/long/2'>2</a>"),
        "/long/2" => page("<p>two<a rel=next href='/long/3'>3</a>"),
        "/long/3" => page("<p>three<a rel=next href='/long/2'>back</a>"),
        "/list" => page(&links(&["/long", "https://other.example/x", "mailto:a@b"])),
        "/a1" | "/a2" | "/a3" | "/w1" | "/w2" | "/j1" | "/j2" | "/m1" => page("<p>text"),
        _ => missing(),
    }
}

const PORTAL: &str = "
links.link = 'li a'
columns = ['world']
[article.next]
link = 'a[rel=next]'
[archive.day]
url = '/{year}/{month}/{day}'
from = 2020-02-28
next.link = 'a.next'
[archive.column]
url = '/{column}/{page}'
[archive.more]
url = '/more?from=0'
links = { json = 'items.*', link = 'a' }
next = { json = 'next' }
[archive.map]
kind = 'sitemap'
url = '/map.xml'
[archive.list]
url = ['/list', '/nothing']
";

fn run(server: &Server, folder: &Path, toml: &str, terms: Terms) -> Crawled {
    let portal = Portal::load(toml, Some(&server.uri("/"))).unwrap_or_else(|e| panic!("{e}"));
    let settings = Settings { delay: Duration::ZERO, attempts: 1, ..Settings::default() };
    let guard = Guard::allowing(["127.0.0.1".to_owned()]);
    let client = Client::new(settings, guard, || false);
    let folder = Folder::open(folder, false).expect("a folder");
    let store = folder.store("scutch/test", 0).expect("a store");
    crawl(&portal, Some(client), store, terms, &mut |_| {}).expect("a crawl")
}

fn terms() -> Terms {
    Terms { today: Date::constant(2020, 2, 29), ..Terms::default() }
}

/// Articles with their routes, one a line, and what did not work.
fn shown(server: &Server, crawled: &Crawled) -> String {
    let own = server.uri("");
    let mut lines: Vec<String> = crawled
        .articles
        .iter()
        .map(|a| format!("{} {} {} {}", a.url, a.routes.join("+"), a.found_on, a.pages.join("+")))
        .collect();
    lines.extend(
        crawled.problems.iter().map(|p| format!("! {} {} {}", p.url, p.reason, p.found_on)),
    );
    lines.join("\n").replace(&own, "")
}

#[test]
fn routes_of_every_kind_are_united() {
    let server = Server::start(|asked| answer(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let crawled = run(&server, folder.path(), PORTAL, terms());
    let expected = "\
/a1 day+map /2020/02/28 
/a2 column+day /world/1 
/a3 day /2020/02/29?page=1 
/w1 column /world/1 
/w2 column /world/2 
/j1 more /more?from=0 
/j2 more /more?from=1 
/long list /list /long/2+/long/3
/m1 map /map-1.xml 
! /bad page-status /2020/02/28
! /gone page-status /2020/02/29";
    let (mut shown, mut expected): (Vec<_>, Vec<_>) = (
        shown(&server, &crawled).lines().map(str::to_owned).collect(),
        expected.lines().map(str::to_owned).collect(),
    );
    shown.sort();
    expected.sort();
    assert_eq!(shown, expected);
    let asked = server.asked();
    let distinct: HashSet<_> = asked.iter().collect();
    assert_eq!(asked.len(), distinct.len(), "{asked:?}");
    assert!(!distinct.contains(&"/world/9".to_owned()), "pages that repeat end the route");

    let again = run(&server, folder.path(), PORTAL, terms());
    assert_eq!((again.asked, again.articles), (0, crawled.articles));
}

#[test]
fn addresses_that_are_known_to_be_bad_are_left_alone() {
    let server = Server::start(|asked| answer(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let known_bad = HashSet::from([server.uri("/bad"), server.uri("/list")]);
    let crawled = run(&server, folder.path(), PORTAL, Terms { known_bad, ..terms() });
    let asked = server.asked();
    assert!(!asked.contains(&"/bad".to_owned()) && !asked.contains(&"/list".to_owned()));
    let known: Vec<_> = crawled.problems.iter().filter(|p| p.reason == "page-known-bad").collect();
    assert_eq!(known.len(), 2);
}

#[test]
fn stops_are_kept_to() {
    let server = Server::start(|asked| answer(&asked.target));
    for (stop, last) in [
        ("pages = 1", "/world/1"),
        ("last = 'URL/world/2'", "/world/2"),
        ("stale = 1", "/world/3"),
        ("empty = true", "/world/4"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let stop = stop.replace("URL", &server.uri(""));
        let toml = format!(
            "links.link = 'li a'\ncolumns = ['world']\n[archive.c]\nurl = '/{{column}}/{{page}}'\nstop = {{ {stop} }}"
        );
        let before = server.asked().len();
        run(&server, folder.path(), &toml, terms());
        let asked = server.asked().split_off(before);
        let pages = asked.iter().filter(|target| target.starts_with("/world/"));
        assert_eq!(pages.max().map(String::as_str), Some(last), "{stop}");
    }
}

/// A copy on a server that gives the first page instead of saying that there is none, with a part
/// of its links still to the original.
fn copy(target: &str) -> Reply {
    match target {
        "/a/" => page(
            "<link rel=canonical href='https://old.example/a/'>\
             <body class='single single-post'><a href='../?p=2'>2</a>",
        ),
        "/b/" | "/?p=2" => page("<body class='single single-post'><p>The same."),
        _ => page(
            "<body class=home><a href='a/'>a</a> <a href='gone/away/'>x</a> <a href='https://old.example/b/'>b</a>",
        ),
    }
}

#[test]
fn a_copy_that_never_says_no_is_read_to_its_end() {
    let server = Server::start(|asked| copy(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let crawled = run(&server, folder.path(), "preset = 'wordpress'", terms());
    let own = |address: &str| address.replace(&server.uri(""), "");
    let articles: Vec<_> = crawled.articles.iter().map(|a| own(&a.url)).collect();
    assert_eq!(articles, ["/a/", "/b/"], "{:?}", crawled.articles);
    let aliases: Vec<_> = crawled.articles[1].aliases.iter().map(|alias| own(alias)).collect();
    assert_eq!(aliases, ["/?p=2"], "a number without a name is told by its text");
    let deep = server.asked().into_iter().filter(|asked| asked.matches("gone").count() > 1);
    assert_eq!(deep.collect::<Vec<_>>(), Vec::<String>::new());
}
