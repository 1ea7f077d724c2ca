//! The marks: what a plot draws for each number.

pub(crate) mod bar;
pub(crate) mod boxes;
pub(crate) mod columns;
pub(crate) mod curves;
mod spread;
pub(crate) mod stack;
pub(crate) mod strips;
pub(crate) mod timeline;

/// `id`s of a plot's title and description, for `aria-labelledby`.
pub(crate) fn label_ids(id: &str) -> (String, String) {
    (format!("{id}-title"), format!("{id}-description"))
}
