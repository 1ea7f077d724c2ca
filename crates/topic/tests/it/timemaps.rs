//! How captures become TimeMaps, and in which order.

use scutch_topic::{Grouping, List, Seeds, Selection, host_key};

use crate::archives::{Archive, CASINO, HARBOUR, page, profile, said, timemaps};

fn urls(archive: &Archive, grouping: Grouping) -> Vec<(String, usize)> {
    let collection = archive.selected(&profile("default"), grouping, Selection::All);
    let found = timemaps(&collection);
    found.into_iter().map(|timemap| (timemap.url, timemap.mementos.len())).collect()
}

#[test]
fn originals_are_told_apart_exactly_or_by_key() {
    let html = page("Harbour", HARBOUR);
    let spellings = [
        "http://a.example/x",
        "https://a.example/x",
        "http://www.a.example/x",
        "http://www2.a.example/x",
        "http://a.example:80/x",
    ];
    let mut archive = Archive::default();
    for (number, url) in spellings.iter().enumerate() {
        archive = archive.page(url, &format!("2020010{}000000", 5 - number), &html);
    }
    let exact = urls(&archive, Grouping::Exact);
    assert_eq!(exact.len(), spellings.len());
    assert!(exact.iter().all(|(_, mementos)| *mementos == 1));
    // The URL is that of the first memento, in whatever order the archives have them.
    let by_key = [("http://a.example:80/x".to_owned(), spellings.len())];
    assert_eq!(urls(&archive, Grouping::Surt), by_key);
    assert_eq!(urls(&archive.reversed(), Grouping::Surt), by_key);
}

#[test]
fn timemaps_come_by_key_then_url() {
    let html = page("Harbour", HARBOUR);
    let mut archive = Archive::default();
    let expected = [
        "http://a.example/",
        "http://a.example/b",
        "http://www.a.example/b",
        "https://a.example/b",
        "http://a.example/c",
        "http://sub.a.example/",
        "http://b.example/",
        "http://a.org/",
    ];
    for url in expected.iter().rev() {
        archive = archive.page(url, "20200101000000", &html);
    }
    let found: Vec<String> =
        urls(&archive, Grouping::Exact).into_iter().map(|(url, _)| url).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_order_of_host_keys_is_that_of_url_keys() {
    let mut urls = vec![
        "http://a.example/z",
        "http://a.example:8080/",
        "http://a-b.example/",
        "http://b.a.example/",
        "http://a0.example/",
        "http://example/",
        "ftp://a.example/x",
        "http://192.168.0.1/",
        "https://www.a.example/y",
        "http://münchen.example/",
    ];
    urls.sort_by_key(|url| scutch_url::surt(url));
    let keys: Vec<String> = urls.iter().map(|url| host_key(url)).collect();
    assert!(keys.is_sorted(), "{keys:?}");
    assert_eq!(host_key("http://www2.a.example/z"), host_key("https://a.example/"));
    // An address without a host is a key of its own.
    assert_eq!(host_key("home/index.html"), host_key("home/index.html"));
    assert_ne!(host_key("data:text/html,x"), host_key("data:text/html,y"));
}

#[test]
fn mementos_come_by_date_with_undated_ones_last() {
    let html = page("Harbour", HARBOUR);
    let url = "http://a.example/";
    let archive = Archive::default()
        .page(url, "2020-99-99T00:00:00Z", &html)
        .page(url, "20200103000000", &html)
        .page(url, "20200101000000", &html)
        .page(url, "20200102000000", &html);
    let found = timemaps(&archive.collection(&profile("default")));
    let stamps: Vec<String> = found[0].mementos.iter().map(scutch_topic::Memento::stamp).collect();
    assert_eq!(stamps, ["20200101000000", "20200102000000", "20200103000000", "undated"]);
    let lines = archive.lines();
    assert_eq!(lines[3], "undated on-topic date-unreadable");
}

#[test]
fn captures_of_one_second_have_an_order_and_names_of_their_own() {
    let url = "http://a.example/";
    let archive = Archive::default()
        .page(url, "20200101000000", &page("Harbour", HARBOUR))
        .page(url, "20200101000000", &page("Casino", CASINO))
        .page(url, "20200101000000", "");
    let first = timemaps(&archive.collection(&profile("default")));
    let again = timemaps(&archive.clone().reversed().collection(&profile("default")));
    let keys = |timemaps: &[scutch_topic::TimeMap]| -> Vec<Option<u64>> {
        timemaps[0].mementos.iter().map(|m| m.content.map(scutch_topic::ContentRef::key)).collect()
    };
    assert_eq!(keys(&first), keys(&again));
    assert_eq!(
        first[0].memento_uris(),
        [
            "from-warc::20200101000000::http://a.example/",
            "from-warc::20200101000000::http://a.example/ (2)",
            "from-warc::20200101000000::http://a.example/ (3)",
        ]
    );
}

#[test]
fn timemaps_without_a_page_are_left_aside() {
    let gif = [("Content-Type", "image/gif")];
    let archive = Archive::default()
        .response("http://a.example/x.gif", "20200101000000", "200 OK", &gif, b"GIF89a")
        .response("http://a.example/x.gif", "20200102000000", "200 OK", &gif, b"GIF89b")
        // A picture where a page was stays in its TimeMap.
        .page("http://a.example/", "20200101000000", &page("Harbour", HARBOUR))
        .response("http://a.example/", "20200102000000", "200 OK", &gif, b"GIF89a")
        // Nothing but a revisit of something unknown.
        .record("revisit", "http://a.example/r", "20200101000000", &[], b"");
    let default = profile("default");
    let (all, tally) = said(&archive.collection(&default), &default);
    let lines: Vec<String> = all.iter().map(super::archives::Said::line).collect();
    assert_eq!(lines, ["20200101000000 on-topic anchor", "20200102000000 unknown not-a-page"]);
    assert_eq!(tally.left_aside.not_pages, 3);
    assert_eq!((tally.timemaps, tally.on, tally.unknown), (1, 1, 1));
    assert_eq!(tally.mementos(), 2);
}

#[test]
fn records_that_are_no_captures_of_pages_are_passed_over() {
    let html = page("Harbour", HARBOUR);
    let plain = [("Content-Type", "text/plain")];
    let archive = Archive::default()
        .record("warcinfo", "urn:x", "20200101000000", &plain, b"software: x")
        .record("request", "http://a.example/", "20200101000000", &plain, b"GET / HTTP/1.1\r\n\r\n")
        .record("metadata", "http://a.example/", "20200101000000", &plain, b"outlink: x")
        .record("resource", "dns:a.example", "20200101000000", &plain, b"20200101 A 1.2.3.4")
        .record("resource", "metadata://a.example/", "20200101000000", &plain, b"x")
        .record("resource", "screenshot:http://a.example/", "20200101000000", &plain, b"x")
        .record(
            "resource",
            "http://a.example/",
            "20200101000000",
            &[("Content-Type", "text/html")],
            html.as_bytes(),
        );
    assert_eq!(archive.lines(), ["20200101000000 on-topic anchor"]);
}

fn wayback(stamp: &str, url: &str) -> String {
    format!("http://web.archive.org/web/{stamp}/{url}")
}

#[test]
fn a_list_restricts_orders_and_names_what_is_missing() {
    let (a, b) = ("http://a.example/", "http://b.example/");
    let archive = Archive::default()
        .page(a, "20200101000000", &page("Harbour", HARBOUR))
        .page(a, "20200102000000", &page("Casino", CASINO))
        .page(b, "20200101000000", &page("Harbour", HARBOUR))
        .page(b, "20200103000000", &page("Harbour", HARBOUR));
    let mut list = List::default();
    let memento = |stamp: &str, url: &str| (wayback(stamp, url), stamp.to_owned());
    // The second host first, and the later memento before the earlier one.
    list.add("b.link", "http://t/b", Some(b), vec![memento("20200103000000", b)]);
    let of_a =
        [memento("20200102000000", a), memento("20200101000000", a), memento("20210101000000", a)];
    list.add("a.link", "http://t/a", Some(a), of_a.to_vec());
    let default = profile("default");
    let collection = archive.selected(&default, Grouping::Exact, Selection::Listed(list));
    let found = timemaps(&collection);
    let uris: Vec<String> = found.iter().flat_map(scutch_topic::TimeMap::memento_uris).collect();
    let expected =
        [wayback("20200103000000", b), wayback("20200102000000", a), wayback("20200101000000", a)];
    assert_eq!(uris, expected);
    assert_eq!(found[0].uri(), "http://t/b");
    let (all, tally) = said(&collection, &default);
    // The casino comes first in the list, so that the harbour is off-topic.
    assert!(all[1].line().ends_with("on-topic anchor"));
    assert!(all[2].line().contains("off-topic"));
    assert_eq!(tally.left_aside.not_listed, 1);
    assert_eq!(tally.left_aside.losses.len(), 1);
    assert_eq!(tally.left_aside.losses[0].reason, "memento-not-stored");
    assert_eq!(tally.left_aside.losses[0].file, "a.link");
}

#[test]
fn seeds_restrict_by_key_and_name_what_is_missing() {
    let archive = Archive::default()
        .page("http://www.a.example/", "20200101000000", &page("Harbour", HARBOUR))
        .page("http://b.example/", "20200101000000", &page("Harbour", HARBOUR))
        .page("http://b.example/x", "20200101000000", &page("Harbour", HARBOUR));
    let seeds = ["https://a.example", "https://a.example/", "http://c.example/"];
    let seeds = Seeds::new("seeds.txt", seeds.map(str::to_owned).into_iter());
    let default = profile("default");
    let collection = archive.selected(&default, Grouping::Exact, Selection::Seeds(seeds));
    let (all, tally) = said(&collection, &default);
    assert_eq!(all.len(), 1);
    assert_eq!(tally.left_aside.not_listed, 2);
    let missing: Vec<&str> =
        tally.left_aside.losses.iter().map(|loss| loss.sentence.as_str()).collect();
    assert_eq!(missing.len(), 1);
    assert!(missing[0].contains("http://c.example/"));
}

#[test]
fn undated_captures_are_losses_of_their_files() {
    let html = page("Harbour", HARBOUR);
    let plain = [("Content-Type", "text/plain")];
    let archive = Archive::default()
        .page("http://a.example/", "2020-99-99", &html)
        .page("http://a.example/", "20200101000000", &html)
        // No capture: its date does not matter.
        .record("request", "http://a.example/", "2020-99-99", &plain, b"GET / HTTP/1.1\r\n\r\n");
    let collection = archive.collection(&profile("default"));
    assert_eq!(collection.losses.len(), 1);
    let loss = &collection.losses[0];
    assert_eq!(
        (loss.file.as_str(), loss.offset, loss.reason),
        ("a.warc", Some(0), "date-unreadable")
    );
    assert!(loss.sentence.contains("\"2020-99-99\""), "{}", loss.sentence);
}

#[test]
fn answers_to_a_form_are_captures_of_one_page_unless_what_was_sent_counts() {
    let find = "http://a.example/find";
    let mut archive = Archive::default();
    for (day, word) in (1..).zip(["fog", "tide", "fog"]) {
        let stamp = format!("2020010{day}000000");
        archive = archive.page(find, &stamp, &page(word, HARBOUR));
        // Records are numbered, and each page is followed by its request.
        let answered = format!("<urn:x:{}>", 2 * (day - 1));
        let asked = format!(
            "POST /find HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\n\r\nq={word}",
            word.len() + 2
        );
        let fields = [("WARC-Concurrent-To", &*answered)];
        archive = archive.record("request", find, &stamp, &fields, asked.as_bytes());
    }
    let found = |archive: &Archive, with_sent: bool| {
        let collection = archive.gathered(&profile("default"), |gatherer| match with_sent {
            true => gatherer.with_sent(),
            false => gatherer,
        });
        let timemaps = timemaps(&collection.expect("it fits"));
        timemaps.into_iter().map(|map| (map.url, map.mementos.len())).collect::<Vec<_>>()
    };
    for archive in [archive.clone(), archive.reversed()] {
        assert_eq!(found(&archive, false), [(find.to_owned(), 3)]);
        let of = |word: &str, count| (format!("{find}?__wb_method=POST&q={word}"), count);
        assert_eq!(found(&archive, true), [of("fog", 2), of("tide", 1)]);
    }
}
