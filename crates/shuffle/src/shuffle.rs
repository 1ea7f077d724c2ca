//! Groups while they grow.

use crate::folder::SpillFolder;
use crate::grouped::Grouped;
use crate::interrupted::uninterrupted;
use crate::merge::{Runs, fits};
use crate::places::{Places, place, sorted};
use crate::run::{Run, RunWriter};
use crate::{Group, Settings, ShuffleError};

/// Runs that are merged into one when there are so many: each open file takes a buffer.
const MOST_RUNS: usize = 64;
/// Bytes that a key takes besides its letters and its group.
// A string and an empty group in a hash table, with the free places of the table.
const PER_KEY: usize = 64;

/// Folds observations into one group a key.
///
/// Groups stay in memory until they take more than [`Settings::memory`]. Then all of them go to
/// disk as partial groups in one run, sorted by key, and memory is empty again.
pub struct Shuffle<G> {
    settings: Settings,
    folder: SpillFolder,
    /// Where the group of each key stands.
    places: Places,
    groups: Vec<G>,
    memory: usize,
    runs: Vec<Run>,
}

impl<G: Group> Shuffle<G> {
    /// An empty shuffle; `name` stands in the names of its files.
    pub fn new(name: &'static str, settings: Settings) -> Self {
        let folder = SpillFolder::new(name, &settings);
        let (places, groups) = (Places::default(), Vec::new());
        Self { settings, folder, places, groups, memory: 0, runs: Vec::new() }
    }

    /// Changes the group of a key, which begins empty.
    ///
    /// # Errors
    /// When a spill file cannot be written, or the group alone takes more than the budget.
    pub fn update(&mut self, key: &str, fold: impl FnOnce(&mut G)) -> Result<(), ShuffleError> {
        let place = place(&mut self.places, key, self.groups.len());
        // An empty group takes memory too: with a million keys it is most of all.
        let before = if place < self.groups.len() {
            self.groups[place].memory()
        } else {
            self.groups.push(G::default());
            self.memory += PER_KEY + key.len();
            0
        };
        let group = &mut self.groups[place];
        fold(group);
        let after = group.memory();
        // Groups may shrink: a sample that is full gives up what it kept before.
        self.memory = (self.memory + after).saturating_sub(before);
        if self.memory <= self.settings.memory {
            return Ok(());
        }
        // A group that does not fit alone would be spilt again at each observation.
        fits(key, after, self.settings.memory)?;
        self.spill()
    }

    /// Merges a partial group into the group of a key.
    ///
    /// # Errors
    /// As [`update`](Self::update).
    pub fn add(&mut self, key: &str, group: G) -> Result<(), ShuffleError> {
        self.update(key, |known| known.merge(group))
    }

    /// Bytes that groups take in memory now.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Whether groups wait on disk.
    pub fn has_spilled(&self) -> bool {
        !self.runs.is_empty()
    }

    /// Takes no more observations.
    ///
    /// # Errors
    /// When a spill file cannot be written or read.
    pub fn finish(mut self) -> Result<Grouped<G>, ShuffleError> {
        if self.runs.is_empty() {
            return Ok(Grouped::in_memory(self.places, self.groups));
        }
        // The last groups too, so that the merge has runs only and no second kind of source.
        self.spill()?;
        Ok(Grouped::on_disk(Runs { runs: self.runs, budget: self.settings.memory }, self.folder))
    }

    /// Writes all groups out as a run.
    fn spill(&mut self) -> Result<(), ShuffleError> {
        let mut run = RunWriter::create(self.folder.new_file()?)?;
        for (key, place) in sorted(&self.places) {
            run.put(key, &self.groups[place])?;
        }
        self.places.clear();
        self.groups.clear();
        self.runs.push(run.finish()?);
        self.memory = 0;
        if self.runs.len() == MOST_RUNS { self.compact() } else { Ok(()) }
    }

    /// Merges all runs into one.
    fn compact(&mut self) -> Result<(), ShuffleError> {
        let mut run = RunWriter::create(self.folder.new_file()?)?;
        let runs = Runs { runs: std::mem::take(&mut self.runs), budget: self.settings.memory };
        runs.each(|key, group: G| run.put(key, &group).map(|_| ()))?;
        self.runs.push(run.finish()?);
        // Behind the last write: until then, these are the only copies.
        for Run { path, .. } in &runs.runs {
            uninterrupted(|| std::fs::remove_file(path)).map_err(ShuffleError::at(path))?;
        }
        Ok(())
    }
}
