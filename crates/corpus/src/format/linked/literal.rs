//! Literals: dates by their precision, texts with the tag of their language.

use jiff::Timestamp;
use jiff::civil::Date;

use super::graph::Value;
use super::terms::Datatype;

/// Dates by their length: what completes them to a day, and their type.
const PRECISIONS: [(usize, &str, &str); 3] =
    [(4, "-01-01", "xsd:gYear"), (7, "-01", "xsd:gYearMonth"), (10, "", "xsd:date")];

/// A date or time in ISO 8601, typed as precise as it is. `None` for what is no date of the calendar.
pub(super) fn date(text: &str) -> Option<Value> {
    let Some((day, time)) = text.split_once('T') else {
        let kind = precision(text)?;
        return Some(Value::Typed(text.to_owned(), Datatype(kind)));
    };
    (precision(day)? == "xsd:date").then_some(())?;
    let at = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(at);
    let full = format!("{day}T{}{}", full_clock(clock)?, full_zone(zone)?);
    Some(Value::Typed(full, Datatype("xsd:dateTime")))
}

/// The type of a year, month or day of the calendar.
fn precision(text: &str) -> Option<&'static str> {
    let (_, rest, kind) = PRECISIONS.into_iter().find(|(length, ..)| *length == text.len())?;
    let is_shaped = text.bytes().enumerate().all(|(at, b)| match at {
        4 | 7 => b == b'-',
        _ => b.is_ascii_digit(),
    });
    let day: Date = is_shaped.then(|| format!("{text}{rest}").parse().ok())??;
    // The year 0 is none in version 1.0 of XML Schema.
    (day.year() > 0).then_some(kind)
}

/// Hours, minutes and seconds. XML Schema wants seconds.
fn full_clock(clock: &str) -> Option<String> {
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let parts: Vec<&str> = whole.split(':').collect();
    let fits =
        |(part, limit): (&&str, u8)| part.len() == 2 && number(part).is_some_and(|n| n < limit);
    let is_digits = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    let is_whole = parts.iter().zip([24, 60, 60]).all(fits) && is_digits;
    match parts.len() {
        2 if is_whole && clock == whole => Some(format!("{clock}:00")),
        3 if is_whole => Some(clock.to_owned()),
        _ => None,
    }
}

/// An offset from UTC, `Z`, or nothing.
fn full_zone(zone: &str) -> Option<String> {
    let Some(sign) = zone.chars().next().filter(|sign| *sign != 'Z') else {
        return (zone.len() < 2).then(|| zone.to_owned());
    };
    let digits = zone[1..].replace(':', "");
    let digits = if digits.len() == 2 { format!("{digits}00") } else { digits };
    let (hours, minutes) = digits.split_at_checked(2).filter(|_| digits.len() == 4)?;
    // XML Schema has offsets up to 14 hours.
    let minutes_in_all =
        u16::from(number(hours)?) * 60 + u16::from(number(minutes).filter(|n| *n < 60)?);
    (minutes_in_all <= 14 * 60).then(|| format!("{sign}{hours}:{minutes}"))
}

/// A number of two digits and no sign.
fn number(digits: &str) -> Option<u8> {
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// A time of `xsd:dateTime` in UTC.
pub(super) fn instant(unix_ms: i64) -> Option<Value> {
    let time = Timestamp::from_millisecond(unix_ms).ok()?;
    date(&time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// Whether a tag is well-formed by BCP 47, as far as its subtags go.
pub(super) fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let is_first = |first: &str| {
        (2..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_alphabetic())
    };
    let is_part = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    // A lone letter or digit begins an extension, and one that holds nothing is none.
    let is_closed = tag.rsplit('-').next().is_some_and(|last| last.len() > 1);
    parts.next().is_some_and(is_first) && parts.all(is_part) && is_closed
}

/// A text in a language, without its tag where that is none.
pub(super) fn text(text: &str, language: Option<&str>) -> Option<Value> {
    if text.trim().is_empty() {
        return None;
    }
    Some(match language.filter(|tag| is_language(tag)) {
        Some(tag) => Value::Tagged(text.to_owned(), tag.to_owned()),
        None => Value::Text(text.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_the_type_of_their_precision() {
        for (written, expected) in [
            ("2019", Some(("2019", "xsd:gYear"))),
            ("2019-05", Some(("2019-05", "xsd:gYearMonth"))),
            ("2020-02-29", Some(("2020-02-29", "xsd:date"))),
            ("2019-05-17T10:00", Some(("2019-05-17T10:00:00", "xsd:dateTime"))),
            ("2019-05-17T10:00Z", Some(("2019-05-17T10:00:00Z", "xsd:dateTime"))),
            ("2019-05-17T10:00:01.5+0200", Some(("2019-05-17T10:00:01.5+02:00", "xsd:dateTime"))),
            ("2019-05-17T10:00:01-05", Some(("2019-05-17T10:00:01-05:00", "xsd:dateTime"))),
            ("2019-05-17T10:00:01+02:00", Some(("2019-05-17T10:00:01+02:00", "xsd:dateTime"))),
            ("2019-02-29", None),
            ("2019-13", None),
            ("0000", None),
            ("+2019-5", None),
            ("20190517", None),
            ("2019-05T10:00Z", None),
            ("2019-05-17T24:00:00Z", None),
            ("2019-05-17T10:00:60Z", None),
            ("2019-05-17T10Z", None),
            ("2019-05-17T10:00.5Z", None),
            ("2019-05-17T10:00:00.Z", None),
            ("2019-05-17T10:00:00+15:00", None),
            ("2019-05-17T10:00:00Zulu", None),
            ("2019-05-17T10:00:00+é", None),
            ("yesterday", None),
            ("", None),
        ] {
            let expected =
                expected.map(|(text, kind)| Value::Typed(text.to_owned(), Datatype(kind)));
            assert_eq!(date(written), expected, "{written}");
        }
    }

    #[test]
    fn instants_are_in_utc() {
        let expected = Value::Typed("2018-01-20T05:25:20Z".to_owned(), Datatype("xsd:dateTime"));
        assert_eq!(instant(1_516_425_920_000), Some(expected));
        assert_eq!(instant(i64::MAX), None);
    }

    #[test]
    fn tags_are_those_of_bcp_47() {
        for (tag, expected) in [
            ("en", true),
            ("zh-Hant-TW", true),
            ("de-1996", true),
            ("en-x-pirate", true),
            ("en-", false),
            ("en-x", false),
            ("en_US", false),
            ("e", false),
            ("english", false),
            ("en-toolongsubtag", false),
            ("", false),
        ] {
            assert_eq!(is_language(tag), expected, "{tag}");
        }
        assert_eq!(text("Fog", Some("a_b")), Some(Value::Text("Fog".to_owned())));
        assert_eq!(text(" ", Some("en")), None);
    }
}
