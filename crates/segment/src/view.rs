//! A segmented document as it is read: paragraphs, their sentences, and tokens of these.

use std::borrow::Cow;
use std::ops::Range;

use super::placed::Placed;
use super::segments::Segments;

/// A block of text with its sentences.
#[derive(Debug, Clone, Copy)]
pub struct Paragraph<'a> {
    /// The block, and what it stands in.
    pub placed: Placed<'a>,
    /// Ends of its sentences, counted in tokens of the document.
    pub(super) sentences: &'a [u32],
    pub(super) segments: &'a Segments,
    /// The number of tokens before it.
    pub(super) token: usize,
}

impl<'a> Paragraph<'a> {
    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }

    /// Its sentences.
    pub fn sentences(&self) -> impl Iterator<Item = Sentence<'a>> + use<'a> {
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
#[derive(Debug, Clone, Copy)]
pub struct Sentence<'a> {
    /// The text of the block up to its end.
    text: &'a str,
    /// Its start in this text, or white space before it.
    start: usize,
    /// Ends of its tokens in this text.
    ends: &'a [u32],
}

impl<'a> Sentence<'a> {
    /// Its text. The only white space in it are single spaces between tokens.
    pub fn text(&self) -> Cow<'a, str> {
        spaced(self.text[self.start..].trim())
    }

    /// Its bytes in the text of the block, with white space before it.
    pub fn range(&self) -> Range<usize> {
        self.start..self.text.len()
    }

    /// Number of its tokens.
    #[expect(clippy::len_without_is_empty, reason = "every sentence has a token")]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Its tokens.
    pub fn tokens(&self) -> impl Iterator<Item = Token<'a>> + use<'a> {
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
pub struct Token<'a> {
    /// Its text, without white space.
    pub form: &'a str,
    /// Its first byte in the text of the block.
    pub start: usize,
    /// Whether white space follows, or the sentence ends.
    pub space_after: bool,
}

impl Token<'_> {
    /// Its bytes in the text of the block.
    pub fn range(&self) -> Range<usize> {
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
pub fn shown(text: &str) -> Cow<'_, str> {
    if text.contains('\u{fffd}') {
        Cow::Owned(text.replace('\u{fffd}', "?"))
    } else {
        Cow::Borrowed(text)
    }
}
