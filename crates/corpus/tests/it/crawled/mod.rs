//! Verdicts of crawls: which responses become rows, wherever the verdicts lie.

mod readings;

use std::collections::BTreeSet;

use scutch_archive::{WarcWriter, digest};
use scutch_corpus::redact::{RedactRequest, redact};
use scutch_corpus::verify::{VerifyRequest, verify};
use scutch_corpus::{Config, Extractor, Format, Manifest, Unwatched, inventory};
use scutch_portal::{PageVerdict, Verdict};

use crate::archive::{Press, html, read_lines};

fn url(number: u32) -> String {
    format!("http://a.example/{number}")
}

fn id(number: u32) -> String {
    format!("<urn:uuid:00000000-0000-8000-8000-{number:012}>")
}

fn record(fields: &[(&str, &str)], block: &str) -> Vec<u8> {
    let mut writer = WarcWriter::plain(Vec::new());
    writer.write(fields, block.as_bytes()).expect("memory");
    writer.into_inner()
}

fn block(number: u32) -> String {
    let html = html("a.example", number);
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}")
}

fn sha1(text: &str) -> String {
    format!("sha1:{}", digest::sha1_base32(text.as_bytes()))
}

/// A response, with or without the digest of its block.
fn response(number: u32, with_digest: bool) -> Vec<u8> {
    let (url, id, block) = (url(number), id(number), block(number));
    let digest = sha1(&block);
    let mut fields = vec![
        ("WARC-Type", "response"),
        ("WARC-Record-ID", id.as_str()),
        ("WARC-Date", "2026-05-17T10:00:00Z"),
        ("WARC-Target-URI", url.as_str()),
        ("Content-Type", "application/http;msgtype=response"),
    ];
    if with_digest {
        fields.push(("WARC-Block-Digest", digest.as_str()));
    }
    record(&fields, &block)
}

/// A verdict on a response; `batch` also tells its record id.
fn verdict(number: u32, page: PageVerdict, batch: u32) -> Vec<u8> {
    let digest = sha1(&block(number));
    verdict_on(&url(number), number, &Verdict::bare(page, batch, digest))
}

fn verdict_on(url: &str, number: u32, verdict: &Verdict) -> Vec<u8> {
    let own = id(1000 * verdict.batch + number);
    let fields = [
        ("WARC-Type", "metadata"),
        ("WARC-Record-ID", own.as_str()),
        ("WARC-Date", "2026-05-17T10:00:00Z"),
        ("WARC-Target-URI", url),
        ("WARC-Refers-To", &id(number)),
        ("Content-Type", "application/warc-fields"),
    ];
    record(&fields, &verdict.block(&[]))
}

/// Three articles, of which one was taken for a list at first, a list, and a page without verdict.
pub(crate) fn records() -> Vec<Vec<u8>> {
    use PageVerdict::{Again, ArchivePage, Article};
    let verdicts = [
        verdict(1, Article, 1),
        verdict(2, ArchivePage, 1),
        verdict(2, Article, 2),
        verdict(3, Article, 1),
        verdict(4, ArchivePage, 1),
        verdict(5, Again, 1),
    ];
    let responses = (1..=6).map(|number| response(number, number % 2 == 0));
    responses.chain(verdicts).collect()
}

const ROWS: [u32; 4] = [1, 2, 3, 6];

fn urls(press: &Press, corpus: &str) -> BTreeSet<String> {
    let rows = press.rows(corpus);
    rows.iter().map(|row| row["url"].as_str().expect("a URL").to_owned()).collect()
}

fn wanted(numbers: &[u32]) -> BTreeSet<String> {
    numbers.iter().map(|number| url(*number)).collect()
}

fn request(press: &Press, corpus: &str) -> VerifyRequest {
    VerifyRequest { folder: press.path(corpus), jobs: 2, ..VerifyRequest::default() }
}

fn count(manifest: &Manifest, filter: &str) -> u64 {
    manifest.counts.out_of_scope.0.get(filter).copied().unwrap_or(0)
}

/// One reading of the inputs, or two, in shards of two records.
pub(crate) fn configs(press: &Press, input: &str) -> [Config; 2] {
    [Extractor::Page, Extractor::Template].map(|extractor| Config {
        extractor,
        shard_records: 2,
        ..press.config(&[input], &[Format::Jsonl])
    })
}

#[test]
fn articles_alone_become_rows_in_whatever_file_and_order_verdicts_lie() {
    let mut reversed = records();
    reversed.reverse();
    let split = records().split_off(6);
    let cuts: [Vec<Vec<Vec<u8>>>; 4] = [
        vec![records()],
        vec![reversed],
        vec![split.clone(), records()[..6].to_vec()],
        records().into_iter().map(|record| vec![record]).collect(),
    ];
    for (cut, files) in cuts.iter().enumerate() {
        let press = Press::new();
        for (number, file) in files.iter().enumerate() {
            press.write(&format!("in/{number:02}.warc"), &file.concat());
        }
        for (nth, config) in configs(&press, "in").iter().enumerate() {
            let corpus = format!("c{nth}");
            let manifest = press.run(config, &corpus);
            assert_eq!(urls(&press, &corpus), wanted(&ROWS), "cut {cut}, configuration {nth}");
            assert_eq!(count(&manifest, "not-an-article"), 2);
            assert!(manifest.counts.adds_up() && manifest.counts.quarantined.0.is_empty());
            assert!(verify(&request(&press, &corpus)).expect("verifies").sound());
        }
    }
}

#[test]
fn everything_is_kept_on_request_and_tags_are_counted_of_articles() {
    let press = Press::new();
    press.write("in/a.warc", &records().concat());
    for (nth, mut config) in configs(&press, "in").into_iter().enumerate() {
        let pages = |config: &Config| {
            inventory(config, false, 2, &Unwatched).expect("counted").expect("to its end").pages
        };
        if nth == 0 {
            assert_eq!(pages(&config), ROWS.len() as u64);
        }
        config.scope.everything = true;
        if nth == 0 {
            assert_eq!(pages(&config), 6);
        }
        let corpus = format!("c{nth}");
        let manifest = press.run(&config, &corpus);
        assert_eq!((manifest.counts.rows, count(&manifest, "not-an-article")), (6, 0));
    }
}

#[test]
fn verdicts_that_contradict_their_response_are_quarantined_and_not_obeyed() {
    let list = |digest: String| Verdict::bare(PageVerdict::ArchivePage, 1, digest);
    let unreadable = {
        let fields = [("WARC-Type", "metadata"), ("WARC-Refers-To", &id(4) as &str)];
        record(&fields, "crawl-verdict: archive-page\r\nbatch: soon\r\n")
    };
    let records = [
        response(1, true),
        response(2, false),
        response(3, true),
        verdict_on(&url(1), 1, &list(sha1("another content"))),
        verdict_on(&url(9), 2, &list(sha1(&block(2)))),
        verdict_on(&url(7), 7, &list(sha1(&block(7)))),
        unreadable,
        verdict(3, PageVerdict::ArchivePage, 1),
    ];
    let press = Press::new();
    press.write("in/a.warc", &records.concat());
    for (nth, config) in configs(&press, "in").iter().enumerate() {
        let corpus = format!("c{nth}");
        let manifest = press.run(config, &corpus);
        assert_eq!(urls(&press, &corpus), wanted(&[1, 2]));
        let lines = read_lines(&press.path(&corpus), "quarantine.jsonl");
        let reasons: Vec<_> = lines.iter().map(|line| line["reason"].as_str()).collect();
        let expected = [
            "verdict-other-digest",
            "verdict-other-url",
            "verdict-no-response",
            "verdict-unreadable",
        ];
        assert_eq!(reasons, expected.map(Some));
        assert!(lines.iter().all(|line| line["sentence"].as_str().is_some_and(|s| s.len() > 20)));
        assert!(manifest.counts.adds_up());
    }
}

#[test]
fn portal_files_say_what_an_article_is_where_no_crawl_does() {
    let press = Press::new();
    let records = [records(), vec![response(7, true), response(8, true)]].concat();
    press.write("in/a.warc", &records.concat());
    let portal = "hosts = [\"a.example\"]\n[article]\nis = [\"h1\"]\ndrop = [\"^/7$\", \"^/1$\"]";
    let portal: scutch_corpus::PortalRules = toml::from_str(portal).expect("rules");
    for (nth, config) in configs(&press, "in").into_iter().enumerate() {
        let config = Config { portals: vec![portal.clone()], ..config };
        let corpus = format!("c{nth}");
        press.run(&config, &corpus);
        // The word of the crawl goes before that of the file: page 1 stays.
        assert_eq!(urls(&press, &corpus), wanted(&[1, 2, 3, 6, 8]));
        let nowhere = "hosts = [\"a.example\"]\n[article]\nis = [\"h6\"]";
        let portals = vec![toml::from_str(nowhere).expect("rules")];
        press.run(&Config { portals, ..config.clone() }, &format!("{corpus}-nowhere"));
        assert_eq!(urls(&press, &format!("{corpus}-nowhere")), wanted(&[1, 2, 3]));
    }
}

#[test]
fn pages_are_selected_by_named_filters() {
    let press = Press::new();
    press.write("in/a.warc", &(1..=4).flat_map(|n| response(n, true)).collect::<Vec<_>>());
    let [config, _] = configs(&press, "in");
    let select = |change: &str| {
        let mut config = config.clone();
        config.scope.select = toml::from_str(change).expect("filters");
        config
    };
    for (change, rows, filter) in [
        ("url_include = ['/[12]$']", 2, "url-not-included"),
        ("url_exclude = ['/1$']", 3, "url-excluded"),
        ("hosts = ['b.example']", 0, "host"),
        ("to = '2025'", 0, "period"),
        ("from = '2026-05'", 4, "period"),
        ("page_types = ['forum']", 0, "page-type"),
        ("languages = ['en']", 4, "language"),
        ("languages = ['de']", 0, "language"),
        ("min_words = 100000", 0, "few-words"),
    ] {
        let corpus = filter.to_owned() + &rows.to_string();
        let manifest = press.run(&select(change), &corpus);
        assert_eq!((manifest.counts.rows, count(&manifest, filter)), (rows, 4 - rows), "{change}");
        assert!(manifest.counts.adds_up());
        let verified = verify(&request(&press, &corpus)).expect("verifies");
        assert!(verified.sound() && verified.rows == rows, "{change}");
    }
}

/// A verdict that names an article by the number of its first page.
fn part(number: u32, page: PageVerdict, article: u32, place: Option<u32>) -> Vec<u8> {
    let (digest, article) = (sha1(&block(number)), Some(url(article)));
    let bare = Verdict::bare(page, 1, digest);
    let verdict = Verdict { article, number: place, ..bare };
    verdict_on(&url(number), number, &verdict)
}

/// No portal file is needed: the crawl has written down which page follows which.
#[test]
fn pages_of_one_article_are_one_row_on_the_word_of_the_crawl() {
    use PageVerdict::{Article, Continuation};
    let verdicts = [
        part(3, Continuation, 1, Some(3)),
        part(1, Article, 1, None),
        part(2, Continuation, 1, Some(2)),
        part(4, Continuation, 9, Some(2)),
        part(5, Article, 5, None),
    ];
    let press = Press::new();
    let responses: Vec<_> = (1..=5).rev().map(|number| response(number, true)).collect();
    press.write("pages.warc", &responses.concat());
    press.write("verdicts.warc", &verdicts.concat());
    let one = [responses.concat(), verdicts.concat()].concat();
    press.write("one.warc", &one);
    for (name, inputs) in [("two", vec!["verdicts.warc", "pages.warc"]), ("one", vec!["one.warc"])]
    {
        for shard_records in [2, 100] {
            let corpus = format!("{name}-{shard_records}");
            let config = Config { shard_records, ..press.config(&inputs, &[Format::Jsonl]) };
            let manifest = press.run(&config, &corpus);
            let rows = press.rows(&corpus);
            assert_eq!(urls(&press, &corpus), wanted(&[1, 5]), "{corpus}");
            assert_eq!(count(&manifest, "continuation"), 2);
            assert_eq!(count(&manifest, "not-an-article"), 1, "its article is nowhere");
            assert!(verify(&request(&press, &corpus)).expect("verifies").sound(), "{corpus}");
            let row = rows.iter().find(|row| row["url"] == url(1)).expect("the article");
            let text = row["text"].as_str().expect("a text");
            let alone = |number: u32| {
                let corpus = format!("{corpus}-{number}");
                press.write("alone.warc", &response(number, true));
                press.run(&press.config(&["alone.warc"], &[Format::Jsonl]), &corpus);
                let rows = press.rows(&corpus);
                rows[0]["text"].as_str().expect("a text").lines().last().expect("a line").to_owned()
            };
            let places: Vec<_> = (1..=3).map(|number| text.find(&alone(number))).collect();
            assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}: {text}");
            let metadata: serde_json::Value =
                serde_json::from_str(row["metadata_json"].as_str().expect("metadata"))
                    .expect("JSON");
            let pages: Vec<_> = metadata["pages"].as_array().expect("pages").iter().collect();
            assert_eq!(pages.iter().map(|p| &p["value"]).collect::<Vec<_>>(), [&url(2), &url(3)]);
            assert!(pages.iter().all(|page| page["source"] == "crawl"));
            assert!(
                pages[0]["detail"]
                    .as_str()
                    .is_some_and(|place| place.contains(inputs[inputs.len() - 1]))
            );
        }
    }
}

#[test]
fn differences_may_come_from_verdicts_that_are_gone() {
    let press = Press::new();
    let records = records();
    press.write("pages.warc", &records[..6].concat());
    press.write("verdicts.warc", &records[6..].concat());
    let config = press.config(&["pages.warc", "verdicts.warc"], &[Format::Jsonl]);
    press.run(&Config { extractor: Extractor::Page, ..config }, "c");
    assert!(!verify(&request(&press, "c")).expect("verifies").depends);
    std::fs::remove_file(press.path("verdicts.warc")).expect("removed");
    let verified = verify(&request(&press, "c")).expect("verifies");
    assert!(verified.depends && verified.missing == 1);
}

/// A crawl of a site of three pages that are one article. The ids of its records begin at `base`.
pub(crate) fn crawl_of(base: u32, batch: u32, with_first: bool) -> Vec<u8> {
    use PageVerdict::{Article, Continuation};
    let page = |number: u32| (base + number, number, block(base + number));
    let pages = [page(1), page(2), page(3)];
    let responses = pages.iter().map(|(own, number, block)| {
        let (url, own) = (url(*number), id(*own));
        let fields = [
            ("WARC-Type", "response"),
            ("WARC-Record-ID", own.as_str()),
            ("WARC-Date", "2026-05-17T10:00:00Z"),
            ("WARC-Target-URI", url.as_str()),
            ("Content-Type", "application/http;msgtype=response"),
        ];
        record(&fields, block)
    });
    let verdicts = pages.iter().map(|(own, number, block)| {
        let verdict = if *number == 1 { Article } else { Continuation };
        let place = (*number > 1).then_some(*number);
        let first = place.filter(|_| with_first).map(|_| id(base + 1));
        let bare = Verdict::bare(verdict, batch, sha1(block));
        let verdict = Verdict { article: Some(url(1)), number: place, first, ..bare };
        verdict_on(&url(*number), *own, &verdict)
    });
    responses.chain(verdicts).flatten().collect()
}

fn texts(press: &Press, corpus: &str) -> Vec<String> {
    let rows = press.rows(corpus).into_iter();
    rows.map(|row| row["text"].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn two_crawls_of_one_site_keep_their_pages_apart() {
    for with_first in [true, false] {
        let press = Press::new();
        let crawls = [crawl_of(100, 1, with_first), crawl_of(200, 7, with_first)];
        let made = |input: &str, corpus: &str| {
            let config = press.config(&[input], &[Format::Jsonl]);
            press.run(&Config { extractor: Extractor::Page, ..config }, corpus);
            texts(&press, corpus)
        };
        press.write("both/a.warc", &crawls[0]);
        press.write("both/b.warc", &crawls[1]);
        let alone = [made("both/a.warc", "a"), made("both/b.warc", "b")].concat();
        assert!(alone.len() == 2 && alone[0] != alone[1]);
        assert_eq!(made("both", "c"), alone, "first page named: {with_first}");
        if with_first {
            // Of crawls in one file, only verdicts that name the first page tell which is which.
            press.write("one.warc", &crawls.concat());
            assert_eq!(made("one.warc", "d"), alone);
        }
    }
}

/// What a page is found by is no text of it.
#[test]
fn masked_articles_are_found_by_the_addresses_of_their_later_pages() {
    let press = Press::new();
    let later = format!("{}?for=ada@example.org", url(2));
    let archive = String::from_utf8(crawl_of(100, 1, true)).expect("UTF-8");
    let archive = archive.replace(&format!("{}\r\n", url(2)), &format!("{later}\r\n"));
    press.write("a.warc", archive.as_bytes());
    let config = press.config(&["a.warc"], &[Format::Jsonl]);
    press.run(&Config { mask: true, ..config }, "c");
    press.write("list.txt", later.as_bytes());
    let request = RedactRequest {
        folder: press.path("c"),
        list: press.path("list.txt"),
        output: press.path("r"),
        same_text: false,
        addresses: true,
    };
    let redacted = redact(&request, &Unwatched).expect("redacted").expect("to the end");
    assert_eq!((redacted.named, redacted.kept), (1, 0));
}
