//! A position in the text of a selector, and the tokens that can be read there.

use super::error::SelectorError;

pub(super) type Result<T, E = SelectorError> = std::result::Result<T, E>;

/// Hexadecimal digits of an escaped character (CSS Syntax Level 3, 4.3.7).
const ESCAPE_DIGITS: usize = 6;

/// Reads the text of a selector from left to right.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte that is read next.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// An error at this position.
    pub(super) fn error(&self, message: &str, hint: &'static str) -> SelectorError {
        SelectorError::new(self.at, message, hint)
    }

    /// Moves behind `wanted` if it is here; whether it was.
    pub(super) fn take(&mut self, wanted: &str) -> bool {
        let is_here = self.rest().starts_with(wanted);
        self.at += if is_here { wanted.len() } else { 0 };
        is_here
    }

    /// Moves behind the next character.
    pub(super) fn skip(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Moves behind `wanted`, or fails if it is not here.
    pub(super) fn expect(&mut self, wanted: &str) -> Result<()> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(self.error(&format!("{wanted:?} is missing"), "")),
        }
    }

    /// Moves behind white space; whether there was some.
    pub(super) fn space(&mut self) -> bool {
        let before = self.rest().len();
        self.at = self.text.len() - self.rest().trim_start().len();
        self.rest().len() < before
    }

    /// Moves to `sign`, or to the end if there is none; the text passed.
    pub(super) fn until(&mut self, sign: char) -> &'a str {
        let passed = &self.rest()[..self.rest().find(sign).unwrap_or(self.rest().len())];
        self.at += passed.len();
        passed
    }

    /// A name, or an error that says which one is missing.
    pub(super) fn identifier(&mut self, what: &str) -> Result<String> {
        let hint = "names that begin with a digit or have other signs in them: [id=\"1\"], \
            [class~=\"a:b\"]";
        self.identifier_if_any().ok_or_else(|| self.error(&format!("{what} is missing"), hint))
    }

    pub(super) fn identifier_if_any(&mut self) -> Option<String> {
        let mut name = String::new();
        while let Some(c) = self.peek() {
            // A name may not begin with a digit, nor with a hyphen and a digit.
            let is_leading_digit = c.is_ascii_digit() && (name.is_empty() || name == "-");
            let is_letter = c.is_alphanumeric() || c == '-' || c == '_' || !c.is_ascii();
            if c == '\\' {
                self.at += 1;
                name.push(self.escaped()?);
            } else if is_letter && !is_leading_digit {
                name.push(c);
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
        // A hyphen alone is no name.
        (!name.is_empty() && name != "-").then_some(name)
    }

    /// The character behind a backslash: itself, or given by hexadecimal digits and a space.
    fn escaped(&mut self) -> Option<char> {
        let digits: String =
            self.rest().chars().take(ESCAPE_DIGITS).take_while(char::is_ascii_hexdigit).collect();
        if digits.is_empty() {
            let c = self.peek()?;
            self.at += c.len_utf8();
            return Some(c);
        }
        self.at += digits.len();
        // The space ends the number where a digit follows.
        self.take(" ");
        u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
    }

    /// The value of an attribute: in quotes, or a name.
    pub(super) fn value(&mut self) -> Result<String> {
        let Some(quote @ ('"' | '\'')) = self.peek() else {
            return self.identifier("a value").map_err(|error| SelectorError {
                hint: "values with other signs than letters need quotes: [href^=\"/news\"]",
                ..error
            });
        };
        let begin = self.at;
        self.at += 1;
        let mut value = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                _ if c == quote => return Ok(value),
                // A backslash at the end escapes nothing; the missing quote is the error.
                '\\' => value.extend(self.escaped()),
                _ => value.push(c),
            }
        }
        Err(SelectorError::new(begin, "a quote is not closed", ""))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_no_letter_follows() {
        for (text, name, rest) in [
            ("a.b", Some("a"), Some('.')),
            ("-a1_b ", Some("-a1_b"), Some(' ')),
            ("1a", None, Some('1')),
            ("-1", None, Some('1')),
            ("-", None, None),
            ("\u{e9}t\u{e9}>", Some("\u{e9}t\u{e9}"), Some('>')),
            ("a\\:b", Some("a:b"), None),
            ("\\31 a", Some("1a"), None),
            ("\\0031a", Some("\u{31a}"), None),
            ("\\110000", None, None),
            ("a\\", None, None),
            ("", None, None),
        ] {
            let mut cursor = Cursor::new(text);
            assert_eq!(cursor.identifier_if_any().as_deref(), name, "{text}");
            assert_eq!(cursor.peek(), rest, "{text}");
        }
    }

    #[test]
    fn quoted_values_may_hold_anything_but_their_quote() {
        for (text, value) in [
            ("\"a b]\"", Ok("a b]")),
            ("'a\"b'", Ok("a\"b")),
            ("\"a\\\"b\"", Ok("a\"b")),
            ("news", Ok("news")),
            ("\"a", Err(0)),
            ("'a\\", Err(0)),
            ("/news", Err(0)),
        ] {
            let found = Cursor::new(text).value().map_err(|error| error.at);
            assert_eq!(found.as_deref().map_err(|at| *at), value, "{text}");
        }
    }

    #[test]
    fn positions_are_bytes_of_the_text() {
        let mut cursor = Cursor::new("\u{e9} > b)c");
        cursor.identifier_if_any();
        assert!(cursor.space() && !cursor.space());
        assert_eq!(cursor.position(), 3);
        assert!(cursor.take(">") && !cursor.take(">"));
        assert_eq!(cursor.until(')'), " b");
        assert!(cursor.expect(")").is_ok());
        assert_eq!(cursor.expect(")").map_err(|error| error.at), Err(7));
        assert_eq!(cursor.until(')'), "c");
    }
}
