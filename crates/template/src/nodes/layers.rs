//! Classes of elements: from the deepest layer up, an element takes the class that all its children
//! share.

use scutch_page::{NodeId, Tree};

use super::NodeLabel;
use crate::patterns::Class;

/// The class of every node of the tree, by node number. (Thesis, section 2.3.)
///
/// A text node has the class of its runs, an element that of its children, if all have one class.
/// Mixed elements have none. Elements without text have none either, and do not make their parents
/// mixed.
pub(crate) fn element_classes(tree: &Tree, labels: &[NodeLabel]) -> Vec<Option<Class>> {
    let mut groups: Vec<Group> = vec![Group::Empty; tree.len()];
    for label in labels {
        let at = label.node.index();
        groups[at] = groups[at].with(Group::One(label.class));
    }
    // Children have larger numbers than their parents, so in reverse each group is complete when it
    // is handed up.
    let nodes: Vec<NodeId> = tree.all().skip(1).collect();
    for node in nodes.into_iter().rev() {
        if let Some(parent) = tree.parent(node) {
            groups[parent.index()] = groups[parent.index()].with(groups[node.index()]);
        }
    }
    groups.into_iter().map(Group::class).collect()
}

/// The classes in a group of siblings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Empty,
    One(Class),
    Mixed,
}

impl Group {
    /// The group with one more member.
    fn with(self, member: Self) -> Self {
        match (self, member) {
            (group, Self::Empty) | (Self::Empty, group) => group,
            (group, member) if group == member => group,
            _ => Self::Mixed,
        }
    }

    fn class(self) -> Option<Class> {
        match self {
            Self::One(class) => Some(class),
            Self::Empty | Self::Mixed => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use scutch_page::Limits;
    use scutch_page::tree::NodeKind;

    use super::*;

    fn label(node: NodeId, first: usize, class: Class) -> NodeLabel {
        let (bits, cross, score) = (0b10000, 0b11000, class.score());
        NodeLabel { node, first, words: 1, bits, cross, class, score, hidden: false, reason: None }
    }

    /// The words c, b and i stand for runs of content, boilerplate and of no class.
    fn classes(html: &str) -> Vec<(String, Option<Class>)> {
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
        let named = |pairs: &[(&str, Option<Class>)]| {
            pairs.iter().map(|(name, class)| ((*name).to_owned(), *class)).collect::<Vec<_>>()
        };
        let found = classes("<body><ul><li>b</li> <li>b b</li></ul>");
        assert_eq!(found, named(&["body", "ul", "li", "li"].map(|name| (name, Some(Boilerplate)))));
        // One child hands up what it has; a mixed group has nothing to hand up.
        let found = classes("<body><div><p>c</p></div><p>c b</p>");
        let expected = [("body", None), ("div", Some(Content)), ("p", Some(Content)), ("p", None)];
        assert_eq!(found, named(&expected));
        // What is left open is a class, too, and no absence of one.
        assert_eq!(classes("<body><i>i</i>"), named(&["body", "i"].map(|n| (n, Some(Invalid)))));
        let found = classes("<body><div><p>c b</p></div><i>i</i>");
        assert_eq!(found[..3], named(&["body", "div", "p"].map(|name| (name, None))));
    }

    #[test]
    fn elements_without_text_are_no_members_of_groups() {
        for html in ["<body>c<br>c", "<body><p>c</p><hr> <p></p>", "<body><hr>c<div><br></div>"] {
            assert_eq!(classes(html)[0].1, Some(Class::Content), "{html}");
        }
        assert_eq!(classes("<body>c<br>b")[0].1, None);
        assert!(classes("<body><div><br></div> ").iter().all(|(_, class)| class.is_none()));
    }
}
