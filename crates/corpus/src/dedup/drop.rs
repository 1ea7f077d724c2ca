//! Copies a corpus without its duplicates, in every format.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use scutch_folder::config::scope::Filter;
use scutch_folder::duplicates::{DedupCounts, DupKind};
use scutch_folder::manifest::{DroppedDuplicates, Manifest, read_manifest};
use scutch_folder::{RunError, at};
use serde_json::Value;

use crate::flow::Unwatched;
use crate::reissue::{Reissue, as_listed, complete_or_absent, read_by_copies};
use crate::row::{columns, stored};

/// What a copy has, and what it lacks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Rows kept.
    pub kept: u64,
    /// Rows dropped, by kind.
    pub dropped: BTreeMap<String, u64>,
    /// Outputs that the copy lacks: tables of duplicates compare with rows that are gone, and labels of
    /// `scutch template` are about all rows.
    pub left_behind: Vec<String>,
}

/// Copies a corpus in all of its formats to the new folder `output`, without duplicates of `kinds`. The copy
/// is a corpus that can be verified; it is complete or absent.
///
/// # Errors
/// When the corpus was not searched for duplicates, a file has other bytes than its manifest says, the output
/// folder exists or lies in the corpus, or reading or writing fails.
pub fn drop_duplicates(
    folder: &Path,
    kinds: &[DupKind],
    output: &Path,
) -> Result<Dropped, RunError> {
    let manifest = read_manifest(folder)?;
    let Some(search) = manifest.dedup.clone() else {
        return Err(RunError::NotSearched(folder.to_owned()));
    };
    let made = complete_or_absent(folder, output, |new| {
        // What was changed since would become sound by the manifest of the copy.
        as_listed(folder, read_by_copies(&manifest), &Unwatched)?;
        let marked = Marked::read(folder, &manifest, kinds)?;
        marked.copy((folder, new), manifest, search).map(Some)
    });
    made.map(Option::unwrap_or_default)
}

/// The rows to drop.
struct Marked {
    ids: BTreeSet<String>,
    kinds: BTreeMap<String, u64>,
}

impl Marked {
    /// Reads which rows are marked as duplicates of these kinds. Kinds that do not occur are there with 0.
    fn read(folder: &Path, manifest: &Manifest, kinds: &[DupKind]) -> Result<Self, RunError> {
        let counts = kinds.iter().map(|kind| (kind.name().to_owned(), 0));
        let mut marked = Self { ids: BTreeSet::new(), kinds: counts.collect() };
        let mut read = columns(&manifest.config);
        read.retain(|column| ["id", "dup_kind"].contains(&column.name));
        for part in stored::parts(folder, manifest) {
            let taken = stored::for_each(&part, &read, |row| {
                // Marks are stored by name, as in the column.
                let kind = row.columns.get("dup_kind").and_then(Value::as_str);
                if let Some(count) = kind.and_then(|kind| marked.kinds.get_mut(kind)) {
                    *count += 1;
                    marked.ids.insert(row.id);
                }
            });
            taken.map_err(at(&part))?;
        }
        Ok(marked)
    }

    /// Writes the folder `new` as the folder `old` without these rows.
    fn copy(
        self,
        (old, new): (&Path, &Path),
        manifest: Manifest,
        search: DedupCounts,
    ) -> Result<Dropped, RunError> {
        let mut reissue = Reissue::new(old, new, manifest, self.ids);
        let gone = reissue.shards()?;
        reissue.quarantine(|_| true)?;
        reissue.tombstones()?;
        reissue.dropped(DroppedDuplicates { kinds: self.kinds.clone(), search });
        let (manifest, left_behind) = reissue.finish(&gone, Filter::Duplicate, None)?;
        let mut dropped = self.kinds;
        dropped.retain(|_, count| *count > 0);
        Ok(Dropped { kept: manifest.counts.rows, dropped, left_behind })
    }
}
