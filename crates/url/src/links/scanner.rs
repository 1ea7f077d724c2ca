//! A page cut into text and tags: quoted and unquoted attributes, comments, raw text.

use std::borrow::Cow;

use crate::entities::unescape_attribute;

/// A piece of a page.
pub(super) enum Token<'h> {
    /// Text between tags, character references not undone.
    Text(&'h str),
    Start(Tag<'h>),
    /// The name of an end tag.
    End(&'h str),
}

/// A start tag: its name and the text of its attributes.
pub(super) struct Tag<'h> {
    pub(super) name: &'h str,
    attributes: &'h str,
    /// Byte offset of the tag in the page.
    pub(super) offset: usize,
}

impl<'h> Tag<'h> {
    /// The first attribute of a name, character references undone.
    pub(super) fn value(&self, wanted: &str) -> Option<Cow<'h, str>> {
        let mut rest = self.attributes;
        loop {
            let (name, value, behind) = attribute(rest)?;
            if name.eq_ignore_ascii_case(wanted) {
                return Some(unescape_attribute(value));
            }
            rest = behind;
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// Name, value and rest of the next attribute.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim_start_matches(|c: char| c == '/' || (c.is_ascii() && is_space(c as u8)));
    if text.is_empty() {
        return None;
    }
    let bytes = text.as_bytes();
    // A name may begin with an equals sign.
    let name_end = (1..bytes.len())
        .find(|&i| is_space(bytes[i]) || matches!(bytes[i], b'=' | b'/'))
        .unwrap_or(bytes.len());
    let name_end = (name_end..=text.len()).find(|&i| text.is_char_boundary(i))?;
    let (name, rest) = text.split_at(name_end);
    let after = rest.trim_start_matches(|c: char| c.is_ascii() && is_space(c as u8));
    let Some(value) = after.strip_prefix('=') else { return Some((name, "", rest)) };
    let value = value.trim_start_matches(|c: char| c.is_ascii() && is_space(c as u8));
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote) {
            return Some(inner.split_once(quote).map_or((name, inner, ""), |(v, r)| (name, v, r)));
        }
    }
    let end = value.bytes().position(is_space).unwrap_or(value.len());
    Some((name, &value[..end], &value[end..]))
}

/// Cuts a page into text and tags.
pub(super) struct Scanner<'h> {
    html: &'h str,
    at: usize,
}

/// Elements whose content is no markup.
const RAW: [&str; 8] =
    ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"];

impl<'h> Scanner<'h> {
    pub(super) fn new(html: &'h str) -> Self {
        Scanner { html, at: 0 }
    }

    /// The next piece; `None` at the end of the page, also when it ends inside a tag.
    pub(super) fn next(&mut self) -> Option<Token<'h>> {
        loop {
            let rest = self.html.get(self.at..).filter(|rest| !rest.is_empty())?;
            if !rest.starts_with('<') {
                let end = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
                self.at += end;
                return Some(Token::Text(&rest[..end]));
            }
            match rest.as_bytes().get(1) {
                Some(b) if b.is_ascii_alphabetic() => return self.start_tag(rest),
                Some(b'/') if rest.as_bytes().get(2).is_some_and(u8::is_ascii_alphabetic) => {
                    let name = tag_name(&rest[2..]);
                    self.at += tag_end(rest)?;
                    return Some(Token::End(name));
                }
                Some(b'!' | b'?' | b'/') => self.at += skip_length(rest),
                _ => {
                    self.at += 1;
                    return Some(Token::Text("<"));
                }
            }
        }
    }

    fn start_tag(&mut self, rest: &'h str) -> Option<Token<'h>> {
        let name = tag_name(&rest[1..]);
        let end = tag_end(rest)?;
        let offset = self.at;
        self.at += end;
        // Text of scripts may hold what looks like tags.
        if RAW.iter().any(|raw| name.eq_ignore_ascii_case(raw)) {
            self.at += raw_length(&self.html[self.at..], name);
        }
        let attributes = &rest[1 + name.len()..end - 1];
        Some(Token::Start(Tag { name, attributes, offset }))
    }
}

fn tag_name(text: &str) -> &str {
    let end = text.bytes().position(|b| is_space(b) || matches!(b, b'/' | b'>'));
    &text[..end.unwrap_or(text.len())]
}

/// Length of a tag with its `>`, which does not count inside quotes. `None`: the page ends in it.
fn tag_end(tag: &str) -> Option<usize> {
    let bytes = tag.as_bytes();
    let mut at = 1;
    let mut before_value = false;
    loop {
        match *bytes.get(at)? {
            b'>' => return Some(at + 1),
            quote @ (b'"' | b'\'') if before_value => {
                at += 1 + memchr::memchr(quote, &bytes[at + 1..])?;
                before_value = false;
            }
            b'=' => before_value = true,
            b if is_space(b) => {}
            _ => before_value = false,
        }
        at += 1;
    }
}

/// Length of a comment, declaration or other construct to skip.
fn skip_length(rest: &str) -> usize {
    let end = |from: usize, mark: &str| {
        let found = memchr::memmem::find(&rest.as_bytes()[from..], mark.as_bytes());
        found.map_or(rest.len(), |at| from + at + mark.len())
    };
    match rest.as_bytes() {
        [b'<', b'!', b'-', b'-', b'>', ..] => 5,
        [b'<', b'!', b'-', b'-', b'-', b'>', ..] => 6,
        [b'<', b'!', b'-', b'-', ..] => comment_end(rest),
        _ => end(2.min(rest.len()), ">"),
    }
}

/// A comment ends with `-->` or `--!>`.
fn comment_end(rest: &str) -> usize {
    let mut at = 4;
    while let Some(found) = memchr::memmem::find(&rest.as_bytes()[at..], b"--") {
        let behind = &rest.as_bytes()[at + found + 2..];
        if behind.first() == Some(&b'>') {
            return at + found + 3;
        }
        if behind.starts_with(b"!>") {
            return at + found + 4;
        }
        at += found + 1;
    }
    rest.len()
}

/// Length of raw text up to its end tag.
fn raw_length(rest: &str, name: &str) -> usize {
    let bytes = rest.as_bytes();
    memchr::memmem::find_iter(bytes, b"</")
        .find(|&at| {
            let end = at + 2 + name.len();
            bytes.get(at + 2..end).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
                && bytes.get(end).is_none_or(|b| is_space(*b) || matches!(b, b'/' | b'>'))
        })
        .unwrap_or(rest.len())
}
