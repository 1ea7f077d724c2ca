//! `scutch template` on what has nothing beside it, or nothing of its own.

use std::fs;

use crate::harness::{Env, article, bytes_of, page, record};
use crate::template::{STORIES, pages, story, text, with_magazine};

/// Pages without text resemble each other in structure, and an article as far as a threshold of 0 goes.
#[test]
fn pages_without_text_are_beside_no_page() {
    let env = Env::new();
    let whale = story("whale", &text(STORIES[0].1));
    let bodies = [whale.as_str(), "<script>go()</script>", "", "<img src=a.png>"];
    let named = (1..)
        .zip(bodies)
        .map(|(number, body)| (format!("http://a.example/{number}"), number, body));
    let archive: Vec<u8> =
        named.flat_map(|(uri, number, body)| page(&uri, number, "200 OK", body)).collect();
    env.write("in/a.warc", &archive);
    for (method, more) in [("learned", &[][..]), ("t002", &["--threshold", "0"])] {
        let how = ["--method", method, "--nodes", "-q"];
        env.expect(0, &[&["template", "in", "-o", method][..], &how, more].concat());
        let found: Vec<_> = pages(&env, method).iter().map(|page| page["reason"].clone()).collect();
        assert_eq!(found, ["no-other-page", "empty-page", "empty-page", "empty-page"], "{method}");
        let nodes = fs::read_to_string(env.path(method).join("nodes.jsonl")).expect("nodes");
        assert!(nodes.contains("Nobody on the quay"), "{method}");
    }
}

/// A page of boxes of which every other page has most, and nothing of its own: by words nothing of it is content.
#[test]
fn a_page_of_which_nothing_is_content_has_no_text() {
    let env = Env::new();
    let html = |without: usize, story: &str| {
        let boxes = STORIES.iter().enumerate().filter(|(at, _)| *at < 5 && *at != without);
        let boxes: String = boxes
            .map(|(_, (_, [first, _]))| format!("<div class=box><p>{first}</p></div>"))
            .collect();
        format!("<body>{boxes}<div class=main><h1>Harbour daily</h1>{story}</div>")
    };
    let daily = (0..10).map(|n| {
        let story = format!("<p>Issue {n}: {}</p>", STORIES[n % 6].1[1]);
        (format!("http://fair.example/{n}"), html(n % 5, &story))
    });
    let pages_of = daily.chain([("http://fair.example/boxes".to_owned(), html(9, ""))]);
    let records = (1..).zip(pages_of).flat_map(|(id, (uri, html))| page(&uri, id, "200 OK", &html));
    env.write("in/a.warc", &records.collect::<Vec<u8>>());
    for method in ["t001", "t002", "t005", "keep-invalid"] {
        let how = ["--method", method, "--nodes", "-q"];
        env.expect(0, &[&["template", "in", "-o", method][..], &how].concat());
        let found = &pages(&env, method)[10];
        let expected = ["joint", ""].map(serde_json::Value::from);
        assert_eq!([&found["status"], &found["text"]], expected.each_ref(), "{method}: {found}");
        let nodes = fs::read_to_string(env.path(method).join("nodes.jsonl")).expect("nodes");
        let nodes: Vec<&str> = nodes.lines().filter(|line| line.contains("/boxes")).collect();
        let boilerplate = |line: &&str| line.contains("\"class\":\"boilerplate\"");
        assert!(nodes.len() > 5 && nodes.iter().all(boilerplate), "{method}: {nodes:?}");
    }
}

/// Addresses without a host have no other page beside them but their own snapshots; of others the scheme is no matter.
#[test]
fn pages_without_a_host_are_each_by_themselves() {
    let env = Env::new();
    let uris = ["ftp://one.example:21/a", "ftp://u@one.example/b", "http://one.example/c"];
    let lone = ["urn:isbn:1", "urn:isbn:1", "file:///home/a.html", "urn:view:http://one.example/d"];
    let numbered = (1..).zip(uris.into_iter().chain(lone));
    let records = numbered.flat_map(|(n, uri)| page(uri, n, "200 OK", &article(n)));
    env.write("in/a.warc", &records.collect::<Vec<u8>>());
    env.expect(0, &["template", "in", "-o", "out", "-q"]);
    let pages = pages(&env, "out");
    let groups: Vec<_> = pages.iter().map(|page| page["group"].as_str().unwrap_or("-")).collect();
    assert_eq!(groups[..3], ["one.example/0"; 3]);
    assert_eq!(groups[3..], lone.map(|uri| format!("{uri}/0")));
    assert!(pages[3..].iter().all(|page| page["reason"] == "no-other-page"));
    let crosses: Vec<_> = pages.iter().map(|page| page["cross"].as_str().unwrap_or("-")).collect();
    assert_eq!(crosses[3..], ["10001", "10010", "10000", "10000"]);
}

/// Plain text has no elements: nothing of it is beside anything, and it is in no table of nodes.
#[test]
fn plain_text_is_compared_with_nothing() {
    let env = with_magazine();
    let plain = format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{}", STORIES[0].1[0]);
    let archive = fs::read(env.path("in/magazine.warc")).expect("archive");
    let uri = "http://fair.example/whale";
    let plain = record("response", uri, 31, "application/http; msgtype=response", plain.as_bytes());
    env.write("in/magazine.warc", &[archive, plain].concat());
    for method in ["learned", "t002"] {
        let how = ["--method", method, "--nodes", "--markup", "span", "--plain-text", "-q"];
        env.expect(0, &[&["template", "in", "-o", method][..], &how].concat());
        let found = &pages(&env, method)[8];
        assert_eq!(found["reason"], "plain-text", "{method}");
        assert_eq!((&found["method"], &found["cross"]), (&"page/17".into(), &"10000".into()));
        assert_eq!(found["text"], STORIES[0].1[0]);
        // A file for each page but this one, and their index.
        assert_eq!(bytes_of(&env.path(method).join("markup")).len(), 9, "{method}");
    }
}
