//! Faults of a portal file and their places.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A step on the path to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    Number(usize),
}

/// A fault in a value, before the place of the value is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The path from the value up to the file: each caller adds a step.
    pub(crate) path: Vec<Step>,
    /// Offset within the value, if it is a string.
    pub(crate) at: usize,
    pub(crate) message: String,
    pub(crate) hint: String,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { path: Vec::new(), at: 0, message: message.into(), hint: hint.into() }
    }

    pub(crate) fn at(self, at: usize) -> Self {
        Self { at, ..self }
    }

    /// Adds the key of the table that the value is in.
    pub(crate) fn below(mut self, key: &str) -> Self {
        self.path.push(Step::Key(key.to_owned()));
        self
    }

    /// Adds the index in the list that the value is in.
    pub(crate) fn number(mut self, number: usize) -> Self {
        self.path.push(Step::Number(number));
        self
    }
}

/// A fault in a portal file, with its place and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct FileError {
    /// Line, from 1.
    pub line: usize,
    /// Column, in characters from 1.
    pub column: usize,
    /// The fault as a sentence without a full stop.
    pub message: String,
    /// What to do; may be empty.
    pub hint: String,
    /// The line as it is written.
    pub written: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// Keys that people write, and those they mean.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("items", "item"),
    ("selector", "item"),
    ("select", "link"),
    ("css", "link"),
    ("links", "link"),
    ("href", "attr"),
    ("until", "to"),
    ("since", "from"),
    ("archives", "archive"),
    ("articles", "article"),
    ("host", "hosts"),
    ("start", "url"),
    ("exclude", "drop"),
    ("include", "keep"),
];

impl FileError {
    fn at(text: &str, byte: usize, message: String, hint: String) -> Self {
        let before = &text[..text.floor_char_boundary(byte)];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let written = text[start..].lines().next().unwrap_or_default().to_owned();
        let line = before.matches('\n').count() + 1;
        let column = before[start..].chars().count() + 1;
        Self { line, column, message, hint, written }
    }

    /// An error of the TOML parser.
    pub(crate) fn from_toml(text: &str, error: &toml::de::Error) -> Self {
        let message = error.message().replace('\n', ", ");
        let hint = hint(&message);
        // The list of allowed keys makes a long line, and is in the hint.
        let end = [", expected one of", ", expected `"].iter().find_map(|list| message.find(list));
        let message = message[..end.unwrap_or(message.len())].to_owned();
        Self::at(text, error.span().map_or(0, |span| span.start), message, hint)
    }

    /// A fault with the place of its value.
    pub(crate) fn locate(text: &str, fault: Fault) -> Self {
        let path: Vec<_> = fault.path.iter().rev().collect();
        // Parsed again with spans, only now: values with spans would burden all other code.
        let span = DeTable::parse(text).ok().and_then(|table| find_span(table.get_ref(), &path));
        let Some(span) = span else { return Self::at(text, 0, fault.message, fault.hint) };
        let value = &text[span.clone()];
        // Offsets count from after the quote. Escapes would shift them, so then the value is named.
        let quotes = value.len() - value.trim_start_matches(['"', '\'']).len();
        let is_exact = fault.at > 0 && quotes > 0 && !value.contains('\\');
        let byte = span.start + if is_exact { quotes.min(3) + fault.at } else { 0 };
        Self::at(text, byte.min(span.end), fault.message, fault.hint)
    }
}

/// The span of the value at the end of a path, or of the last value on it that exists.
fn find_span(table: &DeTable<'_>, path: &[&Step]) -> Option<Range<usize>> {
    let (Step::Key(key), mut rest) = (path.first()?, &path[1..]) else { return None };
    let mut value: &Spanned<DeValue<'_>> =
        table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)?;
    while let Some(step) = rest.first() {
        let next = match step {
            Step::Key(key) => value.get_ref().get(key.as_str()),
            Step::Number(number) => value.get_ref().get(*number),
        };
        match (next, step) {
            (Some(next), _) => value = next,
            // A list of one is often written without brackets.
            (None, Step::Number(0)) => {}
            (None, _) => break,
        }
        rest = &rest[1..];
    }
    Some(value.span())
}

fn hint(message: &str) -> String {
    // One bracket in place of two is the commonest mistake in TOML.
    if message.starts_with("invalid type: map, expected a sequence") {
        return "a table of a list has two brackets: [[name]]".to_owned();
    }
    let Some(rest) = message.strip_prefix("unknown field `") else {
        return String::new();
    };
    let Some((unknown, expected)) = rest.split_once('`') else { return String::new() };
    let known: Vec<_> = expected.split('`').skip(1).step_by(2).collect();
    let named = OTHER_NAMES.iter().find(|(other, _)| *other == unknown).map(|(_, name)| *name);
    let meant = named.filter(|name| known.contains(name)).or_else(|| nearest(unknown, &known));
    match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("there are {}", known.join(", ")),
    }
}

/// The name with the fewest letters to change, if these are at most a third.
fn nearest<'n>(unknown: &str, known: &[&'n str]) -> Option<&'n str> {
    let distances = known.iter().map(|name| (edit_distance(unknown, name), *name));
    distances.min().filter(|(distance, name)| *distance <= name.len().max(3) / 3).map(|(_, n)| n)
}

/// Levenshtein distance: letters to add, remove or change between two words.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<_> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            // One row of the matrix is enough: only the one above is ever read.
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}
