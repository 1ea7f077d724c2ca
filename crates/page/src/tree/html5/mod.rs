//! The tree from our tokenizer and html5ever's tree builder. The only room that knows that parser.
//!
//! Between the two sits a guard, because the tree builder does work per token that grows with what
//! is open: the guard counts open elements and leaves out start tags beyond the depth limit, with
//! their end tags; the limit sinks when a page is deep and long. It ends parsing when a limit of
//! the tree is reached.

mod guard;
mod sink;
mod tokenizer;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use self::guard::Guard;
use self::sink::Sink;
use self::tokenizer::Tokenizer;
use super::arena::{Arena, Reading};
use super::{Syntax, Tree};
use crate::{Limits, PageFlag};

/// Parses as a browser with scripts does, so that `noscript` cannot break the tree. If that would
/// lose most of the text, parses as a browser without scripts: archived pages often lack their
/// scripts.
pub(super) fn parse(
    html: &str,
    syntax: Syntax,
    limits: &Limits,
    flags: &mut Vec<PageFlag>,
) -> Tree {
    let html = normal(html);
    let mut arena = grown(&html, syntax, limits, Reading::AsBrowser);
    let hidden = arena.noscript_text();
    if hidden > 0 && hidden > arena.text_without_space() {
        arena = grown(&html, syntax, limits, Reading::WithoutScripts);
        arena.flag(PageFlag::NoscriptRead);
    }
    if let Some(html) = arena.noframes().and_then(|markup| instead_of_frames(&html, markup)) {
        arena = grown(&html, syntax, limits, Reading::AsBrowser);
        arena.flag(PageFlag::NoframesRead);
    }
    arena.into_tree(flags)
}

/// A page of frames with its text for browsers without frames in the place of the frames.
fn instead_of_frames(html: &str, markup: &str) -> Option<StrTendril> {
    let at = |tag: &[u8], text: &str, last: bool| {
        let mut parts = text.as_bytes().windows(tag.len());
        let is_tag = |part: &[u8]| part.eq_ignore_ascii_case(tag);
        if last { parts.rposition(is_tag) } else { parts.position(is_tag) }
    };
    // The last `<frameset` before it: scripts and comments may mention others.
    let before = at(b"<noframes", html, false)?;
    let at = at(b"<frameset", &html[..before], true)?;
    Some(StrTendril::from(format!("{}{markup}", &html[..at])))
}

/// Parses everything that was sent.
pub(super) fn parse_whole(
    html: &str,
    syntax: Syntax,
    limits: &Limits,
    flags: &mut Vec<PageFlag>,
) -> Tree {
    grown(&normal(html), syntax, limits, Reading::Whole).into_tree(flags)
}

/// The text with LF at the end of each line, and without a byte order mark (HTML standard,
/// 13.2.3.5).
fn normal(html: &str) -> StrTendril {
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    let mut returns = memchr::memchr_iter(b'\r', html.as_bytes()).peekable();
    if returns.peek().is_none() {
        return StrTendril::from(html);
    }
    let (mut lines, mut from) = (String::with_capacity(html.len()), 0);
    for at in returns {
        lines.push_str(&html[from..at]);
        lines.push('\n');
        from = at + 1;
        // The line feed of a pair is the one that was written.
        from += usize::from(html[from..].starts_with('\n'));
    }
    lines.push_str(&html[from..]);
    StrTendril::from(lines)
}

/// The tree builder's result, before it is put in order.
fn grown(html: &StrTendril, syntax: Syntax, limits: &Limits, reading: Reading) -> Arena {
    let guard = guard(html.len(), limits, reading);
    if Tokenizer::new(html, syntax, limits.attributes_per_element, &guard).run(&guard.stopped) {
        guard.builder.sink.arena.borrow_mut().flag(PageFlag::AttributesCapped);
    }
    guard.builder.sink.arena.into_inner()
}

/// A guard with the tree builder behind it.
fn guard(html_bytes: usize, limits: &Limits, reading: Reading) -> Guard {
    // With scripting the tree builder takes the content of `noscript` as text.
    let scripting_enabled = reading == Reading::AsBrowser;
    let options = TreeBuilderOpts { scripting_enabled, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(Sink::new(html_bytes, limits, reading), options);
    Guard::new(builder, limits.depth)
}

/// How often open elements are counted while a text is read, and the steps of the tree builder.
#[cfg(test)]
pub(super) fn work_on(html: &str) -> (usize, usize) {
    let limits = Limits::default();
    let guard = guard(html.len(), &limits, Reading::AsBrowser);
    Tokenizer::new(&normal(html), Syntax::Html, limits.attributes_per_element, &guard)
        .run(&guard.stopped);
    (guard.counts.get(), guard.steps.get())
}

/// The trees that our tokenizer and html5ever's make of a text, written out.
#[cfg(test)]
pub(super) fn outlines(html: &str, whole: bool) -> [String; 2] {
    use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};

    let limits = Limits::default();
    let reading = if whole { Reading::Whole } else { Reading::AsBrowser };
    let theirs = Tokenizer::new(guard(html.len(), &limits, reading), TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    while theirs.feed(&queue) != html5ever::TokenizerResult::Done {}
    theirs.end();
    let theirs = theirs.sink.builder.sink.arena.into_inner();
    [grown(&normal(html), Syntax::Html, &limits, reading), theirs].map(|arena| {
        let tree = arena.into_tree(&mut Vec::new());
        let attrs = |id| tree.attrs(id).map(|(a, v)| format!(" {}={v:?}", tree.attr_name(a)));
        let node = |id| [tree.name(id), &attrs(id).collect::<String>(), " "].concat();
        tree.all()
            .map(|id| format!("{} {}{:?}\n", tree.ancestors(id).count(), node(id), tree.text(id)))
            .collect()
    })
}
