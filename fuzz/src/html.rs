//! Any text as a document and as a fragment: the tree is sound, and no deeper than its limit.

use scutch_html::{Context, Limits, Namespace, NodeId, NodeKind, Options, Syntax, Tree};

/// Elements in which a fragment is parsed.
const CONTEXTS: [(Namespace, &str); 8] = [
    (Namespace::Html, "body"),
    (Namespace::Html, "table"),
    (Namespace::Html, "select"),
    (Namespace::Html, "template"),
    (Namespace::Html, "textarea"),
    (Namespace::Html, "frameset"),
    (Namespace::Svg, "foreignObject"),
    (Namespace::MathMl, "annotation-xml"),
];

/// One execution.
pub fn run(data: &[u8]) {
    // The first byte chooses how the text is read.
    let Some((choice, rest)) = data.split_first() else { return };
    let Ok(html) = std::str::from_utf8(rest) else { return };
    let syntax = [Syntax::Html, Syntax::Xhtml, Syntax::XhtmlAsHtml][usize::from(choice & 3) % 3];
    let options = Options { scripting: choice & 4 == 0, syntax, ..Options::default() };
    let document = scutch_html::parse(html, &options);
    check(&document);
    let limits = Limits { depth: 16, attributes_per_element: 2, ..Limits::default() };
    let shallow = scutch_html::parse(html, &Options { limits, ..options.clone() });
    check(&shallow);
    let deepest = shallow.all().map(|id| shallow.ancestors(id).count()).max();
    assert!(deepest.is_some_and(|depth| depth < 64), "{deepest:?}");
    let few = Limits { nodes: 20, attributes: 3, moves: 5, ..Limits::default() };
    check(&scutch_html::parse(html, &Options { limits: few, ..options.clone() }));
    let (namespace, name) = CONTEXTS[usize::from(choice >> 3) % CONTEXTS.len()];
    check(&scutch_html::parse_fragment(html, Context { name, namespace }, &options));
}

fn check(tree: &Tree<'_>) {
    assert!(tree.is_sound());
    for id in tree.all() {
        let _ = tree.text(id);
        for (_, name, value) in tree.attributes(id) {
            let _ = (tree.names().text(name), value);
        }
        match tree.kind(id) {
            NodeKind::Document => assert_eq!(id, NodeId::DOCUMENT),
            NodeKind::Element(..) => assert!(!tree.name(id).is_empty()),
            _ => assert_eq!(tree.attributes(id).count(), 0),
        }
    }
}
