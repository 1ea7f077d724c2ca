//! ARC record lines: `URL IP-address Archive-date Content-type Archive-length`, and version 2 with
//! five fields more. URLs and media types may hold spaces, so the date is found from the right.

use super::length;
use crate::date;

/// Words between date and length that are looked through.
const MOST_WORDS: usize = 16;

/// Longest line read as an ARC record's.
pub(crate) const LONGEST_LINE: usize = 64 << 10;

/// The line that starts an ARC record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    pub(crate) url: &'a [u8],
    pub(crate) ip: &'a [u8],
    pub(crate) date: &'a [u8],
    pub(crate) mime: &'a [u8],
    pub(crate) version: u8,
    /// `None` where it is no number.
    pub(crate) length: Option<u64>,
}

/// Reads a line, its end not included. Date and length may be nonsense as long as everything else
/// is there: some writers left `null` and `-1`.
pub(crate) fn line(line: &[u8]) -> Option<Line<'_>> {
    // Searching tries this at every line, so the cheap check comes first.
    if line.len() > LONGEST_LINE || !has_scheme(line) {
        return None;
    }
    // Offsets and result codes of version 2 look like short dates: the full ones go first.
    fields(line, is_date)
        .or_else(|| fields(line, is_short_date))
        .or_else(|| fields(line, is_number))
}

fn fields(line: &[u8], is_date: fn(&[u8], &[u8]) -> bool) -> Option<Line<'_>> {
    let (rest, length) = last_word(line.trim_ascii_end())?;
    // From the right: the first date with something like an address before it.
    let mut behind = rest;
    for words_behind in 0..MOST_WORDS {
        let (before, word) = last_word(behind)?;
        // The length itself may look like a date.
        if words_behind > 0
            && let Some((url, ip)) = last_word(before)
            && is_date(word, ip)
        {
            let tail = rest[behind.len()..].trim_ascii();
            let (mime, version) = behind_date(tail, words_behind);
            return Some(Line {
                url,
                ip,
                date: word,
                mime,
                version,
                length: length::number(length),
            });
        }
        behind = before;
    }
    None
}

/// The media type, and the version of the format: version 2 has result code, checksum, location,
/// offset and file name behind it.
fn behind_date(tail: &[u8], words: usize) -> (&[u8], u8) {
    // Version 2 has five fields between media type and length.
    if words < 6 {
        return (tail, 1);
    }
    (tail.rsplitn(6, |b| *b == b' ').last().unwrap_or(tail), 2)
}

fn last_word(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memrchr(b' ', line)?;
    Some((&line[..at], &line[at + 1..]))
}

/// 14 digits, behind an address; some writers wrote 12, 17 with milliseconds, too many, or none.
fn is_date(word: &[u8], ip: &[u8]) -> bool {
    let digits = word.iter().all(u8::is_ascii_digit);
    let date = (digits && (12..=20).contains(&word.len())) || word == b"null" || word == b"-";
    date && is_address(ip)
}

/// 4 to 11 digits that begin with a year: files of Alexa and of early Heritrix have such dates.
fn is_short_date(word: &[u8], ip: &[u8]) -> bool {
    let digits = word.iter().all(u8::is_ascii_digit);
    digits && date::is_short(word) && is_address(ip) && is_dotted(ip)
}

/// Digits that are no date in the place of one: the record is to be read all the same.
fn is_number(word: &[u8], ip: &[u8]) -> bool {
    word.iter().all(u8::is_ascii_digit) && (8..12).contains(&word.len()) && is_address(ip)
}

/// `a.b` of prose is no address without a date in front of it, and `-` none at all.
fn is_dotted(ip: &[u8]) -> bool {
    ip.iter().any(|b| matches!(b, b'.' | b':'))
}

fn is_address(word: &[u8]) -> bool {
    let hex = |b: &u8| b.is_ascii_hexdigit() || matches!(b, b'.' | b':' | b'-');
    !word.is_empty() && word.len() <= 45 && word.iter().all(hex)
}

/// `http:`, `dns:`, `filedesc:` and the like.
fn has_scheme(line: &[u8]) -> bool {
    // No scheme is longer; text with a colon further behind is no URL.
    let Some(colon) = line.iter().take(16).position(|b| *b == b':') else { return false };
    colon > 1
        && line[0].is_ascii_alphabetic()
        && line[..colon]
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// True where bytes may start with an ARC record's line that is longer than they are.
pub(crate) fn may_start(bytes: &[u8]) -> bool {
    has_scheme(bytes) && !bytes.contains(&b'\n')
}

/// True where bytes start with an ARC record's line, if one is expected there.
pub(crate) fn starts(bytes: &[u8]) -> bool {
    first_line(bytes).is_some()
}

/// True where bytes start with an ARC record's line even if none is expected there.
pub(crate) fn surely_starts(bytes: &[u8]) -> bool {
    first_line(bytes).is_some_and(|line| {
        let dated = line.date.len() >= 8 && line.date.iter().all(u8::is_ascii_digit);
        dated && is_dotted(line.ip)
    })
}

fn first_line(bytes: &[u8]) -> Option<Line<'_>> {
    if !has_scheme(bytes) {
        return None;
    }
    let look = &bytes[..bytes.len().min(LONGEST_LINE)];
    line(&look[..memchr::memchr(b'\n', look)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let v1 = line(b"http://a.example/a b 1.2.3.4 20050101000001 text/html 56").expect("v1");
        assert_eq!(
            (v1.url, v1.mime, v1.length),
            (&b"http://a.example/a b"[..], &b"text/html"[..], Some(56))
        );
        assert_eq!(v1.version, 1);
        let spaced =
            line(b"http://a/ 1.2.3.4 20050101000001 text/html; charset=x 56").expect("mime");
        assert_eq!(spaced.mime, b"text/html; charset=x");
        let v2 =
            line(b"http://a/ 1.2.3.4 20050101000001 text/html 200 SUM - 99 f.arc 56").expect("v2");
        assert_eq!((v2.mime, v2.version), (&b"text/html"[..], 2));
        for date in ["2005", "200501", "20050101", "2005010100", "20050101000001"] {
            let text = format!("http://a/ 1.2.3.4 {date} text/html 200 SUM - 2001 f.arc 56");
            let short = line(text.as_bytes()).expect("v2");
            assert_eq!((short.date, short.mime), (date.as_bytes(), &b"text/html"[..]));
        }
        let version = line(b"filedesc://t.arc 0.0.0.0 20050101000000 text/plain 64").expect("head");
        assert_eq!(version.url, b"filedesc://t.arc");
        let huge = line(b"http://a/ 1.2.3.4 20050101000001 text/html 99999999999999999999999");
        assert_eq!(huge.expect("huge").length, Some(u64::MAX));
        let old = line(b"http://a/ 1.2.3.4 19691231 text/html 56").expect("no date");
        assert_eq!(old.date, b"19691231");
        let odd = line(b"http://a/ 1.2.3.4 null text/html -1").expect("odd");
        assert_eq!((odd.date, odd.length), (&b"null"[..], None));
        assert!(starts(b"http://a/ 1.2.3.4 null text/html -1\n"));
        assert!(!surely_starts(b"http://a/ 1.2.3.4 null text/html -1\n"));
        assert!(surely_starts(b"http://a/ 1.2.3.4 20050101000001 text/html 5\n"));
    }

    #[test]
    fn other_text_is_no_line() {
        for other in [
            "URL IP-address Archive-date Content-type Archive-length",
            "http://a.example/ 20050101000001 text/html 5",
            "note: at 1.2.3.4 on 20050101 we saw 5",
            "",
        ] {
            assert_eq!(line(other.as_bytes()), None, "{other}");
        }
    }
}
