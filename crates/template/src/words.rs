//! The words of a page, in order, each with the text node it stands in.

use rustc_hash::FxHashMap;
use scutch_page::tree::NodeKind;
use scutch_page::{NodeId, Tag, Tree};

/// Words as numbers, the same for all pages that are compared.
#[derive(Debug, Default)]
pub struct Vocabulary {
    numbers: FxHashMap<String, u32>,
}

/// The words of one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// Numbers of the words.
    pub numbers: Vec<u32>,
    /// The text node of each word.
    pub nodes: Vec<NodeId>,
}

impl Vocabulary {
    /// The words of a page, delimited by white space; tags hang on words and are not compared. What readers do not
    /// see as text (head, `noscript`, `iframe`) is left out; scripts and comments are not in the tree.
    pub fn words(&mut self, tree: &Tree) -> Words {
        let mut words = Words::default();
        let mut skip_to = NodeId::DOCUMENT;
        for node in tree.all() {
            if node < skip_to {
                continue;
            }
            let unseen = matches!(tree.tag(node), Some(Tag::Head))
                || matches!(tree.name(node), "noscript" | "iframe");
            if unseen {
                skip_to = tree.end(node);
            } else if tree.kind(node) == NodeKind::Text {
                for word in tree.text(node).split_whitespace() {
                    words.numbers.push(self.number(word));
                    words.nodes.push(node);
                }
            }
        }
        words
    }

    fn number(&mut self, word: &str) -> u32 {
        let next = self.numbers.len() as u32;
        match self.numbers.get(word) {
            Some(number) => *number,
            None => *self.numbers.entry(word.to_owned()).or_insert(next),
        }
    }

    /// How many words are known.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}
