//! The words of a block and of the elements around it.

use crate::Page;
use crate::block::{Block, BlockKind, SpanKind, is_anchor};
use crate::tree::{Attr, NodeId, Tree};

/// Longest part of a text that is read, in bytes.
const TEXT_BYTES: usize = 300;
/// Most words of a text that are read.
const TEXT_WORDS: usize = 16;
/// Up to this many bytes, a text also counts as one word.
const WHOLE_BYTES: usize = 40;
/// Longest part of a class, an id or an address that is read, in bytes.
const NAME_BYTES: usize = 300;
/// Most words of one that are read.
const NAME_WORDS: usize = 16;
/// Longest part of an address in which its path is searched, in bytes: one link can be part of many
/// blocks.
const ADDRESS_BYTES: usize = 2000;
/// Longer words are skipped.
const LONGEST: usize = 24;
/// Up to this many characters, a text is short.
const SHORT: u32 = 60;
/// Number of elements around a block whose names are read.
const LEVELS: usize = 6;
/// Of these, the number that counts as near.
const NEAR: usize = 2;

/// Where a word was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum WordPlace {
    /// In a short text.
    Short,
    /// In a longer text.
    Long,
    /// The whole text.
    Whole,
    /// In the heading before the block.
    Heading,
    /// The whole heading before the block.
    WholeHeading,
    /// In class or id of the two innermost elements.
    Near,
    /// In class or id of elements further out.
    Far,
    /// In the address of the block's first link.
    Link,
}

impl WordPlace {
    pub(super) const ALL: [Self; 8] = [
        Self::Short,
        Self::Long,
        Self::Whole,
        Self::Heading,
        Self::WholeHeading,
        Self::Near,
        Self::Far,
        Self::Link,
    ];

    /// The name in the table.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Long => "long",
            Self::Whole => "whole",
            Self::Heading => "heading",
            Self::WholeHeading => "whole-heading",
            Self::Near => "near",
            Self::Far => "far",
            Self::Link => "link",
        }
    }
}

/// Visits the words of a block's text and of its first link. `buffer` is reused.
pub(super) fn visit_block(
    page: &Page,
    block: &Block,
    buffer: &mut String,
    visit: &mut dyn FnMut(WordPlace, &str),
) {
    // Identifiers in code would count as words of some language.
    if block.kind != BlockKind::Code {
        let place = if block.chars <= SHORT { WordPlace::Short } else { WordPlace::Long };
        visit_text(&block.text, buffer, &mut |word| visit(place, word));
        visit_whole(&block.text, buffer, &mut |word| visit(WordPlace::Whole, word));
    }
    let link = block.spans.iter().find(|span| span.kind == SpanKind::Link);
    if let Some(address) = link.and_then(|link| page.tree().attr(link.node, Attr::HREF)) {
        visit_name(path(address), buffer, &mut |word| visit(WordPlace::Link, word));
    }
}

/// Visits the words of a heading, on behalf of the blocks behind it.
pub(super) fn visit_heading(
    text: &str,
    buffer: &mut String,
    visit: &mut dyn FnMut(WordPlace, &str),
) {
    visit_text(text, buffer, &mut |word| visit(WordPlace::Heading, word));
    visit_whole(text, buffer, &mut |word| visit(WordPlace::WholeHeading, word));
}

/// Visits the words of an element's class and id.
pub(super) fn visit_element(
    tree: &Tree,
    node: NodeId,
    buffer: &mut String,
    visit: &mut dyn FnMut(&str),
) {
    if let Some(class) = tree.attr(node, Attr::CLASS) {
        visit_name(class, buffer, visit);
    }
    visit_id(tree, node, buffer, visit);
}

/// Visits the words of an element's id, unless it was derived from a heading.
pub(super) fn visit_id(
    tree: &Tree,
    node: NodeId,
    buffer: &mut String,
    visit: &mut dyn FnMut(&str),
) {
    if let Some(id) = tree.attr(node, Attr::ID).filter(|id| !is_anchor(tree, node, id)) {
        visit_name(id, buffer, visit);
    }
}

/// The containers around a block from the inside, with the place of their words.
pub(super) fn around(page: &Page, block: &Block) -> impl Iterator<Item = (usize, WordPlace)> {
    let containers = page.containers();
    let parent = |at: &usize| (*at > 0).then(|| containers[*at].parent as usize);
    let chain = std::iter::successors(Some(block.container as usize), parent);
    chain
        .take(LEVELS)
        .enumerate()
        .map(|(level, at)| (at, if level < NEAR { WordPlace::Near } else { WordPlace::Far }))
}

/// Visits the first words of a text in lower case, digits replaced by zeros.
fn visit_text(text: &str, buffer: &mut String, visit: &mut dyn FnMut(&str)) {
    let start = &text[..text.floor_char_boundary(TEXT_BYTES)];
    let words = start.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    for word in words.take(TEXT_WORDS).filter(|word| word.len() <= LONGEST) {
        lower(word, buffer);
        visit(buffer);
    }
}

/// Visits a short text of several words as one word.
fn visit_whole(text: &str, buffer: &mut String, visit: &mut dyn FnMut(&str)) {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if text.len() <= WHOLE_BYTES && text.contains(' ') {
        lower(text, buffer);
        visit(buffer);
    }
}

/// Visits the words of a name such as `site-header__nav` or `relatedPosts` in lower case. Digits
/// that end a word become one zero: `level2` differs from `level`, but not from `level3`.
pub(super) fn visit_name(name: &str, buffer: &mut String, visit: &mut dyn FnMut(&str)) {
    let mut words = 0;
    let mut lower_before = false;
    buffer.clear();
    let ends = |c: char, lower_before: bool| {
        !c.is_ascii_alphanumeric() || (c.is_ascii_uppercase() && lower_before)
    };
    let name = &name[..name.floor_char_boundary(NAME_BYTES)];
    for c in name.chars().chain([' ']) {
        if ends(c, lower_before) {
            // Single letters come from minified class names, and mean nothing across sites.
            if (2..=LONGEST).contains(&buffer.len()) {
                visit(buffer);
                words += 1;
            }
            buffer.clear();
        }
        if words == NAME_WORDS {
            return;
        }
        lower_before = c.is_ascii_lowercase();
        if c.is_ascii_alphabetic() {
            buffer.push(c.to_ascii_lowercase());
        } else if c.is_ascii_digit() && !buffer.ends_with('0') {
            buffer.push('0');
        }
    }
}

/// The part of an address behind scheme and host.
fn path(address: &str) -> &str {
    let address = &address[..address.floor_char_boundary(ADDRESS_BYTES)];
    // `/share?u=https://...` holds a scheme, too, but not its own.
    let scheme = |scheme: &str| scheme.bytes().all(|byte| byte.is_ascii_alphabetic());
    let rest = address.split_once("://").filter(|(before, _)| scheme(before)).map(|(_, rest)| rest);
    rest.or(address.strip_prefix("//"))
        .map_or(address, |rest| rest.find('/').map_or("", |at| &rest[at..]))
}

fn lower(word: &str, buffer: &mut String) {
    buffer.clear();
    for c in word.chars() {
        match c {
            // Years and counts become their number of digits, which is what repeats across pages.
            '0'..='9' => buffer.push('0'),
            c if c.is_ascii() => buffer.push(c.to_ascii_lowercase()),
            c => buffer.extend(c.to_lowercase()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Cut = fn(&str, &mut String, &mut dyn FnMut(&str));

    fn words(text: &str, of: Cut) -> Vec<String> {
        let mut words = Vec::new();
        of(text, &mut String::new(), &mut |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn texts_and_names_are_cut_into_words() {
        assert_eq!(
            words("Add to cart, since 2019!", visit_text),
            ["add", "to", "cart", "since", "0000"]
        );
        assert_eq!(words("• Add to Cart »", visit_whole), ["add to cart"]);
        assert_eq!(words("Straße", visit_whole), [""; 0]);
        assert_eq!(
            words("site-header__nav relatedPosts x", visit_name),
            ["site", "header", "nav", "related", "posts"]
        );
        for address in ["https://a.example/tag/rivers?p=1", "//a.example/tag/rivers", "/tag/rivers"]
        {
            assert_eq!(words(path(address), visit_name), ["tag", "rivers"], "{address}");
        }
        assert_eq!(path("/share?u=https://b.example/x"), "/share?u=https://b.example/x");
        assert_eq!(words(path("https://a.example"), visit_name), [""; 0]);
        assert_eq!(
            words("level2 col-md-12 post-1234", visit_name),
            ["level0", "col", "md", "post"]
        );
        assert_eq!(words(&"word ".repeat(1000), visit_text).len(), TEXT_WORDS);
        assert_eq!(words(&"word-".repeat(1000), visit_name).len(), NAME_WORDS);
    }

    #[test]
    fn of_a_long_address_only_the_beginning_is_read() {
        let late = |bytes: usize| format!("{}://a.example/tag", "x".repeat(bytes));
        assert_eq!(path(&late(ADDRESS_BYTES - 17)), "/tag");
        assert_eq!(path(&late(ADDRESS_BYTES)).len(), ADDRESS_BYTES);
    }
}
