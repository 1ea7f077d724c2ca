//! The order of a table.

use std::cmp::Ordering;

use super::{Row, Table};

/// Brings rows in the order of a column: `timestamp` is time, numbers go by their size, anything
/// else by its text. Rows without a value come last, and equal ones by their URI-Ms.
pub fn order(table: &mut Table, column: &str, falling: bool) {
    let mut rows: Vec<(Key, Row)> =
        std::mem::take(&mut table.rows).into_iter().map(|row| (key(&row, column), row)).collect();
    rows.sort_by(|a, b| {
        let by_key = match (&a.0, &b.0) {
            (Key::Nothing, Key::Nothing) => Ordering::Equal,
            (Key::Nothing, _) => Ordering::Greater,
            (_, Key::Nothing) => Ordering::Less,
            (x, y) if falling => compared(y, x),
            (x, y) => compared(x, y),
        };
        by_key.then_with(|| a.1.uri_m().cmp(b.1.uri_m()))
    });
    table.rows = rows.into_iter().map(|(_, row)| row).collect();
}

enum Key {
    Number(f64),
    Text(String),
    Nothing,
}

fn key(row: &Row, column: &str) -> Key {
    if column == "timestamp" {
        return row.unix_ms().map_or(Key::Nothing, |ms| Key::Number(ms as f64));
    }
    match (row.number(column), row.text(column)) {
        (Some(number), _) => Key::Number(number),
        (None, Some(text)) => Key::Text(text.to_owned()),
        (None, None) => Key::Nothing,
    }
}

/// Numbers before texts.
fn compared(a: &Key, b: &Key) -> Ordering {
    match (a, b) {
        (Key::Number(a), Key::Number(b)) => a.total_cmp(b),
        (Key::Text(a), Key::Text(b)) => a.cmp(b),
        (Key::Number(_), _) => Ordering::Less,
        (_, Key::Number(_)) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    #[test]
    fn numbers_texts_and_nothing() {
        let text =
            "urim\tscore\ntimestamp\nd\t10\nc\t9\nb\t\na\tx\n".replace("score\ntimestamp", "score");
        let (mut table, _) = read(&text).unwrap();
        let mut uris = |falling| -> String {
            order(&mut table, "score", falling);
            table.rows.iter().map(Row::uri_m).collect()
        };
        assert_eq!((uris(false), uris(true)), ("cdab".to_owned(), "adcb".to_owned()));
    }
}
