//! What could not be taken of a file of lines, counted: a score must not rest on losses nobody is told of.

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
    lines: BTreeMap<String, u64>,
}

impl Notes {
    pub(super) fn of(file: &Path) -> Self {
        Self { file: file.display().to_string(), lines: BTreeMap::new() }
    }

    /// One more line of which this is to be said.
    pub(super) fn add(&mut self, what: impl Into<String>) {
        *self.lines.entry(what.into()).or_default() += 1;
    }

    /// Looks whether fields that are there are strings; one that is none is as if it were not there.
    pub(super) fn strings(&mut self, row: &Value, names: &[&str]) {
        for name in names {
            if !row[name].is_null() && !row[name].is_string() {
                self.add(format!("`{name}` passed over: no string"));
            }
        }
    }

    pub(super) fn tell(&self, talk: Talk) {
        for (what, count) in &self.lines {
            let noun = if *count == 1 { "line" } else { "lines" };
            talk.say(format_args!("note: {}: {count} {noun} {what}", self.file));
        }
    }
}
