//! The shape of a path segment: title, number, year.

use super::words::{FileClass, file_class};

/// Years that a date in a path may be of.
const YEARS: std::ops::RangeInclusive<u16> = 1990..=2049;
/// Digits from which on a number is that of an article: years have four.
const NUMBER_DIGITS: usize = 5;

/// A segment without the ending of a page.
pub(super) fn stem(segment: &str) -> &str {
    match segment.rsplit_once('.') {
        Some((stem, ending)) if file_class(ending) == Some(FileClass::Page) => stem,
        _ => segment,
    }
}

/// Words between hyphens, underscores and the like.
pub(super) fn words(segment: &str) -> usize {
    segment.split(is_separator).filter(|word| !word.is_empty()).count()
}

/// Digits in a segment.
pub(super) fn digits(segment: &str) -> usize {
    segment.bytes().filter(u8::is_ascii_digit).count()
}

fn is_separator(character: char) -> bool {
    matches!(character, '-' | '_' | '+' | ',')
}

/// Whether there are words with separators between.
pub(super) fn is_slug(segment: &str) -> bool {
    segment.contains(is_separator)
}

/// Whether a segment is the title of an article, by the number of its words, or has its number.
pub(super) fn is_article(segment: &str, least_words: usize) -> bool {
    digits(segment) >= NUMBER_DIGITS || is_slug(segment) && words(segment) >= least_words
}

/// Nothing but digits.
pub(super) fn is_number(segment: &str) -> bool {
    !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit())
}

/// A year that sites have pages of.
pub(super) fn is_year(segment: &str) -> bool {
    segment.len() == 4 && segment.parse().is_ok_and(|year| YEARS.contains(&year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes() {
        for (segment, article, number, year) in [
            ("the-late-ferry-again", true, false, false),
            ("the_late_ferry_again", true, false, false),
            ("late-ferry", false, false, false),
            ("ferry-12345", true, false, false),
            ("2019", false, true, true),
            ("1066", false, true, false),
            ("13733124", true, true, false),
            ("", false, false, false),
        ] {
            let found = (is_article(segment, 4), is_number(segment), is_year(segment));
            assert_eq!(found, (article, number, year), "{segment}");
        }
        assert_eq!((stem("a.b.html"), stem("a.b"), words("a--b_c")), ("a.b", "a.b", 3));
    }
}
