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
        // The text for scripts has no place on the page: it follows at the end.
        own.map(|(block, _)| block).chain(unshown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Method};

    #[test]
    fn kept_blocks_keep_the_order_of_the_page() {
        let page = Page::parse(b"<p>a<p>b<p>c", &Hints::default(), &Limits::default());
        let mut extraction = Method::AllText.extract(&page, &ExtractConfig::default());
        extraction.labels[1].content = false;
        let kept: Vec<&str> = extraction.kept(&page).map(|block| block.text.as_str()).collect();
        assert_eq!(kept, ["a", "c"]);
    }

    #[test]
    fn text_for_scripts_follows_where_it_was_taken() {
        let said =
            "The river rose again on Tuesday night, and by noon the lower bridge was closed. ";
        let object = format!(r#"{{"@type":"NewsArticle","articleBody":"{}"}}"#, said.repeat(2));
        let html = format!("<script type=application/ld+json>{object}</script><p>Menu");
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let mut extraction = Method::AllText.extract(&page, &ExtractConfig::default());
        assert!(!extraction.kept(&page).any(|block| block.text.contains("river")));
        assert!(extraction.of_unshown(&page).is_none());
        extraction.unshown = true;
        assert!(extraction.kept(&page).last().is_some_and(|block| block.text.contains("river")));
        let (text, labels) = extraction.of_unshown(&page).expect("a text");
        assert_eq!(labels.labels.len(), text.blocks().len());
        assert!(labels.labels.iter().all(|label| label.content) && !labels.unshown);
    }
}
