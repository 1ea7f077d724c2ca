//! Reads the tables of `data/`. Their heads say what columns and words mean.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Abbreviation, Affix, Language};

const CONVENTIONS: &str = include_str!("../../data/conventions.tsv");
const ABBREVIATIONS: &str = include_str!("../../data/abbreviations.tsv");
const STARTERS: &str = include_str!("../../data/starters.tsv");
const CLITICS: &str = include_str!("../../data/clitics.tsv");
const AFFIXES: &str = include_str!("../../data/affixes.tsv");
const SIGNS: &str = include_str!("../../data/signs.txt");

/// Languages whose words, but not whose conventions, another row of the tables has.
const SHARED: &[(&str, &str)] = &[("nn", "nb"), ("no", "nb")];

const CLASSES: &[(&str, Abbreviation)] = &[
    ("before", Abbreviation::Before),
    ("either", Abbreviation::Either),
    ("end", Abbreviation::End),
];

const KINDS: &[(&str, Affix)] = &[
    ("prefix", Affix::Prefix),
    ("suffix", Affix::Suffix),
    ("unit", Affix::Unit),
    ("front", Affix::Front),
    ("whole", Affix::Whole),
];

/// All languages of the tables.
pub(super) fn languages() -> FxHashMap<&'static str, Language> {
    rows(CONVENTIONS).skip(1).filter_map(language).collect()
}

/// The signs that are one token.
pub(super) fn signs() -> FxHashSet<&'static str> {
    rows(SIGNS).flat_map(str::split_whitespace).collect()
}

/// The lines of a table without its head.
fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with("# ") && !line.is_empty())
}

/// A language by its row of conventions.
fn language(row: &'static str) -> Option<(&'static str, Language)> {
    let mut cells = row.split('\t');
    let tag = cells.next()?;
    let keeps_stops = cells.next() == Some("kept");
    let ordinals = cells.next();
    let mut is = |value: &str| cells.next() == Some(value);
    let mut language = Language {
        keeps_stops,
        has_ordinals: ordinals != Some("no"),
        has_capital_nouns: ordinals == Some("nouns"),
        keeps_items: is("yes"),
        keeps_hyphens: is("kept"),
        keeps_first_hyphen: is("kept"),
        keeps_last_hyphen: is("kept"),
        keeps_ranges: is("kept"),
        joins_dots: is("one"),
        joins_marks: is("one"),
        joins_colons: is("yes"),
        ..Language::default()
    };
    let source = SHARED.iter().find(|(own, _)| *own == tag).map_or(tag, |(_, other)| other);
    add_words(&mut language, source);
    Some((tag, language))
}

/// Adds what the tables of words have of a language.
fn add_words(language: &mut Language, tag: &str) {
    for (class, words) in of_language(ABBREVIATIONS, tag) {
        for (_, class) in CLASSES.iter().filter(|(name, _)| *name == class) {
            // The first line of a word counts: an abbreviation has one meaning in these tables.
            for word in words.split(' ') {
                match word.strip_prefix('-') {
                    Some(ending) => language.endings.push((ending, *class)),
                    None => _ = language.abbreviations.entry(word).or_insert(*class),
                }
            }
        }
    }
    let starters = rows(STARTERS).filter_map(|row| row.split_once('\t'));
    let own = starters.filter(|(own, _)| *own == tag);
    language.starters.extend(own.flat_map(|(_, words)| words.split(' ')));
    for (kind, words) in of_language(CLITICS, tag).chain(of_language(AFFIXES, tag)) {
        let words = words.split(' ');
        match kind {
            "back" => language.backs.extend(words),
            "contraction" => language.contractions.extend(words),
            _ => {
                for (_, kind) in KINDS.iter().filter(|(name, _)| *name == kind) {
                    language.affixes.extend(words.clone().map(|word| (*kind, word)));
                }
            }
        }
    }
    language.backs.sort_by_key(|back| Reverse(back.len()));
    language.contractions.sort_by_key(|second| Reverse(second.len()));
}

/// Kind and words of the rows of a language.
fn of_language(
    table: &'static str,
    tag: &str,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = move |row: &'static str| {
        let (_, rest) = row.split_once('\t').filter(|(own, _)| *own == tag)?;
        rest.split_once('\t')
    };
    rows(table).filter_map(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_a_language_and_a_kind_that_are_known() {
        let languages = languages();
        let kinds = ["before", "either", "end", "front", "back", "whole", "prefix"];
        let kinds = [&kinds[..], &["suffix", "unit", "contraction"]].concat();
        for row in [ABBREVIATIONS, CLITICS, AFFIXES].into_iter().flat_map(rows) {
            let cells: Vec<&str> = row.split('\t').collect();
            assert_eq!(cells.len(), 3, "{row}");
            assert!(languages.contains_key(cells[0]) && kinds.contains(&cells[1]), "{row}");
            assert!(cells[2].split(' ').all(|word| !word.is_empty()), "{row}");
        }
        assert!(rows(STARTERS).all(|row| languages.contains_key(&row[..2])));
    }

    #[test]
    fn conventions_have_known_values_in_all_columns() {
        let values = ["kept", "apart", "yes", "no", "nouns", "one"];
        for row in rows(CONVENTIONS).skip(1) {
            let cells: Vec<&str> = row.split('\t').collect();
            assert_eq!(cells.len(), 12, "{row}");
            assert!(cells[1..11].iter().all(|value| values.contains(value)), "{row}");
        }
    }
}
