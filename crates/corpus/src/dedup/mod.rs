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
mod paragraphs;
mod relations;
mod spill;
mod tables;
mod write;

use std::fs;
use std::path::{Path, PathBuf};

use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::names::{CLUSTERS, DEDUP_WORK, PARAGRAPHS, VERSIONS};
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
    let mut manifest = read_manifest(folder)?;
    if !manifest.config.formats.iter().any(|format| format.is_of_rows()) {
        return Err(RunError::NoRows(folder.to_owned()));
    }
    let work = folder.join(DEDUP_WORK);
    // An interrupted search leaves its work folder behind. Its files would be appended to.
    if path_kind(&work).map_err(at(&work))?.is_some() {
        uninterrupted(|| fs::remove_dir_all(&work)).map_err(at(&work))?;
    }
    uninterrupted(|| fs::create_dir_all(&work)).map_err(at(&work))?;
    let search = Search { folder, manifest: &manifest, config, work: work.clone() };
    let (facts, marks, counts) = search.run()?;
    // Rows first, manifest last: until then the old manifest shows that digests differ.
    write::mark_rows(folder, &mut manifest, &facts, &marks)?;
    manifest.dedup = Some(counts.clone());
    manifest.list(folder, &[CLUSTERS, PARAGRAPHS, VERSIONS])?;
    write_manifest(folder, &manifest)?;
    uninterrupted(|| fs::remove_dir_all(&work)).map_err(at(&work))?;
    Ok(counts)
}

/// One search for duplicates.
struct Search<'a> {
    folder: &'a Path,
    manifest: &'a Manifest,
    config: &'a DedupConfig,
    work: PathBuf,
}

impl Search<'_> {
    /// Collects, relates and marks the rows, and writes the tables.
    fn run(&self) -> Result<(Facts, Vec<Option<Mark>>, DedupCounts), RunError> {
        let gather::Gathered { facts, keys, bands, paragraphs, addresses } = self.gather()?;
        let mut counts = DedupCounts {
            config: self.config.clone(),
            rows: facts.len() as u64,
            ..DedupCounts::default()
        };
        let groups = relations::relate(&facts, keys, bands, self.config, &mut counts)
            .map_err(at(&self.work))?;
        let marks = relations::mark(&facts, &groups, &mut counts).map_err(at(&self.work))?;
        tables::clusters(self.folder, &facts, &groups, &marks)?;
        tables::versions(self.folder, &facts, addresses, &mut counts)?;
        tables::paragraphs(self.folder, &facts, paragraphs, &mut counts)?;
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
