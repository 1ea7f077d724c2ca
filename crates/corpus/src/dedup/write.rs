//! Writes the marks into the rows: each part is rewritten to a new file, which then replaces it.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float32Array, RecordBatch, StringArray};
use scutch_archive::rename_whole;
use scutch_folder::config::Format;
use scutch_folder::digest::FileDigest;
use scutch_folder::names::DEDUP_WORK;
use scutch_folder::{RunError, at};
use serde_json::{Map, Value};

use super::Corpus;
use super::facts::Facts;
use super::relations::Mark;
use crate::reissue::at_either;
use crate::row::columns;
use crate::row::json::{json_object, shortest};
use crate::table::copy_parquet;
use crate::write::Joined;

/// Writes the marks into all parts of rows of a corpus, and the new digests into its manifest.
pub(super) fn mark_rows(
    corpus: &mut Corpus,
    facts: &Facts,
    marks: &[Option<Mark>],
) -> Result<(), RunError> {
    let Corpus { folder, manifest, rows } = corpus;
    let columns = columns(&manifest.config);
    // Both formats of rows get the same marks, whichever was read.
    for format in [Format::Parquet, Format::Jsonl] {
        let mut row = rows.start as usize;
        let start = format!("{}/", format.folder());
        for output in &mut manifest.outputs {
            let of_it =
                output.path.starts_with(&start) && output.path.ends_with(format.extension());
            if !of_it {
                continue;
            }
            let (old, new) = (folder.join(&output.path), folder.join(DEDUP_WORK).join("part"));
            let mut next = || {
                let mark = marks.get(row).copied().flatten();
                row += 1;
                let of = |mark: &Mark| facts.row(mark.original).id.as_str();
                mark.map(|mark| (of(&mark), mark.kind.name(), mark.similarity))
            };
            let digest = match format {
                Format::Parquet => {
                    copy_parquet(&old, &new, &columns, |batch| marked(&batch, &mut next))
                }
                _ => lines(&old, &new, |line| {
                    mark_line(line, next());
                    Some(json_object(line, &columns))
                }),
            };
            output.digest = digest.map_err(at_either(&old, &new))?;
            // Part by part: an interruption leaves each part with old or new marks, never half.
            rename_whole(&new, &old).map_err(at(&old))?;
        }
    }
    Ok(())
}

/// The values of the three columns of a mark: original, kind, similarity.
pub(super) type Marked<'a> = Option<(&'a str, &'a str, f32)>;

/// A batch of rows with marks.
fn marked<'a>(
    batch: &RecordBatch,
    next: &mut dyn FnMut() -> Marked<'a>,
) -> io::Result<RecordBatch> {
    let marks: Vec<Marked<'a>> = (0..batch.num_rows()).map(|_| next()).collect();
    let of: StringArray = marks.iter().map(|mark| mark.map(|mark| mark.0)).collect();
    let kind: StringArray = marks.iter().map(|mark| mark.map(|mark| mark.1)).collect();
    let similarity: Float32Array = marks.iter().map(|mark| mark.map(|mark| mark.2)).collect();
    let new: [(&str, ArrayRef); 3] = [
        ("dup_of", Arc::new(of)),
        ("dup_kind", Arc::new(kind)),
        ("dup_similarity", Arc::new(similarity)),
    ];
    let mut columns = batch.columns().to_vec();
    for (name, array) in new {
        // By name: corpora of older versions may have other positions.
        columns[batch.schema().index_of(name).map_err(io::Error::other)?] = array;
    }
    RecordBatch::try_new(batch.schema(), columns).map_err(io::Error::other)
}

/// Sets the three columns of a mark in a JSON row.
fn mark_line(line: &mut Map<String, Value>, mark: Marked<'_>) {
    let (of, kind, similarity) = match mark {
        Some((of, kind, similarity)) => (of.into(), kind.into(), shortest(similarity)),
        None => (Value::Null, Value::Null, Value::Null),
    };
    line.insert("dup_of".to_owned(), of);
    line.insert("dup_kind".to_owned(), kind);
    line.insert("dup_similarity".to_owned(), similarity);
}

/// Copies JSON lines. `change` returns the line to write, or `None` to drop it.
fn lines(
    old: &Path,
    new: &Path,
    mut change: impl FnMut(&mut Map<String, Value>) -> Option<Vec<u8>>,
) -> io::Result<FileDigest> {
    let mut out = Joined::create(Format::Jsonl, new, Default::default())?;
    for line in BufReader::new(zstd::Decoder::new(File::open(old)?)?).lines() {
        let mut line: Map<String, Value> = serde_json::from_str(&line?)?;
        if let Some(line) = change(&mut line) {
            out.write(&line)?;
        }
    }
    out.finish()
}
