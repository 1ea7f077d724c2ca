//! Rules of portal files as case tables: pages and scripts on one side, addresses on the other.

use proptest::prelude::*;
use scutch_portal::{Document, FileError, Portal};
use scutch_url::Url;

fn page(html: &str) -> Document {
    let url = Url::parse("https://a.example/list?p=2").expect("an address");
    let kind = "text/html; charset=utf-8".to_owned();
    Document::new(url, html.as_bytes().to_vec(), Some(kind))
}

fn load(rule: &str) -> Result<Portal, FileError> {
    Portal::load(&format!("url = 'https://a.example/'\n{rule}"), None)
}

/// What the rule `links` finds on a page, without the host.
fn found(rule: &str, html: &str) -> String {
    let portal = load(rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
    let addresses = portal.rules().0.addresses(&page(html));
    addresses.join(" ").replace("https://a.example", "")
}

#[test]
fn links_are_found_by_selector_and_filtered() {
    let html = "<div class=list><article><h2><a href=/1>One</a></h2><a class=by href=/ann>Ann</a>\
        </article><article><h2><a href='/2?x=1#c'>Two</a></h2><a class=by href=/bob>Bob</a></article>\
        </div><nav><a href=/nav rel='next nofollow'>Next</a><a href=javascript:void(0)>x</a>\
        <a href='  '>y</a><a>z</a></nav><area href=/area>";
    for (rule, expected) in [
        ("links = { link = 'h2 > a' }", "/1 /2?x=1#c"),
        ("links = { link = 'article a' }", "/1 /ann /2?x=1#c /bob"),
        ("links = { item = 'article', link = 'a' }", "/1 /2?x=1#c"),
        ("links = { item = 'article', link = '.by' }", "/ann /bob"),
        ("links = { item = '.by' }", "/ann /bob"),
        ("links = { link = 'nav a' }", "/nav"),
        ("links = { link = 'a[rel~=next]' }", "/nav"),
        ("links = { link = 'a, area' }", "/1 /ann /2?x=1#c /bob /nav /area"),
        ("links = { link = 'a', keep = ['/\\d'] }", "/1 /2?x=1#c"),
        ("links = { link = 'article a', drop = ['\\?', '/ann$'] }", "/1 /bob"),
        ("links = { link = 'article a', keep = ['/\\d'], drop = ['/1'] }", "/2?x=1#c"),
        ("links = { link = 'article a', last = true }", "/bob"),
        ("links = { link = 'article a', first = 3 }", "/1 /ann /2?x=1#c"),
        ("links = { link = 'article a', first = 0 }", ""),
        ("links = { link = 'a', text = { is = 'Two' } }", "/2?x=1#c"),
        ("links = { link = 'a', text = { contains = 'o' } }", "/2?x=1#c /bob"),
        ("links = { link = 'a', text = { starts = 'B', contains = 'b' } }", "/bob"),
        ("links = { link = '.by', attr = 'text', template = '/by/{}' }", "/by/Ann /by/Bob"),
        ("links = { link = '.by', attr = 'title' }", ""),
        ("links = { link = 'h2 > a', replace = [{ text = '#c', with = '' }] }", "/1 /2?x=1"),
        (
            "links = { link = 'h2 > a', replace = [{ regex = '\\?.*', with = '' }, \
             { regex = '/(\\d)$', with = '/n$1' }] }",
            "/n1 /n2",
        ),
        ("links = { link = 'h2 > a', capture = '/(\\d)' }", "/1 /2"),
        ("links = { link = 'h2 > a', capture = '/(?<n>\\d)', template = '/t/{n}-{1}' }", ""),
        ("links = { link = 'h2 > a', capture = '/(?<n>\\d)', template = '/t/{n}' }", "/t/1 /t/2"),
        ("links = { link = 'h2 > a', template = '{}/amp' }", "/1/amp /2?x=1#c/amp"),
        ("links = { link = 'none' }", ""),
    ] {
        assert_eq!(found(rule, html), expected, "{rule}");
    }
}

#[test]
fn conditions_choose_the_pages_of_a_rule() {
    let html = "<main class=front><a href=/x>x</a></main>";
    for (conditions, applies) in [
        ("when = 'p=2$'", true),
        ("when = 'p=3$'", false),
        ("unless = 'p=3$'", true),
        ("unless = 'p=2$'", false),
        ("require = 'main.front'", true),
        ("require = 'main.back'", false),
        ("when = 'list', unless = 'p=2', require = 'main'", false),
        ("when = 'list', unless = 'p=3', require = 'main'", true),
    ] {
        let rule = format!("links = {{ link = 'a', {conditions} }}");
        assert_eq!(found(&rule, html) == "/x", applies, "{conditions}");
    }
}

#[test]
fn json_and_scripts_are_searched() {
    let api = r#"{"data": {"list": [{"url": "/1", "id": 7}, {"url": "/2", "id": null}],
        "html": ["<a href='/h1'>x</a><a href='/h2'>y</a>", "<p>none"], "next": 3, "on": true}}"#;
    let html = "<script>var skip = [1];</script><script id=state>window.state = {\"list\": \
        [{\"slug\": \"a\"}, {\"slug\": \"b\"}]};</script><script id=call>open(\"\\u002Fx\\/1\", 2); \
        open(\"\\/x\\/2\", 3)</script>";
    for (text, rule, expected) in [
        (api, "json = 'data.list.*.url'", "/1 /2"),
        (api, "json = 'data.list.1.url'", "/2"),
        (api, "json = '$.data.list.*.url'", "/1 /2"),
        (api, "json = 'data.list.*', template = '/id/{id}'", "/id/7"),
        (api, "json = 'data.next', template = '/page/{}'", "/page/3"),
        (api, "json = 'data.on', template = '/{}'", "/true"),
        (api, "json = 'data.html.*', link = 'a'", "/h1 /h2"),
        (api, "json = 'data.none.*'", ""),
        (api, "json = 'data.list'", ""),
        (html, "within = '#state', json = 'list.*.slug', template = '/s/{}'", "/s/a /s/b"),
        (html, "within = 'script', json = 'list.*', template = '/s/{slug}'", "/s/a /s/b"),
        (html, "within = '#call', capture = 'open\\((\"[^\"]*\")'", "/x/1 /x/2"),
        (
            html,
            "within = '#call', capture = 'open\\((\"[^\"]*\"), (?<n>\\d)', template = '{}?n={n}'",
            "/x/1?n=2 /x/2?n=3",
        ),
    ] {
        let rule = format!("links = {{ {rule} }}");
        assert_eq!(found(&rule, text), expected, "{rule}");
    }
}

#[test]
fn pagers_are_followed_by_number_text_and_address() {
    let pager = "<p class=pager><a href=?p=1>1</a> <b>2</b> <a href=?p=3>3</a> \
        <a href=?p=9>9</a> <a href=?p=3 class=on>»</a></p>";
    for (rule, expected) in [
        ("link = '.pager a', number = 1, current = '.pager b'", "/list?p=3"),
        ("link = '.pager a', number = 7, current = '.pager b'", "/list?p=9"),
        ("link = '.pager a', number = -1, current = '.pager b'", "/list?p=1"),
        ("link = '.pager a', number = 2, current = '.pager b'", ""),
        ("link = '.pager a', number = 1, current = '.pager i'", ""),
        ("link = '.pager a', text = { is = '»' }", "/list?p=3"),
        ("link = '.pager a', last = true", "/list?p=9"),
        ("template = '{url+1:p=(\\d+)}'", "/list?p=3"),
        ("template = '{url-1:p=(\\d+)}'", "/list?p=1"),
        ("template = '{url+10:page=(\\d+)}'", ""),
    ] {
        assert_eq!(found(&format!("links = {{ {rule} }}"), pager), expected, "{rule}");
    }
}

#[test]
fn malformed_rules_name_their_line_and_reason() {
    for (rule, line, reason) in [
        ("links = { link = 'a[' }", 2, "bad selector"),
        ("links = { link = 'a', when = '(' }", 2, "bad regular expression"),
        ("links = { link = 'a', replace = [{ with = 'x' }] }", 2, "either `text` or `regex`"),
        ("links = { link = 'a', template = '{url+x:(1)}' }", 2, "means nothing"),
        ("links = { link = 'a', template = '{url+1:12}' }", 2, "one group of the expression"),
        ("links = { first = 1 }", 2, "looks nowhere"),
        ("links = { within = 'script' }", 2, "needs a path into the JSON"),
        ("links = { json = 'a..b' }", 2, "empty step"),
        ("\nlinks = { lnk = 'a' }", 3, "unknown field"),
        ("skip = ['a', '[']", 2, "bad regular expression"),
        ("[article]\nis = ['p >']", 3, "bad selector"),
        ("[[links]]\nlink = 'a'\n[[links]]\nlink = '['", 5, "bad selector"),
    ] {
        let error = load(rule).expect_err(rule);
        assert_eq!(error.line, line, "{rule}: {error}");
        assert!(error.message.contains(reason), "{rule}: {error}");
    }
}

#[test]
fn articles_are_recognised_by_content_and_address() {
    let portal = load(
        "[article]\nis = ['article h1', '.story']\nis_not = ['.paywall']\nkeep = ['^/\\d{4}/']\n\
         drop = ['/amp$']\nlate = ['^/\\?p=(\\d+)$', '^/old/']",
    )
    .expect("a portal");
    let article = &portal.article;
    assert!(article.has_signs());
    for (html, expected) in [
        ("<article><h1>x</h1></article>", true),
        ("<p class=story>x", true),
        ("<article><h2>x</h2></article>", false),
        ("<p class=story>x<p class=paywall>y", false),
    ] {
        assert_eq!(article.is(&page(html)), expected, "{html}");
    }
    for (target, can_be, late) in [
        ("/2020/x", true, None),
        ("/2020/x/amp", false, None),
        ("/about", false, None),
        ("/?p=7", false, Some(Some("7"))),
        ("/old/x", false, Some(None)),
    ] {
        assert_eq!((article.can_be(target), article.late(target)), (can_be, late), "{target}");
    }
    let any = load("links = { link = 'a' }").expect("a portal");
    assert!(any.article.is(&page("<p>x")) && any.article.can_be("/x") && !any.article.has_signs());
}

/// Addresses of presets: the route they belong to, `skip`, `late` or `article`.
#[test]
fn presets_know_the_addresses_of_their_programs() {
    let kind = |portal: &Portal, target: &str| match portal.route_of_address(target) {
        _ if portal.skips(target) => "skip".to_owned(),
        Some(route) => portal.routes[route].name.clone(),
        None if portal.article.late(target).is_some() => "late".to_owned(),
        None => if portal.article.can_be(target) { "article" } else { "other" }.to_owned(),
    };
    for (preset, cases) in [
        (
            "wordpress",
            &[
                ("/page/3/", "home"),
                ("/en/page/3/", "home"),
                ("/?paged=2", "home"),
                ("/2013/", "year"),
                ("/?m=2013", "year"),
                ("/2013/05/", "month"),
                ("/2013/05/page/2/", "month"),
                ("/?m=201305&paged=2", "month"),
                ("/2013/05/17/", "day"),
                ("/category/sea/page/2/", "category"),
                ("/?cat=3", "category"),
                ("/tag/fog/", "tag"),
                ("/author/ann/", "author"),
                ("/2013/05/17/fog/", "article"),
                ("/fog/", "article"),
                ("/?p=12", "late"),
                ("/index.html@p=12.html", "late"),
                ("/fog/feed/", "skip"),
                ("/wp-content/uploads/x.jpg", "skip"),
                ("/fog/?replytocom=3", "skip"),
            ][..],
        ),
        (
            "blogger",
            &[
                ("/search?updated-max=2013-05-17T00:00:00Z", "home"),
                ("/2013/", "year"),
                ("/2013/05/", "month"),
                ("/2013_05_01_archive.html", "month"),
                ("/search/label/fog", "label"),
                ("/2013/05/fog.html", "article"),
                ("/p/about.html", "other"),
                ("/2013/05/fog.html?showComment=1", "skip"),
                ("/feeds/posts/default", "skip"),
            ][..],
        ),
        (
            "ghost",
            &[
                ("/page/2/", "home"),
                ("/tag/fog/", "tag"),
                ("/author/ann/", "author"),
                ("/fog/", "article"),
                ("/fog/amp/", "skip"),
                ("/ghost/", "skip"),
            ][..],
        ),
    ] {
        let portal = Portal::from_preset(preset, "https://a.example/").expect("a preset");
        for (target, expected) in cases {
            assert_eq!(kind(&portal, target), *expected, "{preset} {target}");
        }
    }
}

#[test]
fn pages_are_assigned_to_routes_by_their_content() {
    let portal = Portal::from_preset("wordpress", "https://a.example/").expect("a preset");
    for (class, expected) in [
        ("home blog", "home"),
        ("archive date", "day"),
        ("archive category", "category"),
        ("archive tag", "list"),
        ("anything", "list"),
    ] {
        let route = portal.route_of_page(&page(&format!("<body class='{class}'>")));
        assert_eq!(portal.routes[route.expect("a route")].name, expected, "{class}");
    }
}

#[test]
fn ranges_can_be_narrowed_for_all_routes_at_once() {
    let mut portal = load(
        "[archive.day]\nurl = '/{year}/{month}/{day}'\nfrom = 2020-01-30\n\
         [archive.month]\nurl = '/{year}/{month}'\nfrom = 2019-12-01\norder = 'new-first'\n\
         [archive.all]\nurl = '/all/{page}'",
    )
    .expect("a portal");
    let today = "2020-02-02".parse().expect("a day");
    let addresses = |portal: &Portal| -> Vec<Vec<String>> {
        let of_route = |route: &scutch_portal::Route| -> Vec<String> {
            let ranges = route.ranges(&portal.url, today);
            ranges.iter().filter_map(|range| range.page(0)).map(|a| a[17..].to_owned()).collect()
        };
        portal.routes.iter().map(of_route).collect()
    };
    assert_eq!(
        addresses(&portal),
        [
            vec!["/all/1"],
            vec!["/2020/01/30", "/2020/01/31", "/2020/02/01", "/2020/02/02"],
            vec!["/2020/02", "/2020/01", "/2019/12"],
        ]
    );
    portal.narrow("2020-02-01".parse().ok(), None);
    let narrowed = addresses(&portal);
    assert_eq!(narrowed[1], ["/2020/02/01", "/2020/02/02"]);
    assert_eq!((narrowed[0].len(), narrowed[2].len()), (1, 1), "{narrowed:?}");
    let dated: Vec<_> = portal.routes.iter().map(|r| (r.is_dated(), r.is_new_first())).collect();
    assert_eq!(dated, [(false, false), (true, false), (true, true)]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_portal_file_breaks_the_compiler(
        key in "(link|json|when|capture|template|number|attr|first|map)",
        value in "('[a-z{}\\[\\]().*+?:>#, -]{0,12}'|[0-9]{1,3}|true)",
    ) {
        let _ = load(&format!("links = {{ link = 'a', {key} = {value} }}"));
        let _ = load(&format!("[archive.x]\nurl = {value}\nfrom = 2020-01-01"));
    }

    /// Found addresses are absolute, of the web, and each is there once.
    #[test]
    fn addresses_are_absolute_and_distinct(
        hrefs in proptest::collection::vec("(/[a-c]|https://b\\.example/|#x|\\?q|mailto:a|[a-c]:[a-c]|//c\\.example)", 0..12),
    ) {
        let html: String = hrefs.iter().map(|href| format!("<a href='{href}'>x</a>")).collect();
        let portal = load("links = { link = 'a' }").expect("a portal");
        let found = portal.rules().0.addresses(&page(&html));
        let distinct: std::collections::HashSet<_> = found.iter().collect();
        prop_assert_eq!(distinct.len(), found.len());
        prop_assert!(found.iter().all(|a| a.starts_with("http://") || a.starts_with("https://")));
    }
}
