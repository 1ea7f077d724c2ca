//! What a person reads of the review: keys, names, sentences of the script.

use serde::Serialize;

use crate::review::Field;

/// Keys of the table of rows.
pub(super) const TABLE_KEYS: &[(&str, &str)] = &[
    ("j k", "next and previous row; Enter opens it"),
    ("x", "leave the row out, or take that back"),
    ("/", "search"),
    (", .", "previous and next page of the table"),
];

/// Keys of the view of a row.
pub(super) const ROW_KEYS: &[(&str, &str)] = &[
    ("x", "leave the row out"),
    ("t a d p", "the right title, author, date, page type: type it, Enter decides, Esc comes back"),
    ("w", "say why, before the decision; Enter or Esc comes back"),
    ("u", "take back the last decision about this row"),
    ("c", "the pages that it was compared with"),
    ("j k", "next and previous row of the table"),
    ("Esc", "back to the table"),
];

/// Keys of the view of a cross.
pub(super) const CROSS_KEYS: &[(&str, &str)] =
    &[("← →", "scroll the pages, when they have the focus"), ("Esc", "back to the row")];

/// What a place of a cross is.
pub(super) fn place(name: &str) -> &'static str {
    match name {
        "up" => "the most similar page of the host",
        "down" => "the second most similar page",
        "prev" => "the snapshot before",
        _ => "the snapshot after",
    }
}

/// What a decision is about.
pub(super) fn decision(field: Field) -> &'static str {
    match field {
        Field::Keep => "Kept",
        Field::Title => "Title",
        Field::Author => "Author",
        Field::DatePublished => "Date published",
        Field::PageType => "Page type",
    }
}

/// Sentences of the script; `{text}` stands for a value.
#[derive(Debug, Serialize)]
pub(super) struct Spoken {
    failed: &'static str,
    left_out: &'static str,
    taken_back: &'static str,
    saved: &'static str,
    gone: &'static str,
}

pub(super) const SPOKEN: Spoken = Spoken {
    failed: "Not saved: {text}",
    left_out: "Saved: the row is left out.",
    taken_back: "Taken back.",
    saved: "Saved.",
    gone: "scutch studio does not answer. Does it still run?",
};
