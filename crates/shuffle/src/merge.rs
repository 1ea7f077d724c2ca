//! Merges runs: all partial groups of a key become one.

use std::collections::BTreeMap;

use crate::record::Value;
use crate::run::{Run, RunReader};
use crate::{Group, ShuffleError};

/// Sorted runs of partial groups.
pub(crate) struct Runs {
    pub(crate) runs: Vec<Run>,
    /// Bytes of memory that one group may take.
    pub(crate) budget: usize,
}

impl Runs {
    /// Merges the partial groups of each key, in the order of keys.
    pub(crate) fn each<G: Group, E: From<ShuffleError>>(
        &self,
        mut take: impl FnMut(&str, G) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut merged = Merged { heads: Heads::open(&self.runs)?, budget: self.budget };
        while let Some((key, group)) = merged.next()? {
            take(&key, group)?;
        }
        Ok(())
    }
}

/// Merges runs as it is asked.
struct Merged {
    heads: Heads,
    budget: usize,
}

impl Merged {
    /// The next key, and its group.
    fn next<G: Group>(&mut self) -> Result<Option<(String, G)>, ShuffleError> {
        let Some((key, partial)) = self.heads.pop()? else { return Ok(None) };
        let mut group: G = partial.decoded()?;
        fits(&key, group.memory(), self.budget)?;
        while let Some(partial) = self.heads.pop_if(&key)? {
            group.merge(partial.decoded()?);
            // While it grows, not when it is whole: the budget must hold at every moment.
            fits(&key, group.memory(), self.budget)?;
        }
        Ok(Some((key, group)))
    }
}

/// The next partial group of each run.
struct Heads {
    readers: Vec<RunReader>,
    /// By key and number of the run: of equal keys the earliest run comes first.
    groups: BTreeMap<(String, usize), Value>,
}

impl Heads {
    fn open(runs: &[Run]) -> Result<Self, ShuffleError> {
        let readers: Result<Vec<RunReader>, _> =
            runs.iter().map(|run| RunReader::open(&run.path, run.bytes)).collect();
        let mut heads = Self { readers: readers?, groups: BTreeMap::new() };
        (0..runs.len()).try_for_each(|run| heads.read_next(run))?;
        Ok(heads)
    }

    /// The partial group with the smallest key.
    fn pop(&mut self) -> Result<Option<(String, Value)>, ShuffleError> {
        let Some(((key, run), group)) = self.groups.pop_first() else { return Ok(None) };
        // Read before the next is taken: the next group of this run may have the smallest key.
        self.read_next(run)?;
        Ok(Some((key, group)))
    }

    /// The next partial group, if it is of this key.
    fn pop_if(&mut self, key: &str) -> Result<Option<Value>, ShuffleError> {
        if self.groups.first_key_value().is_none_or(|((next, _), _)| next != key) {
            return Ok(None);
        }
        Ok(self.pop()?.map(|(_, group)| group))
    }

    fn read_next(&mut self, run: usize) -> Result<(), ShuffleError> {
        if let Some((key, group)) = self.readers[run].next()? {
            self.groups.insert((key, run), group);
        }
        Ok(())
    }
}

/// Refuses a group that takes more than all groups may.
pub(crate) fn fits(key: &str, needed: usize, budget: usize) -> Result<(), ShuffleError> {
    if needed <= budget {
        return Ok(());
    }
    Err(ShuffleError::BudgetTooSmall { key: key.to_owned(), needed, budget })
}
