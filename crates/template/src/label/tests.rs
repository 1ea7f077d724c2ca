//! Labels of nodes and blocks by all methods.

use scutch_page::extract::Scoring;
use scutch_page::{ExtractConfig, Label, Page, Reason};

use super::by_patterns::class_of;
use super::*;
use crate::config::Method;
use crate::host::{HostEvidence, HostPages, host_of};
use crate::nodes::{Doubt, block_shares};
use crate::patterns::{CUR, DOWN, NEXT, PREV, UP};
use crate::test_pages::{self, page, summary_of};

const MENU: &str = "<span class=def><ul class=adv><li>Buy More</li><li>New Cars</li></ul>";
const CLOSING: &str = "2016 - Example Inc. All rights reserved</span>";

fn config(method: Method) -> TemplateConfig {
    TemplateConfig { method, ..TemplateConfig::default() }
}

fn summary(number: u64, page: &Page) -> Summary {
    summary_at(number, 0, page)
}

fn summary_at(number: u64, time: i64, page: &Page) -> Summary {
    let key = Key { url: format!("http://a.example/{number}"), time, record: number };
    summary_of(key, page).prepared(page, &config(Method::T001))
}

fn labelled(method: Method, page: &Page, own: &Summary, evidence: &Evidence<'_>) -> Vec<NodeLabel> {
    let mut scoring = Scoring::new(page, &ExtractConfig::default());
    let nodes = method.label(&mut scoring, page, own, evidence, &config(method));
    nodes.map(|labelled| labelled.nodes).filter(|nodes| !nodes.is_empty()).unwrap_or_else(|| {
        let extraction = scoring.finish(method.id());
        let rules = NodeRules { cuts: Some(&extraction.cuts), ..NodeRules::default() };
        by_blocks(page, &extraction.labels, own, evidence, rules)
    })
}

/// The nodes of a page beside another.
fn nodes(method: Method, html: &str, other: &[&str]) -> Vec<(String, u8, Class)> {
    let page = page(html);
    let own = summary(0, &page);
    let mut partners = HostPages::default();
    for (number, other) in other.iter().enumerate() {
        partners.add(summary(number as u64 + 1, &test_pages::page(other)));
    }
    let partners = partners.conclude();
    let evidence = partners.evidence_for(&own, "a.example", &config(method));
    let nodes = labelled(method, &page, &own, &evidence);
    nodes.iter().map(|node| (node.text(&page), node.bits, node.class)).collect()
}

/// The example of the thesis (listings 1.1 to 1.4, 2.10).
#[test]
fn the_tiny_case_comes_out_as_in_the_thesis() {
    let doc1 = format!("{MENU}Definition of Boilerplate {CLOSING}");
    let doc2 = format!("{MENU}<i>Another unrelated remark</i> {CLOSING}");
    let expected = [
        ("Buy More", 0b11000, Class::Boilerplate),
        ("New Cars", 0b11000, Class::Boilerplate),
        ("Definition of Boilerplate", 0b10000, Class::Content),
        ("2016 - Example Inc. All rights reserved", 0b11000, Class::Boilerplate),
    ];
    let expected = expected.map(|(text, bits, class)| (text.to_owned(), bits, class));
    for method in
        [Method::Learned, Method::T001, Method::T002, Method::KeepInvalid, Method::Context]
    {
        assert_eq!(nodes(method, &doc1, &[&doc2]), expected, "{method:?}");
    }
}

/// Where each bucket has a cross, what they agree in is kept.
#[test]
fn crosses_of_buckets_are_merged() {
    let of = |text: &str| page(&format!("<ul><li>Home of it</ul><p>{text}</p>"));
    let own = of("one two three four five");
    let [up, other] = ["one two x y z", "a b three four z"].map(of);
    let (one, other) = (summary(1, &up), summary(2, &other));
    let host = host_of([one.clone(), other.clone()]);
    let config = config(Method::T001);
    let cur = summary(0, &own);
    let mut evidence = host.evidence_for(&cur, "a.example", &config);
    let cross = |up| [Some(up), None, None, None];
    evidence.cross = cross(&one);
    evidence.bins = vec![cross(&one), cross(&other)];
    let nodes = by_patterns(&own, &evidence, &config).nodes;
    let found: Vec<_> = nodes.iter().map(|n| (n.text(&own), n.bits, n.class)).collect();
    let expected = [
        ("Home of it", 0b11000, Class::Boilerplate),
        ("one two", 0b11000, Class::Invalid),
        ("three four", 0b10000, Class::Invalid),
        ("five", 0b10000, Class::Content),
    ];
    assert_eq!(found, expected.map(|(text, bits, class)| (text.to_owned(), bits, class)));
}

/// Only the best block of a page is left in the text, and of it what is content.
#[test]
fn of_the_best_blocks_what_is_known_to_be_boilerplate_is_cut() {
    let doc1 = page(&format!("{MENU}Definition of Boilerplate {CLOSING}"));
    let doc2 = page(&format!("{MENU}<i>Another unrelated remark</i> {CLOSING}"));
    for method in [Method::Learned, Method::T001, Method::T002] {
        let (own, config) = (summary(0, &doc1), config(method));
        let host = host_of([summary(1, &doc2)]);
        let evidence = host.evidence_for(&own, "a.example", &config);
        let mut scoring = Scoring::new(&doc1, &ExtractConfig::default());
        assert!(method.label(&mut scoring, &doc1, &own, &evidence, &config).is_some());
        let text = scutch_page::render::text(&doc1, &scoring.finish(method.id()));
        assert_eq!(text, "Definition of Boilerplate", "{method:?}");
    }
}

/// Of each valid cross: what all pages have is boilerplate, what only the page and its snapshots
/// have is content.
#[test]
fn the_eight_crosses() {
    let page_of = |story: &str| page(&format!("<ul><li>Home of the page</li></ul><p>{story}</p>"));
    let cur = page_of("The river rose on Tuesday");
    let other = page_of("Nine hens were counted there");
    let third = page_of("A lamp burnt until morning");
    for shape in [0b11000, 0b11100, 0b11001, 0b11010, 0b11011, 0b11101, 0b11110, 0b11111] {
        let captures = [
            (UP, summary_at(1, 50, &other)),
            (DOWN, summary_at(2, 50, &third)),
            (PREV, summary_at(0, 40, &cur)),
            (NEXT, summary_at(0, 60, &cur)),
        ];
        let mut partners = HostPages::default();
        let there = captures.into_iter().filter(|(bit, _)| shape & bit != 0);
        there.for_each(|(_, summary)| partners.add(summary));
        let partners = partners.conclude();
        let own = summary_at(0, 50, &cur);
        let evidence = partners.evidence_for(&own, "a.example", &config(Method::T001));
        let nodes = labelled(Method::T001, &cur, &own, &evidence);
        let found: Vec<_> = nodes.iter().map(|node| (node.cross, node.bits, node.class)).collect();
        let alone = shape & (CUR | PREV | NEXT);
        let expected = [(shape, shape, Class::Boilerplate), (shape, alone, Class::Content)];
        assert_eq!(found, expected, "{shape:05b}");
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "Bits(8)")]
fn bits_of_another_page_are_an_error_of_the_program() {
    class_of(0b11000, UP);
}

#[test]
fn without_a_cross_texts_have_the_score_of_their_block() {
    let html =
        "<body><p>A first line of some length, with words.</p><script>x</script><p>Second</p>";
    for method in Method::ALL {
        let nodes = nodes(method, html, &[]);
        assert_eq!(nodes.len(), 2, "{method:?}");
        assert!(nodes.iter().all(|(_, bits, class)| *bits == CUR && *class != Class::Invalid));
    }
}

/// The text and the table of nodes say the same: pages have thresholds of their own.
#[test]
fn texts_have_the_class_of_their_block_whatever_its_score() {
    let page = page("<p>A first line of some length</p>");
    let (own, config) = (summary(0, &page), config(Method::Learned));
    let partners = HostEvidence::default();
    let evidence = partners.evidence_for(&own, "a.example", &config);
    for (content, class) in [(true, Class::Content), (false, Class::Boilerplate)] {
        for score in [0.4, 0.6] {
            let labels = [Label { content, score, reason: Reason::Partners }];
            let classes = |doubt| -> Vec<Class> {
                let nodes = by_blocks(
                    &page,
                    &labels,
                    &own,
                    &evidence,
                    NodeRules { doubt, ..NodeRules::default() },
                );
                nodes.iter().map(|node| node.class).collect()
            };
            assert_eq!(classes(Doubt::default()), [class], "{score}");
            let near = Doubt { threshold: 0.45, width: 0.1 };
            let open = if score < 0.5 { Class::Invalid } else { class };
            assert_eq!(classes(near), [open], "{score}");
        }
    }
}

#[test]
fn numbers_of_lines_are_what_their_code_is() {
    let html =
        "<table><tr><td class=gutter><pre>1\n2</pre><td><pre>let tide = 2;\ngo()</pre></table>";
    let (page, config) = (page(html), config(Method::Learned));
    let own = summary(0, &page);
    let partners = HostEvidence::default();
    let evidence = partners.evidence_for(&own, "a.example", &config);
    for content in [true, false] {
        let score = f32::from(u8::from(content));
        let labels = [Label { content, score, reason: Reason::Partners }];
        for kept in [true, false] {
            let nodes = by_blocks(
                &page,
                &labels,
                &own,
                &evidence,
                NodeRules { line_numbers: kept, ..NodeRules::default() },
            );
            let class = |is_content| if is_content { Class::Content } else { Class::Boilerplate };
            let found: Vec<_> = nodes.iter().map(|n| (n.text(&page), n.class, n.hidden)).collect();
            let expected = [("1 2", content && kept), ("let tide = 2; go()", content)]
                .map(|(text, is_content)| (text.to_owned(), class(is_content), false));
            assert_eq!(found, expected);
            assert!(kept || nodes[0].score == 0.0 && nodes[0].reason.is_none());
            assert_eq!(nodes[1].reason, Some(Reason::Partners));
        }
    }
    // They are no part of the text by which a block is judged.
    let nodes = by_blocks(
        &page,
        &[Label { content: true, score: 1.0, reason: Reason::Partners }],
        &own,
        &evidence,
        NodeRules::default(),
    );
    assert_eq!(block_shares(&page, &nodes[..1]), [0.0]);
}

/// Whatever the pages and the method: the nodes are all words of the page, each once, in order.
#[test]
fn nodes_part_the_words_of_a_page() {
    let pieces = [
        "one two ",
        "three",
        " four five six ",
        "<p>",
        "</p>",
        "<ul><li>",
        "</ul>",
        "<b>",
        "</b>",
        "<br>",
        "<a href=/>seven</a>",
        "<div hidden>",
        "</div>",
        "<select><option>",
        "</select>",
    ];
    let mut random = scutch_learn::Random::new(9);
    let mut html = || -> String {
        let of = |random: &mut scutch_learn::Random| pieces[random.below(pieces.len())];
        (0..30).map(|_| of(&mut random)).collect()
    };
    for round in 0..60 {
        let (own, others) = (html(), [html(), html()]);
        let page = page(&own);
        let words = page.tree().all().flat_map(|node| page.tree().text(node).split_whitespace());
        let words: Vec<&str> = words.collect();
        for method in Method::ALL {
            let nodes = nodes(method, &own, &[&others[0], &others[1]]);
            let texts: Vec<&str> = nodes.iter().flat_map(|(text, ..)| text.split(' ')).collect();
            assert_eq!(texts, words, "round {round}, {method:?}: {own}");
        }
    }
}

#[test]
fn runs_know_their_words() {
    let html = "<p>one two three four five six seven</p>";
    let found = nodes(Method::T001, html, &["<p>one two three x five six seven</p>"]);
    let texts: Vec<&str> = found.iter().map(|(text, ..)| text.as_str()).collect();
    assert_eq!(texts, ["one two three", "four", "five six seven"]);
}

/// Of a host with several templates only the page's own says what is boilerplate.
#[test]
fn occurrence_counts_pages_of_the_template() {
    let story =
        |n: u64| format!("<ul><li>Home of the sea</li></ul><h1>Day {n}</h1><p>Story {n} of it</p>");
    let form =
        |n: u64| format!("<table><tr><td>Price {n}<td>Weight {n}<tr><td><b>Sum {n}</b></table>");
    let pages = (0..3).map(story).chain((3..15).map(form)).zip(0..);
    let summaries = pages.map(|(html, number)| summary(number, &page(&html)));
    let partners = host_of(summaries);
    let page = page(&story(0));
    let own = summary(0, &page);
    let method = Method::Occurrence;
    let mut config = TemplateConfig { method, ..TemplateConfig::default() };
    let evidence = partners.evidence_for(&own, "a.example", &config);
    let shares = occurrence(&own, &evidence);
    let texts = page.blocks().iter().zip(shares).filter(|(block, _)| block.chars > 0);
    assert_eq!(texts.map(|(_, share)| share).collect::<Vec<_>>(), [0.0, 1.0, 1.0]);
    config.threshold = Some(1.1);
    let evidence = partners.evidence_for(&own, "a.example", &config);
    let mut scoring = Scoring::new(&page, &ExtractConfig::default());
    assert!(method.label(&mut scoring, &page, &own, &evidence, &config).is_none());
}
