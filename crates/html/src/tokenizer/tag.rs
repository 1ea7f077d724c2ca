//! Tags and their attributes.

use memchr::memchr3;

use super::{Syntax, Tokenizer, ends_name, is_space};
use crate::name::Class;
use crate::{Attribute, Name, Namespace, Prefix, Span, Tag, TextMode, Token, TokenSink};

/// Attributes of a tag that are compared one by one.
/// Of more, a table by name is asked: comparisons would grow with their square.
const FEW: usize = 16;

/// What follows the name of an attribute.
enum Value {
    None,
    /// A range of the document, and whether it may hold references or NUL.
    Written(usize, usize, bool),
}

impl<S: TokenSink> Tokenizer<'_, S> {
    /// Reads a start tag whose name begins at `start`. A tag without an end is dropped (13.2.5.8,
    /// EOF).
    pub(super) fn start_tag(&mut self, start: usize) {
        self.at = self.position(start, ends_name);
        let name = self.name(start, self.at);
        self.attributes.clear();
        let Some(self_closing) = self.attributes(true) else { return self.drop_tag() };
        // Without a number there is no such element; its text stays.
        let Some(name) = name else { return };
        self.raw = Some(name);
        let tag = Tag { name, attributes: &self.attributes, self_closing };
        // In SVG and MathML the tree builder obeys the slash in any document.
        let ends_here = self_closing
            && self.syntax != Syntax::Html
            && !Class::of(Namespace::Html, name).is(Class::VOID)
            && !self.sink.is_in_foreign();
        self.mode = self.sink.token(&self.source, Token::Start(tag));
        if ends_here && self.mode != TextMode::Stop && !matches!(name, Name::SVG | Name::MATH) {
            self.emit(Token::End(name));
        }
    }

    /// Reads an end tag whose name begins at `start`.
    pub(super) fn end_tag(&mut self, start: usize) {
        self.at = self.position(start, ends_name);
        let name = self.name(start, self.at);
        // Most end tags have nothing but a name.
        if self.bytes().get(self.at) == Some(&b'>') {
            self.at += 1;
        } else if self.attributes(false).is_none() {
            return self.drop_tag();
        }
        if let Some(name) = name {
            self.emit(Token::End(name));
        }
    }

    /// Goes to the end behind a tag that has none.
    fn drop_tag(&mut self) {
        self.at = self.bytes().len();
        // The text of an element ends with the document, even in the middle of its end tag.
        self.mode = TextMode::Data;
    }

    fn name(&mut self, start: usize, end: usize) -> Option<Name> {
        let source = &mut self.source;
        let name = source.written_name(start, end);
        self.cut |= name.is_none();
        name
    }

    /// Where the first byte is for which `is` holds, from `start` on.
    #[inline]
    fn position(&self, start: usize, is: impl Fn(u8) -> bool) -> usize {
        let rest = &self.bytes()[start..];
        start + rest.iter().position(|byte| is(*byte)).unwrap_or(rest.len())
    }

    /// Reads to the end of the tag; whether it closes itself. `None` where it does not end.
    fn attributes(&mut self, keep: bool) -> Option<bool> {
        loop {
            match *self.bytes().get(self.at)? {
                byte if is_space(byte) => self.at += 1,
                b'>' => {
                    self.at += 1;
                    return Some(false);
                }
                b'/' if *self.bytes().get(self.at + 1)? == b'>' => {
                    self.at += 2;
                    return Some(true);
                }
                // A slash elsewhere in a tag is white space (13.2.5.40).
                b'/' => self.at += 1,
                _ => {
                    let start = self.at;
                    // The first byte belongs to the name even if it is `=` (13.2.5.32).
                    self.at = self.position(start + 1, |byte| ends_name(byte) || byte == b'=');
                    let end = self.at;
                    let value = self.value()?;
                    if keep {
                        self.keep(start, end, &value);
                    }
                }
            }
        }
    }

    /// Keeps an attribute whose name stands from `start` to `end`.
    fn keep(&mut self, start: usize, end: usize, value: &Value) {
        if self.attributes.len() >= self.most_attributes {
            self.cut = true;
            return;
        }
        let Some(name) = self.name(start, end) else { return };
        // Of two attributes of one name the first counts (13.2.5.33).
        if self.has(name) {
            return;
        }
        let value = match *value {
            Value::None => Span::EMPTY,
            Value::Written(start, end, false) => Span::written(start, end),
            Value::Written(start, end, true) => self.resolved(start, end, true),
        };
        self.attributes.push(Attribute { name, prefix: Prefix::None, value });
    }

    /// Whether the tag has the attribute. A tag with many of them must not cost as many comparisons
    /// for each.
    fn has(&mut self, name: Name) -> bool {
        let count = self.attributes.len();
        if count < FEW {
            return self.attributes.iter().any(|attribute| attribute.name == name);
        }
        if count == FEW {
            self.tags += 1;
            for at in 0..count {
                self.note(self.attributes[at].name);
            }
        }
        self.note(name)
    }

    /// Notes that the tag has the attribute; whether it had it before.
    fn note(&mut self, name: Name) -> bool {
        let at = usize::from(name.number());
        if at >= self.last_tag.len() {
            self.last_tag.resize(at + 1, 0);
        }
        std::mem::replace(&mut self.last_tag[at], self.tags) == self.tags
    }

    /// The value of the attribute whose name was read.
    fn value(&mut self) -> Option<Value> {
        let mut next = self.at;
        if self.bytes().get(next) != Some(&b'=') {
            next = self.position(next, |byte| !is_space(byte));
            if *self.bytes().get(next)? != b'=' {
                return Some(Value::None);
            }
        }
        let start = self.position(next + 1, |byte| !is_space(byte));
        let bytes = self.bytes();
        let (start, end, next, special) = match *bytes.get(start)? {
            quote @ (b'"' | b'\'') => {
                let start = start + 1;
                let (end, special) = closing(bytes, start, quote)?;
                (start, end, end + 1, special)
            }
            _ => {
                let end = self.position(start, |byte| is_space(byte) || byte == b'>');
                (start, end, end, true)
            }
        };
        self.at = next;
        Some(Value::Written(start, end, special))
    }
}

/// Where a quoted value ends, and whether it holds `&` or NUL.
#[inline]
fn closing(bytes: &[u8], start: usize, quote: u8) -> Option<(usize, bool)> {
    let found = start + memchr3(quote, b'&', 0, &bytes[start..])?;
    if bytes[found] == quote {
        return Some((found, false));
    }
    Some((found + memchr::memchr(quote, &bytes[found..])?, true))
}
