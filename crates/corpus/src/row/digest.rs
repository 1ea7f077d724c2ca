//! The digest of a row: the same whatever the format it is stored in.
//!
//! It is the sha256 of the JSON line of the row without its line break, its id, and what a search for
//! duplicates fills in later. The id stands beside it in the leaf of the Merkle tree, because copies of a
//! capture differ in nothing else.

use std::io::{self, Write};

use scutch_folder::merkle::Hash;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::Column;
use super::json::JsonLine;

/// Columns that a search for duplicates fills later. Deriving a record cannot.
pub(crate) const GROUP_COLUMNS: &[&str] = &["dup_of", "dup_kind", "dup_similarity"];

/// Whether a column is digested.
fn is_digested(column: &Column) -> bool {
    column.name != "id" && !GROUP_COLUMNS.contains(&column.name)
}

/// The columns that are digested.
pub(crate) fn digested(columns: &[&'static Column]) -> Vec<&'static Column> {
    columns.iter().filter(|column| is_digested(column)).copied().collect()
}

/// Passes bytes on to a hash.
struct Hashing(Sha256);

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The digest of a row, from its line.
pub(crate) fn digest_of_row(line: &JsonLine) -> Hash {
    let mut hash = Sha256::new();
    let mut before = b"{";
    for (_, cell) in line.cells().filter(|(column, _)| is_digested(column)) {
        hash.update(before);
        hash.update(cell);
        before = b",";
    }
    hash.update(b"}");
    hash.finalize().into()
}

/// The digest of a row that was read back, from its [`digested`] columns.
pub(crate) fn digest_of_stored(stored: &Map<String, Value>, digested: &[&'static Column]) -> Hash {
    let value = |name: &str| stored.get(name).cloned().unwrap_or(Value::Null);
    // Values are small pieces to a hash, which takes whole blocks faster.
    let mut out = io::BufWriter::with_capacity(8192, Hashing(Sha256::new()));
    let mut before = '{';
    for column in digested {
        // Hashing does not fail, and names of columns need no escapes.
        let _ = write!(out, "{before}\"{}\":{}", column.name, value(column.name));
        before = ',';
    }
    let _ = write!(out, "}}");
    let _ = out.flush();
    out.get_ref().0.clone().finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Row;
    use crate::row::columns;
    use scutch_folder::config::Config;

    #[test]
    fn a_digest_is_that_of_the_json_line_and_not_of_its_copy_or_marks() {
        let all = columns(&Config::default());
        let digested = digested(&all);
        let row = Row {
            id: "abc".to_owned(),
            text: "fog \"and\" tide\n\u{e4}".to_owned(),
            content_ratio: Some(0.1),
            timestamp: Some(1_558_051_200_123),
            flags: vec!["a".to_owned()],
            ..Row::default()
        };
        let of_row = |row: &Row| digest_of_row(&JsonLine::new(row, &all));
        let digest = of_row(&row);
        let json = JsonLine::new(&row, &digested).bytes().to_vec();
        let expected: Hash = Sha256::digest(json.trim_ascii_end()).into();
        assert_eq!(digest, expected);
        let stored: Map<String, Value> = serde_json::from_slice(&json).expect("an object");
        assert_eq!(digest_of_stored(&stored, &digested), expected);
        let marked = Row { id: "other".to_owned(), dup_of: Some("abc".to_owned()), ..row.clone() };
        assert_eq!(of_row(&marked), expected);
        assert_ne!(of_row(&Row { text: String::new(), ..row }), expected);
    }
}
