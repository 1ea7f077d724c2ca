//! The lines of a header as they are stored (ISO 28500, section 4).

use super::finding::Finding;
use super::grammar::is_token;
use super::rules::Rule;
use super::version;
use crate::record::header::utf8_or_latin1;

/// The first of several lines that break one rule, and how many there are.
#[derive(Default)]
struct Lines {
    first: Option<(usize, String)>,
    count: usize,
}

impl Lines {
    fn add(&mut self, number: usize, name: &[u8]) {
        self.first.get_or_insert_with(|| (number, utf8_or_latin1(name).into_owned()));
        self.count += 1;
    }

    fn finding(self, rule: Rule) -> Option<Finding> {
        let (number, name) = self.first?;
        let detail = match self.count {
            1 => format!("line {number}"),
            count => format!("line {number}, and {} more", count - 1),
        };
        let field = Some(name.chars().take(80).collect()).filter(|name: &String| !name.is_empty());
        Some(Finding { field, ..Finding::new(rule).detailed(detail) })
    }
}

/// Judges the lines of `head`, of which the reader took `version` as the version.
pub(super) fn judge(head: &[u8], version: &str, findings: &mut Vec<Finding>) {
    let (mut ends, mut names, mut controls) = <(Lines, Lines, Lines)>::default();
    // The text behind the last line end is no line.
    let lines = head.strip_suffix(b"\n").unwrap_or(head).split(|b| *b == b'\n');
    for (at, line) in lines.enumerate() {
        let (number, text) = (at + 1, without_returns(line));
        let name = field_name(text);
        if line.len() - text.len() != 1 {
            ends.add(number, name);
        }
        if at == 0 {
            if text != version.as_bytes() {
                let shown: String = utf8_or_latin1(text).chars().take(80).collect();
                let detail = format!("the first line is {shown:?}");
                findings.push(Finding::new(Rule::VersionLine).detailed(detail));
            }
            continue;
        }
        if text.iter().any(|b| b.is_ascii_control() && *b != b'\t') {
            controls.add(number, name);
        } else if text.len() > name.len() && !is_token(&utf8_or_latin1(name)) && !is_folded(text) {
            names.add(number, name);
        }
    }
    if version::is_draft(version) {
        findings.push(Finding::new(Rule::VersionDraft).detailed(format!("this is {version}")));
    }
    let found = [
        ends.finding(Rule::HeaderLineEnd),
        names.finding(Rule::FieldName),
        controls.finding(Rule::ControlCharacter),
    ];
    findings.extend(found.into_iter().flatten());
}

/// A line without the carriage returns at its end.
fn without_returns(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|b| *b != b'\r').map_or(0, |at| at + 1);
    &line[..end]
}

/// A line that goes on with the value of the line before it.
fn is_folded(line: &[u8]) -> bool {
    matches!(line.first(), Some(b' ' | b'\t'))
}

/// What stands before the colon, without the white space that HTTP allows there (RFC 2616, section
/// 2.1, implied LWS); all of a line without one.
fn field_name(line: &[u8]) -> &[u8] {
    let end = memchr::memchr(b':', line).unwrap_or(line.len());
    if end == line.len() { line } else { line[..end].trim_ascii_end() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(head: &str) -> Vec<(Rule, String)> {
        let mut findings = Vec::new();
        let version = head.lines().next().unwrap_or_default().trim();
        judge(head.as_bytes(), version, &mut findings);
        findings.into_iter().filter_map(|f| Some((f.rule?, f.detail))).collect()
    }

    #[test]
    fn lines() {
        use Rule as R;
        let line = |rule, detail: &str| vec![(rule, detail.to_owned())];
        for (head, expected) in [
            ("WARC/1.1\r\nA: b\r\nc:\r\nD : e\r\n\tf\r\n g: \u{e9}\r\n\r\n", vec![]),
            ("WARC/1.1 \r\nA: b\r\n\r\n", line(R::VersionLine, "the first line is \"WARC/1.1 \"")),
            ("WARC/0.18\r\nA: b\r\n\r\n", line(R::VersionDraft, "this is WARC/0.18")),
            ("WARC/1.1\nA: b\nB: c\n\n", line(R::HeaderLineEnd, "line 1, and 3 more")),
            ("WARC/1.1\r\nA: b\r\r\n\r\n", line(R::HeaderLineEnd, "line 2")),
            ("WARC/1.1\r\nA: b\r\n\n", line(R::HeaderLineEnd, "line 3")),
            ("WARC/1.1\r\nA b: c\r\n\r\n", line(R::FieldName, "line 2")),
            ("WARC/1.1\r\n: c\r\n[]: d\r\n\r\n", line(R::FieldName, "line 2, and 1 more")),
            ("WARC/1.1\r\nA: b\u{7}c\r\n\r\n", line(R::ControlCharacter, "line 2")),
            ("WARC/1.1\r\nA: b\rc\r\n\r\n", line(R::ControlCharacter, "line 2")),
            // The reader names these.
            ("WARC/1.1\r\nno colon\r\n\r\n", vec![]),
        ] {
            assert_eq!(rules(head), expected, "{head:?}");
        }
    }
}
