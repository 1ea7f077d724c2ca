//! Addresses that may be articles, and where they were found.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// An address that may be an article.
#[derive(Debug, Clone)]
pub(super) struct Find {
    pub(super) address: String,
    /// Routes that found it, by number.
    pub(super) routes: BTreeSet<usize>,
    /// The page that named it first.
    pub(super) found_on: String,
    /// Place among the addresses of that page, from 1.
    pub(super) position: usize,
    /// Whether a page that this run asked for names it, in a run for what is new.
    pub(super) fresh: bool,
    /// Other spellings of the address, as they were linked.
    pub(super) spellings: BTreeSet<String>,
}

/// All of them, in the order they were found.
#[derive(Debug, Default)]
pub(super) struct Finds {
    list: Vec<Find>,
    numbers: HashMap<String, usize>,
}

/// Names of files that a folder's address stands for.
const INDEX: &[&str] = &["index.html", "index.htm", "index.php"];

/// One spelling for the addresses of a folder and of the file in it that is served for it.
pub(super) fn normal(address: &str) -> &str {
    INDEX
        .iter()
        .find_map(|index| address.strip_suffix(index).filter(|folder| folder.ends_with('/')))
        .unwrap_or(address)
}

/// Stands for a text where texts are compared.
pub(super) fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Finds {
    /// Notes that a route found an address; whether nobody had before.
    pub(super) fn note(
        &mut self,
        address: &str,
        route: usize,
        found_on: &str,
        position: usize,
    ) -> bool {
        let number = *self.numbers.entry(normal(address).to_owned()).or_insert(self.list.len());
        if let Some(find) = self.list.get_mut(number) {
            find.routes.insert(route);
            if find.address != address {
                find.spellings.insert(address.to_owned());
            }
            return false;
        }
        self.list.push(Find {
            address: address.to_owned(),
            routes: BTreeSet::from([route]),
            found_on: found_on.to_owned(),
            position,
            fresh: false,
            spellings: BTreeSet::new(),
        });
        true
    }

    /// The number of an address, if it was found.
    pub(super) fn number(&self, address: &str) -> Option<usize> {
        self.numbers.get(normal(address)).copied()
    }

    /// Notes that a page that this run asked for names an address.
    pub(super) fn freshen(&mut self, address: &str) {
        if let Some(find) = self.number(address).and_then(|number| self.list.get_mut(number)) {
            find.fresh = true;
        }
    }

    pub(super) fn get(&self, number: usize) -> &Find {
        &self.list[number]
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }
}
