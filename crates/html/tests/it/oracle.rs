//! html5ever with a tree of linked nodes in one array: the oracle of our trees, and the peer of the
//! benchmark.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, parse_document};

/// No node.
pub(crate) const NONE: usize = usize::MAX;

/// What a node is.
pub(crate) enum Kind {
    Document,
    Doctype(StrTendril, StrTendril, StrTendril),
    Element { name: QualName, attributes: Vec<Attribute>, is_html_point: bool },
    Contents,
    Text(StrTendril),
    Comment(StrTendril),
}

/// A node with its links.
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) parent: usize,
    pub(crate) first: usize,
    last: usize,
    previous: usize,
    pub(crate) next: usize,
}

/// A tree that html5ever fills.
#[derive(Default)]
pub(crate) struct Oracle {
    pub(crate) nodes: RefCell<Vec<Node>>,
    quirks: Cell<bool>,
}

/// The tree of a document.
pub(crate) fn parse(html: &str, scripting_enabled: bool) -> Oracle {
    let oracle = Oracle::default();
    oracle.push(Kind::Document);
    let tree_builder = TreeBuilderOpts { scripting_enabled, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    parse_document(oracle, options).one(StrTendril::from(html))
}

/// A borrowed name.
#[derive(Debug)]
pub(crate) struct Name<'a>(Ref<'a, QualName>);

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl Oracle {
    fn push(&self, kind: Kind) -> usize {
        let [parent, first, last, previous, next] = [NONE; 5];
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { kind, parent, first, last, previous, next });
        nodes.len() - 1
    }

    fn link_last(&self, parent: usize, id: usize) {
        self.unlink(id);
        let mut nodes = self.nodes.borrow_mut();
        let last = std::mem::replace(&mut nodes[parent].last, id);
        (nodes[id].parent, nodes[id].previous) = (parent, last);
        match last {
            NONE => nodes[parent].first = id,
            last => nodes[last].next = id,
        }
    }

    fn link_before(&self, sibling: usize, id: usize) {
        self.unlink(id);
        let mut nodes = self.nodes.borrow_mut();
        let parent = nodes[sibling].parent;
        let previous = std::mem::replace(&mut nodes[sibling].previous, id);
        (nodes[id].parent, nodes[id].previous, nodes[id].next) = (parent, previous, sibling);
        match previous {
            NONE => nodes[parent].first = id,
            previous => nodes[previous].next = id,
        }
    }

    fn unlink(&self, id: usize) {
        let mut nodes = self.nodes.borrow_mut();
        let Node { parent, previous, next, .. } = nodes[id];
        if parent == NONE {
            return;
        }
        (nodes[id].parent, nodes[id].previous, nodes[id].next) = (NONE, NONE, NONE);
        match previous {
            NONE => nodes[parent].first = next,
            previous => nodes[previous].next = next,
        }
        match next {
            NONE => nodes[parent].last = previous,
            next => nodes[next].previous = previous,
        }
    }

    /// Whether the node before took the text.
    fn grew(&self, before: usize, text: &StrTendril) -> bool {
        match self.nodes.borrow_mut().get_mut(before).map(|node| &mut node.kind) {
            Some(Kind::Text(old)) => {
                old.push_tendril(text);
                true
            }
            _ => false,
        }
    }
}

impl TreeSink for Oracle {
    type Handle = usize;
    type Output = Self;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name<'a> {
        Name(Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target].kind {
            Kind::Element { name, .. } => name,
            _ => unreachable!("html5ever asks for names of elements alone"),
        }))
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> usize {
        let is_html_point = flags.mathml_annotation_xml_integration_point;
        let id = self.push(Kind::Element { name, attributes, is_html_point });
        if flags.template {
            let contents = self.push(Kind::Contents);
            self.link_last(id, contents);
        }
        id
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        self.push(Kind::Comment(text))
    }

    fn create_pi(&self, _target: StrTendril, data: StrTendril) -> usize {
        self.push(Kind::Comment(data))
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendNode(id) => self.link_last(*parent, id),
            NodeOrText::AppendText(text) => {
                let last = self.nodes.borrow()[*parent].last;
                if !self.grew(last, &text) {
                    let id = self.push(Kind::Text(text));
                    self.link_last(*parent, id);
                }
            }
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        previous: &usize,
        child: NodeOrText<usize>,
    ) {
        if self.nodes.borrow()[*element].parent == NONE {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let id = self.push(Kind::Doctype(name, public, system));
        self.link_last(0, id);
    }

    fn get_template_contents(&self, target: &usize) -> usize {
        self.nodes.borrow()[*target].first
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks.set(mode == QuirksMode::Quirks);
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendNode(id) => self.link_before(*sibling, id),
            NodeOrText::AppendText(text) => {
                let previous = self.nodes.borrow()[*sibling].previous;
                if !self.grew(previous, &text) {
                    let id = self.push(Kind::Text(text));
                    self.link_before(*sibling, id);
                }
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &usize, more: Vec<Attribute>) {
        if let Kind::Element { attributes, .. } = &mut self.nodes.borrow_mut()[*target].kind {
            for attribute in more {
                if attributes.iter().all(|old| old.name != attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.unlink(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        loop {
            let first = self.nodes.borrow()[*node].first;
            if first == NONE {
                return;
            }
            self.link_last(*new_parent, first);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &usize) -> bool {
        matches!(&self.nodes.borrow()[*handle].kind, Kind::Element { is_html_point: true, .. })
    }
}
