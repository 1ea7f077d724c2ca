//! Cases of portal files, recorded pages, sitemaps and suggestions.

use std::fs;
use std::path::{Path, PathBuf};

use scutch_archive::WarcWriter;
use scutch_portal::{
    Case, CaseError, CaseKind, Document, Listing, Portal, RecordedPages, Suggestion, suggest,
};
use scutch_url::Url;

const PORTAL: &str = "url = 'http://a.example/'\nlinks = { link = 'h2 a' }\n\
    next = { link = 'a.next' }\n[article.next]\nlink = 'a.more'\n\
    [archive.other]\nurl = '/other'\nlinks = { link = 'h3 a' }";

const HTML: &str = "<h2><a href=/1>1</a></h2><h2><a href=/2>2</a></h2><h3><a href=/3>3</a></h3>\
    <a class=next href=/p2>2</a><a class=next href=/p3>3</a><a class=more href=/1b>b</a>";

fn document(html: &str) -> Document {
    let url = Url::parse("http://a.example/list").expect("an address");
    Document::new(url, html.as_bytes().to_vec(), Some("text/html".to_owned()))
}

#[test]
fn cases_compare_what_rules_find_with_what_they_should() {
    let portal = Portal::load(PORTAL, None).expect("a portal");
    let page = document(HTML);
    for (kind, route, expected, outcome) in [
        (CaseKind::Links, None, &["/1", "/2"][..], (2, 0, 0)),
        (CaseKind::Links, None, &["/2", "/1", "/9"], (2, 1, 0)),
        (CaseKind::Links, None, &["/1"], (1, 0, 1)),
        (CaseKind::Links, Some("other"), &["/3"], (1, 0, 0)),
        (CaseKind::Links, Some("unknown"), &["/1", "/2"], (2, 0, 0)),
        (CaseKind::Next, None, &["/p2"], (1, 0, 0)),
        (CaseKind::Next, None, &[], (0, 0, 1)),
        (CaseKind::ArticleNext, None, &["/1b"], (1, 0, 0)),
    ] {
        let case = Case {
            kind,
            url: "http://a.example/list".to_owned(),
            route: route.map(str::to_owned),
            // Another spelling of the host counts as the same.
            expected: expected.iter().map(|path| format!("http://A.example{path}")).collect(),
        };
        let found = case.judge(&portal, &page);
        let counts = (found.found, found.missing.len(), found.extra.len());
        assert_eq!(counts, outcome, "{case:?}");
        assert_eq!(found.is_exact(), outcome.1 + outcome.2 == 0);
    }
}

fn written(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("written");
    path
}

#[test]
fn files_of_cases_are_read_and_malformed_lines_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = "{\"kind\": \"links\", \"url\": \"http://a/\", \"expected\": []}\n\n\
                {\"kind\": \"article-next\", \"url\": \"b\", \"route\": \"r\", \"expected\": [\"c\"]}";
    let cases = Case::read(&written(folder.path(), "good", good.as_bytes())).expect("cases");
    let kinds: Vec<_> = cases.iter().map(|case| case.kind.name()).collect();
    assert_eq!(kinds, ["links", "article-next"]);
    assert_eq!((&cases[0].route, cases[1].route.as_deref()), (&None, Some("r")));
    for (text, expected) in [
        ("{}", 1),
        ("\n\n{\"kind\": \"other\", \"url\": \"\", \"expected\": []}", 3),
        ("{\"kind\": \"links\", \"url\": \"\", \"expected\": [], \"more\": 1}", 1),
        ("{\"kind\": \"links\"", 1),
    ] {
        let error = Case::read(&written(folder.path(), "bad", text.as_bytes())).expect_err(text);
        let CaseError::Line { line, .. } = error else { panic!("{error}") };
        assert_eq!(line, expected, "{text}");
    }
    let error = Case::read(&folder.path().join("none")).expect_err("no file");
    assert!(matches!(error, CaseError::File { .. }), "{error}");
}

#[test]
fn the_first_recording_of_a_page_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = |kind: &str, uri: &str, body: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
        let id = format!("<urn:x:{}>", body.len());
        let fields =
            [("WARC-Type", kind), ("WARC-Record-ID", id.as_str()), ("WARC-Target-URI", uri)];
        let mut bytes = Vec::new();
        WarcWriter::gzip(&mut bytes).write(&fields, block.as_bytes()).expect("memory");
        bytes
    };
    let first = [
        record("request", "http://a.example/x", "request"),
        record("response", "http://A.example:80/x", "<p>first"),
        record("response", "http://a.example/y", "<p>y"),
    ];
    let second = [record("response", "http://a.example/x", "<p>second one")];
    let files = [
        written(folder.path(), "1.warc.gz", &first.concat()),
        written(folder.path(), "2.warc.gz", &second.concat()),
    ];
    let pages = RecordedPages::read(&files).expect("archives");
    let addresses: Vec<_> = pages.addresses().collect();
    assert_eq!(addresses, ["http://a.example/x", "http://a.example/y"]);
    assert_eq!(pages.page("HTTP://a.example/x").expect("a page").text(), "<p>first");
    assert!(pages.page("http://a.example/z").is_none());
    let missing = RecordedPages::read(&[folder.path().join("none.warc")]);
    assert!(matches!(missing, Err(CaseError::Archive(_))));
}

#[test]
fn listings_survive_what_sites_do_to_xml() {
    for (text, pages, sitemaps) in [
        ("", 0, 0),
        ("<urlset><url><loc>/1</loc></url>", 1, 0),
        ("<urlset><url><loc>/1<loc>/2</url></urlset>", 1, 0),
        ("<URLSET><url><loc>/1</loc></url></URLSET>", 1, 0),
        ("<sm:urlset><sm:url><sm:loc>/1</sm:loc></sm:url></sm:urlset>", 1, 0),
        ("<url><image:image><image:loc>/i</image:loc></image:image><loc>/1</loc></url>", 1, 0),
        ("<!-- <url><loc>/0</loc></url> --><url><loc>/1</loc></url>", 1, 0),
        ("<url><loc></loc></url><url><loc> </loc></url>", 0, 0),
        ("<url><loc/></url>", 0, 0),
        ("<sitemapindex><sitemap><loc>/a</loc></sitemap><sitemap><loc>/b</loc></sitemap>", 0, 2),
        ("<rss><channel><item><link>/1</link></item><item><guid>x</guid></item></channel>", 1, 0),
        ("<feed><entry><link href='/1'/><link rel='enclosure' href='/2'/></entry></feed>", 1, 0),
        ("<entry><link rel=alternate href=/unquoted></entry>", 0, 0),
        ("<url><loc>/1", 1, 0),
        ("<url><loc", 0, 0),
    ] {
        let listing = Listing::read(text, 100);
        assert_eq!((listing.pages.len(), listing.sitemaps.len()), (pages, sitemaps), "{text}");
    }
    let many = "<url><loc>/x</loc></url><sitemap><loc>/y</loc></sitemap>".repeat(12);
    let listing = Listing::read(&many, 10);
    assert_eq!((listing.pages.len(), listing.sitemaps.len(), listing.left), (10, 10, 4));
}

/// An archive page with three articles in a list, and what is given below it.
fn archive_page(below: &str) -> Document {
    let titles =
        ["the-ferry-was-late-again", "a-lighthouse-keeper-retires", "fog-over-the-bay-today"];
    let items: String = titles
        .iter()
        .map(|slug| {
            let title = slug.replace('-', " ");
            format!("<li class=entry><h2><a href='/2020/{slug}/'>{title}</a></h2></li>")
        })
        .collect();
    document(&format!("<ul class=entries>{items}</ul>{below}"))
}

#[test]
fn suggestions_find_lists_pagers_and_programs() {
    let shown = |suggestion: &Suggestion| {
        let next = suggestion.next.clone().unwrap_or_default();
        let text = next.text.and_then(|text| text.is);
        (suggestion.preset, next.link.is_some(), next.number, text)
    };
    for (below, expected) in [
        ("", (None, false, None, None)),
        ("<a rel=next href=/p/2>more</a>", (None, true, None, None)),
        ("<a class=older-posts href=/p/2>Older</a>", (None, true, None, None)),
        (
            "<div class=pages><b>1</b> <a href=/p/2>2</a> <a href=/p/3>3</a></div>",
            (None, true, Some(1), None),
        ),
        ("<p><a href=/p/2>weiter</a></p>", (None, true, None, Some("weiter".to_owned()))),
        ("<meta name=generator content='Hexo 5'>", (Some("hexo"), false, None, None)),
        ("<script src=/sites/all/x.js></script>", (Some("drupal"), false, None, None)),
    ] {
        let page = archive_page(below);
        let suggestion = suggest(&[page]);
        assert_eq!(shown(&suggestion), expected, "{below}");
        let file = suggestion.to_portal_file("http://a.example/").expect("TOML");
        let portal = Portal::load(&file, None).unwrap_or_else(|e| panic!("{file}: {e}"));
        let found = portal.rules().0.addresses(&archive_page(below));
        assert_eq!(found.len(), 3, "{file}");
    }
}
