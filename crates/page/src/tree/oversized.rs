//! Tags with more attributes than a tokenizer that compares each with each can bear.

/// A tag as far as its attributes go.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Attributes in it.
    pub(super) attributes: usize,
    /// One past its `>`, or the end of the input.
    pub(super) end: usize,
    /// What ends the tag when the tokenizer has seen it up to the position asked for.
    pub(super) closing: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    Quoted(u8),
    Unquoted,
    AfterQuoted,
}

impl State {
    fn closing(self) -> &'static str {
        match self {
            Self::Quoted(b'"') => "\">",
            Self::Quoted(_) => "'>",
            _ => ">",
        }
    }
}

/// Follows the tag that begins at `start`, as the standard's tokenizer does. `seen` is the
/// position up to which a tokenizer has read it.
pub(super) fn measure(html: &[u8], start: usize, seen: usize) -> Extent {
    let mut state = State::TagName;
    let mut closing = state.closing();
    let mut attributes = 0;
    // The first byte after `<` is a letter, or the slash of an end tag.
    for (at, byte) in html.iter().enumerate().skip(start + 2) {
        if at == seen {
            closing = state.closing();
        }
        if *byte == b'>' && !matches!(state, State::Quoted(_)) {
            return Extent { attributes, end: at + 1, closing };
        }
        let next = step(state, *byte);
        attributes += usize::from(next == State::Name && state != State::Name);
        state = next;
    }
    if seen >= html.len() {
        closing = state.closing();
    }
    Extent { attributes, end: html.len(), closing }
}

fn step(state: State, byte: u8) -> State {
    let space = byte.is_ascii_whitespace() || byte == b'/';
    match (state, byte) {
        (State::TagName, _) if !space => State::TagName,
        (State::Name | State::AfterName, b'=') => State::BeforeValue,
        (State::Name | State::AfterName, _) if byte.is_ascii_whitespace() => State::AfterName,
        (State::BeforeValue, _) if byte.is_ascii_whitespace() => State::BeforeValue,
        (State::BeforeValue, b'"' | b'\'') => State::Quoted(byte),
        (State::Quoted(quote), _) if byte == quote => State::AfterQuoted,
        (State::Quoted(_), _) => state,
        (State::BeforeValue, _) => State::Unquoted,
        (State::Unquoted, _) if !byte.is_ascii_whitespace() => State::Unquoted,
        _ if space => State::BeforeName,
        _ => State::Name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_measured_as_the_standard_reads_them() {
        for (html, attributes, rest) in [
            ("<a>x", 0, "x"),
            ("<a href=x>y", 1, "y"),
            ("<a b='>' c=\">\" d>y", 3, "y"),
            ("<a b=''c=d/e>y", 2, "y"),
            ("<a b = 'c' / d / e>y", 3, "y"),
            ("<a =b>y", 1, "y"),
            ("</a b c>y", 2, "y"),
            ("<a b=\"", 1, ""),
            ("<a b=>y", 1, "y"),
        ] {
            let extent = measure(html.as_bytes(), 0, 1);
            assert_eq!((extent.attributes, &html[extent.end..]), (attributes, rest), "{html}");
        }
    }

    #[test]
    fn what_closes_a_tag_depends_on_where_it_is_cut() {
        let html = b"<a b='c d' e=\"f\" g>";
        for (seen, closing) in [(4, ">"), (7, "'>"), (11, ">"), (15, "\">"), (18, ">")] {
            assert_eq!(measure(html, 0, seen).closing, closing, "{seen}");
        }
    }
}
