//! Any bytes as a page: decoded, parsed, cut into blocks, labelled, described and rendered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scutch_page::{Document, ExtractConfig, Hints, Limits, Page, extract, render};

const LABELS: [Option<&str>; 4] = [
    None,
    Some("text/html; charset=shift_jis"),
    Some("text/html; charset=utf-8"),
    Some("text/html; charset=iso-2022-jp"),
];

fuzz_target!(|data: &[u8]| {
    // The first byte chooses the label that comes with the page.
    let (label, bytes) = data.split_first().map_or((0, data), |(label, rest)| (*label, rest));
    let hints = Hints {
        url: Some("http://paper.example/2019/05/17/story"),
        http_content_type: LABELS[usize::from(label) % LABELS.len()],
        ..Hints::default()
    };
    let page = Page::parse(bytes, &hints, &Limits::default());
    let extraction = extract(&page, &ExtractConfig::default());
    assert_eq!(extraction.labels.len(), page.blocks().len());
    let _ = page.metadata(&extraction);
    for show in [render::text, render::explain] {
        let _ = show(&page, &extraction);
    }
    let document = Document::new(&page, &extraction);
    for show in [render::markdown, render::html] {
        let _ = show(&document);
    }
});
