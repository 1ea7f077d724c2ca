//! WARC record headers (ISO 28500), from the version line to the blank line.

use std::borrow::Cow;

use super::header::{self, Field, Oddities};
use super::length::Length;
use super::start::is_version_line;
use crate::cause::{Cause, Fault, Severity};

const KNOWN_VERSIONS: [&str; 4] = ["WARC/1.0", "WARC/1.1", "WARC/0.18", "WARC/0.17"];

/// A header, its fields apart.
#[derive(Debug)]
pub(crate) struct Header {
    /// The text the fields point into, where that is not the header as it stands.
    pub(crate) text: Option<String>,
    pub(crate) length: Length,
    pub(crate) faults: Vec<Fault>,
}

/// Reads a header into `fields`. The text of the fields starts with the version line.
pub(crate) fn header(bytes: &[u8], fields: &mut Vec<Field>) -> Header {
    let mut odd = Oddities::default();
    let text = header::text(bytes, &mut odd);
    let version_end = memchr::memchr(b'\n', text.as_bytes()).map_or(text.len(), |n| n + 1);
    // The version line has no colon: it must not count as an odd one.
    header::fields(&text[version_end..], fields, &mut odd);
    let version = text[..version_end].trim_ascii_end();
    let mut faults = Vec::new();
    if !KNOWN_VERSIONS.contains(&version) {
        let shown: String = version.chars().take(40).collect();
        faults.push(Fault::new(Severity::Lost, Cause::VersionUnknown, shown));
    }
    if let Some(line) = odd.no_colon {
        faults.push(Fault::note(Cause::HeaderLine, line));
    }
    if odd.not_utf8 {
        faults.push(Fault::note(Cause::HeaderEncoding, ""));
    }
    let length = Length::stated(&text[version_end..], fields);
    let text = match text {
        Cow::Owned(text) => Some(text),
        Cow::Borrowed(_) => None,
    };
    Header { text, length, faults }
}

/// A version line inside a header, behind its own first line: the header runs into the next record.
/// What is left of a line of its own may stand before it.
pub(crate) fn next_record_in(header: &[u8]) -> Option<usize> {
    let starts = memchr::memchr_iter(b'\n', header).map(|at| at + 1);
    starts.filter(|at| *at < header.len()).find_map(|at| {
        let line = &header[at..];
        let end = memchr::memchr(b'\n', line).unwrap_or(line.len());
        let text = line[..end].trim_ascii_end();
        // A field called `WARC/1-x:` is one.
        if is_version_line(line) && !text.contains(&b':') {
            return Some(at);
        }
        let version = KNOWN_VERSIONS.iter().find(|version| text.ends_with(version.as_bytes()))?;
        (text.len() > version.len()).then_some(at + text.len() - version.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length_of(lines: &str) -> Length {
        header(format!("WARC/1.0\r\n{lines}\r\n\r\n").as_bytes(), &mut Vec::new()).length
    }

    #[test]
    fn lengths() {
        let cases = [
            ("Content-Length: 12", Length::Known(12)),
            ("content-length:12", Length::Known(12)),
            ("Content-Length: 12\r\nContent-Length: 12", Length::Known(12)),
            ("Content-Length: 5\r\nContent-Length: 12", Length::Conflict(vec![5, 12])),
            ("Content-Length: 99999999999999999999999", Length::Known(u64::MAX)),
            ("Content-Length: -5", Length::Malformed("-5".into())),
            ("Content-Length: +5", Length::Malformed("+5".into())),
            ("Content-Length:", Length::Malformed(String::new())),
            ("WARC-Type: x", Length::Missing),
        ];
        for (lines, expected) in cases {
            assert_eq!(length_of(lines), expected, "{lines}");
        }
    }

    #[test]
    fn versions() {
        let lost = |version: &str| {
            let header = header(format!("{version}\r\nA: b\r\n\r\n").as_bytes(), &mut Vec::new());
            header.faults.iter().any(|f| f.cause == Cause::VersionUnknown)
        };
        assert!(KNOWN_VERSIONS.iter().all(|v| !lost(v)));
        assert!(lost("WARC/2.0") && lost("warc/1.0"));
    }

    #[test]
    fn headers_that_run_into_the_next_record() {
        let header = b"WARC/1.0\r\nA: b\r\nWARC/1.0\r\nC: d\r\n\r\n";
        assert_eq!(next_record_in(header), Some(16));
        assert_eq!(next_record_in(b"WARC/1.0\r\nWARC-Type: x\r\n\r\n"), None);
        assert_eq!(next_record_in(b"WARC/1.0\r\nWARCWARC/1.1\r\nC: d\r\n\r\n"), Some(14));
    }
}
