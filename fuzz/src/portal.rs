//! Any text as a portal file. A file that is taken has rules that hold on a page.

use scutch_portal::{Document, Portal};
use scutch_url::Url;

const PAGE: &[u8] =
    b"<body class=single><a href=/1>one</a><article><h2><a href='/2?p=3'>two</a></h2>\
    </article><script>{\"items\": [{\"url\": \"/3\"}]}</script>";

/// One execution.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(portal) = Portal::load(text, Some("https://a.example/")) else { return };
    let Ok(url) = Url::parse("https://a.example/list?page=1") else { return };
    let page = Document::new(url, PAGE.to_vec(), None);
    let (links, next) = portal.rules();
    for rules in [links, next, &portal.article.id, &portal.article.alias] {
        assert!(rules.every_address(&page).iter().all(|address| !address.is_empty()));
    }
    let _ = (portal.article.is(&page), portal.route_of_page(&page), portal.skips("/1"));
}
