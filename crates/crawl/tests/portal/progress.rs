//! What is told while a crawl runs, and how the user stops it.

use std::time::Duration;

use scutch_crawl::portal::{Folder, crawl};
use scutch_fetch::{Client, Settings};
use scutch_memento::Guard;
use scutch_portal::Portal;

use super::server::Server;
use super::{PORTAL, answer, options, run};

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
