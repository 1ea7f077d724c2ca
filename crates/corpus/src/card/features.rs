//! Types of columns as `datasets` names them in the head of a card.

use std::fmt::Write as _;

use crate::row::{Column, ColumnKind};
use scutch_folder::config::Format;

/// The fields of a line of OSCAR 23.01, of which this program fills some.
const OSCAR: &str = include_str!("oscar.yaml");

/// Columns that Dolma has outside of its metadata.
const OUTSIDE: [&str; 2] = ["id", "text"];

/// The columns of a format, as lines of YAML.
pub(super) fn features(format: Format, rows: &[&'static Column]) -> String {
    match format {
        Format::Dolma => dolma(),
        Format::Oscar => OSCAR.to_owned(),
        Format::Text => "  - name: text\n    dtype: string\n".to_owned(),
        _ => listed(rows.iter().copied(), "  "),
    }
}

/// The type of a column.
pub(super) fn dtype(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Text => "string",
        ColumnKind::List => "list of strings",
        ColumnKind::Timestamp => "timestamp[us, tz=UTC]",
        ColumnKind::F32 => "float32",
        ColumnKind::I32 => "int32",
        ColumnKind::I64 => "int64",
        ColumnKind::Bool => "bool",
    }
}

/// Columns of rows, each line behind `indent`.
fn listed<'c>(columns: impl Iterator<Item = &'c Column>, indent: &str) -> String {
    let mut out = String::new();
    for column in columns {
        let kind = match column.kind {
            ColumnKind::List => "list: string".to_owned(),
            kind => format!("dtype: {}", dtype(kind)),
        };
        let _ = write!(out, "{indent}- name: {}\n{indent}  {kind}\n", column.name);
    }
    out
}

/// The fields of a line of Dolma: the columns that every corpus has are its metadata.
fn dolma() -> String {
    let fields = [
        ("id", "string"),
        ("text", "string"),
        ("source", "string"),
        ("added", dtype(ColumnKind::Timestamp)),
        ("created", "string"),
    ];
    let mut out = String::new();
    for (name, dtype) in fields {
        let _ = write!(out, "  - name: {name}\n    dtype: {dtype}\n");
    }
    out.push_str("  - name: metadata\n    struct:\n");
    let inside = crate::row::COLUMNS.iter().filter(|column| !OUTSIDE.contains(&column.name));
    out.push_str(&listed(inside, "    "));
    out
}
