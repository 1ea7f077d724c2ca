//! A *group stage*: work that needs several records.

use scutch_folder::{RunError, at};
use scutch_shuffle::{
    Evidence, Group, Grouped, Settings, Shuffle, ShuffleError, Store, StoreWriter,
};

use super::tables::Tables;
use super::visit::Visit;
use crate::table::keyed::read_keyed;

/// One kind of work that needs several records.
///
/// Each record is observed by itself. The observations of a key are folded into one group, in any
/// order. Each group is concluded by itself, and what it gives is evidence for the rows of that key.
/// Observations, groups and evidence are plain owned data: they can be written to disk and sent.
pub(crate) trait Stage: Sync {
    /// What one record says of a key.
    type Observation: Send;
    /// What is known of a key.
    type Group: Group;
    /// What follows from that.
    type Evidence: Evidence;
    /// Name of its spill files.
    const NAME: &'static str;

    /// What a record says, by key.
    fn observe(&self, visit: &Visit<'_>) -> Vec<(String, Self::Observation)>;

    /// Takes an observation into the group of its key. Commutative with itself and with merging.
    fn fold(group: &mut Self::Group, observation: Self::Observation);

    /// What follows from the group of a key.
    fn conclude(&self, group: Self::Group) -> Self::Evidence;
}

/// A stage whose observations are coming in.
pub(crate) struct Gathering<'s, S: Stage> {
    stage: &'s S,
    shuffle: Shuffle<S::Group>,
    settings: Settings,
}

impl<'s, S: Stage> Gathering<'s, S> {
    pub(crate) fn new(stage: &'s S, settings: Settings) -> Self {
        Self { stage, shuffle: Shuffle::new(S::NAME, settings.clone()), settings }
    }

    /// Takes in what one record says.
    pub(crate) fn fold(
        &mut self,
        observations: Vec<(String, S::Observation)>,
    ) -> Result<(), ShuffleError> {
        observations.into_iter().try_for_each(|(key, observation)| {
            self.shuffle.update(&key, |group| S::fold(group, observation))
        })
    }

    /// The groups of all keys, for others to conclude.
    pub(super) fn into_groups(self) -> Result<Grouped<S::Group>, ShuffleError> {
        self.shuffle.finish()
    }

    /// Writes all groups as a table, for another job to take in.
    pub(super) fn write(self, tables: &mut Tables) -> Result<(), RunError> {
        let grouped = self.into_groups()?;
        tables.write(S::NAME, |path, writer| {
            grouped.into_each(|key, group| writer.put(key, &group).map_err(at(path)))
        })
    }

    /// Takes in the groups of a table.
    pub(super) fn load(&mut self, tables: &Tables) -> Result<(), RunError> {
        let Some(path) = tables.path(S::NAME) else { return Ok(()) };
        read_keyed(&path, |key, group| Ok(self.shuffle.add(key, group)?))
    }

    /// Concludes every group.
    pub(crate) fn conclude(self) -> Result<Store<S::Evidence>, ShuffleError> {
        self.conclude_each(|_| Ok(()))
    }

    /// Concludes every group, and shows what follows from each.
    pub(crate) fn conclude_each(
        self,
        mut show: impl FnMut(&S::Evidence) -> Result<(), ShuffleError>,
    ) -> Result<Store<S::Evidence>, ShuffleError> {
        let Self { stage, shuffle, settings } = self;
        // Freed groups are not all given back to the system while evidence grows beside them.
        let memory = settings.memory / 2;
        let mut store = StoreWriter::new(S::NAME, Settings { memory, ..settings });
        // Group by group, because the groups of large hosts take tens of megabytes.
        shuffle.finish()?.into_each(|key, group| {
            let evidence = stage.conclude(group);
            show(&evidence)?;
            store.put(key, evidence)
        })?;
        store.finish()
    }
}
