//! The words of a page, in order, each with the text node it stands in.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;
use scutch_page::tree::NodeKind;
use scutch_page::{NodeId, Tag, Tree};

use crate::paths::mixed;

/// The words of one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// Hashes of the words; two words of a page pair are taken for one in 2^32 cases.
    pub numbers: Vec<u32>,
    /// The text node of each word.
    pub nodes: Vec<NodeId>,
}

impl Words {
    /// The words of a page, delimited by white space; tags hang on words and are not compared. What readers do not
    /// see as text (head, `iframe`, and unless asked for `noscript`) is left out; scripts and comments are not in the
    /// tree.
    pub fn of(tree: &Tree, noscript: bool) -> Self {
        let mut words = Self::default();
        let mut skip_to = NodeId::DOCUMENT;
        for node in tree.all() {
            if node < skip_to {
                continue;
            }
            let unseen = matches!(tree.tag(node), Some(Tag::Head))
                || tree.name(node) == "iframe"
                || (!noscript && tree.name(node) == "noscript");
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

fn number(word: &str) -> u32 {
    let mut hash = FxHasher::default();
    hash.write(word.as_bytes());
    mixed(hash.finish()) as u32
}
