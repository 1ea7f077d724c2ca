//! Any text as a page whose links are wanted, and as the robots.txt of its host.

use scutch_courlan::{Courlan, LinkOptions, Options, PythonRules};
use scutch_url::Url;
use scutch_url::links::{MAX_LINKS, links, outlinks};
use scutch_url::robots::Robots;
use scutch_url::verdict::{Checker, Filters};

/// One execution.
pub fn run(data: &[u8]) {
    let robots = Robots::parse(data);
    let _ = (robots.allows("scutch", "/a/b?c"), robots.crawl_delay("scutch"));
    let Ok(html) = std::str::from_utf8(data) else { return };
    let page = Url::parse("http://paper.example/2019/05/17/story").expect("a URL");
    let found = links(html, &page);
    assert!(found.len() <= MAX_LINKS);
    for pair in found.windows(2) {
        assert!(pair[0].offset <= pair[1].offset, "document order");
    }
    for link in &found {
        assert_eq!(html.as_bytes()[link.offset], b'<');
        assert!(html.is_char_boundary(link.offset));
    }
    let mut checker = Checker::new(Filters::relaxed());
    let split = outlinks(&found, &page, &mut checker);
    assert!(split.external.len() + split.internal.len() + split.priority.len() <= found.len());
    let options = LinkOptions {
        external: false,
        no_filter: false,
        reference: None,
        check: Options::default(),
    };
    let rules = PythonRules::parse(html);
    let _ = Courlan::default().extract_links(html, Some(page.as_str()), &options);
    let _ = Courlan::default().filter_links(html, Some(page.as_str()), Some(&rules), &options);
}
