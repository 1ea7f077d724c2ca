//! The tree from html5ever's tokenizer and tree builder. The only room that knows that parser.
//!
//! Between the two sits a guard, because both do work per token that grows with what is open:
//! the guard counts open elements and leaves out start tags beyond the depth limit, with their end
//! tags; it ends parsing when a limit of the tree is reached.

mod guard;
mod sink;

use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use self::guard::Guard;
use self::sink::Sink;
use super::arena::{Arena, Reading};
use super::{Tree, oversized};
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
    let mut arena = at_either_pace(html, limits, Reading::AsBrowser);
    if arena.noscript_text() > arena.text_without_space() {
        arena = at_either_pace(html, limits, Reading::WithoutScripts);
        arena.flag(PageFlag::NoscriptRead);
    }
    arena.into_tree(flags)
}

/// Everything that was sent.
pub(super) fn parse_whole(html: &str, limits: &Limits, flags: &mut Vec<PageFlag>) -> Tree {
    at_either_pace(html, limits, Reading::Whole).into_tree(flags)
}

fn at_either_pace(html: &str, limits: &Limits, reading: Reading) -> Arena {
    fast(html, limits, reading).unwrap_or_else(|| tag_by_tag(html, limits, reading))
}

/// Parses in large pieces; None when one of them may be (part of) a tag too large to bear.
fn fast(html: &str, limits: &Limits, reading: Reading) -> Option<Arena> {
    let driver = Driver::new(html, limits, reading);
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
fn tag_by_tag(html: &str, limits: &Limits, reading: Reading) -> Arena {
    let driver = Driver::new(html, limits, reading);
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
    fn new(html: &str, limits: &Limits, reading: Reading) -> Self {
        let sink = Sink::new(html.len(), limits, reading);
        let scripting_enabled = reading == Reading::AsBrowser;
        let options = TreeBuilderOpts { scripting_enabled, ..TreeBuilderOpts::default() };
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

/// Texts of the tree at both paces, which must not differ.
#[cfg(test)]
pub(super) fn outlines(html: &str) -> (String, String) {
    let limits = Limits::default();
    let show = |arena: Arena| {
        let tree = arena.into_tree(&mut Vec::new());
        let shown = tree.all().map(|id| format!("{}{:?} ", tree.name(id), tree.text(id)));
        shown.collect::<String>()
    };
    let fast = fast(html, &limits, Reading::AsBrowser).expect("small input has no large tags");
    (show(fast), show(tag_by_tag(html, &limits, Reading::AsBrowser)))
}
