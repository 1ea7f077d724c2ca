//! Paths of tags and classes from the root to each node, as hashes.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;
use scutch_page::tree::NodeKind;
use scutch_page::{Attr, NodeId, Tag, Tree};

use crate::hash::mixed;

/// Levels of a near path: the element and three above it.
const LEVELS: usize = 4;

/// Paths of all nodes of a tree, by node number. A text has the path of its parent.
///
/// A path has tags and class words but no indices, so siblings of one kind share a path. Digits in
/// class words are dropped, because many sites put the number of a post there.
pub(crate) struct Paths {
    /// From the root.
    pub(crate) whole: Vec<u64>,
    /// From three elements above, so that a box is recognized on pages that differ around it.
    pub(crate) near: Vec<u64>,
}

impl Paths {
    pub(crate) fn from_tree(tree: &Tree) -> Self {
        let mut whole = vec![0u64; tree.len()];
        let mut near = vec![0u64; tree.len()];
        let mut steps = vec![[0u64; LEVELS]; tree.len()];
        for node in tree.all().skip(1) {
            let at = node.index();
            let above = tree.parent(node).map_or(0, NodeId::index);
            if tree.kind(node) == NodeKind::Text {
                (whole[at], near[at], steps[at]) = (whole[above], near[above], steps[above]);
                continue;
            }
            // Parents come before their children, so the path above is complete.
            let step = step(tree, node);
            whole[at] = mixed(whole[above].rotate_left(5) ^ step);
            steps[at] = [step, steps[above][0], steps[above][1], steps[above][2]];
            near[at] = steps[at].iter().fold(0, |hash, step| mixed(hash ^ step));
        }
        Self { whole, near }
    }
}

/// The hash of one element. Classes of the root and the body are left out: they often name the
/// single page.
fn step(tree: &Tree, node: NodeId) -> u64 {
    let mut hash = FxHasher::default();
    hash.write(tree.name(node).as_bytes());
    let root = matches!(tree.tag(node), Some(Tag::Html | Tag::Body));
    let classes = tree.attr(node, Attr::CLASS).filter(|_| !root).unwrap_or_default();
    for word in classes.split_ascii_whitespace() {
        hash.write_u8(b'.');
        for byte in word.bytes().filter(|byte| !byte.is_ascii_digit()) {
            hash.write_u8(byte);
        }
    }
    mixed(hash.finish())
}

#[cfg(test)]
mod tests {
    use scutch_page::{Limits, Tree};

    use super::*;

    /// The near and the whole path of the only `b` of a page.
    fn paths_of_b(html: &str) -> (u64, u64) {
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let paths = Paths::from_tree(&tree);
        let b = tree.all().find(|node| tree.name(*node) == "b").expect("an element b");
        (paths.near[b.index()], paths.whole[b.index()])
    }

    #[test]
    fn paths_are_of_tags_and_class_words_without_digits() {
        let path = paths_of_b("<div class='post-12 big'><p><b>a</b></p></div>");
        for same in [
            "<div class='post-7 big'><p><b>other</b></p></div>",
            "<div id=x class=' post- big '><p><b>a</b></p></div>",
            "<p>before</p><div class='post-12 big'><i>c</i><p><b>a</b></p></div>",
            "<body class=page-12><div class='post-12 big'><p><b>a</b></p></div>",
        ] {
            assert_eq!(paths_of_b(same), path, "{same}");
        }
        for other in [
            "<div class='post-12'><p><b>a</b></p></div>",
            "<div class='big post-12'><p><b>a</b></p></div>",
            "<div class='post-12 big'><b>a</b></div>",
            "<section class='post-12 big'><p><b>a</b></p></section>",
        ] {
            assert_ne!(paths_of_b(other), path, "{other}");
        }
    }

    #[test]
    fn near_paths_do_not_see_beyond_three_elements() {
        let inner = "<ul><li><i><b>a</b></i></li></ul>";
        let [bare, deep] = [inner.to_owned(), format!("<div><main>{inner}</main></div>")];
        let [bare, deep] = [bare, deep].map(|html| paths_of_b(&html));
        assert_eq!(bare.0, deep.0);
        assert_ne!(bare.1, deep.1);
    }

    #[test]
    fn texts_have_the_path_of_their_element() {
        let tree = Tree::parse("<p>one<b>two</b>", &Limits::default(), &mut Vec::new());
        let paths = Paths::from_tree(&tree);
        for node in tree.all().filter(|node| !tree.text(*node).is_empty()) {
            let parent = tree.parent(node).expect("a parent").index();
            assert_eq!(paths.near[node.index()], paths.near[parent]);
            assert_eq!(paths.whole[node.index()], paths.whole[parent]);
        }
    }
}
