//! Telephone numbers: international ones, those with a label, and national ones in usual groups.

use std::ops::Range;

use super::labelled::{Label, Labels, fits, label};
use super::run::{Group, groups};
use super::{is_free, starts_with};

/// Addresses with telephone numbers, in lower case and without `http`: how they begin, and the name
/// of the parameter that holds the number.
#[rustfmt::skip] // a table reads as a table
const LINKS: [(&str, Option<&str>); 14] = [
    ("tel:", None), ("sms:", None), ("smsto:", None), ("mms:", None), ("mmsto:", None),
    ("callto:", None), ("fax:", None), ("skype:+", None), ("wa.me/", None),
    ("whatsapp://send", Some("phone=")),
    ("api.whatsapp.com/send", Some("phone=")),
    ("web.whatsapp.com/send", Some("phone=")),
    ("viber://add", Some("number=")),
    ("viber://chat", Some("number=")),
];

/// Schemes before such an address.
const SCHEMES: [&str; 3] = ["https://", "http://", "//"];

/// What stands before the number where such an address is text.
const SHOWN: [&str; 2] = ["wa.me/", "phone="];

/// Signs of sums and shares behind numbers.
const UNITS: &str = "\u{20ac}$\u{a3}%\u{b0}";

/// Spaces between a number and such a sign. A line break is none: the next line is another text of
/// the document.
const SPACES: [char; 4] = [' ', '\u{a0}', '\u{2009}', '\u{202f}'];

/// Whether an address is a link to telephones.
pub(super) fn is_link(address: &str) -> bool {
    link(address).is_some()
}

/// The numbers in the address of a link to telephones, in order.
pub(super) fn in_link(address: &str) -> Vec<Range<usize>> {
    let Some((start, parameter)) = link(address) else { return Vec::new() };
    let rest = &address[start..];
    let (rest, borders) = match parameter {
        Some(_) => (rest, &['?', '&', '#'][..]),
        // A message may go to several.
        None => (rest.split(['?', '&', '#']).next().unwrap_or_default(), &[',', ';'][..]),
    };
    let name = parameter.unwrap_or_default();
    let (mut found, mut at) = (Vec::new(), start);
    for part in rest.split(borders) {
        let range = at + name.len()..at + part.len();
        at += part.len() + 1;
        if starts_with(part, name) && is_number(&address[range.clone()]) {
            found.push(range);
        }
    }
    found
}

/// Whether a part of a link is a number, rather than a parameter of one (`ext=12`).
fn is_number(part: &str) -> bool {
    part.contains(|c: char| c.is_ascii_digit()) && !part.contains('=')
}

/// Where numbers can stand in a link to telephones, and behind which name.
fn link(address: &str) -> Option<(usize, Option<&'static str>)> {
    let scheme = SCHEMES.iter().find(|scheme| starts_with(address, scheme));
    let scheme = scheme.map_or(0, |scheme| scheme.len());
    let (start, parameter) =
        LINKS.iter().find(|(start, _)| starts_with(&address[scheme..], start))?;
    Some((scheme + start.len(), *parameter))
}

/// Whether the address of a link that is text goes on with a number.
fn is_shown(text: &str, at: usize) -> bool {
    SHOWN.iter().any(|start| {
        let before = at.checked_sub(start.len()).and_then(|from| text.get(from..at));
        before.is_some_and(|before| before.eq_ignore_ascii_case(start))
    })
}

/// The number that begins at a byte; `is_joined` if another one stands right before it.
pub(super) fn at(text: &str, at: usize, labels: &Labels, is_joined: bool) -> Option<Range<usize>> {
    let groups = groups(text, at);
    let is_shown = is_shown(text, at);
    let first = groups.first().filter(|_| is_shown || is_joined || is_free(text, at))?;
    let label = label(text, at);
    let is_telephone = is_shown || label == Some(Label::Telephone);
    let is_book = label == Some(Label::Book)
        || groups.iter().any(|group| labels.books.contains(&text[at..group.end]));
    let rest = groups.last().map_or("", |last| text[last.end..].trim_start_matches(SPACES));
    let is_sum = rest.starts_with(|c| UNITS.contains(c));
    // Behind it may stand another number, so shorter ones are tried, too.
    let found = (1..=groups.len()).rev().find(|count| {
        let groups = &groups[..*count];
        let end = groups[count - 1].end;
        let digits: usize = groups.iter().map(|group| group.digits.len()).sum();
        let known = is_telephone || labels.telephones.contains(&text[at..end]);
        let is_usual = || {
            is_international(groups, digits) || is_national(groups, digits) || is_american(groups)
        };
        known && fits(digits) || !is_sum && !is_book && is_usual()
    })?;
    let end = groups[found - 1].end;
    // The bracket of `(030 12345678)` is none of the number.
    let is_open = first.before.ends_with('(') && !text[at..end].contains(')');
    Some(if is_open { at + first.before.len()..end } else { at..end })
}

/// `+49 30 12345678` or `0049 30 12345678`.
fn is_international(groups: &[Group<'_>], digits: usize) -> bool {
    let first = &groups[0];
    let country = match first.before.contains('+') {
        true => first.digits,
        false => first.digits.strip_prefix("00").unwrap_or_default(),
    };
    let fewest = if first.before.contains('+') { 8 } else { 11 };
    country.starts_with(|c: char| ('1'..='9').contains(&c)) && (fewest..=16).contains(&digits)
}

/// `030 12345678`, `(089) 1234-56`, `01 23 45 67 89`: with the zero of long distance.
fn is_national(groups: &[Group<'_>], digits: usize) -> bool {
    let first = groups[0].digits.as_bytes();
    let has_prefix = first[0] == b'0' && first.get(1).is_some_and(|digit| *digit != b'0');
    let fewest = if groups.len() == 1 { 10 } else { 8 };
    has_prefix && (fewest..=12).contains(&digits) && !is_time(groups)
}

/// `(212) 555-0123`, `1-800-555-0123`.
fn is_american(groups: &[Group<'_>]) -> bool {
    let area = match groups {
        [one, area, ..] if one.digits == "1" => &groups[1..],
        _ => groups,
    };
    let lengths: Vec<usize> = area.iter().map(|group| group.digits.len()).collect();
    let is_area = area[0].digits.starts_with(|c: char| ('2'..='9').contains(&c));
    // Numbers of a table stand in groups with spaces, too.
    let is_joined = area[1..].iter().any(|group| group.before != " ");
    lengths == [3, 3, 4] && is_area && is_joined
}

/// Dates and times of day: `01.02.2019`, `06/2019`, `09.30-17.00`.
fn is_time(groups: &[Group<'_>]) -> bool {
    let lengths: Vec<usize> = groups.iter().map(|group| group.digits.len()).collect();
    let is_year = |place: usize| {
        groups.get(place).is_some_and(|group| {
            group.digits.len() == 4 && ["19", "20"].iter().any(|c| group.digits.starts_with(c))
        })
    };
    match lengths[..] {
        [1 | 2, 1 | 2, 2] => true,
        [1 | 2, 1 | 2, 4, ..] if is_year(2) => true,
        [1 | 2, 4, ..] if is_year(1) => true,
        // Five groups of two are a French number.
        _ => lengths.len() != 5 && lengths.iter().all(|length| *length < 3),
    }
}
