//! Where the tree builder puts nodes.

use crate::{Attribute, Doctype, Name, Namespace, Source, Span};

/// What an element is made of.
#[derive(Debug, Clone, Copy)]
pub struct NewElement<'a> {
    /// The local name, with capitals in SVG.
    pub name: Name,
    /// The namespace.
    pub namespace: Namespace,
    /// The attributes, as they are in the tree.
    pub attributes: &'a [Attribute],
}

/// A growing tree. Nodes are numbers that it gives out; the document is [`Self::DOCUMENT`].
///
/// The tree builder moves nodes by the standard alone, so that a tree may keep what it wants: an
/// element it does not keep still needs a number.
pub trait TreeSink {
    /// The document.
    const DOCUMENT: u32 = 0;

    /// Makes an element without parent.
    fn element(&mut self, source: &Source<'_>, element: &NewElement<'_>) -> u32;

    /// Makes an element of the same name with the same attributes, without parent and children.
    fn copy(&mut self, element: u32) -> u32;

    /// The node that takes what is in a template.
    fn contents(&mut self, template: u32) -> u32;

    /// Makes a comment without parent.
    fn comment(&mut self, source: &Source<'_>, text: Span) -> u32;

    /// Takes the document type.
    fn doctype(&mut self, source: &Source<'_>, doctype: &Doctype);

    /// Makes `child`, which has no parent, the last child of `parent`.
    fn append(&mut self, parent: u32, child: u32);

    /// Puts `child`, which has no parent, before `sibling`, which has one.
    fn insert_before(&mut self, sibling: u32, child: u32);

    /// Takes a node out of its parent, if it has one.
    fn detach(&mut self, node: u32);

    /// Moves all children of `from` to the end of `to`.
    fn move_children(&mut self, from: u32, to: u32);

    /// Whether the node has a parent.
    fn has_parent(&self, node: u32) -> bool;

    /// Adds text at the end of `parent`; if a text is there, that grows.
    fn append_text(&mut self, source: &Source<'_>, parent: u32, text: Span);

    /// Adds text before `sibling`; if a text is there, that grows.
    fn text_before(&mut self, source: &Source<'_>, sibling: u32, text: Span);

    /// Adds those attributes that the element lacks.
    fn add_attributes(&mut self, source: &Source<'_>, element: u32, attributes: &[Attribute]);

    /// Whether two elements have the same attributes, in any order.
    fn same_attributes(&self, source: &Source<'_>, one: u32, other: u32) -> bool;

    /// Whether a limit of the tree ends parsing.
    fn is_full(&self) -> bool;
}
