//! The labels of a page's blocks.

use super::config::ExtractConfig;
use super::contribution::Contributions;
use super::cut::Cuts;
use super::reason::Reason;
use crate::{Block, Page, PageFlag};

/// Whether one block is content, and why.
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
    /// The label of a block that is content whatever it looks like.
    pub(crate) fn certain(reason: Reason) -> Self {
        Self { content: true, score: 1.0, reason }
    }
}

/// The labels of all blocks of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Extraction {
    /// One label per block, in the same order.
    pub labels: Vec<Label>,
    /// What contributed to the score of each block, in the same order. Empty if no trees were used.
    pub contributions: Vec<Contributions>,
    /// Blocks of which only a part is content.
    pub cuts: Cuts,
    /// Whether the text for scripts ([`Page::script_text`]) is content, too. It follows the blocks.
    pub script_text: bool,
    /// Blocks with at least this score are content. `None` if no score decided.
    pub threshold: Option<f32>,
    /// What was noteworthy.
    pub flags: Vec<PageFlag>,
    /// Name and version of the method.
    pub method: &'static str,
    /// The configuration of the extraction; renderers follow it, too.
    pub config: ExtractConfig,
}

impl Extraction {
    /// The text for scripts, if it was taken.
    pub(crate) fn taken_script_text<'p>(&self, page: &'p Page) -> Option<&'p Page> {
        page.script_text().filter(|_| self.script_text)
    }

    /// The text for scripts with labels of its blocks, if it was taken.
    pub(crate) fn labelled_script_text<'p>(&self, page: &'p Page) -> Option<(&'p Page, Self)> {
        let text = self.taken_script_text(page)?;
        let labels = vec![Label::certain(Reason::Declared); text.blocks().len()];
        let (contributions, cuts) = (Vec::new(), Cuts::new());
        Some((text, Self { labels, contributions, cuts, script_text: false, ..self.clone() }))
    }

    /// All blocks of the page with their labels. Of a cut block, the part that is content.
    pub fn labelled<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = (&'p Block, &'p Label)> {
        let part = |(at, block)| self.cuts.get(&at).map_or(block, |cut| &cut.block);
        page.blocks().iter().enumerate().map(part).zip(&self.labels)
    }

    /// The blocks that are content, in reading order.
    pub fn kept<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = &'p Block> {
        let own = self.labelled(page).filter(|(_, label)| label.content);
        let script_text = self.taken_script_text(page).into_iter().flat_map(Page::blocks);
        // The text for scripts has no place on the page: it follows at the end.
        own.map(|(block, _)| block).chain(script_text)
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
        assert!(extraction.labelled_script_text(&page).is_none());
        extraction.script_text = true;
        assert!(extraction.kept(&page).last().is_some_and(|block| block.text.contains("river")));
        let (text, labels) = extraction.labelled_script_text(&page).expect("a text");
        assert_eq!(labels.labels.len(), text.blocks().len());
        assert!(labels.labels.iter().all(|label| label.content) && !labels.script_text);
    }
}
