//! Folds groups that come sorted by key.

use std::io;
use std::path::Path;

use scutch_folder::{RunError, ShareError, at};
use scutch_shuffle::{Group, ShuffleError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{KeyedGroup, Table};

impl KeyedGroup {
    /// A group in its bytes.
    pub(super) fn new(table: Table, key: &str, group: &impl Serialize) -> Result<Self, RunError> {
        let value = postcard::to_stdvec(group)
            .map_err(|error| at(Path::new(table.name()))(io::Error::other(error)))?;
        Ok(Self { table, key: key.to_owned(), value })
    }
}

/// The value of bytes that [`KeyedGroup::new`] made.
pub(super) fn decoded<T: DeserializeOwned>(
    table: Table,
    key: &str,
    value: &[u8],
) -> Result<T, RunError> {
    let unreadable = |_| ShareError::Group { table: table.name(), key: key.to_owned() };
    Ok(postcard::from_bytes(value).map_err(unreadable)?)
}

/// What is made of the groups of one table. `O` takes what follows from them.
pub(super) trait Folding<O> {
    /// Takes in a partial group. Keys come in their order.
    fn add(&mut self, key: &str, value: &[u8], out: &mut O) -> Result<(), RunError>;

    /// No more groups come.
    fn end(&mut self, out: &mut O) -> Result<(), RunError>;
}

/// Merges the groups of each key and hands them out one by one.
pub(super) struct ByKey<G, C> {
    table: Table,
    /// Bytes of memory that one group may take.
    budget: usize,
    open: Option<(String, G)>,
    conclude: C,
}

impl<G, C> ByKey<G, C> {
    pub(super) fn new(table: Table, budget: usize, conclude: C) -> Self {
        Self { table, budget, open: None, conclude }
    }
}

impl<O, G, C> Folding<O> for ByKey<G, C>
where
    G: Group,
    C: FnMut(&str, G, &mut O) -> Result<(), RunError>,
{
    fn add(&mut self, key: &str, value: &[u8], out: &mut O) -> Result<(), RunError> {
        let group: G = decoded(self.table, key, value)?;
        match &mut self.open {
            Some((same, known)) if *same == key => known.merge(group),
            _ => {
                self.end(out)?;
                self.open = Some((key.to_owned(), group));
            }
        }
        // While it grows, not when it is whole: the budget must hold at every moment.
        let needed = self.open.as_ref().map_or(0, |(_, group)| group.memory());
        match needed <= self.budget {
            true => Ok(()),
            false => {
                let (key, budget) = (key.to_owned(), self.budget);
                Err(ShuffleError::BudgetTooSmall { key, needed, budget }.into())
            }
        }
    }

    fn end(&mut self, out: &mut O) -> Result<(), RunError> {
        self.open.take().map_or(Ok(()), |(key, group)| (self.conclude)(&key, group, out))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Sum(u64);

    impl Group for Sum {
        fn merge(&mut self, other: Self) {
            self.0 += other.0;
        }

        fn memory(&self) -> usize {
            usize::try_from(self.0).unwrap_or(usize::MAX)
        }
    }

    /// What comes of partial groups, with a budget.
    fn folded(groups: &[(&str, u64)], budget: usize) -> Result<Vec<(String, u64)>, RunError> {
        let mut out: Vec<(String, u64)> = Vec::new();
        let mut fold = ByKey::new(Table::Hosts, budget, |key: &str, Sum(sum), out: &mut Vec<_>| {
            out.push((key.to_owned(), sum));
            Ok(())
        });
        for (key, value) in groups {
            let group = KeyedGroup::new(Table::Hosts, key, &Sum(*value))?;
            fold.add(key, &group.value, &mut out)?;
        }
        fold.end(&mut out)?;
        Ok(out)
    }

    #[test]
    fn groups_of_a_key_are_merged_and_those_of_others_are_not() {
        let found = folded(&[("a", 1), ("a", 2), ("b", 4), ("c", 8), ("c", 16)], 99).expect("ok");
        let expected = [("a", 3), ("b", 4), ("c", 24)].map(|(key, sum)| (key.to_owned(), sum));
        assert_eq!(found, expected);
        assert_eq!(folded(&[], 99).expect("nothing"), []);
    }

    #[test]
    fn a_group_beyond_its_budget_and_foreign_bytes_are_sentences() {
        let error = folded(&[("a", 60), ("a", 60)], 99).expect_err("too large");
        assert!(error.to_string().contains("of a alone takes 120 bytes"), "{error}");
        let error = decoded::<(u64, String)>(Table::Chains, "a.example", b"\xff").expect_err("no");
        assert_eq!(
            error.to_string(),
            "the observations of a.example for chains cannot be read: are all executors of one version?"
        );
    }
}
