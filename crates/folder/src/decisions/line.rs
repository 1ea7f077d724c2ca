//! One line of a file of decisions.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use scutch_page::PageType;
use serde_json::{Map, Value};

use super::DecidedValue;

/// A field that somebody can decide on, besides whether the row stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecidedField {
    /// The title.
    Title,
    /// The authors.
    Author,
    /// The date of publication.
    DatePublished,
    /// The type of the page.
    PageType,
}

impl DecidedField {
    const ALL: [Self; 4] = [Self::Title, Self::Author, Self::DatePublished, Self::PageType];

    /// The name in files of decisions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Author => "author",
            Self::DatePublished => "date_published",
            Self::PageType => "page_type",
        }
    }

    /// The name in metadata.
    pub fn metadata(self) -> &'static str {
        match self {
            Self::Author => "authors",
            other => other.name(),
        }
    }

    /// Whether a value makes sense for the field.
    pub fn takes(self, value: &Value) -> bool {
        self.values(value).is_some()
    }

    /// The values it may have, for errors.
    fn expected(self) -> &'static str {
        match self {
            Self::Title => "a text in one line, or null where there is none",
            Self::Author => "a name, a list of names, or null where there is none",
            Self::DatePublished => {
                "a date such as 2019, 2019-05, 2019-05-17 or 2019-05-17T14:30, or null where there is none"
            }
            Self::PageType => {
                "article, documentation, service, forum, listing, collection, product or other"
            }
        }
    }
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineFault {
    /// Too many bytes.
    #[error("longer than {0} bytes")]
    Long(u64),
    /// No JSON object.
    #[error("no JSON object ({0})")]
    Json(String),
    /// A key that is missing or of another type.
    #[error("`{key}` is {found}, and must be {expected}")]
    Key {
        /// The key.
        key: &'static str,
        /// The value found, as JSON.
        found: String,
        /// The values allowed.
        expected: &'static str,
    },
}

/// A line: what happened to the decisions on a row.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) id: String,
    pub(super) event: Event,
}

/// What a line says. `None`: what was decided is taken back.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Keep(Option<bool>),
    Value(DecidedField, Option<DecidedValue>),
}

/// Name of the field that says whether a row stays.
const KEEP: &str = "keep";
/// Characters of a wrong value that are shown.
const SHOWN: usize = 60;

impl Line {
    /// Reads a line; `None` for an empty one.
    pub(super) fn read(bytes: &[u8], most: u64) -> Result<Option<Self>, LineFault> {
        if bytes.len() as u64 > most {
            return Err(LineFault::Long(most));
        }
        if bytes.trim_ascii().is_empty() {
            return Ok(None);
        }
        let object: Map<String, Value> =
            serde_json::from_slice(bytes.trim_ascii_end()).map_err(|error| json_fault(&error))?;
        let text = |key: &'static str| match object.get(key) {
            Some(Value::String(text)) => Ok(text.as_str()),
            found => Err(fault(key, found, "a text")),
        };
        let id = text("id")?.to_owned();
        let event = Event::read(&object, text("field")?)?;
        // They change no row, but what is there must be what it is called.
        let by = optional(&object, "by")?;
        optional(&object, "why")?;
        Ok(Some(Self { id, event: event.by(by) }))
    }
}

impl Event {
    fn read(object: &Map<String, Value>, field: &str) -> Result<Self, LineFault> {
        let (undo, value) = (is_undone(object)?, object.get("value"));
        if field == KEEP {
            return match value {
                _ if undo => Ok(Self::Keep(None)),
                Some(Value::Bool(keep)) => Ok(Self::Keep(Some(*keep))),
                _ => Err(fault("value", value, "true or false")),
            };
        }
        let Some(field) = DecidedField::ALL.into_iter().find(|known| known.name() == field) else {
            let expected = "keep, title, author, date_published or page_type";
            return Err(fault("field", object.get("field"), expected));
        };
        if undo {
            return Ok(Self::Value(field, None));
        }
        let values = value.and_then(|value| field.values(value));
        let values = values.ok_or_else(|| fault("value", value, field.expected()))?;
        Ok(Self::Value(field, Some(DecidedValue { field, values, by: String::new() })))
    }

    /// The same by somebody.
    fn by(self, name: &str) -> Self {
        match self {
            Self::Value(field, Some(decided)) => {
                Self::Value(field, Some(DecidedValue { by: name.to_owned(), ..decided }))
            }
            other => other,
        }
    }
}

/// Why a line is no JSON object. Its number is told with it, so that of the parser would only confuse.
fn json_fault(error: &serde_json::Error) -> LineFault {
    let told = error.to_string();
    let cause = told.split(" at line ").next().unwrap_or_default();
    LineFault::Json(format!("{cause} at column {}", error.column()))
}

/// Whether a line takes a decision back.
fn is_undone(object: &Map<String, Value>) -> Result<bool, LineFault> {
    match object.get("undo") {
        None => Ok(false),
        Some(Value::Bool(undo)) => Ok(*undo),
        found => Err(fault("undo", found, "true or false")),
    }
}

/// A text that may be missing.
fn optional<'o>(object: &'o Map<String, Value>, key: &'static str) -> Result<&'o str, LineFault> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(""),
        Some(Value::String(text)) => Ok(text),
        found => Err(fault(key, found, "a text")),
    }
}

impl DecidedField {
    /// The values of a field; `None` for what it cannot be.
    fn values(self, value: &Value) -> Option<Vec<String>> {
        match (self, value) {
            (Self::PageType, value) => {
                let known: PageType = serde_json::from_value(value.clone()).ok()?;
                Some(vec![known.id().to_owned()])
            }
            (_, Value::Null) => Some(Vec::new()),
            (Self::DatePublished, Value::String(date)) => is_date(date).then(|| vec![date.clone()]),
            (Self::Title | Self::Author, Value::String(text)) => Some(vec![in_one_line(text)?]),
            (Self::Author, Value::Array(names)) => {
                names.iter().map(|name| in_one_line(name.as_str()?)).collect()
            }
            _ => None,
        }
    }
}

/// A text with single spaces; `None` if nothing is left, or if it has other control characters.
fn in_one_line(text: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty() && !text.contains(char::is_control)).then_some(text)
}

/// Whether a text is a date as rows have it: a year, a month, a day, or a day with a time.
fn is_date(text: &str) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_digit);
    let day = |text: &str| text.parse::<Date>().is_ok();
    match text.as_bytes() {
        year @ [_, _, _, _] => digits(year),
        [_, _, _, _, b'-', _, _] => day(&format!("{text}-01")),
        [_, _, _, _, b'-', _, _, b'-', _, _] => day(text),
        [_, _, _, _, b'-', _, _, b'-', _, _, b'T', ..] if !text.contains('[') => {
            text.parse::<Timestamp>().is_ok()
                || (!text.ends_with(['Z', 'z']) && text.parse::<DateTime>().is_ok())
        }
        _ => false,
    }
}

fn fault(key: &'static str, found: Option<&Value>, expected: &'static str) -> LineFault {
    let found = found.map_or_else(|| "missing".to_owned(), Value::to_string);
    let found = match found.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &found[..end]),
        None => found,
    };
    LineFault::Key { key, found, expected }
}
