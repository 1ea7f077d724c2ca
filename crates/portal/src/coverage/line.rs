//! Lines of indexes: CDX with and without legend, CDXJ, and the answers of CDX servers.

use std::borrow::Cow;

use serde_json::Value;

/// What the comparison needs of a capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureLine {
    /// Digits of the time.
    pub time: String,
    /// Media type as written, in lower case.
    pub mime: String,
    /// HTTP status, if the index has one.
    pub status: Option<u16>,
    /// Digest of the payload, if the index has one.
    pub digest: Option<String>,
}

/// Columns of lines without legend, by their number. Servers answer with 6 or 7.
const UNNAMED: &[(usize, &str)] = &[
    (6, "N b a m s k"),
    (7, "N b a m s k S"),
    (9, "N b a m s k r V g"),
    (10, "N b a m s k r M V g"),
    (11, "N b a m s k r M S V g"),
];

impl CaptureLine {
    /// Parses a line: the address and the capture. `None` for a malformed line.
    pub fn parse(text: &str, legend: Option<&str>) -> Option<(String, Self)> {
        let text = text.trim();
        if text.starts_with('[') {
            return Self::parse_row(text);
        }
        let mut parts = text.splitn(3, ' ');
        let (_, time, rest) = (parts.next()?, parts.next()?, parts.next()?);
        if rest.starts_with('{') {
            return Self::parse_cdxj(time, rest);
        }
        let cells: Vec<_> = text.split(' ').map(Cow::Borrowed).collect();
        let unnamed =
            || UNNAMED.iter().find(|(n, _)| *n == cells.len()).map(|(_, columns)| *columns);
        // The legend of the file wins over the guess by number.
        let columns: Vec<_> = legend.or_else(unnamed)?.split(' ').collect();
        // A URL with a space in it shifts all columns after it.
        if columns.len() != cells.len() {
            return None;
        }
        let cell = |letter| columns.iter().position(|c| *c == letter).map(|at| cells[at].as_ref());
        Self::from_cells(
            cell("a")?,
            cell("b")?,
            cell("m").unwrap_or("-"),
            cell("s").unwrap_or("-"),
            cell("k"),
        )
    }

    /// CDXJ: `urlkey timestamp {"url": ..., "mime": ..., "status": ...}`.
    fn parse_cdxj(time: &str, json: &str) -> Option<(String, Self)> {
        let value: Value = serde_json::from_str(json).ok()?;
        let text = |name: &str| match value.get(name) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let (mime, status) = (text("mime").unwrap_or_default(), text("status").unwrap_or_default());
        Self::from_cells(&text("url")?, time, &mime, &status, text("digest").as_deref())
    }

    /// A row of the array that CDX servers answer with `output=json`, one row per line.
    fn parse_row(text: &str) -> Option<(String, Self)> {
        // The first and the last line have the brackets of the array.
        let row = text.strip_prefix("[[").map(|row| format!("[{row}"));
        let row = row.as_deref().unwrap_or(text).trim_end_matches(',');
        let row = row.strip_suffix("]]").map_or_else(|| row.to_owned(), |row| format!("{row}]"));
        let cells: Vec<String> = serde_json::from_str(&row).ok()?;
        let cell = |at: usize| cells.get(at).map(String::as_str);
        Self::from_cells(cell(2)?, cell(1)?, cell(3)?, cell(4)?, cell(5))
    }

    fn from_cells(
        address: &str,
        time: &str,
        mime: &str,
        status: &str,
        digest: Option<&str>,
    ) -> Option<(String, Self)> {
        let is_time =
            time.len() >= 4 && time.len() <= 17 && time.bytes().all(|b| b.is_ascii_digit());
        let status = match status {
            "" | "-" => None,
            status => Some(status.parse().ok()?),
        };
        // `-` is how CDX writes a missing value.
        if !is_time || address.is_empty() || address == "-" {
            return None;
        }
        let digest = digest.filter(|digest| *digest != "-").map(str::to_owned);
        let capture = Self { time: time.to_owned(), mime: mime.to_lowercase(), status, digest };
        Some((address.to_owned(), capture))
    }
}
