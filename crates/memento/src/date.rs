//! Dates of mementos: HTTP dates, as the standard demands, and ISO 8601 and 14 digits, as archives
//! also write.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

/// A point in time, and whether it was written as the standard demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Milliseconds since 1970 UTC.
    pub unix_ms: i64,
    /// Whether it was written as an HTTP date (RFC 9110, section 5.6.7).
    pub standard: bool,
}

/// A time as the 14 digits of CDX files and URI-Ms, in UTC.
pub fn cdx_timestamp(unix_ms: i64) -> String {
    format_utc(unix_ms, "%Y%m%d%H%M%S")
}

/// A time as HTTP writes it (RFC 9110, section 5.6.7).
pub fn http_date(unix_ms: i64) -> String {
    format_utc(unix_ms, "%a, %d %b %Y %H:%M:%S GMT")
}

/// A time as WARC writes it, in UTC, to the second.
pub fn warc_date(unix_ms: i64) -> String {
    format_utc(unix_ms, "%Y-%m-%dT%H:%M:%SZ")
}

/// The first and the last millisecond of a date of any precision: `2014`, `2014-01-27`,
/// `20140127171200`.
pub fn date_span(date: &str) -> Option<(i64, i64)> {
    let allowed = |c: char| c.is_ascii_digit() || "-:TZ ".contains(c);
    let digits: String = date.chars().filter(char::is_ascii_digit).collect();
    // Number of digits, with the length of such a span in months or else milliseconds.
    let unit =
        [(4, 12, 0), (6, 1, 0), (8, 0, DAY), (10, 0, DAY / 24), (12, 0, 60_000), (14, 0, 1000)];
    let (_, months, length) = unit.into_iter().find(|(places, ..)| *places == digits.len())?;
    if !date.chars().all(allowed) {
        return None;
    }
    let filled = [&digits, &"00000101000000"[digits.len()..]].concat();
    let first = parse_date(&filled)?.unix_ms;
    let next = match months {
        0 => first + length,
        // The span after the year 9999 cannot be expressed, so that its beginning is given by hand.
        months => months_after(first, months).unwrap_or(END_OF_9999 + 1),
    };
    Some((first, next - 1))
}

/// The last millisecond of the year 9999, the last that 14 digits can express.
const END_OF_9999: i64 = 253_402_300_799_999;

const DAY: i64 = 86_400_000;

/// The time so many months later, at the last day of months that are too short.
pub(crate) fn months_after(unix_ms: i64, months: i32) -> Option<i64> {
    let timestamp = jiff::Timestamp::from_millisecond(unix_ms).ok()?;
    let civil = timestamp.to_zoned(TimeZone::UTC).datetime();
    unix_ms_of(civil.checked_add(jiff::Span::new().try_months(months).ok()?).ok()?)
}

/// A time in UTC, written with a `strftime` format.
fn format_utc(unix_ms: i64, format: &str) -> String {
    let timestamp = jiff::Timestamp::from_millisecond(unix_ms).unwrap_or_default();
    timestamp.to_zoned(TimeZone::UTC).strftime(format).to_string()
}

fn unix_ms_of(utc: DateTime) -> Option<i64> {
    Some(utc.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond())
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Reads a date of a TimeMap, a CDX line or a header field.
pub fn parse_date(written: &str) -> Option<Moment> {
    let written = written.trim();
    parse_http_date(written)
        .map(|unix_ms| Moment { unix_ms, standard: true })
        .or_else(|| parse_digits(written).map(|unix_ms| Moment { unix_ms, standard: false }))
}

/// The first millisecond of a date as metadata has it: ISO 8601 of any precision, with or without a
/// time. A time without an offset is UTC.
pub(crate) fn iso_date(written: &str) -> Option<i64> {
    let written = written.trim();
    if let Ok(timestamp) = written.parse::<jiff::Timestamp>() {
        return Some(timestamp.as_millisecond());
    }
    match written.contains('T') {
        true => unix_ms_of(written.parse().ok()?),
        false => date_span(written).map(|(first, _)| first),
    }
}

/// `Mon, 27 Jan 2014 17:12:00 GMT`, with or without a fraction of a second.
fn parse_http_date(written: &str) -> Option<i64> {
    // The name of the day is skipped: archives compute it wrongly now and then.
    let rest = written.split_once(',').map_or(written, |(_, rest)| rest);
    let mut words = rest.split_ascii_whitespace();
    let day = words.next()?.parse().ok()?;
    let name = words.next()?.get(..3)?.to_ascii_lowercase();
    let month = MONTHS.iter().position(|month| *month == name)? + 1;
    // No standard writes a year before our era, and none of the forms we write could hold it.
    let year = words.next()?.parse().ok().filter(|year| *year >= 0)?;
    let clock = words.next()?;
    let zone = words.next().unwrap_or("GMT");
    if !matches!(zone, "GMT" | "UTC" | "Z" | "+0000") || words.next().is_some() {
        return None;
    }
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let mut parts = clock.split(':').map(str::parse::<i8>);
    let mut next = || parts.next().and_then(Result::ok);
    let (hour, minute, second) = (next()?, next()?, next()?);
    let date = Date::new(year, i8::try_from(month).ok()?, day).ok()?;
    with_fraction(date, Time::new(hour, minute, second, 0).ok()?, fraction)
}

/// ISO 8601 in UTC or 14 digits: both have the same digits in the same order.
fn parse_digits(written: &str) -> Option<i64> {
    let (date, fraction) = written.split_once('.').unwrap_or((written, ""));
    let allowed = |c: char| c.is_ascii_digit() || "-:TtZz ".contains(c);
    let digits: String = date.chars().filter(char::is_ascii_digit).collect();
    // A date without its time is refused: a memento needs one to be asked for.
    if !date.chars().all(allowed) || digits.len() != 14 {
        return None;
    }
    let n = |from: usize| digits.get(from..from + 2).and_then(|n| n.parse::<i8>().ok());
    let fraction = fraction.trim_end_matches(['Z', 'z']);
    let date = Date::new(digits[..4].parse().ok()?, n(4)?, n(6)?).ok()?;
    with_fraction(date, Time::new(n(8)?, n(10)?, n(12)?, 0).ok()?, fraction)
}

/// A time in UTC with the digits of its fraction, cut to milliseconds.
fn with_fraction(date: Date, time: Time, fraction: &str) -> Option<i64> {
    if !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(unix_ms_of(date.to_datetime(time))? + thousandths.parse::<i64>().ok()?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dates_of_metadata_are_read_in_every_precision() {
        let day = 1_390_780_800_000;
        for (written, expected) in [
            ("2014-01-27", Some(day)),
            (" 2014-01-27 ", Some(day)),
            ("2014-01", Some(day - 26 * DAY)),
            ("2014", Some(day - 26 * DAY)),
            ("2014-01-27T10:00:00Z", Some(day + 36_000_000)),
            ("2014-01-27T10:00:00+02:00", Some(day + 28_800_000)),
            ("2014-01-27T10:00:00.5", Some(day + 36_000_500)),
            ("2014-01-27T10:00", Some(day + 36_000_000)),
            ("2014-13-27", None),
            ("some day", None),
            ("To-day", None),
            ("", None),
        ] {
            assert_eq!(iso_date(written), expected, "{written}");
        }
    }

    #[test]
    fn dates_are_read_in_every_form_and_refused_if_wrong() {
        for (written, expected) in [
            ("Mon, 27 Jan 2014 17:12:00 GMT", Some((1_390_842_720_000, true))),
            ("27 Jan 2014 17:12:00", Some((1_390_842_720_000, true))),
            ("Fri, 27 January 2014 17:12:00.5 GMT", Some((1_390_842_720_500, true))),
            ("2014-01-27T17:12:00Z", Some((1_390_842_720_000, false))),
            ("20140127171200", Some((1_390_842_720_000, false))),
            ("2014-01-27T17:12:00.25Z", Some((1_390_842_720_250, false))),
            ("2014-01-27t17:12:00.999999z", Some((1_390_842_720_999, false))),
            ("1969-12-31T23:59:59.5Z", Some((-500, false))),
            ("Mon, 27 Jan 2014 17:12:00 +0000", Some((1_390_842_720_000, true))),
            ("Mon, 27 Jan 2014 17:12:00 GMT now", None),
            ("Mon, 27 Jan 2014 17:12:61 GMT", None),
            ("Mon, 27 Jan 2014 17:12 GMT", None),
            ("Mon, 27 Jan 2014 17:12:00.x GMT", None),
            ("20140127", None),
            ("20141327171200", None),
            ("2014-01-27T17:12:00+01:00", None),
            ("Mon, 31 Feb 2014 17:12:00 GMT", None),
            ("Mon, 27 Jan 2014 17:12:00 PST", None),
            ("Sun, 02 Feb -1200 02:02:02 GMT", None),
            ("yesterday", None),
            ("", None),
        ] {
            let found = parse_date(written).map(|m| (m.unix_ms, m.standard));
            assert_eq!(found, expected, "{written}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// From the year 1 to 9999: every written form is read again.
        #[test]
        fn written_dates_are_read_again(seconds in -62_135_596_800_i64..=253_402_300_799) {
            let unix_ms = seconds * 1000;
            for (written, standard) in
                [(cdx_timestamp(unix_ms), false), (http_date(unix_ms), true), (warc_date(unix_ms), false)]
            {
                prop_assert_eq!(parse_date(&written), Some(Moment { unix_ms, standard }), "{}", written);
            }
            prop_assert_eq!(date_span(&cdx_timestamp(unix_ms)), Some((unix_ms, unix_ms + 999)));
        }

        #[test]
        fn spans_contain_the_spans_of_finer_dates(seconds in 0_i64..=253_402_300_799, coarse in 2_usize..7) {
            let digits = cdx_timestamp(seconds * 1000);
            let outer = date_span(&digits[..2 * coarse]).expect("a date");
            let inner = date_span(&digits).expect("a date");
            prop_assert!(outer.0 <= inner.0 && inner.1 <= outer.1, "{} {:?} {:?}", digits, outer, inner);
        }

        #[test]
        fn no_text_breaks_the_reader(text in "[0-9A-Za-z,:. +-]{0,40}") {
            let _ = (parse_date(&text), date_span(&text));
        }
    }
}
