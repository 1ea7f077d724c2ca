//! Classes of pictures, players and frames: by the pages that have the same, or by the text around
//! them.

use scutch_page::{NodeId, Page, Tree};

use crate::annotate::{bits_where, cross_bits};
use crate::config::Method;
use crate::host::Evidence;
use crate::nodes::NodeLabel;
use crate::patterns::{CUR, Class, classify};
use crate::summary::{Summary, media};

/// Surrounding elements that are searched for labelled text.
const NEAR: usize = 16;
/// Share of partners from which on an element belongs to the template.
const SHARED: f32 = 0.5;

/// The pictures, players and frames of a page in document order; `nodes` are the labels of its
/// texts by the same method.
pub fn media_labels(
    page: &Page,
    evidence: &Evidence<'_>,
    nodes: &[NodeLabel],
    method: Method,
) -> Vec<NodeLabel> {
    let around = Around::new(page.tree(), nodes);
    let labels = media(page).into_iter().map(|(node, address)| {
        let (bits, cross) = media_bits(evidence, address);
        let known = match method {
            Method::Learned | Method::Occurrence => by_share(evidence, address, method),
            _ => classify(cross, bits).ok().map(|class| settled(class, method)),
        };
        let class = known.or_else(|| around.class(node)).unwrap_or(Class::Invalid);
        let (first, words, score) = (0, 0, class.score());
        NodeLabel { node, first, words, bits, cross, class, score, hidden: false, reason: None }
    });
    labels.collect()
}

/// The pages of the cross that show a resource, and the pages that the cross has.
fn media_bits(evidence: &Evidence<'_>, address: Option<u64>) -> (u8, u8) {
    let has = |page: &&Summary| address.and_then(|address| page.media.has(address));
    // Of a page with very many media not all are kept. If one page cannot tell, no bits are claimed,
    // and a cross without partners gives no class.
    let is_known = evidence.cross.iter().flatten().all(|page| has(page).is_some());
    match is_known {
        true => (
            bits_where(&evidence.cross, |page| has(page) == Some(true)),
            cross_bits(&evidence.cross),
        ),
        false => (CUR, CUR),
    }
}

/// The class a method gives to what the patterns leave open.
fn settled(class: Class, method: Method) -> Class {
    match (class, method) {
        (Class::Invalid, Method::T002) => Class::Boilerplate,
        (Class::Invalid, Method::KeepInvalid) => Class::Content,
        _ => class,
    }
}

/// The class by the share of partners that have the same. `None` if no partner can tell, and for
/// `learned` also if few have it: the picture of a teaser is on few pages, but its list is of the
/// template. The text around it decides then.
fn by_share(evidence: &Evidence<'_>, address: Option<u64>, method: Method) -> Option<Class> {
    let having: Vec<bool> =
        evidence.template().filter_map(|page| page.media.has(address?)).collect();
    if having.is_empty() {
        return None;
    }
    let share = having.iter().filter(|has| **has).count() as f32 / having.len() as f32;
    match method {
        Method::Occurrence if share <= SHARED => Some(Class::Content),
        _ if share >= SHARED => Some(Class::Boilerplate),
        _ => None,
    }
}

/// Running counts of words of each class before each node.
struct Around<'t> {
    tree: &'t Tree,
    /// Words of content and of boilerplate.
    before: Vec<[usize; 2]>,
}

impl<'t> Around<'t> {
    fn new(tree: &'t Tree, nodes: &[NodeLabel]) -> Self {
        let mut before = vec![[0; 2]; tree.len() + 1];
        for node in nodes.iter().filter(|node| node.class != Class::Invalid) {
            before[node.node.index() + 1][usize::from(node.class == Class::Boilerplate)] +=
                node.words;
        }
        for at in 1..before.len() {
            let [content, boilerplate] = before[at - 1];
            before[at][0] += content;
            before[at][1] += boilerplate;
        }
        Self { tree, before }
    }

    /// The majority class of the nearest surrounding element that has a majority.
    fn class(&self, node: NodeId) -> Option<Class> {
        self.tree.ancestors(node).take(NEAR).find_map(|around| {
            // The words inside an element are a difference of two running counts.
            let (first, end) =
                (self.before[around.index()], self.before[self.tree.end(around).index()]);
            let [content, boilerplate] = [0, 1].map(|at| end[at] - first[at]);
            match content.cmp(&boilerplate) {
                std::cmp::Ordering::Greater => Some(Class::Content),
                std::cmp::Ordering::Less => Some(Class::Boilerplate),
                std::cmp::Ordering::Equal => None,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use scutch_page::{ExtractConfig, Hints, Limits, Scoring};

    use super::super::{NodeRules, by_blocks};
    use super::*;
    use crate::TemplateConfig;
    use crate::host::HostPages;
    use crate::key::Key;
    use crate::nodes::{Markup, annotated};

    const CLASSES: [Class; 5] = {
        use Class::{Boilerplate as B, Content as C};
        [B, C, B, B, C]
    };

    /// A logo and a footer image that all pages have, a photo of the page's own, a teaser that few
    /// pages have.
    fn html(number: u64) -> String {
        let story = "the harbour master counted boats, nets and gulls before the tide came in that day, as he does";
        format!(
            "<body><div class=head><img src=/logo.png> <a href=/>Home of the gazette</a></div><div class=main><h1>Day \
             {number}</h1><p>On day {number} {story}, {number} of each.</p><figure><img src={number}.png></figure></div>\
             <ul class=more><li><a href=/t><img src=/teaser{}.png> Read more in the gazette</a></ul>\
             <div class=foot><img alt=Seal> Printed in town</div><p>{number}<iframe src=/{number}></iframe>",
            number % 3
        )
    }

    type Written = fn(u64) -> String;

    fn read(number: u64, html: Written, config: &TemplateConfig) -> (Page, Summary) {
        let url = format!("http://a.example/{number}");
        let hints = Hints { url: Some(&url), ..Hints::default() };
        let page = Page::parse(html(number).as_bytes(), &hints, &Limits::default());
        let scoring = Scoring::new(&page, &ExtractConfig::default());
        let key = Key { url: url.clone(), time: 0, record: number };
        let summary = Summary::new(key, &page, scoring.labels()).prepared(&page, config);
        (page, summary)
    }

    fn labelled(method: Method, pages: u64, markup: Markup) -> (Vec<NodeLabel>, String) {
        labelled_as(html, method, pages, markup)
    }

    fn labelled_as(
        html: Written,
        method: Method,
        pages: u64,
        markup: Markup,
    ) -> (Vec<NodeLabel>, String) {
        let config = TemplateConfig { method, markup: Some(markup), ..TemplateConfig::default() };
        let mut partners = HostPages::default();
        (0..pages).for_each(|number| partners.add(read(number, html, &config).1));
        let partners = partners.conclude();
        let (page, own) = read(0, html, &config);
        let evidence = partners.evidence_for(&own, "a.example", &config);
        let mut scoring = Scoring::new(&page, &ExtractConfig::default());
        let nodes = method.label(&mut scoring, &page, &own, &evidence, &config);
        let nodes = nodes.map(|labelled| labelled.nodes).filter(|nodes| !nodes.is_empty());
        let nodes = nodes.unwrap_or_else(|| {
            by_blocks(&page, scoring.labels(), &own, &evidence, NodeRules::default())
        });
        let media = media_labels(&page, &evidence, &nodes, method);
        let html = annotated(&page, &nodes, &media, markup, "invalid");
        (media, html)
    }

    #[test]
    fn what_other_pages_have_is_boilerplate() {
        for method in Method::ALL {
            let (media, _) = labelled(method, 6, Markup::Span);
            let mut found: Vec<Class> = media.iter().map(|label| label.class).collect();
            let mut expected = CLASSES.to_vec();
            // Whether a picture that a third of the pages have is of the template is for the method
            // to say; alone in its paragraph the frame has no say under `learned`.
            for classes in [&mut found, &mut expected] {
                classes.remove(2);
                classes.truncate(if method == Method::Learned { 3 } else { 4 });
            }
            assert_eq!(found, expected, "{method:?}");
        }
        let (media, _) = labelled(Method::Learned, 6, Markup::Span);
        assert_eq!(media[2].class, Class::Boilerplate, "as the text of the teaser");
        let (media, _) = labelled(Method::T001, 6, Markup::Span);
        assert_eq!(
            media.iter().map(|label| label.bits).collect::<Vec<_>>()[..2],
            [0b11100, 0b10000]
        );
    }

    #[test]
    fn without_a_cross_the_text_around_says() {
        for method in [Method::Learned, Method::T001, Method::Occurrence] {
            let (media, _) = labelled(method, 1, Markup::Span);
            assert!(media.iter().all(|label| label.bits == 0b10000 && label.cross == 0b10000));
            assert_eq!(media[1].class, Class::Content, "{method:?}");
        }
    }

    /// More than is kept of a page, and all of it on all pages.
    #[test]
    fn of_what_is_not_told_no_page_is_claimed() {
        let gallery = |number| {
            let pictures = (0..400).map(|at| format!("<img src=/gallery/{at}.png>"));
            html(number) + &pictures.collect::<String>()
        };
        for method in [Method::Learned, Method::T001, Method::Occurrence] {
            let (media, _) = labelled_as(gallery, method, 6, Markup::Span);
            let pictures = &media[CLASSES.len()..];
            assert!(pictures.iter().all(|label| label.bits == label.cross), "{method:?}");
            let alone = pictures.iter().filter(|label| label.cross == CUR).count();
            assert!((1..400).contains(&alone), "{method:?}: {alone}");
        }
    }

    #[test]
    fn elements_are_marked_in_all_markups() {
        let has = |html: &str, part: &str| assert!(html.contains(part), "{part} in {html}");
        let (_, span) = labelled(Method::T001, 6, Markup::Span);
        has(
            &span,
            "<img src=\"/logo.png\" class=\"scutch-boilerplate\" title=\"boilerplate 0.00, its own, in 11100 of 11100\">",
        );
        has(&span, "<img src=\"0.png\" class=\"scutch-content\"");
        let (_, dbce) = labelled(Method::T001, 6, Markup::Dbce);
        has(&dbce, "<dbce class=\"dbce-cur dbce-up dbce-down\"><img src=\"/logo.png\"></dbce>");
        has(&dbce, "<dbce class=\"dbce-cur\"><iframe src=\"/0\"></iframe></dbce>");
        let (_, content) = labelled(Method::T001, 6, Markup::Content);
        has(&content, "<figure><content><img src=\"0.png\"></content></figure>");
        has(&content, "<boilerplate><img alt=\"Seal\"></boilerplate>");
    }
}
