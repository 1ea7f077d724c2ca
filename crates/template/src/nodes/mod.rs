//! Labelled nodes: each run of words of a page, the pages of the cross that have it, and its class.
//!
//! A *run* is a sequence of words of one text node that the same pages of the cross have. (The
//! thesis puts a `dbce` element around each.)

mod harmless;
mod layers;
mod linked;
mod markup;
mod places;
mod sheet;
mod xpath;

use std::ops::Range;

use scutch_page::{NodeId, Page, Reason};

pub use crate::config::Markup;
use crate::patterns::Class;

pub use harmless::{BEFORE_ALL, begins_with_newline, takes_tags};
pub(crate) use layers::element_classes;
pub use linked::{PageStyles, page_styles};
pub use markup::{OUR_STYLE, PALETTE, annotated};
pub(crate) use places::Places;
pub use sheet::{confined, for_media};
pub use xpath::XPaths;

/// A run of words with its label; or a picture, player or frame, without words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeLabel {
    /// The text node, or the element; its ordinal is [`NodeId::index`].
    pub node: NodeId,
    /// Number of the first word in the text node, from 0. Words are delimited by white space.
    pub first: usize,
    /// Number of words.
    pub words: usize,
    /// The pages of the cross that have it; see [`crate::patterns`].
    pub bits: u8,
    /// The pages that the cross has.
    pub cross: u8,
    /// Content or boilerplate.
    pub class: Class,
    /// From 0 (boilerplate) to 1 (content).
    pub score: f32,
    /// Not visible when the page opens.
    pub hidden: bool,
    /// Why its block is kept or dropped, if blocks are labelled.
    pub reason: Option<Reason>,
}

impl NodeLabel {
    /// The words of the run, joined by spaces.
    pub fn text(&self, page: &Page) -> String {
        let words = page.tree().text(self.node).split_whitespace();
        words.skip(self.first).take(self.words).collect::<Vec<_>>().join(" ")
    }
}

/// Scores that are left open because they are near the threshold of their page. By default none is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Doubt {
    /// The score from which on blocks of the page are content.
    pub threshold: f32,
    /// Greatest distance from the threshold at which a score is left open.
    pub width: f32,
}

impl Doubt {
    /// Whether a score is left open.
    pub fn holds(self, score: f32) -> bool {
        self.width > 0.0 && (score - self.threshold).abs() <= self.width
    }
}

/// Blocks of which less than half is content, but one part whole, with the words of that part. They
/// are in a text only where nothing else is, and then without what is known to be no content.
pub(crate) fn content_parts(page: &Page, nodes: &[NodeLabel]) -> Vec<(usize, Range<usize>)> {
    let places = Places::new(page);
    let mut parts: Vec<(Vec<Range<usize>>, usize)> = vec![(Vec::new(), 0); page.blocks().len()];
    for node in nodes {
        let Some(at) = places.block(node.node) else { continue };
        let (content, words) = &mut parts[at];
        let run = *words..*words + node.words;
        *words = run.end;
        match content.last_mut() {
            _ if node.class != Class::Content => {}
            Some(last) if last.end == run.start => last.end = run.end,
            _ => content.push(run),
        }
    }
    let part = |(at, (content, words)): (usize, (Vec<Range<usize>>, usize))| {
        let [own] = &content[..] else { return None };
        // Where words stand between the nodes of a block, such as marks of a list, nobody knows.
        let is_whole = page.blocks()[at].text.split_whitespace().count() == words;
        (is_whole && 2 * own.len() < words).then(|| (at, own.clone()))
    };
    parts.into_iter().enumerate().filter_map(part).collect()
}

/// For each block the share of its words that are content.
pub(crate) fn block_shares(page: &Page, nodes: &[NodeLabel]) -> Vec<f32> {
    let places = Places::new(page);
    let mut counts = vec![(0usize, 0usize); page.blocks().len()];
    for node in nodes {
        if let Some(at) = places.block(node.node) {
            counts[at].0 += node.words * usize::from(node.class == Class::Content);
            counts[at].1 += node.words;
        }
    }
    counts.into_iter().map(|(content, all)| content as f32 / all.max(1) as f32).collect()
}
