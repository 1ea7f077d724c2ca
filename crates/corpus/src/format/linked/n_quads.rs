//! A graph as lines of RDF 1.1 N-Quads.

use std::fmt::Write as _;

use super::graph::{Graph, Node, Value};
use super::terms::{RDF_TYPE, expanded};

/// The lines of a graph, in the order of its nodes.
pub(super) fn lines(graph: &Graph) -> String {
    let mut out = String::new();
    graph.nodes.iter().for_each(|node| write_node(&mut out, node, &graph.name));
    out
}

fn write_node(out: &mut String, node: &Node, graph: &str) {
    let subject = &node.name;
    for class in &node.classes {
        let class = expanded(class);
        // Writing to a string does not fail.
        let _ = writeln!(out, "<{subject}> <{RDF_TYPE}> <{class}> <{graph}> .");
    }
    for (term, value) in &node.values {
        let _ = write!(out, "<{subject}> <{}> ", term.iri());
        write_value(out, value);
        let _ = writeln!(out, " <{graph}> .");
    }
}

fn write_value(out: &mut String, value: &Value) {
    let _ = match value {
        Value::Iri(iri) => write!(out, "<{iri}>"),
        Value::Text(text) => write!(out, "\"{}\"", escaped(text)),
        Value::Tagged(text, tag) => write!(out, "\"{}\"@{tag}", escaped(text)),
        Value::Typed(text, kind) => write!(out, "\"{}\"^^<{}>", escaped(text), expanded(kind.0)),
        Value::Whole(number) => write!(out, "\"{number}\"^^<{}>", expanded("xsd:integer")),
    };
}

/// A text between quotes: with the escapes of the canonical form, so that each text is written in one way.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' | '\u{7f}' => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_in_the_canonical_form() {
        let text = "a\"b\\c\nd\re\tf\u{8}g\u{c}h\0i\u{1b}j\u{7f}k\u{85}ö\u{2028}";
        let expected = "a\\\"b\\\\c\\nd\\re\\tf\\bg\\fh\\u0000i\\u001Bj\\u007Fk\u{85}ö\u{2028}";
        assert_eq!(escaped(text), expected);
    }
}
