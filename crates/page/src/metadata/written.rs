//! Dates in running text, in some forty languages: where they stand and which day they mean.

use std::ops::Range;

use jiff::civil::Date;

use super::date_tokens::{Habits, Order, Token, behind, date, tokens};
use super::{calendars, eras};

/// A date and its byte range in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) date: Date,
    pub(super) place: Range<usize>,
}

/// Most tokens of a text that are read.
const TOKENS: usize = 400;
/// The complete dates of a text in order.
pub(super) fn find(text: &str, habits: Habits<'_>) -> Vec<Written> {
    // Most texts have no digit, and are done.
    if !text.contains(char::is_numeric) {
        return Vec::new();
    }
    let habits = Habits { buddhist: eras::is_buddhist(text, habits.language), ..habits };
    let tokens: Vec<Token<'_>> = tokens(text).take(TOKENS).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match FORMS.iter().find_map(|form| form(&tokens[at..], habits)) {
            Some((date, count)) => {
                let place = tokens[at].place.start..tokens[at + count - 1].place.end;
                found.push(Written { date, place });
                at += count;
            }
            None => at += 1,
        }
    }
    found
}

type Form = fn(&[Token<'_>], Habits<'_>) -> Option<(Date, usize)>;

/// The forms of a date; a longer one comes before one that could be its beginning.
const FORMS: &[Form] = &[
    east_asian,
    year_first,
    three_numbers,
    day_first,
    month_first,
    year_month,
    unix,
    calendars::thai,
    calendars::vietnamese,
    calendars::solar,
];

/// `2019年5月17日`, `2019년 5월 17일`.
fn east_asian(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    let [year, a, month, b, day, c, ..] = tokens else { return None };
    let marks = [(a, "年", "년"), (b, "月", "월"), (c, "日", "일")];
    let fine = marks
        .iter()
        .all(|(token, one, other)| token.text.starts_with(one) || token.text.starts_with(other));
    let found = fine.then(|| date(year.year(habits)?, month.small()?, day.small()?)).flatten()?;
    // "日" may be joined with the next word, so that no mark of its own follows.
    Some((found, if c.text.chars().count() == 1 { 6 } else { 5 }))
}

/// `2019-05-17`, `2019/05/17`, `2019.05.17`, also with a time behind a `T`.
fn year_first(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    let [year, month, day, ..] = tokens else { return None };
    let separator = year.behind.trim();
    let fine =
        matches!(separator, "-" | "/" | "." | "\u{2013}") && month.behind.trim() == separator;
    fine.then(|| date(year.year(habits)?, month.small()?, day.small()?)).flatten().map(|d| (d, 3))
}

/// `17.05.2019`, `17/05/2019`, `5/17/2019`, `17.05.19`.
fn three_numbers(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    let [first, second, third, ..] = tokens else { return None };
    let separator = first.behind.trim();
    if !matches!(separator, "-" | "/" | ".") || second.behind.trim() != separator {
        return None;
    }
    let (a, b) = (first.small()?, second.small()?);
    let year = match third.number? {
        (_, 4) => third.year(habits)?,
        // Two digits count as a year only in `17.05.19`; with hyphens they may be a version.
        (n, 2) if separator != "-" && first.number?.1 == 2 && second.number?.1 == 2 => {
            // Short Persian dates begin with the year of their own calendar.
            if habits.language == Some("fa") {
                return None;
            }
            // Two digits: up to 40 this century, from 90 the last; no page is from between.
            if n <= 40 {
                2000 + n
            } else if n >= 90 {
                1900 + n
            } else {
                return None;
            }
        }
        _ => return None,
    };
    let month_first =
        separator != "." && (b > 12 || (a <= 12 && habits.order == Order::MonthFirst));
    let (day, month) = if month_first { (b, a) } else { (a, b) };
    // A fourth number makes it an IP address or a version.
    let more = third.behind == "." && tokens.get(3).is_some_and(|t| t.number.is_some());
    if more { None } else { date(year, month, day).map(|d| (d, 3)) }
}

/// `17 May 2019`, `17. Mai 2019`, `17 de mayo de 2019`.
fn day_first(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    let day = tokens.first()?.small()?;
    let (at, month) = behind(tokens, 0, |t| t.month(habits))?;
    let (at, year) = behind(tokens, at, |t| t.year(habits))?;
    date(year, month, day).map(|d| (d, at + 1))
}

/// `May 17, 2019`, `May 17th 2019`.
fn month_first(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    let month = tokens.first()?.month(habits)?;
    let (at, day) = behind(tokens, 0, Token::small)?;
    let (at, year) = behind(tokens, at, |t| t.year(habits))?;
    date(year, month, day).map(|d| (d, at + 1))
}

/// `2019. május 17.`, `2019 m. gegužės 17 d.`, `2019. gada 17. maijs`, `2019 May 17`.
fn year_month(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    let year = tokens.first()?.year(habits)?;
    let second = tokens.get(1)?;
    let at = usize::from(matches!(second.text, "m" | "gada"));
    if let Some((at, month)) = behind(tokens, at, |t| t.month(habits)) {
        let (at, day) = behind(tokens, at, Token::small)?;
        return date(year, month, day).map(|d| (d, at + 1));
    }
    let (at, day) = behind(tokens, at, Token::small)?;
    let (at, month) = behind(tokens, at, |t| t.month(habits))?;
    date(year, month, day).map(|d| (d, at + 1))
}

/// `Mar 12 09:14:02 CET 2013`, as in archives of mailing lists.
fn unix(tokens: &[Token<'_>], habits: Habits<'_>) -> Option<(Date, usize)> {
    let [month, day, hour, minute, second, ..] = tokens else { return None };
    let is_clock = hour.behind == ":" && minute.behind == ":" && second.number.is_some();
    // The zone is optional: `CET`, `+0100` or nothing.
    let zone = tokens.get(5).is_some_and(|token| token.number.is_none() && token.text.len() <= 5);
    let at = 5 + usize::from(zone);
    let year = tokens.get(at).filter(|_| is_clock)?.year(habits)?;
    date(year, month.month(habits)?, day.small()?).map(|d| (d, at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dates(text: &str, language: &str, order: Order) -> Vec<String> {
        let habits = Habits { language: Some(language), order, ..Habits::default() };
        find(text, habits).into_iter().map(|written| written.date.to_string()).collect()
    }

    #[test]
    fn one_day_in_many_languages() {
        for (language, text) in [
            ("en", "Posted on May 17th, 2019 by Ada"),
            ("en", "Friday, 17 May 2019 10:00"),
            ("en", "the 17th of May 2019"),
            ("de", "Freitag, 17. Mai 2019"),
            ("de", "Stand: 17.05.2019, 10 Uhr"),
            ("de", "17.05.19"),
            ("fr", "le 17 mai 2019 à 10h"),
            ("es", "17 de mayo de 2019"),
            ("hu", "2019. május 17. 10:00"),
            ("lt", "2019 m. gegužės 17 d."),
            ("lv", "2019. gada 17. maijs"),
            ("fi", "17. toukokuuta 2019"),
            ("ru", "17 мая 2019 г."),
            ("el", "17 Μαΐου 2019"),
            ("tr", "17 Mayıs 2019 Cuma"),
            ("ja", "2019年5月17日(金)"),
            ("zh", "发布时间：2019年05月17日 10:00"),
            ("ko", "입력 2019년 5월 17일"),
            ("hi", "17 मई 2019"),
            ("th", "17 พฤษภาคม 2019"),
            ("xx", "2019-05-17T10:00:00Z"),
            ("xx", "2019/05/17"),
            ("en", "7 min readMay 17, 2019"),
            ("en", "Fri May 17 09:14:02 CET 2019"),
        ] {
            assert_eq!(dates(text, language, Order::DayFirst), ["2019-05-17"], "{text}");
        }
    }

    #[test]
    fn the_order_of_numbers_is_the_pages() {
        assert_eq!(dates("3/4/2019", "en", Order::MonthFirst), ["2019-03-04"]);
        assert_eq!(dates("3/4/2019", "en", Order::DayFirst), ["2019-04-03"]);
        assert_eq!(dates("5/17/2019", "en", Order::DayFirst), ["2019-05-17"]);
    }

    #[test]
    fn the_language_decides_between_months() {
        assert_eq!(dates("3. listopada 2019", "hr", Order::DayFirst), ["2019-10-03"]);
        assert_eq!(dates("3 listopada 2019", "pl", Order::DayFirst), ["2019-11-03"]);
        assert!(dates("3 listopada 2019", "en", Order::DayFirst).is_empty());
    }

    #[test]
    fn other_numbers_are_no_dates() {
        for text in [
            "192.168.10.20",
            "version 2.10.12.3",
            "12 of 2019 pages",
            "tel. 03 12 45",
            "1 May",
            "2019",
            "31.02.2019",
            "10:30:2019",
            "May be 17 2019",
        ] {
            assert_eq!(dates(text, "en", Order::DayFirst), Vec::<String>::new(), "{text}");
        }
    }
}
