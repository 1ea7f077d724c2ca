//! Error pages with status 200, told by pages that are alike.

use super::server::{Reply, Server};
use super::{links, missing, options, page, run};

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
