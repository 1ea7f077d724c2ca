//! Makes a page harmless for a file that browsers open: nothing in it loads or runs, and browsers
//! parse it as it was parsed here.

use scutch_page::tree::NodeKind;
use scutch_page::{Attr, NodeId, Tag, Tree};

/// Comes before the page: the charset of the file, and a policy that lets browsers show it and
/// nothing else.
pub const BEFORE_ALL: &str = "<meta charset=\"utf-8\">\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'\">";

/// Elements that load something, change the meaning of others, or are never shown. (Our parser
/// drops scripts and style sheets anyway, except in formulas.)
const LEFT_OUT: &[&str] = &["base", "link", "noembed", "noframes", "script", "style"];
/// Elements in whose text browsers parse no tags, or end a formula at them.
const WITHOUT_TAGS: &[&str] = &["annotation", "title"];
/// Elements of a formula that may hold tags: MathML text integration points (HTML standard).
/// Anywhere else in a formula a tag ends it.
const FORMULA_TEXTS: &[&str] = &["mi", "mo", "mn", "ms", "mtext"];
/// Attributes whose values are shown as text and never followed, even if they look like an address.
const READ: &[&str] = &["abbr", "alt", "content", "label", "placeholder", "summary", "title"];
/// Elements that are pages or programs of their own, with the attributes that say which.
const FRAMES: &[&str] = &["iframe", "frame", "object", "embed", "fencedframe", "portal"];
const FRAMED: &[&str] = &["src", "data", "code", "codebase", "archive", "classid"];
/// Schemes of addresses that are code.
const CODE: &[&str] = &["javascript:", "vbscript:"];

/// Whether an element is dropped with its content: one of [`LEFT_OUT`], or a `meta` that repeats
/// HTTP headers.
pub(super) fn is_left_out(tree: &Tree, node: NodeId) -> bool {
    match tree.name(node) {
        "meta" => [Attr::HTTP_EQUIV, Attr::CHARSET].iter().any(|a| tree.attr(node, *a).is_some()),
        name => LEFT_OUT.contains(&name),
    }
}

/// The name of an element in the file. In `xmp`, `plaintext` and `noscript` browsers would not
/// parse tags, so these get other names.
pub(super) fn name(tree: &Tree, node: NodeId) -> &str {
    let in_head = || tree.parent(node).and_then(|parent| tree.tag(parent)) == Some(Tag::Head);
    match tree.tag(node) {
        Some(Tag::Xmp | Tag::Plaintext) => Tag::Pre.name(),
        // Another name would end the head.
        Some(Tag::Noscript) if !in_head() => Tag::Span.name(),
        _ => tree.name(node),
    }
}

/// Whether an element begins with an empty line, which browsers would drop: they ignore one newline
/// after the tag.
pub fn begins_with_newline(tree: &Tree, node: NodeId) -> bool {
    let first = || tree.children(node).next().map_or("", |first| tree.text(first));
    ["pre", "listing"].contains(&name(tree, node)) && first().starts_with('\n')
}

/// Whether runs of a text can be put into elements.
pub fn takes_tags(tree: &Tree, text: NodeId) -> bool {
    debug_assert_eq!(tree.kind(text), NodeKind::Text);
    let Some(parent) = tree.parent(text) else { return true };
    let name = tree.name(parent);
    !WITHOUT_TAGS.contains(&name) && (FORMULA_TEXTS.contains(&name) || !is_in_formula(tree, parent))
}

/// Whether an element is part of a formula, and not an HTML element inside one.
fn is_in_formula(tree: &Tree, id: NodeId) -> bool {
    let foreign = |node: &NodeId| tree.tag(*node) == Some(Tag::Other);
    let mut around = std::iter::once(id).chain(tree.ancestors(id)).skip_while(foreign);
    around.next().and_then(|node| tree.tag(node)) == Some(Tag::Math)
}

/// Whether an attribute says what a frame shows. Policies keep browsers from loading it, but not
/// from connecting to its server in advance.
pub(super) fn fills_frame(tree: &Tree, node: NodeId, name: &str) -> bool {
    FRAMES.contains(&tree.name(node)) && FRAMED.contains(&name)
}

/// Whether an attribute holds code or a whole page. (Our parser drops event handlers.)
pub(super) fn is_code(name: &str, value: &str) -> bool {
    // Browsers ignore white space and control characters inside the name of a scheme.
    let visible = value.chars().filter(|c| !c.is_whitespace() && !c.is_control());
    let visible = visible.map(|c| c.to_ascii_lowercase());
    name == "srcdoc"
        || !READ.contains(&name)
            && CODE.iter().any(|code| visible.clone().take(code.len()).eq(code.chars()))
}

#[cfg(test)]
mod tests {
    use scutch_page::Limits;

    use super::*;

    fn tree(html: &str) -> Tree {
        Tree::parse(html, &Limits::default(), &mut Vec::new())
    }

    #[test]
    fn code_in_attributes_is_found_however_it_is_written() {
        let cases = [
            ("href", "javascript:alert(1)", true),
            ("href", " JavaScript:alert(1)", true),
            ("href", "java\nscript:alert(1)", true),
            ("src", "vbscript:x", true),
            ("srcdoc", "<p>a whole page", true),
            ("href", "/javascript:x", false),
            ("href", "https://a.example/?x=javascript:y", false),
            ("title", "javascript: a language", false),
            ("alt", "vbscript:", false),
            ("href", "", false),
        ];
        for (name, value, expected) in cases {
            assert_eq!(is_code(name, value), expected, "{name}={value:?}");
        }
    }

    #[test]
    fn elements_that_load_are_left_out() {
        let tree = tree(
            "<head><meta charset=utf-8><meta name=author content=a><base href=/x><link rel=icon href=i></head>\
             <body><p>fog</p><meta http-equiv=refresh content=0>",
        );
        let elements = tree.all().filter(|node| matches!(tree.kind(*node), NodeKind::Element(_)));
        let left_out: Vec<(&str, bool)> =
            elements.map(|node| (tree.name(node), is_left_out(&tree, node))).collect();
        for (name, is_out) in &left_out {
            assert!(*is_out || !["base", "link"].contains(name), "{name}");
            assert!(!*is_out || ["base", "link", "meta"].contains(name), "{name}");
        }
        assert!(left_out.contains(&("meta", false)), "{left_out:?}");
    }

    #[test]
    fn only_texts_outside_formulas_and_titles_take_tags() {
        let tree = tree(
            "<head><title>one</title></head><p>two<math><mi>three</mi><mspace>four</mspace></math>",
        );
        let takes: Vec<(&str, bool)> = tree
            .all()
            .filter(|node| !tree.text(*node).is_empty())
            .map(|node| (tree.text(node), takes_tags(&tree, node)))
            .collect();
        for (text, takes) in takes {
            assert_eq!(takes, ["two", "three"].contains(&text), "{text}");
        }
    }
}
