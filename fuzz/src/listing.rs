//! Any text as a sitemap, an index of sitemaps, or a feed.

use scutch_portal::Listing;

/// Addresses of one list.
const MAX: usize = 5;

/// One execution.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let few = Listing::read(text, MAX);
    let all = Listing::read(text, usize::MAX);
    assert_eq!(all.left, 0);
    let cut = |list: &[String]| list.len().saturating_sub(MAX);
    assert_eq!(few.left, cut(&all.pages) + cut(&all.sitemaps) + cut(&all.own));
    for (few, all) in [(few.pages, all.pages), (few.sitemaps, all.sitemaps), (few.own, all.own)] {
        assert!(all.starts_with(&few) && all.iter().all(|address| !address.is_empty()));
    }
}
