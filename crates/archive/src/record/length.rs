//! What a record says about the length of its block: one reading for all who need it.

use super::header::{self, Field, Oddities};

/// Values of a repeated `Content-Length` that are looked at.
const MOST_VALUES: usize = 8;
/// Characters shown of a value that is no number.
const SHOWN: usize = 40;
/// Bytes of an HTTP message in which its head must end to be read here.
const HTTP_HEAD: usize = 64 << 10;
/// Interim responses (RFC 9110, section 15.2) that are read over.
const MOST_INTERIM: usize = 8;

/// What a header says about the length of the block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Length {
    Known(u64),
    Missing,
    Malformed(String),
    /// Different values, in the order stated.
    Conflict(Vec<u64>),
}

impl Length {
    /// The length that the fields of a header state (ISO 28500, section 5.3).
    pub(crate) fn stated(text: &str, fields: &[Field]) -> Self {
        let mut values = fields
            .iter()
            .filter(|f| f.name(text).eq_ignore_ascii_case("Content-Length"))
            .map(|f| f.value(text));
        let Some(first) = values.next() else { return Self::Missing };
        // Repeating the same value is harmless.
        let rest: Vec<_> = values.filter(|v| *v != first).collect();
        if rest.is_empty() {
            return number(first.as_bytes())
                .map_or_else(|| Self::Malformed(first.chars().take(SHOWN).collect()), Self::Known);
        }
        let values = std::iter::once(first).chain(rest);
        let numbers = values.filter_map(|value| number(value.as_bytes()));
        // Each is tried against what follows, so their number is bounded.
        Self::Conflict(numbers.take(MOST_VALUES).collect())
    }
}

/// Digits only. What does not fit 64 bits is as long as can be: whoever adds to a length from
/// outside adds with saturation.
pub(crate) fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(
        digits
            .iter()
            .fold(0_u64, |n, digit| n.saturating_mul(10).saturating_add(u64::from(digit - b'0'))),
    )
}

/// Bytes of the HTTP message at the start of a block, head and body, as its own fields say (RFC
/// 9112, section 6.3). `None` where they do not: the body is chunked, or ends with the connection.
pub(crate) fn http_message(block: &[u8]) -> Option<u64> {
    let look = &block[..block.len().min(HTTP_HEAD)];
    let mut start = 0;
    for _ in 0..MOST_INTERIM {
        let head = look.get(start..)?;
        let line_end = memchr::memchr(b'\n', head)?;
        let line = head[..line_end].trim_ascii_end();
        let is_response = line.starts_with(b"HTTP/");
        if !is_response && !line.rsplit(|b| *b == b' ').next()?.starts_with(b"HTTP/") {
            return None;
        }
        let (lines, body) = header::blank_line(head, line_end)?;
        let body = start + body;
        if !is_interim(line) {
            let body_length = body_length(head.get(line_end + 1..lines)?, is_response)?;
            return Some((body as u64).saturating_add(body_length));
        }
        start = body;
    }
    None
}

fn is_interim(line: &[u8]) -> bool {
    let status = line.split(|b| *b == b' ').nth(1);
    line.starts_with(b"HTTP/") && status.is_some_and(|s| s.len() == 3 && s[0] == b'1')
}

fn body_length(lines: &[u8], is_response: bool) -> Option<u64> {
    let (mut odd, mut fields) = (Oddities::default(), Vec::new());
    let text = header::text(lines, &mut odd);
    header::fields(&text, &mut fields, &mut odd);
    if header::get(&text, &fields, "Transfer-Encoding").is_some() {
        return None;
    }
    match Length::stated(&text, &fields) {
        Length::Known(length) => Some(length),
        // A request without length has no body; a response goes on to the end.
        Length::Missing if !is_response => Some(0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size() {
        let cases: [(&[u8], Option<u64>); 8] = [
            (b"0", Some(0)),
            (b"0012", Some(12)),
            (b"18446744073709551615", Some(u64::MAX)),
            (b"18446744073709551616", Some(u64::MAX)),
            (b"1000000000000000000000000000000", Some(u64::MAX)),
            (b"", None),
            (b"-1", None),
            (b"1 2", None),
        ];
        for (digits, expected) in cases {
            assert_eq!(number(digits), expected, "{}", digits.escape_ascii());
        }
    }

    #[test]
    fn http_messages() {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
        let cases = [
            (head.to_owned(), Some(head.len() as u64 + 5)),
            (head.replace("\r\n", "\n"), Some(head.len() as u64 + 2)),
            (format!("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n{head}"), Some(80)),
            (head.replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n"), None),
            (head.replace("\r\n\r\n", "\r\nContent-Length: 6\r\n\r\n"), None),
            (head.replace("Length: 5", "Length: x"), None),
            ("HTTP/1.1 200 OK\r\n\r\n".to_owned(), None),
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(), Some(27)),
            ("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n".to_owned(), Some(41)),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5".to_owned(), None),
            ("<p>A page\r\n\r\n".to_owned(), None),
            (String::new(), None),
        ];
        for (block, expected) in cases {
            assert_eq!(http_message(block.as_bytes()), expected, "{block}");
        }
        let huge = head.replace("Length: 5", "Length: 1000000000000000000000000000000");
        assert_eq!(http_message(huge.as_bytes()), Some(u64::MAX));
    }
}
