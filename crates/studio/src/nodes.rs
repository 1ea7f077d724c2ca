//! The text nodes of a page: what is labelled.

use rustc_hash::FxHashMap;
use scutch_learn::hashed;
use scutch_page::tree::NodeKind;
use scutch_page::{Attr, NodeId, Page, Tag, Tree};
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
    /// Whether our rules, which know no layout, take it for invisible. What is in `noscript` is: no
    /// browser with scripts shows it, and ground truth is about what readers see.
    pub hidden: bool,
    /// Equal for nodes that are alike: their elements have the same class, and paths of the same names.
    pub alike: usize,
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
        let mut alike = Alike::default();
        let node = |node: &NodeId| TextNode {
            node: *node,
            xpath: paths.path(*node),
            text: tree.text(*node).split_whitespace().collect::<Vec<_>>().join(" "),
            hidden: is_hidden(page, *node),
            alike: alike.number(tree, *node),
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
        // Nodes are listed in the order of the tree, so that they can be searched like this.
        self.nodes.binary_search_by_key(&node, |known| known.node).ok()
    }

    /// A digest of all texts: another reading of the page that cuts it into other nodes has another.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

fn digest(nodes: &[TextNode]) -> String {
    // The texts alone: a version that finds other paths still fits the same labels.
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
    let tree = page.tree();
    tree.ancestors(node).any(|element| tree.tag(element) == Some(Tag::Noscript))
        // What is in no block is for screen readers only, or a line number.
        || page.block_of(node).is_some_and(|block| page.blocks()[block].hidden)
}

/// Numbers for nodes that are alike.
#[derive(Debug, Default)]
struct Alike {
    of_elements: FxHashMap<NodeId, usize>,
    of_paths: FxHashMap<String, usize>,
}

impl Alike {
    fn number(&mut self, tree: &Tree, node: NodeId) -> usize {
        let parent = tree.parent(node).unwrap_or(NodeId::DOCUMENT);
        // Once per element: a long list has thousands of nodes with the same path.
        if let Some(number) = self.of_elements.get(&parent) {
            return *number;
        }
        let names: Vec<&str> = tree.ancestors(node).map(|element| tree.name(element)).collect();
        let class = tree.attr(parent, Attr::CLASS).unwrap_or_default();
        let classes: Vec<&str> = class.split_ascii_whitespace().collect();
        let path = format!("{} {}", names.join("/"), classes.join(" "));
        let next = self.of_paths.len();
        let number = *self.of_paths.entry(path).or_insert(next);
        self.of_elements.insert(parent, number);
        number
    }
}

fn around(tree: &Tree, listed: &[NodeId], node: NodeId) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for element in tree.ancestors(node) {
        // Body and html hold the whole page, which no key should label at once.
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
    fn what_browsers_with_scripts_do_not_show_is_hidden() {
        // `noscript` is read where it is most of the page.
        let nodes = nodes("<p>one</p><noscript><p>Turn scripts on to read the news</p></noscript>");
        let found: Vec<(&str, bool)> =
            nodes.list().iter().map(|node| (&*node.text, node.hidden)).collect();
        assert_eq!(found, [("one", false), ("Turn scripts on to read the news", true)]);
    }

    #[test]
    fn nodes_are_alike_by_path_and_class() {
        let nodes = nodes(
            "<div id=x><p class='a b'>0</p><p class=' a  b'>1<b>2</b>3</p><p class=a>4</p></div>\
             <div><p class='a b'>5</p></div><p class='a b'>6",
        );
        let alike: Vec<usize> = nodes.list().iter().map(|node| node.alike).collect();
        assert_eq!(alike, [0, 0, 1, 0, 2, 0, 3]);
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
