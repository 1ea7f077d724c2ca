//! Portals by declaration: routes, stops and rules against a server on loopback.

#[path = "../../fetch/tests/server/mod.rs"]
mod server;

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
fn each_stop_ends_its_route() {
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
        run(&server, folder.path(), &toml, options());
        let asked = server.asked().split_off(before);
        let pages = asked.iter().filter(|target| target.starts_with("/world/"));
        assert_eq!(pages.max().map(String::as_str), Some(last), "{stop}");
    }
}

/// A site without end: every page names ten new ones of its kind.
fn endless(target: &str) -> Reply {
    let (kind, number) = target.split_once('?').unwrap_or((target, "0"));
    let number: u64 = number.parse().unwrap_or_default();
    let more: Vec<_> =
        (1..=10).map(|n| format!("{kind}?{}", number.wrapping_mul(10).wrapping_add(n))).collect();
    let more: Vec<_> = more.iter().map(String::as_str).collect();
    let wrapped = |tag: &str| -> String {
        more.iter().map(|loc| format!("<{tag}><loc>{loc}</loc></{tag}>")).collect()
    };
    match kind {
        "/map" => page(&wrapped("sitemap")),
        "/urls" => page(&wrapped("url")),
        "/pages" | "/story" => page(&links(&more)),
        _ => page("<p>An article."),
    }
}

/// Requests of a crawl of the endless site, and the bounds that ended its routes.
fn ends(toml: &str) -> (usize, Vec<(String, u32, usize)>) {
    let server = Server::start(|asked| endless(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let crawled = run(&server, folder.path(), toml, options());
    let again = run(&server, folder.path(), toml, options());
    assert_eq!((again.asked, &again.routes), (0, &crawled.routes), "the same ends from the store");
    let ends = crawled.routes.iter().flat_map(|route| &route.ends);
    let ends = ends.map(|end| (end.reason.clone(), end.limit, end.left)).collect();
    (crawled.asked, ends)
}

#[test]
fn an_index_of_sitemaps_that_never_ends_is_left_at_its_depth() {
    let (asked, ends) = ends("[archive.map]\nkind = 'sitemap'\nurl = '/map?0'");
    assert_eq!(asked, 1 + 10 + 100 + 1000);
    assert_eq!(ends, [("route-depth".to_owned(), 3, 10_000)]);
}

#[test]
fn each_bound_ends_its_route_with_a_reason() {
    let map = "[archive.map]\nkind = 'sitemap'\nurl = '/map?0'\n";
    let urls = "[archive.map]\nkind = 'sitemap'\nurl = '/urls?0'\n";
    let pages = "links.link = 'a'\n[archive.a]\nurl = '/pages?0'\npages = ['^/pages']\n";
    let range = "links.link = 'a'\n[archive.a]\nurl = '/pages?{page}'\n";
    let neighbours = "[archive.map]\nkind = 'sitemap'\nurl = '/urls?0'\n[article]\nis = ['p']\n\
                      max_neighbours = 4\nneighbours = { link = 'a' }";
    for (toml, stop, asked, reason, limit, left) in [
        (map, "pages = 20", 21, "route-pages", 20, 190),
        (map, "depth = 1", 11, "route-depth", 1, 100),
        (map, "total = 5", 5, "route-total", 5, 46),
        (map, "list = 2", 15, "route-list", 2, 15 * 8),
        (urls, "articles = 7", 8, "route-articles", 7, 3),
        (urls, "list = 6", 7, "route-list", 6, 4),
        (pages, "depth = 1", 11, "route-depth", 1, 100),
        (pages, "pages = 3", 4, "route-pages", 3, 37),
        (range, "pages = 2", 22, "route-pages", 2, 1),
        (range, "total = 2", 22, "route-total", 2, 1),
    ] {
        let (requests, ends) = ends(&format!("{toml}stop = {{ {stop} }}"));
        let found = ends.iter().find(|(id, _, _)| id == reason);
        assert_eq!(found, Some(&(reason.to_owned(), limit, left)), "{toml}{stop}: {ends:?}");
        assert!(requests <= asked, "{toml}{stop}: {requests} requests");
    }
    let server = Server::start(|asked| match asked.target.as_str() {
        "/urls?0" => page("<url><loc>/story?1</loc></url>"),
        other => endless(other),
    });
    let folder = tempfile::tempdir().expect("a folder");
    let toml = neighbours.replace("is = ['p']", "is = ['li']");
    let crawled = run(&server, folder.path(), &toml, options());
    assert_eq!(crawled.articles.len(), 5);
    let ends: Vec<_> = crawled.routes.iter().flat_map(|route| &route.ends).collect();
    assert_eq!((ends.len(), ends[0].reason.as_str()), (1, "route-neighbours"), "{ends:?}");
}

#[test]
fn an_article_with_too_many_pages_says_so() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/list" => page(&links(&["/a?1"])),
        other => {
            let number: u32 = other.trim_start_matches("/a?").parse().unwrap_or_default();
            page(&format!("<p>{number}<a rel=next href='/a?{}'>next</a>", number + 1))
        }
    });
    let folder = tempfile::tempdir().expect("a folder");
    let toml = "links.link = 'li a'\n[archive.list]\nurl = '/list'\n\
                [article]\nnext = { link = 'a[rel=next]' }\nmax_pages = 3";
    let crawled = run(&server, folder.path(), toml, options());
    assert_eq!(crawled.articles[0].pages.len(), 3);
    let problem = &crawled.problems[0];
    assert_eq!(problem.reason, "page-too-many");
    assert!(problem.url.ends_with("/a?5"), "{problem:?}");
}

/// A copy on a server that gives its first page instead of an error. A part of its links still
/// leads to the original.
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
    let crawled = run(&server, folder.path(), "preset = 'wordpress'", options());
    let own = |address: &str| address.replace(&server.uri(""), "");
    let articles: Vec<_> = crawled.articles.iter().map(|a| own(&a.url)).collect();
    assert_eq!(articles, ["/a/", "/b/"], "{:?}", crawled.articles);
    let aliases: Vec<_> = crawled.articles[1].aliases.iter().map(|alias| own(alias)).collect();
    assert_eq!(aliases, ["/?p=2"], "a number without a name is told by its text");
    let deep = server.asked().into_iter().filter(|asked| asked.matches("gone").count() > 1);
    assert_eq!(deep.collect::<Vec<_>>(), Vec::<String>::new());
}

/// A blog with numbered pages, newest articles first; after `updated`, one more article.
fn blog(target: &str, updated: bool) -> Reply {
    match target {
        "/p/1" if updated => page(&links(&["/n4", "/n3"])),
        "/p/2" if updated => page(&links(&["/n2", "/n1"])),
        "/p/1" => page(&links(&["/n3", "/n2"])),
        "/p/2" => page(&links(&["/n1"])),
        "/n1" | "/n2" | "/n3" | "/n4" => page(&format!("<p>{target}")),
        _ => missing(),
    }
}

const BLOG: &str = "links.link = 'li a'\n[archive.pages]\nurl = '/p/{page}'";

#[test]
fn an_update_asks_for_archive_pages_until_one_has_nothing_new() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    let updated = Arc::new(AtomicBool::new(false));
    let flag = updated.clone();
    let server = Server::start(move |asked| blog(&asked.target, flag.load(Ordering::SeqCst)));
    let folder = tempfile::tempdir().expect("a folder");
    let first = run(&server, folder.path(), BLOG, options());
    assert_eq!((first.articles.len(), first.problems.len()), (3, 0));
    updated.store(true, Ordering::SeqCst);
    let before = server.asked().len();
    let second = run(&server, folder.path(), BLOG, CrawlOptions { run: 1, ..options() });
    let asked = server.asked().split_off(before);
    assert_eq!(asked, ["/p/1", "/p/2", "/n4"], "page 2 has nothing new and ends the update");
    let runs: Vec<_> =
        second.articles.iter().map(|a| (a.url.replace(&server.uri(""), ""), a.run)).collect();
    assert_eq!(runs.len(), 4);
    assert!(runs.contains(&("/n4".to_owned(), 1)) && runs.contains(&("/n1".to_owned(), 0)));
    // Repeated from the store, the update gives the same result.
    let again = run(&server, folder.path(), BLOG, CrawlOptions { run: 1, ..options() });
    assert_eq!((again.asked, again.articles), (0, second.articles));
}

#[test]
fn a_crawl_that_is_cut_off_anywhere_continues_to_the_same_result() {
    let server = Server::start(|asked| answer(&asked.target));
    let whole = tempfile::tempdir().expect("a folder");
    let expected = run(&server, whole.path(), PORTAL, options());
    let bytes = std::fs::read(whole.path().join("pages.warc.gz")).expect("the file");
    for part in 0..12 {
        let folder = tempfile::tempdir().expect("a folder");
        let cut = &bytes[..bytes.len() * part / 12];
        std::fs::write(folder.path().join("pages.warc.gz"), cut).expect("written");
        let result = run(&server, folder.path(), PORTAL, options());
        assert_eq!(result.articles, expected.articles, "part {part}");
        assert_eq!(result.problems, expected.problems, "part {part}");
        assert!(result.asked <= expected.asked, "part {part}");
    }
}

#[test]
fn without_the_network_problems_of_the_earlier_run_are_repeated() {
    let server = Server::start(|asked| answer(&asked.target));
    let path = tempfile::tempdir().expect("a folder");
    let toml = "links.link = 'li a'\n[archive.list]\nurl = ['/list', 'http://10.0.0.1/x']";
    let first = run(&server, path.path(), toml, options());
    let refused = |result: &CrawlResult| {
        let reasons = result.problems.iter().map(|p| p.reason.as_str());
        reasons.filter(|reason| *reason == "uri-private-host").count()
    };
    assert_eq!(refused(&first), 1, "{:?}", first.problems);
    let mut folder = Folder::open(path.path(), false).expect("a folder");
    folder.write(&first).expect("written");
    let portal = Portal::load(toml, Some(&server.uri("/"))).expect("a portal");
    let offline = |earlier_problems| {
        let options = CrawlOptions { earlier_problems, ..options() };
        let store = folder.stored().expect("a store");
        crawl(&portal, None, store, options, &mut |_| {}).expect("a crawl")
    };
    let second = offline(folder.problems());
    assert_eq!((second.asked, refused(&second)), (0, 1));
    assert_eq!((second.articles, second.problems), (first.articles, first.problems));
    let third = offline(Vec::new());
    assert_eq!(refused(&third), 0, "without them, the address is merely not stored");
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

#[test]
fn progress_counts_up_and_ends_with_nothing_waiting() {
    let server = Server::start(|asked| answer(&asked.target));
    let path = tempfile::tempdir().expect("a folder");
    let portal = Portal::load(PORTAL, Some(&server.uri("/"))).expect("a portal");
    let settings = Settings { delay: Duration::ZERO, attempts: 1, ..Settings::default() };
    let client = Client::new(settings, Guard::allowing(["127.0.0.1".to_owned()]), || false);
    let folder = Folder::open(path.path(), false).expect("a folder");
    let store = folder.store("scutch/test", 0).expect("a store");
    let mut seen = Vec::new();
    let result = crawl(&portal, Some(client), store, options(), &mut |p| seen.push(p));
    let crawled = result.expect("a crawl");
    assert!(seen.windows(2).all(|p| p[0].pages <= p[1].pages && p[0].articles <= p[1].articles));
    let last = seen.last().expect("progress");
    assert_eq!((last.waiting, last.articles), (0, crawled.articles.len()));
    let found: usize = crawled.routes.iter().map(|route| route.alone).sum();
    let shared = crawled.articles.iter().filter(|article| article.routes.len() > 1).count();
    assert_eq!(found + shared, crawled.articles.len());
    for route in &crawled.routes {
        assert_eq!(route.articles + route.missed, crawled.articles.len(), "{}", route.name);
    }
}

#[test]
fn a_user_who_stops_gets_an_interrupted_result() {
    use std::sync::atomic::{AtomicUsize, Ordering};

    static LOOKS: AtomicUsize = AtomicUsize::new(0);
    let server = Server::start(|asked| answer(&asked.target));
    let path = tempfile::tempdir().expect("a folder");
    let portal = Portal::load(PORTAL, Some(&server.uri("/"))).expect("a portal");
    let settings = Settings { delay: Duration::ZERO, attempts: 1, ..Settings::default() };
    let stop = || LOOKS.fetch_add(1, Ordering::SeqCst) >= 5;
    let client = Client::new(settings, Guard::allowing(["127.0.0.1".to_owned()]), stop);
    let folder = Folder::open(path.path(), false).expect("a folder");
    let store = folder.store("scutch/test", 0).expect("a store");
    let stopped = crawl(&portal, Some(client), store, options(), &mut |_| {}).expect("a crawl");
    assert!(stopped.interrupted && stopped.asked <= 7, "{stopped:?}");
    let whole = run(&server, path.path(), PORTAL, options());
    assert!(!whole.interrupted);
    assert_eq!(whole.articles.len(), 9);
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

/// A site that gives its search page for every address it does not know, and never says so.
fn evasive(target: &str) -> Reply {
    match target {
        "/list" => page(&links(&["/real", "/lost", "/gone", "/void"])),
        "/real" => page("<title>Fog</title><p>The fog lifted."),
        other => page(&format!("<title>Search</title><form action='{other}'><input></form>")),
    }
}

const LIST: &str = "links.link = 'li a'\n[archive.list]\nurl = '/list'\n";

#[test]
fn pages_that_stand_at_any_address_are_soft_404s() {
    let server = Server::start(|asked| evasive(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    // Again, from the store alone: the same is found.
    for _ in 0..2 {
        let crawled = run(&server, folder.path(), LIST, options());
        let own = |address: &str| address.replace(&server.uri(""), "");
        let articles: Vec<_> = crawled.articles.iter().map(|a| own(&a.url)).collect();
        assert_eq!(articles, ["/real"]);
        let problems: Vec<_> =
            crawled.problems.iter().map(|p| (own(&p.url), p.reason.as_str())).collect();
        let expected = ["/lost", "/gone", "/void"].map(|url| (url.to_owned(), "page-soft-404"));
        assert_eq!(problems, expected, "the first one is taken back when the second is met");
    }
    let asked = server.asked();
    assert_eq!(asked.iter().filter(|asked| asked.contains("nowhere")).count(), 1);
}

/// Crawls `/list`; articles and problems, the latter with their reasons.
fn found(
    reply: impl Fn(&str) -> Reply + Send + Sync + 'static,
    more: &str,
) -> (Vec<String>, Vec<(String, String)>) {
    let server = Server::start(move |asked| reply(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let crawled = run(&server, folder.path(), &format!("{LIST}{more}"), options());
    let own = |address: &str| address.replace(&server.uri(""), "");
    let problems = crawled.problems.iter().map(|p| (own(&p.url), p.reason.clone())).collect();
    (crawled.articles.iter().map(|article| own(&article.url)).collect(), problems)
}

/// The problems of pages that are soft 404s.
fn soft(paths: &[&str]) -> Vec<(String, String)> {
    paths.iter().map(|path| ((*path).to_owned(), "page-soft-404".to_owned())).collect()
}

#[test]
fn a_soft_404_is_taken_back_whichever_text_gave_the_doubt() {
    let reply = |target: &str| match target {
        // The text of two removed articles gives the doubt, before a second address is lost.
        "/list" => page(&links(&["/lost", "/1", "/2", "/void"])),
        "/1" | "/2" => page("<p>Removed at the request of the author."),
        _ => page("<title>Search</title><form><input></form>"),
    };
    let (articles, problems) = found(reply, "");
    assert_eq!(articles, ["/1", "/2"]);
    assert_eq!(problems, soft(&["/lost", "/void"]));
}

#[test]
fn pages_like_one_that_was_taken_back_are_no_articles_even_by_number() {
    let reply = |target: &str| match target {
        "/list" => page(&links(&["/lost", "/gone", "/?p=7"])),
        _ => page("<title>Search</title><form><input></form>"),
    };
    let (articles, problems) = found(reply, "[article]\nlate = ['p=(\\d+)']\n");
    assert_eq!(articles, [""; 0]);
    assert_eq!(problems, soft(&["/lost", "/gone", "/?p=7"]));
}

#[test]
fn dead_addresses_that_redirect_to_one_page_are_soft_404s() {
    let redirect = |to: &str| Reply::Fine(302, vec![("Location", to.to_owned())], Vec::new());
    let reply = move |target: &str| match target {
        "/list" => page(&links(&["/old", "/older", "/lost", "/gone", "/void"])),
        "/story" => page("<title>Fog</title><p>The fog lifted."),
        "/old" | "/older" => redirect("/story"),
        "/search" => page("<title>Search</title><form action='/search'><input></form>"),
        _ => redirect("/search"),
    };
    let (articles, problems) = found(reply, "");
    assert_eq!(articles, ["/old"], "two addresses of one article stay one");
    assert_eq!(problems, soft(&["/lost", "/gone", "/void"]));
}

#[test]
fn articles_of_one_text_stay_where_the_site_knows_what_it_has_not() {
    let server = Server::start(|asked| match asked.target.as_str() {
        "/list" => page(&links(&["/1", "/2"])),
        "/1" | "/2" => page("<p>Removed at the request of the author."),
        _ => missing(),
    });
    let folder = tempfile::tempdir().expect("a folder");
    let crawled = run(&server, folder.path(), LIST, options());
    assert_eq!((crawled.articles.len(), crawled.problems.len()), (2, 0));
}
