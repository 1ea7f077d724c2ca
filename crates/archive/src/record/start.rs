//! Where records plausibly start. Reading after damage rests on this: a start found by searching
//! must show more than one found where it is expected.

use super::arc;

/// Longest line end, field name and colon behind a version line that are looked at.
const FIRST_FIELD: usize = 80;

/// True where a record starts if one is expected here.
pub(crate) fn is_record(bytes: &[u8]) -> bool {
    is_version_line(bytes) || arc::starts(bytes)
}

/// `WARC/1`, in any case.
pub(crate) fn is_version_line(bytes: &[u8]) -> bool {
    bytes.len() > 5 && bytes[..5].eq_ignore_ascii_case(b"WARC/") && bytes[5].is_ascii_digit()
}

/// True where the first line of a record may begin and the bytes end before it does.
pub(crate) fn may_begin(bytes: &[u8]) -> bool {
    let version = &bytes[..bytes.len().min(5)];
    let is_prefix = b"WARC/"[..version.len()].eq_ignore_ascii_case(version);
    (bytes.len() < 6 && is_prefix) || arc::may_start(bytes)
}

/// True where a WARC record starts even if none is expected here: a version line and a field name
/// behind it, as far as there are bytes.
pub(crate) fn is_warc_header(bytes: &[u8]) -> bool {
    if !is_version_line(bytes) {
        return false;
    }
    let head = &bytes[..bytes.len().min(5 + 16 + FIRST_FIELD)];
    // Too few bytes to see the line end: the version line alone has to do.
    let Some(end) = memchr::memchr(b'\n', head) else { return bytes.len() < 5 + 16 };
    let version = head[5..end].trim_ascii_end();
    let field = &head[end + 1..];
    let name = field.iter().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')));
    // Pages about the format quote version lines in running text.
    version.iter().all(|b| b.is_ascii_digit() || *b == b'.')
        && match name {
            Some(0) => false,
            Some(colon) => field[colon] == b':',
            None => field.len() < FIRST_FIELD,
        }
}

/// The first place in `text`, from `from` on and before `to`, where a record starts.
/// `line_start`: a line starts at `from`.
pub(crate) fn find_record(text: &[u8], from: usize, to: usize, line_start: bool) -> Option<usize> {
    let to = to.min(text.len());
    if line_start && from < to && arc::surely_starts(&text[from..]) {
        return Some(from);
    }
    memchr::memchr3_iter(b'\n', b'W', b'w', text.get(from..to)?).map(|at| from + at).find_map(
        |at| {
            if text[at] != b'\n' {
                return is_warc_header(&text[at..]).then_some(at);
            }
            (at + 1 < to && arc::surely_starts(&text[at + 1..])).then_some(at + 1)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_count_where_none_is_expected() {
        for yes in [
            "WARC/1.0\r\nWARC-Type: x",
            "warc/1.1\ncontent-length:1",
            "WARC/0.17\r\nWAR",
            "WARC/1.0",
        ] {
            assert!(is_warc_header(yes.as_bytes()), "{yes}");
        }
        for no in [
            "WARC/x",
            "WARC/1.0\r\n\r\n",
            "WARC/1.0 is a format\r\nfor: archives",
            "WARC/1.0\r\nplain text",
            "WARC-",
        ] {
            assert!(!is_warc_header(no.as_bytes()), "{no}");
        }
    }

    #[test]
    fn records_are_found_in_text() {
        let text = b"xx WARC/ WARC/1.0\r\nWARC-Type: a\r\n";
        assert_eq!(find_record(text, 0, text.len(), true), Some(9));
        assert_eq!(find_record(text, 10, text.len(), false), None);
        let text = b"<p>\nhttp://a/ 1.2.3.4 20050101000001 text/html 56\n";
        assert_eq!(find_record(text, 0, text.len(), true), Some(4));
        assert_eq!(find_record(&text[4..], 0, 10, true), Some(0));
        assert_eq!(find_record(&text[4..], 0, 10, false), None);
    }
}
