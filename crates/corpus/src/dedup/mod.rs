//! Duplicates of a corpus: found, marked in the rows, listed in tables; never deleted.
//!
//! Two rows are *related* when they share a key (the bytes of the page, the text, the address, the number of the
//! post, the canonical address) or most of their shingles. Related rows form *clusters*. Of each cluster the row that was
//! captured first is the *original*, and all others are marked as its duplicates. None of that depends on the
//! order of the rows.
//!
//! Memory holds about 60 bytes a row; keys, shingles and paragraphs wait on disk.

mod clusters;
mod drop;
mod facts;
mod gather;
mod paragraphs;
mod relations;
mod sketch;
mod spill;
mod tables;
mod write;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::drop::{Dropped, drop_duplicates};
use self::facts::Facts;
use crate::manifest::{Manifest, read_manifest, write_manifest};
use crate::run::{RunError, at};

/// Clusters, a line for each row that is in one.
pub const CLUSTERS: &str = "clusters.jsonl";
/// Paragraphs that stand in earlier rows, a line for each row that has some.
pub const PARAGRAPHS: &str = "paragraphs.jsonl";
/// Addresses that were captured more than once, a line for each.
pub const VERSIONS: &str = "versions.jsonl";
/// Where things wait while duplicates are sought.
const WORK: &str = ".dedup";

/// How duplicates are found. All fields have defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DedupConfig {
    /// Words of one shingle. Default 5.
    pub shingle: u32,
    /// Bands of a signature. Default 20.
    pub bands: u32,
    /// Minima in one band. Default 6: with 20 bands, 99.8 % of pairs that share 80 % are compared.
    pub band_rows: u32,
    /// Share of shingles from which texts are near-duplicates, from 0 to 1. Default 0.8.
    pub threshold: f32,
    /// Share of shingles, from 0 to 1, that rows with the same post number or canonical address must have in common to
    /// be believed, unless their titles are the same: sites also give one canonical address to all their pages, and
    /// several systems on one host count from 1 each. Default 0.5.
    pub same_post: f32,
    /// Characters from which a paragraph is looked up. Default 60.
    pub paragraph_chars: u32,
    /// Seed of the random orders.
    pub seed: u64,
}

impl Default for DedupConfig {
    fn default() -> Self {
        Self {
            shingle: 5,
            bands: 20,
            band_rows: 6,
            threshold: 0.8,
            same_post: 0.5,
            paragraph_chars: 60,
            seed: 0,
        }
    }
}

/// Random orders of one signature from which on only time and memory are lost.
const MOST_ORDERS: u32 = 4096;

impl DedupConfig {
    /// Whether the numbers make sense.
    ///
    /// # Errors
    /// A sentence about the first that does not.
    pub fn check(&self) -> Result<(), String> {
        let counts = [self.shingle, self.bands, self.band_rows, self.paragraph_chars];
        let shares = [self.threshold, self.same_post];
        if counts.contains(&0) || shares.iter().any(|share| !(0.0..=1.0).contains(share)) {
            return Err(
                "a threshold is a share from 0 to 1; the other numbers are at least 1".into()
            );
        }
        if self.bands.checked_mul(self.band_rows).is_none_or(|orders| orders > MOST_ORDERS) {
            let (bands, rows) = (self.bands, self.band_rows);
            return Err(format!("{bands} bands of {rows} minima: together at most {MOST_ORDERS}"));
        }
        Ok(())
    }
}

/// In which way a row is a duplicate, the surest first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum DupKind {
    /// The same bytes of the page.
    Payload,
    /// The same text.
    Text,
    /// The same address, another text: a version.
    Url,
    /// The same number of the post in the system that made the page.
    Post,
    /// The same canonical address.
    Canonical,
    /// Most of the same shingles as the original.
    Near,
    /// Related to the original through other rows only.
    Linked,
}

impl DupKind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Payload,
        Self::Text,
        Self::Url,
        Self::Post,
        Self::Canonical,
        Self::Near,
        Self::Linked,
    ];

    /// Kinds that are keys: these rows have equal ones.
    const KEYS: usize = 5;

    /// The name in the column `dup_kind`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Payload => "payload",
            Self::Text => "text",
            Self::Url => "url",
            Self::Post => "post",
            Self::Canonical => "canonical",
            Self::Near => "near",
            Self::Linked => "linked",
        }
    }
}

/// What was found, for the manifest.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DedupCounts {
    /// The parameters.
    pub config: DedupConfig,
    /// Rows looked at.
    pub rows: u64,
    /// Rows marked, by kind.
    pub marked: BTreeMap<String, u64>,
    /// Clusters of more than one row.
    pub clusters: u64,
    /// Rows of the largest cluster.
    pub largest: u64,
    /// Pairs whose shingles were compared.
    pub compared: u64,
    /// Paragraphs looked up.
    pub paragraphs: u64,
    /// Paragraphs that stand in an earlier row.
    pub repeated_paragraphs: u64,
    /// Addresses captured more than once.
    pub versioned: u64,
}

/// The mark of a row that is a duplicate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mark {
    /// Number of the original.
    pub(crate) original: u32,
    pub(crate) kind: DupKind,
    pub(crate) similarity: f32,
}

/// Finds the duplicates of a complete corpus folder that has rows, marks them in the rows, and writes
/// `clusters.jsonl`, `paragraphs.jsonl` and `versions.jsonl` beside them. What was marked before is forgotten.
///
/// # Errors
/// When the folder is no complete corpus, holds no rows, or a file cannot be read or written.
pub fn dedup(folder: &Path, config: &DedupConfig) -> Result<DedupCounts, RunError> {
    let mut manifest = read_manifest(folder)?;
    if !manifest.config.formats.iter().any(|format| format.is_of_rows()) {
        return Err(RunError::NoRows(folder.to_owned()));
    }
    let work = folder.join(WORK);
    if work.is_dir() {
        fs::remove_dir_all(&work).map_err(at(&work))?;
    }
    fs::create_dir_all(&work).map_err(at(&work))?;
    let search = Search { folder, manifest: &manifest, config, work: work.clone() };
    let (facts, marks, counts) = search.run()?;
    write::mark_rows(folder, &mut manifest, &facts, &marks)?;
    manifest.dedup = Some(counts.clone());
    manifest.list(folder, &[CLUSTERS, PARAGRAPHS, VERSIONS])?;
    write_manifest(folder, &manifest)?;
    fs::remove_dir_all(&work).map_err(at(&work))?;
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

#[cfg(test)]
mod tests;
