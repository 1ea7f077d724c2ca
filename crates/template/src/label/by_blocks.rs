//! Nodes classed by the blocks they are in.

use std::ops::Range;

use scutch_page::{Cut, Cuts, Label, NodeId, Page, Reason};

use crate::annotate::{bits_where, cross_bits, runs};
use crate::host::Evidence;
use crate::nodes::{Doubt, NodeLabel, Places};
use crate::patterns::Class;
use crate::summary::{Summary, words};
use crate::words::Words;

/// How blocks decide about the nodes in them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeRules<'a> {
    /// Scores that are left open.
    pub doubt: Doubt,
    /// Numbers beside lines of code are what the code is; else they are boilerplate.
    pub line_numbers: bool,
    /// Blocks of which only a part is content.
    pub cuts: Option<&'a Cuts>,
}

impl Default for NodeRules<'_> {
    fn default() -> Self {
        Self { doubt: Doubt::default(), line_numbers: true, cuts: None }
    }
}

/// The text nodes of a page, in document order, each with class and score of its block. Text
/// outside all blocks is boilerplate. The bits say which pages of the cross have the text of the
/// block. `labels` are those of the blocks, as a method has left them. A node of a cut block is two
/// or three: what is not content of it is what partners have.
pub fn by_blocks(
    page: &Page,
    labels: &[Label],
    summary: &Summary,
    evidence: &Evidence<'_>,
    rules: NodeRules<'_>,
) -> Vec<NodeLabel> {
    let cross = cross_bits(&evidence.cross);
    let places = Places::new(page);
    let runs = runs(&Words::from_tree(page.tree()), &[]);
    let whole = runs.into_iter().map(|run| {
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
    let whole: Vec<NodeLabel> = whole.collect();
    let Some(cuts) = rules.cuts.filter(|cuts| !cuts.is_empty()) else { return whole };
    let splitter = Splitter { page, places, evidence, cuts };
    splitter.split(whole)
}

/// Splits the nodes of cut blocks.
struct Splitter<'a> {
    page: &'a Page,
    places: Places<'a>,
    evidence: &'a Evidence<'a>,
    cuts: &'a Cuts,
}

impl Splitter<'_> {
    fn split(&self, nodes: Vec<NodeLabel>) -> Vec<NodeLabel> {
        let mut split = Vec::with_capacity(nodes.len());
        let mut nodes = nodes.into_iter().peekable();
        while let Some(node) = nodes.next() {
            let Some((at, cut)) = self.cut(node.node) else {
                split.push(node);
                continue;
            };
            let is_same = |next: &NodeLabel| self.places.block(next.node) == Some(at);
            let mut block = vec![node];
            block.extend(std::iter::from_fn(|| nodes.next_if(is_same)));
            let words = words(&self.page.blocks()[at]);
            let is_whole = block.iter().map(|node| node.words).sum::<usize>() == words.len();
            let mut first = 0;
            for node in block {
                let here = first..first + node.words;
                first = here.end;
                // Where words stand between the nodes of a block, its nodes stay as they are.
                match is_whole && node.class == Class::Content {
                    true => split.extend(self.parts(node, here, &words, &cut.words)),
                    false => split.push(node),
                }
            }
        }
        split
    }

    fn cut(&self, node: NodeId) -> Option<(usize, &Cut)> {
        let at = self.places.block(node)?;
        Some((at, self.cuts.get(&at)?))
    }

    /// The parts of a node that has the words `here` of its block: what comes before the content,
    /// the content, what comes after it.
    fn parts(
        &self,
        node: NodeLabel,
        here: Range<usize>,
        words: &[u32],
        own: &Range<usize>,
    ) -> impl Iterator<Item = NodeLabel> {
        let shared = |edge: &[u32]| {
            let has = |page: &&Summary| page.lines.have_edge(edge);
            let bits = node.bits | bits_where(&self.evidence.cross, has);
            let (class, reason) = (Class::Boilerplate, Some(Reason::Partners));
            NodeLabel { bits, class, reason, score: 0.0, ..node }
        };
        let parts = [
            (0..own.start, shared(&words[..own.start])),
            (own.clone(), node),
            (own.end..words.len(), shared(&words[own.end..])),
        ];
        let part = move |(range, label): (Range<usize>, NodeLabel)| {
            let (start, end) = (range.start.max(here.start), range.end.min(here.end));
            let words = end.saturating_sub(start);
            (words > 0).then(|| NodeLabel { first: start - here.start, words, ..label })
        };
        parts.into_iter().filter_map(part)
    }
}
