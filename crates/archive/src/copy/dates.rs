//! Dates that are written otherwise than the standard has them, read again.
//!
//! Nothing is made up: what comes back says no more than what was written, or than the server's own
//! `Date` field in the record.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;

use crate::date::WarcDate;
use crate::http::parse_http_response;
use crate::limits::Limits;
use crate::record::{Record, RecordKind};
use crate::standard::w3cdtf;

/// Years in which archives can have been written. Digits of another meaning read as others.
const YEARS: std::ops::Range<i16> = 1990..2100;
/// Forms of other programs that name their zone, or are UTC by definition.
const FORMS: &[&str] = &[
    "%Y/%m/%d %H:%M:%S",
    // Logs of Apache.
    "%d/%b/%Y:%H:%M:%S %z",
    // RFC 850 and asctime, as HTTP allows them (RFC 9110, section 5.6.7).
    "%A, %d-%b-%y %H:%M:%S GMT",
    "%a %b %e %H:%M:%S %Y",
    "%Y-%m-%d %H:%M:%S UTC",
];

/// What a date was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadFrom {
    /// All of it, in another form.
    OtherForm,
    /// The part of it that is sound.
    Beginning,
    /// The `Date` field of the HTTP response in the record.
    HttpDate,
}

/// Whether a date has one of the forms of WARC/1.1 (ISO 28500:2017, section 5.4): W3CDTF in UTC.
pub(super) fn is_w3c(written: &str) -> bool {
    w3cdtf::precision(written).is_some()
}

/// The date of a record in a form of WARC/1.1, and what it was read from; `None` where no date can
/// be read. Not for dates that have such a form.
pub(super) fn reread(record: &Record<'_>) -> Option<(String, ReadFrom)> {
    let written = record.header("WARC-Date").unwrap_or_default().trim();
    other_form(record, written)
        .map(|date| (date, ReadFrom::OtherForm))
        .or_else(|| beginning(written).map(|date| (date, ReadFrom::Beginning)))
        .or_else(|| http_date(record).map(|date| (date, ReadFrom::HttpDate)))
}

/// All of the date, written otherwise.
fn other_form(record: &Record<'_>, written: &str) -> Option<String> {
    // ISO 8601 allows a comma before the fraction.
    let dotted = written.replacen(',', ".", 1);
    if is_w3c(&dotted) {
        return Some(dotted);
    }
    // What the reader reads: lower case, spaces, zones, digits alone.
    if let Some(date) = record.date() {
        let precise = dotted.parse::<Timestamp>().ok().map(w3c);
        return Some(precise.unwrap_or_else(|| date.w3c_as_precise()));
    }
    if let Ok(zoned) = jiff::fmt::rfc2822::parse(written) {
        return Some(w3c(zoned.timestamp()));
    }
    unix_time(written).or_else(|| FORMS.iter().find_map(|form| formed(form, written)))
}

/// Seconds or milliseconds since 1970.
fn unix_time(written: &str) -> Option<String> {
    let number: i64 = written.parse().ok()?;
    let stamp = match written.len() {
        9 => Timestamp::from_second(number).ok()?,
        // Ten digits may also be year, month, day and hour.
        10 if !is_compact_hour(written) => Timestamp::from_second(number).ok()?,
        13 => Timestamp::from_millisecond(number).ok()?,
        _ => return None,
    };
    YEARS.contains(&stamp.to_zoned(TimeZone::UTC).year()).then(|| w3c(stamp))
}

fn is_compact_hour(written: &str) -> bool {
    WarcDate::parse_arc(written).is_some_and(|date| starts_in_years(&date.timestamp()))
}

fn formed(form: &str, written: &str) -> Option<String> {
    let parsed = strtime::parse(form, written).ok()?;
    let stamp = parsed.to_timestamp().or_else(|error| {
        let civil: DateTime = parsed.to_datetime().map_err(|_| error)?;
        civil.to_zoned(TimeZone::UTC).map(|zoned| zoned.timestamp())
    });
    stamp.ok().map(w3c)
}

fn w3c(stamp: Timestamp) -> String {
    // Fractions as they are, none where there is none.
    stamp.strftime("%Y-%m-%dT%H:%M:%S%.fZ").to_string()
}

/// The longest sound beginning: `2024-07-15` of `2024-07-15T17:2x:00Z`.
fn beginning(written: &str) -> Option<String> {
    let lengths = [19, 16, 10, 7, 4];
    let dashed = lengths.iter().find_map(|length| {
        let (start, rest) = written.split_at_checked(*length)?;
        // A digit behind it would belong to it.
        let ends = !rest.starts_with(|c: char| c.is_ascii_digit());
        let start = if *length > 10 { format!("{start}Z") } else { start.to_owned() };
        (ends && is_w3c(&start) && starts_in_years(&start)).then_some(start)
    });
    dashed.or_else(|| {
        let digits = written.bytes().take_while(u8::is_ascii_digit).count().min(14);
        let longer = (4..=digits).rev().filter(|_| digits >= 8);
        longer
            .filter_map(|length| WarcDate::parse_arc(&written[..length]))
            .map(|date| date.w3c_as_precise())
            .find(|date| starts_in_years(date))
    })
}

fn starts_in_years(date: &str) -> bool {
    date.get(..4).and_then(|year| year.parse().ok()).is_some_and(|year| YEARS.contains(&year))
}

/// When the server says that it answered.
fn http_date(record: &Record<'_>) -> Option<String> {
    use RecordKind::{Response, Revisit};
    if !matches!(record.kind(), Response | Revisit) {
        return None;
    }
    let http = parse_http_response(record.block(), &Limits::default()).ok()?;
    let date = http.headers.get("Date")?.trim();
    let stamp = jiff::fmt::rfc2822::parse(date).ok()?.timestamp();
    Some(w3c(stamp)).filter(|date| starts_in_years(date))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Item, Reader, WarcWriter};

    fn read(date: &str, block: &[u8]) -> Option<(String, ReadFrom)> {
        let fields = [
            ("WARC-Type", "response"),
            ("WARC-Date", date),
            ("WARC-Target-URI", "http://a.example/"),
        ];
        let mut writer = WarcWriter::plain(Vec::new());
        writer.write(&fields, block).expect("memory");
        let bytes = writer.into_inner();
        let mut reader = Reader::from_bytes(&bytes, &Limits::default());
        let Some(Item::Record(record)) = reader.next() else { panic!("no record") };
        reread(&record)
    }

    #[test]
    fn forms_of_the_standard_are_known() {
        for date in [
            "2024",
            "2024-07",
            "2024-07-15",
            "2024-07-15T17:28Z",
            "2024-07-15T17:28:00Z",
            "2024-07-15T17:28:00.1Z",
            "2024-07-15T17:28:00.123456789Z",
        ] {
            assert!(is_w3c(date), "{date}");
        }
        for date in [
            "2024-13",
            "20240715172800",
            "2024-07-15T17:28:00",
            "2024-07-15T17:28:00+02:00",
            "2024-07-15t17:28:00z",
            "2024-07-15T17:28:00.1234567890Z",
            "2024-07-15T17:28:00.Z",
            "2024-06-30T23:59:60Z",
            "",
        ] {
            assert!(!is_w3c(date), "{date}");
        }
    }

    #[test]
    fn other_forms_and_beginnings_are_read_and_nothing_is_made_up() {
        use ReadFrom::{Beginning, HttpDate, OtherForm};
        let http = b"HTTP/1.1 200 OK\r\nDate: Mon, 15 Jul 2024 17:28:01 GMT\r\n\r\n";
        let cases = [
            ("Mon, 15 Jul 2024 17:28:00 GMT", Some(("2024-07-15T17:28:00Z", OtherForm))),
            ("Monday, 15-Jul-24 17:28:00 GMT", Some(("2024-07-15T17:28:00Z", OtherForm))),
            ("Mon Jul 15 17:28:00 2024", Some(("2024-07-15T17:28:00Z", OtherForm))),
            ("15/Jul/2024:19:28:00 +0200", Some(("2024-07-15T17:28:00Z", OtherForm))),
            ("2024/07/15 17:28:00", Some(("2024-07-15T17:28:00Z", OtherForm))),
            ("1721064480", Some(("2024-07-15T17:28:00Z", OtherForm))),
            ("1721064480123", Some(("2024-07-15T17:28:00.123Z", OtherForm))),
            ("2024-07-15T17:28:00,5Z", Some(("2024-07-15T17:28:00.5Z", OtherForm))),
            (
                "2024-07-15T19:28:00.123456789+02:00",
                Some(("2024-07-15T17:28:00.123456789Z", OtherForm)),
            ),
            ("2024-07-15 17:28:00", Some(("2024-07-15T17:28:00Z", OtherForm))),
            ("20240715172800", Some(("2024-07-15T17:28:00Z", OtherForm))),
            ("2024-07-15T17:2x:00Z", Some(("2024-07-15", Beginning))),
            ("2024-13-45", Some(("2024", Beginning))),
            ("20240715992800", Some(("2024-07-15", Beginning))),
            ("yesterday", Some(("2024-07-15T17:28:01Z", HttpDate))),
            ("2001011812", Some(("2001-01-18", Beginning))),
            ("", Some(("2024-07-15T17:28:01Z", HttpDate))),
        ];
        for (written, expected) in cases {
            let found = read(written, http);
            let found = found.as_ref().map(|(date, from)| (date.as_str(), *from));
            assert_eq!(found, expected, "{written}");
        }
        for written in ["yesterday", "", "0000-00-00", "99999999999999999", "3024x"] {
            assert_eq!(read(written, b"HTTP/1.1 200 OK\r\n\r\n"), None, "{written}");
        }
    }
}
