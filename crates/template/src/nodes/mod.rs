//! The table of labelled nodes: each run of words of a page with its occurrence in the cross and its class.
//!
//! A *run* is a stretch of words of one text node that stand in the same pages of the cross. (The thesis sets a
//! `dbce` element around each.)

mod harmless;
mod layers;
mod markup;
mod places;
mod xpath;

use scutch_page::{NodeId, Page, Reason};

pub use crate::config::Markup;
use crate::patterns::Class;

pub use layers::element_classes;
pub use markup::{PALETTE, annotated};
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
