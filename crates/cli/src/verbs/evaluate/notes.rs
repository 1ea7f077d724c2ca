//! Lines of a file that were left out, counted: nobody should trust a score without knowing of them.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::talk::Talk;

/// A line is no object.
pub(super) const NO_OBJECT: &str = "left out: no object";

/// What is wrong with lines of a file, and with how many.
#[derive(Debug, Default)]
pub(super) struct Notes {
    file: String,
    /// How many lines each note is about.
    lines: BTreeMap<String, u64>,
}

impl Notes {
    /// No notes on a file yet.
    pub(super) fn new(file: &Path) -> Self {
        Self { file: file.display().to_string(), lines: BTreeMap::new() }
    }

    /// Counts a line under what is wrong with it.
    pub(super) fn add(&mut self, what: impl Into<String>) {
        self.add_many(what, 1);
    }

    /// Counts several lines under what is wrong with them.
    pub(super) fn add_many(&mut self, what: impl Into<String>, count: u64) {
        *self.lines.entry(what.into()).or_default() += count;
    }

    /// Adds the notes of another reading of the same file.
    pub(super) fn take(&mut self, others: Self) {
        for (what, count) in others.lines {
            self.add_many(what, count);
        }
    }

    /// Notes fields that are no strings. Readers treat such a field as absent.
    pub(super) fn strings(&mut self, row: &Value, names: &[&str]) {
        for name in names {
            // Indexing a value that is no object gives null, which counts as absent.
            if !row[name].is_null() && !row[name].is_string() {
                self.add(format!("`{name}` passed over: no string"));
            }
        }
    }

    /// Says on stderr what was left out, in alphabetical order.
    pub(super) fn tell(&self, talk: Talk) {
        for (what, count) in &self.lines {
            let noun = if *count == 1 { "line" } else { "lines" };
            talk.say(format_args!("note: {}: {count} {noun} {what}", self.file));
        }
    }
}
