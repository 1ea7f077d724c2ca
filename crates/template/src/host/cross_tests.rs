//! Who is compared with whom, by both rules.

use scutch_page::{ExtractConfig, Hints, Limits, Page, Scoring};

use super::{HostEvidence, HostPages, host_of};
use crate::config::{CrossRule, LshBands, Method, TemplateConfig};
use crate::cross::NoPartner;
use crate::key::Key;
use crate::structure::Signature;
use crate::summary::Summary;
use crate::test_pages;

const STORIES: [&str; 5] = [
    "The river rose again on Tuesday night.",
    "Nine hens were counted at the fair.",
    "A lamp was lit in the old tower.",
    "The baker has sold his last oven.",
    "Snow lies on the pass until May.",
];

fn summary(url: &str, time: i64, story: &str) -> Summary {
    let html = format!(
        "<body><div class=menu><a href=/>Home</a></div><h1>Daily</h1><p>{story}</p><div>Printed here</div>"
    );
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let scoring = Scoring::new(&page, &ExtractConfig::default());
    let key = Key { url: format!("http://a.example{url}"), time, record: time as u64 };
    Summary::new(key, &page, scoring.labels())
}

fn urls(partners: &HostEvidence, of: &Summary, rule: CrossRule) -> [Option<(String, i64)>; 4] {
    let config =
        TemplateConfig { method: Method::T002, cross: Some(rule), ..TemplateConfig::default() };
    partners
        .evidence_for(of, "a.example", &config)
        .cross
        .map(|page| page.map(|page| (page.key.url.replace("http://a.example", ""), page.key.time)))
}

fn no_partner(partners: &HostEvidence, of: &Summary, rule: CrossRule) -> Option<NoPartner> {
    let config =
        TemplateConfig { method: Method::T002, cross: Some(rule), ..TemplateConfig::default() };
    partners.evidence_for(of, "a.example", &config).no_partner
}

fn pages_of(pages: &[(&str, i64, usize)]) -> Vec<Summary> {
    pages.iter().map(|(url, time, story)| summary(url, *time, STORIES[*story])).collect()
}

fn host(pages: &[(&str, i64, usize)]) -> HostEvidence {
    host_of(pages_of(pages))
}

fn some(url: &str, time: i64) -> Option<(String, i64)> {
    Some((url.to_owned(), time))
}

#[test]
fn a_print_view_is_no_partner() {
    let pages = [("/a", 1, 0), ("/a?print", 2, 0), ("/b", 3, 1), ("/c", 4, 2), ("/d", 5, 3)];
    let partners = host(&pages);
    let page = summary("/a", 1, STORIES[0]);
    let repaired = urls(&partners, &page, CrossRule::Repaired);
    assert_eq!(repaired, [some("/b", 3), some("/c", 4), None, None]);
    // The thesis takes it for a snapshot, as the path is the same.
    let thesis = urls(&partners, &page, CrossRule::Thesis);
    assert_eq!(thesis, [some("/b", 3), some("/c", 4), None, some("/a?print", 2)]);
}

#[test]
fn a_copy_under_another_path_is_up_in_the_thesis_only() {
    let pages = [("/a", 1, 0), ("/Dev/a", 1, 0), ("/b", 3, 1), ("/b", 6, 4), ("/c", 4, 2)];
    let partners = host(&pages);
    let page = summary("/b", 3, STORIES[1]);
    assert_eq!(urls(&partners, &page, CrossRule::Thesis)[3], some("/b", 6));
    let page = summary("/a", 1, STORIES[0]);
    assert_eq!(urls(&partners, &page, CrossRule::Thesis)[0], some("/Dev/a", 1));
    assert_eq!(urls(&partners, &page, CrossRule::Repaired)[..2], [some("/b", 3), some("/c", 4)]);
}

/// A page with a title, a text of its own, one that others have, too, and teasers.
fn with_more(url: &str, title: &str, own: &str, shared: &str, teaser: &str) -> Summary {
    let teasers: String = (0..5)
        .map(|n| format!("<li class=teaser><a href=/t>Fair {teaser} of {n}</a></li>"))
        .collect();
    let html = format!("<h1>{title}</h1><p>{own}</p>{shared}<ul class=teasers>{teasers}</ul>");
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let scoring = Scoring::new(&page, &ExtractConfig::default());
    let key = Key { url: format!("http://a.example{url}"), time: 1, record: 1 };
    Summary::new(key, &page, scoring.labels())
}

fn long(story: usize) -> String {
    let [first, second] = [story % 4, story % 4 + 1].map(|at| STORIES[at]);
    let line = |n| format!("<p>{first} {second} That was on day {n} of year {story}.</p>");
    (0..4).map(line).collect()
}

/// As where a session stands in the address, and teasers change with each: three copies are as many
/// as have the texts of a template.
#[test]
fn many_copies_are_none_either() {
    let page = |story: usize, copy: usize| {
        let (url, title) = (format!("/{story}?sid={copy}"), format!("Tide {story}"));
        with_more(&url, &title, STORIES[story], &long(story), &format!("{copy} {story}"))
    };
    for copies in [3, 5, 30] {
        let mut partners = HostPages::default();
        for story in 0..4 {
            (0..=copies).for_each(|copy| partners.add(page(story, copy)));
        }
        let partners = partners.conclude();
        let found = urls(&partners, &page(0, 0), CrossRule::Repaired);
        for partner in &found[..2] {
            let (url, _) = partner.as_ref().expect("a partner");
            assert!(!url.starts_with("/0"), "{copies} copies: {url}");
        }
    }
}

/// What the pages of a section say of it is longer than what each says of itself, and is no article
/// of theirs.
#[test]
fn pages_of_a_section_with_a_notice_are_no_copies() {
    let page = |number: usize| {
        let (url, title) = (format!("/{number}"), format!("Picture {number}"));
        let own = format!("The mole on day {number}, before the tide.");
        let section = ["sea", "land", "port", "town", "quay"][number / 8];
        let notice = format!("<div class={section}>{}</div>", long(number / 8));
        with_more(&url, &title, &own, &notice, &number.to_string())
    };
    let mut partners = HostPages::default();
    (0..40).for_each(|number| partners.add(page(number)));
    let partners = partners.conclude();
    let found = urls(&partners, &page(9), CrossRule::Repaired);
    for partner in &found[..2] {
        let (url, _) = partner.as_ref().expect("a partner");
        assert!((8..16).any(|number| *url == format!("/{number}")), "{url}");
    }
}

#[test]
fn down_has_another_address_than_up() {
    let pages = [("/a", 1, 0), ("/b", 2, 1), ("/b?page=2", 3, 2), ("/b", 4, 3)];
    let page = summary("/a", 1, STORIES[0]);
    let partners = host(&pages);
    assert_eq!(urls(&partners, &page, CrossRule::Thesis)[..2], [some("/b", 2), None]);
    let partners = host(&[&pages[..], &[("/c", 5, 4)]].concat());
    assert_eq!(urls(&partners, &page, CrossRule::Thesis)[..2], [some("/b", 2), some("/c", 5)]);
}

#[test]
fn without_another_page_there_is_no_cross() {
    let partners = host(&[("/a", 1, 0), ("/a", 2, 1)]);
    let page = summary("/a", 1, STORIES[0]);
    for rule in [CrossRule::Repaired, CrossRule::Thesis] {
        assert_eq!(urls(&partners, &page, rule)[..2], [None, None]);
    }
}

/// One address by its key, of more captures than are kept to compare; its snapshots by path are
/// those of one spelling.
#[test]
fn two_spellings_of_an_address_are_two_paths() {
    let spelled = |time: i64| if time % 3 == 0 { "/a/" } else { "/a" };
    let captures: Vec<_> = (1..=60).map(|time| (spelled(time), time, 0)).collect();
    let partners = host(&[&captures[..], &[("/b", 70, 1)]].concat());
    for time in 4..57 {
        let nearest = |step: i64| {
            (1..4).map(|n| time + n * step).find(|other| spelled(*other) == spelled(time))
        };
        let found = urls(&partners, &summary(spelled(time), time, STORIES[0]), CrossRule::Thesis);
        let found = [&found[2], &found[3]].map(|page| page.as_ref().map(|(_, time)| *time));
        assert_eq!(found, [nearest(-1), nearest(1)], "{time}");
    }
}

#[test]
fn a_page_without_a_cross_says_why() {
    let (both, page) = ([CrossRule::Repaired, CrossRule::Thesis], summary("/a", 1, STORIES[0]));
    let why = |pages: &[(&str, i64, usize)]| both.map(|rule| no_partner(&host(pages), &page, rule));
    assert_eq!(why(&[("/a", 1, 0), ("/a", 2, 1)]), [Some(NoPartner::NoOther); 2]);
    assert_eq!(why(&[("/a", 1, 0), ("/b", 1, 1)]), [None; 2]);
    // Of these the query tells which page they are, or nothing does.
    let queries = [("/a", 1, 0), ("/a?id=1", 1, 1), ("/a?id=2", 1, 2)];
    assert_eq!(why(&queries), [None, Some(NoPartner::SamePath)]);
    let copies = [("/a", 1, 0), ("/a?print=1", 1, 0)];
    assert_eq!(why(&copies), [Some(NoPartner::OnlyCopies), Some(NoPartner::SamePath)]);
    assert_eq!(why(&[("/a", 1, 0), ("/dev/a", 1, 0)]), [Some(NoPartner::OnlyCopies), None]);
    // A list of another structure that holds the page whole is not alike.
    let html = format!("<table><tr><td>Home<td>Daily<td>{}<td>Printed here</table>", STORIES[0]);
    let list = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let scoring = Scoring::new(&list, &ExtractConfig::default());
    let key = Key { url: "http://a.example/list".to_owned(), time: 1, record: 9 };
    let list = Summary::new(key, &list, scoring.labels());
    let why = |pages: &[(&str, i64, usize)]| {
        let partners = pages_of(pages).into_iter().chain([list.clone()]);
        let partners = host_of(partners);
        both.map(|rule| no_partner(&partners, &page, rule))
    };
    assert_eq!(why(&[("/a", 1, 0)]), [Some(NoPartner::NoneAlike); 2]);
    assert_eq!(why(&copies), [Some(NoPartner::OnlyCopies), Some(NoPartner::SamePath)]);
}

#[test]
fn structures_below_the_threshold_have_no_cross() {
    let html = "<body><table><tr><td>Nothing<td>alike<tr><td>here</table>";
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let scoring = Scoring::new(&page, &ExtractConfig::default());
    let key = Key { url: "http://a.example/x".to_owned(), time: 1, record: 9 };
    let other = Summary::new(key, &page, scoring.labels());
    let page = summary("/a", 1, STORIES[0]);
    let partners = host_of([page.clone(), other]);
    for cross in [CrossRule::Repaired, CrossRule::Thesis] {
        let mut config = TemplateConfig {
            method: Method::T001,
            cross: Some(cross),
            ..TemplateConfig::default()
        };
        assert!(partners.evidence_for(&page, "a.example", &config).cross[0].is_none());
        config.host_thresholds.insert("a.example".to_owned(), 0.0);
        assert!(partners.evidence_for(&page, "a.example", &config).cross[0].is_some());
        assert!(partners.evidence_for(&page, "b.example", &config).cross[0].is_none());
    }
}

/// The cross by an index of buckets, and by verified similarity.
fn up_by(lsh_bands: LshBands, pages: &[&str]) -> (Option<String>, Option<NoPartner>) {
    let pages = pages.iter().zip('a'..);
    let pages = pages.map(|(html, name)| test_pages::summary(&format!("/{name}"), 0, html));
    let pages: Vec<Summary> = pages.collect();
    let host = host_of(pages.clone());
    let threshold = Some(0.9);
    let config =
        TemplateConfig { method: Method::T002, threshold, lsh_bands, ..Default::default() };
    let evidence = host.evidence_for(&pages[0], "a.example", &config);
    (evidence.cross[0].map(|page| page.key.url.clone()), evidence.no_partner)
}

#[test]
fn beside_one_other_page_an_index_has_nothing_to_choose() {
    let [list, table] = ["<ul><li>Home</ul>", "<table><tr><td>9</table>"];
    let form = "<form><fieldset><legend>Sum</fieldset></form>";
    let none = (None, Some(NoPartner::NoneAlike));
    let (b, c) = (Some("http://a.example/b".to_owned()), Some("http://a.example/c".to_owned()));
    assert_eq!(up_by(LshBands::Verified, &[list, table]), none);
    assert_eq!(up_by(LshBands::Query, &[list, table]), (b.clone(), None));
    assert_eq!(up_by(LshBands::Bins, &[list, table]), (b.clone(), None));
    // Of two others that share no bucket none is taken.
    assert_eq!(up_by(LshBands::Query, &[list, table, form]), none);
    for how in [LshBands::Verified, LshBands::Query, LshBands::Bins] {
        assert_eq!(up_by(how, &[list, table, list]), (c.clone(), None), "{how:?}");
    }
}

/// What shares a bucket is alike, whatever its similarity.
#[test]
fn an_index_does_not_look_at_similarity() {
    let mut pages = [("/a", "ul"), ("/b", "table"), ("/c", "form")]
        .map(|(url, name)| test_pages::summary(url, 0, &format!("<{name}><p>One</{name}>")));
    // The first of the 18 bands at 0.6 has seven numbers.
    let mut numbers = *Signature::from_tokens(0..90).numbers();
    numbers[..7].copy_from_slice(&pages[0].signature.numbers()[..7]);
    pages[1].signature = Signature::from_numbers(numbers);
    pages[2].signature = Signature::from_tokens(100..190);
    let host = host_of(pages.clone());
    for (lsh_bands, up, bins) in [
        (LshBands::Verified, None, 0),
        (LshBands::Query, Some("http://a.example/b"), 0),
        (LshBands::Bins, Some("http://a.example/b"), 1),
    ] {
        let (method, threshold) = (Method::T002, Some(0.6));
        let config = TemplateConfig { method, threshold, lsh_bands, ..Default::default() };
        let evidence = host.evidence_for(&pages[0], "a.example", &config);
        let found = evidence.cross[0].map(|page| page.key.url.as_str());
        assert_eq!((found, evidence.bins.len()), (up, bins), "{lsh_bands:?}");
    }
}
