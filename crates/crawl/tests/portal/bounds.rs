//! What ends a route: stops, bounds, and archives without an end.

use super::server::{Reply, Server};
use super::{answer, links, options, page, run};

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
