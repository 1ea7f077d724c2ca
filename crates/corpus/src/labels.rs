//! Labels of all nodes of a page, as they stand in a row.

use scutch_page::Page;
use scutch_template::NodeLabel;
use scutch_template::nodes::{XPaths, annotated};
use scutch_template::patterns::{Class, digits};
use serde::Serialize;

use crate::config::Config;

/// What is kept of the labels.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub(crate) nodes_json: Option<String>,
    pub(crate) markup: Option<String>,
}

impl Labels {
    /// Nothing where the configuration does not ask for it: then `nodes` is not called.
    pub(crate) fn of(page: &Page, config: &Config, nodes: impl Fn() -> Vec<NodeLabel>) -> Self {
        let asked = &config.template;
        if !asked.nodes && asked.markup.is_none() {
            return Self::default();
        }
        let nodes = nodes();
        Self {
            nodes_json: asked.nodes.then(|| json(page, &nodes)).flatten(),
            markup: asked.markup.map(|markup| annotated(page, &nodes, markup)),
        }
    }
}

/// A run of words in `nodes_json`, and in `nodes.jsonl` behind what says of which page.
#[derive(Debug, Serialize)]
struct Node {
    /// Number of the text node in document order.
    node: usize,
    xpath: Option<String>,
    text: String,
    bits: String,
    cross: String,
    class: &'static str,
    /// Three digits: more say nothing.
    score: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
}

fn json(page: &Page, nodes: &[NodeLabel]) -> Option<String> {
    let paths = XPaths::of(page.tree());
    let mut rows = Vec::with_capacity(nodes.len());
    for group in nodes.chunk_by(|a, b| a.node == b.node) {
        let node = group[0].node;
        let xpath = paths.path(node);
        let mut words = page.tree().text(node).split_whitespace();
        for run in group {
            let text: Vec<&str> = words.by_ref().take(run.words).collect();
            rows.push(row(run, xpath.clone(), text.join(" ")));
        }
    }
    serde_json::to_string(&rows).ok()
}

fn row(run: &NodeLabel, xpath: Option<String>, text: String) -> Node {
    Node {
        node: run.node.index(),
        xpath,
        text,
        bits: digits(run.bits),
        cross: digits(run.cross),
        class: Class::id(run.class),
        score: (f64::from(run.score) * 1000.0).round() / 1000.0,
        hidden: run.hidden,
    }
}
