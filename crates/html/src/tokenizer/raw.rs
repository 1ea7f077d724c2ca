//! Text without tags but for one that ends it: of scripts, style sheets, titles and fields.

use memchr::memmem;

use super::{Tokenizer, is_named, script};
use crate::{TextMode, Token, TokenSink};

impl<S: TokenSink> Tokenizer<'_, S> {
    /// Reads all that is left as text.
    pub(super) fn plaintext(&mut self) {
        let end = self.bytes().len();
        let text = self.without_null(self.at, end);
        self.at = end;
        self.emit(Token::Text(text));
    }

    /// The text of an element in which only its end tag is a tag, and that tag.
    pub(super) fn raw_text(&mut self) {
        let name = self.raw.map_or("", |name| self.source.names().text(name));
        let end = match self.mode {
            TextMode::Script if name == script::NAME => script::end(self.bytes(), self.at),
            _ => end_of_raw(self.bytes(), self.at, name),
        };
        if self.at < end {
            let text = match self.mode {
                TextMode::Rcdata => self.resolved(self.at, end, false),
                _ => self.without_null(self.at, end),
            };
            self.at = end;
            self.emit(Token::Text(text));
        }
        if self.at < self.bytes().len() && self.mode != TextMode::Stop {
            self.end_tag(self.at + 2);
        }
    }
}

/// Where the end tag of the element `name` begins.
fn end_of_raw(bytes: &[u8], start: usize, name: &str) -> usize {
    let mut at = start;
    while let Some(found) = memmem::find(&bytes[at..], b"</") {
        at += found;
        if !name.is_empty() && is_named(&bytes[at + 2..], name) {
            return at;
        }
        at += 2;
    }
    bytes.len()
}
