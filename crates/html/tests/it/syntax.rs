//! What depends on how a document is declared.

use scutch_html::{NodeKind, Options, Quirks, Syntax, parse};

/// The texts of a document, parted.
fn texts(html: &str, syntax: Syntax) -> String {
    let tree = parse(html, &Options { syntax, ..Options::default() });
    let texts: Vec<&str> =
        tree.all().filter(|id| tree.kind(*id) == NodeKind::Text).map(|id| tree.text(id)).collect();
    texts.join("|")
}

#[test]
fn slashes_end_elements_of_xhtml() {
    for (html, as_html, as_xhtml) in [
        ("<title/><p>a</p>", "<p>a</p>", "a"),
        ("<textarea rows='2'/>a<b/>c", "a<b/>c", "a|c"),
        ("<script src=x /><p>a", "<p>a", "a"),
        ("a<br/>b<img/>c", "a|b|c", "a|b|c"),
        ("<svg><g/>a</svg>b", "a|b", "a|b"),
        ("<p><![CDATA[a < b > c]]> d", " c]]> d", "a < b > c d"),
        ("<svg><![CDATA[a>b\0]]></svg>", "a>b\u{fffd}", "a>b\u{fffd}"),
    ] {
        assert_eq!(texts(html, Syntax::Html), as_html, "{html}");
        assert_eq!(texts(html, Syntax::Xhtml), as_xhtml, "{html}");
        // Of XHTML that is sent as HTML browsers and readers agree but for the slash.
        let as_sent = if html.starts_with("<p><![") { as_html } else { as_xhtml };
        assert_eq!(texts(html, Syntax::XhtmlAsHtml), as_sent, "{html}");
    }
}

#[test]
fn the_document_type_decides_about_quirks() {
    for (html, quirks) in [
        ("<!doctype html><p>", Quirks::No),
        ("<p>", Quirks::Yes),
        ("<!doctype html public '-//W3C//DTD XHTML 1.0 Transitional//EN'>", Quirks::Limited),
    ] {
        let tree = parse(html, &Options::default());
        assert_eq!(tree.quirks(), quirks, "{html}");
        // With quirks a paragraph may hold a table.
        let html = format!("{html}<p><table>");
        let tree = parse(&html, &Options::default());
        let table = tree.all().find(|id| tree.name(*id) == "table").expect("a table");
        let parent = tree.parent(table).map(|parent| tree.name(parent));
        assert_eq!(parent == Some("p"), quirks == Quirks::Yes, "{html}");
    }
}
