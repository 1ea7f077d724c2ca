//! The tables of a search for duplicates: clusters, repeated paragraphs, versions of URLs.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use scutch_archive::rename_whole;
use scutch_folder::duplicates::DedupCounts;
use scutch_folder::names::{CLUSTERS, DEDUP_WORK, PARAGRAPHS, VERSIONS};
use scutch_folder::{RunError, at};
use serde_json::{Value, json};

use super::facts::Facts;
use super::paragraphs::{Paragraphs, Repeated};
use super::relations::{Mark, original};
use super::spill::{Spill, number, runs};
use crate::row::json::shortest;

/// A table being written. It is moved to its place when complete.
struct Table<'a> {
    folder: &'a Path,
    name: &'static str,
    out: BufWriter<File>,
}

impl<'a> Table<'a> {
    /// Creates a table in the work folder.
    fn create(folder: &'a Path, name: &'static str) -> Result<Self, RunError> {
        let path = folder.join(DEDUP_WORK).join(name);
        let out = BufWriter::new(File::create(&path).map_err(at(&path))?);
        Ok(Self { folder, name, out })
    }

    /// Writes a line.
    fn line(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self.out, "{value}")
    }

    /// Syncs the table and moves it to its place.
    fn finish(self) -> Result<(), RunError> {
        let Self { folder, name, out } = self;
        let (from, to) = (folder.join(DEDUP_WORK).join(name), folder.join(name));
        let file = out.into_inner().map_err(|error| at(&from)(error.into_error()))?;
        file.sync_all().map_err(at(&from))?;
        rename_whole(&from, &to).map_err(at(&to))
    }
}

/// Writes a line per member of a cluster. A cluster is named by the id of its original.
pub(super) fn clusters(
    folder: &Path,
    facts: &Facts,
    groups: &[Vec<u32>],
    marks: &[Option<Mark>],
) -> Result<(), RunError> {
    let mut table = Table::create(folder, CLUSTERS)?;
    for group in groups {
        let Some(first) = original(facts, group) else { continue };
        for row in group {
            let mark = marks[*row as usize];
            let line = json!({
                "cluster": facts.row(first).id,
                "id": facts.row(*row).id,
                "rows": group.len(),
                "kind": mark.map_or("original", |mark| mark.kind.name()),
                "similarity": mark.map(|mark| shortest(mark.similarity)),
            });
            table.line(&line).map_err(at(folder))?;
        }
    }
    table.finish()
}

/// Writes a line per row with paragraphs that occur in an earlier row.
pub(super) fn paragraphs(
    folder: &Path,
    facts: &Facts,
    paragraphs: Paragraphs,
    counts: &mut DedupCounts,
) -> Result<(), RunError> {
    let mut table = Table::create(folder, PARAGRAPHS)?;
    counts.paragraphs = paragraphs.count;
    let span =
        // Arrays rather than objects: a corpus may have millions of spans.
        |repeated: &Repeated| json!([repeated.start, repeated.end, facts.row(repeated.of).id]);
    let lines = paragraphs.repeated(facts.len() as u32, |row, repeated| {
        counts.repeated_paragraphs += repeated.len() as u64;
        let spans: Vec<Value> = repeated.iter().map(span).collect();
        table.line(&json!({ "id": facts.row(row).id, "spans": spans }))
    });
    lines.map_err(at(folder))?;
    table.finish()
}

/// Writes a line per URL with several captures: the captures by time, each with its difference to the
/// one before.
pub(super) fn versions(
    folder: &Path,
    facts: &Facts,
    addresses: Spill<12>,
    counts: &mut DedupCounts,
) -> Result<(), RunError> {
    let mut table = Table::create(folder, VERSIONS)?;
    let lines = addresses.drain(|records| {
        for run in runs(records, 8).filter(|run| run.len() > 1) {
            counts.versioned += 1;
            let mut rows: Vec<u32> = run.iter().map(|record| number(record, 8)).collect();
            // By time and not by row: archives are not always in the order of capture.
            rows.sort_by_key(|row| facts.rank(*row));
            let mut captures = Vec::with_capacity(rows.len());
            for (place, row) in rows.iter().enumerate() {
                let fact = facts.row(*row);
                let mut capture =
                    json!({ "id": fact.id, "time": &*fact.time, "chars": fact.chars });
                if place > 0 {
                    let before = facts.set(rows[place - 1])?;
                    // Counted in shingles, as the similarity is, not in lines or characters.
                    let own = facts.set(*row)?;
                    let kept = own.iter().filter(|s| before.binary_search(s).is_ok()).count();
                    capture["similarity"] = shortest(scutch_learn::shared_shingles(&before, &own));
                    capture["new_shingles"] = json!(own.len() - kept);
                    capture["lost_shingles"] = json!(before.len() - kept);
                }
                captures.push(capture);
            }
            // Captures of one URL may spell it differently. The first capture names it.
            let url = rows.first().map(|row| facts.url(*row)).transpose()?;
            table.line(&json!({ "url": url, "captures": captures }))?;
        }
        Ok(())
    });
    lines.map_err(at(folder))?;
    table.finish()
}
