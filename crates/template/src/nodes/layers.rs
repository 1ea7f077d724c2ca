//! Classes of elements: the deepest layer first, each group of siblings hands its class up.

use scutch_page::tree::NodeKind;
use scutch_page::{NodeId, Tree};

use super::NodeLabel;
use crate::patterns::Class;

/// The class of every node of the tree, by node number: a text node has that of its runs, an element that of its
/// children (runs and elements), if they are of one class or there is only one. What has no class is invalid.
/// (Thesis, section 2.3.)
pub fn element_classes(tree: &Tree, labels: &[NodeLabel]) -> Vec<Class> {
    let mut groups: Vec<Group> = vec![Group::Empty; tree.len()];
    for label in labels {
        let at = label.node.index();
        groups[at] = groups[at].with(label.class);
    }
    // Children have larger numbers than their parents.
    let nodes: Vec<NodeId> = tree.all().skip(1).collect();
    for node in nodes.into_iter().rev() {
        let at = node.index();
        let is_text = tree.kind(node) == NodeKind::Text;
        // Text that has no run is white space, or not looked at: no member of a group.
        if let Some(parent) = tree.parent(node).filter(|_| !(is_text && groups[at] == Group::Empty))
        {
            groups[parent.index()] = groups[parent.index()].with(groups[at].class());
        }
    }
    groups.into_iter().map(Group::class).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Empty,
    One(Class),
    Mixed,
}

impl Group {
    fn with(self, class: Class) -> Self {
        match self {
            Self::Empty => Self::One(class),
            Self::One(known) if known == class => self,
            Self::One(_) | Self::Mixed => Self::Mixed,
        }
    }

    fn class(self) -> Class {
        match self {
            Self::One(class) => class,
            Self::Empty | Self::Mixed => Class::Invalid,
        }
    }
}

#[cfg(test)]
mod tests {
    use scutch_page::Limits;

    use super::*;

    fn label(node: NodeId, first: usize, class: Class) -> NodeLabel {
        let (bits, cross, score) = (0b10000, 0b11000, class.score());
        NodeLabel { node, first, words: 1, bits, cross, class, score, hidden: false }
    }

    /// The words c, b and i stand for runs of content, boilerplate and of no class.
    fn classes(html: &str) -> Vec<(String, Class)> {
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let class = |word| match word {
            "c" => Class::Content,
            "b" => Class::Boilerplate,
            _ => Class::Invalid,
        };
        let words = |node| tree.text(node).split_whitespace().enumerate();
        let labels: Vec<NodeLabel> = tree
            .all()
            .flat_map(|node| words(node).map(move |(at, word)| label(node, at, class(word))))
            .collect();
        let classes = element_classes(&tree, &labels);
        let elements = tree.all().filter(|node| matches!(tree.kind(*node), NodeKind::Element(_)));
        elements.map(|node| (tree.name(node).to_owned(), classes[node.index()])).skip(2).collect()
    }

    #[test]
    fn groups_of_one_class_hand_it_up() {
        use Class::{Boilerplate, Content, Invalid};
        let named = |pairs: &[(&str, Class)]| {
            pairs.iter().map(|(name, class)| ((*name).to_owned(), *class)).collect::<Vec<_>>()
        };
        let found = classes("<body><ul><li>b</li> <li>b b</li></ul>");
        let bottom = [("body", Boilerplate), ("ul", Boilerplate), ("li", Boilerplate)];
        assert_eq!(found, named(&[bottom.as_slice(), &[("li", Boilerplate)]].concat()));
        // One child hands up what it has; a mixed group, or one with an element without text, has nothing to hand up.
        let found = classes("<body><div><p>c</p></div><p>c b</p><p>c<br></p>");
        let expected = [
            ("body", Invalid),
            ("div", Content),
            ("p", Content),
            ("p", Invalid),
            ("p", Invalid),
            ("br", Invalid),
        ];
        assert_eq!(found, named(&expected));
        assert_eq!(classes("<body><i>i</i>"), named(&[("body", Invalid), ("i", Invalid)]));
    }
}
