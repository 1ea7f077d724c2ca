//! Articles of a corpus folder or of JSON lines, as far as they are compared.

use std::path::Path;

use anyhow::Context as _;
use scutch_archive::{PathKind, path_kind};
use scutch_corpus::read_rows;
use scutch_learn::hashed;
use scutch_learn::text_score::{same_authors, same_day, same_title, tokens};
use serde_json::{Map, Value};

use crate::verbs::evaluate::json_lines;
use crate::verbs::evaluate::notes::{NO_OBJECT, Notes};

/// A field of metadata that is compared.
pub(super) struct Field {
    /// As the head of a column and the key in JSON.
    pub(super) name: &'static str,
    /// Its values in a row.
    values: fn(&Map<String, Value>) -> Vec<String>,
    /// Whether two values are the same: found and wanted.
    pub(super) same: fn(&str, &str) -> bool,
}

/// The fields that are compared.
#[rustfmt::skip] // a table reads as a table
pub(super) const FIELDS: [Field; 3] = [
    Field { name: "title", values: |row| strings(row, &["title"]), same: same_title },
    Field { name: "author", values: |row| strings(row, &["authors", "author"]), same: same_authors },
    Field { name: "date", values: |row| strings(row, &["date_published", "date"]), same: same_day },
];

/// Columns whose words count as those of metadata.
const METADATA: [&[&str]; 5] =
    [&["title"], &["authors", "author"], &["date_published", "date"], &["section"], &["keywords"]];

/// The columns that are read of the rows of a corpus.
const COLUMNS: [&str; 7] =
    ["url", "text", "title", "authors", "date_published", "section", "keywords"];

/// What is compared of an article.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Article {
    /// Hashes of the words of its text, sorted.
    pub(super) words: Vec<u32>,
    /// Words of its metadata.
    pub(super) metadata_words: u64,
    /// Values by field, in the order of [`FIELDS`].
    pub(super) values: [Vec<String>; FIELDS.len()],
}

impl Article {
    fn new(row: &Map<String, Value>) -> Self {
        let text = row.get("text").and_then(Value::as_str).unwrap_or_default();
        // 32 bits are enough: only words of one page are compared, and a corpus has many pages.
        let mut words: Vec<u32> =
            tokens(text).iter().map(|word| hashed(word.as_bytes()) as u32).collect();
        words.sort_unstable();
        words.shrink_to_fit();
        let count = |names: &&[&str]| {
            strings(row, names).iter().map(|value| tokens(value).len() as u64).sum::<u64>()
        };
        let metadata_words = METADATA.iter().map(count).sum();
        Self { words, metadata_words, values: FIELDS.map(|field| (field.values)(row)) }
    }
}

/// The strings of the first of these columns that has any: a string, or a list of them.
fn strings(row: &Map<String, Value>, names: &[&str]) -> Vec<String> {
    let of = |name: &&str| -> Vec<String> {
        let values = match row.get(*name) {
            Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(value)) => vec![value.as_str()],
            _ => Vec::new(),
        };
        values.into_iter().filter(|value| !value.trim().is_empty()).map(str::to_owned).collect()
    };
    names.iter().map(of).find(|values| !values.is_empty()).unwrap_or_default()
}

/// Calls `take` with each article and the SURT key of its address.
///
/// # Errors
/// When the folder is no corpus with rows, or the file cannot be read.
pub(super) fn each_article(
    path: &Path,
    notes: &mut Notes,
    mut take: impl FnMut(String, Article),
) -> anyhow::Result<()> {
    let mut row = |row: &Map<String, Value>| match row.get("url").and_then(Value::as_str) {
        Some(url) => take(scutch_url::surt(url), Article::new(row)),
        None => notes.add("left out: no `url` that is a string"),
    };
    if path_kind(path).with_context(|| path.display().to_string())? == Some(PathKind::Folder) {
        return Ok(read_rows(path, &COLUMNS, row)?);
    }
    let mut others = Notes::new(path);
    let lines = json_lines::rows(path, &mut others)?;
    let mut no_objects = 0;
    for line in &lines {
        match line.as_object() {
            Some(object) => row(object),
            None => no_objects += 1,
        }
    }
    notes.take(others);
    if no_objects > 0 {
        notes.add_many(NO_OBJECT, no_objects);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn article(row: &Value) -> Article {
        Article::new(row.as_object().expect("an object"))
    }

    #[test]
    fn values_are_those_of_the_first_key_that_has_any() {
        let ours = article(&json!({
            "text": "Fog. Fog and tide", "title": "Fog", "authors": ["Ada Gull", " "],
            "date_published": "2019-05-02", "section": "Sea", "keywords": ["fog", "high tide"],
        }));
        assert_eq!((ours.words.len(), ours.metadata_words), (4, 1 + 2 + 3 + 1 + 3));
        assert_eq!(ours.values, [vec!["Fog"], vec!["Ada Gull"], vec!["2019-05-02"]]);
        let theirs = article(&json!({ "authors": [], "author": "Ada Gull", "date": "2019-05-02" }));
        assert_eq!(theirs.values, [vec![], vec!["Ada Gull"], vec!["2019-05-02"]]);
        assert_eq!(article(&json!({ "title": 7, "text": null })), Article::default());
    }
}
