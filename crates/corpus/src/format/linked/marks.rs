//! What a search for duplicates adds: which version is an alternate of which, by what evidence.

use super::graph::{Graph, Node, Value};
use super::json_ld;
use super::n_quads;
use super::names::Names;
use super::terms::{Datatype, Term};

/// A row that was marked as a duplicate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marked<'a> {
    /// What names the nodes of its corpus.
    pub(crate) names: &'a Names,
    pub(crate) id: &'a str,
    /// What names the nodes of the corpus that the original is in.
    pub(crate) original_names: &'a Names,
    pub(crate) original: &'a str,
    /// The evidence, by its name in the column `dup_kind`.
    pub(crate) kind: &'static str,
    pub(crate) similarity: f32,
}

impl Marked<'_> {
    /// The mark in N-Quads.
    pub(crate) fn n_quads(&self) -> String {
        n_quads::lines(&self.graph())
    }

    /// The mark in JSON-LD, as a piece of a file with many.
    pub(crate) fn json_ld(&self) -> String {
        format!(",{}", json_ld::line(&self.graph()))
    }

    /// The graph of the row has its marks as well: without the row they say nothing.
    fn graph(&self) -> Graph {
        let (version, original) = (self.names.row(self.id), self.original_names.row(self.original));
        let mut graph = Graph::new(&version);
        graph.add(Node::new(&version, &[]).link(Term::AlternateOf, &original));
        let similarity = Value::Typed(self.similarity.to_string(), Datatype("xsd:decimal"));
        let mark = Node::new(&self.names.of_row("mark", self.id), &["oa:Annotation"])
            .link(Term::MotivatedBy, "http://www.w3.org/ns/oa#linking")
            .link(Term::HasTarget, &version)
            .link(Term::HasBody, &original)
            .text(Term::Kind, self.kind)
            .with(Term::Similarity, similarity);
        graph.add(mark);
        graph
    }
}
