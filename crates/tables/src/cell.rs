//! Times in cells.

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// A text in JSON, or something else.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum JsonText {
    Text(String),
    Other(IgnoredAny),
}

impl JsonText {
    /// The text, if it is one.
    pub(crate) fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            Self::Other(_) => None,
        }
    }
}

/// Numbers from here on are milliseconds since 1970; as seconds they lie beyond the year 5000.
const MILLISECONDS: i64 = 100_000_000_000;

/// Characters that are kept of what is no time.
const SHOWN: usize = 64;

/// A time as a WARC file writes it. What is no time stays as it is written, so that it is told. Times without a
/// zone are UTC.
pub(crate) fn date(cell: &Value) -> Option<String> {
    let written = || Some(cell.to_string().chars().take(SHOWN).collect());
    match cell {
        Value::Null => None,
        Value::String(text) => date_of_text(text),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => date_of_number(number),
            (None, Some(number)) => date_of_float(number),
            (None, None) => written(),
        },
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => written(),
    }
}

/// Seconds since 1970, or milliseconds where they are that many.
pub(crate) fn date_of_number(number: i64) -> Option<String> {
    let unit = if number.saturating_abs() >= MILLISECONDS { 1_000_000 } else { 1_000_000_000 };
    date_of_nanoseconds(number, unit).or_else(|| Some(number.to_string()))
}

/// As [`date_of_number`], with fractions of a second to the microsecond: a float knows no more.
pub(crate) fn date_of_float(number: f64) -> Option<String> {
    #[allow(clippy::cast_precision_loss)] // far below 2^53
    let is_in_milliseconds = number.abs() >= MILLISECONDS as f64;
    let microseconds = number * if is_in_milliseconds { 1e3 } else { 1e6 };
    #[allow(clippy::cast_possible_truncation)] // saturates, and no such time is read
    let time = Timestamp::from_microsecond(microseconds.round() as i64);
    match time {
        Ok(time) if microseconds.is_finite() => Some(time.to_string()),
        // Not by its digits, which may be hundreds.
        _ => Some(format!("{number:e}")),
    }
}

/// A number of so many nanoseconds each since 1970.
pub(crate) fn date_of_nanoseconds(number: i64, unit: i128) -> Option<String> {
    // In 128 bits: milliseconds of distant years overflow 64 bits as nanoseconds.
    let time = Timestamp::from_nanosecond(i128::from(number) * unit).ok()?;
    Some(time.to_string())
}

/// Times as pandas, Spark and databases write them.
pub(crate) fn date_of_text(text: &str) -> Option<String> {
    let text = text.trim();
    let bytes = text.as_bytes();
    // "2024-05-06 07:08:09.123+00:00"
    let is_split = bytes.len() > 16 && matches!(bytes[10], b' ' | b'T') && bytes[13] == b':';
    if !is_split {
        return (!text.is_empty()).then(|| text.to_owned());
    }
    // The byte at 10 is ASCII, so neither slice cuts a character.
    let (day, time) = (&text[..10], text[11..].trim_end());
    let zoned = match time.strip_suffix(" UTC").or_else(|| time.strip_suffix("+00:00")) {
        Some(time) => format!("{}Z", time.trim_end()),
        None if time.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.')) => {
            format!("{time}Z")
        }
        None => time.to_owned(),
    };
    Some(format!("{day}T{zoned}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_in_archives() {
        let cases = [
            (r#""2024-05-06T07:08:09Z""#, Some("2024-05-06T07:08:09Z")),
            (r#""2024-05-06 07:08:09""#, Some("2024-05-06T07:08:09Z")),
            (r#""2024-05-06 07:08:09.125+00:00""#, Some("2024-05-06T07:08:09.125Z")),
            (r#""2024-05-06 07:08:09 UTC""#, Some("2024-05-06T07:08:09Z")),
            (r#""2024-05-06 07:08:09+02:00""#, Some("2024-05-06T07:08:09+02:00")),
            (r#"" 20240506070809 ""#, Some("20240506070809")),
            (r#""2024-05""#, Some("2024-05")),
            (r#""yesterday""#, Some("yesterday")),
            (r#""äöüäöüäöüäöüäöü""#, Some("äöüäöüäöüäöüäöü")),
            ("1714979289", Some("2024-05-06T07:08:09Z")),
            ("1714979289125", Some("2024-05-06T07:08:09.125Z")),
            ("1714979289.5", Some("2024-05-06T07:08:09.5Z")),
            ("1714979289125.0", Some("2024-05-06T07:08:09.125Z")),
            ("9223372036854775807", Some("9223372036854775807")),
            ("1e300", Some("1e300")),
            (r#""  ""#, None),
            ("null", None),
            ("[1]", Some("[1]")),
            ("true", Some("true")),
            ("1.5", Some("1970-01-01T00:00:01.5Z")),
        ];
        for (json, expected) in cases {
            let cell = serde_json::from_str(json).expect("a cell");
            assert_eq!(date(&cell).as_deref(), expected, "{json}");
        }
    }
}
