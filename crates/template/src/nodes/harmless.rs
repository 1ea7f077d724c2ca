//! What of a page may stand in a file that browsers open: nothing that loads or runs, and nothing that they would read
//! otherwise than it was read here.

use scutch_page::tree::NodeKind;
use scutch_page::{Attr, NodeId, Tag, Tree};

/// What stands before the page: in which charset the file is, whatever that of the page was, and what a browser may do
/// with it, which is to show it.
pub(super) const BEFORE_ALL: &str = "<meta charset=\"utf-8\">\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'\">";

/// Elements that load, or change what others mean, or are shown by no browser. Trees hold scripts and style sheets in
/// formulas alone, where they are none.
const LEFT_OUT: &[&str] = &["base", "link", "noembed", "noframes", "script", "style"];
/// Elements in whose text browsers read no tags, or close a formula at them. Others of the kind are empty in trees.
const WITHOUT_TAGS: &[&str] = &["annotation", "title"];
/// Of a formula, what text in tags may stand in: at a tag anywhere else in it browsers end the formula (HTML standard,
/// MathML text integration points).
const FORMULA_TEXTS: &[&str] = &["mi", "mo", "mn", "ms", "mtext"];
/// Attributes that are read, not followed.
const READ: &[&str] = &["abbr", "alt", "content", "label", "placeholder", "summary", "title"];
/// What makes code of an address.
const CODE: &[&str] = &["javascript:", "vbscript:"];

/// Whether an element is left out with all that is in it: one of [`LEFT_OUT`], or a `meta` that says how the page was
/// sent.
pub(super) fn is_left_out(tree: &Tree, node: NodeId) -> bool {
    match tree.name(node) {
        "meta" => [Attr::HTTP_EQUIV, Attr::CHARSET].iter().any(|a| tree.attr(node, *a).is_some()),
        name => LEFT_OUT.contains(&name),
    }
}

/// What an element is called in the file. In `xmp`, `plaintext` and, as they run scripts, `noscript` browsers would read
/// neither tags nor references.
pub(super) fn name(tree: &Tree, node: NodeId) -> &str {
    let in_head = || tree.parent(node).and_then(|parent| tree.tag(parent)) == Some(Tag::Head);
    match tree.tag(node) {
        Some(Tag::Xmp | Tag::Plaintext) => Tag::Pre.name(),
        // Another name would end the head.
        Some(Tag::Noscript) if !in_head() => Tag::Span.name(),
        _ => tree.name(node),
    }
}

/// Whether an element begins with an empty line that browsers would take for the end of the tag's own.
pub(super) fn begins_with_newline(tree: &Tree, node: NodeId) -> bool {
    let first = || tree.children(node).next().map_or("", |first| tree.text(first));
    ["pre", "listing"].contains(&name(tree, node)) && first().starts_with('\n')
}

/// Whether elements can be set around runs of a text.
pub(super) fn takes_tags(tree: &Tree, text: NodeId) -> bool {
    debug_assert_eq!(tree.kind(text), NodeKind::Text);
    let Some(parent) = tree.parent(text) else { return true };
    let name = tree.name(parent);
    !WITHOUT_TAGS.contains(&name) && (FORMULA_TEXTS.contains(&name) || !is_in_formula(tree, parent))
}

/// Whether an element is of a formula itself, not of the page's own elements in it.
fn is_in_formula(tree: &Tree, id: NodeId) -> bool {
    let foreign = |node: &NodeId| tree.tag(*node) == Some(Tag::Other);
    let mut around = std::iter::once(id).chain(tree.ancestors(id)).skip_while(foreign);
    around.next().and_then(|node| tree.tag(node)) == Some(Tag::Math)
}

/// Whether an attribute holds code, or a page of its own. Event handlers are in no tree.
pub(super) fn is_code(name: &str, value: &str) -> bool {
    // Browsers overlook white space in the name of a scheme, too.
    let said = value.chars().filter(|c| !c.is_whitespace() && !c.is_control());
    let said = said.map(|c| c.to_ascii_lowercase());
    name == "srcdoc"
        || !READ.contains(&name)
            && CODE.iter().any(|code| said.clone().take(code.len()).eq(code.chars()))
}
