//! A finished corpus, issued again with fewer rows: the parts of every format, tables, quarantine, records,
//! counts and manifest.
//!
//! Nothing is derived again, so no archive is needed. All formats of a shard hold the same documents in
//! the same order, which is how the documents of a file are told apart.

mod files;
mod listed;
mod parts;
mod place;
mod shard_row;
mod shards;
mod split;
mod tables;
mod zip;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use scutch_archive::{path_kind, uninterrupted};
use scutch_folder::config::scope::Filter;
use scutch_folder::manifest::{DroppedDuplicates, Manifest, OutputEntry, Redacted};
use scutch_folder::merkle::{MerkleTree, row_leaf};
use scutch_folder::names::{CARD, QUARANTINE, TOMBSTONES};
use scutch_folder::tally::Tally;
use scutch_folder::{Folder, RunError, at};

use crate::card::Card;
use crate::row::digest::{digest_of_stored, digested};
use crate::row::stored::StoredRow;
use crate::row::{Column, columns};

pub(crate) use self::files::at_either;
pub(crate) use self::listed::{as_listed, read_by_copies};
use self::parts::Cut;
pub(crate) use self::place::complete_or_absent;
pub(crate) use self::shard_row::ShardRow;
pub(crate) use self::tables::quarantined;

/// A copy of a corpus in progress.
pub(crate) struct Reissue<'a> {
    old: &'a Path,
    new: &'a Path,
    manifest: Manifest,
    gone: BTreeSet<String>,
    outputs: Vec<OutputEntry>,
    digested: Vec<&'static Column>,
    tree: MerkleTree,
}

impl<'a> Reissue<'a> {
    /// Begins a copy of the folder `old` in the empty folder `new`, without the rows of these ids.
    pub(crate) fn new(
        old: &'a Path,
        new: &'a Path,
        manifest: Manifest,
        gone: BTreeSet<String>,
    ) -> Self {
        let digested = digested(&columns(&manifest.config));
        let (outputs, tree) = (Vec::new(), MerkleTree::default());
        Self { old, new, manifest, gone, outputs, digested, tree }
    }

    /// The columns of its rows.
    pub(crate) fn columns(&self) -> Vec<&'static Column> {
        columns(&self.manifest.config)
    }

    /// Adds a row that stays, with all its columns, to the Merkle tree.
    pub(crate) fn leaf(&mut self, row: &StoredRow) {
        let digest = digest_of_stored(&row.columns, &self.digested);
        self.tree.push(row_leaf(&digest, &row.id));
    }

    /// Copies the parts of all formats of a shard, named by its part of rows.
    ///
    /// # Errors
    /// When the manifest does not list a part, a part does not hold these documents, or a file cannot be
    /// read or written.
    pub(crate) fn shard(&mut self, part: &Path, rows: &[ShardRow]) -> Result<(), RunError> {
        let shard = shard_of(part)
            .ok_or_else(|| at(part)(io::Error::other("is no part of a corpus by its name")))?;
        let config = &self.manifest.config;
        for format in &config.formats {
            let name = Folder::part_name(shard, config, *format);
            let (old, new) = (self.old.join(&name), self.new.join(&name));
            if !self.manifest.outputs.iter().any(|output| output.path == name) {
                return Err(at(&old)(io::Error::other("is not listed in run.json")));
            }
            let parent = new.parent().unwrap_or(self.new);
            uninterrupted(|| std::fs::create_dir_all(parent)).map_err(at(parent))?;
            let cut = Cut { config, format: *format, gone: &self.gone, rows };
            let (files, digest) = cut.part(&old, &new).map_err(at_either(&old, &new))?;
            self.outputs.push(OutputEntry { path: name, files, digest });
        }
        Ok(())
    }

    /// Copies the quarantine without the lines that `keep` refuses. How many it refused.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub(crate) fn quarantine(
        &mut self,
        keep: impl FnMut(&scutch_folder::quarantine::QuarantineLine) -> bool,
    ) -> Result<u64, RunError> {
        let counts = &mut self.manifest.counts;
        let gone = tables::quarantine(self.old, self.new, counts, keep)?;
        if gone > 0 {
            // The account must still add up: these records are left out by choice now.
            counts.out_of_scope.add(Filter::Excluded.id(), gone);
        }
        Ok(gone)
    }

    /// Completes the copy: times, counts, card, records, report and manifest. Rows that are gone count
    /// under a filter. The names of outputs that are left behind: labels show texts, tables of duplicates
    /// compare with rows that are gone. Both can be made anew.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub(crate) fn finish(
        mut self,
        gone: &Tally,
        filter: Filter,
        redacted: Option<Redacted>,
    ) -> Result<(Manifest, Vec<String>), RunError> {
        tables::times(self.old, self.new)?;
        let manifest = &mut self.manifest;
        manifest.counts.take_rows(gone);
        // An empty counter would be a line of its own in the report.
        if gone.rows > 0 {
            manifest.counts.out_of_scope.add(filter.id(), gone.rows);
        }
        if let Some(redacted) = redacted {
            let earlier = manifest.redacted.unwrap_or_default();
            manifest.redacted = Some(Redacted {
                rows: earlier.rows + redacted.rows,
                quarantined: earlier.quarantined + redacted.quarantined,
            });
        }
        manifest.rows_root = Some(self.tree.root());
        let old = std::mem::replace(&mut manifest.outputs, self.outputs);
        // Counts of duplicates are those of all rows. Without rows that are gone they would be others.
        manifest.dedup = None;
        manifest.list(self.new, &[QUARANTINE, TOMBSTONES])?;
        Card::new(manifest).write(self.new)?;
        manifest.list(self.new, &[CARD])?;
        scutch_deposit::write_records(self.new, manifest)?;
        // Last: a folder with a manifest counts as complete.
        scutch_report::write_manifest(self.new, manifest)?;
        let is_copied = |path: &str| self.manifest.outputs.iter().any(|output| output.path == path);
        let left =
            old.into_iter().map(|output| output.path).filter(|path| !is_copied(path)).collect();
        Ok((self.manifest, left))
    }

    /// Copies the tombstones of earlier redactions.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub(crate) fn tombstones(&self) -> Result<(), RunError> {
        tables::tombstones(self.old, self.new)
    }

    /// Notes which duplicates are gone, besides those that went before.
    pub(crate) fn dropped(&mut self, mut dropped: DroppedDuplicates) {
        for (kind, count) in self.manifest.dropped.take().unwrap_or_default().kinds {
            *dropped.kinds.entry(kind).or_default() += count;
        }
        self.manifest.dropped = Some(dropped);
    }

    /// The sum of repeated texts, which only a walk through all rows gives.
    pub(crate) fn repeated_texts(&mut self, repeated: u64) {
        self.manifest.counts.repeated_texts = repeated;
    }
}

/// The number of a shard by the name of a part.
fn shard_of(part: &Path) -> Option<u32> {
    let name = part.file_name()?.to_str()?;
    name.strip_prefix("part-")?.split('.').next()?.parse().ok()
}

/// Whether a file of a corpus is there.
fn is_there(path: &Path) -> Result<bool, RunError> {
    Ok(path_kind(path).map_err(at(path))?.is_some())
}

#[cfg(test)]
mod tests;
