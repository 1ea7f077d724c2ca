//! Rows as JSON: one object per row with all columns, in column order.

use std::io::Write as _;

use jiff::Timestamp;
use scutch_foreign::push_json;
use serde::ser::Serializer as _;
use serde_json::{Map, Value};

use crate::row::{AsJson, Cell, Column, Row};

/// A row as a JSON line. Formats write it, and the digest of the row is made of its cells.
#[derive(Debug)]
pub(crate) struct JsonLine {
    bytes: Vec<u8>,
    /// Where each cell ends. The first begins behind the brace, the others with a comma.
    cells: Vec<(&'static Column, usize)>,
}

impl JsonLine {
    /// The line of a row with these columns, in their order.
    pub(crate) fn new(row: &Row, columns: &[&'static Column]) -> Self {
        // One allocation for most rows: the text, and some kilobytes of metadata.
        let mut bytes = Vec::with_capacity(row.text.len() + 4096);
        let mut cells = Vec::with_capacity(columns.len());
        bytes.push(b'{');
        for (place, column) in columns.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            // Writing to memory does not fail, and names of columns need no escapes.
            let _ = write!(bytes, "{comma}\"{}\":", column.name);
            write_cell(&mut bytes, (column.get)(row));
            cells.push((*column, bytes.len()));
        }
        bytes.extend(b"}\n");
        Self { bytes, cells }
    }

    /// The line with its line break.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The columns and their cells, each as `"name":value`.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (&'static Column, &[u8])> {
        let starts = std::iter::once(1).chain(self.cells.iter().map(|(_, end)| end + 1));
        let cell = |(&(column, end), start)| (column, &self.bytes[start..end]);
        self.cells.iter().zip(starts).map(cell)
    }
}

/// Writes a cell. Texts are most of a line, and are not copied before they are written.
fn write_cell(line: &mut Vec<u8>, cell: Cell<'_>) {
    match cell {
        Cell::Text(Some(text)) => push_json(line, text),
        Cell::Json(Some(value)) => push_json(line, &value.to_json()),
        // Writing to memory does not fail.
        cell => _ = serde_json::to_writer(line, &cell_value(cell)),
    }
}

/// A row that was read as an object, as a JSON line in column order.
pub(crate) fn json_object(object: &Map<String, Value>, columns: &[&'static Column]) -> Vec<u8> {
    let mut line = Vec::new();
    let cells = columns.iter().filter_map(|c| Some((c.name, object.get(c.name)?)));
    let mut serializer = serde_json::Serializer::new(&mut line);
    // Writing to memory does not fail.
    let _ = (&mut serializer).collect_map(cells);
    line.push(b'\n');
    line
}

/// Any value as a JSON line.
pub(crate) fn json_line(value: &Value) -> Vec<u8> {
    let mut line = value.to_string().into_bytes();
    line.push(b'\n');
    line
}

/// A row as a JSON object.
pub(crate) struct JsonRow<'a>(pub(crate) &'a Row, pub(crate) &'a [&'static Column]);

impl JsonRow<'_> {
    /// The object as a value, with numbers as a reader of the JSON text would see them.
    pub(crate) fn to_value(&self) -> Value {
        let cells = self.1.iter().map(|c| (c.name.to_owned(), cell_value((c.get)(self.0))));
        Value::Object(cells.collect())
    }
}

/// A cell as JSON.
pub(crate) fn cell_value(cell: Cell<'_>) -> Value {
    match cell {
        Cell::Text(v) => v.into(),
        Cell::Json(v) => v.map(AsJson::to_json).into(),
        Cell::List(v) => v.into(),
        Cell::Timestamp(v) => v.and_then(instant).into(),
        Cell::F32(v) => v.map(shortest).into(),
        Cell::I32(v) => v.into(),
        Cell::I64(v) => v.into(),
        Cell::Bool(v) => v.into(),
    }
}

/// An `f32` as JSON with its shortest digits: 0.1, not 0.10000000149011612 as from its `f64`.
pub(crate) fn shortest(number: f32) -> Value {
    number.to_string().parse::<f64>().ok().into()
}

/// A time as RFC 3339 with milliseconds, which common loaders recognise as a timestamp.
fn instant(unix_us: i64) -> Option<String> {
    let time = Timestamp::from_microsecond(unix_us).ok()?;
    Some(time.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::columns;

    #[test]
    fn a_row_is_one_object_with_every_column() {
        let row = Row { timestamp: Some(1_558_051_200_123), text: "a\nb".into(), ..Row::default() };
        let columns = columns(&scutch_folder::config::Config::default());
        let json: Value =
            serde_json::from_slice(JsonLine::new(&row, &columns).bytes()).expect("an object");
        assert_eq!(json.as_object().map(Map::len), Some(columns.len()));
        assert_eq!(json["timestamp"], "2019-05-17T00:00:00.123Z");
        assert!(json["topic_status"].is_null());
    }
}
