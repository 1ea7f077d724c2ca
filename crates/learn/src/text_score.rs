//! How much a text agrees with the true one.
//!
//! *Tokens* are words in lower case after NFC, soft hyphens removed; of scripts that write no
//! spaces each character is one. *Bag F1* compares the multisets of tokens, *4-gram F1* those of
//! four tokens in a row, so that order counts. *Segments* are pieces that must, or must not, be in
//! the text.

use std::collections::HashMap;
use std::hash::Hash;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::Counts;

/// Scripts whose characters are tokens one by one: kana, Han, Hangul, Thai, Lao, Burmese.
const ONE_BY_ONE: [(char, char); 5] = [
    ('\u{3040}', '\u{30ff}'),
    ('\u{3400}', '\u{9fff}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{e00}', '\u{eff}'),
    ('\u{1000}', '\u{109f}'),
];
/// Letters in circles and squares: alphabetic to Unicode, yet symbols by their category.
const SYMBOLS: [(char, char); 4] = [
    ('\u{24b6}', '\u{24e9}'),
    ('\u{1f130}', '\u{1f149}'),
    ('\u{1f150}', '\u{1f169}'),
    ('\u{1f170}', '\u{1f189}'),
];
/// Tokens in a row that [`gram_f1`] compares.
const GRAM: usize = 4;
/// From this share of common names on authors count as right.
const SAME_AUTHORS: f64 = 0.6;

/// The tokens of a text: letters, digits and underscores in a row.
pub fn tokens(text: &str) -> Vec<String> {
    // Soft hyphens are layout; composed letters are one character each.
    let composed: String = text.nfc().filter(|c| *c != '\u{ad}').collect();
    let (mut tokens, mut word) = (Vec::new(), String::new());
    for c in composed.to_lowercase().chars() {
        let alone = within(c, &ONE_BY_ONE);
        if (alone || !in_word(c)) && !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        if in_word(c) {
            word.push(c);
        }
        if alone && !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        tokens.push(word);
    }
    tokens
}

/// Whether `c` belongs to a word: letters and numbers, not the marks set on them.
fn in_word(c: char) -> bool {
    c == '_' || (c.is_alphanumeric() && !is_combining_mark(c) && !within(c, &SYMBOLS))
}

fn within(c: char, ranges: &[(char, char)]) -> bool {
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// F1 of the multisets of tokens; 1 if both are empty.
pub fn bag_f1(found: &[String], wanted: &[String]) -> f64 {
    multiset_f1(found.iter(), wanted.iter())
}

/// F1 of the multisets of four tokens in a row; a shorter text counts as one run.
pub fn gram_f1(found: &[String], wanted: &[String]) -> f64 {
    multiset_f1(grams(found), grams(wanted))
}

fn grams(tokens: &[String]) -> impl Iterator<Item = &[String]> {
    tokens.windows(GRAM.min(tokens.len().max(1)))
}

fn multiset_f1<T: Hash + Eq>(
    found: impl Iterator<Item = T>,
    wanted: impl Iterator<Item = T>,
) -> f64 {
    let mut left: HashMap<T, u32> = HashMap::new();
    for item in wanted {
        *left.entry(item).or_default() += 1;
    }
    let mut counts = Counts::default();
    for item in found {
        // Every token of the true text can be found once.
        let open = left.get_mut(&item).filter(|count| **count > 0);
        counts.add(open.is_some(), true, 1.0);
        open.into_iter().for_each(|count| *count -= 1);
    }
    counts.missed = left.values().map(|count| f64::from(*count)).sum();
    counts.f1()
}

/// Which of the segments that must and must not be in `text` are; white space is normalised.
pub fn segments<'s>(
    text: &str,
    with: impl IntoIterator<Item = &'s str>,
    without: impl IntoIterator<Item = &'s str>,
) -> Counts {
    let text = spaced(text);
    let mut counts = Counts::default();
    for segment in with {
        counts.add(true, text.contains(&spaced(segment)), 1.0);
    }
    for segment in without {
        counts.add(false, text.contains(&spaced(segment)), 1.0);
    }
    counts
}

/// One space for all white space in a row, none at the ends.
fn spaced(text: &str) -> String {
    // As Python splits, whose scores these repeat.
    let white = |c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c);
    text.split(white).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether two titles are equal but for case and punctuation.
pub fn same_title(found: &str, wanted: &str) -> bool {
    tokens(found) == tokens(wanted)
}

/// Whether at least 60 % of the different words in either list of names are in both. What stands in
/// brackets in `wanted` (an agency, a place) does not count.
pub fn same_authors(found: &str, wanted: &str) -> bool {
    let words = |text: &str| {
        let mut words = tokens(text);
        words.sort_unstable();
        words.dedup();
        words
    };
    let (found, wanted) = (words(found), words(&without_brackets(wanted)));
    let common = found.iter().filter(|word| wanted.contains(word)).count();
    let all = found.len() + wanted.len() - common;
    all > 0 && common as f64 / all as f64 >= SAME_AUTHORS
}

fn without_brackets(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some(open) = rest.find('(') {
        let line = rest[open..].find('\n').unwrap_or(rest.len() - open);
        let Some(close) = rest[open..open + line].find(')') else {
            kept.push_str(&rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        };
        kept.push_str(&rest[..open]);
        rest = &rest[open + close + 1..];
    }
    kept + rest
}

/// Whether two dates of ISO 8601 are the same day; the time does not count.
pub fn same_day(found: &str, wanted: &str) -> bool {
    found.chars().take(10).eq(wanted.chars().take(10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f1(found: &str, wanted: &str) -> (f64, f64) {
        let (found, wanted) = (tokens(found), tokens(wanted));
        (bag_f1(&found, &wanted), gram_f1(&found, &wanted))
    }

    #[test]
    fn tokens_are_words_and_the_characters_of_scripts_without_spaces() {
        assert_eq!(
            tokens("Die Fa\u{ad}hrt, e\u{301}t\u{e9}_2!"),
            ["die", "fahrt", "\u{e9}t\u{e9}_2"]
        );
        assert_eq!(tokens("a渡し船b"), ["a", "渡", "し", "船", "b"]);
        assert_eq!(tokens("ที่"), ["ท"]);
        assert_eq!(tokens("हिन्दी"), ["ह", "न", "द"]);
        assert_eq!(tokens("ΟΔΟΣ Ⓐ x"), ["οδος", "x"]);
        assert_eq!(tokens("— …"), Vec::<String>::new());
    }

    #[test]
    fn order_counts_for_grams_only() {
        let (bag, grams) = f1("one two three four five", "five four three two one");
        assert_eq!((bag, grams), (1.0, 0.0));
        let (bag, grams) = f1("a b c d e", "a b c d");
        assert_eq!((bag, grams), (8.0 / 9.0, 2.0 / 3.0));
    }

    #[test]
    fn short_and_empty_texts_have_scores_too() {
        assert_eq!(f1("a b", "a b"), (1.0, 1.0));
        assert_eq!(f1("", "a"), (0.0, 0.0));
        assert_eq!(f1("", "!"), (1.0, 1.0));
        assert_eq!(f1("a a a", "a"), (0.5, 0.0));
    }

    #[test]
    fn segments_are_found_across_line_breaks() {
        let counts = segments("the ferry\n was  late", ["ferry was", "on time"], ["late", "menu"]);
        assert_eq!(counts, Counts { hits: 1.0, extra: 1.0, missed: 1.0, rest: 1.0 });
    }

    #[test]
    fn metadata_is_compared_as_readers_would() {
        assert!(same_title("The Ferry: late again!", "the ferry – late again"));
        assert!(!same_title("The Ferry | Harbour Notes", "The Ferry"));
        assert!(same_authors("Ada Byron Grace Hopper", "Grace Hopper, Ada Byron (Harbour)"));
        assert!(!same_authors("Ada", "Ada Byron"));
        assert!(!same_authors("", "(dpa)"));
        assert!(same_authors("a open bracket", "a (open bracket"));
        assert!(same_day("2019-05-17T10:00:00Z", "2019-05-17"));
        assert!(!same_day("2019-05", "2019-05-17"));
    }
}
