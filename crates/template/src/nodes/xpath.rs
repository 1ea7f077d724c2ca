//! XPaths of nodes.

use rustc_hash::FxHashMap;
use scutch_page::tree::NodeKind;
use scutch_page::{NodeId, Tree};

/// Most elements of a path. A tree of n nodes could be n deep, and all its paths together n² long.
const DEPTH: usize = 256;
/// Most bytes of a path, for the same reason: names of elements can be long.
const BYTES: usize = 1024;

/// Makes XPaths of the nodes of a tree.
#[derive(Debug)]
pub struct XPaths<'t> {
    tree: &'t Tree,
    /// The number of each node among siblings of its name, from 1.
    numbers: Vec<u32>,
    /// Number of children by parent and name.
    counts: FxHashMap<(NodeId, &'t str), u32>,
}

impl<'t> XPaths<'t> {
    /// Prepares a tree: counts the siblings of all nodes.
    pub fn new(tree: &'t Tree) -> Self {
        let mut counts: FxHashMap<(NodeId, &str), u32> = FxHashMap::default();
        let mut numbers = vec![0; tree.len()];
        for node in tree.all().skip(1) {
            let parent = tree.parent(node).unwrap_or(NodeId::DOCUMENT);
            let count = counts.entry((parent, tree.name(node))).or_default();
            *count += 1;
            numbers[node.index()] = *count;
        }
        Self { tree, numbers, counts }
    }

    /// The path of a node, such as `/html/body/div[2]/p/text()[1]`. Elements without siblings of
    /// their name have no number; texts always have one. `None` for nodes deeper than 256 elements,
    /// or with paths over 1,024 bytes.
    pub fn path(&self, node: NodeId) -> Option<String> {
        let mut steps: Vec<NodeId> = vec![node];
        steps.extend(self.tree.ancestors(node).take(DEPTH + 1));
        if steps.last() != Some(&NodeId::DOCUMENT) {
            return None;
        }
        let mut path = String::new();
        for step in steps.iter().rev().skip(1) {
            path = path + "/" + &self.step(*step);
            // Checked at each step: one step more cannot make it much longer than the limit.
            if path.len() > BYTES {
                return None;
            }
        }
        Some(path)
    }

    fn step(&self, node: NodeId) -> String {
        let number = self.numbers[node.index()];
        if self.tree.kind(node) == NodeKind::Text {
            return format!("text()[{number}]");
        }
        // Numbers only where they are needed, as browsers and lxml write paths.
        let name = self.tree.name(node);
        let parent = self.tree.parent(node).unwrap_or(NodeId::DOCUMENT);
        match self.counts.get(&(parent, name)) {
            Some(1) | None => name.to_owned(),
            Some(_) => format!("{name}[{number}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use scutch_page::Limits;

    use super::*;

    #[test]
    fn paths_count_siblings_of_a_name() {
        let html = "<body><div>a</div><p>b<b>c</b>d</p><div>e</div>";
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let paths = XPaths::new(&tree);
        let texts = tree.all().filter(|node| tree.kind(*node) == NodeKind::Text);
        let found: Vec<_> = texts.filter_map(|node| paths.path(node)).collect();
        let expected = [
            "/html/body/div[1]/text()[1]",
            "/html/body/p/text()[1]",
            "/html/body/p/b/text()[1]",
            "/html/body/p/text()[2]",
            "/html/body/div[2]/text()[1]",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn deep_nodes_have_no_path() {
        let html = "<b>".repeat(400) + "x";
        let limits = Limits { depth: 1000, ..Limits::default() };
        let tree = Tree::parse(&html, &limits, &mut Vec::new());
        let paths = XPaths::new(&tree);
        let text = tree.all().last().unwrap_or(NodeId::DOCUMENT);
        assert_eq!(paths.path(text), None);
        let long = format!("<{}>x", "y".repeat(2000));
        let tree = Tree::parse(&long, &Limits::default(), &mut Vec::new());
        let text = tree.all().last().unwrap_or(NodeId::DOCUMENT);
        assert_eq!(XPaths::new(&tree).path(text), None);
    }
}
