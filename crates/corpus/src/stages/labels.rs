//! Labels of all nodes of a page, as a row stores them.

use scutch_folder::config::Config;
use scutch_page::Page;
use scutch_template::NodeLabel;
use scutch_template::compared::{Characters, rounded};
use scutch_template::nodes::{XPaths, annotated};
use scutch_template::patterns::{Class, digits};

use crate::row::NodeRow;

/// What is kept of the labels.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub(crate) nodes: Option<Vec<NodeRow>>,
    pub(crate) markup: Option<String>,
    pub(crate) characters: Option<Characters>,
}

impl Labels {
    /// Nothing where the configuration does not ask for it: then `nodes` is not called, and `media`
    /// for pages with their labels only.
    pub(crate) fn for_page(
        page: &Page,
        config: &Config,
        nodes: impl FnOnce() -> Vec<NodeLabel>,
        media: impl FnOnce(&[NodeLabel]) -> Vec<NodeLabel>,
    ) -> Self {
        let asked = &config.template;
        if !asked.nodes && asked.markup.is_none() {
            return Self::default();
        }
        let nodes = nodes();
        let (texts, open) = (texts(page, &nodes), asked.open_name());
        Self {
            nodes: asked.nodes.then(|| rows(page, &nodes, &texts, open)),
            markup: asked
                .markup
                .map(|markup| annotated(page, &nodes, &media(&nodes), markup, open)),
            characters: Some(Characters::of_nodes(&nodes, &texts)),
        }
    }
}

/// The words of each run.
fn texts(page: &Page, nodes: &[NodeLabel]) -> Vec<String> {
    let mut texts = Vec::with_capacity(nodes.len());
    // A node may have several runs with labels of their own. They share its words in order.
    for group in nodes.chunk_by(|a, b| a.node == b.node) {
        let mut words = page.tree().text(group[0].node).split_whitespace();
        for run in group {
            let text: Vec<&str> = words.by_ref().take(run.words).collect();
            texts.push(text.join(" "));
        }
    }
    texts
}

/// `open` is what nodes are called that are left open.
fn rows(page: &Page, nodes: &[NodeLabel], texts: &[String], open: &'static str) -> Vec<NodeRow> {
    let paths = XPaths::new(page.tree());
    let class = |class: Class| if class == Class::Invalid { open } else { class.id() };
    let row = |(run, text): (&NodeLabel, &String)| {
        row(run, paths.path(run.node), text.clone(), class(run.class))
    };
    nodes.iter().zip(texts).map(row).collect()
}

fn row(run: &NodeLabel, xpath: Option<String>, text: String, class: &'static str) -> NodeRow {
    NodeRow {
        node: run.node.index(),
        xpath,
        text,
        bits: digits(run.bits),
        cross: digits(run.cross),
        class: class.into(),
        score: rounded(run.score),
        hidden: run.hidden,
        reason: run.reason.map(|reason| reason.id().into()),
    }
}
