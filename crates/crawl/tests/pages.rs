//! Live pages from a list of addresses and along their links.

#[path = "../../fetch/tests/server/mod.rs"]
mod server;

use std::path::Path;
use std::time::Duration;

use scutch_crawl::{Bounds, Pages, PagesProgress, Store};
use scutch_fetch::{Client, Settings};
use scutch_memento::{Guard, Period};
use serde_json::Value;
use server::{Reply, Server};

fn client() -> Client {
    let settings = Settings { delay: Duration::ZERO, attempts: 1, ..Settings::default() };
    Client::new(settings, Guard::allowing(["127.0.0.1".to_owned()]), || false)
}

fn bounds(depth: u8) -> Bounds {
    Bounds { depth, breadth: 100, pages: 1000, domains: Vec::new(), repeat: None, shard: None }
}

fn html(links: &[&str]) -> Reply {
    let links: String = links.iter().map(|link| format!("<a href='{link}'>x</a>")).collect();
    Reply::Fine(200, vec![("Content-Type", "text/html".to_owned())], links.into_bytes())
}

/// A site of three levels, with links out of it.
fn site(target: &str) -> Reply {
    match target {
        "/" => html(&["/a", "/b", "http://other.example/x", "mailto:a@b.example", "/a#part"]),
        "/a" => html(&["/", "/a/1", "/a/2"]),
        "/b" => Reply::Fine(302, vec![("Location", "/b/".to_owned())], Vec::new()),
        "/b/" => html(&["/b/1"]),
        "/gone" => Reply::Fine(404, Vec::new(), Vec::new()),
        "/image" => {
            let kind = vec![("Content-Type", "image/png".to_owned())];
            Reply::Fine(200, kind, b"<a href='/from-image'>x</a>".to_vec())
        }
        _ => html(&["/too-deep"]),
    }
}

/// Paths of the rows in order with their depths, and how many pages were asked for.
fn run(
    folder: &Path,
    server: &Server,
    list: &[&str],
    bounds: Bounds,
    is_online: bool,
) -> (Vec<String>, usize) {
    let file = folder.join("pages.warc.gz");
    let log = tempfile::tempdir().expect("a folder");
    let (client_of_run, store) = match is_online {
        true => (Some(client()), Store::open(&file, "scutch/test", 0)),
        false => (None, Store::read_only(&file)),
    };
    let store = store.expect("a store");
    let mut pages =
        Pages::new(client_of_run, store, &log.path().join("log"), bounds).expect("a log");
    for path in list {
        assert!(pages.add(&server.uri(path)).expect("a log"), "{path}");
        assert!(!pages.add(&server.uri(path)).expect("a log"), "{path} is known");
    }
    let (mut rows, mut asked) = (Vec::new(), 0);
    let result = pages.each(&client, |row, was_asked, progress| -> Result<bool, ()> {
        let PagesProgress { known, waiting } = progress;
        assert!(known > waiting, "{progress:?}");
        asked += usize::from(was_asked);
        let json = row.json();
        let path = json["url"].as_str().unwrap_or_default().replace(&server.uri(""), "");
        let reason = json["reason"].as_str().map(|r| format!(" {r}")).unwrap_or_default();
        rows.push(format!("{path} {}{reason}", json["depth"]));
        Ok(true)
    });
    assert!(matches!(result, Ok(Ok(()))));
    (rows, asked)
}

#[test]
fn links_are_followed_up_to_the_depth_and_within_the_domains() {
    let server = Server::start(|asked| site(&asked.target));
    for (depth, expected) in [
        (0, vec!["/ 0"]),
        (1, vec!["/ 0", "/a 1", "/b 1"]),
        (2, vec!["/ 0", "/a 1", "/b 1", "/a/1 2", "/a/2 2", "/b/1 2"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut rows, asked) = run(folder.path(), &server, &["/"], bounds(depth), true);
        assert_eq!(asked, rows.len());
        rows.sort();
        let mut expected = expected;
        expected.sort_unstable();
        assert_eq!(rows, expected, "depth {depth}");
        // The same rows from the file, without the network.
        let (mut again, asked) = run(folder.path(), &server, &["/"], bounds(depth), false);
        again.sort();
        assert_eq!((again, asked), (rows, 0), "depth {depth}");
    }
}

#[test]
fn breadth_and_pages_limit_a_run() {
    let server = Server::start(|asked| site(&asked.target));
    for (limits, expected) in [
        (Bounds { breadth: 1, ..bounds(1) }, 2),
        (Bounds { pages: 2, ..bounds(2) }, 2),
        (Bounds { pages: 0, ..bounds(2) }, 0),
        (Bounds { breadth: 0, ..bounds(2) }, 1),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let (rows, _) = run(folder.path(), &server, &["/"], limits.clone(), true);
        assert_eq!(rows.len(), expected, "{limits:?}: {rows:?}");
    }
}

#[test]
fn errors_are_rows_and_only_html_is_searched_for_links() {
    let server = Server::start(|asked| site(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let (mut rows, _) = run(folder.path(), &server, &["/gone", "/image"], bounds(2), true);
    rows.sort();
    assert_eq!(rows, ["/gone 0", "/image 0"]);
    let (rows, asked) = run(folder.path(), &server, &["/never"], bounds(2), false);
    assert_eq!((rows, asked), (vec!["/never 0 not-stored".to_owned()], 0));
}

#[test]
fn stored_pages_are_asked_for_again_when_they_are_due() {
    let server = Server::start(|asked| site(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let asked = |repeat: Option<Period>| {
        run(folder.path(), &server, &["/"], Bounds { repeat, ..bounds(0) }, true).1
    };
    assert_eq!((asked(None), asked(None)), (1, 0));
    assert_eq!(asked(Period::parse("1d")), 0);
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(asked(Period::parse("1s")), 1);
}

#[test]
fn shards_divide_domains_and_never_split_one() {
    let uris: Vec<String> = (0..60).map(|n| format!("http://{n}.example/")).collect();
    let shards = ["1/2", "2/2"].map(|text| Bounds { shard: text.parse().ok(), ..bounds(0) });
    for uri in &uris {
        assert_eq!(shards.iter().filter(|bounds| bounds.accepts(uri)).count(), 1, "{uri}");
        let page = format!("{uri}page?x=1");
        let below = page.replacen("http://", "http://www.", 1);
        for shard in &shards {
            assert_eq!(shard.accepts(uri), shard.accepts(&page));
            assert_eq!(shard.accepts(uri), shard.accepts(&below));
        }
    }
    assert!(uris.iter().any(|uri| shards[0].accepts(uri)));
    assert!(uris.iter().any(|uri| shards[1].accepts(uri)));
}

/// The order of rows depends on the links alone: not on which pages are slow.
#[test]
fn the_order_of_rows_does_not_depend_on_the_speed_of_pages() {
    let orders: Vec<Vec<String>> = [0, 20]
        .into_iter()
        .map(|pause| {
            let server = Server::start(move |asked| {
                if asked.target.len().is_multiple_of(2) {
                    std::thread::sleep(Duration::from_millis(pause));
                }
                site(&asked.target)
            });
            let folder = tempfile::tempdir().expect("a folder");
            run(folder.path(), &server, &["/", "/a"], bounds(2), true).0
        })
        .collect();
    assert_eq!(orders[0], orders[1]);
    assert!(!orders[0].is_empty());
}

#[test]
fn rows_have_every_column_with_its_type() {
    let server = Server::start(|asked| site(&asked.target));
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("p.warc"), "scutch/test", 0).expect("a store");
    let log = folder.path().join("log");
    let mut pages = Pages::new(Some(client()), store, &log, bounds(0)).expect("a log");
    pages.add(&server.uri("/b")).expect("a log");
    let mut row = Value::Null;
    let result = pages.each(&client, |found, _, _| -> Result<bool, ()> {
        row = Value::Object(found.json());
        assert_eq!(found.reason(), None);
        Ok(false)
    });
    assert!(matches!(result, Ok(Ok(()))));
    assert_eq!((&row["http_status"], &row["hops"]), (&Value::from(200), &Value::from(2)));
    assert_eq!((&row["depth"], &row["reason"]), (&Value::from(0), &Value::Null));
    assert_eq!(row["warc_file"], Value::from("p.warc"));
    assert!(row["warc_offset"].as_u64().is_some_and(|offset| offset > 0), "{row}");
    assert!(row["timestamp"].as_str().is_some_and(|time| time.len() == 14), "{row}");
}
