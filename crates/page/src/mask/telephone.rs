//! Telephone numbers: international ones, those with a label, and national ones in usual groups.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::is_free;
use super::labelled::{Label, fits, label};
use super::run::{Group, groups};

/// Addresses that are telephone numbers, in lower case.
const LINKS: [&str; 9] = [
    "tel:",
    "sms:",
    "smsto:",
    "callto:",
    "fax:",
    "whatsapp://send?phone=",
    "https://wa.me/",
    "https://api.whatsapp.com/send?phone=",
    "https://api.whatsapp.com/send/?phone=",
];

/// Signs of sums and shares behind numbers.
const UNITS: &str = "\u{20ac}$\u{a3}%\u{b0}";

/// The number in the address of a link to a telephone.
pub(super) fn in_link(address: &str) -> Option<Range<usize>> {
    let is_start = |link: &&str| {
        address.get(..link.len()).is_some_and(|start| start.eq_ignore_ascii_case(link))
    };
    let start = LINKS.iter().find(|link| is_start(link))?.len();
    let length = address[start..].find(['?', '&', '#', ';', ',']).unwrap_or(address.len() - start);
    let range = start..start + length;
    address[range.clone()].contains(|c: char| c.is_ascii_digit()).then_some(range)
}

/// The number that begins at a byte.
pub(super) fn at(text: &str, at: usize, labelled: &FxHashSet<String>) -> Option<Range<usize>> {
    let groups = groups(text, at);
    let first = groups.first().filter(|_| is_free(text, at))?;
    let label = label(text, at);
    if label == Some(Label::Book) {
        return None;
    }
    let rest = groups.last().map_or("", |last| text[last.end..].trim_start());
    let is_sum = rest.starts_with(|c| UNITS.contains(c));
    // Behind it may stand another number, so shorter ones are tried, too.
    let found = (1..=groups.len()).rev().find(|count| {
        let groups = &groups[..*count];
        let end = groups[count - 1].end;
        let digits: usize = groups.iter().map(|group| group.digits.len()).sum();
        let known = label.is_some() || labelled.contains(&text[at..end]);
        let is_usual = || {
            is_international(groups, digits) || is_national(groups, digits) || is_american(groups)
        };
        known && fits(digits) || !is_sum && is_usual()
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
