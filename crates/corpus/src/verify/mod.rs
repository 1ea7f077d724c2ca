//! Verifies a corpus: checks the digests of its files, and derives its rows again from the archives.

mod again;
mod decided;
mod locate;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use scutch_archive::{SourcePool, is_address};
use scutch_folder::RunError;
use scutch_folder::config::Format;
use scutch_folder::config::scope::Filter;
use scutch_folder::digest::digest_of;
use scutch_folder::inputs::{Archives, InputFile, STDIN, Segments};
use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::merkle::{MerkleTree, row_leaf};
use scutch_folder::names::MANIFEST;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use self::again::{Again, Comparing};
use self::decided::decisions;
use self::locate::Locator;
use crate::derive::Deriving;
use crate::flow::{Unwatched, Workers};
use crate::rebuild::lines;
use crate::row::digest::{digest_of_stored, digested};
use crate::row::seen::Seen;
use crate::row::stored::StoredRow;
use crate::row::{Column, columns, stored};
use crate::stages::{MEMORY, Reading, gather};

/// What to verify.
#[derive(Debug, Clone, Default)]
pub struct VerifyRequest {
    /// The corpus folder.
    pub folder: PathBuf,
    /// Derive this many rows, drawn by seed. Without a number, all rows.
    pub sample: Option<usize>,
    /// Seed of the sample.
    pub seed: u64,
    /// Folders to search for archives by their names in rows, if they were moved.
    pub archives: Vec<PathBuf>,
    /// The decisions on rows, if their file was moved.
    pub decisions: Option<PathBuf>,
    /// Number of threads, at least one.
    pub jobs: usize,
}

/// A difference between corpus and archives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// File or row id.
    pub subject: String,
    /// Column or property.
    pub what: String,
    /// The value in the corpus.
    pub stored: String,
    /// The value from the archives.
    pub derived: String,
}

impl Difference {
    /// A difference between two values.
    fn new(subject: &str, what: &str, stored: &dyn Display, derived: &dyn Display) -> Self {
        Self {
            subject: subject.to_owned(),
            what: what.to_owned(),
            stored: stored.to_string(),
            derived: derived.to_string(),
        }
    }
}

/// Result of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Files with checked digests.
    pub files: u64,
    /// Rows in the corpus.
    pub rows: u64,
    /// Rows derived again.
    pub derived: u64,
    /// Archives that were not found. Their rows are not derived.
    pub missing: u64,
    /// Whether standard input is among them.
    pub missing_stdin: bool,
    /// Whether the decisions on rows were not found. Rows are derived without them.
    pub missing_decisions: bool,
    /// Whether the corpus is a stand-off corpus, from which no text can be derived.
    pub standoff: bool,
    /// Whether missing archives may explain differences in other rows, because pages were compared,
    /// or joined and chosen by the word of a crawl.
    pub depends: bool,
    /// The differences, up to a thousand.
    pub differences: Vec<Difference>,
    /// The number of all differences.
    pub differing: u64,
}

/// Maximum differences kept. A corpus of other archives differs in every row.
const KEPT: usize = 1000;

impl Verified {
    /// Whether nothing differs.
    pub fn sound(&self) -> bool {
        self.differing == 0
    }

    /// Adds a difference between two values.
    fn differ(&mut self, subject: &str, what: &str, stored: &dyn Display, derived: &dyn Display) {
        self.add(Difference::new(subject, what, stored, derived));
    }

    /// Adds a difference. Beyond the maximum it is only counted.
    fn add(&mut self, difference: Difference) {
        self.differing += 1;
        if self.differences.len() < KEPT {
            self.differences.push(difference);
        }
    }
}

/// Verifies a corpus folder.
///
/// # Errors
/// When the folder is no complete corpus, or has no rows but intact files. Differences and unreadable
/// files are results, not errors.
pub fn verify(request: &VerifyRequest) -> Result<Verified, RunError> {
    let manifest = read_manifest(&request.folder)?;
    let mut verified = Verified::default();
    check_outputs(&request.folder, &manifest, &mut verified);
    let formats = &manifest.config.formats;
    if !formats.iter().any(|format| format.is_of_rows()) && formats.contains(&Format::Standoff) {
        check_standoff(&request.folder, &manifest, &mut verified)?;
        return Ok(verified);
    }
    if !formats.iter().any(|format| format.is_of_rows()) {
        // No row can be derived. That must not look like a successful verification.
        let sound = verified.sound();
        return if sound { Err(RunError::NoRows(request.folder.clone())) } else { Ok(verified) };
    }
    let jobs = request.jobs.max(1);
    let files = locate::files(&manifest, &request.archives);
    let (pool, config) = (SourcePool::default(), &manifest.config);
    // Addresses that cannot be asked are differences of their rows, which are told below.
    let _ = files.iter().try_for_each(|file| file.expect_in(&pool));
    let segments = Segments::default();
    let archives = Archives::new(&files, &pool, &config.archive);
    let archives = Archives { segments: Some(&segments), ..archives };
    let workers = Workers { jobs, watch: &Unwatched };
    let reading = Reading { archives, config, workers, memory: MEMORY, spill: None, span: None };
    // Rows depend on other records, so the evidence is gathered again from all archives.
    let obeyed = obeyed_verdicts(&manifest);
    let evidence = gather(&reading, obeyed)?.unwrap_or_default();
    let missing = missing(&manifest, &files, &mut verified);
    verified.depends = !missing.is_empty() && (manifest.config.compares() || obeyed);
    let columns = columns(config);
    let decisions = decisions(request, &manifest, &mut verified);
    let decisions = decisions.as_ref();
    let deriving = Deriving { archives, config, evidence: &evidence, decisions };
    let comparing = Comparing { deriving, columns: &columns };
    let again = Again::new(comparing, Locator::new(archives, &evidence), jobs);
    let tree = MerkleTree::default();
    let mut checker = RowChecker { again, missing, verified, tree };
    let sample = checker.check_parts(request, &manifest, &columns)?;
    let root = checker.tree.root();
    let mut verified = checker.finish(sample)?;
    check_count(&manifest, &mut verified);
    check_root(&manifest, &root, &mut verified);
    Ok(verified)
}

/// Whether rows were made by what crawls decided.
fn obeyed_verdicts(manifest: &Manifest) -> bool {
    // Older corpora do not say so. There, pages that are no articles are the only sign.
    let guess = || manifest.counts.out_of_scope.0.contains_key(Filter::NotArticle.id());
    manifest.crawled.unwrap_or_else(guess) && !manifest.config.scope.everything
}

/// Derives rows again and collects the differences.
struct RowChecker<'a> {
    again: Again<'a>,
    /// Names of archives that were not found.
    missing: BTreeSet<String>,
    verified: Verified,
    /// The tree over all rows, as they are stored.
    tree: MerkleTree,
}

impl RowChecker<'_> {
    /// Reads all parts. Checks each row, or returns the sample that was asked for.
    fn check_parts(
        &mut self,
        request: &VerifyRequest,
        manifest: &Manifest,
        columns: &[&'static Column],
    ) -> Result<Vec<StoredRow>, RunError> {
        let mut failed = None;
        let mut chosen = BTreeMap::new();
        let mut seen = Seen::default();
        let digested = digested(columns);
        for part in stored::parts(&request.folder, manifest) {
            let read = stored::for_each(&part, columns, |mut row| {
                self.verified.rows += 1;
                self.tree.push(row_leaf(&digest_of_stored(&row.columns, &digested), &row.id));
                // In the order of the run, because ordinals of equal captures depend on it.
                row.ordinal = seen.ordinal(row.identity().key());
                let Some(wanted) = request.sample else {
                    if failed.is_none() {
                        failed = self.check(row).err();
                    }
                    return;
                };
                let key = sampling_key(request.seed, &row.id, self.verified.rows);
                chosen.insert(key, row);
                // A reservoir of the smallest numbers: one pass, and memory for the sample only.
                if chosen.len() > wanted {
                    chosen.pop_last();
                }
            });
            // A missing part is already reported as a missing file.
            if let Some(error) = read.err().filter(|error| error.kind() != ErrorKind::NotFound) {
                let name = part.strip_prefix(&request.folder).unwrap_or(&part);
                let name = name.display().to_string();
                self.verified.differ(&name, "rows", &"readable", &error);
            }
        }
        failed.map_or_else(|| Ok(chosen.into_values().collect()), Err)
    }

    /// Derives a row again, unless its archive is missing.
    fn check(&mut self, row: StoredRow) -> Result<(), RunError> {
        // A missing archive is one difference, not one per row.
        if !self.missing.contains(&row.warc_file) {
            self.verified.derived += 1;
            let differences = self.again.check(row)?;
            differences.into_iter().for_each(|difference| self.verified.add(difference));
        }
        Ok(())
    }

    /// Checks the sample and all rows that still wait.
    fn finish(mut self, mut sample: Vec<StoredRow>) -> Result<Verified, RunError> {
        // In archive order, so that each archive is read once.
        sample.sort_by(|a, b| a.place().cmp(&b.place()));
        for row in sample {
            self.check(row)?;
        }
        let differences = self.again.rest()?;
        differences.into_iter().for_each(|difference| self.verified.add(difference));
        Ok(self.verified)
    }
}

/// The names of missing archives. Each is a difference.
fn missing(manifest: &Manifest, files: &[InputFile], verified: &mut Verified) -> BTreeSet<String> {
    let read = manifest.inputs.iter().zip(files).filter(|(entry, _)| entry.unreadable.is_none());
    let gone = read.filter(|(_, file)| !is_address(&file.path) && !file.path.exists());
    let names: BTreeSet<String> = gone.map(|(_, file)| file.name.clone()).collect();
    for name in &names {
        verified.differ(name, "archive", &"readable", &"not found");
    }
    verified.missing = names.len() as u64;
    verified.missing_stdin = names.contains(STDIN);
    names
}

/// The random number of a row; the rows with the smallest are the sample. It depends only on seed and id,
/// so the sample does not depend on jobs or parts.
fn sampling_key(seed: u64, id: &str, row: u64) -> ([u8; 32], u64) {
    let mut hash = Sha256::new();
    hash.update(seed.to_be_bytes());
    hash.update(id.as_bytes());
    (hash.finalize().into(), row)
}

/// Compares the digests of all files with the manifest.
fn check_outputs(folder: &Path, manifest: &Manifest, verified: &mut Verified) {
    for output in &manifest.outputs {
        verified.files += 1;
        match digest_of(&folder.join(&output.path)) {
            Ok(digest) if digest == output.digest => {}
            Ok(digest) => {
                verified.differ(&output.path, "sha256", &output.digest.sha256, &digest.sha256);
            }
            Err(error) => verified.differ(&output.path, "file", &"readable", &error),
        }
    }
}

/// Compares the root of the tree over the rows with the manifest. Older manifests have none. Where rows
/// are missing, their number has told so already.
fn check_root(manifest: &Manifest, found: &str, verified: &mut Verified) {
    let stored = manifest.rows_root.as_deref().filter(|_| manifest.counts.rows == verified.rows);
    if let Some(stored) = stored.filter(|stored| *stored != found) {
        verified.differ(MANIFEST, "rows_root", &stored, &found);
    }
}

/// Compares the lines of a stand-off corpus with the number and the root of the rows. Their texts can
/// only be rebuilt.
fn check_standoff(
    folder: &Path,
    manifest: &Manifest,
    verified: &mut Verified,
) -> Result<(), RunError> {
    verified.standoff = true;
    // Lines of other files than the manifest lists would say nothing about its root.
    if !verified.sound() {
        return Ok(());
    }
    let mut tree = MerkleTree::default();
    for line in lines(folder, manifest, &Unwatched)?.unwrap_or_default() {
        verified.rows += 1;
        match line.leaf() {
            Some(leaf) => tree.push(leaf),
            None => {
                verified.differ(&line.id, "row_sha256", &line.row_sha256, &"64 hexadecimal digits");
            }
        }
    }
    check_count(manifest, verified);
    check_root(manifest, &tree.root(), verified);
    Ok(())
}

/// Compares the number of rows with the manifest.
fn check_count(manifest: &Manifest, verified: &mut Verified) {
    let (counted, found) = (manifest.counts.rows, verified.rows);
    if counted != found {
        verified.differ(MANIFEST, "counts.rows", &counted, &found);
    }
}
