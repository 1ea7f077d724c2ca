//! Any text as a URL: parsed, normalised under every profile, judged, taken apart.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scutch_url::verdict::{Checker, Filters, language_evidence, url_type};
use scutch_url::{Memento, Profile, Url, from_ssurt, ssurt};

fuzz_target!(|data: &[u8]| {
    let mut checker = Checker::new(Filters::strict());
    let _ = checker.check_bytes(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    for profile in [Profile::Whatwg, Profile::Crawl, Profile::Dedup] {
        if let Ok(once) = profile.apply(text) {
            assert_eq!(profile.apply(&once).as_ref(), Ok(&once), "{} twice", profile.id());
        }
    }
    let _ = (Profile::Surt.apply(text), Profile::Courlan.apply(text));
    let _ = checker.explain(text);
    if let Some(memento) = Memento::split(text) {
        assert_eq!(memento.join(), text);
        let _ = (memento.raw(), memento.uri_r());
    }
    if let Ok(url) = Url::parse(text) {
        assert_eq!(from_ssurt(&ssurt(&url)).as_ref(), Ok(&url));
        let _ = (url_type(&url), language_evidence(&url));
    }
});
