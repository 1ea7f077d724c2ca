//! What was found.

use std::io;
use std::sync::Arc;

use super::rules::{Level, Rule};
use crate::cause::{Cause, Damage, Fault};
use crate::record::Record;

/// Characters of a value that a finding shows.
const SHOWN: usize = 200;

/// Something about a record that the standard has otherwise, or a loss.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken; `None` for damage.
    pub rule: Option<Rule>,
    /// What the reader met; `None` where only the rule was judged.
    pub cause: Option<Cause>,
    /// How much it weighs.
    pub level: Level,
    /// Name of the field that it is about.
    pub field: Option<String>,
    /// Value of that field, its beginning where it is long.
    pub value: Option<String>,
    /// Figures and places, where that helps; may be empty.
    pub detail: String,
}

impl Finding {
    /// A broken rule.
    pub(super) fn new(rule: Rule) -> Self {
        let (cause, detail) = (None, String::new());
        Self { rule: Some(rule), cause, level: rule.level(), field: None, value: None, detail }
    }

    /// A broken rule that is about a field.
    pub(super) fn of_field(rule: Rule, field: &str, value: &str) -> Self {
        let value = Some(value.chars().take(SHOWN).collect());
        Self { field: Some(field.to_owned()), value, ..Self::new(rule) }
    }

    /// The same with figures and places.
    pub(super) fn detailed(self, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..self }
    }

    /// What the reader said of a record.
    pub(super) fn from_fault(fault: &Fault) -> Self {
        let rule = Rule::broken_by(fault.cause);
        // The reader's severity is about bytes: it knows whether any are missing.
        let level =
            rule.map_or(fault.severity.into(), |rule| rule.level().max(fault.severity.into()));
        let (cause, detail) = (Some(fault.cause), fault.detail.clone());
        Self { rule, cause, level, field: None, value: None, detail }
    }

    /// A range of bytes in no record.
    pub fn from_damage(damage: &Damage) -> Self {
        let lost = format!("{} bytes are lost", damage.length);
        let detail =
            if damage.detail.is_empty() { lost } else { format!("{lost}; {}", damage.detail) };
        let (rule, cause) = (Rule::broken_by(damage.cause), Some(damage.cause));
        Self { rule, cause, level: Level::Lost, field: None, value: None, detail }
    }

    /// A block that could not be read again.
    pub(super) fn unreadable(error: &io::Error) -> Self {
        let (cause, detail) = (Some(Cause::ReadError), error.to_string());
        Self { rule: None, cause, level: Level::Lost, field: None, value: None, detail }
    }

    /// Id of the rule, else of the cause.
    pub fn id(&self) -> &'static str {
        let cause = || self.cause.map_or("", Cause::id);
        self.rule.map_or_else(cause, Rule::id)
    }

    /// Section of ISO 28500:2017. Section 4 has the grammar of files, which all damage breaks.
    pub fn section(&self) -> &'static str {
        self.rule.map_or("4", Rule::section)
    }

    /// The rule as a sentence; of damage what it is.
    pub fn sentence(&self) -> &'static str {
        let cause = || self.cause.map_or("", Cause::sentence);
        self.rule.map_or_else(cause, Rule::sentence)
    }
}

/// The record that a finding is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Name of the file.
    pub file: Arc<str>,
    /// Bytes from the start of the file to the member, or to the record in an uncompressed file.
    pub offset: u64,
    /// Inflated bytes of that member before the record.
    pub inner_offset: u64,
    /// `WARC-Record-ID` without angle brackets; empty where it is missing, or not held in memory.
    pub id: String,
    /// `WARC-Target-URI`; empty where it is missing, or not held in memory.
    pub url: String,
}

impl Place {
    /// The place of a record in a file of this name.
    pub fn of_record(file: &Arc<str>, record: &Record<'_>) -> Self {
        let place = record.location();
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        Self {
            file: file.clone(),
            offset: place.offset,
            inner_offset: place.inner_offset,
            id: text(record.record_id()),
            url: text(record.target_uri()),
        }
    }
}

/// A finding about a record that has passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The record.
    pub place: Place,
    /// What was found.
    pub finding: Finding,
}
