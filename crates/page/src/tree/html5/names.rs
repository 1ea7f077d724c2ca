//! From names of the parser to elements and attributes of our trees.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use scutch_html::{Name, Namespace, Source};

use crate::additions;
use crate::tree::arena::Arena;
use crate::tree::{Attr, Tag};

/// Elements of AMP that are those of HTML in all that matters here.
const AMP: &[(&str, Tag)] = &[
    ("amp-img", Tag::Img),
    ("amp-anim", Tag::Img),
    ("amp-video", Tag::Video),
    ("amp-audio", Tag::Audio),
    ("amp-iframe", Tag::Iframe),
];

static TAGS: LazyLock<FxHashMap<&str, Tag>> =
    LazyLock::new(|| Tag::ALL.iter().chain(AMP).copied().collect());

/// What our trees have for the name of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) tag: Tag,
    /// For [`Tag::Other`], its number in the arena.
    pub(super) number: u16,
    /// Whether content of a page is slotted into it.
    pub(super) is_slot: bool,
}

/// The names of a page, by the numbers that the parser gave them. Each is looked up once.
#[derive(Debug, Default)]
pub(super) struct Names {
    html: Vec<Option<Known>>,
    foreign: Vec<Option<Known>>,
    /// `None` in the inner place for attributes that are left out.
    attributes: Vec<Option<Option<Attr>>>,
}

/// The place of a name.
fn place<T>(all: &mut Vec<Option<T>>, name: Name) -> &mut Option<T> {
    let at = usize::from(name.number());
    if at >= all.len() {
        all.resize_with(at + 1, || None);
    }
    &mut all[at]
}

impl Names {
    /// The element of a name.
    #[inline]
    pub(super) fn element(
        &mut self,
        arena: &mut Arena,
        source: &Source<'_>,
        name: Name,
        namespace: Namespace,
    ) -> Known {
        let is_html = namespace == Namespace::Html;
        let all = if is_html { &mut self.html } else { &mut self.foreign };
        *place(all, name).get_or_insert_with(|| known(arena, source.names().text(name), is_html))
    }

    /// The attribute of a name; `None` for event handlers and for names beyond the cap.
    #[inline]
    pub(super) fn attribute(
        &mut self,
        arena: &mut Arena,
        source: &Source<'_>,
        name: Name,
    ) -> Option<Attr> {
        *place(&mut self.attributes, name)
            .get_or_insert_with(|| attribute(arena, source.names().text(name)))
    }
}

fn known(arena: &mut Arena, name: &str, is_html: bool) -> Known {
    let tag = match TAGS.get(name).copied().unwrap_or(Tag::Other) {
        tag if is_html => tag,
        // In foreign elements only the roots have a meaning here.
        tag @ (Tag::Svg | Tag::Math) => tag,
        _ => Tag::Other,
    };
    let is_other = tag == Tag::Other;
    let number = if is_other { arena.element_name(name) } else { 0 };
    Known { tag, number, is_slot: is_other && name == "slot" }
}

/// The attribute of a name, by which the page knew it before an archive renamed it.
fn attribute(arena: &mut Arena, name: &str) -> Option<Attr> {
    // Event handlers are scripts; no reader of the tree wants them.
    if name.as_bytes().get(..2).is_some_and(|on| on.eq_ignore_ascii_case(b"on")) {
        return None;
    }
    let name = additions::attribute(name);
    Attr::known(name).or_else(|| arena.attr_name(name))
}
