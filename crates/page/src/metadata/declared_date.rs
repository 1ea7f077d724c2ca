//! Declared dates in the forms that systems write, converted to ISO 8601 of the same precision.
//!
//! Forms: ISO 8601 (extended, basic, with one digit), RFC 3339, RFC 2822, `date(1)`, JavaScript,
//! seconds and milliseconds since 1970, Drupal, and the written dates of `written`.

use jiff::Timestamp;
use jiff::civil::{Date, ISOWeekDate, Weekday};

use super::clock::{self, Clock};
use super::date_tokens::Habits;
use super::{months, written};

/// Years of texts on the web: earlier ones are those that a text is about.
const YEARS: std::ops::RangeInclusive<i16> = 1900..=2100;
/// First letters of weekdays in English, from Monday.
const WEEKDAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/// Longest text that is read as a date, in bytes.
const MOST_BYTES: usize = 200;
/// Most words of a text that are read.
const MOST_WORDS: usize = 12;

/// Reads a date; `None` unless it has only one reading.
pub(super) fn parse(text: &str) -> Option<String> {
    let text = bare(text);
    if text.len() > MOST_BYTES {
        return None;
    }
    // The strictest form first: `20190517` must not be read as a number of seconds.
    basic(text).or_else(|| since_1970(text)).or_else(|| reduced(text)).or_else(|| spelled(text))
}

/// A date without what ASP.NET (`/Date(1558088430000)/`), PDF (`D:20190517`) and quotes put around.
fn bare(text: &str) -> &str {
    let text = text.trim_matches(|c: char| c.is_whitespace() || "\"'“”".contains(c));
    let inner = text.strip_prefix("/Date(").and_then(|text| text.strip_suffix(")/"));
    inner.or_else(|| text.strip_prefix("D:")).unwrap_or(text)
}

/// A day with separators or words, and the time of day beside it.
fn spelled(text: &str) -> Option<String> {
    let (clock, rest) = clock::split(text);
    let rest = rest.trim();
    let day = basic_day(rest).or_else(|| counted(rest)).or_else(|| numbers(rest));
    let day = day.or_else(|| worded(rest)).or_else(|| shown(rest))?;
    Some(clock.map_or_else(|| day.to_string(), |clock| format!("{day}T{clock}")))
}

/// A day in a form of running text. Without a letter its order of day and month is unknown.
fn shown(text: &str) -> Option<Date> {
    if !text.contains(char::is_alphabetic) {
        return None;
    }
    let mut dates = written::find(text, Habits::default()).into_iter();
    let date = dates.next()?;
    let is_named = text[date.place.clone()].contains(char::is_alphabetic);
    (is_named && dates.next().is_none()).then_some(date.date)
}

fn day(year: i16, month: i16, day: i16) -> Option<Date> {
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok();
    date.filter(|_| YEARS.contains(&year))
}

/// A year, or a year and a month: `2019`, `2019-05`.
fn reduced(text: &str) -> Option<String> {
    let year = text.get(..4)?.parse::<i16>().ok().filter(|year| YEARS.contains(year))?;
    match text.get(4..)? {
        "" => Some(format!("{year:04}")),
        rest => {
            let month = rest.strip_prefix(['-', '/'])?;
            let month = month.parse::<i8>().ok().filter(|m| (1..=12).contains(m))?;
            Some(format!("{year:04}-{month:02}"))
        }
    }
}

/// `20190517`, `20190517100000`, `20190517T1000+0200` (ISO 8601, basic format).
fn basic(text: &str) -> Option<String> {
    let (day, rest) = (basic_day(text.get(..8)?)?, &text[8..]);
    if rest.is_empty() {
        return Some(day.to_string());
    }
    let is_joined = matches!(rest.bytes().take_while(u8::is_ascii_digit).count(), 4 | 6);
    let time = rest.strip_prefix(['T', 't', ' ']).or_else(|| is_joined.then_some(rest))?;
    Clock::basic(time).map(|clock| format!("{day}T{clock}"))
}

/// `20190517`.
fn basic_day(text: &str) -> Option<Date> {
    let is_day = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |from: usize, to: usize| text[from..to].parse::<i16>().ok();
    is_day.then(|| day(number(0, 4)?, number(4, 6)?, number(6, 8)?)).flatten()
}

/// `2019-W20-5`, `2019-137`: the day of a week or of a year (ISO 8601, 5.2.2 and 5.2.3).
fn counted(text: &str) -> Option<Date> {
    let (year, rest) = text.strip_suffix('T').unwrap_or(text).split_once('-')?;
    let year = year.parse::<i16>().ok().filter(|year| YEARS.contains(year))?;
    if let Some((week, number)) = rest.strip_prefix('W').and_then(|rest| rest.split_once('-')) {
        let weekday = Weekday::from_monday_one_offset(number.parse().ok()?).ok()?;
        return Some(ISOWeekDate::new(year, week.parse().ok()?, weekday).ok()?.date());
    }
    let number = rest.parse::<i16>().ok().filter(|_| rest.len() == 3)?;
    Date::new(year, 1, 1).ok()?.with().day_of_year(number).build().ok()
}

/// Seconds or milliseconds since 1970, as systems store them.
fn since_1970(text: &str) -> Option<String> {
    let whole = text.split_once('.').map_or(text, |(whole, _)| whole);
    let number = whole.parse::<i64>().ok()?;
    let instant = match whole.len() {
        10 => Timestamp::from_second(number).ok()?,
        13 => Timestamp::from_second(number / 1000).ok()?,
        _ => return None,
    };
    Some(instant.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// `17 May 2019`, `May 17, 2019`, `Fri, 17 May 2019`, `17-May-19`.
fn worded(text: &str) -> Option<Date> {
    let words = text.split([' ', ',', '-']).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.take(MOST_WORDS).collect();
    let at = words.iter().position(|word| month(word).is_some())?;
    let month = month(words[at])?;
    let number = |at: usize| {
        let word = words.get(at)?.trim_end_matches(['.', 't', 'h', 's', 'n', 'd', 'r']);
        Some((word.parse::<i16>().ok()?, word.len()))
    };
    let before = at.checked_sub(1).and_then(number);
    // The name of a zone may stand before the year.
    let last = number(at + 2).or_else(|| number(at + 3));
    let (number, year) = match (before, number(at + 1), last) {
        (Some((day, _)), Some((year, 4)), _) if day <= 31 => (day, year),
        (_, Some((day, _)), Some((year, 4))) if day <= 31 => (day, year),
        // RFC 850 and Unix tools before 2000.
        (Some((day, _)), Some((year, 2)), _) if weekday(text).is_some() => (day, century(year)),
        _ => return None,
    };
    day(year, month, number)
}

/// The year that two digits mean (RFC 6265, section 5.1.1).
fn century(year: i16) -> i16 {
    if year < 70 { 2000 + year } else { 1900 + year }
}

/// English months by their first three letters, which may mean another month elsewhere, then those
/// of other languages.
fn month(word: &str) -> Option<i16> {
    let word = word.trim_end_matches('.').to_ascii_lowercase();
    months::month_of(&word, Some("en"))
}

/// `17.05.2019`, `2019/05/17`; `17/05/2019` where only one order of day and month is possible, by
/// their size or by the weekday before them.
fn numbers(text: &str) -> Option<Date> {
    let weekday = weekday(text);
    // Behind the full stop of an ordinal number stands a blank in many languages.
    let text = text.replace(". ", ".");
    let mut words = text.split_whitespace().map(|word| word.trim_matches([',', ';']));
    let head = words.find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    // Words before a number belong to a sentence, but for a weekday or a label.
    let before = text.split(head).next().unwrap_or_default().trim_end();
    if !before.is_empty() && !before.ends_with(':') && weekday.is_none() {
        return None;
    }
    let head = head.trim_end_matches(['T', 't', '.']);
    let parts = head.split(['.', '/', '-']).map(|part| part.parse().ok());
    let [first, second, third] = parts.collect::<Option<Vec<i16>>>()?[..] else { return None };
    if first > 31 {
        return day(first, second, third);
    }
    let day_first = day(third, second, first);
    let month_first = day(third, first, second).filter(|_| !head.contains('.'));
    let is_possible = |date: &Date| weekday.is_none_or(|weekday| date.weekday() == weekday);
    match (day_first.filter(is_possible), month_first.filter(is_possible)) {
        (Some(date), None) | (None, Some(date)) => Some(date),
        // Drupal's own format: some weekdays fit both orders.
        (Some(_), Some(other)) if weekday.is_some() => Some(other),
        // The fourth of April is the same in both orders.
        (Some(one), Some(other)) => (one == other).then_some(one),
        (None, None) => None,
    }
}

/// The English weekday at the beginning of a text.
fn weekday(text: &str) -> Option<Weekday> {
    let word = text.split(|c: char| !c.is_alphabetic()).next()?.to_lowercase();
    let at = WEEKDAYS.iter().position(|day| word.starts_with(day))?;
    Weekday::from_monday_zero_offset(i8::try_from(at).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];

    #[test]
    fn declared_dates_are_as_precise_as_they_are_written() {
        for (text, expected) in [
            ("2019", Some("2019")),
            ("2019-05", Some("2019-05")),
            ("2019/05", Some("2019-05")),
            ("2019-05-17", Some("2019-05-17")),
            ("2019-05-17T10:20", Some("2019-05-17T10:20")),
            ("2019-05-17 10:20:30", Some("2019-05-17T10:20:30")),
            ("2019-05-17T10:20:30.123Z", Some("2019-05-17T10:20:30Z")),
            ("2019-05-17T10:20:30+0200", Some("2019-05-17T10:20:30+02:00")),
            ("2019-05-17T10:20:60Z", Some("2019-05-17T10:20:59Z")),
            ("2019-05-17T25:20", Some("2019-05-17")),
            ("2019-05-17 10:20 pm", Some("2019-05-17T22:20")),
            ("20190517", Some("2019-05-17")),
            ("20190517102030", Some("2019-05-17T10:20:30")),
            ("17 May 2019", Some("2019-05-17")),
            ("May 17, 2019", Some("2019-05-17")),
            ("Fri, 17 May 2019 10:00:00 GMT", Some("2019-05-17T10:00:00Z")),
            ("17 mai 2019", Some("2019-05-17")),
            ("17.05.2019", Some("2019-05-17")),
            ("17/05/2019", Some("2019-05-17")),
            ("5/17/2019", Some("2019-05-17")),
            ("2019/05/17", Some("2019-05-17")),
            // Basic format.
            ("20190517T102030Z", Some("2019-05-17T10:20:30Z")),
            ("20190517T1020+0200", Some("2019-05-17T10:20+02:00")),
            ("20190517 10:20", Some("2019-05-17T10:20")),
            ("201905171020", Some("2019-05-17T10:20")),
            ("D:20190517102030Z", Some("2019-05-17T10:20:30Z")),
            // Days of weeks and years.
            ("2019-W20-5", Some("2019-05-17")),
            ("2019-137T10:20", Some("2019-05-17T10:20")),
            ("2019-W60-5", None),
            ("2019-367", None),
            ("17/May/2019:10:20:30 +0000", Some("2019-05-17T10:20:30Z")),
            ("17. 5. 2019 10:20", Some("2019-05-17T10:20")),
            ("Date: 2019-05-17", Some("2019-05-17")),
            ("\"2019-05-17\"", Some("2019-05-17")),
            ("Version 2019-05-17", None),
            // Digits left out.
            ("2019-5-7T9:05:00+0200", Some("2019-05-07T09:05:00+02:00")),
            ("2019-5-7", Some("2019-05-07")),
            // Seconds and milliseconds since 1970.
            ("1558088430", Some("2019-05-17T10:20:30Z")),
            ("1558088430123", Some("2019-05-17T10:20:30Z")),
            ("1558088430.25", Some("2019-05-17T10:20:30Z")),
            ("/Date(1558088430123)/", Some("2019-05-17T10:20:30Z")),
            ("155808843", None),
            ("15580884301", None),
            // date(1), JavaScript, RFC 850.
            ("Fri May 17 10:20:30 UTC 2019", Some("2019-05-17T10:20:30Z")),
            ("Fri May 17 10:20:30 CEST 2019", Some("2019-05-17T10:20:30")),
            ("Fri May  7 10:20:30 2019", Some("2019-05-07T10:20:30")),
            (
                "Fri May 17 2019 10:20:30 GMT+0200 (Central European Summer Time)",
                Some("2019-05-17T10:20:30+02:00"),
            ),
            ("Friday, 17-May-19 10:20:30 GMT", Some("2019-05-17T10:20:30Z")),
            ("17-May-19", None),
            // The weekday decides which number is the month.
            ("Tue, 07/11/2023 - 17:57", Some("2023-07-11T17:57")),
            ("Fri, 14/07/2023 - 17:57", Some("2023-07-14T17:57")),
            ("Wed, 12/07/2023 - 17:57", Some("2023-07-12T17:57")),
            ("Wed, 07/11/2023", None),
            ("04/04/2019", Some("2019-04-04")),
            ("3.4.2019", Some("2019-04-03")),
            ("14.07.2023, 10:30 Uhr", Some("2023-07-14T10:30")),
            ("May 12, 2023 3:04 pm", Some("2023-05-12T15:04")),
            ("2023年7月14日 10:30", Some("2023-07-14T10:30")),
            ("2023년 7월 14일 오후 3:04", Some("2023-07-14T15:04")),
            ("2023. július 14. 10:30", Some("2023-07-14T10:30")),
            ("14 de julho de 2023 às 10:30", Some("2023-07-14T10:30")),
            ("14 ιουλίου 2023", Some("2023-07-14")),
            ("Pier 7/8", None),
            // Day and month could be exchanged.
            ("03/04/2019", None),
            ("2019-13-01", None),
            ("2019-02-30", None),
            ("1066-10-14", None),
            ("20191301", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(parse(text).as_deref(), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_read_is_read_again_the_same(text in "[0-9TZ:+./ -]{0,24}|[A-Za-z0-9 ,.]{0,24}") {
            if let Some(date) = parse(&text) {
                proptest::prop_assert_eq!(parse(&date), Some(date.clone()), "{}", text);
            }
        }

        #[test]
        fn every_day_is_read_in_every_order_of_its_parts(year in 1990_i16..2100, month in 1_i8..13, day in 1_i8..29) {
            let iso = format!("{year:04}-{month:02}-{day:02}");
            for text in [
                iso.clone(),
                format!("{year:04}{month:02}{day:02}"),
                format!("{day:02}.{month:02}.{year:04}"),
                format!("{year:04}/{month:02}/{day:02}"),
                format!("{day} {} {year}", MONTHS[month as usize - 1]),
                format!("{} {day}, {year}", MONTHS[month as usize - 1]),
            ] {
                proptest::prop_assert_eq!(parse(&text), Some(iso.clone()), "{}", text);
            }
        }
    }
}
