//! Hosts in the order in which they came, as a Python dictionary keeps them.

use rustc_hash::FxHashMap;

use crate::robots::PythonRules;

/// Where a host stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum State {
    /// URLs are left.
    #[default]
    Open,
    /// All URLs were visited, or there is none.
    AllVisited,
    /// The host was given up; URLs of it are no longer taken.
    Discarded,
}

/// What is known of one host.
#[derive(Debug, Clone, Default)]
pub(super) struct Host {
    /// URLs handed out so far.
    pub(super) handed_out: usize,
    /// Its robots rules, once they were stored.
    pub(super) rules: Option<PythonRules>,
    /// Whether something is left of it.
    pub(super) state: State,
    /// When a URL was handed out last, in seconds.
    pub(super) last: Option<f64>,
    /// URLs it had when it was stored last.
    pub(super) total: usize,
    /// Places in `Store::paths`, in order; hosts that were merged share them.
    pub(super) paths: Vec<usize>,
}

/// A set of hosts that keeps the order of first insertion.
#[derive(Debug, Clone, Default)]
pub(super) struct Hosts {
    order: Vec<Option<(String, Host)>>,
    place: FxHashMap<String, usize>,
}

impl Hosts {
    /// The host of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Host> {
        self.order[*self.place.get(name)?].as_ref().map(|(_, host)| host)
    }

    /// The host of a name, made where it is new.
    pub(super) fn get_or_insert(&mut self, name: &str) -> &mut Host {
        let place = match self.place.get(name) {
            Some(place) => *place,
            None => {
                self.place.insert(name.to_owned(), self.order.len());
                self.order.push(None);
                self.order.len() - 1
            }
        };
        &mut self.order[place].get_or_insert_with(|| (name.to_owned(), Host::default())).1
    }

    /// Takes a host out.
    pub(super) fn remove(&mut self, name: &str) -> Option<Host> {
        let place = self.place.remove(name)?;
        // The place stays empty, so that the others keep theirs.
        self.order[place].take().map(|(_, host)| host)
    }

    /// Hosts in the set.
    pub(super) fn len(&self) -> usize {
        self.place.len()
    }

    /// Hosts with their names, in the order of first insertion.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Host)> {
        self.order.iter().flatten().map(|(name, host)| (name.as_str(), host))
    }
}
