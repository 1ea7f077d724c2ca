//! The link format (RFC 6690, RFC 8288), as archives write it: attributes in any order, quoted or
//! not, with commas and semicolons inside URIs and quotes, with empty members.

/// One link: its target and its attributes, names in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link<'a> {
    pub(crate) uri: &'a str,
    pub(crate) attributes: Vec<(String, String)>,
}

impl Link<'_> {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Whether `rel` has a word, in any case.
    pub(crate) fn is(&self, word: &str) -> bool {
        let words = self.attribute("rel").unwrap_or_default();
        words.split_ascii_whitespace().any(|w| w.eq_ignore_ascii_case(word))
    }
}

/// Attributes kept of one link, at most.
const MOST_ATTRIBUTES: usize = 64;

/// What stands at a place of the text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part<'a> {
    Link(Link<'a>),
    /// A `<` without `>`: the rest of the text is cut off.
    Unterminated,
    /// Text that is no link.
    Stray,
}

/// The parts of a text, in order.
pub(crate) struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Parts<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// What is behind the parts so far.
    pub(crate) fn rest(&self) -> &'a str {
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
            // Of a name that is there already the first counts.
            if attributes.len() < MOST_ATTRIBUTES && !name.is_empty() {
                attributes.push((name, value));
            }
            self.rest = rest;
        }
        // What is left of this link before the next comma is none of the next link.
        let end = self.rest.find([',', '<']).unwrap_or(self.rest.len());
        self.rest = &self.rest[end..];
        Some(Part::Link(Link { uri, attributes }))
    }
}

/// `; name = value`, where one stands here.
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

/// The text up to the closing quote, and how many bytes that took with the quote.
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
