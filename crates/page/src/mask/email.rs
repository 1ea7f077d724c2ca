//! E-mail addresses: also with `%40`, `(at)` or `[at]` for the sign, and `(dot)` or `[dot]` for the
//! full stop.

use std::ops::Range;

use super::starts_with;

/// What stands between name and domain, in lower case.
const AT: [&str; 6] = ["@", "%40", "(at)", "[at]", "{at}", "\u{ff20}"];

/// What stands between the labels of a domain, in lower case.
const DOT: [&str; 4] = [".", "(dot)", "[dot]", "{dot}"];

/// Longest name, in characters (RFC 5321, section 4.5.3.1).
const NAME: usize = 64;

/// Most labels of a domain.
const LABELS: usize = 10;

/// Longest label of a domain, in bytes.
const LABEL: usize = 63;

/// The addresses in a text, in order and disjoint.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.char_indices().filter(|(_, c)| "@%([{\u{ff20}".contains(*c)) {
        let Some(sign) = sign(&text[at..], &AT) else { continue };
        let first = found.last().map_or(0, |last| last.end);
        let spaced = sign.len() > 3 && sign.is_ascii();
        let name = name(text, first..at, spaced);
        let end = domain(text, at + sign.len(), spaced);
        if let (Some(start), Some(end)) = (name, end) {
            found.push(start..end);
        }
    }
    found
}

/// The sign that a text begins with.
fn sign(text: &str, signs: &[&'static str]) -> Option<&'static str> {
    signs.iter().copied().find(|sign| starts_with(text, sign))
}

/// Where the name before a sign begins.
fn name(text: &str, before: Range<usize>, spaced: bool) -> Option<usize> {
    // A range that an earlier address overlaps has no name.
    let mut before = text.get(before.clone()).map(|text| (before.start, text))?;
    if spaced {
        before.1 = before.1.strip_suffix(' ').unwrap_or(before.1);
    }
    let (start, text) = before;
    let is_part = |c: &char| c.is_alphanumeric() || "._%+-'".contains(*c);
    let length: usize = text.chars().rev().take(NAME).take_while(is_part).map(char::len_utf8).sum();
    let name = &text[text.len() - length..];
    let name = name.trim_start_matches(['.', '\'', '-', '%']);
    name.contains(char::is_alphanumeric).then(|| start + text.len() - name.len())
}

/// Where the domain that begins at a byte ends: at its last label that can be a top-level domain.
fn domain(text: &str, start: usize, spaced: bool) -> Option<usize> {
    let mut at = start;
    if spaced && text[at..].starts_with(' ') {
        at += 1;
    }
    let mut end = None;
    for place in 0..LABELS {
        let is_part = |c: &char| c.is_alphanumeric() || *c == '-';
        let length: usize = text[at..].chars().take_while(is_part).map(char::len_utf8).sum();
        let label = text[at..at + length].trim_end_matches('-');
        if !(1..=LABEL).contains(&label.len()) {
            break;
        }
        // No top-level domain ends with a digit: that is the mark of a note.
        let top = label.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_top = top.chars().all(char::is_alphabetic) && top.chars().count() > 1;
        if place > 0 && label.starts_with("xn--") {
            end = Some(at + label.len());
        } else if place > 0 && is_top {
            end = Some(at + top.len());
        }
        at += length;
        let rest = &text[at..];
        let spaces = usize::from(spaced && rest.starts_with(' '));
        let Some(dot) = sign(&rest[spaces..], &DOT) else { break };
        at += spaces + dot.len();
        if spaced && text[at..].starts_with(' ') {
            at += 1;
        }
    }
    end
}
