//! Any text as a URL: parsed as the reference parses it; every normal form stays itself, every key
//! comes back, nothing is changed without a word.

use scutch_courlan::{Courlan, Options, Release};
use scutch_url::verdict::{Checker, Filters, language_evidence, trap, url_type};
use scutch_url::{Crawl, Memento, Profile, Rules, Url, from_ssurt, ssurt};

/// One execution.
pub fn run(data: &[u8]) {
    let _ = Checker::new(Filters::strict()).check_bytes(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    for profile in [Profile::Whatwg, Profile::Crawl, Profile::Dedup] {
        if let Ok(once) = profile.apply(text) {
            assert_eq!(profile.apply(&once).as_ref(), Ok(&once), "{}", profile.id());
        }
    }
    of_any_text(text);
    let ours = Url::parse(text);
    as_the_reference(text, ours.as_ref().ok());
    let Ok(url) = ours else { return };
    assert_eq!(from_ssurt(&ssurt(&url)).as_ref(), Ok(&url));
    let plain = Crawl { rules: Rules::NONE, ..Crawl::default() }.normalize(text);
    assert_eq!(plain.map(|normal| normal.url).as_deref(), Ok(url.as_str()));
    let normal = Crawl::default().normalize(text).expect("it parsed");
    let crawled = Url::parse(&normal.url).expect("normal forms parse");
    assert_eq!(crawled.scheme(), url.scheme());
    if normal.changes.is_empty() {
        assert_eq!(crawled, url);
    }
    let _ = (url_type(&url), language_evidence(&url), trap(&url));
    assert!(!scutch_url::is_external(&url, &url, false));
}

/// What never fails, whatever it is given.
fn of_any_text(text: &str) {
    let _ = scutch_url::surt(text);
    let _ = scutch_url::date_in_path(text);
    if let Some(memento) = Memento::split(text) {
        assert_eq!(memento.join(), text);
        let _ = (memento.raw(), memento.uri_r());
    }
    for release in [Release::Head, Release::V1_4_0] {
        let courlan = Courlan::new(release);
        let strict = Options { strict: true, language: Some("de"), ..Default::default() };
        let _ = courlan.check_url(text, &Options::default());
        let _ = courlan.check_url(text, &strict);
        let _ = courlan.clean_url(text, Some("en"));
        let _ = courlan.is_external(text, "https://example.org/", true);
        let _ = courlan.extract_domain(text, true, |_| false);
        let _ = courlan.fix_relative_urls("http://example.org/a/", text);
    }
}

fn as_the_reference(text: &str, ours: Option<&Url>) {
    let reference = url::Url::parse(text).ok();
    let reference = reference.filter(|url| matches!(url.scheme(), "http" | "https"));
    // The reference still leaves the circumflex in paths, which the standard escapes.
    let same = |text: &str| text.replace('^', "%5E");
    match (ours, &reference) {
        // The reference spares drive letters from `..` in all schemes; the standard does in files.
        (Some(_), Some(reference)) if has_drive_letter(reference.path()) => {}
        (Some(ours), Some(reference)) => assert_eq!(same(ours.as_str()), same(reference.as_str())),
        // Undecodable Punycode: the reference is of an older standard.
        (Some(ours), None) => assert!(ours.host().contains("xn--"), "{ours}"),
        (None, Some(reference)) => {
            assert!(text.len() > scutch_url::MAX_LENGTH, "{reference} is a URL");
        }
        (None, None) => {}
    }
}

fn has_drive_letter(path: &str) -> bool {
    let is_drive =
        |segment: &[u8]| matches!(segment, [letter, b':' | b'|'] if letter.is_ascii_alphabetic());
    path.split('/').any(|segment| is_drive(segment.as_bytes()))
}
