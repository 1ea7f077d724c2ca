//! Links of pages, element by element, and what stands around them.

use proptest::prelude::*;
use scutch_url::Url;
use scutch_url::links::{LinkKind, MAX_LINKS, links, outlinks};
use scutch_url::verdict::{Checker, Filters};

fn page() -> Url {
    Url::parse("http://e.org/d/p?q#f").expect("a URL")
}

fn found(html: &str) -> Vec<(LinkKind, String)> {
    links(html, &page()).into_iter().map(|link| (link.kind, link.url.into_string())).collect()
}

fn urls(html: &str) -> Vec<String> {
    found(html).into_iter().map(|(_, url)| url).collect()
}

#[test]
fn every_element_with_an_address() {
    let cases = [
        ("<a href=x>", LinkKind::Anchor),
        ("<AREA HREF=x>", LinkKind::Area),
        ("<link href=x>", LinkKind::Link),
        ("<img src=x>", LinkKind::Media),
        ("<source src=x>", LinkKind::Media),
        ("<video src=x>", LinkKind::Media),
        ("<video poster=x>", LinkKind::Media),
        ("<audio src=x>", LinkKind::Media),
        ("<track src=x>", LinkKind::Media),
        ("<embed src=x>", LinkKind::Media),
        ("<object data=x>", LinkKind::Media),
        ("<input src=x>", LinkKind::Media),
        ("<script src=x></script>", LinkKind::Script),
        ("<iframe src=x></iframe>", LinkKind::Frame),
        ("<frame src=x>", LinkKind::Frame),
        ("<form action=x>", LinkKind::Form),
        ("<button formaction=x>", LinkKind::Form),
        ("<blockquote cite=x>", LinkKind::Cite),
        ("<q cite=x>", LinkKind::Cite),
        ("<ins cite=x>", LinkKind::Cite),
        ("<del cite=x>", LinkKind::Cite),
        ("<img longdesc=x>", LinkKind::Cite),
        ("<meta http-equiv=refresh content='0;url=x'>", LinkKind::Refresh),
    ];
    for (html, kind) in cases {
        assert_eq!(found(html), [(kind, "http://e.org/d/x".to_owned())], "{html}");
    }
    for none in
        ["<p href=x>", "<a name=x>", "<a data-href=x>", "<meta content='0;url=x'>", "<base href=x>"]
    {
        assert_eq!(found(none), [], "{none}");
    }
}

#[test]
fn attributes_in_all_their_spellings() {
    let cases = [
        ("<a href='x'>", "x"),
        ("<a href=\"x\">", "x"),
        ("<a href = x >", "x"),
        ("<a\nhref\t=\n'x'>", "x"),
        ("<a HREF=x>", "x"),
        ("<a href=x/>", "x/"),
        ("<a/href=x>", "x"),
        ("<a title='>' href=x>", "x"),
        ("<a title=\"a'b\" href=x>", "x"),
        ("<a disabled href=x>", "x"),
        ("<a =odd href=x>", "x"),
        // The first of two counts.
        ("<a href=x href=y>", "x"),
        ("<a href='a b'>", "a%20b"),
        ("<a href='  x  '>", "x"),
        ("<a href='x\ny'>", "xy"),
        ("<a href='x&amp;y'>", "x&y"),
        ("<a href='x&#38;y'>", "x&y"),
        ("<a href=é>", "%C3%A9"),
        ("<a href=x>text</a", "x"),
    ];
    for (html, expected) in cases {
        assert_eq!(urls(html), [format!("http://e.org/d/{expected}")], "{html}");
    }
    // Where the page ends inside a tag, the tag is no tag.
    for cut in ["<a href=x", "<a href='x>", "<a href=\"x' >"] {
        assert_eq!(urls(cut), [""; 0], "{cut}");
    }
}

#[test]
fn addresses_of_other_schemes_are_left_out() {
    for scheme in
        ["mailto:a@b.org", "javascript:void(0)", "tel:123", "data:,x", "ftp://e.org/", "http://"]
    {
        assert_eq!(urls(&format!("<a href='{scheme}'>")), [""; 0], "{scheme}");
    }
    assert_eq!(
        urls("<a href=''><a href='#x'><a href='?y'><a href='//f.org'>"),
        ["http://e.org/d/p?q", "http://e.org/d/p?q#x", "http://e.org/d/p?y", "http://f.org/",]
    );
}

#[test]
fn the_first_base_that_is_a_url_completes_links() {
    let cases = [
        ("<a href=x><base href='/b/'><a href=y>", vec!["http://e.org/d/x", "http://e.org/b/y"]),
        ("<base href='/b/'><base href='/c/'><a href=y>", vec!["http://e.org/b/y"]),
        ("<base href='mailto:x'><base href='/c/'><a href=y>", vec!["http://e.org/c/y"]),
        ("<base target=_top><base href='http://f.org'><a href=y>", vec!["http://f.org/y"]),
        ("<base href='/b/x?q'><a href=''>", vec!["http://e.org/b/x?q"]),
    ];
    for (html, expected) in cases {
        assert_eq!(urls(html), expected, "{html}");
    }
}

#[test]
fn raw_text_and_comments_hold_no_links() {
    let hidden = "<a href=hidden>";
    for html in [
        format!("<!-- {hidden} -->"),
        format!("<!-- {hidden} --!>"),
        format!("<!-- unfinished {hidden}"),
        format!("<script>{hidden}</script>"),
        format!("<SCRIPT>{hidden}</Script >"),
        format!("<style>{hidden}</style>"),
        format!("<textarea>{hidden}</textarea>"),
        format!("<title>{hidden}</title>"),
        format!("<noframes>{hidden}</noframes>"),
        format!("<script>{hidden}</scripty>"),
        "<!DOCTYPE html PUBLIC '<a href=hidden>'>".to_owned(),
        "<?xml <a href=hidden?>".to_owned(),
    ] {
        let html = format!("{html}<a href=seen>");
        let found = urls(&html);
        assert!(!found.contains(&"http://e.org/d/hidden".to_owned()), "{html}: {found:?}");
    }
    for html in [
        "</ a href=x>",
        "a < b <a href=seen>",
        "<<a href=seen>",
        "</p><a href=seen>",
        "<!><a href=seen>",
    ] {
        let seen = html.contains("seen");
        assert_eq!(urls(html).contains(&"http://e.org/d/seen".to_owned()), seen, "{html}");
    }
}

#[test]
fn anchors_have_their_text() {
    let text = |html: &str| links(html, &page()).into_iter().map(|l| l.text).collect::<Vec<_>>();
    let cases = [
        ("<a href=x>one <b>two</b>\n three</a> four", vec!["one two three"]),
        ("<a href=x>one<a href=y>two</a>", vec!["one", "two"]),
        ("<a href=x>one", vec!["one"]),
        ("<a href=x></a>one", vec![""]),
        ("<a name=x>one</a><a href=y>two</a>", vec!["two"]),
        ("<a href=x>&lt;b&gt; &copy</a>", vec!["<b> ©"]),
        ("<area href=x alt='the  harbour'>", vec!["the  harbour"]),
        ("<a href=x>one<script>two</script>three</a>", vec!["onethree"]),
        ("<img src=x alt=picture>", vec![""]),
    ];
    for (html, expected) in cases {
        assert_eq!(text(html), expected, "{html}");
    }
    // An anchor that is long enough takes no more text.
    let many = format!("<a href=x>{}", "<b>0123456789</b>".repeat(1000));
    assert!((2000..3000).contains(&text(&many)[0].len()));
}

#[test]
fn sets_of_pictures_and_refreshes() {
    assert_eq!(
        urls("<img src=a srcset='b 1x, c 2x,, d'>"),
        ["a", "b", "c", "d"].map(|name| format!("http://e.org/d/{name}"))
    );
    assert_eq!(urls("<source srcset='  , e 100w'>"), ["http://e.org/d/e"]);
    for (content, address) in [
        ("0;url=x", Some("x")),
        ("5; URL = 'x'", Some("x")),
        ("5,url=\"x\" y", Some("x")),
        ("0;x", Some("x")),
        ("0; url", None),
        ("0;url=", None),
        ("0;", None),
        ("0", None),
    ] {
        let html =
            format!("<meta http-equiv=REFRESH content='{}'>", content.replace('\'', "&#39;"));
        let expected: Vec<String> =
            address.map(|a| format!("http://e.org/d/{a}")).into_iter().collect();
        assert_eq!(urls(&html), expected, "{content}");
    }
}

#[test]
fn pages_made_for_machines_end_somewhere() {
    let html = "<a href=x>".repeat(MAX_LINKS + 10);
    assert_eq!(links(&html, &page()).len(), MAX_LINKS);
    let long = Url::parse(&format!("http://e.org/{}", "x".repeat(20_000))).expect("a URL");
    assert_eq!(links("<a href=x>", &long), []);
}

#[test]
fn outlinks_are_split_by_site_and_rank_and_come_once() {
    let html = "<a href=/story-one-two-three>a</a><a href='http://www.e.org/story-one-two-three#x'>b</a>\
        <a href=http://other.org/x>c</a><a href=/tag/ferry>d</a><img src=/e.jpg>\
        <a href=/f.pdf>f</a><area href=/g><a rel=nofollow href=/h>h</a>";
    let filters = Filters::relaxed().with_listings();
    let found = links(html, &page());
    let split = outlinks(&found, &page(), &mut Checker::new(filters));
    let texts = |urls: &[Url]| urls.iter().map(|url| url.path().to_owned()).collect::<Vec<_>>();
    assert_eq!(texts(&split.internal), ["/story-one-two-three", "/g", "/h"]);
    assert_eq!(texts(&split.priority), ["/tag/ferry"]);
    assert_eq!(split.external.iter().map(Url::as_str).collect::<Vec<_>>(), ["http://other.org/x"]);
}

/// HTML without surprises: each link with its text, in order.
fn simple_page() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::vec(("[a-z0-9._-][a-z0-9/._-]{0,7}", "[a-zé]{0,5}( [a-z]{1,5}){0,2}"), 0..12)
}

proptest! {
    #[test]
    fn links_come_in_document_order_with_their_text(expected in simple_page()) {
        let html: String = expected
            .iter()
            .map(|(href, text)| format!("<p>so <a class='x' href=\"{href}\">{text}</a></p>"))
            .collect();
        let found = links(&html, &page());
        prop_assert_eq!(found.len(), expected.len());
        let mut last = None;
        for (link, (href, text)) in found.iter().zip(&expected) {
            prop_assert_eq!(&link.as_written, href);
            prop_assert_eq!(Ok(link.url.clone()), page().join(href));
            prop_assert_eq!(&link.text, &text.split_whitespace().collect::<Vec<_>>().join(" "));
            prop_assert!(html[link.offset..].starts_with("<a class"));
            prop_assert!(last < Some(link.offset));
            last = Some(link.offset);
        }
    }

    #[test]
    fn what_stands_before_a_page_changes_no_link(
        before in "[a-z <>/!-]{0,20}",
        expected in simple_page(),
    ) {
        // An open comment or tag would swallow the page; text cannot.
        prop_assume!(!before.contains('<'));
        let html: String = expected.iter().map(|(href, _)| format!("<a href='{href}'>")).collect();
        prop_assert_eq!(urls(&format!("{before}{html}")), urls(&html));
    }

    #[test]
    fn any_text_is_a_page(html in "(<|>|/|=|'|\"|!--|-->|a |href|base |script|é|[a-z]| ){0,60}") {
        for link in links(&html, &page()) {
            prop_assert_eq!(html.as_bytes()[link.offset], b'<');
            prop_assert!(html.contains(&*link.as_written) || html.contains('&'));
        }
    }
}
