//! Sorting a table by a column.

use std::cmp::Ordering;

use super::{Row, Table};
use crate::date::iso_date;

/// The column of the date of publication, as the page gives it.
const PUBLISHED: &str = "published";

/// Sorts rows by a column: `timestamp` by time, `published` by the date of publication or, where there
/// is none, by the time of capture; numbers by value, anything else as text. Rows without a value
/// come last; equal rows are sorted by URI-M.
pub fn sort_by_column(table: &mut Table, column: &str, descending: bool) {
    let mut rows: Vec<(Key, Row)> =
        std::mem::take(&mut table.rows).into_iter().map(|row| (key(&row, column), row)).collect();
    rows.sort_by(|a, b| {
        let by_key = match (&a.0, &b.0) {
            // Rows without a value stay last in either direction.
            (Key::Nothing, Key::Nothing) => Ordering::Equal,
            (Key::Nothing, _) => Ordering::Greater,
            (_, Key::Nothing) => Ordering::Less,
            (x, y) if descending => compare(y, x),
            (x, y) => compare(x, y),
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
    if column == PUBLISHED {
        let published = row.text(PUBLISHED).and_then(iso_date);
        let time = published.or_else(|| row.unix_ms());
        return time.map_or(Key::Nothing, |ms| Key::Number(ms as f64));
    }
    match (row.number(column), row.text(column)) {
        (Some(number), _) => Key::Number(number),
        (None, Some(text)) => Key::Text(text.to_owned()),
        (None, None) => Key::Nothing,
    }
}

/// Numbers come before text.
fn compare(a: &Key, b: &Key) -> Ordering {
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
    fn numbers_come_before_text_and_missing_values_last() {
        let (mut table, _) = read("urim\tscore\nd\t10\nc\t9\nb\t\na\tx\n").unwrap();
        let mut uris = |descending| -> String {
            sort_by_column(&mut table, "score", descending);
            table.rows.iter().map(Row::uri_m).collect()
        };
        assert_eq!((uris(false), uris(true)), ("cdab".to_owned(), "adcb".to_owned()));
    }

    #[test]
    fn dates_of_publication_come_before_times_of_capture() {
        let text = "urim\ttimestamp\tpublished\na\t20200101000000\t2014-01-27\n\
                    b\t20120101000000\t\nc\t20200101000000\t2014-01-27T10:00:00+02:00\n\
                    d\t\t\ne\t20130101000000\tsome day\nf\t20210101000000\t2011\n";
        let (mut table, _) = read(text).unwrap();
        sort_by_column(&mut table, "published", false);
        let uris: String = table.rows.iter().map(Row::uri_m).collect();
        assert_eq!(uris, "fbeacd");
    }

    #[test]
    fn timestamps_are_sorted_as_times_in_every_notation() {
        let text = "urim\ttimestamp\na\t2014-01-27T17:12:00Z\nb\t20140127171159\nc\tnever\n\
                    d\tMon, 27 Jan 2014 17:12:01 GMT\n";
        let (mut table, _) = read(text).unwrap();
        sort_by_column(&mut table, "timestamp", false);
        let uris: String = table.rows.iter().map(Row::uri_m).collect();
        assert_eq!(uris, "badc");
    }
}
