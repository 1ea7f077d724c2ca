//! The tree while it grows: nodes linked in all directions, because the tree builder moves them.

use super::{Content, Kind};
use crate::builder::{NewElement, TreeSink};
use crate::{Attribute, Doctype, Limits, Name, Namespace, Source, Span};

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A node of the growing tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) kind: Kind,
    pub(super) namespace: Namespace,
    pub(super) name: Name,
    pub(super) parent: u32,
    pub(super) first: u32,
    last: u32,
    previous: u32,
    pub(super) next: u32,
    pub(super) content: Content,
}

/// The growing tree.
#[derive(Debug)]
pub(crate) struct Growing {
    pub(super) nodes: Vec<Link>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) doctype: Option<Doctype>,
    limits: Limits,
    /// Children that were moved from one parent to another.
    moved: usize,
    /// Whether attributes were left out.
    pub(super) cut: bool,
    /// Elements that show what is selected.
    pub(super) selected: Vec<u32>,
}

impl Growing {
    /// A tree for a document of so many bytes, at the usual density of markup.
    pub(crate) fn new(bytes: usize, limits: &Limits) -> Self {
        let mut tree = Self {
            // One node in 32 bytes, one attribute in 80: the vectors rarely have to grow.
            nodes: Vec::with_capacity((bytes / 32).min(limits.nodes) + 8),
            attributes: Vec::with_capacity((bytes / 80).min(limits.attributes)),
            doctype: None,
            limits: limits.clone(),
            moved: 0,
            cut: false,
            selected: Vec::new(),
        };
        tree.push(Kind::Document, Content::None);
        tree
    }

    fn push(&mut self, kind: Kind, content: Content) -> u32 {
        self.push_named(kind, Namespace::Html, Name::HTML, content)
    }

    #[inline]
    fn push_named(
        &mut self,
        kind: Kind,
        namespace: Namespace,
        name: Name,
        content: Content,
    ) -> u32 {
        let id = self.nodes.len() as u32;
        let [parent, first, last, previous, next] = [NONE; 5];
        let link = Link { kind, namespace, name, parent, first, last, previous, next, content };
        self.nodes.push(link);
        id
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> &Link {
        &self.nodes[id as usize]
    }

    #[inline]
    fn get_mut(&mut self, id: u32) -> &mut Link {
        &mut self.nodes[id as usize]
    }

    /// How many nodes more there may be.
    pub(super) fn room(&self) -> usize {
        self.limits.nodes.saturating_sub(self.nodes.len())
    }

    /// Attributes of an element.
    pub(super) fn attributes_of(&self, element: u32) -> &[Attribute] {
        match self.get(element).content {
            Content::Attributes { start, len } => {
                &self.attributes[start as usize..(start + len) as usize]
            }
            Content::None | Content::Text(_) => &[],
        }
    }

    /// Adds attributes at the end of the table, as far as there is room.
    fn add(&mut self, attributes: &[Attribute]) -> Content {
        let room = self.limits.attributes.saturating_sub(self.attributes.len());
        let kept = &attributes[..attributes.len().min(room)];
        self.cut |= kept.len() < attributes.len();
        let start = self.attributes.len() as u32;
        self.attributes.extend_from_slice(kept);
        Content::Attributes { start, len: kept.len() as u32 }
    }

    /// A text to follow `previous`. `None` if that could take it.
    #[inline]
    fn new_text(&mut self, previous: u32, text: Span) -> Option<u32> {
        let kind = match self.nodes.get_mut(previous as usize) {
            Some(node) if matches!(node.kind, Kind::Text | Kind::MoreText) => {
                if let Some(joined) = node.content.span().joined(text) {
                    node.content = Content::Text(joined);
                    return None;
                }
                // Joined when the tree is finished: each time would be quadratic.
                Kind::MoreText
            }
            _ => Kind::Text,
        };
        Some(self.push(kind, Content::Text(text)))
    }
}

impl TreeSink for Growing {
    #[inline]
    fn element(&mut self, _: &Source<'_>, element: &NewElement<'_>) -> u32 {
        let content = match element.attributes {
            [] => Content::None,
            attributes => self.add(attributes),
        };
        let id = self.push_named(Kind::Element, element.namespace, element.name, content);
        // Its content is known once the whole `select` is there: `show_selected` fills it.
        if element.name == Name::SELECTEDCONTENT {
            self.selected.push(id);
        }
        id
    }

    fn copy(&mut self, element: u32) -> u32 {
        let Link { kind, namespace, name, content, .. } = *self.get(element);
        self.push_named(kind, namespace, name, content)
    }

    fn contents(&mut self, template: u32) -> u32 {
        let id = self.push(Kind::Contents, Content::None);
        self.append(template, id);
        id
    }

    fn comment(&mut self, _: &Source<'_>, text: Span) -> u32 {
        self.push(Kind::Comment, Content::Text(text))
    }

    fn doctype(&mut self, _: &Source<'_>, doctype: &Doctype) {
        self.doctype = Some(doctype.clone());
        let id = self.push(Kind::Doctype, Content::None);
        self.append(Self::DOCUMENT, id);
    }

    #[inline]
    fn append(&mut self, parent: u32, child: u32) {
        let last = std::mem::replace(&mut self.get_mut(parent).last, child);
        let node = self.get_mut(child);
        (node.parent, node.previous) = (parent, last);
        match last {
            NONE => self.get_mut(parent).first = child,
            last => self.get_mut(last).next = child,
        }
    }

    fn insert_before(&mut self, sibling: u32, child: u32) {
        let parent = self.get(sibling).parent;
        if parent == NONE {
            return;
        }
        let previous = std::mem::replace(&mut self.get_mut(sibling).previous, child);
        let node = self.get_mut(child);
        (node.parent, node.previous, node.next) = (parent, previous, sibling);
        match previous {
            NONE => self.get_mut(parent).first = child,
            previous => self.get_mut(previous).next = child,
        }
    }

    fn detach(&mut self, id: u32) {
        let node = self.get_mut(id);
        let (parent, previous, next) = (node.parent, node.previous, node.next);
        if parent == NONE {
            return;
        }
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
        match previous {
            NONE => self.get_mut(parent).first = next,
            previous => self.get_mut(previous).next = next,
        }
        match next {
            NONE => self.get_mut(parent).last = previous,
            next => self.get_mut(next).previous = previous,
        }
    }

    fn move_children(&mut self, from: u32, to: u32) {
        let mut child = self.get(from).first;
        while child != NONE {
            let next = self.get(child).next;
            self.detach(child);
            self.append(to, child);
            // Counted: misnested markup can make the tree builder move the same children again and
            // again.
            self.moved += 1;
            child = next;
        }
    }

    fn has_parent(&self, node: u32) -> bool {
        self.get(node).parent != NONE
    }

    #[inline]
    fn append_text(&mut self, _: &Source<'_>, parent: u32, text: Span) {
        if let Some(id) = self.new_text(self.get(parent).last, text) {
            self.append(parent, id);
        }
    }

    fn text_before(&mut self, _: &Source<'_>, sibling: u32, text: Span) {
        if let Some(id) = self.new_text(self.get(sibling).previous, text) {
            self.insert_before(sibling, id);
        }
    }

    fn add_attributes(&mut self, _: &Source<'_>, element: u32, attributes: &[Attribute]) {
        let old = self.attributes_of(element);
        let is_missing = |new: &&Attribute| old.iter().all(|old| old.name != new.name);
        let missing: Vec<Attribute> = attributes.iter().filter(is_missing).copied().collect();
        if missing.is_empty() {
            return;
        }
        let most = self.limits.attributes_per_element;
        // Else each of very many `body` tags would copy them all for nothing.
        if old.len() >= most {
            self.cut = true;
            return;
        }
        // The attributes of an element are a range: to add one, the range must be the last.
        let mut all = [old, &missing].concat();
        self.cut |= all.len() > most;
        all.truncate(most);
        // Without room for all, those that are there stay.
        if all.len() > self.limits.attributes.saturating_sub(self.attributes.len()) {
            self.cut = true;
            return;
        }
        self.get_mut(element).content = self.add(&all);
    }

    fn same_attributes(&self, source: &Source<'_>, one: u32, other: u32) -> bool {
        let (one, other) = (self.attributes_of(one), self.attributes_of(other));
        let is_in_other = |a: &Attribute| {
            let same_name = |b: &&Attribute| b.name == a.name;
            let found = other.iter().find(same_name);
            found.is_some_and(|b| source.text(a.value) == source.text(b.value))
        };
        // Mostly the order is the same, too.
        let is_same = |(a, b): (&Attribute, &Attribute)| {
            a.name == b.name && source.text(a.value) == source.text(b.value)
        };
        one.len() == other.len()
            && (one.iter().zip(other).all(is_same) || one.iter().all(is_in_other))
    }

    fn is_full(&self) -> bool {
        self.nodes.len() >= self.limits.nodes || self.moved >= self.limits.moves
    }
}
