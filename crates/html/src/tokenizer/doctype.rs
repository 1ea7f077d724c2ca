//! The document type, which decides about quirks (WHATWG HTML, 13.2.5.53 to 13.2.5.68).

use memchr::{memchr, memchr2};

use super::is_space;
use crate::Doctype;

/// The rest of a declaration, as far as it is read.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Whether something follows the identifiers, so that the end does not matter.
    is_bogus: bool,
}

/// Reads what follows `<!DOCTYPE`; the declaration, and where it ends.
pub(super) fn read(text: &str) -> (Doctype, usize) {
    let mut reader = Reader { text, at: 0, is_bogus: false };
    let mut doctype = Doctype::default();
    doctype.force_quirks = !reader.declaration(&mut doctype);
    (doctype, reader.at)
}

impl Reader<'_> {
    /// Whether the declaration is sound enough.
    fn declaration(&mut self, doctype: &mut Doctype) -> bool {
        self.space();
        let start = self.at;
        while self.next().is_some_and(|byte| !is_space(byte) && byte != b'>') {
            self.at += 1;
        }
        if start == self.at {
            self.end();
            return false;
        }
        doctype.name = Some(replaced(&self.text[start..self.at].to_ascii_lowercase()));
        self.space();
        let sound = match self.keyword() {
            Some(b"public") => self.quoted(&mut doctype.public_id) && self.system(doctype, false),
            Some(_) => self.system(doctype, true),
            None => self.next() == Some(b'>'),
        };
        let ends = self.end();
        (ends || self.is_bogus) && sound
    }

    /// Reads the identifier of the system, which may have to be there; whether it is as it has to
    /// be.
    fn system(&mut self, doctype: &mut Doctype, needed: bool) -> bool {
        self.space();
        if !needed && self.next() == Some(b'>') {
            return true;
        }
        let whole = self.quoted(&mut doctype.system_id);
        self.space();
        self.is_bogus = whole && self.next().is_some_and(|byte| byte != b'>');
        whole
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self.next().is_some_and(is_space) {
            self.at += 1;
        }
    }

    /// Moves behind `PUBLIC` or `SYSTEM`, if it is here.
    fn keyword(&mut self) -> Option<&'static [u8]> {
        let rest = &self.text.as_bytes()[self.at..];
        let is = |word: &&[u8]| {
            rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
        };
        let found = [&b"public"[..], b"system"].into_iter().find(is)?;
        self.at += found.len();
        Some(found)
    }

    /// Reads an identifier in quotes; whether there is a whole one.
    fn quoted(&mut self, identifier: &mut Option<String>) -> bool {
        self.space();
        let Some(quote @ (b'"' | b'\'')) = self.next() else { return false };
        let rest = &self.text[self.at + 1..];
        // An identifier without its closing quote ends with the declaration.
        let length = memchr2(quote, b'>', rest.as_bytes()).unwrap_or(rest.len());
        *identifier = Some(replaced(&rest[..length]));
        self.at += 1 + length;
        let whole = self.next() == Some(quote);
        self.at += usize::from(whole);
        whole
    }

    /// Goes behind the end of the declaration; whether it has one.
    fn end(&mut self) -> bool {
        let found = memchr(b'>', &self.text.as_bytes()[self.at..]);
        self.at = found.map_or(self.text.len(), |found| self.at + found + 1);
        found.is_some()
    }
}

/// The text with replacement characters for NUL.
fn replaced(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_to_their_end() {
        let public = "-//W3C//DTD HTML 4.01//EN";
        let system = "http://www.w3.org/TR/html4/strict.dtd";
        let whole = format!(" HTML PUBLIC \"{public}\" '{system}'>");
        for (text, name, ids, quirks) in [
            (" html>", Some("html"), (None, None), false),
            (">", None, (None, None), true),
            ("", None, (None, None), true),
            (" html", Some("html"), (None, None), true),
            (whole.as_str(), Some("html"), (Some(public), Some(system)), false),
            (" html public 'a'>", Some("html"), (Some("a"), None), false),
            (" html public>", Some("html"), (None, None), true),
            (" html system 'a'>", Some("html"), (None, Some("a")), false),
            (" html system>", Some("html"), (None, None), true),
            (" html public 'a>", Some("html"), (Some("a"), None), true),
            (" html x>", Some("html"), (None, None), true),
            (" html system '' x", Some("html"), (None, Some("")), false),
            (" html system '' ", Some("html"), (None, Some("")), true),
            (" h\0ml>", Some("h\u{fffd}ml"), (None, None), false),
        ] {
            let (found, end) = read(text);
            assert_eq!(found.name.as_deref(), name, "{text}");
            let found_ids = (found.public_id.as_deref(), found.system_id.as_deref());
            assert_eq!((found_ids, found.force_quirks), (ids, quirks), "{text}");
            assert_eq!(end, text.len(), "{text}");
        }
        assert_eq!(read(" html>text").1, 6);
    }
}
