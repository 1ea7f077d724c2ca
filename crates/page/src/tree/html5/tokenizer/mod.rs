//! HTML text to tokens, by the standard (WHATWG HTML, 13.2.5 "Tokenization"). Comments and parse
//! errors are not emitted, because nothing of them is in the tree.
//!
//! The states of the standard become searches in the whole text. A run of text or the value of an
//! attribute is a slice of it, without a copy, unless it has character references.

mod declaration;
mod doctype;
mod names;
mod reference;
mod script;
mod tag;
mod xhtml;

use std::cell::Cell;

use html5ever::LocalName;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    CharacterTokens, EOFToken, EndTag, NullCharacterToken, StartTag, Token, TokenSink,
    TokenSinkResult,
};
use memchr::{memchr, memchr3, memmem};

use names::Names;

use crate::tree::Syntax;

/// How text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Tags and references.
    Data,
    /// References, and the end tag of the element.
    Rcdata,
    /// The end tag of the element.
    Rawtext,
    /// As `Rawtext`, but for end tags within comments in scripts.
    Script,
    /// Nothing but text, to the end.
    Plaintext,
}

/// Hands the tokens of a text to a sink.
pub(super) struct Tokenizer<'t, S> {
    /// Lines end with LF, and there is no byte order mark.
    html: &'t StrTendril,
    bytes: &'t [u8],
    sink: &'t S,
    at: usize,
    mode: Mode,
    /// The element whose text is read in another mode than `Data`.
    raw: LocalName,
    names: Names,
    /// Attributes kept of a tag.
    most_attributes: usize,
    /// Whether a tag had more.
    capped: bool,
    /// What the server says of the document.
    syntax: Syntax,
    /// Whether the document is XHTML, by its server or by itself.
    xhtml: bool,
}

impl<'t, S: TokenSink> Tokenizer<'t, S> {
    pub(super) fn new(
        html: &'t StrTendril,
        syntax: Syntax,
        most_attributes: usize,
        sink: &'t S,
    ) -> Self {
        Self {
            html,
            bytes: html.as_bytes(),
            sink,
            at: 0,
            mode: Mode::Data,
            raw: LocalName::default(),
            names: Names::default(),
            most_attributes,
            capped: false,
            syntax,
            xhtml: syntax == Syntax::Xhtml || xhtml::is_declared(html),
        }
    }

    /// Reads to the end, or until `stopped`. Whether a tag had more attributes than are kept.
    pub(super) fn run(mut self, stopped: &Cell<bool>) -> bool {
        while self.at < self.bytes.len() && !stopped.get() {
            match self.mode {
                Mode::Data => self.data(),
                Mode::Plaintext => self.plaintext(),
                Mode::Rcdata | Mode::Rawtext | Mode::Script => self.raw_text(),
            }
        }
        if !stopped.get() {
            self.emit(EOFToken);
            // The tree builder closes what is open only when it is told so.
            self.sink.end();
        }
        self.capped
    }

    /// Hands a token to the sink, which says how to read on.
    fn emit(&mut self, token: Token) {
        // Scripts are not run, and the encoding was decided before: neither interrupts reading.
        self.mode = match self.sink.process_token(token, 1) {
            TokenSinkResult::Plaintext => Mode::Plaintext,
            TokenSinkResult::RawData(RawKind::Rcdata) => Mode::Rcdata,
            TokenSinkResult::RawData(RawKind::Rawtext) => Mode::Rawtext,
            TokenSinkResult::RawData(_) => Mode::Script,
            TokenSinkResult::Continue
            | TokenSinkResult::Script(_)
            | TokenSinkResult::EncodingIndicator(_) => Mode::Data,
        };
    }

    /// A piece of the text.
    fn piece(&self, start: usize, end: usize) -> StrTendril {
        self.html.subtendril(start as u32, (end - start) as u32)
    }

    /// Text up to `end` as it stands.
    fn text_to(&mut self, end: usize) {
        if self.at < end {
            self.emit(CharacterTokens(self.piece(self.at, end)));
            self.at = end;
        }
    }

    /// Reads text up to the next tag, reference or NUL, and that.
    fn data(&mut self) {
        let rest = &self.bytes[self.at..];
        self.text_to(self.at + memchr3(b'<', b'&', 0, rest).unwrap_or(rest.len()));
        match self.bytes.get(self.at) {
            Some(b'<') => self.markup(),
            Some(b'&') => match reference::read(&self.html[self.at..], false) {
                Some((text, length)) => {
                    self.emit(CharacterTokens(StrTendril::from(text.as_str())));
                    self.at += length;
                }
                // A lone ampersand is text.
                None => self.text_to(self.at + 1),
            },
            // NUL: the tree builder drops it or replaces it, by where it stands.
            Some(_) => {
                self.emit(NullCharacterToken);
                self.at += 1;
            }
            None => {}
        }
    }

    /// What begins with `<`.
    fn markup(&mut self) {
        let after = |n: usize| self.bytes.get(self.at + n).copied();
        match (after(1), after(2)) {
            (Some(b'!'), _) => self.declaration(),
            // Bogus comments (13.2.5.41): `<?xml …>` and `</ …>`.
            (Some(b'?'), _) => self.pass_to(self.at + 2, b">"),
            (Some(b'/'), Some(first)) if first.is_ascii_alphabetic() => {
                self.tag(EndTag, self.at + 2);
            }
            (Some(b'/'), Some(_)) => self.pass_to(self.at + 2, b">"),
            (Some(b'/'), None) => self.text_to(self.bytes.len()),
            (Some(first), _) if first.is_ascii_alphabetic() => self.tag(StartTag, self.at + 1),
            _ => self.text_to(self.at + 1),
        }
    }

    /// Goes on behind the next `end` from `start` on.
    fn pass_to(&mut self, start: usize, end: &[u8]) {
        let found = memmem::find(&self.bytes[start..], end);
        self.at = found.map_or(self.bytes.len(), |found| start + found + end.len());
    }

    /// Reads all that is left as text.
    fn plaintext(&mut self) {
        let text = without_null(self.piece(self.at, self.bytes.len()));
        self.emit(CharacterTokens(text));
        self.at = self.bytes.len();
    }

    /// The text of an element in which only its end tag is a tag, and that tag.
    fn raw_text(&mut self) {
        let end = match self.mode {
            Mode::Script => script::end(self.bytes, self.at),
            _ => end_tag(self.bytes, self.at, &self.raw),
        };
        if self.at < end {
            let text = self.piece(self.at, end);
            let text = if self.mode == Mode::Rcdata {
                reference::resolved(text, false)
            } else {
                without_null(text)
            };
            self.emit(CharacterTokens(text));
            self.at = end;
        }
        if self.at < self.bytes.len() {
            self.tag(EndTag, self.at + 2);
        }
    }
}

/// With replacement characters for NUL.
fn without_null(text: StrTendril) -> StrTendril {
    match memchr(0, text.as_bytes()) {
        Some(_) => StrTendril::from(text.replace('\0', "\u{fffd}")),
        None => text,
    }
}

/// Where the end tag of the element `name` begins.
fn end_tag(bytes: &[u8], start: usize, name: &str) -> usize {
    let mut at = start;
    while let Some(found) = memmem::find(&bytes[at..], b"</") {
        at += found;
        if is_named(&bytes[at + 2..], name) {
            return at;
        }
        at += 2;
    }
    bytes.len()
}

/// Whether the name of a tag is this one.
fn is_named(bytes: &[u8], name: &str) -> bool {
    bytes.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name.as_bytes()))
        && bytes.get(name.len()).is_some_and(|next| ends_name(*next))
}

/// Whether a byte is white space between attributes.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b' ')
}

/// Whether a byte ends the name of a tag.
fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}
