//! Numbers and words of a text as parts of dates.

use std::ops::Range;

use jiff::civil::Date;

use super::eras::{self, digit};
use super::months;

/// Years in which a web page can have been published.
const YEARS: std::ops::RangeInclusive<i16> = 1990..=2100;

/// Whether day or month comes first in `03/04/2019`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    DayFirst,
    MonthFirst,
}

/// How a page writes its dates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits<'a> {
    /// Primary language subtag; some names mean other months in other languages.
    pub(super) language: Option<&'a str>,
    pub(super) order: Order,
    /// Whether years can be of the Buddhist era; set anew for each text.
    pub(super) buddhist: bool,
}

impl Default for Habits<'_> {
    fn default() -> Self {
        Self { language: None, order: Order::DayFirst, buddhist: false }
    }
}

/// A number or word, and what separates it from the next.
#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub(super) place: Range<usize>,
    pub(super) text: &'t str,
    /// Value and number of digits.
    pub(super) number: Option<(i16, usize)>,
    /// The characters up to the next token.
    pub(super) behind: &'t str,
}

/// The numbers and words of a text in order.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(char::is_alphanumeric)?;
        let first = text[start..].chars().next()?;
        let digits = digit(first).is_some();
        // A combining mark belongs to its word, as in Devanagari and Thai.
        let same = |c: char| {
            if digits { digit(c).is_some() } else { is_wordy(c) && digit(c).is_none() }
        };
        let end = text[start..].find(|c| !same(c)).map_or(text.len(), |end| start + end);
        let end = end.max(start + first.len_utf8());
        let end = start + seam(&text[start..end]);
        let next = text[end..].find(char::is_alphanumeric).map_or(text.len(), |next| end + next);
        at = end;
        let word = &text[start..end];
        let number = if digits { number(word) } else { None };
        Some(Token { place: start..end, text: word, number, behind: &text[end..next] })
    })
}

/// Value and number of digits of a number with up to four.
fn number(word: &str) -> Option<(i16, usize)> {
    let count = word.chars().count();
    let value = || word.chars().filter_map(digit).fold(0, |value, digit| value * 10 + digit);
    (count <= 4).then(|| (value(), count))
}

/// Where two words meet that only the style sheet separates: `readDec`.
fn seam(word: &str) -> usize {
    let mut chars = word.char_indices();
    let mut was_small = false;
    let at = chars
        .find(|(_, c)| std::mem::replace(&mut was_small, c.is_lowercase()) && c.is_uppercase());
    at.map_or(word.len(), |(at, _)| at)
}

fn is_wordy(c: char) -> bool {
    c.is_alphanumeric() || !(c.is_ascii() || c.is_whitespace() || c.is_control() || is_mark(c))
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}')
        || matches!(c, '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{2190}'..='\u{2bff}')
}

impl Token<'_> {
    /// The common year that a number of four digits means.
    pub(super) fn year(&self, habits: Habits<'_>) -> Option<i16> {
        let (year, _) = self.number.filter(|(_, digits)| *digits == 4)?;
        // Such a year cannot be converted without its month, so the date is given up.
        if eras::is_nepali(year, habits.language) {
            return None;
        }
        let buddhist = if habits.buddhist { eras::from_buddhist(year) } else { None };
        buddhist.or_else(|| YEARS.contains(&year).then_some(year))
    }

    /// The value of a number of one or two digits, as of a day or month.
    pub(super) fn small(&self) -> Option<i16> {
        self.number.filter(|(n, digits)| *digits <= 2 && *n > 0).map(|(n, _)| n)
    }

    pub(super) fn month(&self, habits: Habits<'_>) -> Option<i16> {
        months::month_of(self.text, habits.language)
    }

    /// Whether only characters that can occur within a date follow the token.
    pub(super) fn joins(&self) -> bool {
        // At most four characters: columns of a table are further apart.
        self.behind.chars().all(|c| c.is_whitespace() || ".,،-/\u{2013}'’".contains(c))
            && self.behind.chars().count() <= 4
    }
}

/// Words that can occur within a date: `17 de mayo de 2019`, `17th of May`.
const WITHIN: &[&str] =
    &["de", "del", "of", "st", "nd", "rd", "th", "er", "º", "di", "d", "mb", "năm", "พ", "ศ"];

/// The next token behind `at` that `read` accepts, skipping up to two words of [`WITHIN`].
pub(super) fn behind<'t, T>(
    tokens: &[Token<'t>],
    at: usize,
    read: impl Fn(&Token<'t>) -> Option<T>,
) -> Option<(usize, T)> {
    let mut place = at;
    loop {
        if !tokens.get(place)?.joins() {
            return None;
        }
        place += 1;
        let token = tokens.get(place)?;
        if let Some(value) = read(token) {
            return Some((place, value));
        }
        let word = token.text.to_lowercase();
        // Two words at most: "17 de mes de" occurs, a sentence does not.
        if place > at + 2 || !WITHIN.contains(&word.as_str()) {
            return None;
        }
    }
}

/// A date, if there is such a day.
pub(super) fn date(year: i16, month: i16, day: i16) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).map(|token| token.text).collect()
    }

    #[test]
    fn numbers_and_words_are_told_apart() {
        for (text, expected) in [
            ("17 May 2019", &["17", "May", "2019"][..]),
            ("May17th, 2019", &["May", "17", "th", "2019"]),
            ("readDec 3", &["read", "Dec", "3"]),
            ("2019年5月17日", &["2019", "年", "5", "月", "17", "日"]),
            ("१७ मई", &["१७", "मई"]),
            (" -- ", &[]),
            ("", &[]),
        ] {
            assert_eq!(texts(text), expected, "{text}");
        }
    }

    #[test]
    fn tokens_and_what_is_between_them_are_the_text() {
        for text in ["(17 May, 2019)", "le 1er mai 2019 à 10h", "১৭ মে ২০১৯", "no", "?"]
        {
            let start = tokens(text).next().map_or(text.len(), |token| token.place.start);
            let mut whole = text[..start].to_owned();
            for token in tokens(text) {
                assert_eq!(&text[token.place.clone()], token.text);
                whole.push_str(token.text);
                whole.push_str(token.behind);
            }
            assert_eq!(whole, text);
        }
    }

    #[test]
    fn only_marks_of_dates_join_tokens() {
        for (text, joins) in [
            ("17. May", true),
            ("17 - May", true),
            ("17, May", true),
            ("17 (May", false),
            ("17 |  May", false),
            ("17      May", false),
        ] {
            assert_eq!(tokens(text).next().map(|token| token.joins()), Some(joins), "{text}");
        }
    }

    #[test]
    fn few_words_may_stand_within_a_date() {
        let month = |text: &str| {
            let tokens: Vec<_> = tokens(text).collect();
            behind(&tokens, 0, |token| token.month(Habits::default())).map(|(at, _)| at)
        };
        for (text, expected) in [
            ("17 May", Some(1)),
            ("17 de mayo", Some(2)),
            ("17th of May", Some(3)),
            ("17 big May", None),
            ("17", None),
            ("17: May", None),
        ] {
            assert_eq!(month(text), expected, "{text}");
        }
    }

    #[test]
    fn days_that_do_not_exist_are_no_dates() {
        assert!(date(2020, 2, 29).is_some());
        for (year, month, day) in [(2019, 2, 29), (2019, 13, 1), (2019, 0, 1), (2019, 1, 300)] {
            assert!(date(year, month, day).is_none(), "{year}-{month}-{day}");
        }
    }
}
