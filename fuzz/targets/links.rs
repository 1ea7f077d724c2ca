//! Any text as a page whose links are looked for.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scutch_url::Url;
use scutch_url::links::{MAX_LINKS, links, outlinks};
use scutch_url::verdict::{Checker, Filters};

fuzz_target!(|data: &[u8]| {
    let Ok(html) = std::str::from_utf8(data) else { return };
    let page = Url::parse("http://paper.example/2019/05/17/story").expect("a URL");
    let found = links(html, &page);
    assert!(found.len() <= MAX_LINKS);
    assert!(found.iter().all(|link| link.offset < html.len()));
    let mut checker = Checker::new(Filters::relaxed());
    let _ = outlinks(&found, &page, &mut checker, |_| true);
});
