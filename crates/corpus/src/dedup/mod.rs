//! Finds the duplicates of a corpus, marks them in the rows and lists them in tables. Nothing is deleted.
//!
//! Two rows are *related* if they share a key (payload digest, text, URL, post number, canonical URL)
//! or most of their shingles. Connected rows form a *cluster*. Its earliest capture is the *original*;
//! all other rows are marked as duplicates of it. The order of the rows does not matter.
//!
//! Memory holds about 60 bytes per row. Keys, shingles and paragraphs are sorted on disk.

mod drop;
mod facts;
mod gather;
mod linked;
mod paragraphs;
mod relations;
mod spill;
mod tables;
mod write;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use scutch_folder::inputs::display_name;
use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::names::{DEDUP_WORK, DUPLICATES};
use scutch_folder::{RunError, at};
use scutch_report::write_manifest;

pub use self::drop::{Dropped, drop_duplicates};
use self::facts::Facts;
use self::relations::Mark;
use scutch_archive::{path_kind, uninterrupted};
pub use scutch_folder::config::DedupConfig;
pub use scutch_folder::duplicates::{DedupCounts, DupKind};
use scutch_learn::{Sketcher, Sketching};
use sha2::{Digest as _, Sha256};

/// Finds and marks the duplicates of a complete corpus with rows, and writes `clusters.jsonl`,
/// `paragraphs.jsonl` and `versions.jsonl`. Earlier marks are replaced.
///
/// # Errors
/// When the folder is no complete corpus or has no rows, or reading or writing fails.
pub fn dedup(folder: &Path, config: &DedupConfig) -> Result<DedupCounts, RunError> {
    dedup_together(&[folder.to_owned()], config)
}

/// Finds and marks the duplicates of several corpora taken together, as of one; the counts are those of
/// all. Each corpus gets tables of the clusters, paragraphs and addresses that it has a row of. The
/// folders must differ.
///
/// # Errors
/// As [`dedup()`]. No corpus is changed unless all are complete and have rows.
pub fn dedup_together(folders: &[PathBuf], config: &DedupConfig) -> Result<DedupCounts, RunError> {
    let corpora = folders.iter().map(|folder| Corpus::open(folder));
    let mut corpora: Vec<Corpus> = corpora.collect::<Result<_, _>>()?;
    // Only now: no folder is touched unless all of them can be searched.
    corpora.iter().try_for_each(Corpus::make_work)?;
    // The work folder of the first corpus has what is sorted of all.
    let Some(work) = corpora.first().map(Corpus::work) else { return Ok(DedupCounts::default()) };
    let search = Search { corpora: &mut corpora, config, work };
    let (facts, marks, counts) = search.run()?;
    for number in 0..corpora.len() {
        let others = corpora.iter().enumerate().filter(|(other, _)| *other != number);
        let corpora_of = others.map(|(_, other)| other.name()).collect();
        let corpus = &mut corpora[number];
        corpus.mark(&facts, &marks, DedupCounts { corpora: corpora_of, ..counts.clone() })?;
    }
    Ok(counts)
}

/// A corpus of a search.
struct Corpus {
    folder: PathBuf,
    manifest: Manifest,
    /// The numbers of its rows among those of all corpora.
    rows: Range<u32>,
}

impl Corpus {
    fn open(folder: &Path) -> Result<Self, RunError> {
        let manifest = read_manifest(folder)?;
        if !manifest.config.formats.iter().any(|format| format.is_of_rows()) {
            return Err(RunError::NoRows(folder.to_owned()));
        }
        Ok(Self { folder: folder.to_owned(), manifest, rows: 0..0 })
    }

    /// As it was named.
    fn name(&self) -> String {
        display_name(&self.folder)
    }

    fn work(&self) -> PathBuf {
        self.folder.join(DEDUP_WORK)
    }

    /// Makes an empty work folder.
    fn make_work(&self) -> Result<(), RunError> {
        let work = self.work();
        // An interrupted search leaves its work folder behind. Its files would be appended to.
        if path_kind(&work).map_err(at(&work))?.is_some() {
            uninterrupted(|| fs::remove_dir_all(&work)).map_err(at(&work))?;
        }
        uninterrupted(|| fs::create_dir_all(&work)).map_err(at(&work))
    }

    /// Writes the marks of its rows and the counts of the search.
    fn mark(
        &mut self,
        facts: &Facts,
        marks: &[Option<Mark>],
        counts: DedupCounts,
    ) -> Result<(), RunError> {
        // Rows first, manifest last: until then the old manifest shows that digests differ.
        write::mark_rows(self, facts, marks)?;
        self.manifest.dedup = Some(counts);
        self.manifest.list(&self.folder, &DUPLICATES)?;
        scutch_deposit::write_records(&self.folder, &mut self.manifest)?;
        write_manifest(&self.folder, &self.manifest)?;
        let work = self.work();
        uninterrupted(|| fs::remove_dir_all(&work)).map_err(at(&work))
    }
}

/// One search for duplicates.
struct Search<'a> {
    corpora: &'a mut [Corpus],
    config: &'a DedupConfig,
    work: PathBuf,
}

impl Search<'_> {
    /// Collects, relates and marks the rows, and writes the tables.
    fn run(mut self) -> Result<(Facts, Vec<Option<Mark>>, DedupCounts), RunError> {
        let gather::Gathered { facts, keys, bands, paragraphs, addresses } = self.gather()?;
        let mut counts = DedupCounts {
            config: self.config.clone(),
            rows: facts.len() as u64,
            ..DedupCounts::default()
        };
        let groups = relations::relate(&facts, keys, bands, self.config, &mut counts)
            .map_err(at(&self.work))?;
        let marks = relations::mark(&facts, &groups, &mut counts).map_err(at(&self.work))?;
        tables::clusters(self.corpora, &facts, &groups, &marks)?;
        tables::versions(self.corpora, &facts, addresses, &mut counts)?;
        tables::paragraphs(self.corpora, &facts, paragraphs, &mut counts)?;
        linked::marks(self.corpora, &facts, &marks)?;
        Ok((facts, marks, counts))
    }
}

/// A 64-bit hash of a text, stable across versions.
fn fingerprint(text: &str) -> u64 {
    let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// Makes the sketches that the settings ask for.
fn sketcher(config: &DedupConfig) -> Sketcher {
    Sketcher::new(Sketching {
        shingle: config.shingle as usize,
        bands: config.bands as usize,
        rows: config.band_rows as usize,
        seed: config.seed,
    })
}

#[cfg(test)]
mod tests;
