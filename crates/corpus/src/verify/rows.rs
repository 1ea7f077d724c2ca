//! Reads the rows of a corpus, and checks all of them or a sample.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;

use scutch_folder::RunError;
use scutch_folder::manifest::Manifest;
use scutch_folder::merkle::{MerkleTree, row_leaf};
use sha2::{Digest as _, Sha256};

use super::VerifyRequest;
use super::again::Again;
use super::difference::Verified;
use crate::row::digest::{digest_of_stored, digested};
use crate::row::seen::Seen;
use crate::row::stored::StoredRow;
use crate::row::{Column, stored};

/// Derives rows again and collects the differences.
pub(super) struct RowChecker<'a> {
    pub(super) again: Again<'a>,
    /// Names of archives that were not found.
    pub(super) missing: BTreeSet<String>,
    pub(super) verified: Verified,
    /// The tree over all rows, as they are stored.
    pub(super) tree: MerkleTree,
}

impl RowChecker<'_> {
    /// Reads all parts. Checks each row, or returns the sample that was asked for.
    pub(super) fn check_parts(
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
            let differences = self.again.check(row)?;
            differences.into_iter().for_each(|difference| self.verified.add(difference));
        }
        Ok(())
    }

    /// Checks the sample and all rows that still wait.
    pub(super) fn finish(mut self, mut sample: Vec<StoredRow>) -> Result<Verified, RunError> {
        // In archive order, so that each archive is read once.
        sample.sort_by(|a, b| a.place().cmp(&b.place()));
        for row in sample {
            self.check(row)?;
        }
        let differences = self.again.rest()?;
        differences.into_iter().for_each(|difference| self.verified.add(difference));
        self.verified.derived = self.again.derived();
        Ok(self.verified)
    }
}

/// The random number of a row; the rows with the smallest are the sample. It depends only on seed and id,
/// so the sample does not depend on jobs or parts.
fn sampling_key(seed: u64, id: &str, row: u64) -> ([u8; 32], u64) {
    let mut hash = Sha256::new();
    hash.update(seed.to_be_bytes());
    hash.update(id.as_bytes());
    (hash.finalize().into(), row)
}
