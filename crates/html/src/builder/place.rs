//! Where nodes go (WHATWG HTML, 13.2.6.1 "Creating and inserting nodes").

use super::stack::Open;
use super::{Builder, NewElement, TreeSink};
use crate::name::{Class, adjusted_attribute};
use crate::{Attribute, Name, Namespace, Source, Span, Tag};

/// Where a node goes.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// At the end of a node.
    Last(u32),
    /// Before a node.
    Before(u32),
}

impl<T: TreeSink> Builder<T> {
    /// The "appropriate place for inserting a node" into `target`.
    fn place(&self, target: &Open) -> Place {
        // Only what may not stand in a table is fostered, and only out of its parts.
        if !self.foster || !target.class.is(Class::FOSTER) {
            return Place::Last(target.inside);
        }
        // Of table and template the innermost counts: a template in a table takes the node itself.
        let is = |open: &Open| open.is_html(Name::TABLE) || open.is_html(Name::TEMPLATE);
        match self.open.iter().rposition(is) {
            Some(at) if self.open[at].name == Name::TEMPLATE => Place::Last(self.open[at].inside),
            // Before the table: there browsers show what is astray in it.
            Some(at) if self.tree.has_parent(self.open[at].node) => {
                Place::Before(self.open[at].node)
            }
            Some(at) => Place::Last(self.open[at.saturating_sub(1)].inside),
            None => Place::Last(self.open.first().map_or(T::DOCUMENT, |html| html.inside)),
        }
    }

    /// The appropriate place in the current node.
    fn current_place(&self) -> Place {
        self.current().map_or(Place::Last(T::DOCUMENT), |current| self.place(current))
    }

    fn put(&mut self, place: Place, node: u32) {
        match place {
            Place::Last(parent) => self.tree.append(parent, node),
            Place::Before(sibling) => self.tree.insert_before(sibling, node),
        }
    }

    /// Inserts a node without parent as if `target` were the current node.
    pub(super) fn put_into(&mut self, target: &Open, node: u32) {
        self.put(self.place(target), node);
    }

    /// Makes an element, puts it into the tree, and opens it.
    fn insert_element(&mut self, source: &Source<'_>, element: &NewElement<'_>) {
        let node = self.tree.element(source, element);
        self.put(self.current_place(), node);
        let NewElement { name, namespace, attributes } = *element;
        let mut class = Class::of(namespace, name);
        // Of MathML elements only this one depends on its attributes.
        if namespace == Namespace::MathMl
            && name == Name::ANNOTATION_XML
            && holds_html(source, attributes)
        {
            class = class.or(Class::HTML_POINT);
        }
        let is_template = name == Name::TEMPLATE && namespace == Namespace::Html;
        let inside = if is_template { self.tree.contents(node) } else { node };
        self.push(Open { node, inside, name, namespace, class });
    }

    /// "Inserts an HTML element" for a tag; its node.
    pub(super) fn insert(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> u32 {
        self.insert_named(source, tag.name, tag.attributes)
    }

    /// "Inserts an HTML element" for a tag that has no content.
    pub(super) fn insert_empty(&mut self, source: &Source<'_>, tag: &Tag<'_>) -> u32 {
        let node = self.insert(source, tag);
        self.pop();
        node
    }

    /// "Inserts an HTML element" that no tag begins; its node.
    pub(super) fn insert_implied(&mut self, source: &Source<'_>, name: Name) -> u32 {
        self.insert_named(source, name, &[])
    }

    pub(super) fn insert_named(
        &mut self,
        source: &Source<'_>,
        name: Name,
        attributes: &[Attribute],
    ) -> u32 {
        self.insert_element(source, &NewElement { name, namespace: Namespace::Html, attributes });
        self.current().map_or(super::NO_NODE, |open| open.node)
    }

    /// "Inserts a foreign element" for a tag, with its attributes adjusted.
    pub(super) fn insert_foreign(
        &mut self,
        source: &Source<'_>,
        tag: &Tag<'_>,
        namespace: Namespace,
    ) {
        // One buffer serves all elements, without an allocation for each.
        let mut attributes = std::mem::take(&mut self.attributes);
        attributes.clear();
        attributes.extend(tag.attributes.iter().map(|attribute| {
            let (prefix, name) = adjusted_attribute(namespace, attribute.name);
            Attribute { name, prefix, value: attribute.value }
        }));
        let name = tag.name;
        self.insert_element(source, &NewElement { name, namespace, attributes: &attributes });
        self.attributes = attributes;
        if tag.self_closing {
            self.pop();
        }
    }

    /// Opens a copy of the element of a formatting entry; its node.
    pub(super) fn insert_copy(&mut self, node: u32, name: Name) -> u32 {
        let node = self.tree.copy(node);
        self.put(self.current_place(), node);
        self.push(html(node, name));
        node
    }

    /// "Inserts characters".
    pub(super) fn insert_text(&mut self, source: &Source<'_>, text: Span) {
        match self.current_place() {
            // The document takes no text.
            Place::Last(parent) if parent == T::DOCUMENT => {}
            Place::Last(parent) => self.tree.append_text(source, parent, text),
            Place::Before(sibling) => self.tree.text_before(source, sibling, text),
        }
    }

    /// "Inserts a comment".
    pub(super) fn insert_comment(&mut self, source: &Source<'_>, text: Span) {
        let node = self.tree.comment(source, text);
        self.put(self.current_place(), node);
    }
}

/// An open element of HTML that is no template.
pub(super) fn html(node: u32, name: Name) -> Open {
    let namespace = Namespace::Html;
    Open { node, inside: node, name, namespace, class: Class::of(namespace, name) }
}

/// Whether an annotation of MathML holds HTML (13.2.6, "HTML integration point").
fn holds_html(source: &Source<'_>, attributes: &[Attribute]) -> bool {
    const TYPES: [&str; 2] = ["text/html", "application/xhtml+xml"];
    let encoding = attributes.iter().find(|attribute| attribute.name == Name::ENCODING);
    encoding.is_some_and(|encoding| {
        let value = source.text(encoding.value);
        TYPES.iter().any(|kind| value.eq_ignore_ascii_case(kind))
    })
}
