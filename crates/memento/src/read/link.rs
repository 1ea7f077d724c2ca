//! The link format (RFC 6690, RFC 8288) as archives write it: attributes in any order, quoted or
//! not, commas and semicolons inside URIs and quotes, empty members.

/// A link: its target and its attributes, with names in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link<'a> {
    pub(super) uri: &'a str,
    attributes: Vec<(String, String)>,
}

impl Link<'_> {
    /// The first value of an attribute: of repeated ones, only the first counts (RFC 8288, 3.3).
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Whether `rel` contains a word, in any case.
    pub(super) fn has_rel(&self, word: &str) -> bool {
        let words = self.attribute("rel").unwrap_or_default();
        words.split_ascii_whitespace().any(|w| w.eq_ignore_ascii_case(word))
    }
}

/// Attributes that are kept of one link.
// Mementos need `rel` and `datetime`; a hostile list can give thousands.
const MAX_ATTRIBUTES: usize = 64;

/// A part of the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Link(Link<'a>),
    /// A `<` without `>`: the rest of the text is cut off.
    Unterminated,
    /// Text that is no link.
    Stray,
}

/// Iterates over the parts of a text.
pub(super) struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Parts<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// The text after the parts so far.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        self.rest = self.rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        if self.rest.is_empty() {
            return None;
        }
        let Some(target) = self.rest.strip_prefix('<') else {
            let next = self.rest.find('<').unwrap_or(self.rest.len());
            self.rest = &self.rest[next..];
            return Some(Part::Stray);
        };
        let Some((uri, rest)) = target.split_once('>') else {
            self.rest = "";
            return Some(Part::Unterminated);
        };
        self.rest = rest;
        let mut attributes = Vec::new();
        while let Some((name, value, rest)) = attribute(self.rest) {
            if attributes.len() < MAX_ATTRIBUTES && !name.is_empty() {
                attributes.push((name, value));
            }
            self.rest = rest;
        }
        // Malformed text up to the next comma must not become a part of the next link.
        let end = self.rest.find([',', '<']).unwrap_or(self.rest.len());
        self.rest = &self.rest[end..];
        Some(Part::Link(Link { uri, attributes }))
    }
}

/// `; name = value` at the beginning of a text: name, value and the text after it.
fn attribute(text: &str) -> Option<(String, String, &str)> {
    let text = text.trim_start().strip_prefix(';')?.trim_start();
    let end = text.find(['=', ';', ',', '<']).unwrap_or(text.len());
    let name = text[..end].trim().to_ascii_lowercase();
    let Some(value) = text[end..].strip_prefix('=') else {
        return Some((name, String::new(), &text[end..]));
    };
    let value = value.trim_start();
    if let Some(quoted) = value.strip_prefix('"') {
        let (unescaped, used) = unquote(quoted);
        return Some((name, unescaped, &quoted[used..]));
    }
    let end = value.find([';', ',']).unwrap_or(value.len());
    Some((name, value[..end].trim().to_owned(), &value[end..]))
}

/// Reads up to the closing quote: the value, and the bytes it took with the quote.
fn unquote(text: &str) -> (String, usize) {
    let mut out = String::new();
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => {
                out.push(c);
                escaped = false;
            }
            '\\' => escaped = true,
            '"' => return (out, at + 1),
            _ => out.push(c),
        }
    }
    (out, text.len())
}
