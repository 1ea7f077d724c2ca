//! Two pages of one host, and a later capture of the first: every joint method labels each word once, and the page
//! with its labels has the same words.

use scutch_page::extract::Scoring;
use scutch_page::{ExtractConfig, Hints, Limits, Page};
use scutch_template::label::{NodeRules, by_blocks, media_labels};
use scutch_template::nodes::{Markup, annotated};
use scutch_template::words::Words;
use scutch_template::{HostPages, Key, Method, Summary, TemplateConfig};

/// Longer inputs say nothing more, and difflib is quadratic.
const LONGEST: usize = 20_000;

/// One execution.
pub fn run(data: &[u8]) {
    if data.len() > LONGEST {
        return;
    }
    let mut parts = data.splitn(3, |byte| *byte == 0);
    let mut part =
        || Page::parse(parts.next().unwrap_or_default(), &Hints::default(), &Limits::default());
    let pages = [("a", 1, part()), ("b", 2, part()), ("a", 3, part())];
    for method in Method::ALL {
        let usual = TemplateConfig { method, ..TemplateConfig::default() };
        for config in [usual.clone(), usual.as_in_the_thesis()] {
            let config = TemplateConfig { markup: Some(Markup::Content), ..config };
            label(&pages, method, &config);
        }
    }
}

fn label(pages: &[(&str, u64, Page)], method: Method, config: &TemplateConfig) {
    let extract = ExtractConfig::default();
    let mut pages_of_host = HostPages::default();
    let mut summaries = Vec::new();
    for (url, record, page) in pages {
        let url = format!("http://h.example/{url}");
        let key = Key { url, time: *record as i64, record: *record };
        let summary = Summary::new(key, page, Scoring::new(page, &extract).labels());
        let summary = summary.prepared(page, config);
        pages_of_host.add(summary.clone());
        summaries.push(summary);
    }
    let partners = pages_of_host.conclude();
    for ((_, _, page), summary) in pages.iter().zip(&summaries) {
        let evidence = partners.evidence_for(summary, "h.example", config);
        let mut scoring = Scoring::new(page, &extract);
        let labelled = method.label(&mut scoring, page, summary, &evidence, config);
        let by_words = labelled.map(|labelled| labelled.nodes).filter(|nodes| !nodes.is_empty());
        let nodes = by_words.unwrap_or_else(|| {
            by_blocks(page, scoring.labels(), summary, &evidence, NodeRules::default())
        });
        let words = Words::from_tree(page.tree()).numbers.len();
        let labelled: usize = nodes.iter().map(|node| node.words).sum();
        assert_eq!(labelled, words);
        let media = media_labels(page, &evidence, &nodes, method);
        let html = annotated(page, &nodes, &media, Markup::Content, "invalid");
        assert!(html.len() >= nodes.len());
    }
}
