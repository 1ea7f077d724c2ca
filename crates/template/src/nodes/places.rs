//! Which block of the page a text node stands in.

use rustc_hash::FxHashMap;
use scutch_page::tree::NodeKind;
use scutch_page::{NodeId, Page};

/// How far ahead of the last match a text is looked for: bytes of a block, and blocks.
const AHEAD: (usize, usize) = (1024, 8);

/// The block of each text node that stands in one.
pub(crate) struct Places {
    /// By node number.
    blocks: Vec<Option<u32>>,
    /// Those of numbers beside lines of code.
    numbers: FxHashMap<NodeId, u32>,
}

impl Places {
    pub(crate) fn of(page: &Page) -> Self {
        let tree = page.tree();
        let mut own: FxHashMap<NodeId, Reader> = FxHashMap::default();
        for (at, block) in page.blocks().iter().enumerate().filter(|(_, block)| block.chars > 0) {
            own.entry(block.node).or_default().blocks.push((at as u32, spaceless(&block.text)));
        }
        let numbers: FxHashMap<NodeId, u32> = (page.blocks().iter().zip(0..))
            .flat_map(|(block, at)| block.line_numbers.iter().map(move |n| (n.node, at)))
            .collect();
        let mut blocks = vec![None; tree.len()];
        // The innermost element with blocks around each node.
        let mut holders = vec![NodeId::DOCUMENT; tree.len()];
        for node in tree.all().skip(1) {
            let above =
                tree.parent(node).map_or(NodeId::DOCUMENT, |parent| holders[parent.index()]);
            holders[node.index()] = if own.contains_key(&node) { node } else { above };
            if tree.kind(node) == NodeKind::Text && !numbers.contains_key(&node) {
                let text = spaceless(tree.text(node));
                let reader = own.get_mut(&above).filter(|_| !text.is_empty());
                blocks[node.index()] = reader.and_then(|reader| reader.find(&text));
            }
        }
        Self { blocks, numbers }
    }

    /// The block that holds a text node: one of the innermost element with blocks around it. None for text that is
    /// in no block, such as what is there for screen readers only.
    pub(crate) fn block(&self, node: NodeId) -> Option<usize> {
        self.blocks.get(node.index()).copied().flatten().map(|at| at as usize)
    }

    /// The same; of the number of a line that of its code, whose text does not hold it.
    pub(crate) fn beside(&self, node: NodeId) -> Option<usize> {
        self.block(node).or_else(|| self.numbers.get(&node).map(|at| *at as usize))
    }
}

/// The blocks of an element, read in the order of its text nodes.
#[derive(Default)]
struct Reader {
    /// Number and text.
    blocks: Vec<(u32, String)>,
    /// The block that is being read, and how many bytes of it have been.
    at: usize,
    read: usize,
}

impl Reader {
    fn find(&mut self, text: &str) -> Option<u32> {
        let ahead = self.blocks.iter().enumerate().skip(self.at).take(AHEAD.1);
        for (at, (number, own)) in ahead {
            let from = if at == self.at { self.read } else { 0 };
            let end =
                own.floor_char_boundary(from.saturating_add(AHEAD.0).saturating_add(text.len()));
            if let Some(place) = own.get(from..end).and_then(|rest| rest.find(text)) {
                (self.at, self.read) = (at, from + place + text.len());
                return Some(*number);
            }
        }
        None
    }
}

/// Blocks and nodes differ in white space and in what nobody sees.
fn spaceless(text: &str) -> String {
    let unseen = |c: &char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
    };
    text.chars().filter(|c| !unseen(c)).collect()
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

    #[test]
    fn numbers_beside_code_stand_beside_its_block() {
        let html = "<p>Of tides</p><pre><i class=lineno>1</i>let tide = 1;\n<i class=lineno>2</i>go(2)</pre><p>1</p>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let places = Places::of(&page);
        let tree = page.tree();
        let texts = tree.all().filter(|node| !tree.text(*node).trim().is_empty());
        let found: Vec<_> = texts.map(|node| (places.block(node), places.beside(node))).collect();
        let code = (Some(1), Some(1));
        let number = (None, Some(1));
        let paragraphs = [0, 2].map(|at| (Some(at), Some(at)));
        assert_eq!(found, [paragraphs[0], number, code, number, code, paragraphs[1]]);
    }
}
