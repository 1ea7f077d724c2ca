//! Heads of what follows them: `summary`, heads of accordions, questions above their answers.

use super::controls::Controls;
use super::{NODES, has_part};
use crate::block::Container;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Parts of class words of heads that are no buttons.
const HEADS: &[&str] = &[
    "accordion-head",
    "accordion-title",
    "accordion__head",
    "accordion__title",
    "faq-question",
    "faq__question",
    "question-title",
    "toggle-title",
    "collapsible-header",
    "panel-heading",
];
/// Parts of class words of buttons that open what follows.
const OPENERS: &[&str] = &["accordion", "collaps", "toggle", "question", "faq", "expand"];

/// Whether an element is the head of what follows: a `summary`, a button that says whether its panel
/// is open, or the label of a check box before it.
pub(super) fn is_head(tree: &Tree, container: &Container, controls: &Controls) -> bool {
    let node = container.node;
    let own = std::iter::once(node).chain(tree.descendants(node).take(NODES / 2));
    let parent = tree.parent(node).into_iter();
    own.chain(parent).any(|id| match tree.tag(id) {
        Some(Tag::Summary) => true,
        Some(Tag::Button) => controls.expands(tree, id) || has_part(tree, id, OPENERS),
        Some(_) => controls.expands(tree, id) && tree.attr(id, Attr::HREF).is_none(),
        None => false,
    }) || has_part(tree, node, HEADS)
        || controls.label_for.is_some_and(|name| is_beside_box(tree, node, name))
}

/// Whether an element begins with a check box or radio button and the label of it.
fn is_beside_box(tree: &Tree, node: NodeId, label_for: Attr) -> bool {
    let mut elements = tree.descendants(node).take(NODES).filter(|id| tree.tag(*id).is_some());
    let is_box = |id: &NodeId| {
        tree.tag(*id) == Some(Tag::Input)
            && matches!(tree.attr(*id, Attr::TYPE), Some("checkbox" | "radio"))
    };
    let Some(input) = elements.next().filter(is_box) else { return false };
    let id = tree.attr(input, Attr::ID);
    id.is_some()
        && elements
            .any(|label| tree.tag(label) == Some(Tag::Label) && tree.attr(label, label_for) == id)
}
