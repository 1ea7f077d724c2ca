//! Declared dates in the forms that pages use, converted to ISO 8601 of the same precision.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};

use super::candidate::{Candidate, Source};
use super::clock::{clock, of_half_a_day};
use super::field::Field;
use super::found::Found;
use super::months;

/// A page cannot be published after its capture, but clocks and time zones differ by up to two
/// days.
const AFTER_CAPTURE_MS: i64 = 2 * 24 * 60 * 60 * 1000;
/// Earliest year of a text: older ones are years the text is about.
const EARLIEST_YEAR: i16 = 1900;

/// Adds the date in the path of an address.
pub(super) fn from_url(url: &str, found: &mut Found) {
    if let Some((year, month, day)) = scutch_url::date_in_path(url) {
        let value = match (month, day) {
            (Some(month), Some(day)) => format!("{year:04}-{month:02}-{day:02}"),
            (Some(month), None) => format!("{year:04}-{month:02}"),
            _ => format!("{year:04}"),
        };
        let rank = if day.is_some() { 40 } else { 80 };
        found.push(Field::Published, rank, Source::Url, "path", &value);
    } else if let Some(day) = in_segments(url) {
        found.push(Field::Published, 45, Source::Url, "path", &day);
    }
}

/// A day in a path, in forms that could mean something else: `/20220127-title`, `/29-10-2021`,
/// `/2023/october/03/`.
fn in_segments(url: &str) -> Option<String> {
    let path = url.split_once("://")?.1.split(['?', '#']).next()?;
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    let apart = |segment: &&str| {
        let digits = segment.bytes().take_while(u8::is_ascii_digit).count();
        let end = !segment[digits..].starts_with(char::is_alphanumeric);
        let day = if digits == 8 && end { compact(&segment[..8]) } else { None };
        let day = day.or_else(|| numeric(segment).filter(|_| segment.contains('-')));
        // Eight digits can be any number, so only days of the web count.
        day.filter(|day| ("1990".."2050").contains(&day.as_str()))
    };
    let named = |parts: &[&str]| worded(&format!("{} {} {}", parts[2], parts[1], parts[0]));
    segments.iter().find_map(apart).or_else(|| segments.windows(3).find_map(named))
}

/// Zero of common clocks: what systems write where there is no date.
const BEGINNINGS: &[&str] = &["1900-01-01", "1969-12-31", "1970-01-01"];

/// Moves dates that are no dates, or later than the capture, out of the choice.
pub(super) fn keep_plausible(capture_ms: Option<i64>, found: &mut Found) {
    let latest = capture_ms.map(|ms| ms.saturating_add(AFTER_CAPTURE_MS));
    let latest = latest.and_then(|latest| Timestamp::from_millisecond(latest).ok());
    // As text, since ISO 8601 dates sort as text, whatever their precision.
    let latest = latest.map(|latest| latest.strftime("%Y-%m-%d").to_string());
    for field in [Field::Published, Field::Modified] {
        let Some(candidates) = found.fields.get_mut(field.name()) else { continue };
        let cannot_be = |(_, candidate): &mut (u8, Candidate)| {
            let day = candidate.value.get(..10).unwrap_or(&candidate.value);
            BEGINNINGS.contains(&day) || latest.as_deref().is_some_and(|latest| day > latest)
        };
        let taken = candidates.extract_if(.., cannot_be);
        found.implausible.extend(taken.map(|(_, candidate)| (field.name(), candidate)));
    }
}

/// Reads a date; `None` unless it has only one reading.
pub(super) fn parse(text: &str) -> Option<String> {
    let text = text.trim();
    // The strictest form first: `2019-05-17` must not be read as words or bare numbers.
    iso(text).or_else(|| compact(text)).or_else(|| worded(text)).or_else(|| numeric(text))
}

fn plausible(year: i16) -> bool {
    (EARLIEST_YEAR..=2100).contains(&year)
}

/// `2019`, `2019-05`, `2019-05-17`, `2019-05-17T10:00`, with seconds, fraction and zone.
fn iso(text: &str) -> Option<String> {
    let date = text.get(..10).and_then(|d| d.parse::<Date>().ok());
    let Some(date) = date else { return reduced(text) };
    if !plausible(date.year()) {
        return None;
    }
    let rest = text[10..].trim_start_matches(['T', 't', ' ']);
    Some(match clock(rest).filter(|_| !of_half_a_day(rest)) {
        Some(time) => format!("{date}T{time}"),
        None => date.to_string(),
    })
}

fn reduced(text: &str) -> Option<String> {
    let year = text.get(..4)?.parse::<i16>().ok().filter(|y| plausible(*y))?;
    match text.get(4..)? {
        "" => Some(format!("{year:04}")),
        rest => {
            let month = rest.strip_prefix(['-', '/'])?;
            let month = month.parse::<i8>().ok().filter(|m| (1..=12).contains(m))?;
            Some(format!("{year:04}-{month:02}"))
        }
    }
}

/// `20190517`, `20190517100000`.
fn compact(text: &str) -> Option<String> {
    if !matches!(text.len(), 8 | 14) || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let n = |from: usize, to: usize| text.get(from..to)?.parse::<i8>().ok();
    let year = text[..4].parse::<i16>().ok().filter(|y| plausible(*y))?;
    let date = Date::new(year, n(4, 6)?, n(6, 8)?).ok()?;
    match text.len() {
        8 => Some(date.to_string()),
        _ => DateTime::new(year, n(4, 6)?, n(6, 8)?, n(8, 10)?, n(10, 12)?, n(12, 14)?, 0)
            .ok()
            .map(|t| t.to_string()),
    }
}

/// English names of months; their first three letters may stand alone.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// `17 May 2019`, `May 17, 2019`, `Fri, 17 May 2019 10:00:00 GMT`.
fn worded(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', ',', '-']).filter(|w| !w.is_empty()).take(8).collect();
    let at = words.iter().position(|word| month(word).is_some())?;
    let month = month(words[at])?;
    let number = |i: usize| {
        let word = words.get(i)?.trim_end_matches(['.', 't', 'h', 's', 'n', 'd', 'r']);
        word.parse::<i16>().ok()
    };
    let before = at.checked_sub(1).and_then(number);
    let (day, year, rest) = match (before, number(at + 1), number(at + 2)) {
        (Some(day), Some(year), _) if day <= 31 && year > 31 => (day, year, at + 2),
        (_, Some(day), Some(year)) if day <= 31 && year > 31 => (day, year, at + 3),
        _ => return None,
    };
    let date = Date::new(year, month, day as i8).ok().filter(|_| plausible(year))?;
    let time = words.get(rest..).and_then(|words| {
        let joined = words.join(" ");
        clock(&joined).filter(|_| !of_half_a_day(&joined))
    });
    Some(time.map_or_else(|| date.to_string(), |time| format!("{date}T{time}")))
}

fn month(word: &str) -> Option<i8> {
    let word = word.trim_end_matches('.').to_ascii_lowercase();
    let named = |month: &&str| {
        word == **month || word == month[..3] || word == "sept" && month.starts_with("sept")
    };
    let english = MONTHS.iter().position(named).map(|at| at as i8 + 1);
    let other = || i8::try_from(months::month_of(&word, None)?).ok();
    english.or_else(other)
}

/// `17.05.2019`, `2019/05/17`, and `17/05/2019` where day and month cannot be exchanged.
fn numeric(text: &str) -> Option<String> {
    let head = text.split_whitespace().next()?;
    let parts: Vec<i16> =
        head.split(['.', '/', '-']).map(|p| p.parse().ok()).collect::<Option<_>>()?;
    let [a, b, c] = parts[..] else { return None };
    let (year, month, day) = match (a, b, c) {
        (year, month, day) if year > 31 => (year, month, day),
        (day, month, year) if head.contains('.') || day > 12 => (year, month, day),
        // Month first only where the day cannot be a month: the order is unknown here.
        (month, day, year) if day > 12 => (year, month, day),
        _ => return None,
    };
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    plausible(year).then(|| date.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("2019-05-17 10:20 pm", Some("2019-05-17")),
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

    #[test]
    fn days_in_paths_are_found_in_several_forms() {
        for (url, expected) in [
            ("https://a.example/20220127-the-fog", Some("2022-01-27")),
            ("https://a.example/news/29-10-2021", Some("2021-10-29")),
            ("https://a.example/2023/october/03/fog", Some("2023-10-03")),
            ("https://a.example/article/19690101", None),
            ("https://a.example/20221399-fog", None),
            ("https://a.example/202201271-fog", None),
            ("https://a.example/fog?day=20220127", None),
            ("a.example/20220127", None),
        ] {
            assert_eq!(in_segments(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn what_is_no_date_or_after_the_capture_is_implausible() {
        let day = 24 * 60 * 60 * 1000;
        let capture = 18_000 * day; // 2019-04-14
        for (value, capture_ms, plausible) in [
            ("2019-04-14", Some(capture), true),
            ("2019-04-16", Some(capture), true),
            ("2019-04-17", Some(capture), false),
            ("2019-04-17", None, true),
            ("2019-05", Some(capture), false),
            ("1970-01-01T00:00:00Z", None, false),
            ("1969-12-31", Some(capture), false),
        ] {
            let mut found = Found::default();
            found.push(Field::Published, 10, Source::Meta, "x", value);
            keep_plausible(capture_ms, &mut found);
            assert_eq!(
                found.best(Field::Published).is_some(),
                plausible,
                "{value} at {capture_ms:?}"
            );
            assert_eq!(found.implausible.is_empty(), plausible, "{value}");
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
