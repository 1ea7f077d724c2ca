//! A page of a run: its lists while they are read, then its targets.

use scutch_memento::Selection;

use super::super::Problem;
use super::super::lists::OpenList;
use super::RunOptions;
use crate::store::StoreError;
use crate::target::{Target, Targets, original_of};

/// What a run acquires.
#[derive(Debug)]
pub enum Subject {
    /// A page: its original, if it is known, and the lists of its mementos (URI-Ts).
    Page {
        /// URI-R.
        original: Option<String>,
        /// URI-Ts, those whose names of mementos go before others first.
        lists: Vec<String>,
    },
    /// Mementos that are known already.
    Mementos(Targets),
}

/// A page that is not told yet.
pub(super) struct OpenPage {
    original: Option<String>,
    pub(super) lists: Vec<OpenList>,
    /// Lists that are not read to their end.
    pub(super) left: usize,
    /// Its mementos, once all lists are read.
    pub(super) targets: Option<Targets>,
    /// Targets whose rows were told.
    pub(super) told: usize,
    /// Targets that were put in line.
    pub(super) queued: usize,
    /// Whether the page itself was told.
    pub(super) is_told: bool,
}

/// Where a memento is while it waits.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// A memento of a list whose page is not complete: list, index, position.
    Listed(usize, usize, usize),
    /// A target of a complete page.
    Target(usize),
}

impl OpenPage {
    pub(super) fn new(subject: Subject, options: &RunOptions) -> Self {
        let (original, lists, targets) = match subject {
            Subject::Mementos(targets) => (None, Vec::new(), Some(targets)),
            Subject::Page { original, lists } => (original, lists, None),
        };
        let lists: Vec<OpenList> =
            lists.iter().map(|uri_t| OpenList::new(uri_t, options.selection)).collect();
        let left = lists.len();
        Self { original, lists, left, targets, told: 0, queued: 0, is_told: false }
    }

    /// Chooses the targets, when all lists are read.
    pub(super) fn complete(&mut self, options: &RunOptions) -> Result<(), StoreError> {
        let mut targets = Targets::default();
        let mut original = self.original.clone();
        // In the order of the lists, whichever came first.
        for list in &self.lists {
            let mementos = targets.begin_list(&list.uri_t);
            mementos.append(&list.mementos).map_err(StoreError::Frontier)?;
            // A TimeMap given by its address alone says itself what it is about.
            original = original.or_else(|| list.found.timemap.original.clone());
        }
        let RunOptions { selection, shard, .. } = options;
        targets.end_page(original, "timemap", selection, *shard).map_err(StoreError::Frontier)?;
        self.targets = Some(targets);
        Ok(())
    }

    /// What went wrong with the lists, in their order.
    pub(super) fn problems(&self) -> Vec<Problem> {
        self.lists.iter().flat_map(|list| list.found.problems.iter().cloned()).collect()
    }

    /// The places of the mementos of a list that are wanted whatever the other lists say.
    pub(super) fn listed(
        &self,
        number: usize,
        selection: &Selection,
    ) -> Result<Vec<Place>, StoreError> {
        let Some(list) = self.lists.get(number) else { return Ok(Vec::new()) };
        let mut places = Vec::new();
        for index in 0..list.mementos.len() {
            let found = list.mementos.get(index).map_err(StoreError::Frontier)?;
            if selection.accepts(found.memento.unix_ms) {
                places.push(Place::Listed(number, index, places.len() + 1));
            }
        }
        Ok(places)
    }

    /// The target at a place; `None` if it has none any more.
    pub(super) fn target(&self, place: Place) -> Result<Option<Target>, StoreError> {
        match place {
            Place::Target(index) => {
                let target = self.targets.as_ref().map(|targets| targets.get(index)).transpose();
                target.map_err(StoreError::Frontier)
            }
            Place::Listed(number, index, position) => {
                let Some(list) = self.lists.get(number) else { return Ok(None) };
                let memento = list.mementos.get(index).map_err(StoreError::Frontier)?.memento;
                let own = list.found.timemap.original.as_deref();
                Ok(Some(Target {
                    uri_r: original_of(&memento.uri, self.original.as_deref().or(own)),
                    uri_m: memento.uri,
                    unix_ms: Some(memento.unix_ms),
                    via: list.uri_t.clone(),
                    route: "timemap",
                    position,
                }))
            }
        }
    }
}
