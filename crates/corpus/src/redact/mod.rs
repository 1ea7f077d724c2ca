//! Takes back: a finished corpus without the rows that a list names, in every format.
//!
//! `tombstones.jsonl` has a line for each row, or line of the quarantine, that was taken out: its id, why, and
//! by which line of which list. Nothing is derived again, so no archive is needed.

mod tombstone;
mod write;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::PathBuf;

use scutch_folder::exclusion::{ExclusionList, Subject};
use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::quarantine::QuarantineLine;
use scutch_folder::{RunError, at};
use sha2::{Digest as _, Sha256};

use crate::flow::Watch;
use crate::reissue::{as_listed, complete_or_absent, quarantined, read_by_copies};
use crate::row::named::{NAMED, names_of};
use crate::row::stored::{self, StoredRow};
use crate::row::{Column, columns};
use crate::run::COUNTED;

/// What to take out of which corpus.
#[derive(Debug, Clone)]
pub struct RedactRequest {
    /// The finished corpus. It is not changed.
    pub folder: PathBuf,
    /// The list of what must not be in it.
    pub list: PathBuf,
    /// The new folder.
    pub output: PathBuf,
    /// Whether rows with the text of a row on the list are taken out, too.
    pub same_text: bool,
    /// Whether tombstones have the addresses of what was taken out. Without them, those of earlier
    /// redactions lose theirs, too.
    pub addresses: bool,
}

/// What was taken out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redaction {
    /// Rows of the new folder.
    pub kept: u64,
    /// Rows that a line of the list names.
    pub named: u64,
    /// Rows with the text of one of these: taken out, too, where that was asked for.
    pub same_text: u64,
    /// Lines of the quarantine.
    pub quarantined: u64,
    /// Lines of the list that nothing has: number and name.
    pub unmatched: Vec<(u64, String)>,
    /// Outputs that the new folder lacks: labels of `scutch template` show texts, and tables of
    /// duplicates compare with rows that are gone.
    pub left_behind: Vec<String>,
}

impl Redaction {
    /// Whether the list names nothing in the corpus. Then there is no new folder.
    pub fn is_empty(&self) -> bool {
        self.named == 0 && self.quarantined == 0
    }
}

/// Writes a corpus anew without the rows that a list names. The new folder is complete or absent; `None`
/// when interrupted.
///
/// # Errors
/// A list that cannot be obeyed, a folder that is no complete corpus with rows, files with other bytes than
/// its manifest says, an output folder that exists or lies in the corpus, parts that hold other documents
/// than the rows, and failing reads or writes. Nothing is left of a copy that failed.
pub fn redact(request: &RedactRequest, watch: &dyn Watch) -> Result<Option<Redaction>, RunError> {
    let list = ExclusionList::read(&request.list)?;
    let manifest = read_manifest(&request.folder)?;
    if !manifest.config.formats.iter().any(|format| format.is_of_rows()) {
        return Err(RunError::NoRows(request.folder.clone()));
    }
    // The manifest of the copy would vouch for changed files, too.
    if as_listed(&request.folder, read_by_copies(&manifest), watch)?.is_none() {
        return Ok(None);
    }
    let mut redacting = Redacting {
        request,
        list: &list,
        watch,
        columns: wanted(&manifest),
        named: BTreeMap::new(),
        matched: BTreeSet::new(),
        done: Redaction::default(),
    };
    if redacting.find(&manifest)?.is_none() {
        return Ok(None);
    }
    if redacting.matched.is_empty() {
        return Ok(Some(redacting.result()));
    }
    complete_or_absent(&request.folder, &request.output, |new| redacting.write(manifest, new))
}

/// The columns that are read of each row.
fn wanted(manifest: &Manifest) -> Vec<&'static Column> {
    let is_wanted =
        |column: &&Column| NAMED.contains(&column.name) || COUNTED.contains(&column.name);
    columns(&manifest.config).into_iter().filter(is_wanted).collect()
}

/// A redaction in progress.
struct Redacting<'a> {
    request: &'a RedactRequest,
    list: &'a ExclusionList,
    watch: &'a dyn Watch,
    columns: Vec<&'static Column>,
    /// Rows to take out, with the number of the name and the row whose text they have, where it is that.
    named: BTreeMap<String, (usize, Option<String>)>,
    /// Numbers of names that something has.
    matched: BTreeSet<usize>,
    done: Redaction,
}

impl Redacting<'_> {
    /// Finds the rows to take out, and whether the quarantine has anything to take out. `None` when
    /// interrupted.
    fn find(&mut self, manifest: &Manifest) -> Result<Option<()>, RunError> {
        // Of several rows with one text, tombstones name the first.
        let mut of_text: HashMap<[u8; 32], (usize, String)> = HashMap::new();
        let found = self.each_row(manifest, |redacting, row| {
            let names = names_of(&redacting.list.exclusion, &row.columns)?;
            let Some(first) = names.first().copied() else { return Ok(()) };
            redacting.matched.extend(names);
            redacting.done.named += 1;
            if let Some(digest) = text_digest(&row) {
                of_text.entry(digest).or_insert_with(|| (first, row.id.clone()));
            }
            redacting.named.insert(row.id, (first, None));
            Ok(())
        })?;
        // Only to know which names match: the copy leaves the lines out.
        quarantined(&self.request.folder, |line| {
            self.first_of(line);
        })?;
        // Which texts go is known only now, so rows with the same text need a second reading.
        if of_text.is_empty() || found.is_none() {
            return Ok(found);
        }
        self.each_row(manifest, |redacting, row| {
            if redacting.named.contains_key(&row.id) {
                return Ok(());
            }
            let Some((name, id)) = text_digest(&row).and_then(|digest| of_text.get(&digest)) else {
                return Ok(());
            };
            // Counted in any case, so that a user learns of texts that stay elsewhere.
            redacting.done.same_text += 1;
            if redacting.request.same_text {
                redacting.named.insert(row.id, (*name, Some(id.clone())));
            }
            Ok(())
        })
    }

    /// Calls `take` with each row, until it fails. `None` when interrupted.
    fn each_row(
        &mut self,
        manifest: &Manifest,
        mut take: impl FnMut(&mut Self, StoredRow) -> io::Result<()>,
    ) -> Result<Option<()>, RunError> {
        let columns = self.columns.clone();
        for part in stored::parts(&self.request.folder, manifest) {
            if self.watch.interrupted() {
                return Ok(None);
            }
            // The reader of rows cannot be stopped from within, so the first error is kept.
            let mut failed = Ok(());
            let read = stored::for_each(&part, &columns, |row| {
                if failed.is_ok() {
                    failed = take(self, row);
                }
            });
            read.and(failed).map_err(at(&part))?;
        }
        Ok(Some(()))
    }

    /// What was taken out, with the lines that nothing has.
    fn result(self) -> Redaction {
        let lines = self.list.lines.iter().enumerate();
        let unmatched = lines.filter(|(number, _)| !self.matched.contains(number));
        let unmatched = unmatched.map(|(_, line)| (line.number, line.name.clone())).collect();
        Redaction { unmatched, ..self.done }
    }

    /// The first name of a line of the quarantine. All of its names count as matched.
    fn first_of(&mut self, line: &QuarantineLine) -> Option<usize> {
        let url_key = scutch_url::surt(line.url.as_deref()?);
        let names = self.list.exclusion.find(&Subject { url_key: &url_key, ..Subject::default() });
        let first = names.first().copied();
        self.matched.extend(names);
        first
    }
}

/// The digest of the text of a row, if it has one.
fn text_digest(row: &StoredRow) -> Option<[u8; 32]> {
    let text = row.text();
    (!text.is_empty()).then(|| Sha256::digest(text.as_bytes()).into())
}

#[cfg(test)]
mod tests;
