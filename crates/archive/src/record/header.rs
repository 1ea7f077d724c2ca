//! Header fields: `name: value` lines, of records and of HTTP messages.

use std::borrow::Cow;

/// Where name and value of a field stand in their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    name: (u32, u32),
    value: (u32, u32),
}

impl Field {
    pub(crate) fn name<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.name.0 as usize..self.name.1 as usize).unwrap_or_default()
    }

    pub(crate) fn value<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.value.0 as usize..self.value.1 as usize).unwrap_or_default()
    }
}

/// First value of a field, the name in any case.
pub(crate) fn get<'t>(text: &'t str, fields: &[Field], name: &str) -> Option<&'t str> {
    let field = fields.iter().find(|f| f.name(text).eq_ignore_ascii_case(name))?;
    Some(field.value(text))
}

/// What was odd about header lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Oddities {
    /// The first line without a colon.
    pub(crate) no_colon: Option<String>,
    /// A line that is not UTF-8.
    pub(crate) not_utf8: bool,
}

/// The first blank line at or after `from`: where the lines before it end, and behind it. Lines may
/// end with LF, CRLF, or several CRs and a LF, as some broken writers left them.
pub(crate) fn blank_line(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    memchr::memchr_iter(b'\n', bytes.get(from..)?).map(|at| at + from + 1).find_map(|line| {
        // Converters turned CRLF into CRCRLF.
        let returns = bytes[line..].iter().take_while(|b| **b == b'\r').count();
        (bytes.get(line + returns) == Some(&b'\n')).then_some((line, line + returns + 1))
    })
}

/// The lines as one text that fields point into: as they stand where that is UTF-8 without folded
/// lines, else with folds joined by a space and bytes that are not UTF-8 read as Latin-1.
pub(crate) fn text<'a>(lines: &'a [u8], odd: &mut Oddities) -> Cow<'a, str> {
    match std::str::from_utf8(lines) {
        Ok(text) if !is_folded(lines) => Cow::Borrowed(text),
        _ => Cow::Owned(normalised(lines, odd)),
    }
}

fn is_folded(lines: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', lines).any(|at| matches!(lines.get(at + 1), Some(b' ' | b'\t')))
}

fn normalised(lines: &[u8], odd: &mut Oddities) -> String {
    let mut text = String::with_capacity(lines.len() + 16);
    for line in lines.split(|b| *b == b'\n') {
        let line = line.trim_ascii_end();
        // Continuation lines are deprecated in HTTP and allowed in WARC (ISO 28500, section 4).
        let folded = matches!(line.first(), Some(b' ' | b'\t')) && !text.is_empty();
        if folded {
            text.truncate(text.trim_end().len());
            text.push(' ');
        }
        let line = if folded { line.trim_ascii_start() } else { line };
        let line = utf8_or_latin1(line);
        odd.not_utf8 |= matches!(line, Cow::Owned(_));
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// A line as text: as UTF-8, or else as Latin-1, which loses no byte.
pub(crate) fn utf8_or_latin1(line: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(line) {
        Ok(line) => Cow::Borrowed(line),
        Err(_) => Cow::Owned(line.iter().map(|b| char::from(*b)).collect()),
    }
}

/// Finds the fields in a text of unfolded lines.
pub(crate) fn fields(text: &str, fields: &mut Vec<Field>, odd: &mut Oddities) {
    fields.clear();
    let bytes = text.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |n| start + n);
        let line = trim(bytes, start, end);
        match memchr::memchr(b':', &bytes[line.0..line.1]) {
            Some(colon) => {
                let name = trim(bytes, line.0, line.0 + colon);
                let value = trim(bytes, line.0 + colon + 1, line.1);
                fields.push(Field { name: narrow(name), value: narrow(value) });
            }
            // The first one is reported; more would say the same.
            None if line.0 < line.1 && odd.no_colon.is_none() => {
                odd.no_colon = Some(text[line.0..line.1].chars().take(80).collect());
            }
            None => {}
        }
        start = end + 1;
    }
}

fn trim(bytes: &[u8], mut from: usize, mut to: usize) -> (usize, usize) {
    while from < to && bytes[from].is_ascii_whitespace() {
        from += 1;
    }
    while to > from && bytes[to - 1].is_ascii_whitespace() {
        to -= 1;
    }
    (from, to)
}

/// Headers are capped far below 4 GiB; a place beyond reads as empty.
fn narrow((from, to): (usize, usize)) -> (u32, u32) {
    (u32::try_from(from).unwrap_or(u32::MAX), u32::try_from(to).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[u8]) -> (Vec<(String, String)>, Oddities) {
        let mut odd = Oddities::default();
        let text = text(lines, &mut odd);
        let mut found = Vec::new();
        fields(&text, &mut found, &mut odd);
        let pair = |f: &Field| (f.name(&text).to_owned(), f.value(&text).to_owned());
        (found.iter().map(pair).collect(), odd)
    }

    fn own(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn plain_lines() {
        let (fields, odd) = read(b"A: b\r\nc:d\nE :\r\n\r\n");
        assert_eq!(fields, own(&[("A", "b"), ("c", "d"), ("E", "")]));
        assert_eq!(odd, Oddities::default());
    }

    #[test]
    fn folded_lines_are_joined() {
        let (fields, _) = read(b"X-Fold: a\r\n  b\r\n\tc\r\nY: z\r\n");
        assert_eq!(fields, own(&[("X-Fold", "a b c"), ("Y", "z")]));
    }

    #[test]
    fn latin1_and_lines_without_colon() {
        let (fields, odd) = read(b"A: caf\xe9\r\nno colon\r\nB: \xc3\xa9\r\n");
        assert_eq!(fields, own(&[("A", "café"), ("B", "é")]));
        assert_eq!(odd, Oddities { no_colon: Some("no colon".into()), not_utf8: true });
    }

    #[test]
    fn blank_lines() {
        assert_eq!(blank_line(b"a\r\n\r\nb", 0), Some((3, 5)));
        assert_eq!(blank_line(b"a\n\nb", 0), Some((2, 3)));
        assert_eq!(blank_line(b"a\r\n\r\r\nb", 0), Some((3, 6)));
        assert_eq!(blank_line(b"a\r\n\r", 0), None);
    }
}
