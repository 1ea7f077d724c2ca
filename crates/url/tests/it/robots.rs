//! robots.txt by the examples of RFC 9309 and those of search engines' own test suites.

use proptest::prelude::*;
use scutch_url::robots::{MAX_BYTES, Robots};

fn allows(text: &str, agent: &str, path: &str) -> bool {
    Robots::parse(text.as_bytes()).allows(agent, path)
}

#[test]
fn examples_of_the_standard() {
    // RFC 9309, section 5.1.
    let simple = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n\
        User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n\
        User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\n\
        User-Agent: quxbot\n\nEOF\n";
    let cases = [
        ("x", "/image.gif", false),
        ("x", "/image.gif?x", true),
        ("x", "/example/a", false),
        ("x", "/publications/", true),
        ("x", "/other", true),
        ("foobot", "/", false),
        ("foobot", "/example/page.html", true),
        ("foobot", "/example/allowed.gif", true),
        ("foobot", "/publications/", false),
        ("barbot", "/example/page.html", false),
        ("bazbot", "/example/page.html", false),
        ("barbot", "/image.gif", true),
        ("quxbot", "/image.gif", true),
    ];
    for (agent, path, allowed) in cases {
        assert_eq!(allows(simple, agent, path), allowed, "{agent} {path}");
    }
    // Section 5.2: the longest match wins.
    let longest =
        "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif";
    assert!(!allows(longest, "foobot", "/example/page/disallowed.gif"));
    assert!(allows(longest, "foobot", "/example/page/other.gif"));
}

#[test]
fn paths_match_by_their_octets() {
    // RFC 9309, section 2.2.2: pattern, path, whether they match.
    let cases = [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz", true),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84", true),
        ("/foo/bar/%E3%83%84", "/foo/bar/ツ", true),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz", true),
        ("/foo/bar/baz", "/foo/bar/%62%61%7a", true),
        ("/a%3cd.html", "/a%3Cd.html", true),
        ("/a%2Fb", "/a/b", false),
        ("/%zz", "/%zz", true),
    ];
    for (pattern, path, matched) in cases {
        let text = format!("user-agent: *\ndisallow: {pattern}");
        assert_eq!(!allows(&text, "x", path), matched, "{pattern} {path}");
    }
}

#[test]
fn wildcards() {
    // Pattern, paths that match, paths that do not: as Google documents them.
    let cases: [(&str, &[&str], &[&str]); 12] = [
        ("/", &["/", "/anything"], &[]),
        ("/*", &["/", "/anything"], &[]),
        ("/$", &["/"], &["/x", "/?x"]),
        (
            "/fish",
            &["/fish", "/fish.html", "/fishheads", "/fish?id=1"],
            &["/Fish", "/catfish", "/desert/fish"],
        ),
        ("/fish*", &["/fish", "/fishheads/yummy.html"], &["/catfish"]),
        ("/fish/", &["/fish/", "/fish/?id=1", "/fish/salmon.htm"], &["/fish", "/fish.html"]),
        ("/*.php", &["/index.php", "/folder/any.php.file.html", "/a.php/"], &["/", "/windows.PHP"]),
        (
            "/*.php$",
            &["/filename.php", "/folder/filename.php"],
            &["/filename.php?p", "/filename.php5"],
        ),
        ("/fish*.php", &["/fish.php", "/fishheads/catfish.php?p"], &["/Fish.PHP"]),
        ("/a*b*c$", &["/abc", "/axbxc", "/abcbc"], &["/abcd", "/acb"]),
        ("/a$b", &["/a$b", "/a$bc"], &["/a"]),
        ("/***x", &["/x", "/yx"], &["/y"]),
    ];
    for (pattern, matching, others) in cases {
        let text = format!("user-agent: *\ndisallow: {pattern}");
        for path in matching {
            assert!(!allows(&text, "x", path), "{pattern} {path}");
        }
        for path in others {
            assert!(allows(&text, "x", path), "{pattern} {path}");
        }
    }
}

#[test]
fn groups_are_chosen_by_product_token() {
    let text = "User-agent: a\nDisallow: /a\n\nUser-agent: b\nUser-agent: c\nDisallow: /bc\n\n\
        User-agent: A\nDisallow: /a2\n\nUser-agent: *\nDisallow: /other";
    let cases = [
        ("a", "/a", false),
        // Groups of one agent are one.
        ("a", "/a2", false),
        ("A/2.0 (+http://e.org)", "/a", false),
        ("a", "/other", true),
        ("b", "/bc", false),
        ("c", "/bc", false),
        ("ab", "/a", true),
        ("ab", "/other", false),
        ("", "/other", false),
    ];
    for (agent, path, allowed) in cases {
        assert_eq!(allows(text, agent, path), allowed, "{agent} {path}");
    }
}

#[test]
fn lines_may_be_sloppy() {
    for text in [
        "user-agent:*\ndisallow:/x",
        "USER-AGENT: *\r\nDISALLOW: /x\r\n",
        "user-agent: *\rdisallow: /x\r",
        "\u{feff}user-agent: *\ndisallow: /x",
        "  user-agent :  *  \n\t disallow\t: /x # comment",
        "useragent: *\ndisallow: /x",
        "user-agent: *\n\n\nunknown: y\nno colon\ndisallow: /x",
        "# first\nuser-agent: * # any\n# second\ndisallow: /x",
    ] {
        assert!(!allows(text, "scutch", "/x"), "{text:?}");
        assert!(allows(text, "scutch", "/y"), "{text:?}");
    }
    for harmless in ["", "disallow: /x", "user-agent: *\ndisallow:", "user-agent: *\ndisallow /x"] {
        assert!(allows(harmless, "scutch", "/x"), "{harmless:?}");
    }
    // Bytes that are no text leave the other lines alone.
    let robots = Robots::parse(b"user-agent: *\n\xff\xfe\ndisallow: /\xffx\n");
    assert!(!robots.allows("scutch", "/x"));
}

#[test]
fn the_file_itself_may_always_be_fetched() {
    assert!(allows("user-agent: *\ndisallow: /", "x", "/robots.txt"));
    assert!(!allows("user-agent: *\ndisallow: /", "x", "/robots.txt?x"));
}

#[test]
fn delays_are_numbers_of_seconds() {
    for (value, delay) in [
        ("5", Some(5.0)),
        ("0.5", Some(0.5)),
        ("0", Some(0.0)),
        ("-1", None),
        ("soon", None),
        ("inf", None),
        ("nan", None),
        ("", None),
    ] {
        let text = format!("user-agent: x\ncrawl-delay: {value}");
        assert_eq!(Robots::parse(text.as_bytes()).crawl_delay("x"), delay, "{value}");
    }
    let text = b"user-agent: *\ncrawl-delay: 3\nuser-agent: x\ncrawl-delay: bad\ncrawl-delay: 4";
    let robots = Robots::parse(text);
    assert_eq!((robots.crawl_delay("x"), robots.crawl_delay("y")), (Some(4.0), Some(3.0)));
}

#[test]
fn long_files_and_patterns_are_cut() {
    let filler = "# filler\n".repeat(MAX_BYTES / 9);
    let text = format!("user-agent: *\ndisallow: /early\n{filler}\ndisallow: /late\n");
    assert!(!allows(&text, "x", "/early"));
    assert!(allows(&text, "x", "/late"));
    let long = format!("user-agent: *\ndisallow: /{}\n", "x".repeat(2000));
    assert!(allows(&long, "x", &format!("/{}", "x".repeat(3000))));
    let stars = format!("user-agent: *\ndisallow: /{}x\n", "*a".repeat(11));
    assert!(allows(&stars, "x", &format!("/{}x", "a".repeat(50))));
}

#[test]
fn sitemaps_stand_outside_of_groups() {
    let text =
        "Sitemap: http://e.org/1.xml\nuser-agent: x\nsitemap:  http://e.org/2.xml \ndisallow: /a";
    let robots = Robots::parse(text.as_bytes());
    assert_eq!(robots.sitemaps(), ["http://e.org/1.xml", "http://e.org/2.xml"]);
    assert!(!robots.allows("x", "/a"));
}

/// Patterns over a small alphabet, so that they overlap.
fn pattern() -> impl Strategy<Value = String> {
    "/[ab*]{0,4}\\$?"
}

/// Whether a pattern matches, by trying every way to read its stars.
fn matches_slowly(pattern: &str, path: &str) -> bool {
    match pattern.chars().next() {
        None => true,
        Some('$') if pattern == "$" => path.is_empty(),
        Some('*') => (0..=path.len()).any(|at| matches_slowly(&pattern[1..], &path[at..])),
        Some(first) => {
            path.starts_with(first) && matches_slowly(&pattern[1..], &path[first.len_utf8()..])
        }
    }
}

fn file<'r>(rules: impl Iterator<Item = &'r (bool, String)>) -> String {
    let lines = rules.map(|(allow, pattern)| {
        format!("{}: {pattern}\n", if *allow { "allow" } else { "disallow" })
    });
    format!("user-agent: *\n{}", lines.collect::<String>())
}

proptest! {
    #[test]
    fn patterns_match_as_slow_matching_says(pattern in pattern(), path in "/[ab]{0,6}") {
        let text = format!("user-agent: *\ndisallow: {pattern}");
        prop_assert_eq!(!allows(&text, "x", &path), matches_slowly(&pattern, &path));
    }

    #[test]
    fn the_order_of_rules_does_not_matter(
        rules in prop::collection::vec((any::<bool>(), pattern()), 0..6),
        path in "/[ab]{0,6}",
    ) {
        let (forth, back) = (file(rules.iter()), file(rules.iter().rev()));
        prop_assert_eq!(allows(&forth, "x", &path), allows(&back, "x", &path));
    }

    #[test]
    fn allowing_more_never_forbids(
        rules in prop::collection::vec(pattern(), 0..5),
        more in pattern(),
        path in "/[ab]{0,6}",
    ) {
        let text: String = rules.iter().map(|pattern| format!("disallow: {pattern}\n")).collect();
        let text = format!("user-agent: *\n{text}");
        let with_more = format!("{text}allow: {more}\n");
        prop_assert!(!allows(&text, "x", &path) || allows(&with_more, "x", &path));
    }

    #[test]
    fn any_bytes_are_rules(bytes in prop::collection::vec(any::<u8>(), 0..200), path in ".{0,20}") {
        let robots = Robots::parse(&bytes);
        let _ = (robots.allows("x", &path), robots.crawl_delay("x"), robots.sitemaps().len());
    }
}
