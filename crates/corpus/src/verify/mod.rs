//! Verifies a corpus: checks the digests of its files, and derives its rows again from the archives.

mod again;
mod decided;
mod difference;
mod documents;
mod locate;
mod outputs;
mod rows;

use std::collections::BTreeSet;
use std::path::PathBuf;

use scutch_archive::{SourcePool, is_address};
use scutch_folder::RunError;
use scutch_folder::config::Format;
use scutch_folder::config::scope::Filter;
use scutch_folder::inputs::{Archives, InputFile, STDIN, Segments};
use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::merkle::MerkleTree;

use self::again::{Again, Comparing};
use self::decided::decisions;
pub use self::difference::{Difference, Verified};
use self::locate::Locator;
use self::outputs::{check_count, check_outputs, check_root, check_standoff};
use self::rows::RowChecker;
use crate::derive::Deriving;
use crate::flow::{Unwatched, Workers};
use crate::row::columns;
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
    // Addresses that cannot be asked are differences of their rows, which are reported below.
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
