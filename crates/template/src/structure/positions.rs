//! The structure tokens of the thesis: names of elements with their numbers in group, layer and
//! page.

use std::fmt::Write as _;

use scutch_page::{NodeId, Tree};

use super::elements;

/// The position of an element. A group are the children of one element; empty groups count, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Position {
    /// Number in its group, from the end.
    number: u32,
    /// Number of the group in its layer, from the end.
    group: u32,
    /// Depth; the root element has 0.
    layer: u32,
}

/// What the original program calls the document, which is an ancestor of all elements there.
const DOCUMENT: &str = "[document]";

/// The tokens of a page, as listing 2.7 of the thesis makes them: the position of an element beside
/// its name and beside those of its ancestors, up to the document.
pub(super) fn published_tokens(tree: &Tree) -> impl Iterator<Item = String> {
    positions(tree).into_iter().map(|(node, Position { number, group, layer })| {
        let above = |node: &NodeId| tree.parent(*node).filter(|above| *above != NodeId::DOCUMENT);
        let names = std::iter::successors(Some(node), above).map(|node| tree.name(node));
        let mut token = String::new();
        for name in names.chain([DOCUMENT]) {
            let slash = if token.is_empty() { "" } else { "/" };
            // Writing to a string cannot fail.
            let _ = write!(token, "{slash}{number}_{group}_{layer}_{name}");
        }
        token
    })
}

/// The positions of all elements but frames, in document order.
fn positions(tree: &Tree) -> Vec<(NodeId, Position)> {
    // For each element: its number in its layer, and the children seen so far.
    let mut ranks = vec![0u32; tree.len()];
    let mut children = vec![0u32; tree.len()];
    let mut layers = vec![0usize; tree.len()];
    let mut sizes: Vec<u32> = Vec::new();
    let mut found: Vec<(NodeId, NodeId, u32)> = Vec::new();
    for node in elements_outside_frames(tree) {
        let parent = tree.parent(node).unwrap_or(NodeId::DOCUMENT);
        let (at, above) = (node.index(), parent.index());
        layers[at] = if parent == NodeId::DOCUMENT { 0 } else { layers[above] + 1 };
        // Layers are entered one after another: at most one is new.
        if sizes.len() <= layers[at] {
            sizes.push(0);
        }
        ranks[at] = sizes[layers[at]];
        sizes[layers[at]] += 1;
        found.push((node, parent, children[above]));
        children[above] += 1;
    }
    let position = |(node, parent, rank): (NodeId, NodeId, u32)| {
        let layer = layers[node.index()];
        // Numbers count from the end, so they are known only when all elements have been seen.
        let group =
            layer.checked_sub(1).map_or(0, |above| sizes[above] - 1 - ranks[parent.index()]);
        let number = children[parent.index()] - 1 - rank;
        (node, Position { number, group, layer: layer as u32 })
    };
    found.into_iter().map(position).collect()
}

/// All elements in document order, without frames and what is in them.
fn elements_outside_frames(tree: &Tree) -> impl Iterator<Item = NodeId> {
    let mut skip_to = NodeId::DOCUMENT;
    elements(tree).filter(move |node| {
        if *node >= skip_to && tree.name(*node) == "iframe" {
            skip_to = tree.end(*node);
        }
        *node >= skip_to
    })
}

#[cfg(test)]
mod tests {
    use scutch_page::Limits;

    use super::*;

    fn tree(html: &str) -> Tree {
        Tree::parse(html, &Limits::default(), &mut Vec::new())
    }

    fn places(html: &str) -> Vec<(String, u32, u32, u32)> {
        let tree = tree(html);
        let found = positions(&tree).into_iter();
        found.map(|(node, p)| (tree.name(node).to_owned(), p.number, p.group, p.layer)).collect()
    }

    /// By hand, after listing 2.6: each element opens a group in the layer below it, put before
    /// those that are there; so does each element in its group.
    #[test]
    fn numbers_count_from_the_end() {
        let found = places("<body><ul><li>a</li><li><i>b</i></li></ul><p><b>c</b></p>");
        let expected = [
            ("html", 0, 0, 0),
            ("head", 1, 0, 1),
            ("body", 0, 0, 1),
            ("ul", 1, 0, 2),
            // Groups of layer 3: those of p and of ul.
            ("li", 1, 1, 3),
            ("li", 0, 1, 3),
            // Groups of layer 4: those of b (empty), of the second li, of the first (empty).
            ("i", 0, 1, 4),
            ("p", 0, 0, 2),
            ("b", 0, 0, 3),
        ];
        let expected =
            expected.map(|(name, number, group, layer)| (name.to_owned(), number, group, layer));
        assert_eq!(found, expected);
    }

    /// The two documents of the thesis (listings 1.1 and 1.2) differ in an `i` behind the list.
    #[test]
    fn an_element_moves_the_numbers_of_those_before_it() {
        let doc1 = tree("<body><span><ul><li>a</li><li>b</li></ul>text</span>");
        let doc2 = tree("<body><span><ul><li>a</li><li>b</li></ul><i>x</i>text</span>");
        let tokens =
            |tree: &Tree| published_tokens(tree).collect::<std::collections::BTreeSet<_>>();
        let (one, two) = (tokens(&doc1), tokens(&doc2));
        assert_eq!((one.len(), two.len()), (7, 8));
        // html, head, body and span stay; ul is now number 1, its children's group number 1.
        assert_eq!(one.intersection(&two).count(), 4);
        let body = "0_0_1_body/0_0_1_html/0_0_1_[document]";
        let item = "1_1_4_li/1_1_4_ul/1_1_4_span/1_1_4_body/1_1_4_html/1_1_4_[document]";
        assert!(one.contains(body) && two.contains(item));
    }

    #[test]
    fn frames_and_text_have_no_position() {
        let with = tree("<body><iframe></iframe><p>a");
        assert!(published_tokens(&with).eq(published_tokens(&tree("<body><p>b"))));
    }
}
