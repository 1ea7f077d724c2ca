//! HTML text to tokens (WHATWG HTML, 13.2.5 "Tokenization").
//!
//! The states of the standard become searches in the whole text. A run of text or the value of an
//! attribute is a span of it, without a copy, unless it has character references.

mod declaration;
mod doctype;
mod entities;
mod line_ends;
mod raw;
mod reference;
mod script;
mod tag;

use memchr::{memchr, memchr3};

use self::line_ends::normal;
use crate::{
    Attribute, Builder, Context, Name, Source, Span, TextMode, Token, TokenSink, TreeSink,
};

/// How a document is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Syntax {
    /// As HTML.
    #[default]
    Html,
    /// As HTML, but for what XHTML has beyond it: a slash ends any element but those that are
    /// always empty, and CDATA sections are text.
    Xhtml,
    /// As HTML, but a slash ends elements as in `Xhtml`: for XHTML that is sent as HTML.
    XhtmlAsHtml,
}

/// Hands the tokens of a document to a sink.
#[derive(Debug)]
pub struct Tokenizer<'t, S> {
    source: Source<'t>,
    sink: S,
    /// The byte of the document that is read next.
    at: usize,
    mode: TextMode,
    /// The element whose text is read in another mode than `Data`.
    raw: Option<Name>,
    /// The attributes of the tag that is read.
    attributes: Vec<Attribute>,
    /// For each name, the number of the last tag that had it as an attribute.
    last_tag: Vec<u32>,
    /// Start tags with many attributes so far.
    tags: u32,
    /// Attributes kept of a tag.
    most_attributes: usize,
    syntax: Syntax,
    /// Whether attributes or names were left out.
    cut: bool,
    /// A buffer for text with resolved references.
    scratch: String,
}

impl<'t, S: TokenSink> Tokenizer<'t, S> {
    /// A tokenizer at the beginning of a document. It keeps `most_attributes` attributes of a tag.
    pub fn new(html: &'t str, syntax: Syntax, most_attributes: usize, sink: S) -> Self {
        Self {
            source: Source::new(normal(html)),
            sink,
            at: 0,
            mode: TextMode::Data,
            raw: None,
            attributes: Vec::new(),
            last_tag: Vec::new(),
            tags: 0,
            most_attributes,
            syntax,
            cut: false,
            scratch: String::new(),
        }
    }

    /// Begins within an element whose text is read in a mode of its own (13.4).
    #[must_use]
    pub fn within(mut self, mode: TextMode, element: &str) -> Self {
        self.mode = mode;
        self.raw = self.source.names_mut().written(element);
        self
    }

    /// The sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Reads to the end, or until the sink stops it.
    pub fn run(&mut self) {
        while self.at < self.source.html().len() {
            match self.mode {
                TextMode::Data => self.data(),
                TextMode::Plaintext => self.plaintext(),
                TextMode::Stop => return,
                TextMode::Rcdata | TextMode::Rawtext | TextMode::Script => self.raw_text(),
            }
        }
        if self.mode != TextMode::Stop {
            self.emit(Token::EndOfFile);
        }
    }

    /// The source, the sink, and whether attributes or names were left out.
    pub fn into_parts(self) -> (Source<'t>, S, bool) {
        (self.source, self.sink, self.cut)
    }

    /// Hands a token to the sink, which says how to read on.
    #[inline]
    fn emit(&mut self, token: Token<'_>) {
        self.mode = self.sink.token(&self.source, token);
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        self.source.html().as_bytes()
    }

    /// Text up to `end` as it stands.
    fn text_to(&mut self, end: usize) {
        if self.at < end {
            let span = Span::written(self.at, end);
            self.at = end;
            self.emit(Token::Text(span));
        }
    }

    /// Reads text up to the next tag or NUL, and that.
    fn data(&mut self) {
        let bytes = self.bytes();
        let start = self.at;
        // Between two tags there is often nothing.
        if bytes[start] == b'<' {
            return self.markup();
        }
        let rest = &bytes[start..];
        let found = memchr3(b'<', b'&', 0, rest).map_or(bytes.len(), |found| start + found);
        match bytes.get(found) {
            Some(b'<') => {
                self.text_to(found);
                if self.mode == TextMode::Data {
                    self.markup();
                }
            }
            // Only text with references is copied; all other text is a range of the document.
            Some(b'&') => self.text_with_references(found),
            Some(_) => {
                self.text_to(found);
                // The tree builder drops NUL or replaces it, by where it stands.
                self.at = found + 1;
                self.emit(Token::Null);
            }
            None => self.text_to(found),
        }
    }

    /// Reads text up to the next tag or NUL, with its references resolved.
    fn text_with_references(&mut self, from: usize) {
        let bytes = self.bytes();
        let end = memchr::memchr2(b'<', 0, &bytes[from..]);
        let end = end.map_or(bytes.len(), |found| from + found);
        let span = self.resolved(self.at, end, false);
        self.at = end;
        self.emit(Token::Text(span));
    }

    /// A range of the document with its references resolved and NUL replaced.
    fn resolved(&mut self, start: usize, end: usize, in_attribute: bool) -> Span {
        let text = &self.source.html()[start..end];
        self.scratch.clear();
        if reference::resolve(text, in_attribute, &mut self.scratch) {
            self.source.make(&self.scratch)
        } else {
            Span::written(start, end)
        }
    }

    /// A range of the document with NUL replaced.
    fn without_null(&mut self, start: usize, end: usize) -> Span {
        let text = &self.source.html()[start..end];
        match memchr(0, text.as_bytes()) {
            Some(_) => {
                let text = text.replace('\0', "\u{fffd}");
                self.source.make(&text)
            }
            None => Span::written(start, end),
        }
    }

    /// What begins with `<`.
    fn markup(&mut self) {
        let (bytes, at) = (self.bytes(), self.at);
        let after = |n: usize| bytes.get(at + n).copied();
        match (after(1), after(2)) {
            (Some(first), _) if first.is_ascii_alphabetic() => self.start_tag(at + 1),
            (Some(b'/'), Some(first)) if first.is_ascii_alphabetic() => self.end_tag(at + 2),
            (Some(b'!'), _) => self.declaration(),
            // Bogus comments (13.2.5.41): `<?xml …>` and `</ …>`.
            (Some(b'?'), _) => self.bogus_comment(at + 1),
            // `</>` leaves no trace (13.2.5.7).
            (Some(b'/'), Some(b'>')) => self.at += 3,
            (Some(b'/'), Some(_)) => self.bogus_comment(at + 2),
            (Some(b'/'), None) => self.text_to(at + 2),
            // Any other `<` is text.
            _ => self.text_to(at + 1),
        }
    }

    /// A comment from `start` to the next `>`.
    fn bogus_comment(&mut self, start: usize) {
        let bytes = self.bytes();
        let end = memchr(b'>', &bytes[start..]).map_or(bytes.len(), |found| start + found);
        self.at = (end + 1).min(bytes.len());
        let text = self.without_null(start, end);
        self.emit(Token::Comment(text));
    }
}

impl<T: TreeSink> Tokenizer<'_, Builder<T>> {
    /// Begins within an element, for a fragment (13.4). No end tag ends its text, because no start
    /// tag began it.
    pub fn begin_within(&mut self, context: Context<'_>) {
        // A name of a context is as it is in a tree.
        let name = self.source.names().find(context.name);
        let name = name.or_else(|| self.source.names_mut().written(context.name));
        self.mode = self.sink.within(&self.source, name.unwrap_or(Name::DIV), context);
    }
}

/// Whether a byte is white space between attributes.
#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b' ')
}

/// Whether a byte ends the name of a tag.
#[inline]
fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

/// Whether the name of a tag is this one.
fn is_named(bytes: &[u8], name: &str) -> bool {
    bytes.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name.as_bytes()))
        && bytes.get(name.len()).is_some_and(|next| ends_name(*next))
}
