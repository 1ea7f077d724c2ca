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

/// Values of properties that say whether a page is free to read.
const FREE: &[(&str, &str)] = &[
    ("true", "true"),
    ("free", "true"),
    ("false", "false"),
    ("locked", "false"),
    ("metered", "false"),
];

/// Placeholders that systems write where an author or title is missing.
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

/// Length of a file extension, in characters.
const ENDING: RangeInclusive<usize> = 2..=5;

/// Whether the address of a picture has a folder or a file extension.
fn is_file(value: &str) -> bool {
    let ending = value.rsplit_once('.').map(|(_, ending)| ending.chars().count());
    value.contains('/') || ending.is_some_and(|chars| ENDING.contains(&chars))
}

/// Longest value that is read, in bytes.
const VALUE: usize = 20_000;

/// Adds a raw value after normalising it for its field: dates parsed, names and keywords split.
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
    // Some systems escape twice. Names and dates are matched with plain spaces only.
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
        // Systems that file a page under several sections join them with commas.
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
