//! Which block of the page a text node stands in.

use rustc_hash::FxHashMap;
use scutch_page::tree::NodeKind;
use scutch_page::{NodeId, Page};

/// The block of each text node that stands in one.
pub(crate) struct Places {
    blocks: FxHashMap<NodeId, usize>,
}

impl Places {
    pub(crate) fn of(page: &Page) -> Self {
        let tree = page.tree();
        let mut texts: FxHashMap<NodeId, Vec<(usize, String)>> = FxHashMap::default();
        for (at, block) in page.blocks().iter().enumerate().filter(|(_, block)| block.chars > 0) {
            texts.entry(block.node).or_default().push((at, spaceless(&block.text)));
        }
        let mut blocks = FxHashMap::default();
        // Texts of an element come in the order of its blocks: what is behind us need not be searched again.
        let mut reached: FxHashMap<NodeId, usize> = FxHashMap::default();
        for node in tree.all().filter(|node| tree.kind(*node) == NodeKind::Text) {
            let text = spaceless(tree.text(node));
            let holder = tree.ancestors(node).find(|element| texts.contains_key(element));
            let Some(holder) = holder.filter(|_| !text.is_empty()) else { continue };
            let from = reached.entry(holder).or_default();
            let found = texts[&holder].iter().skip(*from).position(|(_, own)| own.contains(&text));
            if let Some(found) = found {
                *from += found;
                blocks.insert(node, texts[&holder][*from].0);
            }
        }
        Self { blocks }
    }

    /// The block that holds a text node: one of the innermost element with blocks around it. None for text that is
    /// in no block, such as what is there for screen readers only.
    pub(crate) fn block(&self, node: NodeId) -> Option<usize> {
        self.blocks.get(&node).copied()
    }
}

/// Blocks and nodes differ in white space.
fn spaceless(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;

    #[test]
    fn each_text_node_finds_its_block() {
        let html = "<body><div>One<br><br>one <b>two</b><p>three</p>four<span aria-hidden=true>one</span></div>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let places = Places::of(&page);
        let tree = page.tree();
        let found: Vec<_> = tree
            .all()
            .filter(|node| !tree.text(*node).trim().is_empty())
            .map(|node| {
                let block = places.block(node).map(|at| page.blocks()[at].text.as_str());
                (tree.text(node).trim(), block)
            })
            .collect();
        for (text, block) in &found[..found.len() - 1] {
            assert!(block.is_some_and(|block| block.contains(text)), "{text}: {block:?}");
        }
        assert_eq!(found.last(), Some(&("one", None)));
    }
}
