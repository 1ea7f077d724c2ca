use scutch_url::Url;

use super::*;
use crate::{Portal, Site};

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
    // The rules, not the preset that the pages name.
    let suggestion = Suggestion { preset: None, ..suggest(&[page(rest)]) };
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

#[test]
fn links_look_like_articles_by_address_text_and_place() {
    let score = |html: &str| {
        let url = Url::parse("https://a.example/list").expect("an address");
        let page = Document::from_text(url, html.to_owned());
        let links = Selector::parse("a").expect("a selector").select(page.tree(), NodeId::DOCUMENT);
        score::anchors(&page, true).score(&links)
    };
    // From the likeliest to the least likely.
    let ranked = [
        "<article><h2><a href=/2020/fog-over-the-bay>Fog over the bay until Tuesday</a></h2></article>",
        "<h2><a href=/2020/fog-over-the-bay>Fog over the bay until Tuesday</a></h2>",
        "<a href=/2020/fog-over-the-bay>Fog over the bay until Tuesday</a>",
        "<a href=/2020/fog-over-the-bay>Fog</a>",
        "<a href=https://b.example/2020/fog-over-the-bay>Fog</a>",
        "<nav><a href=https://b.example/2020/fog-over-the-bay>Fog</a></nav>",
    ];
    let scores = ranked.map(score);
    assert!(scores.windows(2).all(|pair| pair[0] > pair[1]), "{scores:?}");
    // The page itself, and the front page of any site.
    for own in ["<a href=/list>The list of all stories</a>", "<a href=https://b.example>Home</a>"] {
        assert!(score(own) < scores[5] + 1.0 && score(own) < 0.0, "{own}");
    }
    // Links to the parts of one page count as one.
    let [_, _, one, ..] = ranked;
    assert_eq!(
        score(&one.replace("</a>", "</a><a href=/2020/fog-over-the-bay#c>9</a>")),
        score(one)
    );
}

#[test]
fn what_leads_to_articles_or_two_ways_is_no_next_page() {
    for (rest, expected) in [
        ("<a rel=next href=/page/3/>on</a>", Some("a[rel~=next]")),
        ("<a class=next href=/page/3/>a</a><a class=next href=/page/3/>b</a>", Some("a.next")),
        // Two targets, the page itself, an article of the list, no address.
        ("<a class=next href=/page/3/>a</a><a class=next href=/page/4/>b</a>", None),
        ("<a class=next href=/page/2/>here</a>", None),
        ("<a class=next href=/2020/05/fog-over-the-bay/>fog</a>", None),
        ("<a class=next href='http://['>on</a>", None),
        ("<a class=next>on</a>", None),
        // Too long for what a button says; a sign that begins another text; a single number.
        ("<a href=/page/3/>next year the ferry will be late again, says the mayor</a>", None),
        ("<a href=/page/3/>&gt; fog</a>", None),
        ("<p class=pager><b>1</b><a href=/page/3/>2</a></p>", None),
    ] {
        let next = suggest(&[page(rest)]).next.and_then(|rule| rule.link);
        assert_eq!(next.as_deref(), expected, "{rest}");
    }
}

/// A site of no known program: lists of five articles, an imprint, and a sitemap.
fn site(address: &str, pager: &str, sign: &str) -> Option<Document> {
    let url = Url::parse(address).expect("an address");
    let number = |n: &str| n.parse::<usize>().ok();
    let html = match Site::target(address) {
        "/robots.txt" => "Sitemap: https://a.example/map.xml\n".to_owned(),
        "/map.xml" => {
            "<urlset><url><loc>https://a.example/story/the-ferry-was-late-1/</loc></url></urlset>"
                .to_owned()
        }
        "/imprint" => "<body class=plain><h1>Imprint</h1>".to_owned(),
        "/" => list(1, pager),
        target => match target.strip_prefix("/story/the-ferry-was-late-") {
            Some(rest) => {
                let number = rest.trim_end_matches('/');
                format!("<body class=plain>{sign}<h1>The ferry was late {number}</h1>")
            }
            None => {
                let rest = target.strip_prefix("/?page=")?;
                number(rest).filter(|n| (1..=4).contains(n)).map(|n| list(n, pager))?
            }
        },
    };
    Some(Document::from_text(url, html))
}

fn list(number: usize, pager: &str) -> String {
    let items = (0..5).map(|n| {
        let n = 5 * (number - 1) + n;
        format!("<div class=teaser><h2><a href='/story/the-ferry-was-late-{n}/'>The ferry was late {n}</a></h2></div>")
    });
    let next =
        if number < 4 { pager.replace('#', &(number + 1).to_string()) } else { String::new() };
    format!(
        "<body class=plain><ul><li><a href=/imprint>Imprint</a></ul>{}{next}",
        items.collect::<String>()
    )
}

#[test]
fn a_site_of_an_unknown_program_gets_a_route_with_pages_and_a_rule_for_articles() {
    let link = "<a class=next href='/?page=#'>Next</a>";
    let numbers = "<a href='/?page=2'>2</a> <a href='/?page=3'>3</a>";
    let story = "<div class=story-text>It was late.</div>";
    let mut shown = Vec::new();
    for (start, pager, sign) in [
        ("/", link, story),
        ("/?page=3", link, story),
        ("/", numbers, story),
        ("/?page=2", "", story),
        ("/", "", story),
        ("/", link, ""),
    ] {
        let mut asked = 0;
        let mut ask = |address: &str| {
            asked += 1;
            site(address, pager, sign)
        };
        let first = ask(&format!("https://a.example{start}")).expect("a list");
        let seen = explore(vec![first], false, &mut ask);
        let text = seen.suggestion.to_portal_file("https://a.example/").expect("TOML");
        let portal = Portal::load(&text, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert!(!portal.routes.is_empty() && asked < 20, "{asked}");
        assert!(seen.articles.iter().all(|page| portal.article.is(page)), "{text}");
        if !sign.is_empty() {
            assert!(!seen.others.is_empty());
            assert!(!seen.lists.iter().chain(&seen.others).any(|page| portal.article.is(page)));
        }
        shown.push(format!("## {start} {pager} {sign}\n{text}"));
    }
    insta::assert_snapshot!(shown.join("\n"));
}

/// A page of a site whose list names its generator, and whose stories have a class.
fn generated(name: &str, body: &str, address: &str) -> Option<Document> {
    let url = Url::parse(address).expect("an address");
    let html = match Site::target(address) {
        "/" => format!("<meta {name}>{}", list(1, "")),
        target if target.starts_with("/story/") => {
            format!("<body class='{body}'><h1>x</h1>")
        }
        _ => return None,
    };
    Some(Document::from_text(url, html))
}

#[test]
fn a_preset_is_suggested_where_it_knows_the_articles() {
    // Generators write their name in any case.
    for (name, body, preset, program) in [
        (
            "name=Generator content=WORDPRESS",
            "single single-post",
            Some("wordpress"),
            Some("wordpress"),
        ),
        ("NAME=generator content='wordpress 6'", "other", None, Some("wordpress")),
        ("name=generator content=Home-made", "single single-post", None, None),
    ] {
        let mut ask = |address: &str| generated(name, body, address);
        let first = ask("https://a.example/").expect("a list");
        let seen = explore(vec![first], false, &mut ask);
        assert_eq!((seen.suggestion.preset, seen.suggestion.program), (preset, program), "{name}");
        let first = ask("https://a.example/").expect("a list");
        assert_eq!(explore(vec![first], true, &mut ask).suggestion.preset, None, "{name}");
    }
}

#[test]
fn a_site_that_answers_nothing_else_is_no_error() {
    let first = site("https://a.example/", "", "").expect("a list");
    let seen = explore(vec![first], false, &mut |_| None);
    assert!(seen.suggestion.links.is_some() && seen.articles.is_empty());
    let seen = explore(Vec::new(), false, &mut |_| None);
    assert!(!seen.suggestion.has_route());
}
