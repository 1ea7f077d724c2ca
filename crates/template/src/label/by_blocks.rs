//! Nodes classed by the blocks they are in.

use scutch_page::{Label, Page};

use crate::annotate::{bits_where, cross_bits, runs};
use crate::host::Evidence;
use crate::nodes::{Doubt, NodeLabel, Places};
use crate::patterns::Class;
use crate::summary::Summary;
use crate::words::Words;

/// How blocks decide about the nodes in them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeRules {
    /// Scores that are left open.
    pub doubt: Doubt,
    /// Numbers beside lines of code are what the code is; else they are boilerplate.
    pub line_numbers: bool,
}

impl Default for NodeRules {
    fn default() -> Self {
        Self { doubt: Doubt::default(), line_numbers: true }
    }
}

/// The text nodes of a page, in document order, each with class and score of its block. Text
/// outside all blocks is boilerplate. The bits say which pages of the cross have the text of the
/// block. `labels` are those of the blocks, as a method has left them.
pub fn by_blocks(
    page: &Page,
    labels: &[Label],
    summary: &Summary,
    evidence: &Evidence<'_>,
    rules: NodeRules,
) -> Vec<NodeLabel> {
    let cross = cross_bits(&evidence.cross);
    let places = Places::new(page);
    let runs = runs(&Words::from_tree(page.tree()), &[]);
    let labels = runs.into_iter().map(|run| {
        // A line number has the block of its code, but is no part of its text.
        let is_left_out = !rules.line_numbers && places.code_of_line_number(run.node).is_some();
        let at = places.block_or_code(run.node);
        let text = at.map(|at| summary.blocks[at].text);
        let has = |page: &&Summary| text.is_some_and(|text| page.has_text(text));
        let label = at.map(|at| &labels[at]).filter(|_| !is_left_out);
        // The label, not the score: each page has a threshold of its own.
        let class = match label {
            Some(label) if rules.doubt.holds(label.score) => Class::Invalid,
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
