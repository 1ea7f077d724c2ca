//! What begins with `<!`: comments, the doctype, CDATA sections (WHATWG HTML, 13.2.5.42 "Markup
//! declaration open state").

use html5ever::tokenizer::{DoctypeToken, NullCharacterToken, TokenSink};
use memchr::{memchr, memmem};

use super::{Tokenizer, doctype};
use crate::tree::Syntax;

impl<S: TokenSink> Tokenizer<'_, S> {
    /// What begins with `<!`.
    pub(super) fn declaration(&mut self) {
        const DOCTYPE: &[u8] = b"doctype";
        const CDATA: &[u8] = b"[CDATA[";
        let start = self.at + 2;
        let rest = &self.bytes[start..];
        if rest.starts_with(b"--") {
            self.at = comment_end(self.bytes, start + 2);
        } else if rest.get(..DOCTYPE.len()).is_some_and(|word| word.eq_ignore_ascii_case(DOCTYPE)) {
            let (doctype, end) = doctype::read(&self.html[start + DOCTYPE.len()..]);
            self.at = start + DOCTYPE.len() + end;
            self.emit(DoctypeToken(doctype));
        } else if rest.starts_with(CDATA)
            // In HTML only SVG and MathML have CDATA sections; elsewhere they are bogus comments.
            && (self.syntax == Syntax::Xhtml
                || self.sink.adjusted_current_node_present_but_not_in_html_namespace())
        {
            self.at = start + CDATA.len();
            self.cdata();
        } else {
            self.pass_to(start, b">");
        }
    }

    /// Reads a CDATA section: text up to `]]>`.
    fn cdata(&mut self) {
        let found = memmem::find(&self.bytes[self.at..], b"]]>");
        let end = found.map_or(self.bytes.len(), |found| self.at + found);
        while self.at < end {
            let null = memchr(0, &self.bytes[self.at..end]);
            self.text_to(null.map_or(end, |null| self.at + null));
            if null.is_some() {
                self.emit(NullCharacterToken);
                self.at += 1;
            }
        }
        self.at = if found.is_some() { end + 3 } else { end };
    }
}

/// Where a comment ends whose text begins at `start`.
fn comment_end(bytes: &[u8], start: usize) -> usize {
    // `<!-->` and `<!--->` are whole comments (13.2.5.43).
    for abrupt in [&b">"[..], b"->"] {
        if bytes[start..].starts_with(abrupt) {
            return start + abrupt.len();
        }
    }
    let mut at = start;
    while let Some(found) = memmem::find(&bytes[at..], b"--") {
        at += found + 2;
        // More dashes before the end are text of the comment: `--->`.
        let dashes = bytes[at..].iter().take_while(|byte| **byte == b'-').count();
        at += dashes;
        for end in [&b">"[..], b"!>"] {
            if bytes[at..].starts_with(end) {
                return at + end.len();
            }
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_where_browsers_end_them() {
        for (text, rest) in [
            (" a --> b", " b"),
            ("> b", " b"),
            ("-> b", " b"),
            (" a --!> b", " b"),
            (" a ---> b", " b"),
            (" a -- > b", ""),
            (" a - -> b", ""),
            ("", ""),
        ] {
            assert_eq!(&text[comment_end(text.as_bytes(), 0)..], rest, "{text:?}");
        }
    }
}
