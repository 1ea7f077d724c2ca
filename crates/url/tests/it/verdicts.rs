//! Verdicts by table: every reason has a URL that gives rise to it, every filter one that passes.

use std::collections::BTreeSet;

use proptest::prelude::*;
use scutch_url::verdict::{
    Checker, FileClass, Filters, HostList, PageKind, Reason, SegmentKind, Trap, file_class,
    language_evidence, trap, url_type,
};
use scutch_url::{ParseError, Url};

/// The reason id and what gave rise to it, or "accept" and the normal form.
fn verdict(filters: &Filters, url: &str) -> (&'static str, String) {
    match Checker::new(filters.clone()).check(url) {
        Ok(url) => ("accept", url.to_string()),
        Err(rejection) => (rejection.reason.id(), rejection.what.into()),
    }
}

#[test]
fn every_reason_has_a_url() {
    let relaxed = Filters::relaxed();
    let strict = Filters::strict();
    let careful = Filters { no_ip: true, no_port: true, no_userinfo: true, ..relaxed.clone() };
    let german = Filters { language: Some("de".to_owned()), ..relaxed.clone() };
    let hosts = |lines| HostList::from_lines(lines);
    let denied = Filters { deny: hosts("bad.org"), ..relaxed.clone() };
    let allowed = Filters { allow: hosts("good.org"), ..relaxed.clone() };
    let nothing = Filters { files: Vec::new(), ..strict.clone() };
    let long = format!("http://e.org/{}", "x".repeat(2000));
    let deep = format!("http://e.org{}", "/x/y/z".repeat(9));
    let parameters: Vec<String> = (0..21).map(|n| format!("p{n}={n}")).collect();
    let parameters = format!("http://e.org/?{}", parameters.join("&"));
    let cases: Vec<(&Filters, &str, &str, &str)> = vec![
        (&relaxed, " ", "url-blank", ""),
        (&relaxed, "http://e.org/\0x", "binary", ""),
        (&relaxed, "story.html", "url-relative", ""),
        (&relaxed, "mailto:a@e.org", "url-scheme", ""),
        (&relaxed, "http://", "url-host-empty", ""),
        (&relaxed, "http://a b.org/", "url-host-invalid", ""),
        (&relaxed, "http://1.2.3.256/", "url-ipv4-invalid", ""),
        (&relaxed, "http://[::1/", "url-ipv6-invalid", ""),
        (&relaxed, "http://e.org:99999/", "url-port-invalid", ""),
        (&relaxed, &long, "url-too-long", ""),
        (&careful, "http://me:pw@e.org/", "userinfo", "me"),
        (&careful, "http://e.org:8080/", "port", "e.org:8080"),
        (&careful, "http://1.2.3.4/", "host-is-ip", "1.2.3.4"),
        (&relaxed, "http://1234/", "host-is-number", "0.0.4.210"),
        (&relaxed, "http://0x7f.1/", "host-is-number", "127.0.0.1"),
        (&relaxed, "http://192.168.0.1/", "host-not-public", "192.168.0.1"),
        (&relaxed, "http://[fe80::1]/", "host-not-public", "[fe80::1]"),
        (&relaxed, "http://www.323design/", "host-not-registrable", "www.323design"),
        (&relaxed, "http://localhost/", "host-not-registrable", "localhost"),
        (&relaxed, "http://co.uk/", "host-not-registrable", "co.uk"),
        (&denied, "http://www.bad.org/", "host-denied", "www.bad.org"),
        (&allowed, "http://bad.org/", "host-not-allowed", "bad.org"),
        (&nothing, "http://e.org/a.html", "file-page", "html"),
        (&relaxed, "http://e.org/a.rss", "file-feed", "rss"),
        (&relaxed, "http://e.org/a.jpg", "file-image", "jpg"),
        (&relaxed, "http://e.org/a.mp3", "file-audio", "mp3"),
        (&relaxed, "http://e.org/a.MP4", "file-video", "MP4"),
        (&relaxed, "http://e.org/a.7z", "file-archive", "7z"),
        (&relaxed, "http://e.org/a.pdf/", "file-document", "pdf"),
        (&relaxed, "http://e.org/a.json", "file-data", "json"),
        (&relaxed, "http://e.org/a.css", "file-style", "css"),
        (&relaxed, "http://e.org/a.js;v=1", "file-script", "js"),
        (&relaxed, "http://e.org/a.woff2", "file-font", "woff2"),
        (&relaxed, "http://e.org/tag/x", "segment-listing", "tag"),
        (&relaxed, "http://e.org/topic/ferry", "segment-subject", "topic"),
        (&relaxed, "http://e.org/themen/", "segment-overview", "themen"),
        (&relaxed, "http://e.org/2017/%22", "script-text", "%22"),
        (&relaxed, "http://e.org/story/(", "script-text", "("),
        (&relaxed, "http://e.org/page/2", "segment-pager", "page"),
        (&relaxed, "http://e.org/?page=2", "segment-pager", "page=2"),
        (&relaxed, "http://e.org/2019/05/", "segment-archive", "05"),
        (&relaxed, "http://e.org/?s=x", "segment-search", "s=x"),
        (&relaxed, "http://e.org/archive/", "segment-archive", "archive"),
        (&relaxed, "http://e.org/search?q=x", "segment-search", "search"),
        (&relaxed, "http://e.org/login", "segment-login", "login"),
        (&strict, "http://e.org/mein-konto", "segment-account", "mein-konto"),
        (&relaxed, "http://e.org/a?share=email", "endpoint-share", "share=email"),
        (&relaxed, "http://facebook.com/sharer.php?u=x", "endpoint-share", "/sharer.php"),
        (&relaxed, "http://e.org/a?replytocom=7", "endpoint-reply", "replytocom=7"),
        (&relaxed, "http://e.org/a?action=edit", "endpoint-edit", "action=edit"),
        (&relaxed, "http://s0.wp.com/x", "endpoint-resource", "s0.wp.com"),
        (&relaxed, "http://twitter.com/harbour", "endpoint-profile", "/harbour"),
        (&strict, "http://youtube.com/watch?v=x", "endpoint-platform", "youtube.com"),
        (&relaxed, "http://e.org/a;b.parentNode", "script-text", ".parentNode"),
        (&strict, "http://e.org/impressum.html", "segment-legal", "impressum.html"),
        (&strict, "http://e.org/Kontakt/", "segment-contact", "Kontakt"),
        (&relaxed, "http://e.org/feed", "segment-feed", "feed"),
        (&relaxed, "http://e.org/wp-content/x", "segment-system", "wp-content"),
        (&relaxed, "http://e.org/gallery/x", "segment-media", "gallery"),
        (&strict, "http://e.org/index.html", "index-page", "index.html"),
        (&strict, "http://porn.example.org/", "unwanted-word", "porn"),
        (&relaxed, "http://e.org/a/b/a/b/a/b", "trap-repeating-segments", ""),
        (&relaxed, &deep, "trap-depth", ""),
        (&relaxed, "http://e.org/calendar?year=1800", "trap-calendar", ""),
        (&relaxed, &parameters, "trap-parameters", ""),
        (&german, "http://e.org/fr/story", "language", ""),
    ];
    let mut seen = BTreeSet::new();
    for (filters, url, id, what) in cases {
        assert_eq!(verdict(filters, url), (id, what.to_owned()), "{url:.80}");
        seen.insert(id);
    }
    let rejection = Checker::new(relaxed).check_bytes(b"http://e.org/\xff").expect_err("bytes");
    assert_eq!((rejection.reason.id(), &*rejection.what), ("not-utf8", "byte 13"));
    seen.insert("not-utf8");
    // Longer than a mebibyte: too long to be parsed, whatever the filters say.
    seen.insert(ParseError::TooLong.id());
    let all: BTreeSet<&str> = Reason::all().into_iter().map(Reason::id).collect();
    assert_eq!(all.difference(&seen).collect::<Vec<_>>(), Vec::<&&str>::new());
}

#[test]
fn pages_pass() {
    for url in [
        "http://e.org/",
        "https://www.example.org/2020/05/17/a-story-with-a-title.html",
        "http://e.org/news/story?id=7",
        "http://1.2.3.4:8080/x",
        "http://github.io/",
        "http://harbour.example/",
        "http://[2001:db8::1]/x",
        "http://163.com/x",
        "http://0.example.com/",
        "http://xn--mnchen-3ya.de/",
        "http://e.org/a.b/c",
        "http://e.org/.well-known",
        "http://e.org/2012/12/12/late",
        "http://youtube.com/watch?v=x",
        "http://e.org/%C3%A9",
        "http://e.org/themen/armut",
        "http://e.org/pagina.php?id=7",
        "http://e.org/pages/adrian.html",
        "http://e.org/p/recipes.html",
        "http://e.org/topics/why-the-ferry-was-late-again",
        "http://me@e.org/",
    ] {
        assert_eq!(verdict(&Filters::relaxed(), url).0, "accept", "{url}");
    }
}

#[test]
fn listings_are_kept_on_request_and_nothing_else_is() {
    let cases = [
        ("http://e.org/tag/x", true),
        ("http://e.org/page/2", true),
        ("http://e.org/archive/2019", true),
        ("http://e.org/2019/05/", true),
        ("http://e.org/?page=2", true),
        ("http://facebook.com/harbour", true),
        ("http://e.org/login", false),
        ("http://e.org/search?q=x", true),
        ("http://e.org/feed", false),
        ("http://e.org/wp-content/x", false),
        ("http://e.org/a.jpg", false),
    ];
    for (url, kept) in cases {
        for filters in [Filters::relaxed(), Filters::strict()] {
            assert_ne!(verdict(&filters, url).0, "accept", "{url}");
            // Strict filters keep no page of a platform, listings or not.
            let kept = kept && !(filters.no_index && url.contains("facebook"));
            assert_eq!(verdict(&filters.with_listings(), url).0 == "accept", kept, "{url}");
        }
    }
    // The strict filters stay strict.
    let strict = Filters::strict().with_listings();
    assert_eq!(verdict(&strict, "http://e.org/konto").0, "segment-account");
    assert_eq!(verdict(&Filters::relaxed().with_listings(), "http://e.org/konto").0, "accept");
    assert!(strict.keeps_listings() && !Filters::strict().keeps_listings());
}

#[test]
fn lists_of_hosts_take_names_urls_and_comments() {
    let list = HostList::from_lines(
        "# hosts\n\nExample.org # a comment\n*.star.org\n.dot.org\nhttps://url.org/path\n\
         münchen.de\nroot.org.\n   \nno host at all\n",
    );
    let on_it = [
        "example.org",
        "www.example.org",
        "a.b.star.org",
        "star.org",
        "x.dot.org",
        "url.org",
        "xn--mnchen-3ya.de",
        "root.org",
    ];
    for host in on_it {
        assert!(list.contains(host), "{host}");
    }
    for host in ["org", "notexample.org", "example.com", "", "path"] {
        assert!(!list.contains(host), "{host}");
    }
    assert!(HostList::from_lines("# nothing\n").is_empty());
    assert!(!HostList::default().contains("example.org"));
}

#[test]
fn denied_goes_before_allowed() {
    let list = |lines| HostList::from_lines(lines);
    let filters =
        Filters { deny: list("bad.good.org"), allow: list("good.org"), ..Filters::relaxed() };
    for (host, id) in [
        ("good.org", "accept"),
        ("www.good.org", "accept"),
        ("bad.good.org", "host-denied"),
        ("x.bad.good.org", "host-denied"),
        ("other.org", "host-not-allowed"),
    ] {
        assert_eq!(verdict(&filters, &format!("http://{host}/")).0, id, "{host}");
    }
}

#[test]
fn languages_are_wanted_as_far_as_urls_name_them() {
    let filters = |score| Filters {
        language: Some("de".to_owned()),
        language_score: score,
        ..Filters::relaxed()
    };
    // URL, whether it passes with a low and with a high bar for evidence.
    let cases = [
        ("http://e.org/story", true, true),
        ("http://e.org/de/story", true, true),
        ("http://e.org/en/story", false, true),
        ("http://e.org/en/x?lang=en", false, false),
        ("http://e.org/en/x?lang=de", true, true),
        ("http://en.example.org/", false, true),
        ("http://e.org/id/123", true, true),
        ("http://e.org/de-AT/story", true, true),
    ];
    for (url, low, high) in cases {
        assert_eq!(verdict(&filters(0.5), url).0 == "accept", low, "{url}");
        assert_eq!(verdict(&filters(0.95), url).0 == "accept", high, "{url}");
    }
}

#[test]
fn evidence_from_several_places_adds_up() {
    let found = |url: &str| language_evidence(&Url::parse(url).expect("a URL"));
    let [once] = &found("http://e.org/fr/x")[..] else { panic!("one language") };
    let [twice] = &found("http://fr.example.org/fr/x?hl=fr-CA")[..] else { panic!("one language") };
    assert!(once.score < twice.score && twice.score < 1.0);
    assert_eq!((once.tag.as_str(), once.places.as_str()), ("fr", "path"));
    assert_eq!((twice.tag.as_str(), twice.places.as_str()), ("fr-CA", "path+host+query"));
    // Deeper segments count less; only six are looked at.
    let [shallow, deep] = &found("http://e.org/x/fr/y/es/")[..] else { panic!("two languages") };
    assert_eq!((shallow.tag.as_str(), deep.tag.as_str()), ("fr", "es"));
    assert!(shallow.score > deep.score);
    assert_eq!(found("http://e.org/1/2/3/4/5/6/fr/"), []);
}

#[test]
fn kinds_of_pages_come_with_their_rule() {
    let cases = [
        ("http://e.org/", PageKind::Home, "root"),
        ("http://e.org/x", PageKind::Other, "nothing-to-tell-by"),
        ("http://e.org/feed.rss", PageKind::Listing, "file-type"),
        ("http://e.org/a.pdf", PageKind::Other, "file-type"),
        ("http://e.org/index.php", PageKind::Home, "index-page"),
        ("http://e.org/a/index.html", PageKind::Listing, "index-page"),
        ("http://e.org/impressum", PageKind::Other, "service-page"),
        ("http://e.org/tag/harbour", PageKind::Listing, "listing-word"),
        ("http://e.org/comments/feed", PageKind::Listing, "feed"),
        ("http://twitter.com/harbour", PageKind::Listing, "profile"),
        ("http://twitter.com/share?url=x", PageKind::Other, "endpoint"),
        ("http://e.org/?page=3", PageKind::Listing, "listing-parameter"),
        ("http://e.org/2019/05/", PageKind::Listing, "date-archive"),
        ("http://e.org/fr/", PageKind::Home, "language-root"),
        ("http://e.org/2019/05/17/the-late-ferry-again", PageKind::Article, "date-and-title"),
        ("http://e.org/2019/05/17/ferry", PageKind::Article, "date"),
        ("http://e.org/the-late-ferry-12345.html", PageKind::Article, "title-and-number"),
        ("http://e.org/the-late-ferry-again", PageKind::Article, "title"),
        ("http://e.org/ferry-12345", PageKind::Article, "number"),
        ("http://e.org/harbour/", PageKind::Listing, "short-folder"),
    ];
    for (url, kind, rule) in cases {
        let found = url_type(&Url::parse(url).expect("a URL"));
        assert_eq!((found.kind, found.rule), (kind, rule), "{url}");
        assert!((0.0..=1.0).contains(&found.score));
    }
}

#[test]
fn traps_have_their_limits() {
    let segments = |count: usize| {
        format!("http://e.org/{}", "a/b/c/d/e/f/g/".repeat(4)[..2 * count].trim_end_matches('/'))
    };
    let distinct = |count: usize| {
        let path: Vec<String> = (0..count).map(|n| n.to_string()).collect();
        format!("http://e.org/{}", path.join("/"))
    };
    let parameters = |count: usize| {
        let query: Vec<String> = (0..count).map(|n| format!("p{n}=1")).collect();
        format!("http://e.org/?{}", query.join("&"))
    };
    let cases = [
        (distinct(24), None),
        (distinct(25), Some(Trap::Depth)),
        (parameters(20), None),
        (parameters(21), Some(Trap::Parameters)),
        ("http://e.org/?f[]=1&f[]=2&f[]=3&f[]=4".to_owned(), None),
        ("http://e.org/?f=1&f=2&f=3".to_owned(), None),
        ("http://e.org/a/a".to_owned(), None),
        ("http://e.org/a/a/a".to_owned(), Some(Trap::RepeatingSegments)),
        ("http://e.org/a/b/c/a/b/c/a/b/c".to_owned(), Some(Trap::RepeatingSegments)),
        ("http://e.org/a/b/c/a/b/c".to_owned(), None),
        ("http://e.org/a//b//c//".to_owned(), None),
        ("http://e.org/events?date=2060-01-01".to_owned(), Some(Trap::Calendar)),
        ("http://e.org/events?id=2060".to_owned(), Some(Trap::Calendar)),
        ("http://e.org/story?id=2060".to_owned(), None),
        ("http://e.org/x?year=1989".to_owned(), Some(Trap::Calendar)),
        ("http://e.org/x?year=1990".to_owned(), None),
        // A group of more than four segments is not recognised.
        (segments(14), None),
    ];
    for (url, expected) in cases {
        assert_eq!(trap(&Url::parse(&url).expect("a URL")), expected, "{url}");
    }
}

#[test]
fn endings_have_a_class_in_any_case() {
    for (ending, class) in [
        ("html", Some(FileClass::Page)),
        ("PHP", Some(FileClass::Page)),
        ("Jpeg", Some(FileClass::Image)),
        ("woff2", Some(FileClass::Font)),
        ("unknown", None),
        ("", None),
        ("é", None),
    ] {
        assert_eq!(file_class(ending), class, "{ending}");
    }
    assert_eq!(SegmentKind::ALL.len(), 13);
}

#[test]
fn an_explanation_ends_in_the_verdict() {
    let mut checker = Checker::new(Filters::relaxed());
    let steps = checker.explain("HTTP://www.Example.org/de/story?utm_source=x#top");
    let starts = ["given", "whatwg/1", "rule", "rule", "crawl/1", "surt", "domain", "type"];
    for (step, start) in steps.iter().zip(starts) {
        assert!(step.starts_with(start), "{step}");
    }
    assert!(steps.iter().any(|step| step.starts_with("language   de ")));
    assert_eq!(steps.last().map(String::as_str), Some("accepted"));
    let mut with_nav = Checker::new(Filters::relaxed().with_listings());
    let kept = with_nav.explain("http://e.org/2019/05/");
    let says = "accepted   a listing by date-archive, kept because listings are wanted";
    assert_eq!(kept.last().map(String::as_str), Some(says));
    let weak = checker.explain("http://e.org/harbour/");
    assert!(weak.last().is_some_and(|step| step.contains("too weak a sign")), "{weak:?}");
    let steps = checker.explain("http://e.org/a.pdf");
    assert!(steps.last().is_some_and(|step| step.starts_with("rejected   file-document pdf")));
    let steps = checker.explain("no url");
    assert_eq!(steps.len(), 2, "{steps:?}");
}

proptest! {
    #[test]
    fn what_is_accepted_is_accepted_again_as_it_is(
        rest in r"[a-z]{1,6}\.(org|co\.uk|de)(/[a-zA-Z0-9._~%é-]{0,8}){0,4}(\?[a-z]{1,3}=[a-z0-9]{0,3}(&[a-z]{1,8}=x){0,3})?"
    ) {
        let mut checker = Checker::new(Filters::strict());
        if let Ok(url) = checker.check(&format!("http://{rest}")) {
            let url = url.clone();
            prop_assert_eq!(checker.check(url.as_str()), Ok(&url));
            prop_assert!(checker.changes().is_empty());
        }
    }

    #[test]
    fn what_gives_rise_to_a_rejection_is_part_of_the_url(
        rest in r"[a-z0-9]{1,6}\.[a-z]{2,4}(/(tag|page|login|[a-z.]{0,6})){0,4}(\?[a-z]=[0-9]{1,4})?"
    ) {
        let mut checker = Checker::new(Filters::strict());
        let rejected = checker.check(&format!("http://{rest}")).map(|_| ());
        if let Err(rejection) = rejected {
            prop_assert!(checker.normal().contains(&*rejection.what), "{:?}", rejection);
            prop_assert!(!rejection.reason.sentence().is_empty());
        }
    }

    #[test]
    fn strict_filters_reject_all_that_relaxed_ones_do(
        text in r"http://[a-z]{1,3}\.(org|x|co\.uk)(/(tag|login|index|[a-z]{1,3})(\.(html|jpg))?){0,4}",
    ) {
        let relaxed = verdict(&Filters::relaxed(), &text).0;
        prop_assert!(relaxed == "accept" || verdict(&Filters::strict(), &text).0 != "accept");
    }

    #[test]
    fn verdict_and_type_are_one_judgement(
        rest in r"(/(tag|topics|themen|page|archive|search|feed|2019|05|2|late-ferry-at-night|x|12345)(\.html)?){0,4}/?(\?(page|s|id|sort)=(2|x))?"
    ) {
        let url = format!("http://e.org{rest}");
        let kind = url_type(&Url::parse(&url).expect("a URL"));
        let reason = verdict(&Filters::relaxed(), &url).0;
        let is_list = ["listing", "subject", "overview", "pager", "archive", "search", "feed"]
            .iter()
            .any(|kind| reason.strip_prefix("segment-") == Some(kind));
        prop_assert_eq!(is_list, kind.kind == PageKind::Listing && kind.score >= 0.7, "{} {}", url, reason);
    }

    #[test]
    fn any_bytes_have_a_verdict(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = Checker::new(Filters::strict()).check_bytes(&bytes);
    }
}
