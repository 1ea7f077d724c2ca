//! Dates of addresses, and dates that cannot be those of a page.

use jiff::Timestamp;

use super::candidate::{Candidate, Source};
use super::declared_date::parse;
use super::field::Field;
use super::found::Found;

/// A page cannot be published after its capture, but clocks and time zones differ by up to two
/// days.
const AFTER_CAPTURE_MS: i64 = 2 * 24 * 60 * 60 * 1000;

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
        let day = if digits == 8 && end { parse(&segment[..8]) } else { None };
        let day = day.or_else(|| parse(segment).filter(|_| is_day(segment)));
        // Eight digits can be any number, so only days of the web count.
        day.filter(|day| ("1990".."2050").contains(&day.as_str()))
    };
    let named = |parts: &[&str]| parse(&format!("{} {} {}", parts[2], parts[1], parts[0]));
    segments.iter().find_map(apart).or_else(|| segments.windows(3).find_map(named))
}

/// Whether a segment is three numbers with hyphens: `29-10-2021`.
fn is_day(segment: &str) -> bool {
    segment.split('-').count() == 3 && segment.bytes().all(|b| b.is_ascii_digit() || b == b'-')
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
