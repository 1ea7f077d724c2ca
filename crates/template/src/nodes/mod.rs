//! The table of labelled nodes: each run of words of a page with its occurrence in the cross and its class.
//!
//! A *run* is a stretch of words of one text node that stand in the same pages of the cross. (The thesis sets a
//! `dbce` element around each.)

mod harmless;
mod layers;
mod markup;
mod media;
mod places;
mod xpath;

use scutch_page::{Label, NodeId, Page, Reason};

use crate::annotate::{Annotated, Run, annotate, bits_where, cross_bits, runs};
use crate::config::TemplateConfig;
use crate::host::Evidence;
use crate::method::Labelled;
use crate::patterns::{CUR, Class, classify};
use crate::summary::Summary;
use crate::words::Words;

pub use layers::element_classes;
pub use markup::{Markup, PALETTE, annotated};
pub use media::media_labels;
pub(crate) use places::Places;
pub use xpath::XPaths;

/// A run of words with its label; or an element that shows something else, without words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeLabel {
    /// The text node, or the element; its ordinal is [`NodeId::index`].
    pub node: NodeId,
    /// First word of the run, counted from 0 in its text node, words delimited by white space.
    pub first: usize,
    /// How many words.
    pub words: usize,
    /// In which pages of the cross it stands; see [`crate::patterns`].
    pub bits: u8,
    /// Which pages the cross has.
    pub cross: u8,
    /// What it is.
    pub class: Class,
    /// From 0 (boilerplate) to 1 (content).
    pub score: f32,
    /// Readers do not see it when the page opens.
    pub hidden: bool,
    /// What decided that its block is kept or dropped, where blocks are labelled.
    pub reason: Option<Reason>,
}

impl NodeLabel {
    /// The words of the run, joined by spaces.
    pub fn text(&self, page: &Page) -> String {
        let words = page.tree().text(self.node).split_whitespace();
        words.skip(self.first).take(self.words).collect::<Vec<_>>().join(" ")
    }
}

impl Class {
    /// What a class says of a text, from 0 (boilerplate) to 1 (content).
    pub fn score(self) -> f32 {
        match self {
            Self::Content => 1.0,
            Self::Invalid => 0.5,
            Self::Boilerplate => 0.0,
        }
    }
}

/// The runs of a page, classed by bit patterns. None where the cross is no valid one.
pub(crate) fn by_patterns(
    page: &Page,
    evidence: &Evidence<'_>,
    config: &TemplateConfig,
) -> Labelled {
    let around = evidence.cross.map(|page| page.map(|page| page.words.as_slice()));
    let cross = cross_bits(&around);
    if classify(cross, CUR).is_err() {
        return Labelled::default();
    }
    let words = Words::of(page.tree());
    let Annotated { bits, capped } = annotate(&words, &around, config.compare, config.diff);
    let places = Places::of(page);
    let mut before: Option<Run> = None;
    let labels = runs(&words, &bits).into_iter().map(|run| {
        let first =
            before.filter(|before| before.node == run.node).map_or(0, |b| b.first + b.words);
        before = Some(Run { first, ..run });
        let class = class_of(cross, run.bits);
        let (node, words, bits) = (run.node, run.words, run.bits);
        let hidden = places.beside(node).is_none_or(|at| page.blocks()[at].hidden);
        NodeLabel {
            node,
            first,
            words,
            bits,
            cross,
            class,
            score: class.score(),
            hidden,
            reason: None,
        }
    });
    Labelled { nodes: labels.collect(), capped }
}

/// The class of a run in a valid cross. Annotation gives every word of the page the page's own bit, so that an error
/// here is one of the program: tests stop at it, a run leaves the text open.
fn class_of(cross: u8, bits: u8) -> Class {
    let class = classify(cross, bits);
    debug_assert!(class.is_ok(), "{class:?}");
    class.unwrap_or(Class::Invalid)
}

/// Scores that are left open, as they are too near the threshold of their page. By default none is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Doubt {
    /// The score from which texts of the page are content.
    pub threshold: f32,
    /// How far from it scores are left open.
    pub width: f32,
}

impl Doubt {
    /// Whether a score is left open.
    pub fn holds(self, score: f32) -> bool {
        self.width > 0.0 && (score - self.threshold).abs() <= self.width
    }
}

/// The text nodes of a page, in document order, each with class and score of its block, left open where there is doubt; what
/// stands in no block is boilerplate, and so are numbers beside lines of code if `numbers` are not kept; else they are what
/// the code is. The bits say which pages of the cross have the block's text. `labels` are those of the blocks, as a method
/// has left them.
pub fn by_blocks(
    page: &Page,
    labels: &[Label],
    summary: &Summary,
    evidence: &Evidence<'_>,
    doubt: Doubt,
    numbers: bool,
) -> Vec<NodeLabel> {
    let cross = cross_bits(&evidence.cross);
    let places = Places::of(page);
    let runs = runs(&Words::of(page.tree()), &[]);
    let labels = runs.into_iter().map(|run| {
        let is_left_out = !numbers && places.numbered(run.node).is_some();
        let at = places.beside(run.node);
        let text = at.map(|at| summary.blocks[at].text);
        let has = |page: &&Summary| text.is_some_and(|text| page.has_text(text));
        let label = at.map(|at| &labels[at]).filter(|_| !is_left_out);
        let class = match label {
            Some(label) if doubt.holds(label.score) => Class::Invalid,
            Some(label) if label.content => Class::Content,
            _ => Class::Boilerplate,
        };
        NodeLabel {
            node: run.node,
            first: 0,
            words: run.words,
            bits: bits_where(&evidence.cross, has),
            cross,
            class,
            score: label.map_or(0.0, |label| label.score),
            hidden: at.is_none_or(|at| page.blocks()[at].hidden),
            reason: label.map(|label| label.reason),
        }
    });
    labels.collect()
}

/// Of each block the share of words that are content.
pub(crate) fn block_shares(page: &Page, nodes: &[NodeLabel]) -> Vec<f32> {
    let places = Places::of(page);
    let mut counts = vec![(0usize, 0usize); page.blocks().len()];
    for node in nodes {
        if let Some(at) = places.block(node.node) {
            counts[at].0 += node.words * usize::from(node.class == Class::Content);
            counts[at].1 += node.words;
        }
    }
    counts.into_iter().map(|(content, all)| content as f32 / all.max(1) as f32).collect()
}

#[cfg(test)]
mod tests {
    use scutch_page::{ExtractConfig, Hints, Limits, Scoring};

    use super::*;
    use crate::host::{HostEvidence, HostPages};
    use crate::key::Key;
    use crate::method::Method;
    use crate::patterns::{DOWN, NEXT, PREV, UP};

    const MENU: &str = "<span class=def><ul class=adv><li>Buy More</li><li>New Cars</li></ul>";
    const CLOSING: &str = "2016 - Example Inc. All rights reserved</span>";

    fn page(html: &str) -> Page {
        Page::parse(html.as_bytes(), &Hints::default(), &Limits::default())
    }

    fn config(method: Method) -> TemplateConfig {
        TemplateConfig { method, ..TemplateConfig::default() }
    }

    fn summary(number: u64, page: &Page) -> Summary {
        summary_at(number, 0, page)
    }

    fn summary_at(number: u64, time: i64, page: &Page) -> Summary {
        let scoring = Scoring::new(page, &ExtractConfig::default());
        let key = Key { url: format!("http://a.example/{number}"), time, record: number };
        Summary::new(key, page, scoring.labels()).prepared(page, &config(Method::T001))
    }

    fn labelled(
        method: Method,
        page: &Page,
        own: &Summary,
        evidence: &Evidence<'_>,
    ) -> Vec<NodeLabel> {
        let mut scoring = Scoring::new(page, &ExtractConfig::default());
        let nodes = method.label(&mut scoring, page, own, evidence, &config(method));
        nodes.map(|labelled| labelled.nodes).filter(|nodes| !nodes.is_empty()).unwrap_or_else(
            || by_blocks(page, scoring.labels(), own, evidence, Doubt::default(), true),
        )
    }

    /// The nodes of a page beside another.
    fn nodes(method: Method, html: &str, other: &[&str]) -> Vec<(String, u8, Class)> {
        let page = page(html);
        let own = summary(0, &page);
        let mut partners = HostPages::default();
        for (number, other) in other.iter().enumerate() {
            partners.add(summary(number as u64 + 1, &self::page(other)));
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
        for method in [Method::T001, Method::T002, Method::KeepInvalid, Method::Context] {
            assert_eq!(nodes(method, &doc1, &[&doc2]), expected, "{method:?}");
        }
    }

    /// Of each valid cross: what all pages have is boilerplate, what only the page and its snapshots have is content.
    #[test]
    fn the_eight_crosses() {
        let page_of =
            |story: &str| page(&format!("<ul><li>Home of the page</li></ul><p>{story}</p>"));
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
            let found: Vec<_> =
                nodes.iter().map(|node| (node.cross, node.bits, node.class)).collect();
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
                    let nodes = by_blocks(&page, &labels, &own, &evidence, doubt, true);
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
                let nodes = by_blocks(&page, &labels, &own, &evidence, Doubt::default(), kept);
                let class =
                    |is_content| if is_content { Class::Content } else { Class::Boilerplate };
                let found: Vec<_> =
                    nodes.iter().map(|n| (n.text(&page), n.class, n.hidden)).collect();
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
            Doubt::default(),
            true,
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
            let words =
                page.tree().all().flat_map(|node| page.tree().text(node).split_whitespace());
            let words: Vec<&str> = words.collect();
            for method in Method::ALL {
                let nodes = nodes(method, &own, &[&others[0], &others[1]]);
                let texts: Vec<&str> =
                    nodes.iter().flat_map(|(text, ..)| text.split(' ')).collect();
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
}
