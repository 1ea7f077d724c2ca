//! Reading tables: one JSON object per line, or columns separated by tabs.

use serde_json::{Map, Value};

use super::{Row, Table, URI_M};

/// The formats of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// One JSON object per line.
    Jsonl,
    /// Column names, then one line per memento, with tabs between cells.
    Tsv,
}

/// Why a text is no table. The first number is that of the line, from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A line that is no JSON object.
    #[error("line {0}: not a JSON object")]
    Json(usize),
    /// A line without URI-M.
    #[error("line {0}: there is no {URI_M:?} in it")]
    NoUri(usize),
    /// A line with another number of cells than there are columns: cells, then columns.
    #[error("line {0} has {1} cells, not {2}")]
    Cells(usize, usize, usize),
    /// A head without the column of URI-Ms.
    #[error("line 1: there is no column {URI_M:?}; columns stand between tabs")]
    NoColumn,
}

/// Reads a table and recognises its format. An empty text has no rows.
///
/// # Errors
/// With the first line that cannot be read.
pub fn read(text: &str) -> Result<(Table, TableFormat), TableError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    if text.trim_start().starts_with('{') || text.trim().is_empty() {
        read_jsonl(lines).map(|table| (table, TableFormat::Jsonl))
    } else {
        read_tsv(lines).map(|table| (table, TableFormat::Tsv))
    }
}

fn read_jsonl<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Table, TableError> {
    let mut table = Table::default();
    table.add_column(URI_M);
    for (number, line) in lines {
        let row: Map<String, Value> =
            serde_json::from_str(line).map_err(|_| TableError::Json(number))?;
        row.keys().for_each(|name| table.add_column(name));
        let row = Row(row);
        if row.uri_m().is_empty() {
            return Err(TableError::NoUri(number));
        }
        table.rows.push(row);
    }
    Ok(table)
}

fn read_tsv<'t>(mut lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Table, TableError> {
    let head = lines.next().map(|(_, head)| head).unwrap_or_default();
    let columns: Vec<String> = head.split('\t').map(column_name).collect();
    if !columns.iter().any(|column| column == URI_M) {
        return Err(TableError::NoColumn);
    }
    let mut rows = Vec::new();
    for (number, line) in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        // A shifted cell would put a value into a wrong column silently.
        if cells.len() != columns.len() {
            return Err(TableError::Cells(number, cells.len(), columns.len()));
        }
        let cells = cells.into_iter().map(|cell| Value::from(scutch_foreign::uncell(cell)));
        let row = Row(columns.iter().cloned().zip(cells).collect());
        if row.uri_m().is_empty() {
            return Err(TableError::NoUri(number));
        }
        rows.push(row);
    }
    Ok(Table { columns, rows })
}

/// The name of a column. The Off-Topic Memento Toolkit writes `URI-M`.
fn column_name(name: &str) -> String {
    let name = name.trim();
    if name.eq_ignore_ascii_case("uri-m") { URI_M.to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_recognised_and_cells_are_read() {
        let (tsv, form) =
            read("URI-M\tscore\nfrom-warc::20140101000000::http://a/\t0.5\n").unwrap();
        assert_eq!((form, tsv.rows.len()), (TableFormat::Tsv, 1));
        assert_eq!(tsv.rows[0].number("score"), Some(0.5));
        assert_eq!(tsv.rows[0].url(), "http://a/");
        assert_eq!(tsv.rows[0].unix_ms(), Some(1_388_534_400_000));
        let (jsonl, form) = read("{\"urim\": \"u\", \"timestamp\": 20140101000000}\n\n").unwrap();
        let format = TableFormat::Jsonl;
        assert_eq!((form, jsonl.rows[0].unix_ms()), (format, Some(1_388_534_400_000)));
        assert!(read("").unwrap().0.rows.is_empty());
    }

    #[test]
    fn lines_that_cannot_be_read_are_named() {
        for (text, error) in [
            ("a\tb\n", TableError::NoColumn),
            ("urim\tb\nx\n", TableError::Cells(2, 1, 2)),
            ("urim\tb\n\tx\n", TableError::NoUri(2)),
            ("{\"urim\": \"x\"}\n{\n", TableError::Json(2)),
            ("{\"urim\": \"x\"}\n{\"a\": 1}\n", TableError::NoUri(2)),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
    }
}
