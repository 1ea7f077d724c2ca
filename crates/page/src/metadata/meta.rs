//! `meta` elements: OpenGraph, Dublin Core, and the names publishers agreed on.

use super::{Field, Found, Source, dates};
use crate::tree::{Attr, Tag, Tree};

/// Name or property, field, rank.
const NAMES: &[(&str, Field, u8)] = &[
    ("og:title", Field::Title, 20),
    ("twitter:title", Field::Title, 40),
    ("citation_title", Field::Title, 15),
    ("dc.title", Field::Title, 45),
    ("dcterms.title", Field::Title, 45),
    ("parsely-title", Field::Title, 22),
    ("sailthru.title", Field::Title, 22),
    ("og:site_name", Field::Site, 10),
    ("application-name", Field::Site, 30),
    ("publisher", Field::Site, 40),
    ("dc.publisher", Field::Site, 40),
    ("citation_author", Field::Author, 15),
    ("author", Field::Author, 20),
    ("article:author", Field::Author, 30),
    ("article:author_name", Field::Author, 25),
    ("dc.creator", Field::Author, 25),
    ("dcterms.creator", Field::Author, 25),
    ("dc.contributor", Field::Author, 60),
    ("parsely-author", Field::Author, 22),
    ("sailthru.author", Field::Author, 22),
    ("byl", Field::Author, 22),
    ("keywords", Field::Keyword, 20),
    ("news_keywords", Field::Keyword, 15),
    ("article:tag", Field::Keyword, 25),
    ("parsely-tags", Field::Keyword, 25),
    ("dc.subject", Field::Keyword, 30),
    ("description", Field::Description, 20),
    ("og:description", Field::Description, 25),
    ("dc.description", Field::Description, 30),
    ("og:url", Field::Canonical, 30),
    ("article:published_time", Field::Published, 15),
    ("og:article:published_time", Field::Published, 16),
    ("og:published_time", Field::Published, 16),
    ("datepublished", Field::Published, 17),
    ("citation_publication_date", Field::Published, 20),
    ("citation_date", Field::Published, 22),
    ("parsely-pub-date", Field::Published, 18),
    ("sailthru.date", Field::Published, 18),
    ("pubdate", Field::Published, 18),
    ("publish_date", Field::Published, 18),
    ("publishdate", Field::Published, 18),
    ("publication_date", Field::Published, 18),
    ("publication-date", Field::Published, 18),
    ("dc.date.issued", Field::Published, 20),
    ("dcterms.created", Field::Published, 22),
    ("dcterms.date", Field::Published, 24),
    ("dc.date", Field::Published, 24),
    ("dc.date.created", Field::Published, 22),
    ("date", Field::Published, 26),
    ("article:modified_time", Field::Modified, 15),
    ("og:updated_time", Field::Modified, 20),
    ("datemodified", Field::Modified, 17),
    ("lastmod", Field::Modified, 22),
    ("last-modified", Field::Modified, 22),
    ("dcterms.modified", Field::Modified, 22),
    ("dc.date.modified", Field::Modified, 22),
    ("content-language", Field::Language, 30),
    ("og:locale", Field::Language, 40),
    ("dc.language", Field::Language, 35),
];

/// Values that fill a field without saying anything.
const EMPTY_WORDS: &[&str] = &["null", "undefined", "none", "n/a", "admin", "unknown"];

pub(super) fn read(tree: &Tree, found: &mut Found) {
    for id in tree.all().filter(|id| tree.tag(*id) == Some(Tag::Meta)) {
        let Some(content) = tree.attr(id, Attr::CONTENT) else { continue };
        for attr in [Attr::PROPERTY, Attr::NAME, Attr::ITEMPROP, Attr::HTTP_EQUIV] {
            let Some(name) = tree.attr(id, attr) else { continue };
            let name = name.trim().to_ascii_lowercase();
            if let Some((_, field, rank)) = NAMES.iter().find(|(known, ..)| *known == name) {
                push(*field, *rank, Source::Meta, &name, content, found);
            }
        }
    }
}

/// Pushes a raw value as its field needs it: dates parsed, names and keywords split.
pub(super) fn push(
    field: Field,
    rank: u8,
    source: Source,
    detail: &str,
    value: &str,
    found: &mut Found,
) {
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
            for name in names(value) {
                found.push(field, rank, source, detail, name);
            }
        }
        Field::Keyword => {
            for word in value.split([',', ';', '、']) {
                found.push(field, rank, source, detail, word);
            }
        }
        _ => found.push(field, rank, source, detail, value),
    }
}

/// Splits "A, B and C"; addresses and handles are no names.
fn names(value: &str) -> impl Iterator<Item = &str> {
    let by = ["by ", "By ", "BY ", "von ", "Von ", "par ", "Par ", "por ", "Por ", "di ", "Di "];
    let value = by.iter().find_map(|by| value.strip_prefix(by)).unwrap_or(value);
    value
        .split([';', '|', '\n'])
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" & "))
        .flat_map(|part| part.split(" und "))
        .flat_map(|part| {
            // "Last, First" has one comma and single words around it.
            let reversed = part.split(',').count() == 2
                && part.split(',').all(|side| side.split_whitespace().count() == 1);
            if reversed { vec![part] } else { part.split(',').collect() }
        })
        .map(str::trim)
        .filter(|name| !name.is_empty() && !name.contains("://") && !name.starts_with(['@', '/']))
        .filter(|name| name.chars().count() <= 80)
}
