//! The tree by the parser of `scutch-html`, the only room that knows it.
//!
//! Its tokenizer and tree builder do the work of the standard. The sink puts what readers see into
//! the arena; a guard between tokenizer and tree builder keeps words of dropped blocks apart and
//! makes pages shallow that are deep and long.

mod guard;
mod names;
mod sink;
mod xhtml;

use scutch_html::{Builder, Tokenizer};

use self::guard::Guard;
use self::sink::Sink;
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
    let mut arena = grown(html, syntax, limits, Reading::AsBrowser);
    let hidden = arena.noscript_text();
    if hidden > 0 && hidden > arena.text_without_space() {
        arena = grown(html, syntax, limits, Reading::WithoutScripts);
        arena.flag(PageFlag::NoscriptRead);
    }
    if let Some(html) = arena.noframes().and_then(|markup| instead_of_frames(html, markup)) {
        arena = grown(&html, syntax, limits, Reading::AsBrowser);
        arena.flag(PageFlag::NoframesRead);
    }
    arena.into_tree(flags)
}

/// A page of frames with its text for browsers without frames in the place of the frames.
fn instead_of_frames(html: &str, markup: &str) -> Option<String> {
    let at = |tag: &[u8], text: &str, last: bool| {
        let mut parts = text.as_bytes().windows(tag.len());
        let is_tag = |part: &[u8]| part.eq_ignore_ascii_case(tag);
        if last { parts.rposition(is_tag) } else { parts.position(is_tag) }
    };
    // The last `<frameset` before it: scripts and comments may mention others.
    let before = at(b"<noframes", html, false)?;
    let at = at(b"<frameset", &html[..before], true)?;
    Some(format!("{}{markup}", &html[..at]))
}

/// Parses everything that was sent.
pub(super) fn parse_whole(
    html: &str,
    syntax: Syntax,
    limits: &Limits,
    flags: &mut Vec<PageFlag>,
) -> Tree {
    grown(html, syntax, limits, Reading::Whole).into_tree(flags)
}

/// The tree builder's result, before it is put in order.
fn grown(html: &str, syntax: Syntax, limits: &Limits, reading: Reading) -> Arena {
    let mut tokenizer = tokenizer(html, syntax, limits, reading);
    tokenizer.run();
    let (_, guard, cut) = tokenizer.into_parts();
    let mut arena = guard.into_arena();
    if cut {
        arena.flag(PageFlag::AttributesCapped);
    }
    arena
}

/// A tokenizer with the guard and the tree builder behind it.
fn tokenizer<'t>(
    html: &'t str,
    syntax: Syntax,
    limits: &Limits,
    reading: Reading,
) -> Tokenizer<'t, Guard> {
    // To the standard the byte order mark belongs to the encoding, not to the text of the page.
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    // With scripting the tree builder takes the content of `noscript` as text.
    let scripting = reading == Reading::AsBrowser;
    let sink = Sink::new(html.len(), limits, reading);
    let guard = Guard::new(Builder::new(sink, scripting, limits.depth));
    Tokenizer::new(html, xhtml::syntax(syntax, html), limits.attributes_per_element, guard)
}

/// The steps along open elements that the tags of a text take.
#[cfg(test)]
pub(super) fn steps_on(html: &str) -> usize {
    let mut tokenizer = tokenizer(html, Syntax::Html, &Limits::default(), Reading::AsBrowser);
    tokenizer.run();
    tokenizer.sink().steps()
}
