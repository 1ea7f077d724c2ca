//! A table as text.

use std::io::{self, Write};

use serde_json::Value;

use super::{Form, Table};

/// Writes a table. Tabs and line ends inside cells become spaces in columns between tabs.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(table: &Table, form: Form, out: &mut impl Write) -> io::Result<()> {
    if form == Form::Jsonl {
        for row in &table.rows {
            writeln!(out, "{}", Value::Object(row.0.clone()))?;
        }
        return Ok(());
    }
    writeln!(out, "{}", table.columns.join("\t"))?;
    for row in &table.rows {
        let cells: Vec<String> = table.columns.iter().map(|name| cell(row.0.get(name))).collect();
        writeln!(out, "{}", cells.join("\t"))?;
    }
    Ok(())
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.replace(['\t', '\n', '\r'], " "),
        Some(other) => other.to_string(),
    }
}
