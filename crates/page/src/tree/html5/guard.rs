//! A guard between tokenizer and tree builder, because the tree builder does work per token that
//! grows with the number of open elements.

use std::cell::{Cell, RefCell};

use html5ever::interface::Tracer;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    CharacterTokens, CommentToken, DoctypeToken, EOFToken, EndTag, NullCharacterToken, ParseError,
    StartTag, TagToken, Token, TokenSink, TokenSinkResult,
};
use html5ever::tree_builder::TreeBuilder;
use html5ever::{LocalName, local_name};
use rustc_hash::FxHashMap;

use super::sink::Sink;
use crate::tree::Layout;
use crate::{Limits, PageFlag};

/// Steps along open elements that the tree builder may take for the tags of one page. Ordinary
/// pages need some ten thousand.
const STEPS: usize = 1 << 24;
/// How many elements may be open once these steps are used up.
const SHALLOW: usize = 64;

/// Stands between tokenizer and tree builder.
pub(super) struct Guard {
    pub(super) builder: TreeBuilder<u32, Sink>,
    pub(super) stopped: Cell<bool>,
    pub(super) limit: Cell<usize>,
    /// An upper bound of the open elements: start tags add to it, and now and then they are
    /// counted.
    pub(super) open: Cell<usize>,
    /// The last count, if it was too many for its tag and no other tag was admitted since.
    pub(super) full: Cell<Option<usize>>,
    /// Tags admitted since the last count.
    pub(super) tags: Cell<usize>,
    /// Approximate steps of the tree builder: with each count, those of all tags since the last
    /// one.
    pub(super) steps: Cell<usize>,
    /// How often what is open was counted.
    #[cfg(test)]
    pub(super) counts: Cell<usize>,
    /// Start tags left out, whose end tags are to be left out too.
    pub(super) left_out: RefCell<FxHashMap<LocalName, u32>>,
}

impl Guard {
    /// A guard that keeps at most `limit` elements open.
    pub(super) fn new(builder: TreeBuilder<u32, Sink>, limit: usize) -> Self {
        Self {
            builder,
            stopped: Cell::new(false),
            limit: Cell::new(limit.max(Limits::LEAST_DEPTH)),
            open: Cell::new(0),
            full: Cell::new(None),
            tags: Cell::new(0),
            steps: Cell::new(0),
            #[cfg(test)]
            counts: Cell::new(0),
            left_out: RefCell::default(),
        }
    }

    /// Whether this tag may go to the tree builder.
    pub(super) fn admits(&self, tag: &html5ever::tokenizer::Tag) -> bool {
        if tag.kind == EndTag {
            let admitted = !self.was_left_out(&tag.name);
            self.full.set(self.full.get().filter(|_| !admitted));
            return admitted;
        }
        if is_leaf(&tag.name) {
            self.open.set(self.open.get() + 1);
            self.full.set(self.full.get().filter(|_| !self.can_end_others(&tag.name)));
            return true;
        }
        let admitted = self.has_room(&tag.name);
        if !admitted {
            self.builder.sink.arena.borrow_mut().flag(PageFlag::DepthCapped);
            *self.left_out.borrow_mut().entry(tag.name.clone()).or_default() += 1;
        }
        admitted
    }

    /// Whether an end tag belongs to a start tag that was left out. Each start tag is matched once.
    /// Once the deep part of the page is over, no end tag is matched: some start tags have no end
    /// tag.
    fn was_left_out(&self, name: &LocalName) -> bool {
        let mut left_out = self.left_out.borrow_mut();
        let Some(count) = left_out.get_mut(name).filter(|count| **count > 0) else { return false };
        // Well below the limit the deep part is over.
        if self.full.get().is_none() && self.count() < self.limit.get() / 3 {
            left_out.clear();
            return false;
        }
        *count -= 1;
        true
    }

    /// Whether one more element may be open. A count costs as much as there are open elements, so
    /// in a row of tags that are left out only the first is counted for.
    fn has_room(&self, name: &LocalName) -> bool {
        // Each of them is copied into every paragraph that follows: they get half of the depth.
        let limit = self.limit.get() / if is_formatting(name) { 2 } else { 1 };
        if self.full.get().is_some_and(|open| open >= limit) {
            return false;
        }
        let mut open = self.open.get() + 1;
        if open >= limit {
            open = self.count();
        }
        self.open.set(open);
        self.full.set((open >= limit).then_some(open));
        open < limit
    }

    /// Whether this start tag of a leaf may close open elements: a paragraph, a cell, a `select` or
    /// a drawing with everything in it.
    fn can_end_others(&self, name: &LocalName) -> bool {
        matches!(
            *name,
            local_name!("col")
                | local_name!("hr")
                | local_name!("input")
                | local_name!("plaintext")
                | local_name!("xmp")
        ) || self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }

    /// Writes a space in the place of a block-level tag that is left out, so that words stay two.
    fn instead_of(&self, tag: &html5ever::tokenizer::Tag, line: u64) -> TokenSinkResult<u32> {
        if self.builder.sink.layout(&tag.name) != Layout::Block {
            return TokenSinkResult::Continue;
        }
        self.builder.process_token(CharacterTokens(StrTendril::from(" ")), line)
    }

    /// Processes a tag of a table. The tree builder drops it where no table is open; then a space
    /// keeps the words of neighbouring cells two.
    fn table_part(&self, token: Token, line: u64) -> TokenSinkResult<u32> {
        let nodes = || self.builder.sink.arena.borrow().len();
        let before = nodes();
        let result = self.builder.process_token(token, line);
        if nodes() == before {
            return self.builder.process_token(CharacterTokens(StrTendril::from(" ")), line);
        }
        result
    }

    /// Counts the open elements, which costs as many steps.
    fn count(&self) -> usize {
        #[cfg(test)]
        self.counts.set(self.counts.get() + 1);
        let counter = Counter(Cell::new(0));
        self.builder.trace_handles(&counter);
        let open = counter.0.get();
        self.steps.set(self.steps.get() + open * self.tags.replace(0));
        if self.steps.get() > STEPS {
            self.limit.set(self.limit.get().min(SHALLOW));
        }
        open
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

/// Whether the standard reopens the element until it is closed ("formatting elements").
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

/// Whether the element may stand in tables only.
fn is_of_table(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("caption")
            | local_name!("tbody")
            | local_name!("td")
            | local_name!("tfoot")
            | local_name!("th")
            | local_name!("thead")
            | local_name!("tr")
    )
}

/// Whether nothing nests in an element, or its tag switches the tokenizer.
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
            // Our tokenizer emits neither; html5ever's does in tests.
            CommentToken(_) | ParseError(_) => return TokenSinkResult::Continue,
            TagToken(tag) => {
                // Only a start tag makes nodes; the end tags close what is open.
                if tag.kind == StartTag && self.builder.sink.arena.borrow_mut().is_full() {
                    self.stopped.set(true);
                    return TokenSinkResult::Continue;
                }
                if !self.admits(tag) {
                    return self.instead_of(tag, line);
                }
                self.tags.set(self.tags.get() + 1);
                if tag.kind == StartTag && is_of_table(&tag.name) {
                    return self.table_part(token, line);
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
