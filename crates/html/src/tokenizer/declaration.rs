//! What begins with `<!`: comments, the doctype, CDATA sections (WHATWG HTML, 13.2.5.42 "Markup
//! declaration open state").

use memchr::{memchr, memmem};

use super::{Syntax, Tokenizer, doctype};
use crate::{TextMode, Token, TokenSink};

impl<S: TokenSink> Tokenizer<'_, S> {
    /// What begins with `<!`.
    pub(super) fn declaration(&mut self) {
        const DOCTYPE: &[u8] = b"doctype";
        const CDATA: &[u8] = b"[CDATA[";
        let start = self.at + 2;
        let rest = &self.bytes()[start..];
        if rest.starts_with(b"--") {
            let (end, next) = comment(self.bytes(), start + 2);
            let text = self.without_null(start + 2, end);
            self.at = next;
            self.emit(Token::Comment(text));
        } else if rest.get(..DOCTYPE.len()).is_some_and(|word| word.eq_ignore_ascii_case(DOCTYPE)) {
            let (doctype, end) = doctype::read(&self.source.html()[start + DOCTYPE.len()..]);
            self.at = start + DOCTYPE.len() + end;
            self.emit(Token::Doctype(&doctype));
        } else if rest.starts_with(CDATA)
            // In HTML only SVG and MathML have CDATA sections; elsewhere they are bogus comments.
            && (self.syntax == Syntax::Xhtml || self.sink.is_in_foreign())
        {
            self.at = start + CDATA.len();
            self.cdata();
        } else {
            self.bogus_comment(start);
        }
    }

    /// Reads a CDATA section: text up to `]]>`.
    fn cdata(&mut self) {
        let found = memmem::find(&self.bytes()[self.at..], b"]]>");
        let end = found.map_or(self.bytes().len(), |found| self.at + found);
        while self.at < end && self.mode != TextMode::Stop {
            let null = memchr(0, &self.bytes()[self.at..end]);
            self.text_to(null.map_or(end, |null| self.at + null));
            if null.is_some() {
                self.at += 1;
                self.emit(Token::Null);
            }
        }
        self.at = if found.is_some() { end + 3 } else { end };
    }
}

/// Where the text of a comment ends that begins at `start`, and where the comment ends.
fn comment(bytes: &[u8], start: usize) -> (usize, usize) {
    // `<!-->` and `<!--->` are whole comments (13.2.5.43).
    for abrupt in [&b">"[..], b"->"] {
        if bytes[start..].starts_with(abrupt) {
            return (start, start + abrupt.len());
        }
    }
    let mut at = start;
    while let Some(found) = memmem::find(&bytes[at..], b"--") {
        at += found + 2;
        // More dashes before the end are text of the comment: `--->`.
        at += bytes[at..].iter().take_while(|byte| **byte == b'-').count();
        for end in [&b">"[..], b"!>"] {
            if bytes[at..].starts_with(end) {
                return (at - 2, at + end.len());
            }
        }
    }
    // What would have begun the end is no text (13.2.5.50 to 13.2.5.52, EOF).
    let text = &bytes[start..];
    let begun = [&b"--!"[..], b"--", b"-"].into_iter().find(|end| text.ends_with(end));
    (bytes.len() - begun.map_or(0, <[u8]>::len), bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_where_browsers_end_them() {
        for (whole, text, rest) in [
            (" a --> b", " a ", " b"),
            ("> b", "", " b"),
            ("-> b", "", " b"),
            (" a --!> b", " a ", " b"),
            (" a ---> b", " a -", " b"),
            (" a -- > b", " a -- > b", ""),
            (" a - -> b", " a - -> b", ""),
            ("a--!-->b", "a--!", "b"),
            (" a --", " a ", ""),
            (" a --!", " a ", ""),
            ("a---", "a-", ""),
            ("-", "", ""),
            ("", "", ""),
        ] {
            let (end, next) = comment(whole.as_bytes(), 0);
            assert_eq!((&whole[..end], &whole[next..]), (text, rest), "{whole:?}");
        }
    }
}
