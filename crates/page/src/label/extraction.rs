//! The labels of a page's blocks.

use super::config::ExtractConfig;
use super::pull::Pulls;
use super::reason::Reason;
use crate::{Block, Page, PageFlag};

/// The verdict on one block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Label {
    /// Whether the block is content.
    pub content: bool,
    /// From 0 (boilerplate) to 1 (content).
    pub score: f32,
    /// What decided.
    pub reason: Reason,
}

impl Label {
    /// A block that is content whatever it looks like.
    pub(crate) fn certain(reason: Reason) -> Self {
        Self { content: true, score: 1.0, reason }
    }
}

/// The verdicts on all blocks of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Extraction {
    /// One label per block, in the same order.
    pub labels: Vec<Label>,
    /// What pulled the score of each block, in the same order; empty where no trees were asked.
    pub pulls: Vec<Pulls>,
    /// Whether the text that the page holds without showing it ([`Page::unshown`]) follows.
    pub unshown: bool,
    /// The score from which a block was content; none where no score decided.
    pub threshold: Option<f32>,
    /// What was noteworthy.
    pub flags: Vec<PageFlag>,
    /// Name and version of the method.
    pub method: &'static str,
    /// What was asked for; the renderers follow it.
    pub config: ExtractConfig,
}

impl Extraction {
    /// The text that the page holds without showing it, where it was taken.
    pub(crate) fn taken_unshown<'p>(&self, page: &'p Page) -> Option<&'p Page> {
        page.unshown().filter(|_| self.unshown)
    }

    /// The same with labels of its blocks.
    pub(crate) fn of_unshown<'p>(&self, page: &'p Page) -> Option<(&'p Page, Self)> {
        let text = self.taken_unshown(page)?;
        let labels = vec![Label::certain(Reason::Declared); text.blocks().len()];
        Some((text, Self { labels, pulls: Vec::new(), unshown: false, ..self.clone() }))
    }

    /// The blocks that are content, in reading order.
    pub fn kept<'p>(&self, page: &'p Page) -> impl Iterator<Item = &'p Block> {
        let own = page.blocks().iter().zip(&self.labels).filter(|(_, label)| label.content);
        let unshown = self.taken_unshown(page).into_iter().flat_map(Page::blocks);
        own.map(|(block, _)| block).chain(unshown)
    }
}
