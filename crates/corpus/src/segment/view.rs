//! What formats see of a segmented document: paragraphs, their sentences, and tokens of these.

use std::borrow::Cow;
use std::ops::Range;

use super::Segments;
use super::placed::Placed;

/// A block of text with its sentences.
#[derive(Clone, Copy)]
pub(crate) struct Paragraph<'a> {
    pub(crate) placed: Placed<'a>,
    /// Ends of its sentences, counted in tokens of the document.
    pub(super) sentences: &'a [u32],
    pub(super) segments: &'a Segments,
    /// The number of tokens before it.
    pub(super) token: usize,
}

impl<'a> Paragraph<'a> {
    /// Whether it has no words.
    pub(crate) fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }

    /// Its sentences.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = Sentence<'a>> + use<'a> {
        let Paragraph { placed: Placed { leaf, .. }, sentences, segments, mut token } = *self;
        let mut at = 0;
        sentences.iter().map(move |end| {
            let ends = &segments.tokens[token..*end as usize];
            token = *end as usize;
            let last = ends.last().map_or(at, |last| *last as usize);
            let sentence = Sentence { text: &leaf.text[..last], start: at, ends };
            at = last;
            sentence
        })
    }
}

/// A sentence.
#[derive(Clone, Copy)]
pub(crate) struct Sentence<'a> {
    /// The text of the block up to its end.
    text: &'a str,
    /// Its start in this text, or white space before it.
    start: usize,
    /// Ends of its tokens in this text.
    ends: &'a [u32],
}

impl<'a> Sentence<'a> {
    /// Its text. The only white space in it are single spaces between tokens.
    pub(crate) fn text(&self) -> Cow<'a, str> {
        spaced(self.text[self.start..].trim())
    }

    /// Its bytes in the text of the block, with white space before it.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.text.len()
    }

    /// Number of its tokens.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Its tokens.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = Token<'a>> + use<'a> {
        let Sentence { text, start: mut at, ends } = *self;
        ends.iter().map(move |end| {
            let end = *end as usize;
            let form = text[at..end].trim_start();
            at = end;
            let next = text[end..].chars().next();
            Token {
                form,
                start: end - form.len(),
                space_after: next.is_none_or(char::is_whitespace),
            }
        })
    }
}

/// A word, a number or a punctuation mark.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) form: &'a str,
    /// Its first byte in the text of the block.
    pub(crate) start: usize,
    /// Whether white space follows, or the sentence ends.
    pub(crate) space_after: bool,
}

impl Token<'_> {
    /// Its bytes in the text of the block.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.start + self.form.len()
    }
}

/// Normalises white space: source code has tabs and several spaces in a row.
fn spaced(text: &str) -> Cow<'_, str> {
    // Most sentences need no change. They are borrowed, and nothing is copied.
    if text.contains("  ") || text.contains(|c: char| c != ' ' && c.is_whitespace()) {
        Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(text)
    }
}

/// Replaces U+FFFD (undecodable bytes) by a question mark: validators of CoNLL-U reject it.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if text.contains('\u{fffd}') {
        Cow::Owned(text.replace('\u{fffd}', "?"))
    } else {
        Cow::Borrowed(text)
    }
}
