//! Comparisons with the index of an archive: formats of lines, bounds, spellings, slugs.

use proptest::prelude::*;
use scutch_portal::Portal;
use scutch_portal::coverage::{Comparison, Coverage, CoverageOptions, OwnArticle, normal, slug};

/// A line with the columns that a CDX server answers.
fn line(address: &str, time: &str) -> String {
    format!("key {time} {address} text/html 200 DIGEST 1234")
}

fn compare(own: &[&str], lines: &[String], options: CoverageOptions<'_>) -> Coverage {
    let mut comparison = Comparison::new(options);
    own.iter().for_each(|address| comparison.add_own(address));
    let mut legend = None;
    lines.iter().for_each(|line| comparison.add_line(line, &mut legend));
    comparison.finish()
}

/// Matches as `by own archive`, with `-` for none.
fn matches(coverage: &Coverage) -> Vec<String> {
    let text = |side: &Option<String>| side.clone().unwrap_or_else(|| "-".to_owned());
    let matches = coverage.matches.iter();
    matches.map(|m| format!("{} {} {}", m.by, text(&m.own), text(&m.archive))).collect()
}

#[test]
fn articles_are_matched_by_address_then_by_unique_slug() {
    let own = [
        "https://www.a.example/2020/05/same/",
        "https://a.example/2020/05/moved",
        "https://a.example/x/twice",
        "https://a.example/y/twice",
        "https://a.example/only-own",
        "https://a.example/",
    ];
    let archived = [
        "http://a.example/2020/05/same?utm=1",
        "http://a.example:80/old/moved",
        "http://a.example/z/twice",
        "http://a.example/only-archive",
    ];
    let lines: Vec<String> = archived.iter().map(|a| line(a, "20200101000000")).collect();
    let coverage = compare(&own, &lines, CoverageOptions::default());
    assert_eq!(
        matches(&coverage),
        [
            "address a.example/2020/05/same a.example/2020/05/same",
            "archive - a.example/only-archive",
            "archive - a.example/z/twice",
            "own a.example -",
            "own a.example/only-own -",
            "own a.example/x/twice -",
            "own a.example/y/twice -",
            "slug a.example/2020/05/moved a.example/old/moved",
        ]
    );
    assert_eq!(coverage.ambiguous.len(), 1);
    assert_eq!(coverage.ambiguous[0].slug, "twice");
    let years: Vec<_> = coverage.years.iter().map(|y| (y.year, y.both)).collect();
    assert!(years.contains(&(Some(2020), 2)), "{years:?}");
}

#[test]
fn captures_outside_the_time_are_removed_with_their_addresses() {
    let lines: Vec<String> = ["2018", "20190601", "20191231235959", "20200101000000"]
        .iter()
        .map(|time| line(&format!("http://a.example/{time}"), time))
        .collect();
    for (from, to, left) in [
        (None, None, 4),
        (Some("2019"), None, 3),
        (None, Some("2019"), 3),
        (Some("2019"), Some("2019"), 2),
        (Some("201907"), Some("2019"), 1),
        (Some("2021"), None, 0),
    ] {
        let bound = |text: Option<&str>| text.map(str::to_owned);
        let options = CoverageOptions { from: bound(from), to: bound(to), portal: None };
        let coverage = compare(&[], &lines, options);
        assert_eq!(coverage.only_archive, left, "{from:?} {to:?}");
        assert_eq!(coverage.removed.len(), 4 - left);
        assert!(coverage.removed.iter().all(|removed| removed.step == "date"));
    }
}

#[test]
fn an_address_stays_as_long_as_one_of_its_captures_does() {
    let lines = [
        "k 20190101 http://a.example/x text/html 404 D 1".to_owned(),
        "k 20190102 http://a.example/x image/png 200 D 1".to_owned(),
        "k 20190103 http://a.example/x text/html 200 D 1".to_owned(),
        "k 20190104 http://a.example/y text/html 301 D 1".to_owned(),
    ];
    let coverage = compare(&[], &lines, CoverageOptions::default());
    assert_eq!((coverage.index_lines, coverage.only_archive), (4, 1));
    let removed: Vec<_> =
        coverage.removed.iter().map(|r| (r.url.as_str(), r.step, r.reason.as_str())).collect();
    assert_eq!(removed, [("http://a.example/y", "status", "3xx")]);
    let captures: Vec<_> = coverage.steps.iter().map(|s| s.captures_after).collect();
    assert_eq!(captures, [2, 1, 1, 1, 1]);
}

#[test]
fn legends_hold_for_their_file() {
    let mut comparison = Comparison::new(CoverageOptions::default());
    let mut first = None;
    comparison.add_line(" CDX N b a m s k", &mut first);
    comparison.add_line("k 20190101 http://a.example/1 text/html 200 D", &mut first);
    comparison.add_line("", &mut first);
    let mut second = None;
    comparison.add_line("CDX a b m s", &mut second);
    comparison.add_line("http://a.example/2 20190101 text/html 200", &mut second);
    comparison.add_line("http://a.example/3 20190101 text/html", &mut second);
    let coverage = comparison.finish();
    assert_eq!((coverage.index_lines, coverage.index_unreadable), (3, 1));
    assert_eq!(coverage.only_archive, 2);
    assert_eq!(first.as_deref(), Some("N b a m s k"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Neither the order of lines nor that of own addresses changes the result.
    #[test]
    fn the_order_of_lines_and_addresses_does_not_matter(
        archived in proptest::collection::vec(("[a-c]{1,2}", "(/?[?]x=[0-9])?", 2015_u16..2022), 0..30),
        own in proptest::collection::vec("[a-d]{1,2}", 0..20),
    ) {
        let own: Vec<String> = own.iter().map(|path| format!("https://a.example/own/{path}")).collect();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        let lines: Vec<String> = archived
            .iter()
            .map(|(path, query, year)| line(&format!("http://a.example/{path}{query}"), &year.to_string()))
            .collect();
        let options = || CoverageOptions { from: Some("2016".to_owned()), ..CoverageOptions::default() };
        let forward = compare(&own, &lines, options());
        let own: Vec<&str> = own.into_iter().rev().collect();
        let lines: Vec<String> = lines.into_iter().rev().collect();
        let backward = compare(&own, &lines, options());
        prop_assert_eq!(matches(&forward), matches(&backward));
        prop_assert_eq!(&forward, &backward);
        let both = forward.both_by_address + forward.both_by_slug;
        prop_assert_eq!(both + forward.only_own, forward.own);
    }

    #[test]
    fn normal_spelling_is_stable_and_ignores_what_does_not_identify(
        host in "(www\\.|www2\\.)?[a-z]{1,5}\\.example",
        path in "(/[a-zA-Z0-9é%-]{0,5}){0,3}",
        rest in "(\\?[a-z=&]{0,6})?(#[a-z]{0,4})?",
    ) {
        let plain = normal(&format!("http://{host}{path}"));
        for variant in [
            format!("https://{host}{path}{rest}"),
            format!("{host}{path}/"),
            format!("http://{host}:80{path}{rest}"),
        ] {
            prop_assert_eq!(&normal(&variant), &plain, "{}", variant);
        }
        prop_assert_eq!(&normal(&plain), &plain);
        prop_assert!(slug(&plain).is_none_or(|slug| !slug.is_empty() && !slug.contains('/')));
    }

    #[test]
    fn no_line_breaks_the_reader(text in "[ \\[\\]{}\",:a-z0-9/.-]{0,80}", legend in proptest::option::of("[Nbamsk ]{0,12}")) {
        let mut comparison = Comparison::new(CoverageOptions::default());
        comparison.add_line(&text, &mut legend.clone());
        let coverage = comparison.finish();
        prop_assert!(coverage.index_unreadable <= coverage.index_lines);
    }
}

/// A line with a digest of its own.
fn line_of(address: &str, digest: char) -> String {
    let digest = digest.to_string().repeat(32);
    format!("key 20200101000000 {address} text/html 200 {digest} 1234")
}

#[test]
fn an_article_with_many_addresses_counts_once() {
    let portal = "url = 'http://a.example/'\n[archive.x]\npages = ['^/tag/']\n[article]\nlate = ['[?]p=(\\d+)$']";
    let portal = Portal::load(portal, None).expect("a portal");
    let own = |addresses: &[&str], id: Option<&str>| OwnArticle {
        addresses: addresses.iter().map(|address| (*address).to_owned()).collect(),
        id: id.map(str::to_owned),
        digest: None,
    };
    let articles = [
        own(&["http://a.example/?p=12", "http://a.example/2020/05/fog/"], None),
        own(&["http://a.example/2020/05/13/fog-2/"], Some("wordpress:12")),
        own(&["http://a.example/fog-again/"], Some("wordpress:12")),
        own(&["http://a.example/lighthouse/"], None),
    ];
    // Under a number alone, under both names, and one that shares its digest with a copy.
    let lines = [
        line_of("http://www.a.example/?p=12", 'a'),
        line_of("http://a.example/2020/05/fog", 'b'),
        line_of("http://a.example/?p=77", 'c'),
        line_of("http://a.example/old/keeper", 'd'),
        line_of("http://a.example/print/12345", 'd'),
        line_of("http://a.example/lighthouse", 'b'),
    ];
    let options = CoverageOptions { portal: Some(&portal), ..CoverageOptions::default() };
    let mut comparison = Comparison::new(options);
    articles.into_iter().for_each(|article| comparison.add_article(article));
    lines.iter().for_each(|line| comparison.add_line(line, &mut None));
    let coverage = comparison.finish();
    assert_eq!(
        matches(&coverage),
        [
            "address a.example/2020/05/fog a.example/2020/05/fog",
            "address a.example/lighthouse a.example/lighthouse",
            "archive - a.example/old/keeper",
            "archive - a.example?77",
            "own a.example/2020/05/13/fog-2 -",
        ]
    );
    assert_eq!((coverage.own_given, coverage.own), (4, 3));
    let spelling = coverage.steps.last().expect("steps");
    assert_eq!(spelling.removed.get("other-address"), Some(&2));
}

#[test]
fn lists_of_the_file_are_taken_out() {
    let portal = Portal::load(
        "url = 'http://a.example/news/'\ncolumns = ['home', 'world']\n\
         [archive.a]\nurl = 'page/{page}/'\npage = { start = '' }\n[archive.b]\nurl = '/{column}?p={page}'\n\
         [archive.c]\nurl = '/{year}/{month}/'\nfrom = 2020-01-01",
        None,
    );
    let portal = portal.expect("a portal");
    let lists = ["/news/page/2/", "/news/", "/home?p=3", "/2020/05/"];
    let others = ["/news/page/2/x", "/sport?p=3", "/2020/05/fog/"];
    let lines =
        lists.iter().chain(&others).map(|path| line(&format!("http://a.example{path}"), "2020"));
    let options = CoverageOptions { portal: Some(&portal), ..CoverageOptions::default() };
    let coverage = compare(&[], &lines.collect::<Vec<_>>(), options);
    let removed: Vec<_> = coverage.removed.iter().map(|r| r.reason.as_str()).collect();
    assert_eq!(removed, ["archive.c", "archive.b", "archive.a", "archive.a"]);
    assert_eq!(coverage.only_archive, others.len());
}
