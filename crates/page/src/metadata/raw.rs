//! Raw values of any source, as their fields need them: dates parsed, names and keywords split.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use scutch_url::unescape_closed;

use super::candidate::Source;
use super::field::Field;
use super::found::Found;
use super::section::SINGLE;
use super::{declared_date, markup, names};
use crate::additions;
use crate::structured::schema_types;

/// Values of properties that say whether a page is free to read. `metered` says neither: the first
/// readers of a month pay nothing.
const FREE: &[(&str, &str)] =
    &[("true", "true"), ("free", "true"), ("false", "false"), ("locked", "false")];

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

impl Found {
    /// Adds a raw value after normalising it for its field: dates parsed, names and keywords split.
    pub(super) fn push_raw(
        &mut self,
        field: Field,
        rank: u8,
        source: Source,
        detail: &str,
        value: &str,
    ) {
        // Parsing costs more than looking: a page may repeat a property a hundred thousand times.
        if self.is_full(field, source, detail) {
            return;
        }
        let value = unescaped(value);
        let value = value.trim();
        if EMPTY_WORDS.iter().any(|word| value.eq_ignore_ascii_case(word)) {
            return;
        }
        let values = values(field, detail, value);
        let is_date = matches!(field, Field::Published | Field::Modified);
        self.has_unreadable_date |= is_date && values.is_empty() && !value.is_empty();
        for value in values {
            self.push(field, rank, source, detail, &value);
        }
    }
}

/// The beginning of a value without character references.
fn unescaped(value: &str) -> String {
    let value = &value[..value.floor_char_boundary(VALUE)];
    let value = unescape_closed(value.trim());
    // Some systems escape twice. Names and dates are matched with plain spaces only.
    unescape_closed(&value).replace('\u{a0}', " ")
}

/// The values of a field in a text. Nothing if the text cannot be a value of the field.
fn values<'v>(field: Field, detail: &str, value: &'v str) -> Vec<Cow<'v, str>> {
    let parts = |marks: &[char]| value.split(marks).map(Cow::Borrowed).collect();
    match field {
        Field::Published | Field::Modified => {
            declared_date::parse(value).map(Cow::Owned).into_iter().collect()
        }
        Field::Author => {
            let names = names::split_names(value);
            names.filter(|name| name.contains(char::is_alphabetic)).map(Cow::Borrowed).collect()
        }
        Field::Title => vec![Cow::Borrowed(additions::without_prefix(value))],
        Field::Free => {
            let free = FREE.iter().find(|(word, _)| value.eq_ignore_ascii_case(word));
            free.map(|(_, free)| Cow::Borrowed(*free)).into_iter().collect()
        }
        Field::ContentType => {
            let known = schema_types::by_open_graph(value);
            known.map(|known| Cow::Borrowed(known.name)).into_iter().collect()
        }
        // Systems that file a page under several sections join them with commas.
        Field::Section if !SINGLE.contains(&detail) => parts(&[',']),
        // An empty `og:image` often holds the site's name.
        Field::Image if !is_file(value) => Vec::new(),
        Field::Description => vec![markup::without_tags(value)],
        Field::Keyword => parts(&[',', ';', '、']),
        _ => vec![Cow::Borrowed(value)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(field: Field, value: &str) -> Vec<String> {
        let mut found = Found::default();
        found.push_raw(field, 10, Source::Meta, "x", value);
        found.ranked(field).into_iter().map(|candidate| candidate.value.clone()).collect()
    }

    #[test]
    fn values_are_normalised_for_their_field() {
        for (field, value, expected) in [
            (Field::Title, "  The fog\u{a0}lifts &amp;amp; stays ", &["The fog lifts & stays"][..]),
            (Field::Author, "By Ada Gull and Bo Reed", &["Ada Gull", "Bo Reed"]),
            (Field::Author, "123", &[]),
            (Field::Author, "Super User", &[]),
            (Field::Published, "17 May 2019", &["2019-05-17"]),
            (Field::Published, "soon", &[]),
            (Field::Keyword, "fog, pier;ferry、quay", &["fog", "pier", "ferry", "quay"]),
            (Field::Keyword, "fog, fog,", &["fog"]),
            (Field::Section, "News, Weather", &["News", "Weather"]),
            (Field::Free, "Metered", &[]),
            (Field::Free, "perhaps", &[]),
            (Field::ContentType, "ARTICLE", &["Article"]),
            (Field::ContentType, "song", &[]),
            (Field::Image, "fog.jpg", &["fog.jpg"]),
            (Field::Image, "/fog", &["/fog"]),
            (Field::Image, "The Harbour Post", &[]),
            (Field::Description, "<p>Fog<br>lifts</p>", &["Fog lifts"]),
            (Field::Subtitle, "N/A", &[]),
            (Field::Subtitle, "", &[]),
        ] {
            assert_eq!(pushed(field, value), expected, "{value}");
        }
    }

    #[test]
    fn steps_of_trails_keep_their_commas() {
        let mut found = Found::default();
        found.push_raw(Field::Section, 10, Source::Html, SINGLE[0], "Fog, and more");
        assert_eq!(found.best(Field::Section).as_deref(), Some("Fog, and more"));
    }
}
