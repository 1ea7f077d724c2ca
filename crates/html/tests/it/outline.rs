//! Trees as html5lib writes them.

use scutch_html::{Namespace, NodeId, NodeKind, Prefix, Tree};

/// A tree as lines.
pub(crate) fn outline(tree: &Tree<'_>) -> String {
    let mut lines = String::new();
    for id in tree.descendants(NodeId::DOCUMENT) {
        let indent = "  ".repeat(tree.ancestors(id).count() - 1);
        let node = match tree.kind(id) {
            NodeKind::Element(namespace, _) => element(namespace, tree.name(id)),
            NodeKind::Text => format!("\"{}\"", tree.text(id)),
            NodeKind::Comment => format!("<!-- {} -->", tree.text(id)),
            NodeKind::Contents => "content".to_owned(),
            NodeKind::Doctype => doctype(tree),
            NodeKind::Document => String::new(),
        };
        lines.push_str(&format!("| {indent}{node}\n"));
        let mut attributes: Vec<String> = tree
            .attributes(id)
            .map(|(prefix, name, value)| {
                format!("{}=\"{value}\"", attribute(prefix, tree.names().text(name)))
            })
            .collect();
        attributes.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
        for line in attributes {
            lines.push_str(&format!("| {indent}  {line}\n"));
        }
    }
    lines.trim_end_matches('\n').to_owned()
}

/// An element with its namespace.
pub(crate) fn element(namespace: Namespace, name: &str) -> String {
    match namespace {
        Namespace::Html => format!("<{name}>"),
        Namespace::Svg => format!("<svg {name}>"),
        Namespace::MathMl => format!("<math {name}>"),
    }
}

fn attribute(prefix: Prefix, name: &str) -> String {
    match prefix {
        Prefix::None => name.to_owned(),
        Prefix::Xlink => format!("xlink {name}"),
        Prefix::Xml => format!("xml {name}"),
        Prefix::Xmlns => format!("xmlns {name}"),
    }
}

fn doctype(tree: &Tree<'_>) -> String {
    let doctype = tree.doctype().expect("a document type");
    let text = |id: &Option<String>| id.clone().unwrap_or_default();
    let ids = [text(&doctype.public_id), text(&doctype.system_id)];
    let name = text(&doctype.name);
    match &ids {
        [public, system] if public.is_empty() && system.is_empty() => format!("<!DOCTYPE {name}>"),
        [public, system] => format!("<!DOCTYPE {name} \"{public}\" \"{system}\">"),
    }
}
