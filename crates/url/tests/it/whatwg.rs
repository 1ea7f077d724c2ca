//! The parser against the web-platform-tests, and against the `url` crate on anything.

use std::path::PathBuf;

use proptest::prelude::*;
use scutch_url::{ParseError, Url};

fn data(name: &str) -> Option<serde_json::Value> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/url").join(name);
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("SKIPPED: {name}: shared data not present");
        return None;
    };
    Some(serde_json::from_str(&text).expect("the file is JSON"))
}

fn is_http(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c <= ' ').to_ascii_lowercase();
    let text = text.replace(['\t', '\n', '\r'], "");
    text.starts_with("http:") || text.starts_with("https:")
}

fn has_scheme(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c <= ' ').replace(['\t', '\n', '\r'], "");
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)))
            .is_some_and(|at| text[at..].starts_with(':'))
}

#[test]
fn web_platform_tests() {
    let Some(data) = data("urltestdata.json") else { return };
    let mut run = 0;
    let mut wrong = Vec::new();
    for case in data.as_array().expect("a list").iter().filter(|case| case.is_object()) {
        let input = case["input"].as_str().expect("an input");
        let base = case["base"].as_str();
        let ours = is_http(input) || (!has_scheme(input) && base.is_some_and(is_http));
        if !ours {
            continue;
        }
        run += 1;
        let parsed = match base.filter(|base| is_http(base)) {
            Some(base) => Url::parse(base).and_then(|base| base.join(input)),
            None => Url::parse(input),
        };
        let expected = case["href"].as_str();
        match (&parsed, expected) {
            (Ok(url), Some(_)) => {
                let text = |name: &str| case[name].as_str().unwrap_or_default().to_owned();
                let port = url.port().map(|p| p.to_string()).unwrap_or_default();
                let mark = |mark: &str, part: Option<&str>| {
                    part.filter(|p| !p.is_empty()).map(|p| format!("{mark}{p}")).unwrap_or_default()
                };
                let same = url.as_str() == text("href")
                    && url.host() == text("hostname")
                    && port == text("port")
                    && url.path() == text("pathname")
                    && mark("?", url.query()) == text("search")
                    && mark("#", url.fragment()) == text("hash")
                    && url.username() == text("username")
                    && url.password() == text("password");
                if !same {
                    wrong.push(format!("{input:?} on {base:?}: {url}, expected {case}"));
                }
            }
            (Err(_), None) => {}
            _ => wrong.push(format!("{input:?} on {base:?}: {parsed:?}, expected {expected:?}")),
        }
    }
    eprintln!("web-platform-tests: {} of {run} http(s) cases", run - wrong.len());
    assert!(run > 400, "{run}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn domains_to_ascii() {
    let Some(data) = data("toascii.json") else { return };
    let mut wrong = Vec::new();
    for case in data.as_array().expect("a list").iter().filter(|case| case.is_object()) {
        let input = case["input"].as_str().expect("an input");
        let parsed = Url::parse(&format!("https://{input}/x"));
        let host = parsed.as_ref().ok().map(Url::host);
        if host != case["output"].as_str() {
            wrong.push(format!("{input:?}: {parsed:?}, expected {}", case["output"]));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn same_as_the_reference(input: &str, base: Option<&str>) {
    let reference = match base {
        Some(base) => url::Url::parse(base).and_then(|base| base.join(input)),
        None => url::Url::parse(input),
    };
    let ours = match base {
        Some(base) => Url::parse(base).and_then(|base| base.join(input)),
        None => Url::parse(input),
    };
    match (&reference, &ours) {
        (Ok(reference), Ok(ours)) => {
            // The reference still leaves the circumflex in paths; the standard escapes it.
            assert_eq!(reference.as_str().replace('^', "%5E"), ours.as_str().replace('^', "%5E"));
        }
        (Ok(reference), Err(ParseError::Scheme)) => {
            assert!(!matches!(reference.scheme(), "http" | "https"));
        }
        // The reference takes three slashes on a base for a missing host; the standard skips them.
        (Err(url::ParseError::EmptyHost), Ok(_)) if base.is_some() => {}
        // Undecodable Punycode: the reference is of an older standard.
        (Err(_), Ok(ours)) => assert!(ours.host().contains("xn--"), "{input:?} {ours:?}"),
        (Err(_), Err(_)) => {}
        (Ok(reference), Err(error)) => panic!("{input:?}: {reference} but {error:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn anything(input in ".{0,40}") {
        same_as_the_reference(&input, None);
        same_as_the_reference(&input, Some("https://a.b/c/d?e#f"));
    }

    #[test]
    fn nearly_urls(
        input in r"(https?:)?[/\\]{0,3}([a-zA-Zü.:@0-9\[\]%-]{0,12})([/\\?#.%2eE:@ a-zA-Z0-9é'\t^]{0,30})",
    ) {
        same_as_the_reference(&input, None);
        same_as_the_reference(&input, Some("http://a.b:81/c/d/?e"));
    }

    #[test]
    fn serialised_is_stable(
        input in r"https?://[a-zA-Zü.0-9-]{1,12}[/\\?#.%2eE:@ a-zA-Z0-9é']{0,30}",
    ) {
        if let Ok(url) = Url::parse(&input) {
            prop_assert_eq!(Url::parse(url.as_str()), Ok(url.clone()));
            prop_assert_eq!(Url::parse("http://x.y/z?q#f").unwrap().join(url.as_str()), Ok(url));
        }
    }
}

/// Only paths of files have drives (WHATWG URL, "shorten a url's path"). The reference takes them for
/// drives in all schemes, so it is not asked.
#[test]
fn drive_letters_are_segments_like_others() {
    for segment in ["a:", "C|", "ab:", "a"] {
        let url = Url::parse(&format!("http://a.example/{segment}/../b")).expect("a URL");
        assert_eq!(url.as_str(), "http://a.example/b", "{segment}");
    }
}
