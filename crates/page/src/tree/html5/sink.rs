//! The tree builder's sink: puts nodes into the arena.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName, local_name, ns};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Limits;
use crate::additions;
use crate::tree::arena::{Arena, Reading};
use crate::tree::{Attr, Layout, Tag, is_tex, style};

/// Elements of AMP that are those of HTML in all that matters here.
const AMP: &[(&str, Tag)] = &[
    ("amp-img", Tag::Img),
    ("amp-anim", Tag::Img),
    ("amp-video", Tag::Video),
    ("amp-audio", Tag::Audio),
    ("amp-iframe", Tag::Iframe),
];

/// Puts nodes into the arena. The tree builder calls it through shared references.
pub(super) struct Sink {
    pub(super) arena: RefCell<Arena>,
    /// Name of each node, for the tree builder: index into `names`.
    pub(super) node_names: RefCell<Vec<u32>>,
    /// Annotations of MathML that hold HTML.
    pub(super) html_annotations: RefCell<FxHashSet<u32>>,
    pub(super) names: RefCell<Vec<(QualName, Tag)>>,
    pub(super) name_numbers: RefCell<FxHashMap<(Namespace, LocalName), u32>>,
    pub(super) attr_names: RefCell<FxHashMap<LocalName, Option<Attr>>>,
    pub(super) tags: FxHashMap<&'static str, Tag>,
}

impl Sink {
    pub(super) fn new(html_bytes: usize, limits: &Limits, reading: Reading) -> Self {
        let mut arena = Arena::new(limits, reading);
        arena.reserve(html_bytes);
        Self {
            arena: RefCell::new(arena),
            node_names: RefCell::new(vec![0]),
            html_annotations: RefCell::default(),
            names: RefCell::new(vec![(QualName::new(None, ns!(), local_name!("")), Tag::Other)]),
            name_numbers: RefCell::default(),
            attr_names: RefCell::default(),
            tags: Tag::ALL.iter().chain(AMP).copied().collect(),
        }
    }

    /// The number and the tag of an element name.
    pub(super) fn name_number(&self, name: QualName) -> (u32, Tag) {
        let mut numbers = self.name_numbers.borrow_mut();
        let mut names = self.names.borrow_mut();
        if let Some(number) = numbers.get(&(name.ns.clone(), name.local.clone())) {
            return (*number, names[*number as usize].1);
        }
        let tag = self.tag(&name);
        let number = names.len() as u32;
        // Pages use some fifty names: numbers are smaller and quicker to compare than names.
        numbers.insert((name.ns.clone(), name.local.clone()), number);
        names.push((name, tag));
        (number, tag)
    }

    /// How an element of this name is laid out, wherever it stands.
    pub(super) fn layout(&self, name: &LocalName) -> Layout {
        self.tags.get(&**name).map_or(Layout::Inline, |tag| tag.layout())
    }

    /// In foreign elements only the roots have a meaning here.
    pub(super) fn tag(&self, name: &QualName) -> Tag {
        let known = self.tags.get(&*name.local).copied().unwrap_or(Tag::Other);
        match known {
            _ if name.ns == ns!(html) => known,
            Tag::Svg | Tag::Math => known,
            _ => Tag::Other,
        }
    }

    /// The attribute of a name; `None` for event handlers and for names beyond the cap.
    pub(super) fn attr_name(&self, arena: &mut Arena, name: &LocalName) -> Option<Attr> {
        if let Some(known) = self.attr_names.borrow().get(name) {
            return *known;
        }
        // Event handlers are scripts; no reader of the tree wants them.
        let handler = name.as_bytes().get(..2).is_some_and(|on| on.eq_ignore_ascii_case(b"on"));
        let attr = if handler { None } else { known_or_new(arena, name) };
        self.attr_names.borrow_mut().insert(name.clone(), attr);
        attr
    }

    /// Adds attributes to the element made last.
    pub(super) fn add_attributes(&self, element: u32, attrs: &[Attribute]) {
        let mut arena = self.arena.borrow_mut();
        for attr in attrs {
            if let Some(name) = self.attr_name(&mut arena, &attr.name.local) {
                arena.attribute(element, name, &attr.value);
            }
        }
    }
}

/// The attribute of a name, by which the page knew it before an archive renamed it.
fn known_or_new(arena: &mut Arena, name: &str) -> Option<Attr> {
    let name = additions::attribute(name);
    Attr::known(name).or_else(|| arena.attr_name(name))
}

/// Whether a script is JSON-LD.
fn is_jsonld(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|a| {
        a.name.local == local_name!("type")
            && a.value
                // Parameters such as `charset` may follow the type.
                .trim()
                .split(';')
                .next()
                .is_some_and(|t| t.trim_end().eq_ignore_ascii_case("application/ld+json"))
    })
}

/// Whether a script is a formula, which is shown.
fn is_formula(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|a| a.name.local == local_name!("type") && is_tex(&a.value))
}

/// Whether a template is shown in place of what its host element holds (HTML, 4.12.3).
fn is_shadow_root(attrs: &[Attribute]) -> bool {
    let is_mode = |mode: &str| ["open", "closed"].iter().any(|m| mode.eq_ignore_ascii_case(m));
    attrs.iter().any(|attr| &*attr.name.local == "shadowrootmode" && is_mode(&attr.value))
}

/// Whether a style sheet is one of CSS for wide screens.
fn is_for_screens(attrs: &[Attribute]) -> bool {
    attrs.iter().all(|attr| match attr.name.local {
        local_name!("media") => style::media_matches(&attr.value),
        local_name!("type") => {
            attr.value.is_empty() || attr.value.trim().eq_ignore_ascii_case("text/css")
        }
        _ => true,
    })
}

/// A borrowed element name.
#[derive(Debug)]
pub(super) struct Name<'a>(Ref<'a, QualName>);

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Sink {
    type Handle = u32;
    type Output = Self;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> u32 {
        Arena::DOCUMENT
    }

    fn elem_name<'a>(&'a self, target: &'a u32) -> Name<'a> {
        let number = self.node_names.borrow().get(*target as usize).copied().unwrap_or(0);
        Name(Ref::map(self.names.borrow(), |names| &names[number as usize].0))
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> u32 {
        let (number, tag) = self.name_number(name);
        // A template is dropped, but a declarative shadow root is shown.
        let is_shadow = tag == Tag::Template && is_shadow_root(&attrs);
        let tag = if is_shadow { Tag::Div } else { tag };
        let is_whole = self.arena.borrow().is_whole();
        let tag =
            if tag == Tag::Script && !is_whole && is_formula(&attrs) { Tag::Math } else { tag };
        let id = {
            let names = self.names.borrow();
            let mut arena = self.arena.borrow_mut();
            let local = &names[number as usize].0.local;
            let id = arena.element(tag, local);
            if is_shadow {
                arena.shadow_root(id);
            } else if tag == Tag::Other && &**local == "slot" {
                arena.slot(id);
            }
            id
        };
        let mut node_names = self.node_names.borrow_mut();
        node_names.resize(id as usize + 1, 0);
        node_names[id as usize] = number;
        let is_kept = match tag {
            Tag::Script => is_jsonld(&attrs),
            Tag::Style => is_for_screens(&attrs),
            _ => false,
        };
        if is_kept {
            self.arena.borrow_mut().keep_text(id);
        }
        if flags.mathml_annotation_xml_integration_point {
            self.html_annotations.borrow_mut().insert(id);
        }
        self.add_attributes(id, &attrs);
        id
    }

    fn create_comment(&self, _text: StrTendril) -> u32 {
        // The guard lets none through; a detached node keeps the contract all the same.
        self.arena.borrow_mut().element(Tag::Template, "")
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> u32 {
        self.arena.borrow_mut().element(Tag::Template, "")
    }

    fn append(&self, parent: &u32, child: NodeOrText<u32>) {
        let mut arena = self.arena.borrow_mut();
        match child {
            // The tree builder may append a node that has a parent: misnested markup moves it.
            NodeOrText::AppendNode(id) => {
                arena.unlink(id);
                arena.link_last(*parent, id);
            }
            NodeOrText::AppendText(text) => arena.append_text(*parent, &text),
        }
    }

    fn append_based_on_parent_node(&self, element: &u32, previous: &u32, child: NodeOrText<u32>) {
        let has_parent = self.arena.borrow().parent(*element).is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// Template contents are not in the tree: a node that hangs nowhere takes them.
    fn get_template_contents(&self, target: &u32) -> u32 {
        *target
    }

    fn same_node(&self, x: &u32, y: &u32) -> bool {
        x == y
    }

    /// Elements of HTML in such an annotation do not end the formula (13.2.6.5).
    fn is_mathml_annotation_xml_integration_point(&self, handle: &u32) -> bool {
        self.html_annotations.borrow().contains(handle)
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &u32, new: NodeOrText<u32>) {
        let mut arena = self.arena.borrow_mut();
        match new {
            NodeOrText::AppendNode(id) => {
                arena.unlink(id);
                arena.link_before(*sibling, id);
            }
            NodeOrText::AppendText(text) => arena.text_before(*sibling, &text),
        }
    }

    fn add_attrs_if_missing(&self, target: &u32, attrs: Vec<Attribute>) {
        let mut arena = self.arena.borrow_mut();
        let named: Vec<_> = attrs
            .iter()
            .filter_map(|a| Some((self.attr_name(&mut arena, &a.name.local)?, &*a.value)))
            .collect();
        arena.attributes_if_missing(*target, &named);
    }

    fn remove_from_parent(&self, target: &u32) {
        self.arena.borrow_mut().unlink(*target);
    }

    fn reparent_children(&self, node: &u32, new_parent: &u32) {
        self.arena.borrow_mut().move_children(*node, *new_parent);
    }
}
