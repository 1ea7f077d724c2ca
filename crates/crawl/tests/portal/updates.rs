//! Runs that go on from an earlier one.

use scutch_crawl::portal::{CrawlOptions, CrawlResult, Folder, crawl};
use scutch_portal::Portal;

use super::server::{Reply, Server};
use super::{PORTAL, answer, links, missing, options, page, run};

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
