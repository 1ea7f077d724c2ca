//! Where two runs of text meet with nothing but tags between them: one word, or two?
//!
//! Markup such as `<span>By</span><span>Ada</span>` has no white space, and only the style sheet
//! keeps its parts distinct. Each function judges the text so far against the run that follows.

use std::ops::RangeInclusive;

/// Beginnings of names that go on with a capital letter: `McAdam`, `YouTube`, `iPhone`.
const NAME_PREFIXES: &[&str] = &["Mc", "Mac", "La", "De", "You", "i", "e"];
/// Small letters before a full stop that make it the end of a sentence, not of an abbreviation.
const WORD: usize = 3;
/// Scripts without spaces between words: Thai, Lao, Burmese, Khmer, and those of East Asia.
const DENSE: &[RangeInclusive<char>] = &[
    '\u{e00}'..='\u{eff}',
    '\u{1000}'..='\u{109f}',
    '\u{1780}'..='\u{17ff}',
    '\u{2e80}'..='\u{3ffff}',
];

/// Whether `run` begins a word of its own: a capital after a small letter, or a capitalised word
/// after a digit, as in `By` and `Ada` or `12` and `Comments`.
pub(in crate::block) fn starts_new_word(before: &str, run: &str) -> bool {
    let is_word = |before: &str| !before.ends_with(char::is_alphanumeric);
    // "McAdam" in two elements is one name.
    if NAME_PREFIXES.iter().any(|name| before.strip_suffix(name).is_some_and(is_word)) {
        return false;
    }
    let (mut before, mut next) = (before.chars().rev(), run.chars());
    let (Some(last), Some(first)) = (before.next(), next.next()) else { return false };
    if !first.is_uppercase() {
        return false;
    }
    // A single small letter may be a variable, and capitals after a number a unit: `3D`.
    last.is_lowercase() && before.next().is_some_and(char::is_alphanumeric)
        || last.is_numeric() && next.next().is_some_and(char::is_lowercase)
}

/// Whether a word ends where `run` begins with a date or a time of day.
pub(in crate::block) fn date_follows(before: &str, run: &str) -> bool {
    let last = before.chars().next_back();
    match leading_date(run) {
        Some(Leading::Date) => last.is_some_and(|c| c.is_alphanumeric() || c == ')'),
        // A digit before a time may be part of it.
        Some(Leading::Time) => last.is_some_and(|c| c.is_alphabetic() || c == ')'),
        None => false,
    }
}

/// Whether a sentence ends where `run` begins another.
pub(in crate::block) fn sentence_follows(before: &str, run: &str) -> bool {
    ends_sentence(before) && begins_sentence(run)
}

/// Whether a word ends where `run` begins with one, in scripts with spaces between words.
pub(in crate::block) fn word_follows(before: &str, run: &str) -> bool {
    let is_spaced = |c: char| c.is_alphanumeric() && !DENSE.iter().any(|dense| dense.contains(&c));
    let last = before.chars().next_back();
    last.is_some_and(is_spaced) && run.chars().next().is_some_and(is_spaced)
}

/// Whether a text ends with a word and a full stop or another sign that ends sentences.
fn ends_sentence(text: &str) -> bool {
    let Some(before) = text.strip_suffix(['.', '!', '?']) else { return false };
    before.chars().rev().take(WORD).filter(|c| c.is_lowercase()).count() == WORD
}

/// Whether a text begins with a capital and a small letter.
fn begins_sentence(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_some_and(char::is_lowercase)
}

/// What a text begins with.
enum Leading {
    Date,
    Time,
}

/// The date with its year first, or the time of day, that a text begins with.
fn leading_date(text: &str) -> Option<Leading> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let mut rest = text[digits..].chars();
    let sign = rest.next();
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    match (digits, sign) {
        // U+5E74 is the sign for "year" in Chinese and Japanese dates.
        (4, Some('-' | '/' | '\u{5e74}')) if is_digit(rest.next()) => Some(Leading::Date),
        (1 | 2, Some(':')) if is_digit(rest.next()) && is_digit(rest.next()) => Some(Leading::Time),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_begin_words_but_not_within_names() {
        for (before, run, splits) in [
            ("By", "Ada", true),
            ("12", "Comments", true),
            ("12", "CO", false),
            ("Mc", "Adam", false),
            ("The Mc", "Adam", false),
            // "Mc" is the end of another word here.
            ("xMc", "Adam", true),
            ("You", "Tube", false),
            ("x", "Axis", false),
            ("By", "ada", false),
            ("NATO", "Summit", false),
            ("", "Ada", false),
            ("By", "", false),
        ] {
            assert_eq!(starts_new_word(before, run), splits, "{before}|{run}");
        }
    }

    #[test]
    fn dates_and_times_are_kept_from_words() {
        for (before, run, follows) in [
            ("News", "2024-03-01", true),
            ("1", "2024/3/1", true),
            ("(Reuters)", "2024-03-01", true),
            ("News", "2024\u{5e74}3", true),
            ("News", "2024", false),
            ("News", "12:30", true),
            ("1", "12:30", false),
            ("News", "12:3", false),
            ("News -", "12:30", false),
        ] {
            assert_eq!(date_follows(before, run), follows, "{before}|{run}");
        }
    }

    #[test]
    fn sentences_follow_sentences_not_abbreviations() {
        for (before, run, follows) in [
            ("It rose.", "Nobody", true),
            ("Really?", "Yes", true),
            ("Dr.", "Smith", false),
            ("It rose.", "NOBODY", false),
            ("It rose", "Nobody", false),
            ("It rose.", "nobody", false),
        ] {
            assert_eq!(sentence_follows(before, run), follows, "{before}|{run}");
        }
    }

    #[test]
    fn words_of_dense_scripts_touch() {
        for (before, run, follows) in [
            ("Home", "News", true),
            ("3", "a", true),
            ("Home ", "News", false),
            ("\u{9996}\u{9875}", "\u{65b0}\u{95fb}", false),
            ("\u{e2b}\u{e19}\u{e49}\u{e32}", "\u{e41}\u{e23}\u{e01}", false),
            ("Home", "\u{65b0}", false),
        ] {
            assert_eq!(word_follows(before, run), follows, "{before}|{run}");
        }
    }
}
