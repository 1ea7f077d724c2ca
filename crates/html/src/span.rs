//! Texts as ranges: of the document where a text stands as it was written, else of a buffer beside
//! it.

use std::borrow::Cow;

use crate::{Name, Names};

/// A text: a range of bytes of the document, or of the texts that had to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The highest bit says that the text was made.
    start: u32,
    len: u32,
}

/// Marks a range of made texts.
const MADE: u32 = 1 << 31;

impl Span {
    /// No text.
    pub const EMPTY: Self = Self { start: 0, len: 0 };
    /// A replacement character, which stands for NUL.
    pub const REPLACEMENT: Self = Self { start: MADE, len: 3 };
    /// A space.
    pub const SPACE: Self = Self { start: MADE | 3, len: 1 };

    /// A text of the document.
    pub(crate) fn written(start: usize, end: usize) -> Self {
        Self { start: start as u32, len: (end - start) as u32 }
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is no text.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The text before byte `at` of this one, and the text from there on.
    pub(crate) fn split_at(self, at: usize) -> (Self, Self) {
        let at = at as u32;
        let rest = Self { start: self.start + at, len: self.len - at };
        (Self { len: at, ..self }, rest)
    }

    /// Both texts as one, if the second follows the first.
    pub(crate) fn joined(self, next: Self) -> Option<Self> {
        (self.start + self.len == next.start)
            .then_some(Self { start: self.start, len: self.len + next.len })
    }
}

/// What spans and names refer to: a document, texts that were made of it, and its names.
#[derive(Debug, Clone)]
pub struct Source<'t> {
    html: Cow<'t, str>,
    made: String,
    names: Names,
}

impl<'t> Source<'t> {
    /// Most bytes of a document: places have 31 bits.
    pub const MOST: usize = MADE as usize - 1;

    /// The source of a document whose lines end with LF. What is beyond [`Self::MOST`] is left out.
    pub(crate) fn new(html: Cow<'t, str>) -> Self {
        let html = match html {
            Cow::Borrowed(html) => Cow::Borrowed(&html[..html.floor_char_boundary(Self::MOST)]),
            Cow::Owned(mut html) => {
                html.truncate(html.floor_char_boundary(Self::MOST));
                Cow::Owned(html)
            }
        };
        // `Span::REPLACEMENT` and `Span::SPACE` are these first bytes.
        Self { html, made: "\u{fffd} ".to_owned(), names: Names::default() }
    }

    /// The document.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// A text.
    #[inline]
    pub fn text(&self, span: Span) -> &str {
        let start = (span.start & !MADE) as usize;
        let from = if span.start & MADE == 0 { &*self.html } else { &*self.made };
        &from[start..start + span.len as usize]
    }

    /// Bytes that it takes in memory, without a document that it borrows.
    pub fn memory(&self) -> usize {
        let html = match &self.html {
            Cow::Borrowed(_) => 0,
            Cow::Owned(html) => html.capacity(),
        };
        html + self.made.capacity()
    }

    /// The names of elements and attributes.
    pub fn names(&self) -> &Names {
        &self.names
    }

    pub(crate) fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }

    /// The number of the name that stands from `start` to `end`. `None` for a new name beyond the
    /// cap.
    #[inline]
    pub(crate) fn written_name(&mut self, start: usize, end: usize) -> Option<Name> {
        self.names.written(&self.html[start..end])
    }

    /// Adds a text. Made texts are no longer than what they are made of, but for references to two
    /// characters; what is beyond the cap is left out.
    pub(crate) fn make(&mut self, text: &str) -> Span {
        let room = Self::MOST.saturating_sub(self.made.len());
        let text = &text[..text.floor_char_boundary(room)];
        let start = MADE | self.made.len() as u32;
        self.made.push_str(text);
        Span { start, len: text.len() as u32 }
    }

    /// Both texts as one: in place where the second follows the first, else as a copy.
    pub(crate) fn concat(&mut self, first: Span, second: Span) -> Span {
        if let Some(joined) = first.joined(second) {
            return joined;
        }
        let end = MADE | self.made.len() as u32;
        let first = match first.start + first.len == end {
            true => first,
            false => self.copy(first),
        };
        let second = self.copy(second);
        Span { len: first.len + second.len, ..first }
    }

    /// The text once more, at the end of the made texts.
    fn copy(&mut self, span: Span) -> Span {
        if span.start & MADE == 0 {
            let start = span.start as usize;
            let at = MADE | self.made.len() as u32;
            let room = Self::MOST.saturating_sub(self.made.len());
            let text = &self.html[start..start + span.len as usize];
            let text = &text[..text.floor_char_boundary(room)];
            self.made.push_str(text);
            return Span { start: at, len: text.len() as u32 };
        }
        let text = self.text(span).to_owned();
        self.make(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_joined_in_place_where_they_can_be() {
        let mut source = Source::new(Cow::Borrowed("abcdef"));
        let (ab, cd, ef) = (Span::written(0, 2), Span::written(2, 4), Span::written(4, 6));
        let made = source.make("XY");
        let both = source.concat(ab, cd);
        assert_eq!((source.text(both), both), ("abcd", Span::written(0, 4)));
        let grown = source.concat(made, ef);
        assert_eq!((source.text(grown), grown.start), ("XYef", made.start), "in place");
        let copied = source.concat(ab, ef);
        assert_eq!(source.text(copied), "abef");
        let old = source.concat(grown, Span::REPLACEMENT);
        assert_eq!((source.text(old), source.text(grown)), ("XYef\u{fffd}", "XYef"));
        assert_eq!(source.text(Span::SPACE), " ");
    }

    #[test]
    fn spans_are_split() {
        let source = Source::new(Cow::Borrowed("abcdef"));
        let (first, second) = Span::written(1, 5).split_at(1);
        assert_eq!((source.text(first), source.text(second)), ("b", "cde"));
        assert!(Span::EMPTY.is_empty());
    }
}
