//! Tags and their attributes.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{EndTag, StartTag, Tag, TagKind, TagToken, TokenSink};
use html5ever::{Attribute, LocalName, QualName, ns};
use memchr::memchr;
use rustc_hash::FxHashSet;

use super::{Mode, Tokenizer, ends_name, is_space, reference, xhtml};

/// Attributes of a tag that are compared one by one.
const FEW: usize = 16;

/// Attributes of a tag, each name once.
#[derive(Default)]
struct Attributes {
    all: Vec<Attribute>,
    /// Their names, where they are many.
    names: FxHashSet<LocalName>,
}

impl Attributes {
    fn has(&self, name: &LocalName) -> bool {
        match self.all.len() {
            0..FEW => self.all.iter().any(|attribute| attribute.name.local == *name),
            _ => self.names.contains(name),
        }
    }

    /// Adds an attribute whose name is new.
    fn push(&mut self, name: LocalName, value: StrTendril) {
        // A tag with a million attributes must not cost a million comparisons for each.
        if self.all.len() + 1 == FEW {
            self.names.extend(self.all.iter().map(|attribute| attribute.name.local.clone()));
        }
        if self.all.len() + 1 >= FEW {
            self.names.insert(name.clone());
        }
        self.all.push(Attribute { name: QualName::new(None, ns!(), name), value });
    }
}

impl<S: TokenSink> Tokenizer<'_, S> {
    /// Reads a tag whose name begins at `start`. A tag without an end is dropped (13.2.5.8, EOF).
    pub(super) fn tag(&mut self, kind: TagKind, start: usize) {
        self.mode = Mode::Data;
        self.at = self.position(start, ends_name);
        let name = self.names.get(&self.html[start..self.at]);
        let mut attributes = Attributes::default();
        let Some(self_closing) = self.attributes(kind, &mut attributes) else {
            self.at = self.bytes.len();
            return;
        };
        // Its end tag ends raw text, if the tree builder asks for that.
        if kind == StartTag {
            self.raw = name.clone();
        }
        let attrs = attributes.all;
        let had_duplicate_attributes = false;
        // In SVG and MathML the tree builder obeys the slash in any document.
        let ends_here = self_closing
            && self.xhtml
            && kind == StartTag
            && xhtml::has_content(&name)
            && !self.sink.adjusted_current_node_present_but_not_in_html_namespace();
        let end = ends_here.then(|| Tag {
            kind: EndTag,
            name: name.clone(),
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes,
        });
        self.emit(TagToken(Tag { kind, name, self_closing, attrs, had_duplicate_attributes }));
        if let Some(end) = end.filter(|end| !matches!(&*end.name, "svg" | "math")) {
            self.emit(TagToken(end));
        }
    }

    /// Where the first byte is for which `is` holds, from `start` on.
    fn position(&self, start: usize, is: impl Fn(u8) -> bool) -> usize {
        let rest = &self.bytes[start..];
        start + rest.iter().position(|byte| is(*byte)).unwrap_or(rest.len())
    }

    /// Reads to the end of the tag; whether it closes itself. `None` where it does not end.
    fn attributes(&mut self, kind: TagKind, attributes: &mut Attributes) -> Option<bool> {
        loop {
            match *self.bytes.get(self.at)? {
                b'>' => {
                    self.at += 1;
                    return Some(false);
                }
                b'/' if *self.bytes.get(self.at + 1)? == b'>' => {
                    self.at += 2;
                    return Some(true);
                }
                // A slash elsewhere in a tag is white space (13.2.5.40).
                b'/' => self.at += 1,
                byte if is_space(byte) => self.at += 1,
                _ => {
                    let start = self.at;
                    // The first byte belongs to the name even if it is `=` (13.2.5.32).
                    self.at = self.position(start + 1, |byte| ends_name(byte) || byte == b'=');
                    let name = start..self.at;
                    let value = self.value()?;
                    // Attributes of end tags have no meaning.
                    if kind != StartTag {
                        continue;
                    }
                    if attributes.all.len() >= self.most_attributes {
                        self.capped = true;
                        continue;
                    }
                    let name = self.names.get(&self.html[name]);
                    // Of two attributes of one name the first counts (13.2.5.33).
                    if !attributes.has(&name) {
                        attributes.push(name, reference::resolved(value, true));
                    }
                }
            }
        }
    }

    /// The value of the attribute whose name was read, as it is written.
    fn value(&mut self) -> Option<StrTendril> {
        let next = self.position(self.at, |byte| !is_space(byte));
        if *self.bytes.get(next)? != b'=' {
            return Some(StrTendril::new());
        }
        let start = self.position(next + 1, |byte| !is_space(byte));
        let (start, end) = match *self.bytes.get(start)? {
            quote @ (b'"' | b'\'') => {
                let length = memchr(quote, &self.bytes[start + 1..])?;
                self.at = start + length + 2;
                (start + 1, start + 1 + length)
            }
            _ => {
                self.at = self.position(start, |byte| is_space(byte) || byte == b'>');
                (start, self.at)
            }
        };
        Some(self.piece(start, end))
    }
}
