//! Every dialect is read and written, and hostile TimeMaps do no harm.

use std::io::Read as _;
use std::path::Path;

use proptest::prelude::*;
use scutch_memento::{
    Dialect, Guard, Memento, TimeMap, TimeMapError, TimeMapPages, parse, read as read_from,
};

fn read(text: &str) -> TimeMap {
    parse(text.as_bytes(), &Guard::default()).expect("a TimeMap")
}

fn faults(timemap: &TimeMap) -> Vec<&'static str> {
    timemap.faults.iter().map(|(fault, _)| fault.id()).collect()
}

fn hostile(name: &str) -> Option<Vec<u8>> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/archive/hostile/files");
    let bytes = std::fs::read(folder.join(name)).ok();
    if bytes.is_none() {
        eprintln!("SKIPPED: hostile {name}: shared data not present");
    }
    bytes
}

#[test]
fn uris_that_lead_into_local_networks_are_refused() {
    let Some(bytes) = hostile("m01_ssrf.timemap.link") else { return };
    let timemap = parse(&bytes, &Guard::default()).expect("a TimeMap");
    assert_eq!(timemap.mementos.len(), 0);
    let private = "uri-private-host";
    let expected = [private, private, "uri-not-http", private, private, "uri-not-http"];
    assert_eq!(faults(&timemap), expected);
    let guard = Guard::allowing(["127.0.0.1".to_owned()]);
    assert!(!parse(&bytes, &guard).expect("a TimeMap").mementos.is_empty());
}

#[test]
fn unusual_link_syntax_is_read() {
    let Some(bytes) = hostile("m02_syntax.timemap.link") else { return };
    let timemap = parse(&bytes, &Guard::default()).expect("a TimeMap");
    assert_eq!(timemap.original.as_deref(), Some("http://a.example/?x=a,b;c"));
    let sure: Vec<bool> = timemap.mementos.iter().map(|m| m.date_is_standard).collect();
    assert_eq!(sure, [true, true, false]);
    assert_eq!(faults(&timemap), ["timemap-link-unterminated"]);
}

#[test]
fn pages_that_link_back_are_asked_once() {
    let Some(bytes) = hostile("m03_page_loop.timemap.link") else { return };
    let timemap = parse(&bytes, &Guard::default()).expect("a TimeMap");
    let mut pages = TimeMapPages::starting_at("http://ar.example/tm/1");
    let mut asked = 0;
    while pages.next_page().is_some() {
        asked += 1;
        pages.add_links_of(&timemap);
    }
    assert_eq!(asked, 1);
}

#[test]
fn truncated_json_is_an_error() {
    let Some(bytes) = hostile("m04_bad.timemap.json") else { return };
    let error = parse(&bytes, &Guard::default()).expect_err("no TimeMap");
    assert!(matches!(error, TimeMapError::Json(_)), "{error}");
}

#[test]
fn uris_cannot_inject_links_into_the_link_format() {
    let uri = format!("{MEMENTO}>; rel=memento; datetime=20140101000000, <http://127.0.0.1/");
    let memento = Memento { uri: uri.clone(), unix_ms: 0, date_is_standard: true, digest: None };
    let timemap = TimeMap { original: Some(uri), ..TimeMap::default() };
    let mut out = Vec::new();
    let all = [Ok(memento)].into_iter();
    Dialect::Link.write(&timemap, all, &mut out).expect("memory");
    let read = parse(&out, &Guard::offline()).expect("a TimeMap");
    assert_eq!((read.mementos.len(), read.faults), (1, Vec::new()));
    assert!(read.mementos[0].uri.starts_with(MEMENTO));
}

/// Input that fails is no malformed JSON.
#[test]
fn failing_input_and_malformed_text_are_different_errors() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::FileTooLarge.into())
        }
    }
    let begin = " ".repeat(100_000);
    for text in [format!("{{\"x\":1,{begin}"), format!("[{begin}"), format!("<http://a>{begin}")] {
        let input = text.as_bytes().chain(Broken);
        let error = read_from("", input, &Guard::default(), &mut |_| Ok(true)).expect_err("broken");
        let is_told = matches!(&error, TimeMapError::Broken(error)
            if error.kind() == std::io::ErrorKind::FileTooLarge);
        assert!(is_told, "{error:?}");
        let wrong = [text.as_bytes(), b"\xff"].concat();
        let error = parse(&wrong, &Guard::default()).expect_err("not UTF-8");
        assert!(matches!(error, TimeMapError::Encoding(_)), "{error:?}");
    }
}

#[test]
fn links_to_pages_are_limited() {
    let links: String =
        (0..20_000).map(|n| format!("<http://a.example/{n}>; rel=timemap,")).collect();
    let index: Vec<String> =
        (0..20_000).map(|n| format!("{{\"uri\":\"http://a.example/{n}\"}}")).collect();
    let index = format!("{{\"timemap_index\":[{}]}}", index.join(","));
    for list in [links, index] {
        let pages = read(&list).pages;
        assert_eq!((pages.len(), pages[9999].uri.as_str()), (10_001, "http://a.example/9999"));
    }
}

#[test]
fn control_characters_are_refused() {
    let Some(bytes) = hostile("m05_crlf_injection.timemap.link") else { return };
    let timemap = parse(&bytes, &Guard::default()).expect("a TimeMap");
    assert_eq!((timemap.mementos.len(), faults(&timemap)), (0, vec!["uri-control-character"]));
}

const MEMENTO: &str = "http://ar.example/2014/http://a.example/";

#[test]
fn every_dialect_gives_the_same_timemap_and_is_read_again() {
    for text in [
        format!(
            "<http://a.example/>;rel=original,<{MEMENTO}>;datetime=\"Mon, 27 Jan 2014 17:12:00 GMT\";rel=\"memento first\""
        ),
        format!(
            "{{\"original_uri\":\"http://a.example/\",\"mementos\":{{\"list\":[{{\"datetime\":\"2014-01-27T17:12:00Z\",\"uri\":\"{MEMENTO}\"}}]}}}}"
        ),
        format!(
            "!context [\"x\"]\n!meta {{\"original_uri\": \"http://a.example/\"}}\n20140127171200 {{\"uri\":\"{MEMENTO}\",\"rel\":\"memento\"}}\n"
        ),
    ] {
        let timemap = read(&text);
        assert_eq!(timemap.original.as_deref(), Some("http://a.example/"), "{text}");
        assert_eq!(timemap.mementos.len(), 1, "{text}");
        assert_eq!(
            (&*timemap.mementos[0].uri, timemap.mementos[0].unix_ms),
            (MEMENTO, 1_390_842_720_000)
        );
        for dialect in [Dialect::Link, Dialect::Json, Dialect::Cdxj] {
            let mementos: Vec<_> = timemap.mementos.iter().cloned().map(Ok).collect();
            let mut written = Vec::new();
            dialect.write(&timemap, mementos.into_iter(), &mut written).expect("memory");
            let written = String::from_utf8(written).expect("UTF-8");
            let again = read(&written);
            assert_eq!(again.original, timemap.original, "{written}");
            assert_eq!(again.mementos[0].unix_ms, timemap.mementos[0].unix_ms, "{written}");
        }
    }
}

#[test]
fn texts_that_are_no_timemaps_are_refused() {
    let unknown =
        |text: &[u8]| matches!(parse(text, &Guard::default()), Err(TimeMapError::Unknown));
    assert!(unknown(b"plain text"));
    let encoding = parse(b"<\xff>", &Guard::default());
    assert!(matches!(encoding, Err(TimeMapError::Encoding(1))));
    assert_eq!(parse(b"", &Guard::default()).expect("empty"), TimeMap::default());
    for page in [
        "<!DOCTYPE html><html><p>Too many requests; come back later.</p></html>",
        "<?xml version=\"1.0\"?><error/>",
        "\n<html lang=en><head><title>Sign in</title></head></html>",
        "{\"message\": \"Internal Error\"}",
        "{}",
    ] {
        assert!(unknown(page.as_bytes()), "{page}");
    }
    // Lists without mementos are lists.
    for empty in [
        "<http://a.example/>; rel=\"original\"",
        "{\"original_uri\": \"http://a.example/\", \"mementos\": {\"list\": []}}",
        "[]",
    ] {
        assert!(parse(empty.as_bytes(), &Guard::default()).is_ok(), "{empty}");
    }
}

#[test]
fn faults_and_attributes_are_limited() {
    let private = "<http://10.0.0.1/>;rel=memento,".repeat(5000);
    assert_eq!(faults(&read(&private)).len(), 1000);
    let attributes = format!("<{MEMENTO}>{}", ";;a=b".repeat(1 << 16));
    assert!(read(&attributes).mementos.is_empty());
}

/// Gives a fixed number of bytes at a time.
struct Pieces<'a>(&'a [u8], usize);

impl std::io::Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let got = self.1.min(self.0.len()).min(buffer.len());
        buffer[..got].copy_from_slice(&self.0[..got]);
        self.0 = &self.0[got..];
        Ok(got)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn uri_ms_of_cdx_servers_stay_in_their_archive(
        rows in proptest::collection::vec(
            "[a-z,)/]{0,5} ?20[0-2][0-9]0[1-9]1[0-9]1[0-9]{1,2}[0-5][0-9][0-5][0-9] (http://[a-z]{1,9}\\.example/|ftp:|\"|\\[)? ?[0-9#-]{0,5}",
            0..6,
        ),
        array in any::<bool>(),
    ) {
        let list = "http://archive.example/cdx/search/cdx?url=x&page=3";
        let cells: Vec<Vec<&str>> = rows.iter().map(|row| row.splitn(3, ' ').collect()).collect();
        let names = vec!["urlkey", "timestamp", "original"];
        let all = [vec![names], cells, vec![vec![], vec!["key"]]].concat();
        let text = match array {
            true => serde_json::json!(all).to_string(),
            false => rows.join("\n"),
        };
        let mut mementos: Vec<Memento> = Vec::new();
        let mut take = |memento| {
            mementos.push(memento);
            Ok(true)
        };
        if let Ok(timemap) = read_from(list, text.as_bytes(), &Guard::default(), &mut take) {
            let here = |uri: &String| uri.starts_with("http://archive.example/");
            prop_assert!(mementos.iter().all(|memento| here(&memento.uri)));
            prop_assert!(timemap.pages.iter().all(|page| here(&page.uri)));
        }
    }

    /// The result does not depend on how a text is cut while it arrives.
    #[test]
    fn reading_does_not_depend_on_how_bytes_arrive(
        entries in proptest::collection::vec("(<http://a\\.example/2014/[a-zé,;]{0,9}>)?(; ?(rel|datetime)(=(memento|original|\"Mon, 27 Jan 2014 17:12:00 GMT\"|\"[a-z,;<é]{0,5}\"?))?){0,3}", 0..9),
        dialect in 0..4,
        size in 1_usize..40,
    ) {
        let json = |entry: &String| {
            let value = serde_json::json!({ "uri": format!("http://a.example/{entry}"), "datetime": "20140127171200" });
            if entry.len().is_multiple_of(7) { "x".to_owned() } else { value.to_string() }
        };
        let text = match dialect {
            0 => entries.join(","),
            1 => format!("[{}]", entries.iter().map(json).collect::<Vec<_>>().join(",")),
            2 => format!("{{\"mementos\":[{}]}}", entries.iter().map(json).collect::<Vec<_>>().join(",\n")),
            _ => entries.iter().map(|e| format!("20140127171200 {}\n", json(e))).collect(),
        };
        let (mut whole, mut pieces) = (Vec::new(), Vec::new());
        let collect = |input: &mut dyn std::io::Read, all: &mut Vec<Memento>| {
            let mut take = |memento| {
                all.push(memento);
                Ok(true)
            };
            read_from("", input, &Guard::default(), &mut take).map_err(|error| error.to_string())
        };
        let expected = collect(&mut text.as_bytes(), &mut whole);
        prop_assert_eq!(collect(&mut Pieces(text.as_bytes(), size), &mut pieces), expected);
        prop_assert_eq!(whole, pieces);
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[<>;,\"=\\\\ {}a-z:/0-9\n!é]{0,200}") {
        let _ = parse(text.as_bytes(), &Guard::default());
        let _ = parse(format!("<{text}").as_bytes(), &Guard::default());
    }

    /// Any list of mementos survives being written and read in every dialect.
    #[test]
    fn written_timemaps_are_read_again(
        mementos in proptest::collection::vec(("[a-z0-9/?&=,;+-]{0,12}", 0_i64..4_000_000_000), 1..20),
        dialect in prop_oneof![Just(Dialect::Link), Just(Dialect::Json), Just(Dialect::Cdxj)],
        original in "http://[a-z]{1,8}\\.example/[a-z,;]{0,5}",
    ) {
        let mementos: Vec<Memento> = mementos
            .into_iter()
            .map(|(path, seconds)| Memento {
                uri: format!("http://ar.example/m/{path}"),
                unix_ms: seconds * 1000,
                date_is_standard: dialect != Dialect::Json,
                digest: None,
            })
            .collect();
        let timemap = TimeMap { original: Some(original), ..TimeMap::default() };
        let mut out = Vec::new();
        dialect.write(&timemap, mementos.iter().cloned().map(Ok), &mut out).expect("memory");
        let back = parse(&out, &Guard::default()).expect("a TimeMap");
        prop_assert_eq!(&back.mementos, &mementos);
        prop_assert_eq!(&back.original, &timemap.original);
        prop_assert_eq!(back.faults, Vec::new());
    }
}
