//! When a memento was captured: HTTP dates as the standard asks for, ISO 8601 and 14 digits as
//! archives also write.

use jiff::civil::DateTime;

/// A moment, and whether it was written as the standard asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Milliseconds since 1970 UTC.
    pub unix_ms: i64,
    /// Written as an HTTP date (RFC 9110, section 5.6.7).
    pub standard: bool,
}

/// A moment as 14 digits in UTC.
pub fn stamp(unix_ms: i64) -> String {
    written(unix_ms, "%Y%m%d%H%M%S")
}

/// A moment as HTTP writes it (RFC 9110, section 5.6.7).
pub fn http_date(unix_ms: i64) -> String {
    written(unix_ms, "%a, %d %b %Y %H:%M:%S GMT")
}

/// A moment as WARC writes it, in UTC, to the second.
pub fn warc_date(unix_ms: i64) -> String {
    written(unix_ms, "%Y-%m-%dT%H:%M:%SZ")
}

/// The first and the last millisecond of a date of any precision: `2014`, `2014-01-27`,
/// `20140127171200`.
pub fn span(date: &str) -> Option<(i64, i64)> {
    let allowed = |c: char| c.is_ascii_digit() || "-:TZ ".contains(c);
    let digits: String = date.chars().filter(char::is_ascii_digit).collect();
    let unit =
        [(4, 12, 0), (6, 1, 0), (8, 0, DAY), (10, 0, DAY / 24), (12, 0, 60_000), (14, 0, 1000)];
    let (_, months, length) = unit.into_iter().find(|(places, ..)| *places == digits.len())?;
    if !date.chars().all(allowed) {
        return None;
    }
    let filled = [&digits, &"00000101000000"[digits.len()..]].concat();
    let first = moment(&filled)?.unix_ms;
    // Nothing that has a date comes behind the last year.
    let next = match months {
        0 => first + length,
        months => months_after(first, months).unwrap_or(LAST + 1),
    };
    Some((first, next - 1))
}

/// The last millisecond of the year 9999.
const LAST: i64 = 253_402_300_799_999;

const DAY: i64 = 86_400_000;

/// So many months later; at the end of the month where it has no such day.
pub(crate) fn months_after(unix_ms: i64, months: i32) -> Option<i64> {
    let stamp = jiff::Timestamp::from_millisecond(unix_ms).ok()?;
    let civil = stamp.to_zoned(jiff::tz::TimeZone::UTC).datetime();
    let later = civil.checked_add(jiff::Span::new().try_months(months).ok()?).ok()?;
    Some(later.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_millisecond())
}

/// A moment in UTC, written as `form` says.
pub(crate) fn written(unix_ms: i64, form: &str) -> String {
    let stamp = jiff::Timestamp::from_millisecond(unix_ms).unwrap_or_default();
    stamp.to_zoned(jiff::tz::TimeZone::UTC).strftime(form).to_string()
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Reads a date of a TimeMap.
pub fn moment(written: &str) -> Option<Moment> {
    let written = written.trim();
    http(written)
        .map(|unix_ms| Moment { unix_ms, standard: true })
        .or_else(|| digits(written).map(|unix_ms| Moment { unix_ms, standard: false }))
}

/// `Mon, 27 Jan 2014 17:12:00 GMT`; the name of the day is not believed, a fraction is kept.
fn http(written: &str) -> Option<i64> {
    let rest = written.split_once(',').map_or(written, |(_, rest)| rest);
    let mut words = rest.split_ascii_whitespace();
    let day = words.next()?.parse().ok()?;
    let name = words.next()?.get(..3)?.to_ascii_lowercase();
    let month = MONTHS.iter().position(|month| *month == name)? + 1;
    let year = words.next()?.parse().ok()?;
    let clock = words.next()?;
    let zone = words.next().unwrap_or("GMT");
    if !matches!(zone, "GMT" | "UTC" | "Z" | "+0000") || words.next().is_some() {
        return None;
    }
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let mut parts = clock.split(':').map(str::parse::<i8>);
    let mut next = || parts.next().and_then(Result::ok);
    let (hour, minute, second) = (next()?, next()?, next()?);
    let month = i8::try_from(month).ok()?;
    milliseconds(year, month, day, hour, minute, second, fraction)
}

/// ISO 8601 in UTC, and 14 digits: the digits stand in the same order in both.
fn digits(written: &str) -> Option<i64> {
    let (date, fraction) = written.split_once('.').unwrap_or((written, ""));
    let allowed = |c: char| c.is_ascii_digit() || "-:TtZz ".contains(c);
    let digits: String = date.chars().filter(char::is_ascii_digit).collect();
    if !date.chars().all(allowed) || digits.len() != 14 {
        return None;
    }
    let n = |from: usize| digits.get(from..from + 2).and_then(|n| n.parse::<i8>().ok());
    let fraction = fraction.trim_end_matches(['Z', 'z']);
    milliseconds(digits[..4].parse().ok()?, n(4)?, n(6)?, n(8)?, n(10)?, n(12)?, fraction)
}

fn milliseconds(
    year: i16,
    month: i8,
    day: i8,
    hour: i8,
    minute: i8,
    second: i8,
    fraction: &str,
) -> Option<i64> {
    if !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    let nanos = thousandths.parse::<i32>().ok()? * 1_000_000;
    let civil = DateTime::new(year, month, day, hour, minute, second, nanos).ok()?;
    Some(civil.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_all_their_forms() {
        for (written, expected) in [
            ("Mon, 27 Jan 2014 17:12:00 GMT", Some((1_390_842_720_000, true))),
            ("27 Jan 2014 17:12:00", Some((1_390_842_720_000, true))),
            ("Fri, 27 January 2014 17:12:00.5 GMT", Some((1_390_842_720_500, true))),
            ("2014-01-27T17:12:00Z", Some((1_390_842_720_000, false))),
            ("20140127171200", Some((1_390_842_720_000, false))),
            ("2014-01-27T17:12:00.25Z", Some((1_390_842_720_250, false))),
            ("Mon, 31 Feb 2014 17:12:00 GMT", None),
            ("Mon, 27 Jan 2014 17:12:00 PST", None),
            ("yesterday", None),
            ("", None),
        ] {
            let found = moment(written).map(|m| (m.unix_ms, m.standard));
            assert_eq!(found, expected, "{written}");
        }
    }
}
