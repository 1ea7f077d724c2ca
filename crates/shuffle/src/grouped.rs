//! Whole groups, in the order of their keys.

use crate::folder::SpillFolder;
use crate::merge::Runs;
use crate::places::{Places, sorted};
use crate::{Group, ShuffleError};

/// Whole groups, in memory or merged from runs.
pub struct Grouped<G>(Kept<G>);

enum Kept<G> {
    Memory {
        places: Places,
        groups: Vec<G>,
    },
    Disk {
        runs: Runs,
        /// Removes the runs when dropped.
        _folder: SpillFolder,
    },
}

impl<G: Group> Grouped<G> {
    pub(crate) fn in_memory(places: Places, groups: Vec<G>) -> Self {
        Self(Kept::Memory { places, groups })
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
            Kept::Memory { places, groups } => {
                sorted(places).into_iter().try_for_each(|(key, place)| show(key, &groups[place]))
            }
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
            Kept::Memory { places, mut groups } => sorted(&places)
                .into_iter()
                .try_for_each(|(key, place)| take(key, std::mem::take(&mut groups[place]))),
            Kept::Disk { runs, .. } => runs.each(take),
        }
    }
}
