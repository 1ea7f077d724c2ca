//! Properties of the profiles on anything, and on real URLs.

use std::io::Read;
use std::path::PathBuf;

use proptest::prelude::*;
use scutch_url::{Crawl, Profile, Rule, Rules, Url, from_ssurt, ssurt};

fn check(text: &str) {
    for profile in [Profile::Whatwg, Profile::Crawl, Profile::Dedup] {
        if let Ok(once) = profile.apply(text) {
            assert_eq!(profile.apply(&once).as_ref(), Ok(&once), "{} of {text:?}", profile.id());
        }
    }
    // Keys never fail and never panic.
    let _ = scutch_url::surt(text);
    let Ok(url) = Url::parse(text) else { return };
    assert_eq!(from_ssurt(&ssurt(&url)).as_ref(), Ok(&url));
    let plain = Crawl { rules: Rules::NONE, ..Crawl::default() };
    assert_eq!(plain.normalize(text).map(|n| n.url).as_deref(), Ok(url.as_str()));
    only_listed_changes(text, &url);
}

/// Undoes what `crawl` says it removed and compares with what a browser would request.
fn only_listed_changes(text: &str, url: &Url) {
    let normal = Crawl::default().normalize(text).expect("it parsed");
    let crawled = Url::parse(&normal.url).expect("normal forms parse");
    if normal.changes.iter().any(|c| c.rule == Rule::Ampersand) {
        return;
    }
    assert_eq!(crawled.scheme(), url.scheme());
    assert_eq!(crawled.host_and_port(), url.host_and_port());
    assert_eq!((crawled.username(), crawled.password()), (url.username(), url.password()));
    let told = |rule: Rule| normal.changes.iter().any(|c| c.rule == rule);
    if !told(Rule::Slashes) && !told(Rule::Escapes) {
        if !told(Rule::Tracker) {
            assert_eq!(crawled.path(), url.path(), "{text}");
        }
        let ((front, mut all), (crawled_front, mut kept)) = (parted(url), parted(&crawled));
        assert_eq!(crawled_front, front, "{text}");
        let is_removed = |rule: Rule| matches!(rule, Rule::Tracker | Rule::EmptyParameter);
        kept.extend(normal.changes.iter().filter(|c| is_removed(c.rule)).map(|c| &*c.what));
        all.sort_unstable();
        kept.sort_unstable();
        assert_eq!(kept, all, "{text}");
    }
}

/// The path before its first `&`, and all parameters: behind it, and those of the query. Trackers go from
/// both.
fn parted(url: &Url) -> (&str, Vec<&str>) {
    let (front, stray) = url.path().split_once('&').unwrap_or((url.path(), ""));
    let stray = stray.trim_end_matches('/').split('&').filter(|pair| !pair.is_empty());
    let of_query = url.query().into_iter().flat_map(|query| query.split('&'));
    (front, stray.chain(of_query).collect())
}

#[test]
fn trackers_in_paths_are_told() {
    for path in ["2012&utm_a=", "%2E/x&utm_a=", "q&id=7&utm_source=a/", "a&&utm_a=?utm_b=1&c=2"] {
        check(&format!("http://a/{path}"));
    }
}

#[test]
fn urls_that_grow_past_the_longest() {
    let path = "é".repeat(scutch_url::MAX_LENGTH / 4);
    let text = format!("http://a.org/{path}");
    assert!(text.len() < scutch_url::MAX_LENGTH);
    assert_eq!(Url::parse(&text), Err(scutch_url::ParseError::TooLong));
    check(&text);
}

#[test]
fn hosts_of_dots_stay_hosts() {
    for text in [
        "http:/%2E/2012&amp;http://%7E",
        "http://./x.org/",
        "https://../a/",
        "http://www../a",
        "http://1../a",
        "http://www.1../a",
    ] {
        check(text);
    }
    let dedup = |text| Profile::Dedup.apply(text);
    assert_eq!(dedup("http://./x.org/").as_deref(), Ok("http://./x.org"));
    assert_eq!(dedup("http://1../a/?gclid=1#x").as_deref(), Ok("http://1../a/"));
}

#[test]
fn ampersands_that_come_together_late() {
    for text in [
        "http://a.org/?a=1&a%6Dp;b=2",
        "http://a.org/?utm_id=1&%61mp;b=2",
        "http://a.org/?%61mp;b=2",
        "http://a.org/x&%61m%70;y",
        "http://a.org/?a&am\tp;b",
        "http://x&AMP;y.org/",
        "http://x&%61mp;y.org/",
        "http://a.org/?amp;x=1&aaa=2",
        "http://a.org/?amp;amp;utm_source=1&aaa=2",
        "http://a.org/?&amp;amp;%26amp;",
    ] {
        check(text);
    }
    let crawl = |text| Profile::Crawl.apply(text);
    assert_eq!(crawl("http://a.org/?a&am\tp;b").as_deref(), Ok("http://a.org/?a&b"));
    assert_eq!(crawl("http://a.org/?a&a%6Dp;b").as_deref(), Ok("http://a.org/?a&b"));
    assert_eq!(crawl("http://a.org/?utm_id=1&a%6Dp;b").as_deref(), Ok("http://a.org/?b"));
    assert_eq!(crawl("http://a.org/x&a%6Dp;y").as_deref(), Ok("http://a.org/x&%61mp;y"));
    let dedup = |text| Profile::Dedup.apply(text);
    assert_eq!(dedup("http://a.org/?amp;x=1&aaa=2").as_deref(), Ok("http://a.org/?aaa=2&x=1"));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn anything(text in ".{0,60}") {
        check(&text);
    }

    #[test]
    fn nearly_urls(
        text in r"https?:/{1,3}(u:p@)?(www\.)?[a-zA-Zü.:0-9-]{0,12}([/?#&;=%@.{}<> a-fA-F0-9é'\t]|//|%2[eE5]|%7[eE]|utm_a=|sid=|http://|&amp;|/2012){0,14}",
    ) {
        check(&text);
    }
}

#[test]
fn hosts_of_dots_keep_their_place() {
    check("http:/%2E/2012&amp;http://%7E");
    check("http://../http://a.example/");
}

#[test]
fn real_urls() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/url/vectors-dev.jsonl.gz");
    let Ok(file) = std::fs::File::open(path) else {
        eprintln!("SKIPPED: real_urls: shared data not present");
        return;
    };
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).expect("gzip of text");
    for line in text.lines().step_by(3) {
        let vector: serde_json::Value = serde_json::from_str(line).expect("JSON");
        if let Some(url) = vector["args"]["url"].as_str() {
            check(url);
        }
    }
}

#[test]
fn keys_for_comparing_are_without_the_session_that_index_keys_have() {
    let page = "https://www.example.org/DE/reden.html";
    let session = "jsessionid=6E16038CD8F33513DF6634FABA4F655F";
    let key = Profile::Dedup.apply(page).expect("a key");
    for url in [
        format!("{page};{session}"),
        format!("{page};{session}.2_cid387#start"),
        format!("{page}?{session}"),
    ] {
        assert_eq!(Profile::Dedup.apply(&url), Ok(key.clone()), "{url}");
        let surt = Profile::Surt.apply(&url).expect("a key");
        let in_path = url.contains(';');
        assert_eq!(surt.contains(";jsessionid="), in_path, "{surt}");
    }
}
