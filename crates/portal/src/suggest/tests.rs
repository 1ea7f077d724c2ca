use scutch_url::Url;

use super::*;
use crate::Portal;

const ITEMS: &str = "<article class=card><h2><a href='/2020/05/the-ferry-was-late-again-today/'>The ferry \
    was late again today</a></h2><a href='/author/ann'>Ann</a></article><article class=card><h2><a \
    href='/2020/05/a-lighthouse-keeper-retires/'>A lighthouse keeper retires after a long time</a></h2>\
    <a href='/author/bob'>Bob</a></article><article class=card><h2><a href='/2020/05/fog-over-the-bay/'>\
    Fog over the bay until Tuesday evening</a></h2><a href='/tag/fog'>fog</a></article>";

fn page(rest: &str) -> Document {
    let html = format!(
        "<meta name=generator content='WordPress 5.1'><nav><ul><li><a href='/news-and-more-of-it/'>News \
         and very much more of it</a></ul></nav><main>{ITEMS}</main>{rest}\
         <div class=sidebar><h3><a href='/2019/01/most-read-article-of-all/'>The most read article of all \
         times</a></h3></div>"
    );
    Document::from_text(Url::parse("https://a.example/page/2/").expect("an address"), html)
}

fn file(rest: &str) -> String {
    let suggestion = suggest(&[page(rest)]);
    let text = suggestion.to_portal_file("https://a.example/").expect("TOML");
    Portal::load(&text, None).unwrap_or_else(|e| panic!("{text}: {e}"));
    text
}

#[test]
fn proposals_come_from_what_repeats() {
    let pagers = [
        "<div class=nav-links><a class='next page-numbers' href='/page/3/'>»</a></div>",
        "<ul class=pager><li><a href='/page/1/'>1</a><li><b>2</b><li><a href='/page/3/'>3</a></ul>",
        "<p><a href='/page/3/'>Következő oldal</a></p>",
        "<p class=older-ones><a href='/page/3/'>Articles plus anciens</a></p>",
        "",
    ];
    insta::assert_snapshot!(pagers.map(file).join("----\n"));
}

#[test]
fn pages_without_lists_get_no_suggestion() {
    let url = Url::parse("https://a.example/").expect("an address");
    let page = Document::from_text(url, "<p>Hello <a href='/x'>x</a>".to_owned());
    let suggestion = suggest(&[page]);
    assert!(suggestion.links.is_none() && suggestion.next.is_none() && suggestion.preset.is_none());
}
