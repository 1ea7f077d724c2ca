//! Portals: articles of several pages are one row, and tags are counted.

use scutch_corpus::verify::{VerifyRequest, verify};
use scutch_corpus::{Config, Format, Manifest, PortalRules, Unwatched, inventory};
use serde_json::Value;

use crate::archive::{Press, html, page, response};

/// A page of an article with a link to the next part, captured on this day.
pub(crate) fn part(host: &str, number: u32, day: u32, next: Option<u32>) -> Vec<u8> {
    let link = next.map_or(String::new(), |next| format!("<a class=next href=/tale/{next}>on</a>"));
    let html = html(host, number).replace("</article>", &format!("{link}</article>"));
    response(&format!("http://{host}/tale/{number}"), day, "200 OK", "text/html", &html)
}

fn rules(hosts: &str) -> PortalRules {
    toml::from_str(&format!("hosts = [{hosts}]\nnext = [{{ link = \"a.next\" }}]")).expect("rules")
}

pub(crate) fn config(press: &Press, inputs: &[&str]) -> Config {
    let portals = vec![rules("\"a.example\"")];
    Config { portals, ..press.config(inputs, &[Format::Jsonl]) }
}

fn row<'a>(rows: &'a [Value], url: &str) -> &'a Value {
    rows.iter().find(|row| row["url"] == url).unwrap_or_else(|| panic!("no row of {url}"))
}

fn continuations(manifest: &Manifest) -> u64 {
    manifest.counts.out_of_scope.0.get("continuation").copied().unwrap_or(0)
}

#[test]
fn an_article_of_three_pages_is_one_row_that_names_the_others() {
    let press = Press::new();
    let (one, two, three) = (
        part("a.example", 1, 1, Some(2)),
        part("a.example", 2, 1, Some(3)),
        part("a.example", 3, 2, None),
    );
    press.write("in/a.warc", &[three, one].concat()).write("in/b.warc", &two);
    let manifest = press.run(&config(&press, &["in"]), "c");
    let rows = press.rows("c");
    assert_eq!((rows.len(), continuations(&manifest)), (1, 2));
    let text = rows[0]["text"].as_str().expect("text");
    let places = [1, 2, 3].map(|number| text.find(&format!("ferry number {number}")));
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{places:?}");
    let pages: Value =
        serde_json::from_str(rows[0]["pages_json"].as_str().expect("JSON")).expect("JSON");
    let pages: Vec<(&str, &str)> = pages
        .as_array()
        .expect("pages")
        .iter()
        .map(|page| (page["url"].as_str().expect("url"), page["warc_file"].as_str().expect("file")))
        .collect();
    let expected = [("http://a.example/tale/2", "b.warc"), ("http://a.example/tale/3", "a.warc")];
    assert_eq!(pages, expected);
}

#[test]
fn the_capture_that_is_nearest_in_time_continues_an_article() {
    let press = Press::new();
    let later = |day, words: &str| {
        let html = html("a.example", 2).replace("The ferry", words);
        response("http://a.example/tale/2", day, "200 OK", "text/html", &html)
    };
    let records = [
        later(1, "Long ago the ferry"),
        part("a.example", 1, 9, Some(2)),
        later(10, "Lately the ferry"),
    ];
    press.write("a.warc", &records.concat());
    press.run(&config(&press, &["a.warc"]), "c");
    let rows = press.rows("c");
    let first = row(&rows, "http://a.example/tale/1")["text"].as_str().expect("text");
    assert!(first.contains("Lately the ferry") && !first.contains("Long ago"), "{first}");
    // The capture that continues nothing is a row of its own.
    assert_eq!(rows.len(), 2);
    assert!(
        row(&rows, "http://a.example/tale/2")["text"].as_str().expect("t").contains("Long ago")
    );
}

#[test]
fn pages_of_other_hosts_and_pages_out_of_scope_continue_nothing() {
    let press = Press::new();
    let gone = response("http://a.example/tale/2", 1, "404 Not Found", "text/html", "<p>Gone.");
    let records = [
        part("a.example", 1, 1, Some(2)),
        gone,
        part("b.example", 1, 1, Some(2)),
        part("b.example", 2, 1, None),
    ];
    press.write("a.warc", &records.concat());
    let manifest = press.run(&config(&press, &["a.warc"]), "c");
    let rows = press.rows("c");
    assert_eq!((rows.len(), continuations(&manifest)), (3, 0));
    assert!(rows.iter().all(|row| row["pages_json"].is_null()), "{rows:?}");
}

#[test]
fn pages_that_lead_in_a_circle_are_one_article() {
    let press = Press::new();
    // Of addresses that are equally long, the earliest capture begins.
    let records = [part("a.example", 2, 2, Some(1)), part("a.example", 1, 1, Some(2))];
    press.write("a.warc", &records.concat());
    let manifest = press.run(&config(&press, &["a.warc"]), "c");
    let rows = press.rows("c");
    assert_eq!((rows.len(), continuations(&manifest)), (1, 1));
    assert_eq!(rows[0]["url"], "http://a.example/tale/1");
}

#[test]
fn articles_are_verified_with_all_their_pages() {
    let press = Press::new();
    let (one, two) = (part("a.example", 1, 1, Some(2)), part("a.example", 2, 1, None));
    press.write("in/a.warc", &one).write("in/b.warc", &two);
    press.run(&config(&press, &["in"]), "c");
    let request = VerifyRequest { folder: press.path("c"), jobs: 2, ..VerifyRequest::default() };
    let sound = verify(&request).expect("verifies");
    assert!(sound.sound() && sound.derived == 1, "{sound:?}");
    let changed = String::from_utf8(two).expect("UTF-8").replace("number 2 left", "number 7 left");
    press.write("in/b.warc", changed.as_bytes());
    let verified = verify(&request).expect("verifies");
    let what: Vec<&str> = verified.differences.iter().map(|found| found.what.as_str()).collect();
    assert!(what.contains(&"text") && what.contains(&"pages_json"), "{verified:?}");
    // The row lies in the other archive, but a part of its text does not.
    std::fs::remove_file(press.path("in/b.warc")).expect("removes");
    let verified = verify(&request).expect("verifies");
    assert_eq!((verified.missing, verified.depends), (1, true));
}

#[test]
fn tags_are_counted_by_page_and_element() {
    let press = Press::new();
    let list = "<ul class=menu><li>Home page<li>All stories</ul>";
    let with_list = |number: u32| {
        let html = html("a.example", number).replace("<nav>", &format!("{list}<nav>"));
        response(&format!("http://a.example/{number}"), 1, "200 OK", "text/html", &html)
    };
    let records = [
        with_list(1),
        page("a.example", 2, 1),
        response("http://a.example/x", 1, "404 Not Found", "text/html", list),
        response("http://a.example/y.png", 1, "200 OK", "image/png", list),
    ];
    press.write("in/a.warc", &records.concat());
    let config = press.config(&["in"], &[Format::Jsonl]);
    let found = inventory(&config, false, 2, &Unwatched).expect("reads").expect("to its end");
    assert_eq!(found.pages, 2, "pages out of scope are not looked at");
    let (paragraph, item) = (&found.rows["p"], &found.rows["li"]);
    assert_eq!((paragraph.count, paragraph.pages), (4, 2));
    assert_eq!((item.count, item.pages, item.in_root), (2, 1, 0));
    assert_eq!(item.text, "HomepageAllstories".len() as u64, "white space does not count");
    assert_eq!(paragraph.in_root, 4, "the story is the content of both pages");
    assert_eq!(found.roots.values().sum::<u64>(), 2);
    let pairs = inventory(&config, true, 1, &Unwatched).expect("reads").expect("to its end");
    assert!(!pairs.rows.contains_key("li"), "{:?}", pairs.rows.keys());
    assert_eq!(
        pairs.rows.values().map(|row| row.count).sum::<u64>(),
        found.rows.values().map(|row| row.count).sum::<u64>()
    );
}

#[test]
fn the_inventory_does_not_depend_on_jobs_and_files() {
    let press = Press::new();
    let pages: Vec<Vec<u8>> = (0..20).map(|number| page("a.example", number, 1)).collect();
    press.write("one/a.warc", &pages.concat());
    for (number, pages) in pages.rchunks(3).enumerate() {
        press.write(&format!("many/{number}.warc"), &pages.concat());
    }
    let count = |folder: &str, jobs| {
        let config = Config { shard_records: 4, ..press.config(&[folder], &[Format::Jsonl]) };
        inventory(&config, false, jobs, &Unwatched).expect("reads").expect("to its end")
    };
    let whole = count("one", 1);
    assert_eq!(whole.pages, 20);
    assert_eq!(count("one", 3), whole);
    assert_eq!(count("many", 2), whole);
}

#[test]
fn the_portal_names_the_site_where_its_pages_do_not() {
    let press = Press::new();
    press.write("in/a.warc", &part("a.example", 1, 1, None));
    press.write("in/b.warc", &part("b.example", 1, 1, None));
    let rules = |host: &str, site: &str| {
        let text = format!("hosts = ['{host}']\n{site}content = [{{ root = ['article'] }}]");
        toml::from_str::<PortalRules>(&text).expect("rules")
    };
    let portals = vec![rules("a.example", "site = 'The Ferry'\n"), rules("b.example", "")];
    let config = Config { portals, ..press.config(&["in"], &[Format::Jsonl]) };
    press.run(&config, "c");
    let rows = press.rows("c");
    assert_eq!(row(&rows, "http://a.example/tale/1")["site"], "The Ferry");
    assert_eq!(row(&rows, "http://b.example/tale/1")["site"], Value::Null);
}
