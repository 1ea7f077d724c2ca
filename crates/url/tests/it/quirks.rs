//! Every fault of courlan that the profile `crawl` does not share, by its number in the list of
//! quirks; those of other rooms (filters, domains, links, frontier) stand in their tests.

use scutch_url::{Crawl, Profile, Rule, Url};

fn crawl(url: &str) -> String {
    Crawl::default().normalize(url).expect(url).url
}

fn changes(url: &str) -> Vec<(Rule, String)> {
    let normal = Crawl::default().normalize(url).expect(url);
    normal.changes.into_iter().map(|c| (c.rule, c.what.into())).collect()
}

#[test]
fn normal_forms() {
    let cases = [
        // 1: slashes of an embedded URL stay
        (
            1,
            "http://web.archive.org/web/2012/http://x.org/y/",
            "http://web.archive.org/web/2012/http://x.org/y/",
        ),
        (1, "http://e.org/a//b///c", "http://e.org/a/b/c"),
        (1, "http://e.org/out//http://x.org//y", "http://e.org/out/http://x.org/y"),
        // 2: archives are known and left alone
        (
            2,
            "http://arquivo.pt/wayback/2012/http://x.org/y",
            "http://arquivo.pt/wayback/2012/http://x.org/y",
        ),
        (
            2,
            "http://arquivo.pt/wayback/2012/http://x.org/?utm_source=a",
            "http://arquivo.pt/wayback/2012/http://x.org/?utm_source=a",
        ),
        // 3: nothing is unwrapped
        (3, "http://e.org/thumb/http://host/img", "http://e.org/thumb/http://host/img"),
        (3, "http://e.org/?u=http://host/img", "http://e.org/?u=http://host/img"),
        // 4: bytes of other charsets stay
        (4, "http://e.org/?q=%E4&tag=ko%B6ci%F3%B3", "http://e.org/?q=%E4&tag=ko%B6ci%F3%B3"),
        // 5: parameters without value stay
        (5, "http://e.org/?a=&b", "http://e.org/?a=&b"),
        (5, "http://e.org/??a.css,b.css", "http://e.org/??a.css,b.css"),
        (5, "http://e.org/?&&a=1&&b=2&", "http://e.org/?a=1&b=2"),
        // 6: no escapes for what needs none
        (
            6,
            "http://e.org/x;jsessionid=1/(x)/@$+*~ok'&",
            "http://e.org/x;jsessionid=1/(x)/@$+*~ok'&",
        ),
        // 8: no character references without semicolon
        (8, "http://e.org/?a=1&copy=2", "http://e.org/?a=1&copy=2"),
        (8, "http://e.org/?a&section=1", "http://e.org/?a&section=1"),
        (8, "http://e.org/?a=1&amp;b=2&amp;amp;c", "http://e.org/?a=1&b=2&c"),
        // 9: dot segments
        (9, "http://e.org/a/./b/../c", "http://e.org/a/c"),
        (9, "http://e.org/a/%2e%2E/c", "http://e.org/c"),
        // 10: only the host is folded
        (10, "http://user:Pw@E.org/", "http://user:Pw@e.org/"),
        // 11: empty port, root dot
        (11, "http://e.org:/x", "http://e.org/x"),
        (11, "http://e.org./x", "http://e.org./x"),
        // 12: hosts in ASCII
        (12, "http://münchen.de/ü", "http://xn--mnchen-3ya.de/%C3%BC"),
        // 13: one spelling of escapes
        (13, "http://e.org/%c3%a9/%7Eme?%7e=%41", "http://e.org/%C3%A9/~me?~=A"),
        (13, "http://e.org/%%34%31%2541", "http://e.org/%%341%2541"),
        // 14
        (14, "http://e.org/?a=1;b=2", "http://e.org/?a=1;b=2"),
        // 15: only trackers go
        (
            15,
            "http://e.org/?keyword=a&keywords=b&source=c&session_date=d&ref=e&uid=f&referrer=g&gl=h&cid=i",
            "http://e.org/?keyword=a&keywords=b&source=c&session_date=d&ref=e&uid=f&referrer=g&gl=h&cid=i",
        ),
        // 16: public lists know more of them
        (
            16,
            "http://e.org/?srsltid=a&_hsenc=b&wt_zmc=c&mkt_tok=d&yclid=e&id=7",
            "http://e.org/?id=7",
        ),
        // 17: the slash stays
        (17, "http://e.org/path/", "http://e.org/path/"),
        // 19: schemes in any case
        (19, "HTTP://example.org/x", "http://example.org/x"),
        // 47: blanks inside are escaped
        (47, " http://e.org/a b ", "http://e.org/a%20b"),
        // 48
        (48, "http://e.org/{id}/x", "http://e.org/%7Bid%7D/x"),
    ];
    for (row, url, expected) in cases {
        assert_eq!(crawl(url), expected, "row {row}: {url}");
        assert_eq!(crawl(expected), expected, "row {row}, again");
    }
}

#[test]
fn fragments_keep_their_spelling() {
    // 7: where fragments are kept, they are escaped as fragments
    let url = Profile::Whatwg.apply("http://e.org/#a?b=1&c=2").unwrap();
    assert_eq!(url, "http://e.org/#a?b=1&c=2");
}

#[test]
fn everything_removed_is_told() {
    assert_eq!(
        changes("http://e.org/a//b?utm_source=x&id=1&&FBCLID=y#top"),
        [
            (Rule::Slashes, "/a//b".to_owned()),
            (Rule::Tracker, "utm_source=x".to_owned()),
            (Rule::EmptyParameter, String::new()),
            (Rule::Tracker, "FBCLID=y".to_owned()),
            (Rule::Fragment, "top".to_owned()),
        ]
    );
    assert_eq!(changes("http://e.org/a?b"), []);
    assert_eq!(crawl("http://e.org/?utm_source=x"), "http://e.org/");
    assert_eq!(crawl("http://e.org/?"), "http://e.org/?");
}

#[test]
fn dedup_keys() {
    let key = |url: &str| Profile::Dedup.apply(url).unwrap();
    let same = ["https://www.e.org/a/?", "http://e.org./a?", "http://u:p@www2.e.org/a/?#x"];
    for url in same {
        assert_eq!(key(url), key(same[0]), "{url}");
    }
    assert_eq!(key("https://e.org/?b=1&a=2&b=0"), "http://e.org/?a=2&b=1&b=0");
    assert_eq!(key("https://www.com/x/"), "http://www.com/x");
    assert_eq!(key("https://e.org:8443/"), "http://e.org:8443/");
}

#[test]
fn urls_compare_by_host_not_spelling() {
    // 28
    let host = |url: &str| Url::parse(url).unwrap().host().to_owned();
    assert_eq!(host("http://EXAMPLE.org/"), host("http://example.org/"));
    assert_eq!(host("http://münchen.de/"), host("http://xn--mnchen-3ya.de/"));
}
