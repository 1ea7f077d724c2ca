//! Between tokenizer and tree builder: both do work per token that grows with what is open.

use std::cell::{Cell, RefCell};

use html5ever::interface::Tracer;
use html5ever::tokenizer::{
    CharacterTokens, CommentToken, DoctypeToken, EOFToken, EndTag, NullCharacterToken, ParseError,
    StartTag, TagToken, Token, TokenSink, TokenSinkResult,
};
use html5ever::tree_builder::TreeBuilder;
use html5ever::{LocalName, local_name};
use rustc_hash::FxHashMap;

use super::sink::Sink;
use crate::PageFlag;

/// Stands between tokenizer and tree builder.
pub(super) struct Guard {
    pub(super) builder: TreeBuilder<u32, Sink>,
    pub(super) stopped: Cell<bool>,
    pub(super) limit: usize,
    /// Never less than the open elements that start tags made: counted up, now and then counted.
    pub(super) open: Cell<usize>,
    /// Start tags left out, whose end tags are to be left out too.
    pub(super) left_out: RefCell<FxHashMap<LocalName, u32>>,
}

impl Guard {
    pub(super) fn new(builder: TreeBuilder<u32, Sink>, limit: usize) -> Self {
        Self {
            builder,
            stopped: Cell::new(false),
            limit: limit.max(16),
            open: Cell::new(0),
            left_out: RefCell::default(),
        }
    }

    /// Whether this tag may go to the tree builder.
    pub(super) fn admits(&self, tag: &html5ever::tokenizer::Tag) -> bool {
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
pub(super) struct Counter(Cell<usize>);

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
