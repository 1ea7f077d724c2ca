//! A graph about a row: nodes with classes and values, each once.

use std::collections::{BTreeSet, HashMap};

use super::iri::iri;
use super::terms::{Datatype, Term};

/// The value of a property.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    /// A node, or an address of the web.
    Iri(String),
    /// A text without a language.
    Text(String),
    /// A text with a language tag.
    Tagged(String, String),
    /// A literal with a datatype.
    Typed(String, Datatype),
    /// A number of `xsd:integer`.
    Whole(u64),
}

/// A node with its classes and values in a fixed order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) name: String,
    /// Their names with prefixes.
    pub(super) classes: BTreeSet<&'static str>,
    pub(super) values: BTreeSet<(Term, Value)>,
}

impl Node {
    /// A node without values.
    pub(super) fn new(name: &str, classes: &[&'static str]) -> Self {
        let classes = classes.iter().copied().collect();
        Self { name: name.to_owned(), classes, values: BTreeSet::new() }
    }

    /// Adds a value.
    pub(super) fn with(mut self, term: Term, value: Value) -> Self {
        self.values.insert((term, value));
        self
    }

    /// Adds a value that may be missing.
    pub(super) fn maybe(self, term: Term, value: Option<Value>) -> Self {
        match value {
            Some(value) => self.with(term, value),
            None => self,
        }
    }

    /// Adds a text. What has no characters says nothing.
    pub(super) fn text(self, term: Term, text: &str) -> Self {
        let value = (!text.trim().is_empty()).then(|| Value::Text(text.to_owned()));
        self.maybe(term, value)
    }

    /// Adds a link to a node.
    pub(super) fn link(self, term: Term, name: &str) -> Self {
        self.with(term, Value::Iri(name.to_owned()))
    }

    /// Adds an address of the web, where it is one.
    pub(super) fn address(self, term: Term, address: &str) -> Self {
        self.maybe(term, iri(address).map(Value::Iri))
    }
}

/// A named graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Graph {
    pub(super) name: String,
    pub(super) nodes: Vec<Node>,
    places: HashMap<String, usize>,
}

impl Graph {
    /// A graph without nodes.
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), nodes: Vec::new(), places: HashMap::new() }
    }

    /// Adds a node, or its values to those of the node of this name. Returns the name.
    pub(super) fn add(&mut self, node: Node) -> String {
        let name = node.name.clone();
        match self.places.get(&name).and_then(|place| self.nodes.get_mut(*place)) {
            Some(known) => {
                // Several columns may speak of one node: their statements add up.
                known.classes.extend(node.classes);
                known.values.extend(node.values);
            }
            None => {
                self.places.insert(name.clone(), self.nodes.len());
                self.nodes.push(node);
            }
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_comes_again_adds_what_is_new() {
        let mut graph = Graph::new("urn:a:graph");
        for name in ["Anna", "ANNA", "Anna", " "] {
            graph.add(Node::new("urn:a:1", &["schema:Person"]).text(Term::Name, name));
        }
        graph.add(Node::new("urn:a:2", &[]));
        assert_eq!(graph.nodes.len(), 2);
        let names = ["ANNA", "Anna"].map(|name| (Term::Name, Value::Text(name.to_owned())));
        assert_eq!(graph.nodes[0].values, names.into());
    }
}
