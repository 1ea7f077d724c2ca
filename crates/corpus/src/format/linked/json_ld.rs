//! A graph as a line of JSON-LD 1.1. The context stands in the file: nobody fetches one.

use serde_json::{Map, Value as Json, json};

use super::graph::{Graph, Node, Value};
use super::terms::{NAMESPACES, Term};

/// The end of a file with many documents.
pub(crate) const TAIL: &str = "]}\n";

/// The start of a file with many documents: its context, and a node that says nothing. Each document then begins
/// with a comma, so that any of them can be taken out.
pub(crate) fn head() -> String {
    format!("{{\"@context\":{},\"@graph\":[{{}}\n", context())
}

/// A graph as one line.
pub(super) fn line(graph: &Graph) -> String {
    let nodes: Vec<Json> = graph.nodes.iter().map(node).collect();
    format!("{}\n", json!({ "@graph": nodes, "@id": graph.name }))
}

/// The line of a graph as a file of its own.
pub(super) fn alone(line: &[u8]) -> Vec<u8> {
    let start = format!("{{\"@context\":{},", context());
    let rest = line.strip_prefix(b"{").unwrap_or(line);
    [start.as_bytes(), rest].concat()
}

/// What the keys mean.
fn context() -> Json {
    let mut context = Map::from_iter([("@version".to_owned(), json!(1.1))]);
    for (prefix, namespace) in NAMESPACES {
        context.insert(prefix.to_owned(), json!(namespace));
    }
    for (key, name, is_link) in Term::all() {
        let meaning = if is_link { json!({ "@id": name, "@type": "@id" }) } else { json!(name) };
        context.insert(key.to_owned(), meaning);
    }
    Json::Object(context)
}

/// A node with its values: one alone, or a list.
fn node(node: &Node) -> Json {
    let mut object = Map::new();
    object.insert("@id".to_owned(), json!(node.name));
    let classes: Vec<Json> = node.classes.iter().map(|class| json!(class)).collect();
    insert(&mut object, "@type", classes);
    let mut values = node.values.iter().peekable();
    while let Some((term, first)) = values.next() {
        let mut list = vec![value(first)];
        // Values are sorted by term, so those of one term are neighbours.
        while let Some((_, more)) = values.next_if(|(next, _)| next == term) {
            list.push(value(more));
        }
        insert(&mut object, term.key(), list);
    }
    Json::Object(object)
}

fn insert(object: &mut Map<String, Json>, key: &str, mut list: Vec<Json>) {
    let value = match list.len() {
        0 => return,
        1 => list.swap_remove(0),
        _ => Json::Array(list),
    };
    object.insert(key.to_owned(), value);
}

fn value(value: &Value) -> Json {
    match value {
        Value::Iri(text) | Value::Text(text) => json!(text),
        Value::Tagged(text, tag) => json!({ "@value": text, "@language": tag }),
        Value::Typed(text, kind) => json!({ "@value": text, "@type": kind.0 }),
        Value::Whole(number) => json!({ "@value": number.to_string(), "@type": "xsd:integer" }),
    }
}
