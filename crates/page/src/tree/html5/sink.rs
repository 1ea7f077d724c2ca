//! The tree builder's sink: puts nodes into the arena.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use scutch_html::{Attribute, Doctype, Name, Namespace, NewElement, Source, Span, TreeSink};

use super::names::{Known, Names};
use crate::tree::arena::{Arena, Reading};
use crate::tree::{Layout, Tag, is_tex, style};
use crate::{Limits, PageFlag};

/// Puts nodes into the arena.
pub(super) struct Sink {
    arena: Arena,
    names: Names,
    /// The attributes as they are written, of formatting elements that lost some in the arena. Copies of an element
    /// share them.
    written: FxHashMap<u32, Rc<[Attribute]>>,
}

impl Sink {
    pub(super) fn new(html_bytes: usize, limits: &Limits, reading: Reading) -> Self {
        let mut arena = Arena::new(limits, reading);
        arena.reserve(html_bytes);
        Self { arena, names: Names::default(), written: FxHashMap::default() }
    }

    /// The arena, at the end.
    pub(super) fn into_arena(self) -> Arena {
        self.arena
    }

    /// Nodes made so far.
    pub(super) fn len(&self) -> usize {
        self.arena.len()
    }

    /// Notes a flag of the page.
    pub(super) fn flag(&mut self, flag: PageFlag) {
        self.arena.flag(flag);
    }

    /// Notes which limit ended parsing.
    pub(super) fn flag_full(&mut self) {
        if let Some(flag) = self.arena.full() {
            self.arena.flag(flag);
        }
    }

    /// How an element of this name is laid out, wherever it stands.
    pub(super) fn layout(&mut self, source: &Source<'_>, name: Name) -> Layout {
        self.names.element(&mut self.arena, source, name, Namespace::Html).tag.layout()
    }

    /// The element in our trees: a declarative shadow root is shown, and so is a formula in a
    /// script.
    fn tag(&self, source: &Source<'_>, tag: Tag, attributes: &[Attribute]) -> Tag {
        match tag {
            Tag::Template if is_shadow_root(source, attributes) => Tag::Div,
            Tag::Script if !self.arena.is_whole() && is_formula(source, attributes) => Tag::Math,
            tag => tag,
        }
    }

    /// Adds attributes to the element made last; whether the arena has all of them as written.
    fn add(&mut self, source: &Source<'_>, element: u32, attributes: &[Attribute]) -> bool {
        let mut is_whole = true;
        for attribute in attributes {
            let name = self.names.attribute(&mut self.arena, source, attribute.name);
            is_whole &= name.is_some_and(|name| {
                self.arena.attribute(element, name, source.text(attribute.value))
            });
        }
        is_whole
    }
}

/// The value of an attribute, by its local name.
fn value<'s>(source: &'s Source<'_>, attributes: &[Attribute], name: &str) -> Option<&'s str> {
    let is = |a: &&Attribute| source.names().text(a.name) == name;
    attributes.iter().find(is).map(|attribute| source.text(attribute.value))
}

/// Whether a script is JSON-LD.
fn is_jsonld(source: &Source<'_>, attributes: &[Attribute]) -> bool {
    // Parameters such as `charset` may follow the type.
    let kind = value(source, attributes, "type").and_then(|value| value.trim().split(';').next());
    kind.is_some_and(|kind| kind.trim_end().eq_ignore_ascii_case("application/ld+json"))
}

/// Whether a script is a formula, which is shown.
fn is_formula(source: &Source<'_>, attributes: &[Attribute]) -> bool {
    value(source, attributes, "type").is_some_and(is_tex)
}

/// Whether a template is shown in place of what its host element holds (HTML, 4.12.3).
fn is_shadow_root(source: &Source<'_>, attributes: &[Attribute]) -> bool {
    value(source, attributes, "shadowrootmode")
        .is_some_and(|mode| ["open", "closed"].iter().any(|known| mode.eq_ignore_ascii_case(known)))
}

/// Whether a style sheet is one of CSS for wide screens.
fn is_for_screens(source: &Source<'_>, attributes: &[Attribute]) -> bool {
    let is_css = |kind: &str| kind.is_empty() || kind.trim().eq_ignore_ascii_case("text/css");
    value(source, attributes, "media").is_none_or(style::media_matches)
        && value(source, attributes, "type").is_none_or(is_css)
}

impl TreeSink for Sink {
    fn element(&mut self, source: &Source<'_>, element: &NewElement<'_>) -> u32 {
        let NewElement { name, namespace, attributes } = *element;
        let known = self.names.element(&mut self.arena, source, name, namespace);
        let Known { tag: written, number, is_slot } = known;
        let tag = self.tag(source, written, attributes);
        let id = self.arena.element(tag, number);
        if written == Tag::Template && tag != written {
            self.arena.shadow_root(id);
        } else if is_slot {
            self.arena.slot(id);
        }
        let is_kept = match tag {
            Tag::Script => is_jsonld(source, attributes),
            Tag::Style => is_for_screens(source, attributes),
            _ => false,
        };
        if is_kept {
            self.arena.keep_text(id);
        }
        // Only formatting elements are ever compared: those are parts of a line.
        if !self.add(source, id, attributes) && tag.layout() == Layout::Inline {
            self.written.insert(id, attributes.into());
        }
        id
    }

    fn copy(&mut self, element: u32) -> u32 {
        let id = self.arena.copy(element);
        if let Some(attributes) = self.written.get(&element).cloned() {
            self.written.insert(id, attributes);
        }
        id
    }

    /// Template contents are not in the tree: a node that hangs nowhere takes them.
    fn contents(&mut self, template: u32) -> u32 {
        template
    }

    fn comment(&mut self, _: &Source<'_>, _: Span) -> u32 {
        // Never called: the guard drops comments.
        self.arena.element(Tag::Template, 0)
    }

    fn doctype(&mut self, _: &Source<'_>, _: &Doctype) {}

    fn append(&mut self, parent: u32, child: u32) {
        self.arena.link_last(parent, child);
    }

    fn insert_before(&mut self, sibling: u32, child: u32) {
        self.arena.link_before(sibling, child);
    }

    fn detach(&mut self, node: u32) {
        self.arena.unlink(node);
    }

    fn move_children(&mut self, from: u32, to: u32) {
        self.arena.move_children(from, to);
    }

    fn has_parent(&self, node: u32) -> bool {
        self.arena.parent(node).is_some()
    }

    fn append_text(&mut self, source: &Source<'_>, parent: u32, text: Span) {
        self.arena.append_text(parent, source.text(text));
    }

    fn text_before(&mut self, source: &Source<'_>, sibling: u32, text: Span) {
        self.arena.text_before(sibling, source.text(text));
    }

    fn add_attributes(&mut self, source: &Source<'_>, element: u32, attributes: &[Attribute]) {
        let named = |attribute: &Attribute| {
            let name = self.names.attribute(&mut self.arena, source, attribute.name)?;
            Some((name, source.text(attribute.value)))
        };
        let named: Vec<_> = attributes.iter().filter_map(named).collect();
        self.arena.attributes_if_missing(element, &named);
    }

    fn same_attributes(&self, source: &Source<'_>, one: u32, other: u32) -> bool {
        match (self.written.get(&one), self.written.get(&other)) {
            (None, None) => self.arena.same_attributes(one, other),
            (Some(one), Some(other)) => {
                let has = |a: &Attribute| {
                    let same = |b: &&Attribute| a.name == b.name;
                    let found = other.iter().find(same);
                    found.is_some_and(|b| source.text(a.value) == source.text(b.value))
                };
                one.len() == other.len() && one.iter().all(has)
            }
            _ => false,
        }
    }

    fn is_full(&self) -> bool {
        self.arena.full().is_some()
    }
}
