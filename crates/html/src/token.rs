//! Tokens, and who takes them.

use crate::{Name, Prefix, Source, Span};

/// A piece of a document (WHATWG HTML, 13.2.5). Parse errors are not reported.
#[derive(Debug, Clone, Copy)]
pub enum Token<'a> {
    /// A document type.
    Doctype(&'a Doctype),
    /// A start tag.
    Start(Tag<'a>),
    /// An end tag. Its attributes have no meaning and are left out.
    End(Name),
    /// Text. A run of text may come as several tokens.
    Text(Span),
    /// A NUL in text, which is dropped or replaced by where it stands.
    Null,
    /// A comment.
    Comment(Span),
    /// The end of the document.
    EndOfFile,
}

/// A start tag.
#[derive(Debug, Clone, Copy)]
pub struct Tag<'a> {
    /// In lower case.
    pub name: Name,
    /// In the order of the source, each name once.
    pub attributes: &'a [Attribute],
    /// Whether a slash ends it.
    pub self_closing: bool,
}

/// An attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute {
    /// The local name: in tags all of the name, in foreign elements what follows the prefix.
    pub name: Name,
    /// Where the name belongs.
    pub prefix: Prefix,
    /// The value.
    pub value: Span,
}

/// A document type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Doctype {
    /// In lower case.
    pub name: Option<String>,
    /// The public identifier.
    pub public_id: Option<String>,
    /// The system identifier.
    pub system_id: Option<String>,
    /// Whether it is so broken that the document is read in quirks mode.
    pub force_quirks: bool,
}

/// How the tokenizer reads on after a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextMode {
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
    /// Not at all.
    Stop,
}

/// Takes tokens.
pub trait TokenSink {
    /// Takes a token and says how to read on.
    fn token(&mut self, source: &Source<'_>, token: Token<'_>) -> TextMode;

    /// Whether the current node is an element of SVG or MathML, where CDATA sections are text.
    fn is_in_foreign(&self) -> bool;
}
