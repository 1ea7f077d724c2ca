//! Writing tables.

use std::io::{self, Write};

use serde_json::Value;

use super::{Table, TableFormat};

/// Writes a table. Between tabs, tabs and line breaks inside cells become spaces, and no cell begins a
/// formula.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(table: &Table, format: TableFormat, out: &mut impl Write) -> io::Result<()> {
    if format == TableFormat::Jsonl {
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
        Some(Value::String(text)) => scutch_foreign::cell(text).into_owned(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Row, URI_M, read};
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Tabs and line breaks inside cells are the only loss, and only between tabs.
        #[test]
        fn tables_come_back_as_they_were_written(
            cells in prop::collection::vec(("[a-z]{1,6}", "[a-zé \t\n\"0-9]{0,8}"), 1..8),
        ) {
            let mut table = Table::default();
            ["urim", "note"].iter().for_each(|name| table.add_column(name));
            for (uri, note) in &cells {
                let mut row = Row::default();
                row.set(URI_M, Value::from(uri.as_str()));
                row.set("note", Value::from(note.as_str()));
                table.rows.push(row);
            }
            for format in [TableFormat::Jsonl, TableFormat::Tsv] {
                let mut out = Vec::new();
                write(&table, format, &mut out).expect("memory");
                let text = String::from_utf8(out).expect("UTF-8");
                let (back, found) = read(&text).expect("a table");
                prop_assert_eq!(found, format);
                prop_assert_eq!(back.rows.len(), cells.len());
                for (row, (uri, note)) in back.rows.iter().zip(&cells) {
                    let note = match format {
                        TableFormat::Jsonl => note.clone(),
                        TableFormat::Tsv => note.replace(['\t', '\n'], " "),
                    };
                    prop_assert_eq!(row.uri_m(), uri);
                    prop_assert_eq!(row.text("note").unwrap_or_default(), note);
                }
            }
        }
    }
}
