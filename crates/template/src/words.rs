//! The words of a page in order, each with its text node.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;
use scutch_page::tree::NodeKind;
use scutch_page::{NodeId, Tag, Tree};

use crate::hash::mixed;

/// The words of one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// Hashes of the words. Two different words have equal hashes once in 2^32 pairs.
    pub numbers: Vec<u32>,
    /// The text node of each word.
    pub nodes: Vec<NodeId>,
}

impl Words {
    /// The words of a page, delimited by white space, without its tags. The text of `head` and
    /// `iframe` is left out, since readers do not see it. (The tree has no scripts and comments,
    /// and `noscript` only if it is most of the page.)
    pub fn from_tree(tree: &Tree) -> Self {
        let mut words = Self::default();
        let mut skip_to = NodeId::DOCUMENT;
        for node in tree.all() {
            if node < skip_to {
                continue;
            }
            // The text of an `iframe` is a fallback for browsers without frames.
            let unseen = matches!(tree.tag(node), Some(Tag::Head)) || tree.name(node) == "iframe";
            if unseen {
                skip_to = tree.end(node);
            } else if tree.kind(node) == NodeKind::Text {
                for word in tree.text(node).split_whitespace() {
                    words.numbers.push(number(word));
                    words.nodes.push(node);
                }
            }
        }
        words
    }
}

/// The number of a word: a hash of its bytes.
pub(crate) fn number(word: &str) -> u32 {
    let mut hash = FxHasher::default();
    hash.write(word.as_bytes());
    mixed(hash.finish()) as u32
}

#[cfg(test)]
mod tests {
    use scutch_page::Limits;

    use super::*;

    fn count(html: &str) -> usize {
        Words::from_tree(&Tree::parse(html, &Limits::default(), &mut Vec::new())).numbers.len()
    }

    /// Words are those of the text: where `noscript` was read, it is text.
    #[test]
    fn noscript_counts_where_the_page_was_read_without_scripts() {
        let notice = "<noscript>Please switch on scripts</noscript>";
        assert_eq!(count(&format!("<p>The ferry has left the harbour at nine{notice}")), 8);
        assert_eq!(count(&format!("<p>Ferry{notice}")), 5);
        assert_eq!(count("<title>Ferry</title><p>One<iframe>two three</iframe>"), 1);
    }
}
