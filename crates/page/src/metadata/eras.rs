//! Digits and year counts of other scripts and calendars.

use std::ops::RangeInclusive;

/// The digit zero of scripts with their own digits.
const ZEROS: &[char] = &[
    '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{be6}', '\u{c66}',
    '\u{ce6}', '\u{d66}', '\u{e50}', '\u{ed0}', '\u{1040}', '\u{17e0}', '\u{ff10}',
];

/// The value of a digit of any script.
pub(super) fn digit(c: char) -> Option<i16> {
    if c.is_ascii() {
        return c.to_digit(10).and_then(|value| i16::try_from(value).ok());
    }
    let value = |zero: &char| u32::from(c).checked_sub(u32::from(*zero)).filter(|v| *v < 10);
    ZEROS.iter().find_map(value).and_then(|value| i16::try_from(value).ok())
}

/// Buddhist years in which a web page can have been published.
const BUDDHIST: RangeInclusive<i16> = 2533..=2643;
/// Years by which the Buddhist era is ahead of the common one.
pub(super) const BUDDHIST_AHEAD: i16 = 543;

/// Whether years may be of the Buddhist era: in Thai texts.
pub(super) fn is_buddhist(text: &str, language: Option<&str>) -> bool {
    language == Some("th") || text.contains(|c| ('\u{e01}'..='\u{e5b}').contains(&c))
}

/// The common year of a Buddhist one.
pub(super) fn from_buddhist(year: i16) -> Option<i16> {
    BUDDHIST.contains(&year).then(|| year - BUDDHIST_AHEAD)
}

/// Whether a year can be of the Bikram Sambat calendar, which is 57 years ahead. Its months start
/// on other days, so such dates cannot be converted by the year alone.
pub(super) fn is_nepali(year: i16, language: Option<&str>) -> bool {
    language == Some("ne") && year > NEPALI
}

/// Last year that may be meant as a common one: the calendar passed it in 1984.
const NEPALI: i16 = 2040;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_all_scripts_have_values() {
        for (text, expected) in [
            ("0189", [0, 1, 8, 9]),
            ("०१८९", [0, 1, 8, 9]),
            ("٠١٨٩", [0, 1, 8, 9]),
            ("๐๑๘๙", [0, 1, 8, 9]),
            ("０１８９", [0, 1, 8, 9]),
        ] {
            assert_eq!(text.chars().filter_map(digit).collect::<Vec<_>>(), expected, "{text}");
        }
        assert!("a½Ⅳ十 -".chars().all(|c| digit(c).is_none()));
    }

    #[test]
    fn years_of_other_eras_are_told_by_their_size() {
        for (year, common) in [(2562, Some(2019)), (2533, Some(1990)), (2019, None), (2700, None)] {
            assert_eq!(from_buddhist(year), common, "{year}");
        }
        assert!(is_nepali(2076, Some("ne")) && !is_nepali(2019, Some("ne")));
        assert!(!is_nepali(2076, Some("hi")) && !is_nepali(2076, None));
    }

    #[test]
    fn thai_texts_may_count_in_buddhist_years() {
        assert!(is_buddhist("17/05/2562", Some("th")) && is_buddhist("พ.ค.", None));
        assert!(!is_buddhist("17/05/2562", Some("en")));
    }
}
