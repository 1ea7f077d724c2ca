//! Merges runs: all partial groups of a key become one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;

use crate::run::RunReader;
use crate::{Group, ShuffleError};

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

/// Refuses a group that takes more than all groups may.
pub(crate) fn fits(key: &str, needed: usize, budget: usize) -> Result<(), ShuffleError> {
    if needed <= budget {
        return Ok(());
    }
    Err(ShuffleError::BudgetTooSmall { key: key.to_owned(), needed, budget })
}
