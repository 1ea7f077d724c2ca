//! Similarity of the structures of two pages. The structure of a page is a set of tokens, one for
//! each element; what is kept of it is a MinHash [`Signature`].

mod bands;
mod paths;
mod positions;
mod signature;

use scutch_page::tree::NodeKind;
use scutch_page::{NodeId, Page, Tree};

use crate::config::Tokens;
pub(crate) use bands::Bands;
pub(crate) use paths::Paths;
use positions::published_tokens;
pub use signature::{PERMUTATIONS, Signature};

/// The signature of a page whose structure is made of `tokens`. `paths` are those of its tree.
pub(crate) fn signature(tree: &Tree, paths: &Paths, tokens: Tokens) -> Signature {
    match tokens {
        Tokens::Path => {
            Signature::from_tokens(elements(tree).map(|node| paths.whole[node.index()]))
        }
        Tokens::Thesis => Signature::from_published(published_tokens(tree)),
    }
}

impl Signature {
    /// The signature of the structure of a page: of the paths to its elements.
    pub fn of_structure(page: &Page) -> Self {
        signature(page.tree(), &Paths::from_tree(page.tree()), Tokens::Path)
    }
}

fn elements(tree: &Tree) -> impl Iterator<Item = NodeId> {
    tree.all().filter(|node| matches!(tree.kind(*node), NodeKind::Element(_)))
}
