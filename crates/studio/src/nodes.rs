//! The text nodes of a page: what is labelled.

use scutch_learn::hashed;
use scutch_page::tree::NodeKind;
use scutch_page::{NodeId, Page, Tag, Tree};
use scutch_template::nodes::XPaths;

/// Elements around a node that a selection can widen to.
const MOST_AROUND: usize = 24;

/// A text node that is not blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextNode {
    /// The node.
    pub node: NodeId,
    /// Its XPath; `None` for very deep nodes.
    pub xpath: Option<String>,
    /// Its text, white space normalised.
    pub text: String,
    /// Whether our rules, which know no layout, take it for invisible.
    pub hidden: bool,
    /// First and last number of the text nodes in each element around it that has others, inner before
    /// outer.
    pub around: Vec<(usize, usize)>,
}

/// The text nodes of a page in document order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageNodes {
    nodes: Vec<TextNode>,
    digest: String,
}

impl PageNodes {
    /// The text nodes of the body that are not blank, without those of frames: the same that ground
    /// truth lists.
    pub fn new(page: &Page) -> Self {
        let tree = page.tree();
        let listed = listed(tree);
        let paths = XPaths::new(tree);
        let node = |node: &NodeId| TextNode {
            node: *node,
            xpath: paths.path(*node),
            text: tree.text(*node).split_whitespace().collect::<Vec<_>>().join(" "),
            hidden: is_hidden(page, *node),
            around: around(tree, &listed, *node),
        };
        let nodes: Vec<TextNode> = listed.iter().map(node).collect();
        Self { digest: digest(&nodes), nodes }
    }

    /// The nodes.
    pub fn list(&self) -> &[TextNode] {
        &self.nodes
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the page has no text.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of a node; `None` if it is none of these.
    pub fn number(&self, node: NodeId) -> Option<usize> {
        self.nodes.binary_search_by_key(&node, |known| known.node).ok()
    }

    /// A digest of all texts: another reading of the page that cuts it into other nodes has another.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

fn digest(nodes: &[TextNode]) -> String {
    let mut all = String::new();
    for node in nodes {
        all.push_str(&node.text);
        all.push('\n');
    }
    format!("{:016x}", hashed(all.as_bytes()))
}

fn listed(tree: &Tree) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut skip_to = NodeId::DOCUMENT;
    for node in tree.all().filter(|node| *node != NodeId::DOCUMENT) {
        if node < skip_to {
            continue;
        }
        // The text of an `iframe` is for browsers without frames.
        if matches!(tree.tag(node), Some(Tag::Head)) || tree.name(node) == "iframe" {
            skip_to = tree.end(node);
        } else if tree.kind(node) == NodeKind::Text && !tree.text(node).trim().is_empty() {
            found.push(node);
        }
    }
    found
}

fn is_hidden(page: &Page, node: NodeId) -> bool {
    // What is in no block is for screen readers only, or a line number.
    page.block_of(node).is_some_and(|block| page.blocks()[block].hidden)
}

fn around(tree: &Tree, listed: &[NodeId], node: NodeId) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for element in tree.ancestors(node) {
        if ranges.len() == MOST_AROUND || matches!(tree.tag(element), Some(Tag::Body | Tag::Html)) {
            break;
        }
        let first = listed.partition_point(|known| *known < element);
        let behind = listed.partition_point(|known| *known < tree.end(element));
        let range = (first, behind.saturating_sub(1));
        // An element with the same texts as the one within is the same selection.
        if range.0 < range.1 && ranges.last() != Some(&range) {
            ranges.push(range);
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;

    fn nodes(html: &str) -> PageNodes {
        PageNodes::new(&Page::parse(html.as_bytes(), &Hints::default(), &Limits::default()))
    }

    #[test]
    fn nodes_are_the_texts_of_the_body() {
        let nodes = nodes(
            "<title>t</title><body><p>one <b>two</b>\n three</p> <iframe>four</iframe>\
             <div style='display:none'>five</div><script>six</script>",
        );
        let found: Vec<(&str, bool)> =
            nodes.list().iter().map(|node| (&*node.text, node.hidden)).collect();
        assert_eq!(found, [("one", false), ("two", false), ("three", false), ("five", true)]);
        assert_eq!(nodes.list()[1].xpath.as_deref(), Some("/html/body/p/b/text()[1]"));
        assert_eq!(nodes.number(nodes.list()[2].node), Some(2));
        assert_eq!(nodes.number(NodeId::DOCUMENT), None);
    }

    #[test]
    fn selections_widen_to_elements_with_more_text() {
        let nodes = nodes("<body><ul><li><a>a</a><li>b<i>c</i></ul><p>d");
        let around: Vec<_> = nodes.list().iter().map(|node| node.around.clone()).collect();
        assert_eq!(around, [vec![(0, 2)], vec![(1, 2), (0, 2)], vec![(1, 2), (0, 2)], vec![]]);
    }

    #[test]
    fn other_nodes_have_another_digest() {
        let digest = |html| nodes(html).digest().to_owned();
        assert_eq!(digest("<p>a</p><p>b"), digest("<div>a</div> <p>b"));
        assert_ne!(digest("<p>a b"), digest("<p>a</p><p>b"));
    }
}
