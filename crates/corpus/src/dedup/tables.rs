//! The tables of a search for duplicates: clusters, repeated paragraphs, versions of URLs.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use scutch_archive::rename_whole;
use scutch_folder::duplicates::DedupCounts;
use scutch_folder::names::{CLUSTERS, PARAGRAPHS, VERSIONS};
use scutch_folder::{RunError, at};
use serde_json::{Value, json};

use super::Corpus;
use super::facts::Facts;
use super::paragraphs::{Paragraphs, Repeated};
use super::relations::{Mark, original};
use super::spill::{Spill, number, runs};
use crate::row::json::shortest;

/// A table being written, of each corpus. They are moved to their places when complete.
struct Tables<'a> {
    corpora: &'a [Corpus],
    name: &'static str,
    out: Vec<BufWriter<File>>,
    /// The table that could not be written.
    failed: Option<PathBuf>,
}

impl<'a> Tables<'a> {
    /// Creates the tables in the work folders.
    fn create(corpora: &'a [Corpus], name: &'static str) -> Result<Self, RunError> {
        let create = |corpus: &Corpus| {
            let path = corpus.work().join(name);
            File::create(&path).map(BufWriter::new).map_err(at(&path))
        };
        let out = corpora.iter().map(create).collect::<Result<_, _>>()?;
        Ok(Self { corpora, name, out, failed: None })
    }

    /// The number of the corpus that a row is of.
    fn corpus(&self, row: u32) -> usize {
        self.corpora.partition_point(|corpus| corpus.rows.end <= row)
    }

    /// The corpora that have one of the rows.
    fn of_rows(&self, rows: &[u32]) -> Vec<usize> {
        let mut found: Vec<usize> = rows.iter().map(|row| self.corpus(*row)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The name of the corpus of a row, where there are several corpora.
    fn corpus_name(&self, row: u32) -> Option<String> {
        let several = self.corpora.len() > 1;
        several.then(|| self.corpora.get(self.corpus(row)).map(Corpus::name)).flatten()
    }

    /// An object about a row with the name of its corpus.
    fn named(&self, row: u32, mut object: Value) -> Value {
        if let Some(name) = self.corpus_name(row) {
            object["corpus"] = name.into();
        }
        object
    }

    /// Writes a line into the tables of some corpora.
    fn line(&mut self, corpora: &[usize], value: &Value) -> io::Result<()> {
        for &number in corpora {
            if let Err(error) = writeln!(self.out[number], "{value}") {
                self.failed = Some(self.corpora[number].work().join(self.name));
                return Err(error);
            }
        }
        Ok(())
    }

    /// Syncs the tables and moves them to their places, if all `lines` were written.
    fn finish(self, lines: io::Result<()>) -> Result<(), RunError> {
        if let Err(error) = lines {
            // What failed else are the work files, which are in the first folder.
            let path = self.failed.or_else(|| self.corpora.first().map(Corpus::work));
            return Err(at(&path.unwrap_or_default())(error));
        }
        for (corpus, out) in self.corpora.iter().zip(self.out) {
            let (from, to) = (corpus.work().join(self.name), corpus.folder.join(self.name));
            let file = out.into_inner().map_err(|error| at(&from)(error.into_error()))?;
            file.sync_all().map_err(at(&from))?;
            rename_whole(&from, &to).map_err(at(&to))?;
        }
        Ok(())
    }
}

/// Writes a line per member of a cluster. A cluster is named by the id of its original.
pub(super) fn clusters(
    corpora: &[Corpus],
    facts: &Facts,
    groups: &[Vec<u32>],
    marks: &[Option<Mark>],
) -> Result<(), RunError> {
    let mut tables = Tables::create(corpora, CLUSTERS)?;
    let lines = groups.iter().try_for_each(|group| {
        let Some(first) = original(facts, group) else { return Ok(()) };
        let of = tables.of_rows(group);
        group.iter().try_for_each(|row| {
            let mark = marks[*row as usize];
            let line = json!({
                "cluster": facts.row(first).id,
                "id": facts.row(*row).id,
                "rows": group.len(),
                "kind": mark.map_or("original", |mark| mark.kind.name()),
                "similarity": mark.map(|mark| shortest(mark.similarity)),
            });
            tables.line(&of, &tables.named(*row, line))
        })
    });
    tables.finish(lines)
}

/// Writes a line per row with paragraphs that occur in an earlier row.
pub(super) fn paragraphs(
    corpora: &[Corpus],
    facts: &Facts,
    paragraphs: Paragraphs,
    counts: &mut DedupCounts,
) -> Result<(), RunError> {
    let mut tables = Tables::create(corpora, PARAGRAPHS)?;
    counts.paragraphs = paragraphs.count;
    let lines = paragraphs.repeated(facts.len() as u32, |row, repeated| {
        counts.repeated_paragraphs += repeated.len() as u64;
        let span = |repeated: &Repeated| {
            let Repeated { start, end, of } = *repeated;
            // Arrays rather than objects: a corpus may have millions of spans.
            match tables.corpus_name(of) {
                Some(corpus) => json!([start, end, facts.row(of).id, corpus]),
                None => json!([start, end, facts.row(of).id]),
            }
        };
        let spans: Vec<Value> = repeated.iter().map(span).collect();
        let of = tables.of_rows(&[row]);
        tables.line(&of, &json!({ "id": facts.row(row).id, "spans": spans }))
    });
    tables.finish(lines)
}

/// Writes a line per URL with several captures: the captures by time, each with its difference to the
/// one before.
pub(super) fn versions(
    corpora: &[Corpus],
    facts: &Facts,
    addresses: Spill<12>,
    counts: &mut DedupCounts,
) -> Result<(), RunError> {
    let mut tables = Tables::create(corpora, VERSIONS)?;
    let lines = addresses.drain(|records| {
        for run in runs(records, 8).filter(|run| run.len() > 1) {
            counts.versioned += 1;
            let mut rows: Vec<u32> = run.iter().map(|record| number(record, 8)).collect();
            // By time and not by row: archives are not always in the order of capture.
            rows.sort_by_key(|row| facts.rank(*row));
            let before = std::iter::once(None).chain(rows.iter().copied().map(Some));
            let captures = rows.iter().zip(before);
            let captures =
                captures.map(|(row, before)| Ok(tables.named(*row, capture(facts, *row, before)?)));
            let captures: Vec<Value> = captures.collect::<io::Result<_>>()?;
            // Captures of one URL may spell it differently. The first capture names it.
            let url = rows.first().map(|row| facts.url(*row)).transpose()?;
            let of = tables.of_rows(&rows);
            tables.line(&of, &json!({ "url": url, "captures": captures }))?;
        }
        Ok(())
    });
    tables.finish(lines)
}

/// A capture, and how it differs from the one before.
fn capture(facts: &Facts, row: u32, before: Option<u32>) -> io::Result<Value> {
    let fact = facts.row(row);
    let mut capture = json!({ "id": fact.id, "time": &*fact.time, "chars": fact.chars });
    if let Some(before) = before {
        let (before, own) = (facts.set(before)?, facts.set(row)?);
        // Counted in shingles, as the similarity is, not in lines or characters.
        let kept = own.iter().filter(|s| before.binary_search(s).is_ok()).count();
        capture["similarity"] = shortest(scutch_learn::shared_shingles(&before, &own));
        capture["new_shingles"] = json!(own.len() - kept);
        capture["lost_shingles"] = json!(before.len() - kept);
    }
    Ok(capture)
}
