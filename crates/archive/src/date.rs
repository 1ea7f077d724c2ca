//! `WARC-Date`: W3C-DTF, from a year to nanoseconds (ISO 28500, section 5.4).

use jiff::civil::DateTime;

/// How precise a date is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Precision {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    Fraction,
}

/// A capture date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WarcDate {
    /// As the archive writes it.
    pub as_written: String,
    /// Milliseconds since 1970-01-01 UTC; of a reduced date the earliest instant.
    pub unix_ms: i64,
    /// How precise it is.
    pub precision: Precision,
}

impl WarcDate {
    /// Reads a date; a 14-digit timestamp as in CDX files is taken too.
    pub fn parse(written: &str) -> Option<Self> {
        let written = written.trim();
        // Ten digits are a Unix time as often as a date, so only these lengths are read.
        let digits = written.bytes().all(|b| b.is_ascii_digit());
        let parsed = if digits && matches!(written.len(), 12 | 14 | 17) {
            compact(written)?
        } else {
            w3c(written)?
        };
        Self::new(written, parsed)
    }

    /// Reads the date of an ARC record: 14 digits, or as few as a year of four. Digits that begin a
    /// part and do not end it count for nothing.
    pub(crate) fn parse_arc(written: &str) -> Option<Self> {
        let written = written.trim();
        let digits = !written.is_empty() && written.bytes().all(|b| b.is_ascii_digit());
        let short = digits && is_short(written.as_bytes());
        if short { Self::new(written, compact(written)?) } else { Self::parse(written) }
    }

    fn new(written: &str, parsed: Parsed) -> Option<Self> {
        let ((civil, offset_minutes), precision) = parsed;
        let seconds = civil.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_millisecond();
        // Local time less its offset is UTC.
        let unix_ms = seconds.checked_sub(offset_minutes * 60_000)?;
        // The offset may lead out of the years that there are.
        if unix_ms < FIRST_MS {
            return None;
        }
        jiff::Timestamp::from_millisecond(unix_ms).ok()?;
        Some(Self { as_written: written.to_owned(), unix_ms, precision })
    }

    /// The date as 14 digits, `YYYYMMDDhhmmss`, in UTC.
    pub fn timestamp(&self) -> String {
        self.civil().strftime("%Y%m%d%H%M%S").to_string()
    }

    /// The date as WARC/1.1 writes it, in UTC, with milliseconds where it has some.
    pub fn w3c(&self) -> String {
        let civil = self.civil();
        let form =
            if civil.millisecond() > 0 { "%Y-%m-%dT%H:%M:%S%.3fZ" } else { "%Y-%m-%dT%H:%M:%SZ" };
        civil.strftime(form).to_string()
    }

    /// The date as WARC/1.1 writes it, no more precise than it is.
    pub(crate) fn w3c_as_precise(&self) -> String {
        let form = match self.precision {
            Precision::Year => "%Y",
            Precision::Month => "%Y-%m",
            // W3CDTF has no form for an hour alone; minutes would be made up.
            Precision::Day | Precision::Hour => "%Y-%m-%d",
            Precision::Minute => "%Y-%m-%dT%H:%MZ",
            Precision::Second | Precision::Fraction => return self.w3c(),
        };
        self.civil().strftime(form).to_string()
    }

    fn civil(&self) -> DateTime {
        let stamp = jiff::Timestamp::from_millisecond(self.unix_ms).unwrap_or_default();
        stamp.to_zoned(jiff::tz::TimeZone::UTC).datetime()
    }

    /// True when less precise than a second.
    pub fn is_reduced(&self) -> bool {
        self.precision < Precision::Second
    }
}

/// The first instant of the year 1. No capture is older, and readers of rows in Python and SQL know no
/// year 0, which RFC 3339 allows.
const FIRST_MS: i64 = -62_135_596_800_000;

type Parsed = ((DateTime, i64), Precision);

/// Years that short dates are believed to be of: other digits are numbers of another kind.
const YEARS: std::ops::RangeInclusive<i16> = 1980..=2199;

/// True for 4 to 13 digits that may be a date of an ARC record.
pub(crate) fn is_short(digits: &[u8]) -> bool {
    let year = digits.get(..4).and_then(|year| std::str::from_utf8(year).ok()?.parse().ok());
    (4..14).contains(&digits.len()) && year.is_some_and(|year| YEARS.contains(&year))
}

/// True where digits of any precision are a time of the calendar.
pub(crate) fn is_time(digits: &str) -> bool {
    compact(digits).is_some()
}

/// 14 digits; ARC files also have fewer, and 17 with milliseconds.
fn compact(s: &str) -> Option<Parsed> {
    let year = s.get(..4)?.parse().ok()?;
    let part = |from: usize, least: i8| {
        s.get(from..from + 2).map_or(Some(least), |part| part.parse::<i8>().ok())
    };
    let (month, day) = (part(4, 1)?, part(6, 1)?);
    let (hour, minute, second) = (part(8, 0)?, part(10, 0)?, part(12, 0)?);
    let millis = if s.len() == 17 { s.get(14..)?.parse::<i32>().ok()? } else { 0 };
    let precision = match s.len() {
        ..6 => Precision::Year,
        6..8 => Precision::Month,
        8..10 => Precision::Day,
        10..12 => Precision::Hour,
        // Alexa's early ARC files have no seconds.
        12..14 => Precision::Minute,
        14 => Precision::Second,
        _ => Precision::Fraction,
    };
    let nanos = millis * 1_000_000;
    let civil = DateTime::new(year, month, day, hour, minute, second, nanos).ok()?;
    Some(((civil, 0), precision))
}

fn w3c(s: &str) -> Option<Parsed> {
    let (date, time) = match s.split_once(['T', 't', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (s, None),
    };
    let mut parts = date.split('-');
    let year = digits(parts.next()?, 4)?;
    let month = parts.next().map(|p| digits(p, 2)).map_or(Some(None), |p| p.map(Some))?;
    let day = parts.next().map(|p| digits(p, 2)).map_or(Some(None), |p| p.map(Some))?;
    // A time of an unknown day is no date.
    if parts.next().is_some() || (time.is_some() && day.is_none()) {
        return None;
    }
    let precision = match (month, day) {
        (None, _) => Precision::Year,
        (_, None) => Precision::Month,
        _ => Precision::Day,
    };
    let (hour, minute, second, nanos, offset, precision) = match time {
        None => (0, 0, 0, 0, 0, precision),
        Some(time) => clock(time)?,
    };
    let (month, day) = (month.unwrap_or(1) as i8, day.unwrap_or(1) as i8);
    let civil = DateTime::new(year as i16, month, day, hour, minute, second, nanos).ok()?;
    Some(((civil, offset), precision))
}

fn clock(time: &str) -> Option<(i8, i8, i8, i32, i64, Precision)> {
    let zone = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let offset = zone_minutes(&time[zone..])?;
    let mut parts = time[..zone].split(':');
    let hour = digits(parts.next()?, 2)? as i8;
    let minute = digits(parts.next()?, 2)? as i8;
    let Some(seconds) = parts.next() else {
        return Some((hour, minute, 0, 0, offset, Precision::Minute));
    };
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    // A leap second has no place in Unix time: it is the instant before the next minute.
    let second = (digits(whole, 2)?).min(59) as i8;
    if parts.next().is_some() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // Digits beyond nanoseconds are cut, not rounded: the date stays in its second.
    let nanos: String = fraction.chars().chain("000000000".chars()).take(9).collect();
    let precision = if fraction.is_empty() { Precision::Second } else { Precision::Fraction };
    Some((hour, minute, second, nanos.parse().ok()?, offset, precision))
}

fn zone_minutes(zone: &str) -> Option<i64> {
    let sign = match zone.chars().next() {
        None | Some('Z' | 'z') => return (zone.len() <= 1).then_some(0),
        Some('-') => -1,
        Some(_) => 1,
    };
    let (hours, minutes) = zone[1..].split_once(':').or_else(|| zone[1..].split_at_checked(2))?;
    let minutes = if minutes.is_empty() { 0 } else { digits(minutes, 2)? };
    Some(sign * (digits(hours, 2)? * 60 + minutes))
}

fn digits(s: &str, n: usize) -> Option<i64> {
    (s.len() == n && s.bytes().all(|b| b.is_ascii_digit())).then(|| s.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_arc_records() {
        let cases = [
            ("2001", Some(("20010101000000", Precision::Year))),
            ("200102", Some(("20010201000000", Precision::Month))),
            ("20010203", Some(("20010203000000", Precision::Day))),
            ("200102030", Some(("20010203000000", Precision::Day))),
            ("2001020304", Some(("20010203040000", Precision::Hour))),
            ("200102030405", Some(("20010203040500", Precision::Minute))),
            ("2001020304050", Some(("20010203040500", Precision::Minute))),
            ("20010203040506", Some(("20010203040506", Precision::Second))),
            ("20010203040506789", Some(("20010203040506", Precision::Fraction))),
            ("2001-02-03T04:05:06Z", Some(("20010203040506", Precision::Second))),
            // A Unix time, and parts that no date has.
            ("1116800000", None),
            ("200113", None),
            ("20010230", None),
            ("2001020324", None),
            ("201", None),
            ("null", None),
            ("", None),
        ];
        for (written, expected) in cases {
            let date = WarcDate::parse_arc(written);
            let found = date.as_ref().map(|date| (date.timestamp(), date.precision));
            let expected = expected.map(|(stamp, precision)| (stamp.to_owned(), precision));
            assert_eq!(found, expected, "{written}");
            assert!(date.is_none_or(|date| date.as_written == written));
        }
    }

    #[test]
    fn dates_are_written_as_precise_as_they_are() {
        for (written, expected) in [
            ("2001", "2001"),
            ("200102", "2001-02"),
            ("20010118", "2001-01-18"),
            ("2001011812", "2001-01-18"),
            ("200101181235", "2001-01-18T12:35Z"),
            ("20010118123513", "2001-01-18T12:35:13Z"),
            ("20010118123513250", "2001-01-18T12:35:13.250Z"),
        ] {
            let date = WarcDate::parse_arc(written).expect("a date");
            assert_eq!(date.w3c_as_precise(), expected);
        }
    }

    #[test]
    fn no_offset_leads_to_another_year() {
        for written in ["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"] {
            let date = WarcDate::parse(written);
            assert!(date.is_none_or(|date| !date.timestamp().starts_with("1970")), "{written}");
        }
    }

    #[test]
    fn dates() {
        let cases = [
            ("2019-05-17T10:00:00Z", Some((1_558_087_200_000, Precision::Second))),
            ("2019-05-17T10:00:00.25Z", Some((1_558_087_200_250, Precision::Fraction))),
            ("2019-05-17T12:00:00+02:00", Some((1_558_087_200_000, Precision::Second))),
            ("2019-05-17T10:00Z", Some((1_558_087_200_000, Precision::Minute))),
            ("2019-05-17", Some((1_558_051_200_000, Precision::Day))),
            ("2019-05", Some((1_556_668_800_000, Precision::Month))),
            ("2019", Some((1_546_300_800_000, Precision::Year))),
            ("20190517100000", Some((1_558_087_200_000, Precision::Second))),
            ("0001-01-01T00:00:00Z", Some((-62_135_596_800_000, Precision::Second))),
            ("0000-12-31T23:59:59Z", None),
            ("0000-01-01T00:00:00Z", None),
            ("00000101000000", None),
            ("0000", None),
            // Of the year 0 by its offset.
            ("0001-01-01T00:00:00+00:01", None),
            ("2019-13-01", None),
            ("2019-05-17T25:00:00Z", None),
            ("yesterday", None),
            ("", None),
            ("2019-é", None),
        ];
        for (written, expected) in cases {
            let date = WarcDate::parse(written).map(|d| (d.unix_ms, d.precision));
            assert_eq!(date, expected, "{written}");
        }
    }
}
