//! What users of extractors complain about most, each on a page of our own.

mod comments;
mod tables;
mod text;
mod units;

use scutch_page::{
    Document, ExtractConfig, Hints, Limits, Method, Mode, Page, PageFlag, Reason, Scoring, extract,
    render,
};

/// Text and Markdown of a page.
fn read(html: &str) -> (String, String) {
    let hints = Hints { url: Some("http://harbour.example/2019/05/story"), ..Hints::default() };
    let page = Page::parse(html.as_bytes(), &hints, &Limits::default());
    let extraction = extract(&page, &ExtractConfig::default());
    (render::text(&page, &extraction), render::markdown(&Document::new(&page, &extraction)))
}

#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "not there: {part:?} in\n{text}");
    }
}

#[track_caller]
fn lacks(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "there: {part:?} in\n{text}");
    }
}

const MIDDLE: &str = "<p>The wind had turned in the night, and by the time the first boats came \
    in, the water \
    stood a hand's breadth below the edge of the quay, higher than anyone could remember.</p>\
    <p>The harbour master opened the sluices at five, an hour before the tide, and sent two of his \
    men to \
    the old bridge to read the gauge every ten minutes until the water fell again.</p>";

fn article(first: &str, last: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><title>High water at the quay</title></head><body>\
         <header><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a \
         href=/tides>Tides</a>\
         </ul></nav></header><main><article><h1>High water at the \
         quay</h1>{first}{MIDDLE}{last}</article>\
         <aside><h3>Most read</h3><ul><li><a href=/1>Ferry sold</a><li><a href=/2>New \
         crane</a></ul></aside>\
         </main><footer><p>© Harbour Notes. <a href=/imprint>Imprint</a></p></footer></body></html>"
    )
}
