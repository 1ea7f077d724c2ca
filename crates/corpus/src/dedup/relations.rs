//! Relations between rows, the clusters they make, and the mark of each row in one.

use std::io;

use scutch_folder::config::DedupConfig;
use scutch_folder::duplicates::{DedupCounts, DupKind};
use scutch_learn::DisjointSets;

use super::facts::Facts;
use super::spill::{Spill, number, runs};

/// Size up to which all pairs of a bucket are compared. In larger buckets a row is compared with this
/// many rows before it (sorted by set, so similar sets are near) and this many first rows. Otherwise a
/// common footer would cost a quadratic number of comparisons.
const BUCKET: usize = 48;

/// The mark of a duplicate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mark {
    /// The number of the original row.
    pub(crate) original: u32,
    pub(crate) kind: DupKind,
    pub(crate) similarity: f32,
}

/// The clusters of related rows, each sorted by row.
pub(super) fn relate(
    facts: &Facts,
    keys: Spill<13>,
    bands: Spill<20>,
    config: &DedupConfig,
    counts: &mut DedupCounts,
) -> io::Result<Vec<Vec<u32>>> {
    let mut clusters = DisjointSets::of_members(facts.len() as u32);
    by_keys(keys, facts, config, &mut clusters)?;
    by_bands(bands, facts, config, &mut clusters, &mut counts.compared)?;
    Ok(clusters.groups(2))
}

/// Unites rows with equal keys.
fn by_keys(
    keys: Spill<13>,
    facts: &Facts,
    config: &DedupConfig,
    clusters: &mut DisjointSets,
) -> io::Result<()> {
    // Sites assign these keys carelessly, so titles or texts must agree too.
    let doubtful = |kind: u8| kind == DupKind::Post as u8 || kind == DupKind::Canonical as u8;
    keys.drain(|records| {
        // 9 bytes: the key and its kind. Equal hashes of different kinds prove nothing.
        for run in runs(records, 9).filter(|run| run.len() > 1) {
            let rows = run.iter().map(|record| number(record, 9));
            // Comparing with the original only is enough: the cluster is connected through it.
            let Some(first) = rows.clone().min_by_key(|row| facts.rank(*row)) else { continue };
            for row in rows.filter(|row| *row != first) {
                let believed = !doubtful(run[0][8])
                    || facts.same_title(first, row)
                    || facts.similarity(first, row)? >= config.same_post;
                if believed {
                    clusters.join(first, row);
                }
            }
        }
        Ok(())
    })
}

/// Unites rows that agree in a band and are similar enough.
fn by_bands(
    bands: Spill<20>,
    facts: &Facts,
    config: &DedupConfig,
    clusters: &mut DisjointSets,
    compared: &mut u64,
) -> io::Result<()> {
    bands.drain(|records| {
        // 8 bytes: the hash of the band. Within a bucket records are sorted by set.
        for run in runs(records, 8).filter(|run| run.len() > 1) {
            let rows: Vec<u32> = run.iter().map(|record| number(record, 16)).collect();
            for (at, row) in rows.iter().enumerate().skip(1) {
                let near = at.saturating_sub(BUCKET)..at;
                let first = 0..BUCKET.min(near.start);
                for other in near.chain(first).map(|at| rows[at]) {
                    // What is united already need not be compared: the clusters stay the same.
                    if clusters.first(*row) != clusters.first(other) {
                        *compared += 1;
                        if facts.similarity(*row, other)? >= config.threshold {
                            clusters.join(*row, other);
                        }
                    }
                }
            }
        }
        Ok(())
    })
}

/// The mark of each duplicate, by row number.
pub(super) fn mark(
    facts: &Facts,
    groups: &[Vec<u32>],
    counts: &mut DedupCounts,
) -> io::Result<Vec<Option<Mark>>> {
    let mut marks = vec![None; facts.len()];
    for group in groups {
        counts.clusters += 1;
        counts.largest = counts.largest.max(group.len() as u64);
        let Some(original) = original(facts, group) else { continue };
        // Read once per cluster, not once per member.
        let (keys, set) = (facts.keys(original)?, facts.set(original)?);
        for row in group.iter().copied().filter(|row| *row != original) {
            let similarity = scutch_learn::shared_shingles(&set, &facts.set(row)?);
            let own = facts.keys(row)?;
            let same = |kind: &DupKind| {
                let key = own.get(*kind as usize).copied().unwrap_or_default();
                key != 0 && keys.get(*kind as usize) == Some(&key)
            };
            let near = similarity >= counts.config.threshold;
            // A row may be connected through others only. It is marked as such, not as similar.
            let otherwise = if near { DupKind::Near } else { DupKind::Linked };
            let kind = DupKind::ALL.into_iter().take(DupKind::KEYS).find(same).unwrap_or(otherwise);
            *counts.marked.entry(kind.name().to_owned()).or_default() += 1;
            marks[row as usize] = Some(Mark { original, kind, similarity });
        }
    }
    Ok(marks)
}

/// The original of a cluster.
pub(super) fn original(facts: &Facts, group: &[u32]) -> Option<u32> {
    group.iter().copied().min_by_key(|row| facts.rank(*row))
}
