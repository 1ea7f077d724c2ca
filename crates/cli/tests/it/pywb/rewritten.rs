//! Pages as pywb rewrites them have, what it added left out, the trees of the pages as archived.

use std::time::Duration;

use scutch_archive::Limits as ArchiveLimits;
use scutch_fetch::{Client, Request, Settings};
use scutch_memento::Guard;
use scutch_page::tree::NodeKind;
use scutch_page::{Hints, Limits, NodeId, Page};
use scutch_url::{Memento, Url};

use super::archive::{Pywb, each_capture};
use super::{PROPER, with_pywb};

/// The tree as lines: tags with their attributes, and texts. Addresses are absolute, those of the
/// archive undone.
fn lines(html: &[u8], content_type: &str, page_url: &str) -> Vec<String> {
    let hints =
        Hints { url: Some(page_url), http_content_type: Some(content_type), ..Hints::default() };
    let page = Page::parse(html, &hints, &Limits::default());
    let (tree, base) =
        (page.tree(), page.url().and_then(|url| Url::parse(url).ok()).expect("a URL"));
    let address = |value: &str| match base.join(value) {
        Ok(url) => {
            let replayed = Memento::split(page_url).is_some();
            match Memento::split(url.as_str()).filter(|_| replayed).map(|m| m.uri_r()) {
                Some(original) => Url::parse(&original).map_or(original, Url::into_string),
                None => url.into_string(),
            }
        }
        Err(_) => value.to_owned(),
    };
    let line = |id: NodeId| match tree.kind(id) {
        NodeKind::Document => "document".to_owned(),
        NodeKind::Text => tree.text(id).to_owned(),
        NodeKind::Element(_) => {
            let attributes = tree.attrs(id).map(|(name, value)| {
                let value = match tree.attr_name(name) {
                    // pywb writes one name for `_blank`, `_top` and `_parent`.
                    "target" => "?".to_owned(),
                    "href" | "src" | "action" | "cite" => address(value),
                    _ if value.starts_with("http") => address(value),
                    _ => value.to_owned(),
                };
                format!(" {}={value:?}", tree.attr_name(name))
            });
            format!("<{}{}>", tree.name(id), attributes.collect::<String>())
        }
    };
    // White space around what was put in is left over, between elements where nobody sees it.
    tree.all().map(line).filter(|line| !line.trim().is_empty()).collect()
}

#[test]
fn rewritten_pages_are_stripped_back() {
    with_pywb("rewritten_pages_are_stripped_back", PROPER, true, |_, pywb| strip_all(pywb));
}

fn strip_all(pywb: &Pywb) {
    let settings = Settings { delay: Duration::ZERO, ..Settings::default() };
    let guard = Guard::allowing(["127.0.0.1".to_owned()]);
    let mut client = Client::new(settings, guard, || false);
    let (mut pages, mut differing) = (0, Vec::new());
    for archive in &pywb.archives {
        each_capture(archive, |uri, time, media, raw| {
            if !media.starts_with("text/html") {
                return;
            }
            let uri_m = pywb.uri(&format!("/coll/{time}/{uri}"));
            let fetched = client.fetch(&Request { uri: uri_m.clone(), ..Request::default() });
            assert_eq!(fetched.failure, None, "{uri_m}");
            let last = fetched.hops.last().expect("an answer");
            let answer = last.answer().expect("HTTP");
            assert_eq!(answer.status, Some(200), "{uri_m}");
            let rewritten = answer.payload(&ArchiveLimits::default()).content.into_owned();
            assert_ne!(rewritten, raw, "{uri_m}: nothing was rewritten");
            pages += 1;
            let (stripped, raw) = (lines(&rewritten, media, &last.uri), lines(&raw, media, uri));
            if stripped != raw {
                let at = stripped.iter().zip(&raw).position(|(a, b)| a != b);
                let shown = at.map(|at| format!("\n  {}\n  {}", stripped[at], raw[at]));
                differing.push(format!("{uri_m}{}", shown.unwrap_or_default()));
            }
        });
    }
    eprintln!("{} of {pages} pages have the tree as archived", pages - differing.len());
    for page in &differing {
        eprintln!("differs: {page}");
    }
    assert!(pages > 20, "{pages} pages: the test proves nothing");
    // Of our samples alone, one.
    let most = (pages / 100).max(1);
    assert!(differing.len() <= most, "{} of {pages} differ", differing.len());
}
