//! Portals by declaration: routes, stops and rules against a server on loopback.

#[path = "../../../fetch/tests/server/mod.rs"]
mod server;

mod bounds;
mod progress;
mod soft_404;
mod updates;

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use scutch_archive::{Item, Limits, Reader};
use scutch_crawl::portal::{CrawlOptions, CrawlResult, Date, Folder, crawl};
use scutch_fetch::{Client, Settings};
use scutch_memento::Guard;
use scutch_portal::{Portal, Verdict};
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

/// `<urlset><url><loc>/a1</loc></url><url><loc>/m1</loc></url></urlset>` as a gzip file.
const SITEMAP: &[u8] = b"\
    \x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xb3)-\xca)N-\xb1\xb3\x01\xd2v69\xf9\xc9v\xfa\
    \x89\x866\xfa \x86\x8d>X\x0c!\x91\x8b*\xa1\x0f\xd5\x0a\x00\xfeE\x06\x7fC\x00\x00\x00";

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
        "/map.xml" => {
            page("<sitemapindex><sitemap><loc>/map-1.xml.gz</loc></sitemap></sitemapindex>")
        }
        "/map-1.xml.gz" => Reply::Fine(
            200,
            vec![("Content-Type", "application/x-gzip".to_owned())],
            SITEMAP.to_vec(),
        ),
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

fn run(server: &Server, folder: &Path, toml: &str, options: CrawlOptions) -> CrawlResult {
    let portal = Portal::load(toml, Some(&server.uri("/"))).unwrap_or_else(|e| panic!("{e}"));
    let settings = Settings { delay: Duration::ZERO, attempts: 1, ..Settings::default() };
    let guard = Guard::allowing(["127.0.0.1".to_owned()]);
    let client = Client::new(settings, guard, || false);
    let folder = Folder::open(folder, false).expect("a folder");
    let store = folder.store("scutch/test", 0).expect("a store");
    crawl(&portal, Some(client), store, options, &mut |_| {}).expect("a crawl")
}

fn options() -> CrawlOptions {
    CrawlOptions { today: Date::constant(2020, 2, 29), ..CrawlOptions::default() }
}

/// Articles with their routes, one a line, then problems.
fn shown(server: &Server, crawled: &CrawlResult) -> String {
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
fn articles_of_all_routes_are_joined() {
    let server = Server::start(|asked| answer(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let crawled = run(&server, folder.path(), PORTAL, options());
    let expected = "\
/a1 day+map /2020/02/28 
/a2 column+day /world/1 
/a3 day /2020/02/29?page=1 
/w1 column /world/1 
/w2 column /world/2 
/j1 more /more?from=0 
/j2 more /more?from=1 
/long list /list /long/2+/long/3
/m1 map /map-1.xml.gz 
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

    let again = run(&server, folder.path(), PORTAL, options());
    assert_eq!((again.asked, again.articles), (0, crawled.articles));
}

#[test]
fn known_bad_addresses_are_not_asked_for() {
    let server = Server::start(|asked| answer(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let known_bad = HashSet::from([server.uri("/bad"), server.uri("/list")]);
    let crawled = run(&server, folder.path(), PORTAL, CrawlOptions { known_bad, ..options() });
    let asked = server.asked();
    assert!(!asked.contains(&"/bad".to_owned()) && !asked.contains(&"/list".to_owned()));
    let known: Vec<_> = crawled.problems.iter().filter(|p| p.reason == "page-known-bad").collect();
    assert_eq!(known.len(), 2);
}

#[test]
fn redirects_and_canonical_addresses_join_the_pages_of_one_article() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/list" => page(&links(&["/old", "/story", "/story?print=1", "/away", "/twin"])),
        "/old" => Reply::Fine(301, vec![("Location", "/story".to_owned())], Vec::new()),
        "/away" => {
            let location = ("Location", "http://localhost:1/x".to_owned());
            Reply::Fine(301, vec![location], Vec::new())
        }
        "/story" | "/story?print=1" => page("<link rel=canonical href=/story><p>One"),
        "/twin" => page("<p>Two"),
        _ => missing(),
    });
    let toml = "links.link = 'li a'\n[archive.list]\nurl = '/list'\n\
                [article.alias]\nlink = 'link[rel=canonical]'";
    let folder = tempfile::tempdir().expect("a folder");
    let crawled = run(&server, folder.path(), toml, options());
    let own = |address: &str| address.replace(&server.uri(""), "");
    let articles: Vec<_> = crawled
        .articles
        .iter()
        .map(|a| (own(&a.url), a.aliases.iter().map(|alias| own(alias)).collect::<Vec<_>>()))
        .collect();
    let expected = [
        ("/old".to_owned(), vec!["/story".to_owned(), "/story?print=1".to_owned()]),
        ("/twin".to_owned(), Vec::new()),
    ];
    assert_eq!(articles, expected);
    assert_eq!(crawled.problems.len(), 1, "{:?}", crawled.problems);
    assert!(crawled.problems[0].url.ends_with("/away"));
    let asked = server.asked();
    assert_eq!(asked.iter().filter(|target| *target == "/story").count(), 1, "{asked:?}");
}

/// The first column that lists an article counts, whatever other routes have it too.
#[test]
fn verdicts_name_the_column_of_an_article() {
    let server = Server::start(|asked| answer(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    run(&server, folder.path(), PORTAL, options());
    let file = folder.path().join("pages.warc.gz");
    let mut reader = Reader::open(&file, &Limits::default()).expect("opens");
    let mut found = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage") };
        if let Some(column) = Verdict::parse(record.block()).ok().and_then(|found| found.column) {
            let url = record.target_uri().unwrap_or_default().to_owned();
            found.push((url, column));
        }
    }
    found.sort();
    let expected = ["/a2", "/w1", "/w2"].map(|path| (server.uri(path), "world".to_owned()));
    assert_eq!(found, expected);
}
