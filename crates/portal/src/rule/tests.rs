use scutch_url::Url;

use super::*;
use crate::file::PortalFile;

fn rules(toml: &str) -> Rules {
    let file = PortalFile::parse(toml).unwrap_or_else(|e| panic!("{e}"));
    Rules::compile(&file.links.expect("links")).unwrap_or_else(|e| panic!("{e:?}"))
}

fn page(text: &str) -> Document {
    let url = Url::parse("https://a.example/list?p=2").expect("an address");
    Document::from_text(url, text.to_owned())
}

fn found(rule: &str, text: &str) -> String {
    let toml = format!("[links]\n{rule}");
    let found = rules(&toml).addresses(&page(text)).into_iter();
    found.map(|a| a.replace("https://a.example", "")).collect::<Vec<_>>().join(" ")
}

const HTML: &str = "<ul class=items><li><h2><a href='/1'>One</a></h2><a href='/x'>more</a>\
    <li><h2><a href=' /2 '>Two</a></h2><li><a href='/1'>again</a></ul>\
    <p class=pager><a href='?p=1'>1</a><b>2</b><a href='?p=3'>3</a><a href='?p=3'> Next » </a></p>\
    <script id=data>window.x = {\"items\": [{\"id\": 7, \"slug\": \"seven\"}, {\"id\": 8}]};</script>\
    <a href='mailto:a@b'>mail</a>";

#[test]
fn every_operator_finds_its_addresses() {
    for (rule, expected) in [
        ("link = 'h2 a'", "/1 /2"),
        ("item = 'li'\nlink = 'a'", "/1 /2"),
        ("item = 'li'\nlink = 'a'\nlast = true", "/2"),
        ("link = '.pager a'\nnumber = 1\ncurrent = '.pager b'", "/list?p=3"),
        ("link = '.pager a'\nnumber = -1\ncurrent = '.pager b'", "/list?p=1"),
        ("link = '.pager a'\nnumber = 5\ncurrent = '.pager b'", ""),
        ("link = 'a'\ntext.is = 'Next »'", "/list?p=3"),
        ("link = 'a'\ntext.starts = 'Ne'", "/list?p=3"),
        ("link = 'a'\ntext.contains = 'ex'", "/list?p=3"),
        ("link = 'h2 a'\nrequire = '.nothing'", ""),
        ("link = 'h2 a'\nwhen = 'p=2$'\nunless = 'p=3'", "/1 /2"),
        ("link = 'h2 a'\nunless = 'p=2$'", ""),
        ("link = 'li a'\ndrop = ['/x$']", "/1 /2"),
        ("link = 'li a'\nkeep = ['/x$', '/2$']", "/x /2"),
        ("link = 'li a'\nfirst = 2", "/1 /x"),
        ("link = 'h2 a'\nreplace = [{ regex = '/(\\d)$', with = '/n/$1' }]", "/n/1 /n/2"),
        ("link = 'h2 a'\nreplace = [{ text = '/1', with = '/one' }]", "/one /2"),
        ("link = 'h2 a'\nmap = { 'https://a.example/2' = 'https://a.example/two' }", "/1 /two"),
        (
            "link = 'h2 a'\ncapture = '/(\\d)'\ntemplate = '/t/{1}/{url}'",
            "/t/1/https://a.example/list?p=2 /t/2/https://a.example/list?p=2"
                .replace("/https://a.example", "/")
                .as_str(),
        ),
        ("template = '{url+1:p=(\\d+)}'", "/list?p=3"),
        ("template = '{url+10:q=(\\d+)}'", ""),
        ("within = '#data'\njson = 'items.*'\ntemplate = '/{id}/{slug}'", "/7/seven"),
        ("within = '#data'\njson = 'items.*.id'", "/7 /8"),
        ("link = 'a[href^=mailto]'", ""),
    ] {
        assert_eq!(found(rule, HTML), expected, "{rule}");
    }
}

#[test]
fn strings_in_json_may_be_html() {
    let json = r#"{"data": {"boxes": ["<a href=\"/1\">x</a>", "<p><a href=\"/2\">y</a>"], "more": "/p/3"}}"#;
    assert_eq!(found("json = 'data.boxes.*'\nlink = 'a'", json), "/1 /2");
    assert_eq!(found("json = 'data.more'", json), "/p/3");
}

#[test]
fn the_first_rule_with_a_result_counts() {
    let rules = rules("[[links]]\nlink = '.none'\n[[links]]\nlink = 'h2 a'\n[[links]]\nlink = 'a'");
    assert_eq!(rules.addresses(&page(HTML)).len(), 2);
}

#[test]
fn addresses_are_resolved_against_the_base_of_the_page() {
    let html = "<base href='/deep/er/'><a href='x'>x</a><a href='//b.example/y'>y</a>";
    assert_eq!(found("link = 'a'", html), "/deep/er/x https://b.example/y");
}
