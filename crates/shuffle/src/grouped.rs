//! Whole groups, in the order of their keys.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::folder::SpillFolder;
use crate::merge::Runs;
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
