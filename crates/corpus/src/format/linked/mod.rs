//! Rows as linked data: JSON-LD 1.1 and RDF 1.1 N-Quads, both from one [`Graph`](graph::Graph).
//!
//! A row is a named graph that stands alone. Nodes that several rows share, such as an author, have names made from
//! what they are, so that the graphs fit together in any order and however they are cut into files. There are no
//! blank nodes. The words are those of Schema.org, PROV-O, DCMI Terms and Web Annotation.

mod capture;
mod describe;
mod graph;
mod iri;
mod json_ld;
mod literal;
pub(crate) mod marks;
mod n_quads;
pub(crate) mod names;
mod terms;

use scutch_folder::config::Layout;

use crate::format::article::Article;
use crate::row::json::JsonLine;

pub(crate) use self::json_ld::{TAIL as JSON_LD_TAIL, head as json_ld_head};

/// SHACL shapes of the graphs, in Turtle.
pub const SHAPES: &str = include_str!("../../../schema/linked-data.ttl");

/// The lines of a document in N-Quads.
pub(super) fn n_quads(article: &Article<'_>, _: &JsonLine) -> Vec<u8> {
    n_quads::lines(&describe::graph(article)).into_bytes()
}

/// The line of a document in JSON-LD, which becomes one of a file by [`json_ld_piece`].
pub(super) fn json_ld(article: &Article<'_>, _: &JsonLine) -> Vec<u8> {
    json_ld::line(&describe::graph(article)).into_bytes()
}

/// The line of a document as a piece of a file in this layout.
pub(super) fn json_ld_piece(line: &[u8], layout: Layout) -> Vec<u8> {
    match layout {
        // The first node stands in the head of the file.
        Layout::Shard => [b",", line].concat(),
        Layout::Document | Layout::Zip => json_ld::alone(line),
    }
}

#[cfg(test)]
mod tests;
