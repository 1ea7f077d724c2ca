//! Whole groups, in the order of their keys.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::path::PathBuf;

use rustc_hash::FxHashMap;

use crate::folder::SpillFolder;
use crate::run::RunReader;
use crate::shuffle::fits;
use crate::{Group, ShuffleError};

/// Whole groups, in memory or merged from runs.
pub struct Grouped<G>(Kept<G>);

enum Kept<G> {
    Memory(BTreeMap<String, G>),
    Disk {
        runs: Runs,
        /// Removes the runs when dropped.
        _folder: SpillFolder,
    },
}

impl<G: Group> Grouped<G> {
    pub(crate) fn in_memory(groups: FxHashMap<String, G>) -> Self {
        Self(Kept::Memory(groups.into_iter().collect()))
    }

    pub(crate) fn on_disk(runs: Runs, folder: SpillFolder) -> Self {
        Self(Kept::Disk { runs, _folder: folder })
    }

    /// Shows each group, in the order of the bytes of keys. May be called again.
    ///
    /// # Errors
    /// Those of `show`; a spill file that cannot be read; a group that takes more than the budget.
    pub fn for_each<E: From<ShuffleError>>(
        &self,
        mut show: impl FnMut(&str, &G) -> Result<(), E>,
    ) -> Result<(), E> {
        match &self.0 {
            Kept::Memory(groups) => groups.iter().try_for_each(|(key, group)| show(key, group)),
            Kept::Disk { runs, .. } => runs.each(|key, group| show(key, &group)),
        }
    }

    /// Hands out each group, in the order of the bytes of keys.
    ///
    /// # Errors
    /// As [`for_each`](Self::for_each).
    pub fn into_each<E: From<ShuffleError>>(
        self,
        mut take: impl FnMut(&str, G) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.0 {
            Kept::Memory(groups) => {
                groups.into_iter().try_for_each(|(key, group)| take(&key, group))
            }
            Kept::Disk { runs, .. } => runs.each(take),
        }
    }
}

/// Sorted runs of partial groups.
pub(crate) struct Runs {
    pub(crate) paths: Vec<PathBuf>,
    /// Bytes of memory that one group may take.
    pub(crate) budget: usize,
}

impl Runs {
    /// Merges the partial groups of each key, in the order of keys.
    pub(crate) fn each<G: Group, E: From<ShuffleError>>(
        &self,
        mut take: impl FnMut(&str, G) -> Result<(), E>,
    ) -> Result<(), E> {
        let opened: Result<Vec<RunReader>, _> =
            self.paths.iter().map(|path| RunReader::open(path)).collect();
        let mut readers = opened?;
        // The smallest key first; of equal keys the earliest run.
        let mut heads = BinaryHeap::new();
        let mut waiting: Vec<Option<G>> = Vec::new();
        for (number, reader) in readers.iter_mut().enumerate() {
            let next = reader.next::<G>()?;
            waiting.push(next.map(|(key, group)| {
                heads.push(Reverse((key, number)));
                group
            }));
        }
        let mut current: Option<(String, G)> = None;
        while let Some(Reverse((key, number))) = heads.pop() {
            let Some(group) = waiting[number].take() else { continue };
            if let Some((key, group)) = readers[number].next::<G>()? {
                heads.push(Reverse((key, number)));
                waiting[number] = Some(group);
            }
            match &mut current {
                Some((same, known)) if *same == key => known.merge(group),
                _ => {
                    if let Some((key, group)) = current.replace((key, group)) {
                        take(&key, group)?;
                    }
                }
            }
            if let Some((key, group)) = &current {
                fits(key, group.memory(), self.budget)?;
            }
        }
        match current {
            Some((key, group)) => take(&key, group),
            None => Ok(()),
        }
    }
}
