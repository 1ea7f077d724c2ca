//! The tree from html5ever's tokenizer and tree builder. The only file that knows that parser.
//!
//! Between the two sits a guard, because both do work per token that grows with what is open:
//! the guard counts open elements and leaves out start tags beyond the depth limit, with their end
//! tags; it ends parsing when a limit of the tree is reached.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::TokenizerResult;
use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, Tracer, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, CommentToken, DoctypeToken, EOFToken, EndTag, NullCharacterToken,
    ParseError, StartTag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, Namespace, QualName, local_name, ns};
use rustc_hash::FxHashMap;

use super::arena::Arena;
use super::{Attr, Tag, Tree, oversized};
use crate::{Limits, PageFlag};

/// What the tokenizer gets at a time.
const PIECE: usize = 16 << 10;
/// The same where every tag is looked at.
const SMALL_PIECE: usize = 4 << 10;
/// Separators in a piece without a token, above which it may be one tag with very many attributes.
const SEPARATORS: usize = PIECE / 16;

/// As a browser with scripts, so that `noscript` cannot break the tree, unless that would lose
/// most of the text: some pages are for readers without scripts only, as far as an archive goes.
pub(super) fn parse(html: &str, limits: &Limits, flags: &mut Vec<PageFlag>) -> Tree {
    let mut arena = at_either_pace(html, limits, true);
    if arena.noscript_text() > arena.text_without_space() {
        arena = at_either_pace(html, limits, false);
        arena.flag(PageFlag::NoscriptRead);
    }
    arena.into_tree(flags)
}

fn at_either_pace(html: &str, limits: &Limits, scripts: bool) -> Arena {
    fast(html, limits, scripts).unwrap_or_else(|| tag_by_tag(html, limits, scripts))
}

/// Parses in large pieces; None when one of them may be (part of) a tag too large to bear.
fn fast(html: &str, limits: &Limits, scripts: bool) -> Option<Arena> {
    let driver = Driver::new(html, limits, scripts);
    let mut at = 0;
    while at < html.len() && !driver.guard().stopped.get() {
        let end = html.ceil_char_boundary((at + PIECE).min(html.len()));
        let advanced = driver.feed(at, end);
        if !advanced && separators(&html.as_bytes()[at..end]) > SEPARATORS {
            return None;
        }
        at = end;
    }
    Some(driver.finish())
}

fn separators(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| b.is_ascii_whitespace() || b"/'\"".contains(b)).count()
}

/// Parses in pieces that begin at `<`, so that the beginning of a pending tag is known.
fn tag_by_tag(html: &str, limits: &Limits, scripts: bool) -> Arena {
    let driver = Driver::new(html, limits, scripts);
    let bytes = html.as_bytes();
    let mut at = 0;
    let mut pending: Option<usize> = None;
    let mut measured_to = 0;
    while at < html.len() && !driver.guard().stopped.get() {
        let longest = html.ceil_char_boundary((at + SMALL_PIECE).min(html.len()));
        let next = memchr::memchr(b'<', &bytes[at + 1..longest]).map(|n| at + 1 + n);
        let end = next.unwrap_or(longest);
        pending = if driver.feed(at, end) { None } else { pending.or(Some(at)) };
        at = end;
        let Some(start) = pending.filter(|s| at - s >= SMALL_PIECE && at >= measured_to) else {
            continue;
        };
        if !is_tag(&bytes[start..]) {
            continue;
        }
        let extent = oversized::measure(bytes, start, at);
        measured_to = extent.end;
        if extent.attributes > limits.attributes_per_element {
            driver.guard().builder.sink.arena.borrow_mut().flag(PageFlag::AttributesCapped);
            driver.feed_tendril(StrTendril::from(extent.closing));
            (at, pending) = (extent.end, None);
        }
    }
    driver.finish()
}

fn is_tag(bytes: &[u8]) -> bool {
    let name = bytes.strip_prefix(b"</").or(bytes.strip_prefix(b"<"));
    name.and_then(<[u8]>::first).is_some_and(u8::is_ascii_alphabetic)
}

/// The tokenizer and its input.
struct Driver {
    tokenizer: Tokenizer<Guard>,
    input: StrTendril,
    queue: BufferQueue,
}

impl Driver {
    fn new(html: &str, limits: &Limits, scripts: bool) -> Self {
        let sink = Sink::new(html.len(), limits, scripts);
        let options = TreeBuilderOpts { scripting_enabled: scripts, ..TreeBuilderOpts::default() };
        let builder = TreeBuilder::new(sink, options);
        let options = TokenizerOpts { discard_bom: true, ..TokenizerOpts::default() };
        Self {
            tokenizer: Tokenizer::new(Guard::new(builder, limits.depth), options),
            input: StrTendril::from(html),
            queue: BufferQueue::default(),
        }
    }

    fn guard(&self) -> &Guard {
        &self.tokenizer.sink
    }

    /// Feeds a range of the input; whether a token came of it.
    fn feed(&self, start: usize, end: usize) -> bool {
        let before = self.guard().tokens.get();
        self.feed_tendril(self.input.subtendril(start as u32, (end - start) as u32));
        self.guard().tokens.get() != before
    }

    fn feed_tendril(&self, piece: StrTendril) {
        self.queue.push_back(piece);
        // The tokenizer pauses for scripts and encoding declarations; neither concerns us.
        while !matches!(self.tokenizer.feed(&self.queue), TokenizerResult::Done) {}
    }

    fn finish(self) -> Arena {
        if !self.guard().stopped.get() {
            self.tokenizer.end();
        }
        self.tokenizer.sink.builder.sink.arena.into_inner()
    }
}

/// Stands between tokenizer and tree builder.
struct Guard {
    builder: TreeBuilder<u32, Sink>,
    /// Tokens seen, errors not counted.
    tokens: Cell<u64>,
    stopped: Cell<bool>,
    limit: usize,
    /// Never less than the open elements that start tags made: counted up, now and then counted.
    open: Cell<usize>,
    /// Start tags left out, whose end tags are to be left out too.
    left_out: RefCell<FxHashMap<LocalName, u32>>,
}

impl Guard {
    fn new(builder: TreeBuilder<u32, Sink>, limit: usize) -> Self {
        Self {
            builder,
            tokens: Cell::new(0),
            stopped: Cell::new(false),
            limit: limit.max(16),
            open: Cell::new(0),
            left_out: RefCell::default(),
        }
    }

    /// Whether this tag may go to the tree builder.
    fn admits(&self, tag: &html5ever::tokenizer::Tag) -> bool {
        if tag.kind == EndTag {
            let mut left_out = self.left_out.borrow_mut();
            return match left_out.get_mut(&tag.name) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            };
        }
        self.open.set(self.open.get() + 1);
        let limit = if is_formatting(&tag.name) { self.limit / 2 } else { self.limit };
        if self.open.get() < limit || is_leaf(&tag.name) {
            return true;
        }
        let counter = Counter(Cell::new(0));
        self.builder.trace_handles(&counter);
        self.open.set(counter.0.get());
        if self.open.get() < limit {
            return true;
        }
        self.builder.sink.arena.borrow_mut().flag(PageFlag::DepthCapped);
        *self.left_out.borrow_mut().entry(tag.name.clone()).or_default() += 1;
        false
    }
}

/// Counts what the tree builder holds on to: open and active formatting elements.
struct Counter(Cell<usize>);

impl Tracer for Counter {
    type Handle = u32;

    fn trace_handle(&self, _node: &u32) {
        self.0.set(self.0.get() + 1);
    }
}

/// Elements that the standard opens again and again until they are closed.
fn is_formatting(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
}

/// Elements in which nothing nests, or whose tag switches the tokenizer.
fn is_leaf(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("area")
            | local_name!("base")
            | local_name!("br")
            | local_name!("col")
            | local_name!("embed")
            | local_name!("hr")
            | local_name!("iframe")
            | local_name!("img")
            | local_name!("input")
            | local_name!("link")
            | local_name!("meta")
            | local_name!("noembed")
            | local_name!("noframes")
            | local_name!("noscript")
            | local_name!("param")
            | local_name!("plaintext")
            | local_name!("script")
            | local_name!("source")
            | local_name!("style")
            | local_name!("textarea")
            | local_name!("title")
            | local_name!("track")
            | local_name!("wbr")
            | local_name!("xmp")
    )
}

impl TokenSink for Guard {
    type Handle = u32;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<u32> {
        if self.stopped.get() {
            return TokenSinkResult::Continue;
        }
        self.tokens.set(self.tokens.get() + u64::from(!matches!(token, ParseError(_))));
        match &token {
            CommentToken(_) | ParseError(_) => return TokenSinkResult::Continue,
            TagToken(tag) => {
                if tag.kind == StartTag && self.builder.sink.arena.borrow_mut().is_full() {
                    self.stopped.set(true);
                    return TokenSinkResult::Continue;
                }
                if !self.admits(tag) {
                    return TokenSinkResult::Continue;
                }
            }
            DoctypeToken(_) | CharacterTokens(_) | NullCharacterToken | EOFToken => {}
        }
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Receives the tree and puts it into the arena.
struct Sink {
    arena: RefCell<Arena>,
    /// Name of each node, for the tree builder: index into `names`.
    node_names: RefCell<Vec<u32>>,
    names: RefCell<Vec<(QualName, Tag)>>,
    name_numbers: RefCell<FxHashMap<(Namespace, LocalName), u32>>,
    attr_names: RefCell<FxHashMap<LocalName, Option<Attr>>>,
    tags: FxHashMap<&'static str, Tag>,
}

impl Sink {
    fn new(html_bytes: usize, limits: &Limits, scripts: bool) -> Self {
        let mut arena = Arena::new(limits, scripts);
        arena.reserve(html_bytes);
        Self {
            arena: RefCell::new(arena),
            node_names: RefCell::new(vec![0]),
            names: RefCell::new(vec![(QualName::new(None, ns!(), local_name!("")), Tag::Other)]),
            name_numbers: RefCell::default(),
            attr_names: RefCell::default(),
            tags: Tag::ALL.iter().copied().collect(),
        }
    }

    fn name_number(&self, name: QualName) -> (u32, Tag) {
        let mut numbers = self.name_numbers.borrow_mut();
        let mut names = self.names.borrow_mut();
        if let Some(number) = numbers.get(&(name.ns.clone(), name.local.clone())) {
            return (*number, names[*number as usize].1);
        }
        let tag = self.tag(&name);
        let number = names.len() as u32;
        numbers.insert((name.ns.clone(), name.local.clone()), number);
        names.push((name, tag));
        (number, tag)
    }

    /// In foreign elements only the roots have a meaning here.
    fn tag(&self, name: &QualName) -> Tag {
        let known = self.tags.get(&*name.local).copied().unwrap_or(Tag::Other);
        match known {
            _ if name.ns == ns!(html) => known,
            Tag::Svg | Tag::Math => known,
            _ => Tag::Other,
        }
    }

    fn attr_name(&self, arena: &mut Arena, name: &LocalName) -> Option<Attr> {
        if let Some(known) = self.attr_names.borrow().get(name) {
            return *known;
        }
        let handler = name.as_bytes().get(..2).is_some_and(|on| on.eq_ignore_ascii_case(b"on"));
        let attr = if handler { None } else { known_or_new(arena, name) };
        self.attr_names.borrow_mut().insert(name.clone(), attr);
        attr
    }

    fn add_attributes(&self, element: u32, attrs: &[Attribute]) {
        let mut arena = self.arena.borrow_mut();
        for attr in attrs {
            if let Some(name) = self.attr_name(&mut arena, &attr.name.local) {
                arena.attribute(element, name, &attr.value);
            }
        }
    }
}

fn known_or_new(arena: &mut Arena, name: &str) -> Option<Attr> {
    let known = Attr::KNOWN.iter().position(|known| *known == name);
    known.map(|number| Attr(number as u16)).or_else(|| arena.attr_name(name))
}

fn is_jsonld(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|a| {
        a.name.local == local_name!("type")
            && a.value
                .trim()
                .split(';')
                .next()
                .is_some_and(|t| t.trim_end().eq_ignore_ascii_case("application/ld+json"))
    })
}

/// A borrowed element name.
#[derive(Debug)]
struct Name<'a>(Ref<'a, QualName>);

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

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> u32 {
        let (number, tag) = self.name_number(name);
        let id = {
            let names = self.names.borrow();
            self.arena.borrow_mut().element(tag, &names[number as usize].0.local)
        };
        let mut node_names = self.node_names.borrow_mut();
        node_names.resize(id as usize + 1, 0);
        node_names[id as usize] = number;
        if tag == Tag::Script && is_jsonld(&attrs) {
            self.arena.borrow_mut().keep_text(id);
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

/// Texts of the tree at both paces, which must not differ.
#[cfg(test)]
pub(super) fn outlines(html: &str) -> (String, String) {
    let limits = Limits::default();
    let show = |arena: Arena| {
        let tree = arena.into_tree(&mut Vec::new());
        let shown = tree.all().map(|id| format!("{}{:?} ", tree.name(id), tree.text(id)));
        shown.collect::<String>()
    };
    let fast = fast(html, &limits, true).expect("small input has no large tags");
    (show(fast), show(tag_by_tag(html, &limits, true)))
}
