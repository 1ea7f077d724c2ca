//! The header of a record that is written anew.

use super::change::{Change, ChangeReason};
use crate::record::Record;

/// The version that new headers have.
pub(super) const VERSION: &str = "WARC/1.1";

/// A header being changed, and what was changed of it.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) version: String,
    pub(super) fields: Vec<(String, String)>,
    pub(super) changes: Vec<Change>,
    /// A block that takes the place of the stored one.
    pub(super) block: Option<Vec<u8>>,
}

impl Draft {
    /// The header of a record as it is, unfolded and in UTF-8.
    pub(super) fn of(record: &Record<'_>) -> Self {
        let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let fields = record.headers().map(own).collect();
        Self { version: record.version().to_owned(), fields, changes: Vec::new(), block: None }
    }

    /// First value of a field.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        field.map(|(_, value)| value.as_str())
    }

    /// Writes a field, in its place or at the end; further fields of the name go.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let at = self.fields.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        self.remove(name);
        let at = at.unwrap_or(self.fields.len());
        self.fields.insert(at, (name.to_owned(), value.to_owned()));
    }

    /// Writes a field and notes the change.
    pub(super) fn change(&mut self, reason: ChangeReason, name: &str, value: &str) {
        let was = self.get(name).unwrap_or_default().to_owned();
        self.set(name, value);
        self.changes.push(Change::new(reason, name, &was, value));
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.fields.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
    }

    /// Leaves out all fields that a test picks, and notes each.
    pub(super) fn drop_fields(
        &mut self,
        reason: ChangeReason,
        mut picks: impl FnMut(&str, &str) -> bool,
    ) {
        let (kept, gone): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.fields).into_iter().partition(|(n, v)| !picks(n, v));
        self.fields = kept;
        let change = |(name, value): (String, String)| Change::new(reason, &name, &value, "");
        self.changes.extend(gone.into_iter().map(change));
    }

    /// The header as it is written, with the blank line. Values have no line ends of their own.
    pub(super) fn header(&self) -> String {
        let mut text = format!("{}\r\n", self.version);
        for (name, value) in &self.fields {
            for part in [name, ": ", value, "\r\n"] {
                // A bare CR in a value would end a line for other readers.
                text.extend(part.split_inclusive('\n').map(|part| match part {
                    "\r\n" => part.to_owned(),
                    part => part.replace(['\r', '\n'], " "),
                }));
            }
        }
        text.push_str("\r\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_place_and_values_stay_in_their_line() {
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut draft = Draft {
            version: VERSION.to_owned(),
            fields: vec![field("A", "1"), field("b", "2"), field("A", "3"), field("C", "x\ry")],
            changes: Vec::new(),
            block: None,
        };
        draft.change(ChangeReason::FieldRepeated, "a", "4");
        draft.drop_fields(ChangeReason::FieldDropped, |name, _| name == "b");
        draft.set("D", "5");
        assert_eq!(draft.header(), "WARC/1.1\r\na: 4\r\nC: x y\r\nD: 5\r\n\r\n");
        assert_eq!(
            draft.changes,
            [
                Change::new(ChangeReason::FieldRepeated, "a", "1", "4"),
                Change::new(ChangeReason::FieldDropped, "b", "2", "")
            ]
        );
    }
}
