//! Raw values of any source, as their fields need them: dates parsed, names and keywords split.

use std::ops::RangeInclusive;

use scutch_url::unescape_closed;

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::section::SINGLE;
use super::{dates, markup, names};
use crate::additions;
use crate::structured::schema_types;

/// Words for what may be read without paying, and for what may not.
const FREE: &[(&str, &str)] = &[
    ("true", "true"),
    ("free", "true"),
    ("false", "false"),
    ("locked", "false"),
    ("metered", "false"),
];

/// Values that fill a field without saying anything.
const EMPTY_WORDS: &[&str] = &[
    "null",
    "undefined",
    "none",
    "n/a",
    "admin",
    "unknown",
    "author",
    "the author",
    "authors",
    "administrator",
    "super user",
    "editor",
];

/// Characters of the ending of a file's name.
const ENDING: RangeInclusive<usize> = 2..=5;

/// Whether the address of a picture has a folder, or is a file's name with an ending.
fn is_file(value: &str) -> bool {
    let ending = value.rsplit_once('.').map(|(_, ending)| ending.chars().count());
    value.contains('/') || ending.is_some_and(|chars| ENDING.contains(&chars))
}

/// Bytes of one value that are read.
const VALUE: usize = 20_000;

/// Pushes a raw value as its field needs it: dates parsed, names and keywords split.
pub(super) fn push(
    field: Field,
    rank: u8,
    source: Source,
    detail: &str,
    value: &str,
    found: &mut Found,
) {
    if found.is_full(field, source, detail) {
        return;
    }
    let value = &value[..value.floor_char_boundary(VALUE)];
    let value = unescape_closed(value.trim());
    // Some escape twice. Names and dates are read as they stand between plain spaces.
    let value = unescape_closed(&value).replace('\u{a0}', " ");
    let value = value.trim();
    if EMPTY_WORDS.iter().any(|w| value.eq_ignore_ascii_case(w)) {
        return;
    }
    match field {
        Field::Published | Field::Modified => {
            if let Some(date) = dates::parse(value) {
                found.push(field, rank, source, detail, &date);
            }
        }
        Field::Author => {
            for name in names::split(value).filter(|name| name.contains(char::is_alphabetic)) {
                found.push(field, rank, source, detail, name);
            }
        }
        Field::Title => {
            found.push(field, rank, source, detail, additions::without_prefix(value));
        }
        Field::Free => {
            if let Some(free) = FREE.iter().find(|(word, _)| value.eq_ignore_ascii_case(word)) {
                found.push(field, rank, source, detail, free.1);
            }
        }
        Field::ContentType => {
            if let Some(known) = schema_types::by_open_graph(value) {
                found.push(field, rank, source, detail, known.name);
            }
        }
        // Systems that know several sections join them.
        Field::Section if !SINGLE.contains(&detail) => {
            for section in value.split(',') {
                found.push(field, rank, source, detail, section);
            }
        }
        Field::Image if !is_file(value) => {}
        Field::Description => {
            found.push(field, rank, source, detail, &markup::without_tags(value));
        }
        Field::Keyword => {
            for word in value.split([',', ';', '、']) {
                found.push(field, rank, source, detail, word);
            }
        }
        _ => found.push(field, rank, source, detail, value),
    }
}
