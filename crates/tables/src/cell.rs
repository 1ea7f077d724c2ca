//! Times in cells.

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// A cell of a row in JSON.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum JsonCell {
    Text(String),
    Number(i64),
    Other(IgnoredAny),
}

impl JsonCell {
    /// The text, if it is one.
    pub(crate) fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            Self::Number(_) | Self::Other(_) => None,
        }
    }
}

/// Numbers from here on are milliseconds since 1970; as seconds they lie beyond the year 5000.
const MILLISECONDS: i64 = 100_000_000_000;

/// A time as a WARC file writes it. What is no time stays as it is. Times without a zone are UTC.
pub(crate) fn date(cell: JsonCell) -> Option<String> {
    match cell {
        JsonCell::Text(text) => date_of_text(&text),
        JsonCell::Number(number) if number.abs() >= MILLISECONDS => {
            date_of_nanoseconds(number, 1_000_000)
        }
        JsonCell::Number(number) => date_of_nanoseconds(number, 1_000_000_000),
        JsonCell::Other(_) => None,
    }
}

/// A number of so many nanoseconds each since 1970.
pub(crate) fn date_of_nanoseconds(number: i64, unit: i128) -> Option<String> {
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
            ("9223372036854775807", None),
            (r#""  ""#, None),
            ("null", None),
            ("[1]", None),
            ("1.5", None),
        ];
        for (json, expected) in cases {
            let cell = serde_json::from_str(json).expect("a cell");
            assert_eq!(date(cell).as_deref(), expected, "{json}");
        }
    }
}
